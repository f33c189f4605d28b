package loopbound

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// widened returns the int that is converted to the long v, or v itself.
func widened(m *symval.Func, v ssa.ID) ssa.ID {
	if x := &m.Fn.Values[v]; x.Kind == ssa.Instr && x.Op == classfile.OpI2l {
		return m.Fn.Args(v)[0]
	}
	return v
}

// rootBound bounds how often y, which rises by at least one, is at most the square root of limit, for a y that starts
// from at least least. Squares of y overflow above top.
// Sound because y passes floor(sqrt(limit)) after at most as many steps as their distance, and the conditions keep y
// and its square in their types.
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
		if m.Fn.Values[h].Type == 'i' { // y must stay in its type
			top = math.Min(top, math.MaxInt32-4*small)
		} else {
			top = math.Min(top, 1<<52)
		}
		high, _ := m.LimitOf(l, mp.Init, true)
		if !high.Ok() {
			return symval.Bound{}, false
		}
		conds = m.Require(append(conds, high.Conds...), expr.Condition{Size: high.Size.AddInt(int64(mv.Off.Lo)), Lo: math.Inf(-1), Hi: top})
		// If the test holds, y is at most the root; the next y is at most mp.Off.Hi more.
		rest := top - mp.Off.Hi + 1
		conds = m.Require(conds, expr.Condition{Size: limit.Size, Lo: math.Inf(-1), Hi: rest*rest - 1})
		step := int64(mp.Off.Lo)
		n := m.Clamp(limit.Size.Sqrt().Sub(start.Size).AddInt(step).FloorDiv(step), m.CFG.Loops[l].Header)
		tight := mp.Off.Lo == mp.Off.Hi && !startIsBound && !limitIsBound && m.LeastOf(start.Size) >= 1
		return symval.Bound{Upper: n, Conds: conds, Tight: tight}, !n.Top
	}
	return symval.Bound{}, false
}
