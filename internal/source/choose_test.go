package source

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
)

// TestChoose checks which of several sources of one name is that of a class.
func TestChoose(t *testing.T) {
	c := readClass(t, "../../testdata/fixtures/requiredhead/classes/Required.class")
	text, err := os.ReadFile("../../testdata/fixtures/requiredhead/Required.java")
	if err != nil {
		t.Fatal(err)
	}
	right := string(text)
	shifted := strings.Repeat("// another version\n", 9) + right
	fewer := strings.Replace(right, "static int any", "static int other", 1)
	for _, test := range []struct {
		name  string
		files map[string]string
		input string
		fixed int
		want  string
	}{
		{"the lines fit", map[string]string{"a": shifted, "b": right, "c": fewer}, "app.jar", 0, "b"},
		{"the first of equals", map[string]string{"a": right, "b": right}, "app.jar", 0, "a"},
		{"of equals the one next to the input", map[string]string{"a": right, "b": right}, "b/app.jar", 0, "b"},
		{"the lines before the place", map[string]string{"a": right, "b": shifted}, "b/app.jar", 0, "a"},
		{"what is given stays", map[string]string{"a": shifted, "b": right}, "app.jar", 1, "a"},
		{"a method less", map[string]string{"a": fewer, "b": right}, "app.jar", 0, "b"},
		{"one has it", map[string]string{"b": shifted}, "app.jar", 0, "b"},
		{"no text", map[string]string{"a": "\x00", "b": right}, "app.jar", 0, "b"},
	} {
		t.Run(test.name, func(t *testing.T) {
			root := t.TempDir()
			var dirs []string
			for _, d := range []string{"a", "b", "c"} {
				dir := filepath.Join(root, d)
				if err := os.MkdirAll(dir, 0o700); err != nil {
					t.Fatal(err)
				}
				dirs = append(dirs, dir)
				if text, ok := test.files[d]; ok {
					if err := os.WriteFile(filepath.Join(dir, "Required.java"), []byte(text), 0o600); err != nil {
						t.Fatal(err)
					}
				}
			}
			ix := New(dirs, root)
			ix.Choose(filepath.Join(root, filepath.FromSlash(test.input)), []*classfile.Class{c}, test.fixed)
			path, ok := ix.File(c.Name, c.SourceFile())
			if want := filepath.Join(root, test.want, "Required.java"); !ok || path != want {
				t.Errorf("got %q, want %q", path, want)
			}
			if ms, from := ix.Class(c); from != path || len(ms) == 0 && test.files[test.want] == right {
				t.Errorf("specifications of %d methods from %q", len(ms), from)
			}
			for _, p := range ix.Problems() {
				if p.Origin.File != path {
					t.Errorf("a problem of a source that is none of the class: %v", p)
				}
			}
		})
	}
}

// TestChooseByCoverage checks that a class goes with the others of its jar.
func TestChooseByCoverage(t *testing.T) {
	var classes []*classfile.Class
	for _, name := range []string{"requiredhead/classes/Required", "driver/classes/Plain"} {
		classes = append(classes, readClass(t, "../../testdata/fixtures/"+name+".class"))
	}
	root := t.TempDir()
	dirs := []string{filepath.Join(root, "a"), filepath.Join(root, "b")}
	for i, names := range [][]string{{"Required.java"}, {"Required.java", "Plain.java"}} {
		if err := os.MkdirAll(dirs[i], 0o700); err != nil {
			t.Fatal(err)
		}
		for _, n := range names {
			if err := os.WriteFile(filepath.Join(dirs[i], n), []byte("class "+strings.TrimSuffix(n, ".java")+" {}\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	ix := New(dirs, root)
	ix.Choose(filepath.Join(root, "app.jar"), []*classfile.Class{classes[0], classes[1]}, 0)
	if path, _ := ix.File(classes[0].Name, classes[0].SourceFile()); filepath.Dir(path) != dirs[1] {
		t.Errorf("got %s, want the one in %s", path, dirs[1])
	}
}
