package symval

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Additions that do not overflow. Sound because a dominating comparison, or a throwing access, excludes wrapping.

// CannotWrap reports whether the addition v stays inside its type, as i + 1 does after i < n.
func (m *Func) CannotWrap(v ssa.ID) bool {
	block := m.Fn.Values[v].Block
	if _, ok := m.filledRange(v, func(x ssa.ID) expr.Interval { return m.RangeAt(x, block) }); ok {
		return true
	}
	return m.sumWithin(v, Fits(m.Fn.Values[v].Type), int(m.Fn.Values[v].Block))
}

// filledRange returns the range of v, the sum of an offset and of what was read behind it (contracts.Filled) or found there (FoundEnd), given
// the ranges of operands by rangeOf; ok is false if the sum may wrap.
func (m *Func) filledRange(v ssa.ID, rangeOf func(ssa.ID) expr.Interval) (r expr.Interval, ok bool) {
	if at, length, ok := m.FoundEnd(v); ok {
		return expr.Interval{Lo: rangeOf(at).Lo + rangeOf(length).Lo, Hi: MaxLength}, true
	}
	at, read, end, ok := m.Db.Filled(m.Fn, v)
	if !ok {
		return expr.Interval{}, false
	}
	a, n, e := rangeOf(at), rangeOf(read), rangeOf(end)
	return expr.Interval{Lo: a.Lo + n.Lo, Hi: math.Min(a.Hi+n.Hi, e.Hi)}, a.Lo >= 0 && e.Lo >= 0 // so that end - at does not wrap
}

// sumWithin reports whether the sum v lies in r, a part of its type, by comparisons that dominate block at.
func (m *Func) sumWithin(v ssa.ID, r expr.Interval, at int) bool {
	x := &m.Fn.Values[v]
	a, c, ok := m.Addition(v)
	if !ok {
		if x.Op != classfile.OpIadd && x.Op != classfile.OpLadd {
			return false
		}
		q := m.RangeAt(m.Fn.Args(v)[0], int32(at)).Add(m.RangeAt(m.Fn.Args(v)[1], int32(at)))
		return q.Lo >= r.Lo && q.Hi <= r.Hi
	}
	whole := r == Fits(x.Type) // no value of the type exceeds r
	q := m.RangeAt(a, int32(at)).Add(expr.Interval{Lo: float64(c), Hi: float64(c)})
	if q.Lo >= r.Lo && q.Hi <= r.Hi {
		return true
	}
	if !whole && (c > 0 && q.Lo < r.Lo || c < 0 && q.Hi > r.Hi) { // it already leaves r on the other side
		return false
	}
	for _, f := range m.BranchComparisons(at) {
		op := f.Op
		other := f.B
		if f.B == a && f.A != a {
			other, op = f.A, code.Mirror(op)
		} else if f.A != a {
			continue
		}
		w := expr.Interval{Lo: 0, Hi: 0}
		if other != 0 {
			w = m.RangeOf(other)
		}
		if comparedSumWithin(op, w, float64(c), r, whole) {
			return true
		}
	}
	return false
}

// comparedSumWithin reports whether a + c stays in r on the side to which c moves it, if a op w holds. whole: r is a's type.
func comparedSumWithin(op classfile.Op, w expr.Interval, c float64, r expr.Interval, whole bool) bool {
	switch op {
	case classfile.OpIfIcmplt:
		return whole && c == 1 || c > 0 && w.Hi-1+c <= r.Hi
	case classfile.OpIfIcmple:
		return c > 0 && w.Hi+c <= r.Hi
	case classfile.OpIfIcmpeq:
		return c > 0 && w.Hi+c <= r.Hi || c < 0 && w.Lo+c >= r.Lo
	case classfile.OpIfIcmpgt:
		return whole && c == -1 || c < 0 && w.Lo+1+c >= r.Lo
	case classfile.OpIfIcmpge:
		return c < 0 && w.Lo+c >= r.Lo
	}
	return false
}

// keepsValue reports whether v is a narrowing conversion that changes nothing, as in c++ of a char c that is at most 'z'.
func (m *Func) keepsValue(v ssa.ID) bool {
	r, ok := m.narrowed(v)
	if !ok {
		return false
	}
	a := m.Fn.Args(v)[0]
	if q := m.RangeOf(a); q.Lo >= r.Lo && q.Hi <= r.Hi {
		return true
	}
	return m.sumWithin(a, r, int(m.Fn.Values[v].Block))
}

// StaysInside reports whether the addition v does not overflow in an iteration that reaches a latch: it cannot, or its result
// is an index in the same block, where the overflowed int throws an exception that the method does not catch.
func (m *Func) StaysInside(v ssa.ID) bool {
	if m.CannotWrap(v) {
		return true
	}
	_, c, ok := m.Addition(v)
	if !ok || c < -1 || m.Fn.Values[v].Type != 'i' { // MaxInt is no index of an array either
		return false
	}
	b := m.Fn.Values[v].Block
	if slices.ContainsFunc(m.CFG.Blocks[b].Succs, func(e cfg.Edge) bool { return e.Kind == cfg.Exception }) {
		return false
	}
	return slices.ContainsFunc(m.Fn.Body[b], func(u ssa.ID) bool {
		_, index, ok := m.Access(u)
		return ok && index == v
	})
}

// AllSafe reports whether none of the additions overflows in an iteration that reaches a latch.
func (m *Func) AllSafe(adds []ssa.ID) bool {
	return !slices.ContainsFunc(adds, func(a ssa.ID) bool { return !m.StaysInside(a) })
}
