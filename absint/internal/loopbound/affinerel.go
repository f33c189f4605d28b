package loopbound

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// affineBounds encloses a value of an iteration between two affine functions of one quantity x that changes from iteration
// to iteration: base*anchor + lo(x) <= v <= base*anchor + hi(x), for every integer x from the least one that is
// possible. x is a variable of the loop (then there is no anchor), or the distance of two variables, of which the lower
// one is the anchor. This is what a counter that is multiplied, divided or halved is to its last value.
type affineBounds struct {
	base   int64
	lo, hi expr.Affine
	// quotient, where it is not 0, says that v is floor(x / quotient) for every x >= 0.
	quotient int64
	// positive says that v > 0 only where x > 0, for every x at all.
	positive bool
}

func (v affineBounds) ok() bool { return v.lo.Den > 0 && !v.lo.Bad && !v.hi.Bad }

func linearConstant(r expr.Interval) affineBounds {
	return affineBounds{lo: expr.ConstantAffine(r.Lo), hi: expr.ConstantAffine(r.Hi)}
}

// overflowCheck is the result of an operation that must lie in the range of its type.
type overflowCheck struct {
	affineBounds
	within expr.Interval
}

// affineTransfer follows values of one iteration of loop l back to the variables at its start.
type affineTransfer struct {
	m        *symval.Func
	l        int
	x        ssa.ID  // a header phi
	anchor   ssa.ID  // another one, so that x means their distance x - anchor; 0 for none
	least    int64   // x, or the distance, is at least this
	from     float64 // the anchor is at least this
	partials []overflowCheck
	conds    []expr.Condition // of divisors: that they are at least 2
	memo     map[ssa.ID]affineBounds
	steps    int
}

func tracer(m *symval.Func, l int, x, anchor ssa.ID, least int64) *affineTransfer {
	return &affineTransfer{m: m, l: l, x: x, anchor: anchor, least: least, from: math.Inf(-1), memo: map[ssa.ID]affineBounds{}}
}

// maxEnclosed bounds the values that are followed for one counter.
const maxEnclosed = 200

// of encloses v. The result is not ok where nothing is known.
func (t *affineTransfer) of(v ssa.ID) affineBounds {
	if r, ok := t.memo[v]; ok {
		return r
	}
	if t.steps++; t.steps > maxEnclosed {
		return affineBounds{}
	}
	t.memo[v] = affineBounds{} // a cycle goes through an inner loop, of which nothing is known
	r := t.enclose(v)
	if !r.ok() {
		r = linearConstant(t.m.RangeOf(v))
	}
	t.memo[v] = r
	return r
}

var identity = expr.Affine{Num: 1, Den: 1}

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

// join encloses a variable that differs between paths.
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
		w := t.of(a)
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

// checked notes that v, computed as r, must not leave its type.
func (t *affineTransfer) checked(v ssa.ID, r affineBounds, within expr.Interval) affineBounds {
	r.positive = false // it may wrap around where x is out of bounds
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
		return t.checked(v, t.of(args[0]).plus(linearConstant(expr.Interval{Lo: float64(x.Aux), Hi: float64(x.Aux)})), symval.Fits(x.Type))
	case classfile.OpIadd, classfile.OpLadd:
		return t.checked(v, t.of(args[0]).plus(t.of(args[1])), symval.Fits(x.Type))
	case classfile.OpIsub, classfile.OpLsub:
		return t.checked(v, t.of(args[0]).minus(t.of(args[1])), symval.Fits(x.Type))
	case classfile.OpImul, classfile.OpLmul:
		for i := range args {
			if k, ok := t.constant(args[i]); ok {
				return t.checked(v, t.of(args[1-i]).scaled(k), symval.Fits(x.Type))
			}
		}
		return t.checked(v, t.product(args[0], args[1]), symval.Fits(x.Type))
	case classfile.OpIshl, classfile.OpLshl, classfile.OpIshr, classfile.OpLshr, classfile.OpIushr, classfile.OpLushr:
		return t.shifted(v)
	case classfile.OpIdiv, classfile.OpLdiv:
		return t.quotient(v)
	case classfile.OpIrem, classfile.OpLrem:
		if k, ok := t.constant(args[1]); ok && k > 0 && t.sign(t.of(args[0])) {
			return linearConstant(expr.Interval{Lo: 0, Hi: float64(k - 1)})
		}
	case classfile.OpI2l:
		return t.of(args[0])
	case classfile.OpL2i:
		return t.checked(v, t.of(args[0]), symval.TypeRange('i'))
	case classfile.OpI2b:
		return t.checked(v, t.of(args[0]), symval.DescRange("B"))
	case classfile.OpI2c:
		return t.checked(v, t.of(args[0]), symval.DescRange("C"))
	case classfile.OpI2s:
		return t.checked(v, t.of(args[0]), symval.DescRange("S"))
	}
	return affineBounds{}
}

// constant is the value of an int or long constant; ok is false for other values.
func (t *affineTransfer) constant(v ssa.ID) (k int64, ok bool) {
	x := &t.m.Fn.Values[v]
	return x.Aux, x.Kind == ssa.Int
}

// shifted encloses a shift by a constant of at most 30 bits.
func (t *affineTransfer) shifted(v ssa.ID) affineBounds {
	x := &t.m.Fn.Values[v]
	args := t.m.Fn.Args(v)
	k, ok := t.constant(args[1])
	if !ok || k < 0 || k >= 31 {
		return affineBounds{}
	}
	switch x.Op {
	case classfile.OpIshl, classfile.OpLshl:
		return t.checked(v, t.of(args[0]).scaled(1<<k), symval.Fits(x.Type))
	case classfile.OpIshr, classfile.OpLshr:
		return t.divided(t.of(args[0]), 1<<k)
	}
	if k == 0 {
		return affineBounds{}
	}
	a := t.unsignedSum(args[0])
	if !a.ok() {
		a = t.of(args[0])
	}
	if !a.ok() || !t.sign(a) {
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
		return t.dividedBy(t.of(args[0]), args[1])
	}
	if k < 1 || k > 1<<31 {
		return affineBounds{}
	}
	a := t.of(args[0])
	out := t.divided(a, k)
	if out.ok() && !t.sign(a) { // up, where it is negative
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

// sign says whether v is never negative.
func (t *affineTransfer) sign(v affineBounds) bool {
	low := v.lo.At(t.least)
	if v.base > 0 {
		low += float64(v.base) * t.from
	}
	return v.ok() && v.base >= 0 && v.lo.Num >= 0 && low >= 0
}

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

// divided is floor(v / k). A number that rounds down loses less than one: at most (k-1)/k.
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

// dividedBy is a quotient by a divisor that is no constant: of what is not negative, at least k leaves at most a k-th.
func (t *affineTransfer) dividedBy(v affineBounds, divisor ssa.ID) affineBounds {
	m := t.m
	if v.base != 0 || !t.sign(v) {
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

// unsignedSum is a + b of two numbers that are not negative, as a shift sees it that takes the sum as unsigned: it
// needs one bit more than they have, which is there.
func (t *affineTransfer) unsignedSum(v ssa.ID) affineBounds {
	x := &t.m.Fn.Values[v]
	if x.Kind != ssa.Instr || x.Op != classfile.OpIadd && x.Op != classfile.OpLadd || !t.m.CFG.InLoop(int(x.Block), t.l) {
		return affineBounds{}
	}
	args := t.m.Fn.Args(v)
	a, b := t.of(args[0]), t.of(args[1])
	if !a.ok() || !b.ok() || !t.sign(a) || !t.sign(b) {
		return affineBounds{}
	}
	return a.plus(b)
}

// product encloses a product of a value with one of a small range.
func (t *affineTransfer) product(a, b ssa.ID) affineBounds {
	for range 2 {
		v, k := t.of(a), t.m.RangeOf(b)
		if v.ok() && v.base == 0 && t.sign(v) && k.Lo >= 0 && k.Hi < 1<<20 {
			return affineBounds{lo: v.lo.Times(int64(k.Lo)), hi: v.hi.Times(int64(k.Hi))}
		}
		a, b = b, a
	}
	return affineBounds{}
}

// between says whether, above the anchor, v lies between lo and hi for every distance.
func (t *affineTransfer) between(v affineBounds, lo, hi expr.Affine) bool {
	low, high := v.lo.Minus(lo), hi.Minus(v.hi)
	return !low.Bad && !high.Bad && low.Num >= 0 && low.At(t.least) > -1 && high.Num >= 0 && high.At(t.least) > -1
}

// next encloses what the variable is at the end of an iteration.
func (t *affineTransfer) next(c phiUpdate) affineBounds {
	var out affineBounds
	first := true
	for i, b := range c.backs {
		for _, b := range t.others(b, c.edges[i]) {
			v := t.of(b)
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

// others is v, or what it may be where an iteration ends by edge e with a test that it is not the variable itself: a
// heap's sift that goes on while the smaller child is another node.
func (t *affineTransfer) others(v ssa.ID, e int32) []ssa.ID {
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
	for _, p := range m.Jointly(t.l, []ssa.ID{v}, []ssa.ID{v}) {
		if p[0] != t.x {
			out = append(out, p[0])
		}
	}
	if len(out) == 0 {
		return []ssa.ID{v}
	}
	return out
}
