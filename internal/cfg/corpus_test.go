package cfg

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
)

// eachCorpusMethod calls f, from two goroutines, with the code of every method of the jars and modules that
// match, and returns how many there were.
func eachCorpusMethod(t testing.TB, pattern string, f func(m *classfile.Method, c *classfile.Code)) int {
	t.Helper()
	paths, err := filepath.Glob(pattern)
	if err != nil || len(paths) == 0 {
		t.Skipf("%s is not installed", pattern)
	}
	var mu sync.Mutex
	methods := 0
	for _, p := range paths {
		data, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.HasPrefix(data, []byte("JM\x01\x00")) {
			data = data[4:] // a jmod is a zip behind four bytes
		}
		z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatalf("%s: %v", p, err)
		}
		var wg sync.WaitGroup
		for k := range 2 {
			wg.Go(func() {
				n := 0
				for i := k; i < len(z.File); i += 2 {
					n += eachMethod(t, z.File[i], f)
				}
				mu.Lock()
				methods += n
				mu.Unlock()
			})
		}
		wg.Wait()
	}
	return methods
}

func eachMethod(t testing.TB, z *zip.File, f func(m *classfile.Method, c *classfile.Code)) int {
	if !strings.HasSuffix(z.Name, ".class") {
		return 0
	}
	r, err := z.Open()
	if err != nil {
		t.Error(err)
		return 0
	}
	data, err := io.ReadAll(r)
	if err != nil {
		t.Error(err)
		return 0
	}
	class, err := classfile.Parse(data)
	if err != nil {
		t.Errorf("%s: %v", z.Name, err)
		return 0
	}
	n := 0
	for i := range class.Methods {
		m := &class.Methods[i]
		code, err := m.Code()
		if err != nil {
			t.Errorf("%s: %v", z.Name, err)
			continue
		}
		if code != nil {
			f(m, code)
			n++
		}
	}
	return n
}

const (
	guava = "/usr/share/java/guava.jar"
	jmods = "/usr/lib/jvm/java-17-openjdk-amd64/jmods/*.jmod"
)

func TestCorpus(t *testing.T) {
	for _, pattern := range []string{guava, jmods} {
		t.Run(filepath.Base(pattern), func(t *testing.T) {
			if testing.Short() && pattern != guava {
				t.Skip("long")
			}
			n := eachCorpusMethod(t, pattern, func(m *classfile.Method, c *classfile.Code) {
				g, err := Build(c)
				if err == nil {
					err = Check(g)
				}
				if err == nil {
					var tiles *Tiling
					if tiles, err = Tile(g); err == nil {
						err = CheckTiling(g, tiles)
					}
				}
				if err != nil {
					t.Errorf("%s.%s: %v", m.Class.Name, m.ID(), err)
				}
			})
			t.Logf("%d methods", n)
		})
	}
}
