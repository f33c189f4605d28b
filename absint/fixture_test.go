package absint

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// fixture parses the compiled classes of a topic under testdata/fixtures.
func fixture(t testing.TB, topic string) []*classfile.Class {
	t.Helper()
	var out []*classfile.Class
	root := filepath.Join("..", "testdata", "fixtures", topic, "classes")
	err := filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		c, err := classfile.Parse(data)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		out = append(out, c)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// analyzer returns an analyzer of a topic, without a library, and its methods by "Class.name".
func analyzer(t testing.TB, topic string) (*Analyzer, map[string]*classfile.Method) {
	t.Helper()
	cs := fixture(t, topic)
	return analyzerOf(cs), methodsOf(cs)
}

func analyzerOf(cs []*classfile.Class) *Analyzer {
	return NewAnalyzer(callgraph.New(cs, nil, 1), nil, nil, 1)
}

// loopsOf are the loops of a method that can be analysed.
func loopsOf(t testing.TB, a *Analyzer, m *classfile.Method) []Loop {
	t.Helper()
	s := a.Summary(m)
	if s.Err() != nil {
		t.Fatal(s.Err())
	}
	return s.Loops(nil)
}

func methodsOf(cs []*classfile.Class) map[string]*classfile.Method {
	methods := map[string]*classfile.Method{}
	for _, c := range cs {
		for i := range c.Methods {
			m := &c.Methods[i]
			methods[simpleName(c.Name)+"."+m.Name] = m
		}
	}
	return methods
}

// withCode are the methods of classes that have code.
func withCode(cs []*classfile.Class) []*classfile.Method {
	var out []*classfile.Method
	for _, c := range cs {
		for i := range c.Methods {
			if m := &c.Methods[i]; m.HasCode() {
				out = append(out, m)
			}
		}
	}
	return out
}

// weightsBy are weights from 1 to n, over and over, of so many dimensions.
func weightsBy(n, dimensions int) []float64 {
	out := make([]float64, dimensions)
	for i := range out {
		out[i] = float64(i%n + 1)
	}
	return out
}

// formula writes one dimension of a polynomial, the constant part first: "9 + 4.5*[n^2]".
func formula(p Poly, id pattern.ID) string {
	var parts []string
	for _, t := range p.terms {
		n := t.vec.Of(id)
		switch {
		case n == 0:
		case len(t.mono) == 0:
			parts = append(parts, number(n))
		default:
			parts = append(parts, number(n)+"*["+t.mono.String()+"]")
		}
	}
	if len(parts) == 0 {
		return "0"
	}
	return strings.Join(parts, " + ")
}

func roots(ms ...*classfile.Method) []*classfile.Method { return ms }
