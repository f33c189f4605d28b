package library

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write index.tsv again")

// tables cuts a shipped file into its tables and returns a line of the index for each class and name in them.
func tables(t *testing.T, file string) []string {
	t.Helper()
	const header = "[[method]]"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := string(data)
	var out []string
	for at := strings.Index(text, header); at >= 0 && at < len(text); {
		end := len(text)
		if i := strings.Index(text[at+len(header):], "\n"+header); i >= 0 {
			end = at + len(header) + i + 1
		}
		entries, err := parse(file, data[at:end])
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			out = append(out, fmt.Sprintf("%s.%s\t%s\t%d\t%d\t%d\n", e.Class, e.Name, file, at, end-at, 1+strings.Count(text[:at], "\n")))
		}
		at = end
	}
	return out
}

func TestIndex(t *testing.T) {
	list, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, f := range list {
		if strings.HasSuffix(f.Name(), ".toml") {
			lines = append(lines, tables(t, f.Name())...)
		}
	}
	// By name first: a tab sorts before every character of a name.
	slices.Sort(lines)
	want := strings.Join(slices.Compact(lines), "")
	if *update {
		if err := os.WriteFile("index.tsv", []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if index != want {
		t.Error("index.tsv is not that of the files: run go generate ./models/library")
	}
}

func TestFindNothing(t *testing.T) {
	c := &catalog{index: index}
	for _, name := range []string{"", "a.b", "java/util/List.ge", "java/util/List.getx", "zzz.z"} {
		if es := c.find(name); es != nil {
			t.Errorf("%q: found %d entries", name, len(es))
		}
	}
	if es := (&catalog{}).find("java/util/List.get"); es != nil {
		t.Errorf("found %d entries in no index", len(es))
	}
}

// Finding a method must stay far below the milliseconds that an analysis takes.
func BenchmarkFind(b *testing.B) {
	for b.Loop() {
		c := &catalog{index: index}
		if c.find("java/util/HashMap.get") == nil {
			b.Fatal("no HashMap.get")
		}
	}
}
