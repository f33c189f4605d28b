package energy

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/unit"
	"github.com/energylint/energylint/models"
)

// classesIn parses the class files below a directory.
func classesIn(t testing.TB, root string) []*classfile.Class {
	t.Helper()
	var out []*classfile.Class
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".class") {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		c, err := classfile.Parse(data)
		out = append(out, c)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// methodsOf names methods "Class.method", the class without its package.
func methodsOf(cs []*classfile.Class) map[string]*classfile.Method {
	out := map[string]*classfile.Method{}
	for _, c := range cs {
		for i := range c.Methods {
			m := &c.Methods[i]
			out[c.Name[strings.LastIndexAny(c.Name, "/$")+1:]+"."+m.Name] = m
		}
	}
	return out
}

// engineOf returns an engine over classes, on one goroutine, without library models.
func engineOf(t testing.TB, cs []*classfile.Class, o Options) *Engine {
	t.Helper()
	var uc []*unit.Class
	for _, c := range cs {
		uc = append(uc, &unit.Class{Class: c, Path: c.Name + ".class", Input: "classes"})
	}
	if o.Model == nil {
		o.Model = rpi5(t)
	}
	e, err := New(unit.NewProgram(callgraph.New(cs, nil, 1), uc, 1), o)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func rpi5(t testing.TB) *models.Model {
	t.Helper()
	m, err := models.Load("rpi5-nyholm")
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// atMost assumes that a symbol is at most n.
func atMost(symbol string, n float64) absint.Assume {
	return func(_ *classfile.Method, name string) (float64, string, bool) {
		return n, "test", name == symbol
	}
}

func roots(ms ...*classfile.Method) []*classfile.Method { return ms }

// checkLastLoops holds the bounds of the last loops of methods of a class against those by name.
func checkLastLoops(t *testing.T, e *Engine, methods map[string]*classfile.Method, class string, bounds map[string]string) {
	t.Helper()
	for method, bound := range bounds {
		loops := e.Summary(methods[class+"."+method]).Loops(nil)
		if len(loops) == 0 {
			t.Fatalf("%s has no loop", method)
		}
		if got := loops[len(loops)-1]; got.Bound != bound {
			t.Errorf("%s: %s iterations, want %s (%s)", method, got.Bound, bound, got.Reason)
		}
	}
}
