package absint

import (
	"testing"

	"github.com/energylint/energylint/internal/archive"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/corpus"
)

// TestStepsOfCorpus holds the steps of real methods well below the limit: it is not to cost them their bounds.
func TestStepsOfCorpus(t *testing.T) {
	for _, name := range corpus.Names() {
		t.Run(name, func(t *testing.T) {
			classes, methods := codeOf(t, corpus.Jar(t, name))
			a := NewAnalyzer(callgraph.New(classes, nil, 0), nil, nil, 2)
			p := a.Reach(methods)
			p.Evaluate(TotalInstructions(true))
			most, where := 0, ""
			for _, s := range p.sums {
				if s.m != nil && s.m.most > most {
					most, where = s.m.most, s.name()
				}
			}
			t.Logf("at most %d steps, in %s", most, where)
			if most > maxSteps/4 {
				t.Errorf("%s takes %d steps of %d", where, most, maxSteps)
			}
		})
	}
}

// codeOf returns the classes of a jar, and their methods that have code.
func codeOf(t *testing.T, path string) (classes []*classfile.Class, methods []*classfile.Method) {
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
		for k := range c.Methods {
			if c.Methods[k].HasCode() {
				methods = append(methods, &c.Methods[k])
			}
		}
	}
	return classes, methods
}
