package loopbound

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/heapsize"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// affineBounds encloses a value of an iteration between two affine functions of a quantity x that changes between
// iterations: base*anchor + lo(x) <= v <= base*anchor + hi(x), for every integer x from the least possible one. x is a
// variable of the loop (without an anchor), or the distance of two variables, of which the lower one is the anchor.
// Sound because each operation rounds lo down and hi up, and results that may overflow are recorded as checks.
type affineBounds struct {
	base     int64
	lo, hi   expr.Affine
	quotient int64 // if not 0, v is floor(x / quotient) for every x >= 0
	positive bool  // v > 0 implies x > 0, for every x
}

// ok reports whether both bounds are known.
func (v affineBounds) ok() bool { return v.lo.Den > 0 && !v.lo.Bad && !v.hi.Bad }

// linearConstant encloses a value by constants.
func linearConstant(r expr.Interval) affineBounds {
	return affineBounds{lo: expr.ConstantAffine(r.Lo), hi: expr.ConstantAffine(r.Hi)}
}

// overflowCheck is the result of an operation that must be in the range of its type.
type overflowCheck struct {
	affineBounds
	within expr.Interval
}

// affineTransfer encloses values of one iteration of loop l by the variables at its start.
type affineTransfer struct {
	m        *symval.Func
	l        int
	x        ssa.ID  // a header phi
	anchor   ssa.ID  // another one: x stands for the distance x - anchor then; 0 for none
	least    int64   // a lower bound of x, or of the distance
	from     float64 // a lower bound of the anchor
	partials []overflowCheck
	conds    []expr.Condition // that divisors are at least 2
	memo     map[ssa.ID]affineBounds
	steps    int // values enclosed; at most maxEnclosed
}

// newTransfer returns the transfer function of one iteration of loop l for x, or for the distance of x and anchor, of
// at least least.
func newTransfer(m *symval.Func, l int, x, anchor ssa.ID, least int64) *affineTransfer {
	return &affineTransfer{m: m, l: l, x: x, anchor: anchor, least: least, from: math.Inf(-1), memo: map[ssa.ID]affineBounds{}}
}

// maxEnclosed bounds the values that are enclosed for one counter.
const maxEnclosed = 200

// boundsOf encloses v. The result is not ok if nothing is known.
func (t *affineTransfer) boundsOf(v ssa.ID) affineBounds {
	if r, ok := t.memo[v]; ok {
		return r
	}
	if t.steps++; t.steps > maxEnclosed {
		return affineBounds{}
	}
	t.memo[v] = affineBounds{} // a cycle goes through an inner loop, whose values are unknown
	r := t.enclose(v)
	if !r.ok() {
		r = linearConstant(t.m.RangeOf(v))
	}
	t.memo[v] = r
	return r
}

// identity is the affine function x.
var identity = expr.Affine{Num: 1, Den: 1}

// enclose is boundsOf without memo and limit.
func (t *affineTransfer) enclose(v ssa.ID) affineBounds {
	f := t.m.Fn
	x := &f.Values[v]
	zero := expr.Affine{Den: 1}
	switch {
	case v == t.x && t.anchor == 0:
		return affineBounds{lo: identity, hi: identity, quotient: 1, positive: true}
	case v == t.x:
		return affineBounds{base: 1, lo: identity, hi: identity}
	case v == t.anchor && v != 0:
		return affineBounds{base: 1, lo: zero, hi: zero}
	case x.Type != 'i' && x.Type != 'l':
		return affineBounds{}
	}
	switch x.Kind {
	case ssa.Phi:
		return t.join(v)
	case ssa.Instr:
		if t.m.CFG.InLoop(int(x.Block), t.l) {
			return t.operation(v)
		}
	}
	return affineBounds{}
}

// join encloses a phi that merges paths of one iteration.
func (t *affineTransfer) join(v ssa.ID) affineBounds {
	m := t.m
	b := int(m.Fn.Values[v].Block)
	if !m.CFG.InLoop(b, t.l) || m.CFG.Blocks[b].Region >= 0 || m.LoopHeadedBy(b) >= 0 {
		return affineBounds{}
	}
	var out affineBounds
	for i, a := range m.Fn.Args(v) {
		if a == 0 {
			return affineBounds{}
		}
		w := t.boundsOf(a)
		if i == 0 {
			out = w
			continue
		}
		if !w.ok() || w.base != out.base {
			return affineBounds{}
		}
		if out.lo != w.lo || out.hi != w.hi || out.quotient != w.quotient {
			out.quotient = 0
		}
		out.positive = out.positive && w.positive
		out.lo, out.hi = expr.ExtremeOf(out.lo, w.lo, t.least, false), expr.ExtremeOf(out.hi, w.hi, t.least, true)
	}
	return out
}

// checked returns r, the enclosure of v, and records that v must not leave its type.
func (t *affineTransfer) checked(v ssa.ID, r affineBounds, within expr.Interval) affineBounds {
	r.positive = false // it may wrap around for x out of bounds
	if r.ok() && !t.m.CannotWrap(v) {
		t.partials = append(t.partials, overflowCheck{r, within})
	}
	return r
}

// operation encloses the result of an instruction in loop l by its operands.
func (t *affineTransfer) operation(v ssa.ID) affineBounds {
	x := &t.m.Fn.Values[v]
	args := t.m.Fn.Args(v)
	switch x.Op {
	case classfile.OpIinc:
		return t.checked(v, t.boundsOf(args[0]).plus(linearConstant(expr.Interval{Lo: float64(x.Aux), Hi: float64(x.Aux)})), symval.Fits(x.Type))
	case classfile.OpIadd, classfile.OpLadd:
		return t.checked(v, t.boundsOf(args[0]).plus(t.boundsOf(args[1])), symval.Fits(x.Type))
	case classfile.OpIsub, classfile.OpLsub:
		return t.checked(v, t.boundsOf(args[0]).minus(t.boundsOf(args[1])), symval.Fits(x.Type))
	case classfile.OpImul, classfile.OpLmul:
		for i := range args {
			if k, ok := t.constant(args[i]); ok {
				return t.checked(v, t.boundsOf(args[1-i]).scaled(k), symval.Fits(x.Type))
			}
		}
		return t.checked(v, t.product(args[0], args[1]), symval.Fits(x.Type))
	case classfile.OpIshl, classfile.OpLshl, classfile.OpIshr, classfile.OpLshr, classfile.OpIushr, classfile.OpLushr:
		return t.shifted(v)
	case classfile.OpIdiv, classfile.OpLdiv:
		return t.quotient(v)
	case classfile.OpIrem, classfile.OpLrem:
		if k, ok := t.constant(args[1]); ok && k > 0 && t.nonNegative(t.boundsOf(args[0])) {
			return linearConstant(expr.Interval{Lo: 0, Hi: float64(k - 1)})
		}
	case classfile.OpI2l:
		return t.boundsOf(args[0])
	case classfile.OpL2i:
		return t.checked(v, t.boundsOf(args[0]), symval.TypeRange('i'))
	case classfile.OpI2b:
		return t.checked(v, t.boundsOf(args[0]), symval.DescRange("B"))
	case classfile.OpI2c:
		return t.checked(v, t.boundsOf(args[0]), symval.DescRange("C"))
	case classfile.OpI2s:
		return t.checked(v, t.boundsOf(args[0]), symval.DescRange("S"))
	}
	return affineBounds{}
}

// constant returns the value of an int or long constant; ok is false for other values.
func (t *affineTransfer) constant(v ssa.ID) (k int64, ok bool) {
	x := &t.m.Fn.Values[v]
	return x.Aux, x.Kind == ssa.Int
}

// shifted encloses v, a shift by a constant of at most 30 bits.
func (t *affineTransfer) shifted(v ssa.ID) affineBounds {
	x := &t.m.Fn.Values[v]
	args := t.m.Fn.Args(v)
	k, ok := t.constant(args[1])
	if !ok || k < 0 || k >= 31 {
		return affineBounds{}
	}
	switch x.Op {
	case classfile.OpIshl, classfile.OpLshl:
		return t.checked(v, t.boundsOf(args[0]).scaled(1<<k), symval.Fits(x.Type))
	case classfile.OpIshr, classfile.OpLshr:
		return t.divided(t.boundsOf(args[0]), 1<<k)
	}
	if k == 0 {
		return affineBounds{}
	}
	a := t.unsignedSum(args[0])
	if !a.ok() {
		a = t.boundsOf(args[0])
	}
	if !a.ok() || !t.nonNegative(a) {
		return affineBounds{}
	}
	a.positive = false // a negative number becomes a positive one
	return t.divided(a, 1<<k)
}

// quotient encloses a quotient, which is rounded towards zero.
func (t *affineTransfer) quotient(v ssa.ID) affineBounds {
	args := t.m.Fn.Args(v)
	k, ok := t.constant(args[1])
	if !ok {
		return t.dividedBy(t.boundsOf(args[0]), args[1])
	}
	if k < 1 || k > 1<<31 {
		return affineBounds{}
	}
	a := t.boundsOf(args[0])
	out := t.divided(a, k)
	if out.ok() && !t.nonNegative(a) { // up, where it is negative
		out.hi = a.hi.Plus(expr.ConstantAffine(float64(k - 1))).Over(k)
	}
	return out
}

// plus encloses the sum of two enclosed values.
func (v affineBounds) plus(w affineBounds) affineBounds {
	if !v.ok() || !w.ok() {
		return affineBounds{}
	}
	return affineBounds{base: v.base + w.base, lo: v.lo.Plus(w.lo), hi: v.hi.Plus(w.hi)}
}

// minus encloses the difference of two enclosed values.
func (v affineBounds) minus(w affineBounds) affineBounds {
	if !v.ok() || !w.ok() {
		return affineBounds{}
	}
	return affineBounds{base: v.base - w.base, lo: v.lo.Minus(w.hi), hi: v.hi.Minus(w.lo)}
}

// nonNegative reports whether v is at least 0 for all x.
func (t *affineTransfer) nonNegative(v affineBounds) bool {
	low := v.lo.At(t.least)
	if v.base > 0 {
		low += float64(v.base) * t.from
	}
	return v.ok() && v.base >= 0 && v.lo.Num >= 0 && low >= 0
}

// scaled encloses v * k; the result is not ok if it is too large.
func (v affineBounds) scaled(k int64) affineBounds {
	if !v.ok() || max(k, -k) > 1<<31 {
		return affineBounds{}
	}
	out := affineBounds{base: v.base * k, lo: v.lo.Times(k), hi: v.hi.Times(k)}
	if k < 0 {
		out.lo, out.hi = out.hi, out.lo
	}
	if max(out.base, -out.base) > 1<<20 {
		return affineBounds{}
	}
	return out
}

// divided encloses floor(v / k). Rounding down subtracts at most (k-1)/k.
func (t *affineTransfer) divided(v affineBounds, k int64) affineBounds {
	if !v.ok() || v.base%k != 0 {
		return affineBounds{}
	}
	out := affineBounds{base: v.base / k, lo: v.lo.Plus(expr.ConstantAffine(float64(1 - k))).Over(k), hi: v.hi.Over(k), positive: v.positive}
	if v.quotient > 0 && v.quotient <= 1<<31/k {
		out.quotient = v.quotient * k
	}
	return out
}

// dividedBy encloses the quotient of v by a divisor that is no constant: for v >= 0 and a divisor of at least k, at
// most v / k.
func (t *affineTransfer) dividedBy(v affineBounds, divisor ssa.ID) affineBounds {
	m := t.m
	if v.base != 0 || !t.nonNegative(v) {
		return affineBounds{}
	}
	zero := expr.Affine{Den: 1}
	if d := m.RangeOf(divisor); d.Lo >= 1 {
		return affineBounds{lo: zero, hi: v.hi.Over(symval.SmallLeast(d.Lo))}
	}
	if m.Fn.Values[divisor].Kind != ssa.Param && m.CFG.InLoop(int(m.Fn.Values[divisor].Block), t.l) {
		return affineBounds{}
	}
	q, _ := m.LimitOf(t.l, divisor, false)
	if !q.Ok() || m.Env.Size(q.Size).Hi < 2 {
		return affineBounds{}
	}
	t.conds = append(t.conds, q.Conds...)
	if d := m.LeastOf(q.Size); d >= 1 {
		return affineBounds{lo: zero, hi: v.hi.Over(symval.SmallLeast(d))}
	}
	t.conds = m.Require(t.conds, expr.Condition{Size: q.Size, Lo: 2, Hi: math.Inf(1)})
	return affineBounds{lo: zero, hi: v.hi.Over(2)}
}

// unsignedSum encloses a + b of two nonnegative numbers as the operand of iushr, which is unsigned: the sum needs one
// more bit than its terms, the sign bit.
func (t *affineTransfer) unsignedSum(v ssa.ID) affineBounds {
	x := &t.m.Fn.Values[v]
	if x.Kind != ssa.Instr || x.Op != classfile.OpIadd && x.Op != classfile.OpLadd || !t.m.CFG.InLoop(int(x.Block), t.l) {
		return affineBounds{}
	}
	args := t.m.Fn.Args(v)
	a, b := t.boundsOf(args[0]), t.boundsOf(args[1])
	if !a.ok() || !b.ok() || !t.nonNegative(a) || !t.nonNegative(b) {
		return affineBounds{}
	}
	return a.plus(b)
}

// product encloses a product of a value with one of a small range.
func (t *affineTransfer) product(a, b ssa.ID) affineBounds {
	for range 2 {
		v, k := t.boundsOf(a), t.m.RangeOf(b)
		if v.ok() && v.base == 0 && t.nonNegative(v) && k.Lo >= 0 && k.Hi < 1<<20 {
			return affineBounds{lo: v.lo.Times(int64(k.Lo)), hi: v.hi.Times(int64(k.Hi))}
		}
		a, b = b, a
	}
	return affineBounds{}
}

// liesBetween reports whether v minus the anchor is between lo and hi for every distance.
func (t *affineTransfer) liesBetween(v affineBounds, lo, hi expr.Affine) bool {
	low, high := v.lo.Minus(lo), hi.Minus(v.hi)
	return !low.Bad && !high.Bad && low.Num >= 0 && low.At(t.least) > -1 && high.Num >= 0 && high.At(t.least) > -1
}

// next encloses the value of the variable at the end of an iteration.
func (t *affineTransfer) next(c phiUpdate) affineBounds {
	var out affineBounds
	first := true
	for i, b := range c.backs {
		for _, b := range t.valuesOnEdge(b, c.edges[i]) {
			v := t.boundsOf(b)
			if !v.ok() || v.base != 0 {
				return affineBounds{}
			}
			if first {
				out, first = v, false
				continue
			}
			if out.quotient != v.quotient {
				out.quotient = 0
			}
			out.lo, out.hi = expr.ExtremeOf(out.lo, v.lo, t.least, false), expr.ExtremeOf(out.hi, v.hi, t.least, true)
		}
	}
	return out
}

// valuesOnEdge returns v, or its possible values if an iteration ends by edge e with a test that v is not the variable
// itself: a sift in a heap that continues while the smaller child is another node.
func (t *affineTransfer) valuesOnEdge(v ssa.ID, e int32) []ssa.ID {
	m := t.m
	edge := &m.CFG.Edges[e]
	facts := m.BranchComparisons(int(edge.From))
	if f, ok := m.FactOn(edge); ok {
		facts = append(facts, f)
	}
	if v == t.x || !slices.ContainsFunc(facts, func(f symval.Comparison) bool {
		return f.Op == classfile.OpIfIcmpne && (f.A == v && f.B == t.x || f.A == t.x && f.B == v)
	}) {
		return []ssa.ID{v}
	}
	var out []ssa.ID
	for _, p := range heapsize.Jointly(m, t.l, []ssa.ID{v}, []ssa.ID{v}) {
		if p[0] != t.x {
			out = append(out, p[0])
		}
	}
	if len(out) == 0 {
		return []ssa.ID{v}
	}
	return out
}
