package callvalues

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/ssa"
)

// Intervals of the arguments of private methods. Sound because all calls of a private method are known.

// MaxArgumentDepth bounds the call depth from which arguments are propagated.
const MaxArgumentDepth = 2

// AnyActual is an unknown argument.
var AnyActual = symval.Actual{Value: expr.Everything, Length: expr.Interval{Lo: 0, Hi: symval.MaxLength}}

// Narrows reports whether what is passed for a parameter of a type can narrow anything: its number, or its length as an array or a
// text.
func Narrows(m *symval.Func, desc string) bool {
	if desc == "" {
		return true
	}
	switch desc[0] {
	case 'L':
		is, known := m.Fields.H.IsSubtype(platform.StringClass, platform.ClassName(desc))
		return is || !known
	case 'F', 'D':
		return false
	}
	return true
}

// ApplyArguments narrows the ranges of parameters to the arguments of all calls, up to depth call levels away.
func ApplyArguments(m *symval.Func, depth int) {
	narrows := func(p ssa.ID) bool { return Narrows(m, m.Fn.Static(p)) }
	if depth <= 0 || !slices.ContainsFunc(m.Fn.Params, narrows) {
		return
	}
	args := m.Oracle.Arguments(m.Fn.Method, depth-1)
	for i, p := range m.Fn.Params {
		if i >= len(args) {
			return
		}
		if !narrows(p) {
			continue
		}
		switch x := &m.Fn.Values[p]; {
		case x.Type == 'i' || x.Type == 'l':
			sym := m.ParamSymbol(p)
			m.NarrowPassed(sym, args[i].Value)
		case x.Type == 'a':
			path, _ := m.Path(p, 0)
			m.NarrowPassed(expr.Symbol{Path: "len(" + path + ")", Max: symval.MaxLength}, args[i].Length)
		}
	}
}

// ActualOf returns the intervals of a value that is passed in block b.
func ActualOf(m *symval.Func, v ssa.ID, b int32) symval.Actual {
	out := AnyActual
	switch m.Fn.Values[v].Type {
	case 'i', 'l':
		out.Value = m.RangeAt(v, b)
	case 'a':
		if m.Fn.IsNull(v) { // null has no length
			out.Length = expr.Interval{Lo: math.Inf(1), Hi: math.Inf(-1)}
			break
		}
		var q symval.Guarded
		if t := m.Fn.Static(v); t == "Ljava/lang/String;" {
			q = m.StringLength(v)
		} else {
			q = m.Length(v, 0)
		}
		if q.Ok() && len(q.Conds) == 0 {
			up, low := m.Eliminate(q.Size, true, code.NoBlock), m.Eliminate(q.Size, false, code.NoBlock)
			if !up.Top && !low.Top {
				out.Length = expr.Intersect(out.Length, expr.Interval{Lo: m.Env.Size(low).Lo, Hi: m.Env.Size(up).Hi})
			}
		}
	}
	return out
}
