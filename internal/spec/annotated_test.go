package spec

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
)

// TestAnnotated holds that no class of the fixtures that has specifications or suppressions is passed over, and that most
// others are.
func TestAnnotated(t *testing.T) {
	specified, others, passed := 0, 0, 0
	err := filepath.WalkDir("../../testdata/fixtures", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".class") {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		c, err := classfile.Parse(data)
		if err != nil {
			return err
		}
		suppressions, problems := FromClass(c)
		has := len(suppressions)+len(problems) > 0
		for i := range c.Methods {
			ms, problems := FromMethod(&c.Methods[i])
			has = has || !ms.Empty() || len(problems) > 0
		}
		switch annotated := Annotated(c); {
		case has:
			if specified++; !annotated {
				t.Errorf("%s is passed over", path)
			}
		case annotated:
			others++
		default:
			passed++
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if specified == 0 || passed < 10*others {
		t.Errorf("%d classes with specifications, %d others that are read, %d that are not", specified, others, passed)
	}
}
