package symval

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// CannotWrap says whether the addition or subtraction of a constant that made v stays inside its type, by a
// comparison that comes before: behind i < n, i + 1 is at most n.
func (m *Func) CannotWrap(v ssa.ID) bool {
	return m.sumWithin(v, Fits(m.Fn.Values[v].Type), int(m.Fn.Values[v].Block))
}

// sumWithin reports whether the sum v lies in r, by comparisons that come before block at. r is a part of v's type.
func (m *Func) sumWithin(v ssa.ID, r expr.Interval, at int) bool {
	a, c, ok := m.Addition(v)
	if !ok {
		return false
	}
	x := &m.Fn.Values[v]
	whole := r == Fits(x.Type) // then no value of the type is above it
	q := m.RangeAt(a, int32(at)).Add(expr.Interval{Lo: float64(c), Hi: float64(c)})
	if q.Lo >= r.Lo && q.Hi <= r.Hi {
		return true
	}
	if !whole && (c > 0 && q.Lo < r.Lo || c < 0 && q.Hi > r.Hi) { // on the side that it does not move to
		return false
	}
	for _, f := range m.BranchComparisons(at) {
		op := f.Op
		other := f.B
		if f.B == a && f.A != a {
			other, op = f.A, Mirror(op)
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

// comparedSumWithin reports whether a + c does not leave r on the side to which c moves it, where the comparison op of a
// with a value in w holds. With whole, r is the range of the type: a + 1 is then inside of it for every a below another value.
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

// keepsValue says whether v is such a conversion that changes nothing: c++ of a char c is (char) (c + 1), which is c + 1
// behind a test that c is at most 'z'.
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

// staysInside says whether the addition v does not overflow in an iteration that comes round: it cannot, or its result
// is used as an index at once, which the int it comes to then ends by an exception that the method does not catch.
func (m *Func) staysInside(v ssa.ID) bool {
	if m.CannotWrap(v) {
		return true
	}
	_, c, ok := m.Addition(v)
	if !ok || c < -1 || m.Fn.Values[v].Type != 'i' { // the largest int is no index of any array either
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

func (m *Func) AllSafe(adds []ssa.ID) bool {
	return !slices.ContainsFunc(adds, func(a ssa.ID) bool { return !m.staysInside(a) })
}
