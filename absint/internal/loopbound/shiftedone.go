package loopbound

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// shiftedOne is the prover of loops that search the first power of two at or above a limit: 1 << k < n, 1 << k <= n, with a k that
// rises by one. Sound because the shift is 2 to the power k while k is below the number of value bits, and a limit below that
// power ends the loop before k gets there.
func shiftedOne(m *symval.Func, t *variableTest) (symval.Bound, bool) {
	f, l, c := m.Fn, t.loop, t.cmp
	if c.Op == classfile.OpIfIcmpgt || c.Op == classfile.OpIfIcmpge {
		c = code.Comparison{A: c.B, B: c.A, Op: code.Mirror(c.Op)}
	}
	if c.Op != classfile.OpIfIcmplt && c.Op != classfile.OpIfIcmple || c.A == 0 || c.B == 0 {
		return symval.Bound{}, false
	}
	x := &f.Values[widened(m, c.A)]
	if x.Kind != ssa.Instr || x.Op != classfile.OpIshl && x.Op != classfile.OpLshl {
		return symval.Bound{}, false
	}
	args, top := f.Args(widened(m, c.A)), map[classfile.Op]float64{classfile.OpIshl: 30, classfile.OpLshl: 52}[x.Op] // float64 has the powers exactly
	limit, _ := m.LimitOf(l, c.B, true)
	if one := &f.Values[args[0]]; one.Kind != ssa.Int || one.Aux != 1 || !limit.Ok() {
		return symval.Bound{}, false
	}
	if c.Op == classfile.OpIfIcmplt {
		limit.Size = limit.Size.AddInt(-1)
	}
	for _, h := range f.Body[m.CFG.Loops[l].Header] {
		k, counts := t.phis[h]
		if !counts || k.Off != (expr.Interval{Lo: 1, Hi: 1}) {
			continue
		}
		at, ok := m.Move(args[1], h, l)
		first, _ := m.LimitOf(l, k.Init, false)
		last, _ := m.LimitOf(l, k.Init, true)
		if !ok || at.Off.Lo != at.Off.Hi || math.Abs(at.Off.Lo) > top || !first.Ok() || !last.Ok() {
			continue
		}
		start := first.Size.AddInt(int64(at.Off.Lo))
		conds := m.Require(slices.Concat(limit.Conds, first.Conds, last.Conds), expr.Condition{Size: start, Lo: 0, Hi: math.Inf(1)})
		conds = m.Require(conds, expr.Condition{Size: last.Size.AddInt(int64(at.Off.Lo)), Lo: math.Inf(-1), Hi: top})
		conds = m.Require(conds, expr.Condition{Size: limit.Size, Lo: math.Inf(-1), Hi: math.Exp2(top) - 1})
		n := m.Clamp(limit.Size.Digits(2).Sub(start), m.CFG.Loops[l].Header)
		return symval.Bound{Upper: n, Conds: conds}, !n.Top
	}
	return symval.Bound{}, false
}
