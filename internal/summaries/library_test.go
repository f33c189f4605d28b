package summaries

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/energylint/energylint/internal/archive"
	"github.com/energylint/energylint/internal/classfile"
)

// A class of the class path that cannot be read may override what others call.
func TestUnreadClassOverrides(t *testing.T) {
	from := filepath.Join("..", "..", "testdata", "fixtures", "summaries", "classes")
	area := classfile.Member{Class: "lib/Shape", Name: "area", Desc: "()I"}
	for _, broken := range []bool{false, true} {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
		if broken {
			if err := os.Truncate(filepath.Join(dir, "lib", "Square.class"), 200); err != nil {
				t.Fatal(err)
			}
		}
		cost, ok := Read([]string{dir}, archive.Options{}, nil, nil, nil, 1).Cost(area, false)
		if !ok || (cost.Why != "") != broken {
			t.Errorf("broken: %v: %v %+v", broken, ok, cost)
		}
	}
}
