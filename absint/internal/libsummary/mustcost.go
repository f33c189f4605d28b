package libsummary

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// Lower bounds on library calls: the cost that all paths through a method have in common, pattern by pattern. Calls on
// these paths count with their own lower bounds, up to maxLeastDepth. Models contain expected or worst-case costs and
// give no lower bound.
//
// Sound for nonnegative weights, because only code that cannot be overridden is followed and native code counts as 0.

// maxLeastDepth caps the call depth of lower bounds.
const maxLeastDepth = 2

// leastKey is a method with the remaining call depth.
type leastKey struct {
	method *classfile.Method
	depth  int
}

// MustCost returns a lower bound on the cost of a call that runs exactly this method, if it returns.
func (w *LibraryAnalyzer) MustCost(m *classfile.Method) pattern.Counts {
	w.mu.Lock()
	defer w.mu.Unlock()
	defer w.summaries.Forget(m)
	return w.leastOf(m, maxLeastDepth)
}

// withLeast returns the cost of a method with its lower bound.
func (w *LibraryAnalyzer) withLeast(m *classfile.Method) *cost.CostSummary {
	p := w.of(m)
	if p.MustCost == nil {
		p.MustCost = w.leastOf(m, maxLeastDepth)
		w.summaries.Forget(m)
	}
	return p
}

// leastOf returns the memoized lower bound of a method, following calls to the given depth.
func (w *LibraryAnalyzer) leastOf(m *classfile.Method, depth int) pattern.Counts {
	if depth < 0 || platform.Intrinsic.Has(m.Class.Name) {
		return nil
	}
	if !w.a.Hierarchy.Analysed(m.Class.Name) {
		return w.a.ForeignMustCost(m)
	}
	key := leastKey{m, depth}
	v, ok := w.least[key]
	if !ok {
		recovered(m, func() string { v = w.computeLeast(m, depth); return "" })
		w.least[key] = v
	}
	return v
}

// computeLeast returns the lower bound of a method, following calls to the given depth.
func (w *LibraryAnalyzer) computeLeast(m *classfile.Method, depth int) pattern.Counts {
	if m.Abstract() || !m.HasCode() {
		return nil
	}
	s := w.summaries.Analysis(m)
	if s.Failure != nil {
		return nil
	}
	obj := cost.Objective{Weights: make([]float64, pattern.Num), Header: -1, Choices: w.choices}.Prepared()
	o := s.Evaluate(obj, func(site *callees.CallSite) cost.Outcome {
		t := site.OnlyTarget()
		if t == nil {
			return cost.Outcome{}
		}
		return cost.Outcome{Poly: expr.ConstPoly(w.leastOf(t, depth-1))}
	})
	if o.Infeasible || o.Throws { // no call returns
		return nil
	}
	return slices.DeleteFunc(s.Range(o, obj, nil).Counts, func(n pattern.Count) bool { return !(n.N > 0) })
}
