package absint

import (
	"fmt"
	"slices"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/classfile"
)

// Peek returns the method's code without remembering it: for who looks at many methods once each, where keeping them all
// would take too much memory.
func (a *Analyzer) Peek(m *classfile.Method) *Code {
	a.mu.Lock()
	s := a.summaries[m]
	a.mu.Unlock()
	if s != nil {
		return &Code{sum: s}
	}
	return a.unshared(m)
}

// BoundsOf returns the analysis of a method as Code.Bounds does, of code that no other goroutine uses: OutOfRange may remember what it finds.
func (a *Analyzer) BoundsOf(m *classfile.Method) *Summary { return a.unshared(m).Bounds() }

// unshared reads the method's code.
func (a *Analyzer) unshared(m *classfile.Method) *Code {
	c := &Code{unfinished: a}
	if err := a.protect(m, func() { c.sum = a.read(m) }); err != nil {
		c.sum = unanalysed(m, err)
	}
	return c
}

// Once is Summary without remembering it.
func (a *Analyzer) Once(m *classfile.Method) *Summary { return newSummary(a.isolated(m)) }

// isolated analyses a method with its calls; a panic becomes the summary's error.
func (a *Analyzer) isolated(m *classfile.Method) (s *cost.Summary) {
	err := a.protect(m, func() {
		s = a.read(m)
		a.summarize(s)
		s.Raiser = a.Pricer
		a.FindCalls(s.Summary)
	})
	if err != nil {
		return unanalysed(m, err)
	}
	return s
}

// protect runs a part of the analysis of a method. It returns an error if that panics.
func (a *Analyzer) protect(m *classfile.Method, run func()) error {
	if a.Isolate == nil {
		run()
	} else if !a.Isolate(m, run) {
		return fmt.Errorf("%s: the analysis failed", progdb.MethodName(m))
	}
	return nil
}

// unanalysed is the summary of a method whose analysis failed.
func unanalysed(m *classfile.Method, err error) *cost.Summary {
	return &cost.Summary{Summary: &callees.Summary{Method: m, Failure: err}}
}

// Methods returns the methods of the program: the roots first, then what they reach.
func (p *Program) Methods() []*classfile.Method { return slices.Clone(p.Members) }

// BlockExecutions is how often a block of the method runs in one call at most, as a cost of header executions. Its
// Numbers.Header is the number.
func (s *Summary) BlockExecutions(b int) (cost.Outcome, cost.Objective) {
	obj := cost.Objective{Upper: true, Header: int32(b)}
	return s.Evaluate(obj, nil), obj
}
