package absinttest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
)

// Fixture parses the compiled classes of a topic under testdata/fixtures.
func Fixture(t testing.TB, topic string) []*classfile.Class {
	t.Helper()
	var out []*classfile.Class
	root := filepath.Join(moduleRoot(), "testdata", "fixtures", topic, "classes")
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

// Analyzer returns an analyzer of a topic, without a library, and its methods by "Class.name".
func Analyzer(t testing.TB, topic string) (*absint.Analyzer, map[string]*classfile.Method) {
	t.Helper()
	cs := Fixture(t, topic)
	return AnalyzerOf(cs), MethodsOf(cs)
}

func AnalyzerOf(cs []*classfile.Class) *absint.Analyzer {
	return absint.NewAnalyzer(callgraph.New(cs, nil, 1), nil, nil, 1)
}

// LoopsOf are the loops of a method that can be analysed.
func LoopsOf(t testing.TB, a *absint.Analyzer, m *classfile.Method) []absint.Loop {
	t.Helper()
	s := a.Summary(m)
	if s.Err() != nil {
		t.Fatal(s.Err())
	}
	return s.Loops(nil)
}

func MethodsOf(cs []*classfile.Class) map[string]*classfile.Method {
	methods := map[string]*classfile.Method{}
	for _, c := range cs {
		for i := range c.Methods {
			m := &c.Methods[i]
			methods[code.SimpleName(c.Name)+"."+m.Name] = m
		}
	}
	return methods
}

// WithCode are the methods of classes that have code.
func WithCode(cs []*classfile.Class) []*classfile.Method {
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

// WeightsBy are weights from 1 to n, over and over, of so many dimensions.
func WeightsBy(n, dimensions int) []float64 {
	out := make([]float64, dimensions)
	for i := range out {
		out[i] = float64(i%n + 1)
	}
	return out
}

func Roots(ms ...*classfile.Method) []*classfile.Method { return ms }
