package symval

import (
	"math"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Differences of two variables, as far as one does not change while the other counts: i is at most n, or n + 1 behind
// the loop (a part of the zone domain, Mine, PADO 2001, on demand for one pair). A difference is a Range without lower
// end, with the lattice, the widening and the narrowing of intervals.

// beyond is the most by which v - w (up), else w - v, may be, wherever v is computed; +Inf for unknown. What the machine
// computes is meant: an addition towards where the question looks only becomes smaller by an overflow.
func (m *Func) beyond(q difference, depth int) float64 {
	f := m.Fn
	unknown := math.Inf(1)
	if q.v == q.w {
		return 0
	}
	if q.v == 0 || q.w == 0 || depth > 8 {
		return unknown
	}
	x, y := &f.Values[q.v], &f.Values[q.w]
	if x.Type != y.Type {
		return unknown
	}
	if x.Kind == ssa.Int && y.Kind == ssa.Int {
		d := expr.Point(x.Aux).Add(expr.Point(y.Aux).Scale(-1))
		return math.Max(q.signed(d.Lo), q.signed(d.Hi))
	}
	if a, c, ok := m.Addition(q.v); ok {
		if q.signed(float64(c)) < 0 && !m.CannotWrap(q.v) {
			return unknown
		}
		return m.beyond(difference{a, q.w, q.up}, depth+1) + q.signed(float64(c))
	}
	if x.Kind == ssa.Phi && m.CFG.Blocks[x.Block].Region < 0 {
		if l := m.LoopHeadedBy(int(x.Block)); l >= 0 {
			if m.CFG.InLoop(int(y.Block), l) && y.Kind != ssa.Param && y.Kind != ssa.Int {
				return unknown // w is another one in every iteration
			}
			return m.loopBeyond(q, l, depth)
		}
		return m.argumentsBeyond(q, -1, false, depth)
	}
	if q.up && (f.IsCallTo(q.v, platform.Math, "min")) || !q.up && f.IsCallTo(q.v, platform.Math, "max") {
		args := f.Args(q.v)
		return math.Min(m.beyond(difference{args[0], q.w, q.up}, depth+1), m.beyond(difference{args[1], q.w, q.up}, depth+1))
	}
	return unknown
}

// loopBeyond answers for a header phi, by the fixpoint of what the loop's body does to the difference.
func (m *Func) loopBeyond(q difference, l, depth int) float64 {
	m.StartIntervals()
	c := &m.intervals
	if d, ok := c.apart[q]; ok {
		return d
	}
	if len(c.apart) >= maxNesting {
		return math.Inf(1)
	}
	entry := m.argumentsBeyond(q, l, false, depth)
	if math.IsInf(entry, 1) {
		return entry
	}
	upTo := func(d float64) expr.Interval { return expr.Interval{Lo: math.Inf(-1), Hi: d} }
	x := fixpoint(upTo(entry), expr.Everything, func(x expr.Interval) expr.Interval {
		c.apart[q] = x.Hi
		defer delete(c.apart, q)
		return upTo(math.Max(entry, m.argumentsBeyond(q, l, true, depth)))
	})
	return x.Hi
}

// argumentsBeyond is the largest answer for what a phi takes over: from the back edges of loop l, from the edges that
// enter it, or from all where l is -1.
func (m *Func) argumentsBeyond(q difference, l int, back bool, depth int) float64 {
	blk := &m.CFG.Blocks[m.Fn.Values[q.v].Block]
	most := math.Inf(-1)
	for i, a := range m.Fn.Args(q.v) {
		var e *cfg.Edge
		if i < len(blk.Preds) {
			e = &m.CFG.Edges[blk.Preds[i]]
		}
		if l >= 0 && (e != nil && m.CFG.InLoop(int(e.From), l)) != back {
			continue
		}
		d := m.beyond(difference{a, q.w, q.up}, depth+1)
		if e != nil {
			d = m.closer(difference{a, q.w, q.up}, d, m.FactsOn(e))
		}
		if most = math.Max(most, d); math.IsInf(most, 1) {
			break // no other one makes up for it
		}
	}
	return most
}

// closer takes comparisons into account that hold: of v with w, or of what v was made from by adding a constant.
func (m *Func) closer(q difference, d float64, facts []Comparison) float64 {
	if a, c, ok := m.Addition(q.v); ok && (q.signed(float64(c)) >= 0 || m.CannotWrap(q.v)) {
		d = math.Min(d, m.closer(difference{a, q.w, q.up}, math.Inf(1), facts)+q.signed(float64(c)))
	}
	for _, f := range facts {
		op := f.Op
		switch {
		case f.A == q.v && f.B == q.w:
		case f.A == q.w && f.B == q.v:
			op = Mirror(op)
		default:
			continue
		}
		if !q.up {
			op = Mirror(op)
		}
		switch op {
		case classfile.OpIfIcmplt:
			d = math.Min(d, -1)
		case classfile.OpIfIcmple, classfile.OpIfIcmpeq:
			d = math.Min(d, 0)
		}
	}
	return d
}

// FitByDifference finds the condition under which the additions that may overflow stay inside the type, by how far what
// they add to is beyond the limit w of their counter at most. ok is false where that is not known of one of them.
func (m *Func) FitByDifference(conds []expr.Condition, adds []ssa.ID, limit Operand, up bool, t byte) ([]expr.Condition, bool) {
	if limit.Phi != 0 || limit.Value == 0 {
		return conds, false
	}
	most := math.Inf(-1)
	for _, v := range adds {
		if m.staysInside(v) {
			continue
		}
		a, c, ok := m.Addition(v)
		q := difference{a, limit.Value, up}
		if !ok || q.signed(float64(c)) <= 0 {
			return conds, false
		}
		d := m.closer(q, m.beyond(q, 0), m.factsAt(m.Fn.Values[v].Block))
		most = math.Max(most, d+q.signed(float64(c)))
	}
	if !(math.Abs(most) <= 1<<40) {
		return conds, false
	}
	r := Fits(t)
	switch {
	case most <= 0: // the limit is a value of the type
	case up:
		conds = m.Require(conds, expr.Condition{Size: limit.Init.Size.AddInt(int64(most)), Lo: math.Inf(-1), Hi: r.Hi})
	default:
		conds = m.Require(conds, expr.Condition{Size: limit.Init.Size.AddInt(-int64(most)), Lo: r.Lo, Hi: math.Inf(1)})
	}
	return conds, true
}
