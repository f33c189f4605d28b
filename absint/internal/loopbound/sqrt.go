package loopbound

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// squareTest bounds a loop whose counter rises until its square is above a limit: i*i <= n, (long) i * i < n, i <= n / i.
func squareTest(m *symval.Func, l int, phis map[ssa.ID]symval.InductionVar, c symval.Comparison) (symval.Bound, bool) {
	f := m.Fn
	if c.Op == classfile.OpIfIcmpgt || c.Op == classfile.OpIfIcmpge {
		c = symval.Comparison{A: c.B, B: c.A, Op: symval.Mirror(c.Op)}
	}
	if c.Op != classfile.OpIfIcmplt && c.Op != classfile.OpIfIcmple || c.A == 0 || c.B == 0 {
		return symval.Bound{}, false
	}
	if x := &f.Values[c.A]; x.Kind == ssa.Instr && (x.Op == classfile.OpImul || x.Op == classfile.OpLmul) && sameSum(m, f.Args(c.A)[0], f.Args(c.A)[1]) {
		limit, isBound := m.LimitOf(l, c.B, true)
		if c.Op == classfile.OpIfIcmplt {
			limit.Size = limit.Size.AddInt(-1)
		}
		top := 46340.0 // squared, the largest that fits in an int
		if x.Op == classfile.OpLmul {
			top = 1 << 31
		}
		return rootBound(m, l, phis, f.Args(c.A)[0], limit, isBound, 0, top)
	}
	if x := &f.Values[c.B]; x.Kind == ssa.Instr && (x.Op == classfile.OpIdiv || x.Op == classfile.OpLdiv) && sameSum(m, f.Args(c.B)[1], c.A) {
		limit, isBound := m.LimitOf(l, f.Args(c.B)[0], true)
		return rootBound(m, l, phis, c.A, limit, isBound || c.Op == classfile.OpIfIcmplt, 1, math.Inf(1))
	}
	return symval.Bound{}, false
}

// sameSum says whether two values are the same, or the same plus the same constant, computed twice.
func sameSum(m *symval.Func, v, w ssa.ID) bool {
	v, w = widened(m, v), widened(m, w)
	a, c, ok1 := m.Addition(v)
	b, d, ok2 := m.Addition(w)
	return v == w || ok1 && ok2 && a == b && c == d && m.Fn.Values[v].Type == m.Fn.Values[w].Type
}

// widened is the int that v is as a long, or v itself.
func widened(m *symval.Func, v ssa.ID) ssa.ID {
	if x := &m.Fn.Values[v]; x.Kind == ssa.Instr && x.Op == classfile.OpI2l {
		return m.Fn.Args(v)[0]
	}
	return v
}

// rootTest bounds a loop that goes on while i <= Math.sqrt(n), which is compared as floating-point numbers. Up to 2^52
// the comparison is exact: the root of a number that is no square is further from all integers than rounding goes.
func rootTest(m *symval.Func, l, b int, stay bool) (symval.Bound, bool) {
	f := m.Fn
	v := f.At(m.CFG.Blocks[b].Last)
	if v == 0 {
		return symval.Bound{}, false
	}
	op := m.CFG.Code.Op(m.CFG.Blocks[b].Last)
	if op < classfile.OpIfeq || op > classfile.OpIfle {
		return symval.Bound{}, false
	}
	op = op - classfile.OpIfeq + classfile.OpIfIcmpeq
	if !stay {
		op = symval.Negate(op)
	}
	x := &f.Values[f.Args(v)[0]]
	if x.Kind != ssa.Instr || x.Op != classfile.OpDcmpg && x.Op != classfile.OpDcmpl {
		return symval.Bound{}, false
	}
	args := f.Args(f.Args(v)[0])
	i, root, nan := args[0], args[1], classfile.OpDcmpg // what NaN must compare as, to end the loop
	if op == classfile.OpIfIcmpgt || op == classfile.OpIfIcmpge {
		i, root, nan, op = root, i, classfile.OpDcmpl, symval.Mirror(op)
	}
	if op != classfile.OpIfIcmplt && op != classfile.OpIfIcmple || x.Op != nan {
		return symval.Bound{}, false
	}
	n, ok1 := m.RootOf(root)
	i, ok2 := m.FromInteger(i)
	if !ok1 || !ok2 {
		return symval.Bound{}, false
	}
	limit, isBound := m.LimitOf(l, n, true)
	if op == classfile.OpIfIcmplt {
		limit.Size = limit.Size.AddInt(-1)
	}
	limit.Conds = m.Require(limit.Conds, expr.Condition{Size: limit.Size, Lo: math.Inf(-1), Hi: 1 << 52})
	t, ok := rootBound(m, l, m.InductionVars(l), i, limit, isBound, 0, math.Inf(1))
	t.Conds = expr.Tightest(t.Conds)
	return t, ok
}

// rootBound bounds how often y, which rises by at least one, is at most the root of limit. Squares of y overflow above
// top.
func rootBound(m *symval.Func, l int, phis map[ssa.ID]symval.InductionVar, y ssa.ID, limit symval.Guarded, limitIsBound bool, least int64, top float64) (symval.Bound, bool) {
	if !limit.Ok() {
		return symval.Bound{}, false
	}
	y = widened(m, y)
	const small = 1 << 20
	for _, h := range m.Fn.Body[m.CFG.Loops[l].Header] {
		mp, moving := phis[h]
		if !moving {
			continue
		}
		mv, ok := m.Move(y, h, l)
		if !ok {
			continue
		}
		if mp.Off.Lo < 1 || mp.Off.Hi > small || math.Abs(mv.Off.Lo) > small || mv.Off.Lo != mv.Off.Hi ||
			math.Max(math.Abs(mp.Peak.Lo), mp.Peak.Hi) > small || math.Max(math.Abs(mv.Peak.Lo), mv.Peak.Hi) > small {
			return symval.Bound{}, false
		}
		start, startIsBound := m.LimitOf(l, mp.Init, false)
		if !start.Ok() {
			return symval.Bound{}, false
		}
		start.Size = start.Size.AddInt(int64(mv.Off.Lo))
		conds := slices.Concat(start.Conds, limit.Conds)
		conds = m.Require(conds, expr.Condition{Size: start.Size, Lo: float64(least), Hi: math.Inf(1)})
		if m.Fn.Values[h].Type == 'i' { // y must stay inside of its type too
			top = math.Min(top, math.MaxInt32-4*small)
		} else {
			top = math.Min(top, 1<<52)
		}
		high, _ := m.LimitOf(l, mp.Init, true)
		if !high.Ok() {
			return symval.Bound{}, false
		}
		conds = m.Require(append(conds, high.Conds...), expr.Condition{Size: high.Size.AddInt(int64(mv.Off.Lo)), Lo: math.Inf(-1), Hi: top})
		// Where the test has held, y is at most the root; the next one is at most mp.off.Hi more.
		rest := top - mp.Off.Hi + 1
		conds = m.Require(conds, expr.Condition{Size: limit.Size, Lo: math.Inf(-1), Hi: rest*rest - 1})
		step := int64(mp.Off.Lo)
		n := m.Clamp(limit.Size.Sqrt().Sub(start.Size).AddInt(step).FloorDiv(step), m.CFG.Loops[l].Header)
		tight := mp.Off.Lo == mp.Off.Hi && !startIsBound && !limitIsBound && m.LeastOf(start.Size) >= 1
		return symval.Bound{Upper: n, Conds: conds, Tight: tight}, !n.Top
	}
	return symval.Bound{}, false
}
