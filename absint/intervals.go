package absint

import (
	"math"

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

// intervalCache holds what phiRange has found.
type intervalCache struct {
	done      map[ssa.ID]Range
	tentative map[ssa.ID]Range // of those that are being computed
	facts     map[int32][]fact
	apart     map[difference]float64 // differences that are being computed
}

// phiRange is an interval that contains a header phi's value whenever it is computed.
func (m *method) phiRange(v ssa.ID, depth int) Range {
	c := &m.intervals
	m.startIntervals()
	if r, ok := c.tentative[v]; ok {
		return r
	}
	if r, ok := c.done[v]; ok {
		return r
	}
	all := typeRange(m.f.Values[v].Type)
	switch {
	case len(c.tentative) >= maxNesting:
		return all
	case len(c.tentative) == 0:
		depth = 0 // what is kept does not depend on who asks first
	}
	l := m.loopHeadedBy(int(m.f.Values[v].Block))
	entry := m.edgeHull(v, l, false, depth)
	if entry.Lo > entry.Hi { // it is never entered
		entry = all
	}
	body := func(x Range) Range {
		c.tentative[v] = x
		defer delete(c.tentative, v)
		return intersect(entry.hull(m.edgeHull(v, l, true, depth)), all)
	}
	x := fixpoint(entry, all, body)
	if len(c.tentative) == 0 {
		c.done[v] = x
	}
	return x
}

// fixpoint finds a range that contains entry and that body maps into itself, by widening to all and narrowing.
func fixpoint(entry, all Range, body func(Range) Range) Range {
	x := intersect(entry, all)
	for {
		y := x.hull(body(x))
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
func (m *method) edgeHull(v ssa.ID, l int, back bool, depth int) Range {
	g := m.g
	blk := &g.Blocks[m.f.Values[v].Block]
	out := Range{math.Inf(1), math.Inf(-1)}
	for i, a := range m.f.Args(v) {
		var e *cfg.Edge
		if i < len(blk.Preds) {
			e = &g.Edges[blk.Preds[i]]
		}
		if (e != nil && g.InLoop(int(e.From), l)) != back {
			continue
		}
		out = out.hull(m.rangeOn(a, e, depth))
	}
	return out
}

// rangeOn is the range of a value where control goes along edge e; nil is the call of the method.
func (m *method) rangeOn(v ssa.ID, e *cfg.Edge, depth int) Range {
	if v == 0 {
		return everything
	}
	if e == nil {
		return m.valueRange(v, depth+1)
	}
	return m.rangeGiven(v, m.factsOn(e), e.Kind != cfg.Exception, e.From, depth)
}

// rangeAt is the range of a value in block b, by the conditions that every way there has passed.
func (m *method) rangeAt(v ssa.ID, b int32) Range {
	m.startIntervals()
	defer m.query()()
	return m.rangeGiven(v, m.factsAt(b), false, b, 0)
}

func (m *method) startIntervals() {
	if m.intervals.done == nil {
		m.intervals = intervalCache{map[ssa.ID]Range{}, map[ssa.ID]Range{}, map[int32][]fact{}, map[difference]float64{}}
	}
}

// factsOn are the comparisons that hold where control goes along an edge.
func (m *method) factsOn(e *cfg.Edge) []fact {
	facts := m.factsAt(e.From)
	if f, ok := m.factOn(e); ok {
		return append(facts[:len(facts):len(facts)], f)
	}
	return facts
}

func (m *method) factsAt(b int32) []fact {
	f, ok := m.intervals.facts[b]
	if !ok {
		f = m.branchFacts(int(b))
		m.intervals.facts[b] = f
	}
	return f
}

// rangeGiven is the range of a value under conditions on it, or on what it was made from by adding a constant. behind
// says that block b has run to its end.
func (m *method) rangeGiven(v ssa.ID, facts []fact, behind bool, b int32, depth int) Range {
	r := m.valueRange(v, depth+1)
	if depth > 6 || m.exhausted() {
		return r
	}
	m.spend(len(facts) / 8)
	for _, f := range facts {
		r = m.refine(v, r, f, depth)
	}
	if m.usedAsIndex(v, b, behind) {
		r = intersect(r, Range{0, maxLength - 1})
	}
	if a, c, ok := m.addition(v); ok {
		sum := m.rangeGiven(a, facts, behind, b, depth+1).add(Range{float64(c), float64(c)})
		if safe := fits(m.f.Values[v].Type); sum.Lo >= safe.Lo && sum.Hi <= safe.Hi {
			r = intersect(r, sum)
		}
	}
	return r
}

// refine narrows the range of v by a comparison that holds.
func (m *method) refine(v ssa.ID, r Range, f fact, depth int) Range {
	other, op := f.b, f.op
	if f.a != v {
		if f.b != v || v == 0 {
			return r
		}
		other, op = f.a, mirror(op)
	}
	w := Range{}
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
		r = intersect(r, w)
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
func (m *method) usedAsIndex(v ssa.ID, b int32, behind bool) bool {
	if m.f.Values[v].Type != 'i' {
		return false
	}
	for n := 0; n < 12; n++ {
		if n > 0 || behind {
			for _, u := range m.f.Body[b] {
				if _, index, ok := m.access(u); ok && index == v && !m.catches(b) {
					return true
				}
			}
		}
		p := m.g.Dominators.Parent(int(b))
		if p < 0 || p == int(b) || m.f.Values[v].Block == b && m.f.Values[v].Kind != ssa.Param {
			return false
		}
		b = int32(p)
	}
	return false
}

// catches says whether an exception in block b is caught in the method.
func (m *method) catches(b int32) bool {
	succs := m.g.Blocks[b].Succs
	return len(succs) > 0 && succs[len(succs)-1].Kind == cfg.Exception
}
