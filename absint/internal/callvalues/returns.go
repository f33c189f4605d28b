package callvalues

import (
	"fmt"
	"math"
	"strings"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Return values as expressions over the method's own symbols, which callers instantiate with their arguments. Sound because
// only what cannot change while the caller runs is a symbol: parameters, lengths, and fields that only constructors write.

// ResultOf returns the join of the method's return values over all returns.
func ResultOf(m *symval.Func) *symval.Result {
	var out *symval.Result
	var returned []place
	desc := classfile.Return(m.Fn.Method.Desc)
	for _, b := range m.CFG.RPO {
		for _, v := range m.Fn.Body[b] {
			x := &m.Fn.Values[v]
			if x.Kind != ssa.Instr {
				continue
			}
			one := *symval.NoResult
			switch x.Op {
			case classfile.OpIreturn, classfile.OpLreturn:
				r := m.Fn.Args(v)[0]
				returned = append(returned, place{value: r, block: b})
				one.Value = parametric(m.ValueOf(r))
				one.High, one.Low = parametric(m.Bound(r, true, 0)), parametric(m.Bound(r, false, 0))
				one.Within = m.RangeAt(r, b)
				one.Step = stepOf(m, r, desc)
			case classfile.OpAreturn:
				r := m.Fn.Args(v)[0]
				if desc[0] != '[' || m.Fn.IsNull(r) { // null has no length
					continue
				}
				one.Length = parametric(m.Length(r, 0))
			default:
				continue
			}
			if out == nil {
				out = &one
			} else {
				join(out, &one)
			}
		}
	}
	if out == nil {
		return symval.NoResult
	}
	switch desc {
	case "I":
		out.Search = searchOf(m, returned)
	case "Z":
		out.When = whenReturned(m, returned)
	}
	if out.Within.Lo <= out.Within.Hi {
		out.High, out.Low = limited(m, out.High, out.Within.Hi, true), limited(m, out.Low, out.Within.Lo, false)
	}
	// A return type narrower than int truncates values outside its range.
	if all := symval.DescRange(desc); desc != "I" && desc != "J" && desc[0] != '[' && (out.Within.Lo < all.Lo || out.Within.Hi > all.Hi) {
		return symval.NoResult
	}
	return out
}

// limited returns the tighter of an upper (up) or lower bound and a number.
func limited(m *symval.Func, q symval.Guarded, n float64, up bool) symval.Guarded {
	if math.Abs(n) >= symval.Uninformative {
		return q
	}
	limit := expr.Const(int64(n))
	if r := m.Env.Size(q.Size); !q.Ok() || up && r.Lo >= n || !up && r.Hi <= n {
		return symval.Guarded{Size: limit}
	}
	tighter := expr.Max
	if up {
		tighter = expr.Min
	}
	q.Size = tighter(q.Size, limit)
	return parametric(q)
}

// ParameterSize returns the symbol of a number of a parameter of a type, which the caller instantiates; bad where the number may change
// while the method runs, as the size of a collection and the length of a text that is no String do.
func ParameterSize(i int, desc string, what progdb.Measure) expr.Size {
	name, sym := fmt.Sprintf("arg%d", i), expr.Symbol{Path: fmt.Sprintf("p%d", i), Max: symval.MaxLength}
	switch {
	case what == progdb.Value && strings.Contains("BCIJS", desc):
		r := symval.DescRange(desc)
		sym.Name, sym.Min, sym.Max = name, r.Lo, r.Hi
	case what == progdb.Length && desc[0] == '[':
		sym.Path, sym.Name = "len("+sym.Path+")", name+".length"
	case what == progdb.Chars && desc == platform.Desc(platform.StringClass):
		sym.Path, sym.Name = "len("+sym.Path+")", name+".length()"
	default:
		return expr.TopSize
	}
	return expr.SymbolSize(sym)
}
