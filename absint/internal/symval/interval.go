package symval

import (
	"math"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Intervals of the variables that loops change: abstract interpretation on demand, one header phi at a time, the branch
// conditions on the way taken into account.
//
// Ranges are ordered by inclusion; hull is their least upper bound: commutative, associative, idempotent, and above both
// sides. An end that grows from one round to the next is widened to the end of the type, so there are at most three
// rounds until the body of the loop maps the range into itself. From there on every further round can only narrow it,
// and stays above all values that the variable has.

// maxNesting bounds how many loops' variables are looked into from within each other.
const maxNesting = 3

// phiRange is an interval that contains a header phi's value whenever it is computed.
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
		depth = 0 // what is kept does not depend on who asks first
	}
	l := m.LoopHeadedBy(int(m.Fn.Values[v].Block))
	entry := m.edgeHull(v, l, false, depth)
	if entry.Lo > entry.Hi { // it is never entered
		entry = all
	}
	body := func(x expr.Interval) expr.Interval {
		c.tentative[v] = x
		defer delete(c.tentative, v)
		return expr.Intersect(entry.Join(m.edgeHull(v, l, true, depth)), all)
	}
	x := fixpoint(entry, all, body)
	if len(c.tentative) == 0 {
		c.done[v] = x
	}
	return x
}

// fixpoint finds a range that contains entry and that body maps into itself, by widening to all and narrowing.
func fixpoint(entry, all expr.Interval, body func(expr.Interval) expr.Interval) expr.Interval {
	x := expr.Intersect(entry, all)
	for {
		y := x.Join(body(x))
		if y == x {
			break
		}
		if y.Lo < x.Lo {
			y.Lo = all.Lo
		}
		if y.Hi > x.Hi {
			y.Hi = all.Hi
		}
		x = y
	}
	for range 2 {
		x = body(x)
	}
	return x
}

// edgeHull is the hull of what the back edges of loop l, or the edges that enter it, bring to its header phi v.
func (m *Func) edgeHull(v ssa.ID, l int, back bool, depth int) expr.Interval {
	g := m.CFG
	blk := &g.Blocks[m.Fn.Values[v].Block]
	out := expr.Interval{Lo: math.Inf(1), Hi: math.Inf(-1)}
	for i, a := range m.Fn.Args(v) {
		var e *cfg.Edge
		if i < len(blk.Preds) {
			e = &g.Edges[blk.Preds[i]]
		}
		if (e != nil && g.InLoop(int(e.From), l)) != back {
			continue
		}
		out = out.Join(m.rangeOn(a, e, depth))
	}
	return out
}

// rangeOn is the range of a value where control goes along edge e; nil is the call of the method.
func (m *Func) rangeOn(v ssa.ID, e *cfg.Edge, depth int) expr.Interval {
	if v == 0 {
		return expr.Everything
	}
	if e == nil {
		return m.valueRange(v, depth+1)
	}
	return m.rangeGiven(v, m.FactsOn(e), e.Kind != cfg.Exception, e.From, depth)
}

// RangeAt is the range of a value in block b, by the conditions that every way there has passed.
func (m *Func) RangeAt(v ssa.ID, b int32) expr.Interval {
	m.StartIntervals()
	defer m.query()()
	return m.rangeGiven(v, m.factsAt(b), false, b, 0)
}

// rangeGiven is the range of a value under conditions on it, or on what it was made from by adding a constant. behind
// says that block b has run to its end.
func (m *Func) rangeGiven(v ssa.ID, facts []Comparison, behind bool, b int32, depth int) expr.Interval {
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
	return r
}

// refine narrows the range of v by a comparison that holds.
func (m *Func) refine(v ssa.ID, r expr.Interval, f Comparison, depth int) expr.Interval {
	other, op := f.B, f.Op
	if f.A != v {
		if f.B != v || v == 0 {
			return r
		}
		other, op = f.A, Mirror(op)
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

// usedAsIndex says whether v has been an index of an array or string access on every way to block b, behind it or not.
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

// catches says whether an exception in block b is caught in the method.
func (m *Func) catches(b int32) bool {
	succs := m.CFG.Blocks[b].Succs
	return len(succs) > 0 && succs[len(succs)-1].Kind == cfg.Exception
}
