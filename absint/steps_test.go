package absint_test

import (
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/archive"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/corpus"
)

// TestStepsOfCorpus holds the steps of real methods below half of the limit: it is not to cost them their bounds. The most that
// any takes are 347,464, in a scanner that JavaCC has made.
func TestStepsOfCorpus(t *testing.T) {
	for _, name := range corpus.Names() {
		t.Run(name, func(t *testing.T) {
			h := callgraph.New(classesOf(t, corpus.Jar(t, name)), nil, 0)
			a := absint.NewAnalyzer(h, nil, nil, 2)
			var methods []*classfile.Method
			for _, c := range h.Classes() {
				for i := range c.Methods {
					if c.Methods[i].HasCode() {
						methods = append(methods, &c.Methods[i])
					}
				}
			}
			p := a.Reach(methods)
			p.Evaluate(cost.TotalInstructions(true))
			most, where := 0, ""
			for _, s := range p.Sums {
				if s.M != nil && s.M.Most > most {
					most, where = s.M.Most, s.Name()
				}
			}
			t.Logf("at most %d steps, in %s", most, where)
			if most > symval.MaxSteps/2 {
				t.Errorf("%s takes %d steps of %d", where, most, symval.MaxSteps)
			}
		})
	}
}

// TestWithin ends what takes too many steps, counts nested parts by themselves and lets other panics through.
func TestWithin(t *testing.T) {
	m := &symval.Func{}
	spend := func(n int) func() { return func() { m.Spend(n) } }
	m.Spend(2 * symval.MaxSteps) // no limit yet
	for _, tc := range []struct {
		name string
		f    func()
		want bool
	}{
		{"as many as there are", spend(symval.MaxSteps), true},
		{"one too many", spend(symval.MaxSteps + 1), false},
		{"too many together", func() { m.Spend(symval.MaxSteps); m.Spend(1) }, false},
		{"too many in a part", func() { m.Within(spend(symval.MaxSteps + 1)) }, true},
		{"a part counts for itself", func() { m.Spend(symval.MaxSteps - 1); m.Within(spend(symval.MaxSteps)); m.Spend(1) }, true},
	} {
		if got := m.Within(tc.f); got != tc.want {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
		}
	}
	defer func() {
		if p := recover(); p != "another" {
			t.Errorf("panic %v, want that of the function", p)
		}
	}()
	m.Within(func() { panic("another") })
}

// classesOf returns the classes of a jar.
func classesOf(t *testing.T, path string) (classes []*classfile.Class) {
	t.Helper()
	entries, problems := archive.List([]string{path}, archive.Options{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	defer archive.Close(entries)
	for i := range entries {
		data, err := entries[i].Read()
		if err != nil {
			t.Fatal(err)
		}
		c, err := classfile.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		classes = append(classes, c)
	}
	return classes
}
