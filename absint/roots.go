package absint

import (
	"math"
	"math/bits"
	"slices"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Sqrt returns floor(sqrt(s)), 0 where s < 0.
func (s Size) Sqrt() Size {
	if s.bad {
		return badSize
	}
	if v, ok := s.Int(); ok {
		return Const(intSqrt(v))
	}
	return newAtom(atom{kind: sqrtAtom, args: []Size{s}})
}

// intSqrt is floor(sqrt(v)), 0 where v < 0.
func intSqrt(v int64) int64 {
	if v <= 0 {
		return 0
	}
	r := int64(0)
	for bit := int64(1) << (bits.Len64(uint64(v)) / 2); bit > 0; bit /= 2 {
		if q := r + bit; q <= v/q {
			r = q
		}
	}
	return r
}

// sqrtRange is the range of a square root over an interval.
func sqrtRange(x Range) Range {
	sqrt := func(v float64) float64 { return math.Floor(math.Sqrt(math.Max(v, 0))) }
	lo := sqrt(x.Lo)
	if x.Lo > 1<<52 && !math.IsInf(lo, 1) { // rounding may have gone up
		lo--
	}
	return Range{lo, sqrt(x.Hi)}
}

// squares bounds a loop whose counter rises until its square is above a limit: i*i <= n, (long) i * i < n, i <= n / i.
func (m *method) squares(l int, phis map[ssa.ID]movingPhi, c fact) (testBound, bool) {
	f := m.f
	if c.op == classfile.OpIfIcmpgt || c.op == classfile.OpIfIcmpge {
		c = fact{c.b, c.a, mirror(c.op)}
	}
	if c.op != classfile.OpIfIcmplt && c.op != classfile.OpIfIcmple || c.a == 0 || c.b == 0 {
		return testBound{}, false
	}
	if x := &f.Values[c.a]; x.Kind == ssa.Instr && (x.Op == classfile.OpImul || x.Op == classfile.OpLmul) && m.sameSum(f.Args(c.a)[0], f.Args(c.a)[1]) {
		limit, isBound := m.limitOf(l, c.b, true)
		if c.op == classfile.OpIfIcmplt {
			limit.size = limit.size.AddInt(-1)
		}
		top := 46340.0 // squared, the largest that fits in an int
		if x.Op == classfile.OpLmul {
			top = 1 << 31
		}
		return m.rootBound(l, phis, f.Args(c.a)[0], limit, isBound, 0, top)
	}
	if x := &f.Values[c.b]; x.Kind == ssa.Instr && (x.Op == classfile.OpIdiv || x.Op == classfile.OpLdiv) && m.sameSum(f.Args(c.b)[1], c.a) {
		limit, isBound := m.limitOf(l, f.Args(c.b)[0], true)
		return m.rootBound(l, phis, c.a, limit, isBound || c.op == classfile.OpIfIcmplt, 1, math.Inf(1))
	}
	return testBound{}, false
}

// sameSum says whether two values are the same, or the same plus the same constant, computed twice.
func (m *method) sameSum(v, w ssa.ID) bool {
	v, w = m.widened(v), m.widened(w)
	a, c, ok1 := m.addition(v)
	b, d, ok2 := m.addition(w)
	return v == w || ok1 && ok2 && a == b && c == d && m.f.Values[v].Type == m.f.Values[w].Type
}

// widened is the int that v is as a long, or v itself.
func (m *method) widened(v ssa.ID) ssa.ID {
	if x := &m.f.Values[v]; x.Kind == ssa.Instr && x.Op == classfile.OpI2l {
		return m.f.Args(v)[0]
	}
	return v
}

// rootTest bounds a loop that goes on while i <= Math.sqrt(n), which is compared as floating-point numbers. Up to 2^52
// the comparison is exact: the root of a number that is no square is further from all integers than rounding goes.
func (m *method) rootTest(l, b int, stay bool) (testBound, bool) {
	f := m.f
	v := f.At(m.g.Blocks[b].Last)
	if v == 0 {
		return testBound{}, false
	}
	op := m.g.Code.Op(m.g.Blocks[b].Last)
	if op < classfile.OpIfeq || op > classfile.OpIfle {
		return testBound{}, false
	}
	op = op - classfile.OpIfeq + classfile.OpIfIcmpeq
	if !stay {
		op = negate(op)
	}
	x := &f.Values[f.Args(v)[0]]
	if x.Kind != ssa.Instr || x.Op != classfile.OpDcmpg && x.Op != classfile.OpDcmpl {
		return testBound{}, false
	}
	args := f.Args(f.Args(v)[0])
	i, root, nan := args[0], args[1], classfile.OpDcmpg // what NaN must compare as, to end the loop
	if op == classfile.OpIfIcmpgt || op == classfile.OpIfIcmpge {
		i, root, nan, op = root, i, classfile.OpDcmpl, mirror(op)
	}
	if op != classfile.OpIfIcmplt && op != classfile.OpIfIcmple || x.Op != nan {
		return testBound{}, false
	}
	n, ok1 := m.rootOf(root)
	i, ok2 := m.fromInteger(i)
	if !ok1 || !ok2 {
		return testBound{}, false
	}
	limit, isBound := m.limitOf(l, n, true)
	if op == classfile.OpIfIcmplt {
		limit.size = limit.size.AddInt(-1)
	}
	limit.conds = m.require(limit.conds, Condition{Size: limit.size, Lo: math.Inf(-1), Hi: 1 << 52})
	t, ok := m.rootBound(l, m.movingPhis(l), i, limit, isBound, 0, math.Inf(1))
	t.conds = tightest(t.conds)
	return t, ok
}

// rootOf is n where v is Math.sqrt(n) of an int or long.
func (m *method) rootOf(v ssa.ID) (n ssa.ID, ok bool) {
	if !m.f.IsCallTo(v, platform.Math, "sqrt") {
		return 0, false
	}
	return m.fromInteger(m.f.Args(v)[0])
}

// fromInteger is n where v is an int or long n as a double.
func (m *method) fromInteger(v ssa.ID) (n ssa.ID, ok bool) {
	x := &m.f.Values[v]
	if x.Kind != ssa.Instr || x.Op != classfile.OpI2d && x.Op != classfile.OpL2d {
		return 0, false
	}
	return m.f.Args(v)[0], true
}

// rootValue is the value of (int) Math.sqrt(n): rounded down, and 0 where n is negative, as NaN becomes 0.
func (m *method) rootValue(v ssa.ID, depth int) quantity {
	n, ok := m.rootOf(m.f.Args(v)[0])
	if !ok {
		return unknownQuantity("%s is not computed from parameters and sizes", m.describe(v))
	}
	q := m.value(n, depth+1)
	if q.ok() {
		q.conds = m.require(q.conds, Condition{Size: q.size, Lo: math.Inf(-1), Hi: 1 << 52})
		q.size = q.size.Sqrt()
	}
	return q
}

// rootBound bounds how often y, which rises by at least one, is at most the root of limit. Squares of y overflow above
// top.
func (m *method) rootBound(l int, phis map[ssa.ID]movingPhi, y ssa.ID, limit quantity, limitIsBound bool, least int64, top float64) (testBound, bool) {
	if !limit.ok() {
		return testBound{}, false
	}
	y = m.widened(y)
	const small = 1 << 20
	for _, h := range m.f.Body[m.g.Loops[l].Header] {
		mp, moving := phis[h]
		if !moving {
			continue
		}
		mv, ok := m.move(y, h, l)
		if !ok {
			continue
		}
		if mp.off.Lo < 1 || mp.off.Hi > small || math.Abs(mv.off.Lo) > small || mv.off.Lo != mv.off.Hi ||
			math.Max(math.Abs(mp.peak.Lo), mp.peak.Hi) > small || math.Max(math.Abs(mv.peak.Lo), mv.peak.Hi) > small {
			return testBound{}, false
		}
		start, startIsBound := m.limitOf(l, mp.init, false)
		if !start.ok() {
			return testBound{}, false
		}
		start.size = start.size.AddInt(int64(mv.off.Lo))
		conds := slices.Concat(start.conds, limit.conds)
		conds = m.require(conds, Condition{Size: start.size, Lo: float64(least), Hi: math.Inf(1)})
		if m.f.Values[h].Type == 'i' { // y must stay inside of its type too
			top = math.Min(top, math.MaxInt32-4*small)
		} else {
			top = math.Min(top, 1<<52)
		}
		high, _ := m.limitOf(l, mp.init, true)
		if !high.ok() {
			return testBound{}, false
		}
		conds = m.require(append(conds, high.conds...), Condition{Size: high.size.AddInt(int64(mv.off.Lo)), Lo: math.Inf(-1), Hi: top})
		// Where the test has held, y is at most the root; the next one is at most mp.off.Hi more.
		rest := top - mp.off.Hi + 1
		conds = m.require(conds, Condition{Size: limit.size, Lo: math.Inf(-1), Hi: rest*rest - 1})
		step := int64(mp.off.Lo)
		n := m.clamp(limit.size.Sqrt().Sub(start.size).AddInt(step).FloorDiv(step), m.g.Loops[l].Header)
		tight := mp.off.Lo == mp.off.Hi && !startIsBound && !limitIsBound && m.leastOf(start.size) >= 1
		return testBound{upper: n, conds: conds, tight: tight}, !n.bad
	}
	return testBound{}, false
}
