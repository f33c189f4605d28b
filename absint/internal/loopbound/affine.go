package loopbound

import (
	"fmt"
	"math"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/overflow"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// The affine prover bounds a loop by a comparison that every iteration passes and whose operands move by additions: their
// difference is a ranking function (Podelski and Rybalchenko, VMCAI 2004). Sound because the difference is at least 1
// wherever the test holds and each iteration decreases it by at least the step; that int arithmetic agrees with that of
// the integers is either proved (CannotWrap) or kept as a Condition.

// boundExit bounds how often the comparison c, under which loop l continues, can hold.
func boundExit(m *symval.Func, l int, phis map[ssa.ID]symval.InductionVar, c code.Comparison) symval.Bound {
	if t, ok := progressionTest(m, l, phis, c); ok {
		return t
	}
	x, y, why := operandsOf(m, l, phis, c)
	if why != "" {
		return symval.Bound{Why: m.TestWhy(l, why)}
	}
	if c.Op == classfile.OpIfIcmpne {
		t := boundInequality(m, l, x, y)
		if t.Why != "" {
			if op, ok := orderOfInequality(m, l, phis, c); ok {
				return boundExit(m, l, phis, code.Comparison{A: c.A, B: c.B, Op: op})
			}
		}
		return t
	}
	return boundDistance(m, l, c, x, y)
}

// operandsOf returns both operands of the comparison c. why is the reason if one is unknown or neither moves.
func operandsOf(m *symval.Func, l int, phis map[ssa.ID]symval.InductionVar, c code.Comparison) (x, y symval.Operand, why string) {
	rises := c.Op == classfile.OpIfIcmplt || c.Op == classfile.OpIfIcmple || c.Op == classfile.OpIfIcmpne
	x, why = operandOf(m, c.A, l, phis, !rises)
	if why != "" {
		return x, y, why
	}
	y, why = operandOf(m, c.B, l, phis, rises)
	if x.Phi == 0 && y.Phi == 0 {
		for _, v := range []ssa.ID{c.A, c.B} {
			if h := headerPhiOf(m, v, l); h != 0 {
				return x, y, fmt.Sprintf("%s does not change by a constant step", m.Describe(h))
			}
		}
	}
	if why == "" && x.Phi == 0 && y.Phi == 0 {
		why = explainConstantTest(m, l, c)
	}
	return x, y, why
}

// boundDistance bounds how often the comparison c of x and y can hold: their initial distance over the smallest
// decrease per iteration.
func boundDistance(m *symval.Func, l int, c code.Comparison, x, y symval.Operand) symval.Bound {
	typ := byte('i')
	if m.Fn.Values[c.A].Type == 'l' {
		typ = 'l'
	}
	// Bring the test into the form e >= 1 with e = y - x + extra.
	swap, extra, ok := code.Strictly(c.Op)
	switch {
	case !ok:
		return symval.Bound{Why: m.TestWhy(l, "it runs only while two values are equal, which does not bound it")}
	case swap:
		x, y = y, x
	}
	step := expr.Interval{}
	if y.Phi != 0 {
		step = step.Add(y.Mp.Off)
	}
	if x.Phi != 0 {
		step = step.Add(x.Mp.Off.Scale(-1))
	}
	if !(step.Hi <= -1) {
		v := c.A
		if x.Phi == 0 {
			v = c.B
		}
		return symval.Bound{Why: m.TestWhy(l, fmt.Sprintf("%s does not move towards its limit in every iteration", m.Describe(v)))}
	}
	if math.IsInf(y.Mv.Off.Hi, 0) || math.IsInf(x.Mv.Off.Lo, 0) {
		return symval.Bound{Why: m.TestWhy(l, "an inner loop changes the tested value by an unknown amount before the test")}
	}
	var conds []expr.Condition
	conds = append(append(conds, x.Init.Conds...), y.Init.Conds...)
	for _, s := range []symval.Operand{x, y} {
		var ok bool
		if conds, ok = overflow.WrapConditions(m, conds, s, opposite(s, x, y), s.Phi == x.Phi && s.Phi != 0, extra, typ); !ok {
			return symval.Bound{Why: m.TestWhy(l, fmt.Sprintf("%s may overflow", m.Describe(s.Phi)))}
		}
	}
	first := y.Init.Size.AddInt(int64(y.Mv.Off.Hi)).Sub(x.Init.Size).AddInt(-int64(x.Mv.Off.Lo)).AddInt(extra)
	stride := int64(-step.Hi)
	upper := first.AddInt(stride - 1).FloorDiv(stride)
	if upper.Top {
		return symval.Bound{Why: m.TestWhy(l, "its bound "+expr.TooLarge)}
	}
	tight := !x.Bound && !y.Bound && step.Lo == step.Hi && y.Mv.Off.Lo == y.Mv.Off.Hi && x.Mv.Off.Lo == x.Mv.Off.Hi
	t := symval.Bound{Upper: m.Clamp(upper, m.CFG.Loops[l].Header), Conds: conds, Tight: tight}
	switch { // where the test holds, the counter is before its limit
	case y.Phi == 0:
		t.Spans = map[ssa.ID][]symval.InductionRange{x.Phi: {{Low: expr.TopSize, High: y.Init.Size.AddInt(extra - 1 - int64(x.Mv.Off.Lo))}}}
	case x.Phi == 0:
		t.Spans = map[ssa.ID][]symval.InductionRange{y.Phi: {{Low: x.Init.Size.AddInt(1 - extra - int64(y.Mv.Off.Hi)), High: expr.TopSize}}}
	}
	return t
}

// explainConstantTest returns the reason why a test without a moving variable bounds nothing. Fields and results of
// calls may change between iterations; they are not tracked.
func explainConstantTest(m *symval.Func, l int, c code.Comparison) string {
	const not = "which is not tracked between iterations"
	for _, v := range []ssa.ID{c.A, c.B} {
		if v == 0 || !m.CFG.InLoop(int(m.Fn.Values[v].Block), l) {
			continue
		}
		x := &m.Fn.Values[v]
		switch {
		case x.Kind != ssa.Instr && x.Kind != ssa.Phi:
		case m.Fn.IsCall(v):
			return fmt.Sprintf("its exit test depends on the result of %s, %s", m.DescribeSource(v), not)
		case x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic:
			if m.IsCaptured(v) {
				return fmt.Sprintf("its exit test depends on %s, which a lambda may change", m.Describe(v))
			}
			return fmt.Sprintf("its exit test depends on the field %s, %s", m.Describe(v), not)
		default:
			return fmt.Sprintf("its exit test depends on %s, %s", m.Describe(v), not)
		}
	}
	return fmt.Sprintf("neither %s nor %s changes in the loop", m.Describe(c.A), m.DescribeOr(c.B, "0"))
}

// affineTest is the prover of comparisons of counters that move by additions.
func affineTest(m *symval.Func, t *exitTest) (symval.Bound, bool) {
	if !t.compares {
		return symval.Bound{}, false
	}
	b := boundExit(m, t.loop, t.phis, t.cmp)
	if b.Why == "" {
		b = variableStep(m, t.loop, t.phis, t.cmp, b)
	}
	return b, true
}
