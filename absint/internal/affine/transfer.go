// Package affine encloses the values of one iteration of a loop between affine functions of the loop's variables at its start: the
// transfer function of an iteration in a domain of affine bounds (cf. Karr, Affine relationships among variables of a program, Acta
// Informatica 1976). Provers of loop bounds read from it how far a variable moves in an iteration.
package affine

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/joint"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Bounds encloses a value of an iteration between two affine functions of a quantity x that changes between
// iterations: Base*anchor + Lo(x) <= v <= Base*anchor + Hi(x), for every integer x from the least possible one. x is a
// variable of the loop (without an anchor), or the distance of two variables, of which the lower one is the anchor.
// Sound because each operation rounds Lo down and Hi up, and results that may overflow are recorded as checks.
type Bounds struct {
	Base     int64
	Lo, Hi   expr.Affine
	Quotient int64 // if not 0, v is floor(x / Quotient) for every x >= 0
	Positive bool  // v > 0 implies x > 0, for every x
}

// OK reports whether both bounds are known.
func (v Bounds) OK() bool { return v.Lo.Den > 0 && !v.Lo.Bad && !v.Hi.Bad }

// Constant encloses a value by constants.
func Constant(r expr.Interval) Bounds {
	return Bounds{Lo: expr.ConstantAffine(r.Lo), Hi: expr.ConstantAffine(r.Hi)}
}

// Check is the result of an operation that must be in the range of its type.
type Check struct {
	Bounds
	Within expr.Interval
}

// Transfer encloses values of one iteration of loop l by the variables at its start.
type Transfer struct {
	m      *symval.Func
	l      int
	x      ssa.ID // a header phi
	anchor ssa.ID // another one: x stands for the distance x - anchor then; 0 for none
	memo   map[ssa.ID]Bounds
	steps  int // values enclosed; at most maxEnclosed

	Least  int64            // a lower bound of x, or of the distance
	From   float64          // a lower bound of the anchor; the caller may raise it
	Checks []Check          // what must not overflow
	Conds  []expr.Condition // that divisors are at least 2
}

// New returns the transfer function of one iteration of loop l for x, or for the distance of x and anchor, of
// at least least.
func New(m *symval.Func, l int, x, anchor ssa.ID, least int64) *Transfer {
	return &Transfer{m: m, l: l, x: x, anchor: anchor, Least: least, From: math.Inf(-1), memo: map[ssa.ID]Bounds{}}
}

// maxEnclosed bounds the values that are enclosed for one counter.
const maxEnclosed = 200

// BoundsOf encloses v. The result is not OK if nothing is known.
func (t *Transfer) BoundsOf(v ssa.ID) Bounds {
	if r, ok := t.memo[v]; ok {
		return r
	}
	if t.steps++; t.steps > maxEnclosed {
		return Bounds{}
	}
	t.memo[v] = Bounds{} // a cycle goes through an inner loop, whose values are unknown
	r := t.enclose(v)
	if !r.OK() {
		r = Constant(t.m.RangeOf(v))
	}
	t.memo[v] = r
	return r
}

// identity is the affine function x.
var identity = expr.Affine{Num: 1, Den: 1}

// enclose is BoundsOf without memo and limit.
func (t *Transfer) enclose(v ssa.ID) Bounds {
	f := t.m.Fn
	x := &f.Values[v]
	zero := expr.Affine{Den: 1}
	switch {
	case v == t.x && t.anchor == 0:
		return Bounds{Lo: identity, Hi: identity, Quotient: 1, Positive: true}
	case v == t.x:
		return Bounds{Base: 1, Lo: identity, Hi: identity}
	case v == t.anchor && v != 0:
		return Bounds{Base: 1, Lo: zero, Hi: zero}
	case x.Type != 'i' && x.Type != 'l':
		return Bounds{}
	}
	switch x.Kind {
	case ssa.Phi:
		return t.join(v)
	case ssa.Instr:
		if t.m.CFG.InLoop(int(x.Block), t.l) {
			return t.operation(v)
		}
	}
	return Bounds{}
}

// join encloses a phi that merges paths of one iteration.
func (t *Transfer) join(v ssa.ID) Bounds {
	m := t.m
	b := int(m.Fn.Values[v].Block)
	if !m.CFG.InLoop(b, t.l) || m.CFG.Blocks[b].Region >= 0 || m.LoopHeadedBy(b) >= 0 {
		return Bounds{}
	}
	var out Bounds
	for i, a := range m.Fn.Args(v) {
		if a == 0 {
			return Bounds{}
		}
		w := t.BoundsOf(a)
		if i == 0 {
			out = w
			continue
		}
		if !w.OK() || w.Base != out.Base {
			return Bounds{}
		}
		if out.Lo != w.Lo || out.Hi != w.Hi || out.Quotient != w.Quotient {
			out.Quotient = 0
		}
		out.Positive = out.Positive && w.Positive
		out.Lo, out.Hi = expr.ExtremeOf(out.Lo, w.Lo, t.Least, false), expr.ExtremeOf(out.Hi, w.Hi, t.Least, true)
	}
	return out
}

// checked returns r, the enclosure of v, and records that v must not leave its type.
func (t *Transfer) checked(v ssa.ID, r Bounds, within expr.Interval) Bounds {
	r.Positive = false // it may wrap around for x out of bounds
	if r.OK() && !t.m.CannotWrap(v) {
		t.Checks = append(t.Checks, Check{r, within})
	}
	return r
}

// operation encloses the result of an instruction in loop l by its operands.
func (t *Transfer) operation(v ssa.ID) Bounds {
	x := &t.m.Fn.Values[v]
	args := t.m.Fn.Args(v)
	switch x.Op {
	case classfile.OpIinc:
		return t.checked(v, t.BoundsOf(args[0]).plus(Constant(expr.Interval{Lo: float64(x.Aux), Hi: float64(x.Aux)})), symval.Fits(x.Type))
	case classfile.OpIadd, classfile.OpLadd:
		return t.checked(v, t.BoundsOf(args[0]).plus(t.BoundsOf(args[1])), symval.Fits(x.Type))
	case classfile.OpIsub, classfile.OpLsub:
		return t.checked(v, t.BoundsOf(args[0]).minus(t.BoundsOf(args[1])), symval.Fits(x.Type))
	case classfile.OpImul, classfile.OpLmul:
		for i := range args {
			if k, ok := t.constant(args[i]); ok {
				return t.checked(v, t.BoundsOf(args[1-i]).scaled(k), symval.Fits(x.Type))
			}
		}
		return t.checked(v, t.product(args[0], args[1]), symval.Fits(x.Type))
	case classfile.OpIshl, classfile.OpLshl, classfile.OpIshr, classfile.OpLshr, classfile.OpIushr, classfile.OpLushr:
		return t.shifted(v)
	case classfile.OpIdiv, classfile.OpLdiv:
		return t.quotient(v)
	case classfile.OpIrem, classfile.OpLrem:
		if k, ok := t.constant(args[1]); ok && k > 0 && t.nonNegative(t.BoundsOf(args[0])) {
			return Constant(expr.Interval{Lo: 0, Hi: float64(k - 1)})
		}
	case classfile.OpIand, classfile.OpLand:
		return t.masked(v)
	case classfile.OpI2l:
		return t.BoundsOf(args[0])
	case classfile.OpL2i:
		return t.checked(v, t.BoundsOf(args[0]), symval.TypeRange('i'))
	case classfile.OpI2b:
		return t.checked(v, t.BoundsOf(args[0]), symval.DescRange("B"))
	case classfile.OpI2c:
		return t.checked(v, t.BoundsOf(args[0]), symval.DescRange("C"))
	case classfile.OpI2s:
		return t.checked(v, t.BoundsOf(args[0]), symval.DescRange("S"))
	}
	return Bounds{}
}

// masked encloses a bitwise and, which is at most an operand that is not negative, where its range says less.
func (t *Transfer) masked(v ssa.ID) Bounds {
	if t.m.RangeOf(v).Hi < symval.Uninformative {
		return Bounds{}
	}
	for _, a := range t.m.Fn.Args(v) {
		if b := t.BoundsOf(a); b.OK() && b.Base == 0 && b.Hi.Num > 0 && t.nonNegative(b) {
			return Bounds{Lo: expr.Affine{Den: 1}, Hi: b.Hi}
		}
	}
	return Bounds{}
}

// constant returns the value of an int or long constant; ok is false for other values.
func (t *Transfer) constant(v ssa.ID) (k int64, ok bool) {
	x := &t.m.Fn.Values[v]
	return x.Aux, x.Kind == ssa.Int
}

// shifted encloses v, a shift by a constant of at most 30 bits.
func (t *Transfer) shifted(v ssa.ID) Bounds {
	x := &t.m.Fn.Values[v]
	args := t.m.Fn.Args(v)
	k, ok := t.constant(args[1])
	if !ok || k < 0 || k >= 31 {
		return Bounds{}
	}
	switch x.Op {
	case classfile.OpIshl, classfile.OpLshl:
		return t.checked(v, t.BoundsOf(args[0]).scaled(1<<k), symval.Fits(x.Type))
	case classfile.OpIshr, classfile.OpLshr:
		return t.divided(t.BoundsOf(args[0]), 1<<k)
	}
	if k == 0 {
		return Bounds{}
	}
	a := t.unsignedSum(args[0])
	if !a.OK() {
		a = t.BoundsOf(args[0])
	}
	if !a.OK() || !t.nonNegative(a) {
		return Bounds{}
	}
	a.Positive = false // a negative number becomes a positive one
	return t.divided(a, 1<<k)
}

// quotient encloses a quotient, which is rounded towards zero.
func (t *Transfer) quotient(v ssa.ID) Bounds {
	args := t.m.Fn.Args(v)
	k, ok := t.constant(args[1])
	if !ok {
		return t.dividedBy(t.BoundsOf(args[0]), args[1])
	}
	if k < 1 || k > 1<<31 {
		return Bounds{}
	}
	a := t.BoundsOf(args[0])
	out := t.divided(a, k)
	if out.OK() && !t.nonNegative(a) { // up, where it is negative
		out.Hi = a.Hi.Plus(expr.ConstantAffine(float64(k - 1))).Over(k)
	}
	return out
}

// plus encloses the sum of two enclosed values.
func (v Bounds) plus(w Bounds) Bounds {
	if !v.OK() || !w.OK() {
		return Bounds{}
	}
	return Bounds{Base: v.Base + w.Base, Lo: v.Lo.Plus(w.Lo), Hi: v.Hi.Plus(w.Hi)}
}

// minus encloses the difference of two enclosed values.
func (v Bounds) minus(w Bounds) Bounds {
	if !v.OK() || !w.OK() {
		return Bounds{}
	}
	return Bounds{Base: v.Base - w.Base, Lo: v.Lo.Minus(w.Hi), Hi: v.Hi.Minus(w.Lo)}
}

// nonNegative reports whether v is at least 0 for all x.
func (t *Transfer) nonNegative(v Bounds) bool {
	low := v.Lo.At(t.Least)
	if v.Base > 0 {
		low += float64(v.Base) * t.From
	}
	return v.OK() && v.Base >= 0 && v.Lo.Num >= 0 && low >= 0
}

// scaled encloses v * k; the result is not ok if it is too large.
func (v Bounds) scaled(k int64) Bounds {
	if !v.OK() || max(k, -k) > 1<<31 {
		return Bounds{}
	}
	out := Bounds{Base: v.Base * k, Lo: v.Lo.Times(k), Hi: v.Hi.Times(k)}
	if k < 0 {
		out.Lo, out.Hi = out.Hi, out.Lo
	}
	if max(out.Base, -out.Base) > 1<<20 {
		return Bounds{}
	}
	return out
}

// divided encloses floor(v / k). Rounding down subtracts at most (k-1)/k.
func (t *Transfer) divided(v Bounds, k int64) Bounds {
	if !v.OK() || v.Base%k != 0 {
		return Bounds{}
	}
	out := Bounds{Base: v.Base / k, Lo: v.Lo.Plus(expr.ConstantAffine(float64(1 - k))).Over(k), Hi: v.Hi.Over(k), Positive: v.Positive}
	if v.Quotient > 0 && v.Quotient <= 1<<31/k {
		out.Quotient = v.Quotient * k
	}
	return out
}

// dividedBy encloses the quotient of v by a divisor that is no constant: for v >= 0 and a divisor of at least k, at
// most v / k.
func (t *Transfer) dividedBy(v Bounds, divisor ssa.ID) Bounds {
	m := t.m
	if v.Base != 0 || !t.nonNegative(v) {
		return Bounds{}
	}
	zero := expr.Affine{Den: 1}
	if d := m.RangeOf(divisor); d.Lo >= 1 {
		return Bounds{Lo: zero, Hi: v.Hi.Over(symval.SmallLeast(d.Lo))}
	}
	if m.Fn.Values[divisor].Kind != ssa.Param && m.CFG.InLoop(int(m.Fn.Values[divisor].Block), t.l) {
		return Bounds{}
	}
	q, _ := m.LimitOf(t.l, divisor, false)
	if !q.Ok() || m.Env.Size(q.Size).Hi < 2 {
		return Bounds{}
	}
	t.Conds = append(t.Conds, q.Conds...)
	if d := m.LeastOf(q.Size); d >= 1 {
		return Bounds{Lo: zero, Hi: v.Hi.Over(symval.SmallLeast(d))}
	}
	t.Conds = m.Require(t.Conds, expr.Condition{Size: q.Size, Lo: 2, Hi: math.Inf(1)})
	return Bounds{Lo: zero, Hi: v.Hi.Over(2)}
}

// unsignedSum encloses a + b of two nonnegative numbers as the operand of iushr, which is unsigned: the sum needs one
// more bit than its terms, the sign bit.
func (t *Transfer) unsignedSum(v ssa.ID) Bounds {
	x := &t.m.Fn.Values[v]
	if x.Kind != ssa.Instr || x.Op != classfile.OpIadd && x.Op != classfile.OpLadd || !t.m.CFG.InLoop(int(x.Block), t.l) {
		return Bounds{}
	}
	args := t.m.Fn.Args(v)
	a, b := t.BoundsOf(args[0]), t.BoundsOf(args[1])
	if !a.OK() || !b.OK() || !t.nonNegative(a) || !t.nonNegative(b) {
		return Bounds{}
	}
	return a.plus(b)
}

// product encloses a product of a value with one of a small range.
func (t *Transfer) product(a, b ssa.ID) Bounds {
	for range 2 {
		v, k := t.BoundsOf(a), t.m.RangeOf(b)
		if v.OK() && v.Base == 0 && t.nonNegative(v) && k.Lo >= 0 && k.Hi < 1<<20 {
			return Bounds{Lo: v.Lo.Times(int64(k.Lo)), Hi: v.Hi.Times(int64(k.Hi))}
		}
		a, b = b, a
	}
	return Bounds{}
}

// LiesBetween reports whether v minus the anchor is between lo and hi for every distance.
func (t *Transfer) LiesBetween(v Bounds, lo, hi expr.Affine) bool {
	low, high := v.Lo.Minus(lo), hi.Minus(v.Hi)
	return !low.Bad && !high.Bad && low.Num >= 0 && low.At(t.Least) > -1 && high.Num >= 0 && high.At(t.Least) > -1
}

// Next encloses the value of the variable at the end of an iteration. backs are the values that replace it, one for each of the loop's
// back edges.
func (t *Transfer) Next(backs []ssa.ID, edges []int32) Bounds {
	var out Bounds
	first := true
	for i, b := range backs {
		for _, b := range t.valuesOnEdge(b, edges[i]) {
			v := t.BoundsOf(b)
			if !v.OK() || v.Base != 0 {
				return Bounds{}
			}
			if first {
				out, first = v, false
				continue
			}
			if out.Quotient != v.Quotient {
				out.Quotient = 0
			}
			out.Lo, out.Hi = expr.ExtremeOf(out.Lo, v.Lo, t.Least, false), expr.ExtremeOf(out.Hi, v.Hi, t.Least, true)
		}
	}
	return out
}

// valuesOnEdge returns v, or its possible values if an iteration ends by edge e with a test that v is not the variable
// itself: a sift in a heap that continues while the smaller child is another node.
func (t *Transfer) valuesOnEdge(v ssa.ID, e int32) []ssa.ID {
	m := t.m
	edge := &m.CFG.Edges[e]
	facts := m.BranchComparisons(int(edge.From))
	if f, ok := m.FactOn(edge); ok {
		facts = append(facts, f)
	}
	if v == t.x || !slices.ContainsFunc(facts, func(f code.Comparison) bool {
		return f.Op == classfile.OpIfIcmpne && (f.A == v && f.B == t.x || f.A == t.x && f.B == v)
	}) {
		return []ssa.ID{v}
	}
	var out []ssa.ID
	for _, p := range joint.Pairs(m, t.l, []ssa.ID{v}, []ssa.ID{v}) {
		if p[0] != t.x {
			out = append(out, p[0])
		}
	}
	if len(out) == 0 {
		return []ssa.ID{v}
	}
	return out
}
