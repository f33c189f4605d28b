package absint

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// What a call of library code surely costs is what every way through the method has in common, pattern by pattern: that
// holds for any weights that are not negative. Calls on these ways count with what they surely cost themselves, to some
// depth. It says nothing of code that may be overridden, and nothing of native code. A model says what a call costs
// usually or at most; of the least it says nothing.

// maxLeastDepth is how deep calls of library methods by library methods are followed.
const maxLeastDepth = 2

// leastKey is a method whose calls are followed to a depth.
type leastKey struct {
	method *classfile.Method
	depth  int
}

// Least is what a call that runs this method and no other surely costs, if it returns.
func (w *World) Least(m *classfile.Method) pattern.Counts {
	w.mu.Lock()
	defer w.mu.Unlock()
	defer w.summaries.forget(m)
	return w.leastOf(m, maxLeastDepth)
}

// withLeast is the cost of a method with the least.
func (w *World) withLeast(m *classfile.Method) *Portable {
	p := w.of(m)
	if p.Least == nil {
		p.Least = w.leastOf(m, maxLeastDepth)
		w.summaries.forget(m)
	}
	return p
}

func (w *World) leastOf(m *classfile.Method, depth int) pattern.Counts {
	if depth < 0 || platform.Intrinsic.Has(m.Class.Name) {
		return nil
	}
	if !w.a.Hierarchy.Analysed(m.Class.Name) {
		return w.a.foreignLeast(m)
	}
	key := leastKey{m, depth}
	v, ok := w.least[key]
	if !ok {
		recovered(m, func() string { v = w.computeLeast(m, depth); return "" })
		w.least[key] = v
	}
	return v
}

func (w *World) computeLeast(m *classfile.Method, depth int) pattern.Counts {
	if m.Abstract() || !m.HasCode() {
		return nil
	}
	s := w.summaries.summary(m)
	if s.err != nil {
		return nil
	}
	obj := Objective{Weights: make([]float64, pattern.Num), header: -1, choices: w.choices}.prepared()
	o := s.evaluate(obj, func(site *callSite) Outcome {
		t := site.onlyTarget()
		if t == nil {
			return Outcome{}
		}
		return Outcome{Poly: constPoly(w.leastOf(t, depth-1))}
	})
	if o.noPath || o.throws { // no call returns
		return nil
	}
	return slices.DeleteFunc(s.Range(o, obj, nil).Counts, func(n pattern.Count) bool { return !(n.N > 0) })
}

// onlyTarget is the method that a call runs for sure, nil where there may be others.
func (c *callSite) onlyTarget() *classfile.Method {
	switch {
	case !c.direct || c.unknown != "" || len(c.lambdas)+len(c.stated) > 0:
		return nil
	case len(c.targets) == 1 && !c.library:
		return c.targets[0]
	case len(c.targets) == 0 && c.library:
		return c.body
	}
	return nil
}

// foreignLeast is what a call of a method that is not analysed surely costs.
func (a *Pricer) foreignLeast(m *classfile.Method) pattern.Counts {
	if a.Foreign == nil {
		return nil
	}
	p, ok := a.Foreign.Cost(m.Member(), true)
	if !ok {
		return nil
	}
	return p.Least
}

// leastOutcome is what a call of library code surely costs: no more than a model says, which may be a user's.
func (p *program) leastOutcome(s *costSummary, site *callSite, obj Objective) Outcome {
	m := site.onlyTarget()
	if m == nil || len(obj.Weights) == 0 || p.a.stated(site.member) {
		return Outcome{}
	}
	out := Outcome{Poly: constPoly(p.a.foreignLeast(m))}
	if p.a.Library == nil {
		return out
	}
	c, ok := p.a.Library.Cost(site.member, func(int, Measure, bool) Size { return badSize })
	if !ok {
		return out
	}
	var model Vector
	for _, t := range c.Terms {
		if n, ok := t.Count.Int(); ok && n > 0 {
			model = model.Add(pattern.Single(t.Pattern, float64(n)).Add(t.Parts.Scale(float64(n))))
		}
	}
	return newCombiner(obj, s.m.ranges).either(out, Outcome{Poly: constPoly(model)})
}
