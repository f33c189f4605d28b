package overflow

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Differences of two variables of which one is fixed: i is at most n, or n + 1 after the loop (a part of the zone domain,
// Mine, PADO 2001, on demand for one pair). Sound because the fixpoint is above the difference of every iteration.

// maxNesting bounds how many loops' differences are computed within each other.
const maxNesting = 3

// differences answers queries about the values of one method.
type differences struct {
	*symval.Func
	computing map[difference]float64
}

// difference is one query: the upper bound of v - w (up) or of w - v.
type difference struct {
	v, w ssa.ID
	up   bool
}

// signed returns d in the direction of the query.
func (q difference) signed(d float64) float64 {
	if q.up {
		return d
	}
	return -d
}

// excess returns the upper bound of v - w (up) or w - v, wherever v is computed; +Inf if unknown. It holds for the machine's
// values: an overflowing addition in the direction of the query only decreases the difference.
func (m *differences) excess(q difference, depth int) float64 {
	f := m.Fn
	unknown := math.Inf(1)
	if m.same(q.v, q.w) {
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
		return m.excess(difference{a, q.w, q.up}, depth+1) + q.signed(float64(c))
	}
	if x.Kind == ssa.Phi && m.CFG.Blocks[x.Block].Region < 0 {
		if l := m.LoopHeadedBy(int(x.Block)); l >= 0 {
			if m.CFG.InLoop(int(y.Block), l) && y.Kind != ssa.Param && y.Kind != ssa.Int && m.fixedLength(q.w) == 0 {
				return unknown // w changes in every iteration
			}
			return m.loopExcess(q, l, depth)
		}
		return m.phiExcess(q, -1, false, depth)
	}
	if mem, _ := f.Member(q.v); f.IsCall(q.v) && (q.up && platform.Minimum.Has(mem) || !q.up && platform.Maximum.Has(mem)) {
		args := f.Args(q.v)
		return math.Min(m.excess(difference{args[0], q.w, q.up}, depth+1), m.excess(difference{args[1], q.w, q.up}, depth+1))
	}
	return unknown
}

// same reports whether two values are equal wherever both are computed: one value, or the length of one array or string.
func (m *differences) same(v, w ssa.ID) bool {
	return v == w || v != 0 && w != 0 && m.fixedLength(v) != 0 && m.fixedLength(v) == m.fixedLength(w)
}

// fixedLength returns the array or string whose length v is, if the method computes that once at most; else 0.
func (m *differences) fixedLength(v ssa.ID) ssa.ID {
	on := progdb.LengthOf(m.Fn, v)
	if x := &m.Fn.Values[on]; on == 0 || x.Kind == ssa.Param || m.CFG.Blocks[x.Block].Loop < 0 && m.CFG.Blocks[x.Block].Region < 0 {
		return on
	}
	return 0
}

// loopExcess is excess for a header phi: the fixpoint of the loop body's effect on the difference.
func (m *differences) loopExcess(q difference, l, depth int) float64 {
	if d, ok := m.computing[q]; ok {
		return d
	}
	if len(m.computing) >= maxNesting {
		return math.Inf(1)
	}
	entry := m.phiExcess(q, l, false, depth)
	if math.IsInf(entry, 1) {
		return entry
	}
	upTo := func(d float64) expr.Interval { return expr.Interval{Lo: math.Inf(-1), Hi: d} }
	x := expr.Fixpoint(upTo(entry), expr.Everything, func(x expr.Interval) expr.Interval {
		m.computing[q] = x.Hi
		defer delete(m.computing, q)
		return upTo(math.Max(entry, m.phiExcess(q, l, true, depth)))
	})
	return x.Hi
}

// phiExcess is excess for a phi: the maximum over the back edges of loop l, over its entries, or over all edges if l is -1.
func (m *differences) phiExcess(q difference, l int, back bool, depth int) float64 {
	most := math.Inf(-1)
	for i, a := range m.Fn.Args(q.v) {
		e := m.EdgeInto(m.Fn.Values[q.v].Block, i)
		if l >= 0 && (e != nil && m.CFG.InLoop(int(e.From), l)) != back {
			continue
		}
		d := m.excess(difference{a, q.w, q.up}, depth+1)
		if e != nil {
			d = m.tightenExcess(difference{a, q.w, q.up}, d, m.FactsOn(e), depth)
		}
		if most = math.Max(most, d); math.IsInf(most, 1) {
			break // the maximum is unknown
		}
	}
	return most
}

// tightenExcess applies comparisons of w with v, with the value that v adds a constant to, or with what adds a constant to v, to the bound d.
func (m *differences) tightenExcess(q difference, d float64, facts []code.Comparison, depth int) float64 {
	if a, c, ok := m.Addition(q.v); ok && (q.signed(float64(c)) >= 0 || m.CannotWrap(q.v)) {
		of := difference{a, q.w, q.up}
		most := math.Inf(1)
		if q.signed(float64(c)) > 0 && slices.ContainsFunc(facts, func(f code.Comparison) bool { return m.adds(f.A, a) || m.adds(f.B, a) }) {
			most = m.excess(of, depth+1)
		}
		d = math.Min(d, m.tightenExcess(of, most, facts, depth)+q.signed(float64(c)))
	}
	for _, f := range facts {
		op, v := f.Op, f.A
		switch {
		case m.same(f.B, q.w):
		case m.same(f.A, q.w):
			op, v = code.Mirror(op), f.B
		default:
			continue
		}
		beyond := 0.0 // by how much what is compared is nearer to w, or beyond it
		if v != q.v {
			if !m.adds(v, q.v) {
				continue
			}
			_, c, _ := m.Addition(v)
			if beyond = q.signed(float64(c)); beyond <= 0 || d+beyond > 0 {
				continue // where it is at most w, it has not overflowed
			}
		}
		if !q.up {
			op = code.Mirror(op)
		}
		switch op {
		case classfile.OpIfIcmplt:
			d = math.Min(d, -1-beyond)
		case classfile.OpIfIcmple, classfile.OpIfIcmpeq:
			d = math.Min(d, -beyond)
		}
	}
	return d
}

// adds reports whether v is a constant added to a.
func (m *differences) adds(v, a ssa.ID) bool {
	of, _, ok := m.Addition(v)
	return ok && of == a
}

// FitByDifference appends the condition under which the additions that may overflow stay inside the type, by the excess of
// their operands over the limit of the counter. ok is false if one of them is unbounded.
func FitByDifference(m *symval.Func, conds []expr.Condition, adds []ssa.ID, limit symval.Operand, up bool, t byte) ([]expr.Condition, bool) {
	if limit.Phi != 0 || limit.Value == 0 {
		return conds, false
	}
	m.StartIntervals()
	known := &differences{Func: m, computing: map[difference]float64{}}
	most := math.Inf(-1)
	for _, v := range adds {
		if m.StaysInside(v) {
			continue
		}
		a, c, ok := m.Addition(v)
		q := difference{a, limit.Value, up}
		if !ok || q.signed(float64(c)) <= 0 {
			return conds, false
		}
		d := known.tightenExcess(q, known.excess(q, 0), m.FactsAt(m.Fn.Values[v].Block), 0)
		most = math.Max(most, d+q.signed(float64(c)))
	}
	if !(math.Abs(most) <= 1<<40) {
		return conds, false
	}
	r := symval.Fits(t)
	switch {
	case most <= 0: // the limit is a value of the type
	case up:
		conds = m.Require(conds, expr.Condition{Size: limit.Init.Size.AddInt(int64(most)), Lo: math.Inf(-1), Hi: r.Hi})
	default:
		conds = m.Require(conds, expr.Condition{Size: limit.Init.Size.AddInt(-int64(most)), Lo: r.Lo, Hi: math.Inf(1)})
	}
	return conds, true
}
