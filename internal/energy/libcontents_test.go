package energy

import (
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/archive"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/driver"
	"github.com/energylint/energylint/internal/summaries"
	"github.com/energylint/energylint/models"
	"github.com/energylint/energylint/models/library"
)

// TestLibraryContents: a call of a library on the class path has no number where the platform's code behind it may run methods of the program, on
// what it is passed or what that holds, or functions that it keeps.
func TestLibraryContents(t *testing.T) {
	classes := filepath.Join("..", "..", "testdata", "fixtures", "libcontents", "classes")
	a := loadWithJDK(t, driver.Options{Paths: []string{filepath.Join(classes, "app")}, Classpath: []string{filepath.Join(classes, "lib")}})
	lib, err := library.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	model, err := models.Load("rpi5-nyholm")
	if err != nil {
		t.Fatal(err)
	}
	jdk, err := summaries.JDK()
	if err != nil {
		t.Fatal(err)
	}
	code := summaries.Read([]string{filepath.Join(classes, "lib")}, archive.Options{}, Priced(lib), jdk.Find, jdk, 1)
	e, err := New(a.Program, Options{Model: model, Device: "any", Confidence: confidence, Library: lib, Foreign: code,
		Assume: func(_ *classfile.Method, symbol string) (float64, string, bool) {
			return 10, "test", !strings.HasSuffix(symbol, ")") || strings.HasSuffix(symbol, ".size()") || strings.Contains(symbol, "elements(")
		}})
	if err != nil {
		t.Fatal(err)
	}
	uses := a.Program.Lookup("app/Uses")
	for _, test := range []struct {
		method string
		number bool
	}{
		{"set", false}, {"has", false}, {"hasIn", false}, {"value", false}, {"ordered", false}, {"inOrder", false}, {"sort", false}, {"hash", false},
		{"text", false}, {"texts", false}, {"hashOf", false}, {"copy", false}, {"each", false}, {"first", false}, {"view", false}, {"start", false}, {"spawn", false},
		{"lengths", true}, {"last", true}, {"add", true}, {"firstOf", true}, {"none", true},
	} {
		for i := range uses.Methods {
			m := &uses.Methods[i]
			if m.Name != test.method {
				continue
			}
			w := e.Evaluate(roots(m)).Worst(m, confidence)
			if number := !math.IsInf(w.Bound, 1); number != test.number {
				t.Errorf("%s: %v J, a number is %v: %v", m.Name, w.Bound, test.number, w.Outcome.Reasons)
			}
		}
	}
}
