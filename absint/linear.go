package absint

import (
	"math"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// linear encloses a value of an iteration between two affine functions of one quantity x that changes from iteration
// to iteration: base*anchor + lo(x) <= v <= base*anchor + hi(x), for every integer x from the least one that is
// possible. x is a variable of the loop (then there is no anchor), or the distance of two variables, of which the lower
// one is the anchor. This is what a counter that is multiplied, divided or halved is to its last value.
type linear struct {
	base   int64
	lo, hi affine
	// quotient, where it is not 0, says that v is floor(x / quotient) for every x >= 0.
	quotient int64
	// positive says that v > 0 only where x > 0, for every x at all.
	positive bool
}

func (v linear) ok() bool { return v.lo.den > 0 && !v.lo.bad && !v.hi.bad }

func linearConstant(r Range) linear {
	return linear{lo: constantAffine(r.Lo), hi: constantAffine(r.Hi)}
}

// partial is the result of an operation that must lie in the range of its type.
type partial struct {
	linear
	within Range
}

// tracer follows values of one iteration of loop l back to the variables at its start.
type tracer struct {
	m        *method
	l        int
	x        ssa.ID  // a header phi
	anchor   ssa.ID  // another one, so that x means their distance x - anchor; 0 for none
	least    int64   // x, or the distance, is at least this
	from     float64 // the anchor is at least this
	partials []partial
	conds    []Condition // of divisors: that they are at least 2
	memo     map[ssa.ID]linear
	steps    int
}

func (m *method) tracer(l int, x, anchor ssa.ID, least int64) *tracer {
	return &tracer{m: m, l: l, x: x, anchor: anchor, least: least, from: math.Inf(-1), memo: map[ssa.ID]linear{}}
}

// maxEnclosed bounds the values that are followed for one counter.
const maxEnclosed = 200

// of encloses v. The result is not ok where nothing is known.
func (t *tracer) of(v ssa.ID) linear {
	if r, ok := t.memo[v]; ok {
		return r
	}
	if t.steps++; t.steps > maxEnclosed {
		return linear{}
	}
	t.memo[v] = linear{} // a cycle goes through an inner loop, of which nothing is known
	r := t.enclose(v)
	if !r.ok() {
		r = linearConstant(t.m.rangeOf(v))
	}
	t.memo[v] = r
	return r
}

var identity = affine{num: 1, den: 1}

func (t *tracer) enclose(v ssa.ID) linear {
	f := t.m.f
	x := &f.Values[v]
	zero := affine{den: 1}
	switch {
	case v == t.x && t.anchor == 0:
		return linear{lo: identity, hi: identity, quotient: 1, positive: true}
	case v == t.x:
		return linear{base: 1, lo: identity, hi: identity}
	case v == t.anchor && v != 0:
		return linear{base: 1, lo: zero, hi: zero}
	case x.Type != 'i' && x.Type != 'l':
		return linear{}
	}
	switch x.Kind {
	case ssa.Phi:
		return t.join(v)
	case ssa.Instr:
		if t.m.g.InLoop(int(x.Block), t.l) {
			return t.operation(v)
		}
	}
	return linear{}
}

// join encloses a variable that differs between paths.
func (t *tracer) join(v ssa.ID) linear {
	m := t.m
	b := int(m.f.Values[v].Block)
	if !m.g.InLoop(b, t.l) || m.g.Blocks[b].Region >= 0 || m.loopHeadedBy(b) >= 0 {
		return linear{}
	}
	var out linear
	for i, a := range m.f.Args(v) {
		if a == 0 {
			return linear{}
		}
		w := t.of(a)
		if i == 0 {
			out = w
			continue
		}
		if !w.ok() || w.base != out.base {
			return linear{}
		}
		if out.lo != w.lo || out.hi != w.hi || out.quotient != w.quotient {
			out.quotient = 0
		}
		out.positive = out.positive && w.positive
		out.lo, out.hi = extremeOf(out.lo, w.lo, t.least, false), extremeOf(out.hi, w.hi, t.least, true)
	}
	return out
}

// checked notes that v, computed as r, must not leave its type.
func (t *tracer) checked(v ssa.ID, r linear, within Range) linear {
	r.positive = false // it may wrap around where x is out of bounds
	if r.ok() && !t.m.cannotWrap(v) {
		t.partials = append(t.partials, partial{r, within})
	}
	return r
}

// operation encloses the result of an instruction in loop l by its operands.
func (t *tracer) operation(v ssa.ID) linear {
	x := &t.m.f.Values[v]
	args := t.m.f.Args(v)
	switch x.Op {
	case classfile.OpIinc:
		return t.checked(v, t.of(args[0]).plus(linearConstant(Range{float64(x.Aux), float64(x.Aux)})), fits(x.Type))
	case classfile.OpIadd, classfile.OpLadd:
		return t.checked(v, t.of(args[0]).plus(t.of(args[1])), fits(x.Type))
	case classfile.OpIsub, classfile.OpLsub:
		return t.checked(v, t.of(args[0]).minus(t.of(args[1])), fits(x.Type))
	case classfile.OpImul, classfile.OpLmul:
		for i := range args {
			if k, ok := t.constant(args[i]); ok {
				return t.checked(v, t.of(args[1-i]).scaled(k), fits(x.Type))
			}
		}
		return t.checked(v, t.product(args[0], args[1]), fits(x.Type))
	case classfile.OpIshl, classfile.OpLshl, classfile.OpIshr, classfile.OpLshr, classfile.OpIushr, classfile.OpLushr:
		return t.shifted(v)
	case classfile.OpIdiv, classfile.OpLdiv:
		return t.quotient(v)
	case classfile.OpIrem, classfile.OpLrem:
		if k, ok := t.constant(args[1]); ok && k > 0 && t.sign(t.of(args[0])) {
			return linearConstant(Range{0, float64(k - 1)})
		}
	case classfile.OpI2l:
		return t.of(args[0])
	case classfile.OpL2i:
		return t.checked(v, t.of(args[0]), typeRange('i'))
	case classfile.OpI2b:
		return t.checked(v, t.of(args[0]), descRange("B"))
	case classfile.OpI2c:
		return t.checked(v, t.of(args[0]), descRange("C"))
	case classfile.OpI2s:
		return t.checked(v, t.of(args[0]), descRange("S"))
	}
	return linear{}
}

// constant is the value of an int or long constant; ok is false for other values.
func (t *tracer) constant(v ssa.ID) (k int64, ok bool) {
	x := &t.m.f.Values[v]
	return x.Aux, x.Kind == ssa.Int
}

// shifted encloses a shift by a constant of at most 30 bits.
func (t *tracer) shifted(v ssa.ID) linear {
	x := &t.m.f.Values[v]
	args := t.m.f.Args(v)
	k, ok := t.constant(args[1])
	if !ok || k < 0 || k >= 31 {
		return linear{}
	}
	switch x.Op {
	case classfile.OpIshl, classfile.OpLshl:
		return t.checked(v, t.of(args[0]).scaled(1<<k), fits(x.Type))
	case classfile.OpIshr, classfile.OpLshr:
		return t.divided(t.of(args[0]), 1<<k)
	}
	if k == 0 {
		return linear{}
	}
	a := t.unsignedSum(args[0])
	if !a.ok() {
		a = t.of(args[0])
	}
	if !a.ok() || !t.sign(a) {
		return linear{}
	}
	a.positive = false // a negative number becomes a positive one
	return t.divided(a, 1<<k)
}

// quotient encloses a quotient, which is rounded towards zero.
func (t *tracer) quotient(v ssa.ID) linear {
	args := t.m.f.Args(v)
	k, ok := t.constant(args[1])
	if !ok {
		return t.dividedBy(t.of(args[0]), args[1])
	}
	if k < 1 || k > 1<<31 {
		return linear{}
	}
	a := t.of(args[0])
	out := t.divided(a, k)
	if out.ok() && !t.sign(a) { // up, where it is negative
		out.hi = a.hi.plus(constantAffine(float64(k - 1))).over(k)
	}
	return out
}

// plus encloses the sum of two enclosed values.
func (v linear) plus(w linear) linear {
	if !v.ok() || !w.ok() {
		return linear{}
	}
	return linear{base: v.base + w.base, lo: v.lo.plus(w.lo), hi: v.hi.plus(w.hi)}
}

// minus encloses the difference of two enclosed values.
func (v linear) minus(w linear) linear {
	if !v.ok() || !w.ok() {
		return linear{}
	}
	return linear{base: v.base - w.base, lo: v.lo.minus(w.hi), hi: v.hi.minus(w.lo)}
}

// sign says whether v is never negative.
func (t *tracer) sign(v linear) bool {
	low := v.lo.at(t.least)
	if v.base > 0 {
		low += float64(v.base) * t.from
	}
	return v.ok() && v.base >= 0 && v.lo.num >= 0 && low >= 0
}

func (v linear) scaled(k int64) linear {
	if !v.ok() || max(k, -k) > 1<<31 {
		return linear{}
	}
	out := linear{base: v.base * k, lo: v.lo.times(k), hi: v.hi.times(k)}
	if k < 0 {
		out.lo, out.hi = out.hi, out.lo
	}
	if max(out.base, -out.base) > 1<<20 {
		return linear{}
	}
	return out
}

// divided is floor(v / k). A number that rounds down loses less than one: at most (k-1)/k.
func (t *tracer) divided(v linear, k int64) linear {
	if !v.ok() || v.base%k != 0 {
		return linear{}
	}
	out := linear{base: v.base / k, lo: v.lo.plus(constantAffine(float64(1 - k))).over(k), hi: v.hi.over(k), positive: v.positive}
	if v.quotient > 0 && v.quotient <= 1<<31/k {
		out.quotient = v.quotient * k
	}
	return out
}

// dividedBy is a quotient by a divisor that is no constant: of what is not negative, at least k leaves at most a k-th.
func (t *tracer) dividedBy(v linear, divisor ssa.ID) linear {
	m := t.m
	if v.base != 0 || !t.sign(v) {
		return linear{}
	}
	zero := affine{den: 1}
	if d := m.rangeOf(divisor); d.Lo >= 1 {
		return linear{lo: zero, hi: v.hi.over(smallLeast(d.Lo))}
	}
	if m.f.Values[divisor].Kind != ssa.Param && m.g.InLoop(int(m.f.Values[divisor].Block), t.l) {
		return linear{}
	}
	q, _ := m.limitOf(t.l, divisor, false)
	if !q.ok() || m.ranges.size(q.size).Hi < 2 {
		return linear{}
	}
	t.conds = append(t.conds, q.conds...)
	if d := m.leastOf(q.size); d >= 1 {
		return linear{lo: zero, hi: v.hi.over(smallLeast(d))}
	}
	t.conds = m.require(t.conds, Condition{Size: q.size, Lo: 2, Hi: math.Inf(1)})
	return linear{lo: zero, hi: v.hi.over(2)}
}

// unsignedSum is a + b of two numbers that are not negative, as a shift sees it that takes the sum as unsigned: it
// needs one bit more than they have, which is there.
func (t *tracer) unsignedSum(v ssa.ID) linear {
	x := &t.m.f.Values[v]
	if x.Kind != ssa.Instr || x.Op != classfile.OpIadd && x.Op != classfile.OpLadd || !t.m.g.InLoop(int(x.Block), t.l) {
		return linear{}
	}
	args := t.m.f.Args(v)
	a, b := t.of(args[0]), t.of(args[1])
	if !a.ok() || !b.ok() || !t.sign(a) || !t.sign(b) {
		return linear{}
	}
	return a.plus(b)
}

// product encloses a product of a value with one of a small range.
func (t *tracer) product(a, b ssa.ID) linear {
	for range 2 {
		v, k := t.of(a), t.m.rangeOf(b)
		if v.ok() && v.base == 0 && t.sign(v) && k.Lo >= 0 && k.Hi < 1<<20 {
			return linear{lo: v.lo.times(int64(k.Lo)), hi: v.hi.times(int64(k.Hi))}
		}
		a, b = b, a
	}
	return linear{}
}
