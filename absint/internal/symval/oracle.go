package symval

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/objectflow"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// What one method needs to know of the others. Sound because a Result joins all returns, over symbols of callers.

// Oracle answers queries of the analysis of one method about other methods of the program.
type Oracle interface {
	// Result describes the return value of a call in f, for all executions. Callees are analyzed up to that call depth.
	Result(f *ssa.Func, call ssa.ID, depth int) *Result
	// Arguments returns the arguments of all calls of a method, by parameter; nil if not all calls are known.
	Arguments(m *classfile.Method, depth int) []Actual
	// CallEffects returns the effects of the application code that a call in f runs, up to the limits of the traversal.
	CallEffects(f *ssa.Func, call ssa.ID) *effects.CallEffects
	// ReadOnly reports whether the application code that a call in f passes object to only reads it and does not keep it.
	ReadOnly(f *ssa.Func, call, object ssa.ID) bool
}

// Actual is what a call passes for one parameter: the interval of a number, or of the length of an array or a string.
type Actual struct{ Value, Length expr.Interval }

// Result describes the return value of a method, for all its calls.
type Result struct {
	value     Guarded // for an int or long
	high, low Guarded // its bounds
	within    expr.Interval
	length    Guarded // for an array
}

// NoResult is the Result of a method of which nothing is known.
var NoResult = func() *Result {
	no := Guarded{Why: "it is not known"}
	return &Result{value: no, high: no, low: no, within: expr.Everything, length: no}
}()

// join extends r to the values that o describes.
func (r *Result) join(o *Result) {
	r.value, r.length = agreed(r.value, o.value), agreed(r.length, o.length)
	r.high, r.low = r.high.with(o.high, expr.Max), r.low.with(o.low, expr.Min)
	r.within = r.within.Join(o.within)
}

// ResultOfAny describes the return value of a call that runs one of several methods. Fields of the receiver are no sizes then:
// the methods are of different classes.
func ResultOfAny(rs []*Result) *Result {
	if len(rs) == 1 {
		return rs[0]
	}
	var out Result
	for i, r := range rs {
		one := Result{value: shared(r.value), high: shared(r.high), low: shared(r.low), within: r.within, length: shared(r.length)}
		if i == 0 {
			out = one
		} else {
			out.join(&one)
		}
	}
	return &out
}

// shared returns q if it has a meaning for receivers of other classes, else an unknown quantity.
func shared(q Guarded) Guarded {
	own := func(a *expr.Atom) bool {
		i, fields, _, ok := expr.SplitPath(a.Symbol.Path)
		return a.Kind == expr.SymbolAtom && ok && i == 0 && fields != ""
	}
	if !q.Ok() || q.Size.Contains(own) || slices.ContainsFunc(q.Conds, func(c expr.Condition) bool { return c.Size.Contains(own) }) {
		return NoResult.value
	}
	return q
}

// agreed returns a if b has the same value, with the conditions of both, else an unknown quantity.
func agreed(a, b Guarded) Guarded {
	if !a.Ok() || !b.Ok() || !a.Size.Equal(b.Size) {
		return NoResult.value
	}
	a.Conds = expr.Union(a.Conds, b.Conds)
	return a
}

// with combines two bounds with the conditions of both; it is unknown if one of them is.
func (q Guarded) with(o Guarded, combine func(...expr.Size) expr.Size) Guarded {
	if !q.Ok() || !o.Ok() {
		return NoResult.value
	}
	return parametric(Guarded{Size: combine(q.Size, o.Size), Conds: expr.Union(q.Conds, o.Conds)})
}

// parametric returns q if it and its conditions mention neither loop indices nor upper-bound symbols, else an unknown quantity.
func parametric(q Guarded) Guarded {
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
