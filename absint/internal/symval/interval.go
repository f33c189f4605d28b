package symval

import (
	"math"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Intervals of loop variables: abstract interpretation on demand, one header phi at a time, refined by branch conditions.
//
// Intervals are ordered by inclusion; Join is their least upper bound: commutative, associative, idempotent. An end that
// grows is widened to the end of the type, so at most three iterations lead to a range that the loop body maps into itself;
// further ones only narrow it. Sound because it stays above all values that the variable has.

// maxNesting bounds how many loops' variables are computed within each other.
const maxNesting = 3

// phiRange returns an interval that contains a header phi whenever it is computed.
func (m *Func) phiRange(v ssa.ID, depth int) expr.Interval {
	c := &m.intervals
	m.StartIntervals()
	if r, ok := c.tentative[v]; ok {
		return r
	}
	if r, ok := c.done[v]; ok {
		return r
	}
	all := TypeRange(m.Fn.Values[v].Type)
	switch {
	case len(c.tentative) >= maxNesting:
		return all
	case len(c.tentative) == 0:
		depth = 0 // results that are cached do not depend on the first query
	}
	l := m.LoopHeadedBy(int(m.Fn.Values[v].Block))
	entry := m.edgeHull(v, l, false, depth)
	if entry.Lo > entry.Hi { // the loop is never entered
		entry = all
	}
	body := func(x expr.Interval) expr.Interval {
		c.tentative[v] = x
		defer delete(c.tentative, v)
		return expr.Intersect(entry.Join(m.edgeHull(v, l, true, depth)), all)
	}
	x := expr.Fixpoint(entry, all, body)
	if len(c.tentative) == 0 {
		c.done[v] = x
	}
	return x
}

// edgeHull returns the join of the header phi v over the back edges of loop l, or over its entries.
func (m *Func) edgeHull(v ssa.ID, l int, back bool, depth int) expr.Interval {
	out := expr.Interval{Lo: math.Inf(1), Hi: math.Inf(-1)}
	for i, a := range m.Fn.Args(v) {
		e := m.EdgeInto(m.Fn.Values[v].Block, i)
		if (e != nil && m.CFG.InLoop(int(e.From), l)) != back {
			continue
		}
		out = out.Join(m.rangeOn(a, e, depth))
	}
	return out
}

// rangeOn returns the range of v on edge e; nil is the call of the method.
func (m *Func) rangeOn(v ssa.ID, e *cfg.Edge, depth int) expr.Interval {
	if v == 0 {
		return expr.Everything
	}
	if e == nil {
		return m.valueRange(v, depth+1)
	}
	return m.rangeGiven(v, m.FactsOn(e), e.Kind != cfg.Exception, e.From, depth)
}

// RangeAt returns the range of v in block b, under the conditions that dominate the block.
func (m *Func) RangeAt(v ssa.ID, b int32) expr.Interval {
	m.StartIntervals()
	defer m.query()()
	return m.rangeGiven(v, m.FactsAt(b), false, b, 0)
}

// rangeGiven returns the range of v under facts on v, or on a when v is a + c. behind: block b has run to its end.
func (m *Func) rangeGiven(v ssa.ID, facts []code.Comparison, behind bool, b int32, depth int) expr.Interval {
	r := m.valueRange(v, depth+1)
	if depth > 6 || m.exhausted() {
		return r
	}
	m.Spend(len(facts) / 8)
	for _, f := range facts {
		r = m.refine(v, r, f, depth)
	}
	if m.usedAsIndex(v, b, behind) {
		r = expr.Intersect(r, expr.Interval{Lo: 0, Hi: MaxLength - 1})
	}
	if a, c, ok := m.Addition(v); ok {
		sum := m.rangeGiven(a, facts, behind, b, depth+1).Add(expr.Interval{Lo: float64(c), Hi: float64(c)})
		if safe := Fits(m.Fn.Values[v].Type); sum.Lo >= safe.Lo && sum.Hi <= safe.Hi {
			r = expr.Intersect(r, sum)
		}
	}
	if m.Fn.IsCall(v) {
		switch mem, _ := m.Fn.Member(v); {
		case mem.Class == platform.StringClass && mem.Name == "length":
			r = expr.Intersect(r, m.LengthAt(m.Fn.Args(v)[0], b))
		case platform.TextPlace.Has(mem): // all of what is found lies inside
			r.Hi = min(r.Hi, MaxLength-m.LengthAt(m.Fn.Args(v)[1], b).Lo)
		}
	}
	given := func(x ssa.ID) expr.Interval { return m.rangeGiven(x, facts, behind, b, depth+1) }
	if sum, ok := m.filledRange(v, given); ok {
		r = expr.Intersect(r, sum)
	}
	if of, ok := m.functionRange(v, given); ok {
		r = expr.Intersect(r, of)
	}
	return r
}

// refine narrows the range r of v by a comparison that holds.
func (m *Func) refine(v ssa.ID, r expr.Interval, f code.Comparison, depth int) expr.Interval {
	other, op := f.B, f.Op
	if f.A != v {
		if f.B != v || v == 0 {
			return r
		}
		other, op = f.A, code.Mirror(op)
	}
	w := expr.Interval{}
	if other != 0 {
		w = m.valueRange(other, depth+2)
	}
	const exact = 1 << 52 // below, adding 1 is not rounded
	switch op {
	case classfile.OpIfIcmplt:
		r.Hi = math.Min(r.Hi, w.Hi)
		if r.Hi == w.Hi && math.Abs(w.Hi) < exact {
			r.Hi--
		}
	case classfile.OpIfIcmple:
		r.Hi = math.Min(r.Hi, w.Hi)
	case classfile.OpIfIcmpgt:
		r.Lo = math.Max(r.Lo, w.Lo)
		if r.Lo == w.Lo && math.Abs(w.Lo) < exact {
			r.Lo++
		}
	case classfile.OpIfIcmpge:
		r.Lo = math.Max(r.Lo, w.Lo)
	case classfile.OpIfIcmpeq:
		r = expr.Intersect(r, w)
	case classfile.OpIfIcmpne:
		if w.Lo == w.Hi && math.Abs(w.Lo) < exact {
			if r.Lo == w.Lo {
				r.Lo++
			}
			if r.Hi == w.Hi {
				r.Hi--
			}
		}
	}
	return r
}

// usedAsIndex reports whether v has been an index of an access on every path to block b, or to its end (behind).
func (m *Func) usedAsIndex(v ssa.ID, b int32, behind bool) bool {
	if m.Fn.Values[v].Type != 'i' {
		return false
	}
	for n := 0; n < 12; n++ {
		if n > 0 || behind {
			for _, u := range m.Fn.Body[b] {
				if _, index, ok := m.Access(u); ok && index == v && !m.catches(b) {
					return true
				}
			}
		}
		p := m.CFG.Dominators.Parent(int(b))
		if p < 0 || p == int(b) || m.Fn.Values[v].Block == b && m.Fn.Values[v].Kind != ssa.Param {
			return false
		}
		b = int32(p)
	}
	return false
}

// catches reports whether the method catches an exception in block b.
func (m *Func) catches(b int32) bool {
	succs := m.CFG.Blocks[b].Succs
	return len(succs) > 0 && succs[len(succs)-1].Kind == cfg.Exception
}
