package symval

import (
	"math"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Return values as expressions over the method's own symbols, which callers instantiate with their arguments. Sound because
// only what cannot change while the caller runs is a symbol: parameters, lengths, and fields that only constructors write.

// Result returns the join of the method's return values over all returns.
func (m *Func) Result() *Result {
	var out *Result
	desc := classfile.Return(m.Fn.Method.Desc)
	for _, b := range m.CFG.RPO {
		for _, v := range m.Fn.Body[b] {
			x := &m.Fn.Values[v]
			if x.Kind != ssa.Instr {
				continue
			}
			one := *NoResult
			switch x.Op {
			case classfile.OpIreturn, classfile.OpLreturn:
				r := m.Fn.Args(v)[0]
				one.value = parametric(m.ValueOf(r))
				one.high, one.low = parametric(m.Bound(r, true, 0)), parametric(m.Bound(r, false, 0))
				one.within = m.RangeAt(r, b)
			case classfile.OpAreturn:
				r := m.Fn.Args(v)[0]
				if desc[0] != '[' || m.Fn.IsNull(r) { // null has no length
					continue
				}
				one.length = parametric(m.Length(r, 0))
			default:
				continue
			}
			if out == nil {
				out = &one
			} else {
				out.join(&one)
			}
		}
	}
	if out == nil {
		return NoResult
	}
	if out.within.Lo <= out.within.Hi {
		out.high, out.low = m.limited(out.high, out.within.Hi, true), m.limited(out.low, out.within.Lo, false)
	}
	// A return type narrower than int truncates values outside its range.
	if all := DescRange(desc); desc != "I" && desc != "J" && desc[0] != '[' && (out.within.Lo < all.Lo || out.within.Hi > all.Hi) {
		return NoResult
	}
	return out
}

// limited returns the tighter of an upper (up) or lower bound and a number.
func (m *Func) limited(q Guarded, n float64, up bool) Guarded {
	if math.Abs(n) >= Uninformative {
		return q
	}
	limit := expr.Const(int64(n))
	if r := m.Env.Size(q.Size); !q.Ok() || up && r.Lo >= n || !up && r.Hi <= n {
		return Guarded{Size: limit}
	}
	tighter := expr.Max
	if up {
		tighter = expr.Min
	}
	q.Size = tighter(q.Size, limit)
	return parametric(q)
}
