package symval

import (
	"math"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/ssa"
)

// Intervals of the arguments of private methods. Sound because all calls of a private method are known.

// MaxArgumentDepth bounds the call depth from which arguments are propagated.
const MaxArgumentDepth = 2

// anyActual is an unknown argument.
var anyActual = Actual{expr.Everything, expr.Interval{Lo: 0, Hi: MaxLength}}

// ApplyArguments narrows the ranges of parameters to the arguments of all calls, up to depth call levels away.
func (m *Func) ApplyArguments(depth int) {
	if depth <= 0 {
		return
	}
	args := m.Oracle.Arguments(m.Fn.Method, depth-1)
	for i, p := range m.Fn.Params {
		if i >= len(args) {
			return
		}
		switch x := &m.Fn.Values[p]; {
		case x.Type == 'i' || x.Type == 'l':
			sym := m.paramSymbol(p)
			m.narrow(sym, args[i].Value)
		case x.Type == 'a':
			path, _ := m.Path(p, 0)
			m.narrow(expr.Symbol{Path: "len(" + path + ")", Max: MaxLength}, args[i].Length)
		}
	}
}

// narrow intersects the range of a symbol with to.
func (m *Func) narrow(sym expr.Symbol, to expr.Interval) {
	old := m.Env.Symbol(sym)
	r := expr.Intersect(old, to)
	if r == old || r.Lo > r.Hi {
		return
	}
	if m.Env.Symbols == nil {
		m.Env.Symbols = map[string]expr.Interval{}
	}
	m.Env.Symbols[sym.Path] = r
	if m.passed == nil {
		m.passed = map[string]expr.Interval{}
	}
	m.passed[sym.Path] = r
}

// ActualOf returns the intervals of a value that is passed in block b.
func (m *Func) ActualOf(v ssa.ID, b int32) Actual {
	out := anyActual
	switch m.Fn.Values[v].Type {
	case 'i', 'l':
		out.Value = m.RangeAt(v, b)
	case 'a':
		if m.Fn.IsNull(v) { // null has no length
			out.Length = expr.Interval{Lo: math.Inf(1), Hi: math.Inf(-1)}
			break
		}
		var q Guarded
		if t := m.Fn.Static(v); t == "Ljava/lang/String;" {
			q = m.StringLength(v)
		} else {
			q = m.Length(v, 0)
		}
		if q.Ok() && len(q.Conds) == 0 {
			up, low := m.Eliminate(q.Size, true, NoBlock), m.Eliminate(q.Size, false, NoBlock)
			if !up.Top && !low.Top {
				out.Length = expr.Intersect(out.Length, expr.Interval{Lo: m.Env.Size(low).Lo, Hi: m.Env.Size(up).Hi})
			}
		}
	}
	return out
}
