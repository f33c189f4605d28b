package symval

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/objectflow"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Oracle answers what the analysis of one method asks about the other methods of the program.
type Oracle interface {
	// Result returns what is known of what a call in f returns, for all executions. Callees are looked into at most hops
	// deep.
	Result(f *ssa.Func, call ssa.ID, hops int) *Result
	// Arguments returns what all calls of a method pass, by parameter; nil where they are not known.
	Arguments(m *classfile.Method, hops int) []Actual
	// CallEffects returns what the code of the program does that a call in f runs, as far as it is looked into.
	CallEffects(f *ssa.Func, call ssa.ID) *effects.CallEffects
	// ReadOnly reports whether all code of the program that a call in f runs and that gets an object only reads it, and
	// keeps it nowhere.
	ReadOnly(f *ssa.Func, call, object ssa.ID) bool
}

// Actual is what a call passes for one parameter: an interval of a number, or of the length of an array or a string.
type Actual struct{ Value, Length expr.Interval }

// Result is what is known of what a method returns, for all its calls.
type Result struct {
	value     Guarded // of an int or long
	high, low Guarded // bounds of it
	within    expr.Interval
	length    Guarded // of an array
}

var NoResult = func() *Result {
	no := Guarded{Why: "it is not known"}
	return &Result{value: no, high: no, low: no, within: expr.Everything, length: no}
}()

func (r *Result) join(o *Result) {
	r.value, r.length = agreed(r.value, o.value), agreed(r.length, o.length)
	r.high, r.low = r.high.with(o.high, expr.Max), r.low.with(o.low, expr.Min)
	r.within = r.within.Join(o.within)
}

// agreed is what two quantities are if they are the same.
func agreed(a, b Guarded) Guarded {
	if !a.Ok() || !b.Ok() || !a.Size.Equal(b.Size) {
		return NoResult.value
	}
	a.Conds = expr.Union(a.Conds, b.Conds)
	return a
}

func (q Guarded) with(o Guarded, combine func(...expr.Size) expr.Size) Guarded {
	if !q.Ok() || !o.Ok() {
		return NoResult.value
	}
	return own(Guarded{Size: combine(q.Size, o.Size), Conds: expr.Union(q.Conds, o.Conds)})
}

// own is a quantity that callers can put their arguments into: one of the method's symbols alone, not of what its loops
// do or of what it meets on the way.
func own(q Guarded) Guarded {
	if !q.Ok() || q.Size.Top || len(q.Conds) > objectflow.MaxOrigins {
		return NoResult.value
	}
	inside := func(a *expr.Atom) bool {
		return a.Kind == expr.IndexAtom || a.Kind == expr.SymbolAtom && IsLargest(a.Symbol)
	}
	if q.Size.Contains(inside) || slices.ContainsFunc(q.Conds, func(c expr.Condition) bool { return c.Size.Top || c.Requires != "" || c.Size.Contains(inside) }) {
		return NoResult.value
	}
	return q
}
