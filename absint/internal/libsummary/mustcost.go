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

// MustCost is what a call that runs this method and no other surely costs, if it returns.
func (w *LibraryAnalyzer) MustCost(m *classfile.Method) pattern.Counts {
	w.mu.Lock()
	defer w.mu.Unlock()
	defer w.summaries.Forget(m)
	return w.leastOf(m, maxLeastDepth)
}

// withLeast is the cost of a method with the least.
func (w *LibraryAnalyzer) withLeast(m *classfile.Method) *cost.CostSummary {
	p := w.of(m)
	if p.MustCost == nil {
		p.MustCost = w.leastOf(m, maxLeastDepth)
		w.summaries.Forget(m)
	}
	return p
}

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
