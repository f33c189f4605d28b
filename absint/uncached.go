package absint

import (
	"fmt"
	"slices"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/classfile"
)

// Peek returns the method's own analysis without remembering it, and without where its calls lead: for who looks at many
// methods once each, where keeping them all would take too much memory.
func (a *Analyzer) Peek(m *classfile.Method) *Summary {
	a.mu.Lock()
	s := a.summaries[m]
	a.mu.Unlock()
	if s == nil {
		s = a.isolated(m, false)
	}
	return &Summary{s}
}

// Once is Summary without remembering it.
func (a *Analyzer) Once(m *classfile.Method) *Summary { return &Summary{a.isolated(m, true)} }

// isolated analyses a method, with its calls where they are asked for; a panic becomes the summary's error.
func (a *Analyzer) isolated(m *classfile.Method, calls bool) (s *cost.Summary) {
	run := func() {
		s = a.summarize(m)
		if calls {
			s.Raiser = a.Pricer
			a.FindCalls(s.Summary)
		}
	}
	if a.Isolate == nil {
		run()
	} else if !a.Isolate(m, run) {
		s = &cost.Summary{Summary: &callees.Summary{Method: m, Failure: fmt.Errorf("%s: the analysis failed", progdb.MethodName(m))}}
	}
	return s
}

// Methods returns the methods of the program: the roots first, then what they reach.
func (p *Program) Methods() []*classfile.Method { return slices.Clone(p.Members) }

// BlockExecutions is how often a block of the method runs in one call at most, as a cost of header executions. Its
// Numbers.Header is the number.
func (s *Summary) BlockExecutions(b int) (cost.Outcome, cost.Objective) {
	obj := cost.Objective{Upper: true, Header: int32(b)}
	return s.Evaluate(obj, nil), obj
}
