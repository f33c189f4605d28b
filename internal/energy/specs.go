package energy

import (
	"slices"
	"sync"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/source"
	"github.com/energylint/energylint/internal/spec"
)

// Specs gathers what is specified of methods: annotations in class files, clauses in source comments. It is safe for
// concurrent use.
type Specs struct {
	sources *source.Index

	mu      sync.Mutex
	classes map[*classfile.Class]*classSpecs
}

type classSpecs struct {
	once     sync.Once
	methods  map[string]spec.MethodSpec
	problems []Problem
}

// Problem is a mistake in the specification of a method.
type Problem struct {
	Method *classfile.Method
	spec.Problem
}

// NewSpecs returns the specifications of classes whose sources an index finds; the index may be nil.
func NewSpecs(sources *source.Index) *Specs {
	return &Specs{sources: sources, classes: map[*classfile.Class]*classSpecs{}}
}

func (s *Specs) class(c *classfile.Class) *classSpecs {
	s.mu.Lock()
	cs := s.classes[c]
	if cs == nil {
		cs = &classSpecs{}
		s.classes[c] = cs
	}
	s.mu.Unlock()
	cs.once.Do(func() { cs.read(c, s.sources) })
	return cs
}

func (cs *classSpecs) read(c *classfile.Class, sources *source.Index) {
	var written map[string]*source.Method
	if sources != nil {
		written, _ = sources.Class(c)
	}
	annotated := spec.Annotated(c)
	if len(written) == 0 && !annotated {
		return
	}
	cs.methods = map[string]spec.MethodSpec{}
	for i := range c.Methods {
		m := &c.Methods[i]
		var ms spec.MethodSpec
		var problems []spec.Problem
		if annotated && !m.Bridge() { // to which javac copies the annotations of the method that it calls
			ms, problems = spec.FromMethod(m)
		}
		var names []string
		if w := written[m.ID()]; w != nil {
			ms.Merge(w.Spec)
			problems = append(problems, w.Problems...)
			names = w.Params
		}
		if ms.Empty() && len(problems) == 0 {
			continue
		}
		scope := spec.ScopeOf(m, names)
		ms, more := scope.Check(ms)
		for _, p := range append(problems, more...) {
			cs.problems = append(cs.problems, Problem{m, p})
		}
		cs.methods[m.ID()] = ms
	}
}

// Of returns what is specified of a method.
func (s *Specs) Of(m *classfile.Method) spec.MethodSpec {
	methods := s.class(m.Class).methods
	if len(methods) == 0 {
		return spec.MethodSpec{} // without putting the key together
	}
	return methods[m.ID()]
}

// Problems returns the mistakes in the specifications of a class.
func (s *Specs) Problems(c *classfile.Class) []Problem { return s.class(c).problems }

// Stray returns the mistakes in sources that belong to no method, after all classes were looked at.
func (s *Specs) Stray() []spec.Problem {
	if s.sources == nil {
		return nil
	}
	return s.sources.Problems()
}

// Unmarked returns the budgets in comments that are not marked as specifications, after all classes were looked at.
func (s *Specs) Unmarked() []spec.Problem {
	if s.sources == nil {
		return nil
	}
	return s.sources.Unmarked()
}

// Facts are the parts of a method's specification that the engine uses.
func (s *Specs) Facts(m *classfile.Method) absint.Facts {
	ms := s.Of(m)
	f := absint.Facts{Requires: spec.Predicates(ms.Requires)}
	if len(ms.MeasuredBy) > 0 {
		f.MeasuredBy = absint.MeasureFact{Expr: ms.MeasuredBy[0].Expr, Origin: ms.MeasuredBy[0].Origin.String()}
	}
	for _, l := range ms.Loops {
		add := func(x spec.Fact, variant bool) {
			f.Loops = append(f.Loops, absint.LoopFact{Line: l.Line, Ordinal: l.Order, Variant: variant, Expr: x.Expr, Origin: x.Origin.String(), Written: x.Origin})
		}
		for _, x := range l.Bound {
			add(x, false)
		}
		for _, x := range l.Decreases {
			add(x, true)
		}
	}
	slices.SortStableFunc(f.Loops, func(a, b absint.LoopFact) int { return a.Line - b.Line })
	return f
}
