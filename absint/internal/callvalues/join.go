package callvalues

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/objectflow"
	"github.com/energylint/energylint/absint/internal/symval"
)

// Joins of return values. Sound because a Result then holds for each of them, over symbols of callers.

// join extends r to the values that o describes.
func join(r, o *symval.Result) {
	r.Value, r.Length = agreed(r.Value, o.Value), agreed(r.Length, o.Length)
	r.High, r.Low = with(r.High, o.High, expr.Max), with(r.Low, o.Low, expr.Min)
	r.Within = r.Within.Join(o.Within)
	if r.Step != o.Step {
		r.Step = code.Step{}
	}
	r.Search.Misses = r.Search.Misses || o.Search.Misses
	if r.Search.From != o.Search.From {
		r.Search = symval.Search{}
	} else if r.Search.In != o.Search.In {
		r.Search.In = 0
	}
}

// ResultOfAny describes the return value of a call that runs one of several methods. Fields of the receiver are no sizes then:
// the methods are of different classes.
func ResultOfAny(rs []*symval.Result) *symval.Result {
	if len(rs) == 1 {
		return rs[0]
	}
	var out symval.Result
	for i, r := range rs {
		one := symval.Result{Value: shared(r.Value), High: shared(r.High), Low: shared(r.Low), Within: r.Within, Length: shared(r.Length), Search: r.Search, Step: r.Step}
		if i == 0 {
			out = one
		} else {
			join(&out, &one)
		}
	}
	return &out
}

// shared returns q if it has a meaning for receivers of other classes, else an unknown quantity.
func shared(q symval.Guarded) symval.Guarded {
	own := func(a *expr.Atom) bool {
		i, fields, _, ok := expr.SplitPath(a.Symbol.Path)
		return a.Kind == expr.SymbolAtom && ok && i == 0 && fields != ""
	}
	if !q.Ok() || q.Size.Contains(own) || slices.ContainsFunc(q.Conds, func(c expr.Condition) bool { return c.Size.Contains(own) }) {
		return symval.NoResult.Value
	}
	return q
}

// agreed returns a if b has the same value, with the conditions of both, else an unknown quantity.
func agreed(a, b symval.Guarded) symval.Guarded {
	if !a.Ok() || !b.Ok() || !a.Size.Equal(b.Size) {
		return symval.NoResult.Value
	}
	a.Conds = expr.Union(a.Conds, b.Conds)
	return a
}

// with combines two bounds with the conditions of both; it is unknown if one of them is.
func with(q, o symval.Guarded, combine func(...expr.Size) expr.Size) symval.Guarded {
	if !q.Ok() || !o.Ok() {
		return symval.NoResult.Value
	}
	return parametric(symval.Guarded{Size: combine(q.Size, o.Size), Conds: expr.Union(q.Conds, o.Conds)})
}

// parametric returns q if it and its conditions mention neither loop indices nor upper-bound symbols, else an unknown quantity.
func parametric(q symval.Guarded) symval.Guarded {
	q.Conds = expr.Tightest(q.Conds) // bounds repeat those of their operands
	if !q.Ok() || q.Size.Top || len(q.Conds) > objectflow.MaxOrigins {
		return symval.NoResult.Value
	}
	inside := func(a *expr.Atom) bool {
		return a.Kind == expr.IndexAtom || a.Kind == expr.SymbolAtom && symval.IsLargest(a.Symbol)
	}
	if q.Size.Contains(inside) || slices.ContainsFunc(q.Conds, func(c expr.Condition) bool { return c.Size.Top || c.Requires != "" || c.Size.Contains(inside) }) {
		return symval.NoResult.Value
	}
	return q
}
