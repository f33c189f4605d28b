package validate

import (
	"bytes"
	"flag"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/energylint/energylint/models"
)

//go:generate go test -run TestFigures -update .
var update = flag.Bool("update", false, "draw the figures of docs/validation-hotspot.md again")

// recorded reads the measurements of a device of the shipped model and compares them with it.
func recorded(t *testing.T, device, file string) *Report {
	t.Helper()
	m, err := models.Load("hotspot-xint-instructions")
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	list, err := Read(f)
	if err != nil {
		t.Fatal(err)
	}
	if len(list.List) != len(Cases()) {
		t.Fatalf("%d measurements of %d cases", len(list.List), len(Cases()))
	}
	r, err := New(m, device, 0.95, list.List)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestFigures compares the figures in the documentation with what is drawn now. PNG files are only looked at for being
// images: how a font is drawn may differ in the last bit between processors.
func TestFigures(t *testing.T) {
	for _, c := range []struct{ device, name string }{{"OpenJDK 17", "openjdk17"}, {"OpenJDK 25", "openjdk25"}} {
		r := recorded(t, c.device, c.name+".tsv")
		docs := filepath.Join("..", "..", "docs", "validation-hotspot", c.name)
		if *update {
			if err := os.MkdirAll(docs, 0o755); err != nil {
				t.Fatal(err)
			}
			if _, err := r.Plots(docs); err != nil {
				t.Fatal(err)
			}
			continue
		}
		files, err := r.Plots(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		if len(files) != 4 {
			t.Errorf("%d files: %q", len(files), files)
		}
		for _, file := range files {
			got, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			shown, err := os.ReadFile(filepath.Join(docs, filepath.Base(file)))
			if err != nil {
				t.Fatal(err)
			}
			if filepath.Ext(file) == ".png" {
				for _, data := range [][]byte{got, shown} {
					if config, err := png.DecodeConfig(bytes.NewReader(data)); err != nil || config.Width < 500 || config.Height < 300 {
						t.Errorf("%s: %v, %v", file, config, err)
					}
				}
			} else if !bytes.Equal(got, shown) {
				t.Errorf("%s is not what is drawn now: run go generate ./internal/validate", filepath.Join(docs, filepath.Base(file)))
			}
		}
	}
}

// A figure can be drawn of any part of the cases.
func TestFiguresOfFewCases(t *testing.T) {
	r := recorded(t, "OpenJDK 17", "openjdk17.tsv")
	all := r.Rows
	for _, c := range []struct {
		from, to, files int
	}{{0, 2, 4}, {12, 15, 4}, {14, 15, 2}} {
		r.Rows = all[c.from:c.to]
		if files, err := r.Plots(t.TempDir()); err != nil || len(files) != c.files {
			t.Errorf("cases %d to %d: %q, %v", c.from, c.to, files, err)
		}
	}
}
