package absint

import (
	"math"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// stride is what a value is more than a variable x of a loop: a sum of constants and of values that do not change, from
// low to high.
type stride struct {
	low, high Size
	conds     []Condition
	bound     bool // low and high are bounds, not the value
	partials  []stride
}

// strideOf follows v back to x through additions of values that no variable of loop l goes into.
func (m *method) strideOf(l int, v, x ssa.ID, depth int) (s stride, ok bool) {
	f := m.f
	if v == x {
		return stride{}, true
	}
	w := &f.Values[v]
	if depth > 4 || w.Kind != ssa.Instr || !m.g.InLoop(int(w.Block), l) {
		return stride{}, false
	}
	args := f.Args(v)
	by := stride{low: Const(w.Aux), high: Const(w.Aux)}
	switch w.Op {
	case classfile.OpIinc:
		s, ok = m.strideOf(l, args[0], x, depth+1)
	case classfile.OpIadd, classfile.OpLadd, classfile.OpIsub, classfile.OpLsub:
		minus := w.Op == classfile.OpIsub || w.Op == classfile.OpLsub
		first, second := args[0], args[1]
		if s, ok = m.strideOf(l, first, x, depth+1); !ok && !minus {
			first, second = second, first
			s, ok = m.strideOf(l, first, x, depth+1)
		}
		if !ok || len(m.variablesIn(l, second)) > 0 {
			return stride{}, false
		}
		low, lowIsBound := m.limitOf(l, second, minus)
		high, highIsBound := m.limitOf(l, second, !minus)
		if !low.ok() || !high.ok() {
			return stride{}, false
		}
		by = stride{low: low.size, high: high.size, conds: slices.Concat(low.conds, high.conds), bound: lowIsBound || highIsBound}
		if minus {
			by.low, by.high = by.low.Scale(-1), by.high.Scale(-1)
		}
	default:
		return stride{}, false
	}
	s = stride{low: s.low.Add(by.low), high: s.high.Add(by.high), conds: slices.Concat(s.conds, by.conds), bound: s.bound || by.bound, partials: s.partials}
	if !m.cannotWrap(v) {
		s.partials = append(s.partials[:len(s.partials):len(s.partials)], stride{low: s.low, high: s.high})
	}
	return s, ok && !s.low.bad && !s.high.bad
}

// strides bounds a loop whose counter moves by a value that does not change, such as i += step: towards its limit where
// the value is at least 1.
func (m *method) strides(l int, x ssa.ID, c turn, test fact) (testBound, bool) {
	falls := false
	one := int64(0)
	switch test.op {
	case classfile.OpIfIcmplt:
		one = -1
	case classfile.OpIfIcmple:
	case classfile.OpIfIcmpgt:
		falls, one = true, 1
	case classfile.OpIfIcmpge:
		falls = true
	default:
		return testBound{}, false
	}
	tested, ok := m.strideOf(l, test.a, x, 0)
	ways := m.jointly(l, c.backs, c.backs)
	limit, limitIsBound := m.limitOf(l, test.b, !falls)
	start, startIsBound := m.limitOf(l, c.init, falls)
	end, _ := m.limitOf(l, c.init, !falls) // of where it starts, on the side that it moves to
	if !ok || len(ways) == 0 || !limit.ok() || !start.ok() || !end.ok() {
		return testBound{}, false
	}
	conds := slices.Concat(limit.conds, start.conds, end.conds, tested.conds)
	var step stride
	for i, w := range ways {
		s, ok := m.strideOf(l, w[0], x, 0)
		if !ok {
			return testBound{}, false
		}
		conds = append(conds, s.conds...)
		if i == 0 {
			step = s
			continue
		}
		step = stride{low: Min(step.low, s.low), high: Max(step.high, s.high), bound: true, partials: slices.Concat(step.partials, s.partials)}
	}
	// From here on, the counter rises: one that falls is its mirror image.
	last := limit.size.AddInt(one) // of what is tested
	first, top := start.size, fits(m.f.Values[x].Type)
	if falls {
		tested, step = tested.mirrored(), step.mirrored()
		last, first, top = last.Scale(-1), first.Scale(-1), top.scale(-1)
		end.size = end.size.Scale(-1)
	}
	most := last.Sub(tested.low) // x where the test holds
	within := func(s Size, hi float64) {
		k := Condition{Size: s, Lo: math.Inf(-1), Hi: hi}
		if falls {
			k = Condition{Size: s.Scale(-1), Lo: -hi, Hi: math.Inf(1)}
		}
		conds = m.requireAt(conds, k, m.context)
	}
	above := func(s Size, lo float64) {
		k := Condition{Size: s, Lo: lo, Hi: math.Inf(1)}
		if falls {
			k = Condition{Size: s.Scale(-1), Lo: math.Inf(-1), Hi: -lo}
		}
		conds = m.requireAt(conds, k, m.context)
	}
	conds = m.require(conds, Condition{Size: step.low, Lo: 1, Hi: math.Inf(1)})
	for _, p := range step.partials {
		within(most.Add(p.high), top.Hi)
		if m.leastOf(p.low) < 0 && !p.low.Equal(step.low) {
			above(first.Add(p.low), top.Lo)
		}
	}
	for _, p := range tested.partials {
		within(most.Add(step.high).Add(p.high), top.Hi)
		within(end.size.Add(p.high), top.Hi)
		above(first.Add(p.low), top.Lo)
	}
	conds = tightest(conds)
	n := Quotient(most.Sub(first).Add(step.low), step.low)
	tight := !startIsBound && !limitIsBound && !step.bound && !tested.bound && len(ways) == 1
	return testBound{upper: n, conds: conds, tight: tight}, !n.bad
}

func (s stride) mirrored() stride {
	out := stride{low: s.high.Scale(-1), high: s.low.Scale(-1), conds: s.conds, bound: s.bound}
	for _, p := range s.partials {
		out.partials = append(out.partials, p.mirrored())
	}
	return out
}
