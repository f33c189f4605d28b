package source

import (
	"archive/zip"
	"io"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/tier"
)

// TestReadersAgreeOnJDK holds the two readers against each other over the sources of java.util, where an installed
// JDK has them.
func TestReadersAgreeOnJDK(t *testing.T) {
	tier.Slow(t, tier.Corpus)
	zips, _ := filepath.Glob("/usr/lib/jvm/*/lib/src.zip")
	sort.Strings(zips)
	files, loops, differ := 0, 0, 0
	for _, path := range zips {
		z, err := zip.OpenReader(path)
		if err != nil {
			continue // a dangling link: the sources are a package of their own
		}
		for _, e := range z.File {
			if !strings.HasPrefix(e.Name, "java.base/java/util/") || !strings.HasSuffix(e.Name, ".java") || files >= 600 {
				continue
			}
			r, err := e.Open()
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(r)
			r.Close()
			if err != nil {
				t.Fatal(err)
			}
			files++
			a, b := grammarOutline(text), outline(text, readJava(text))
			loops += strings.Count(b, " loop ")
			if a != b {
				if differ++; differ <= 10 {
					t.Errorf("%s: %s", e.Name, firstDifference(a, b))
				}
			}
		}
		z.Close()
	}
	if files == 0 {
		t.Skip("no JDK with sources (lib/src.zip) below /usr/lib/jvm")
	}
	t.Logf("%d files, %d loops", files, loops)
}

func firstDifference(a, b string) string {
	as, bs := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(as), len(bs)) {
		if as[i] != bs[i] {
			return "grammar\n" + as[i] + "\nbrackets\n" + bs[i]
		}
	}
	return "one has more"
}
