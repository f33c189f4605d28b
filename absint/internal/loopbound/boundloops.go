package loopbound

import (
	"cmp"
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/ssa"
)

// BoundLoops fills m.Loops with a bound, or the reason for none, for every loop of the method, outer loops before inner ones. What an outer loop does may be
// known only after its inner loops have bounds: then those without one are tried again.
func BoundLoops(m *symval.Func) {
	m.FindLive()
	m.Loops = make([]symval.Loop, len(m.CFG.Loops))
	again := func(l int) {
		m.Context = m.CFG.Loops[l].Header
		m.Loops[l] = symval.Loop{Upper: expr.TopSize}
		boundLoop(m, l)
	}
	for l := range m.Loops {
		m.Loops[l].Upper = expr.TopSize
	}
	for l := range m.Loops {
		again(l)
	}
	bounded := make([]bool, len(m.Loops)) // loops that have a bound after all
	for l := range m.Loops {
		parent := int(m.CFG.Loops[l].Parent)
		if m.Loops[l].Upper.Top && (hasBoundedLoop(m, l) || parent >= 0 && bounded[parent]) {
			again(l)
			bounded[l] = !m.Loops[l].Upper.Top
		}
	}
	m.Context = code.NoBlock
}

// hasBoundedLoop reports whether a loop directly in loop l has a bound.
func hasBoundedLoop(m *symval.Func, l int) bool {
	for k := range m.Loops {
		if int(m.CFG.Loops[k].Parent) == l && !m.Loops[k].Upper.Top {
			return true
		}
	}
	return false
}

// boundLoop bounds loop l by the exit tests that every iteration passes, else by whole loops, and applies the bounds written at the loop.
func boundLoop(m *symval.Func, l int) {
	info := &m.Loops[l]
	phis := m.InductionVars(l)
	ct := m.IteratingBlocks(l)
	moveByFlags(m, l, phis, ct)
	if found, why := proveTests(m, l, phis, ct); len(found) > 0 {
		useProofs(m, info, ct, found)
	} else {
		boundWithoutTest(m, l, ct, why)
	}
	if info.Upper.Top && info.Why == "" {
		info.Why = m.TestWhy(l, "its bound "+expr.TooLarge)
	}
	info.Upper = m.LimitedAt(info.Upper, m.CFG.Loops[l].Header)
	if info.Exact {
		info.Lower = info.Upper
	}
	applyLoopFacts(m, l)
	info.Counters = map[ssa.ID]symval.Counter{}
	for phi, mv := range phis {
		if mv.Off.Lo != mv.Off.Hi || math.Abs(mv.Off.Lo) > 1<<40 {
			continue
		}
		info.Counters[phi] = symval.Counter{Init: mv.Init, Step: int64(mv.Off.Lo), Safe: m.AllSafe(mv.Adds)}
	}
	info.Amortized = amortize(m, l, ct)
}

// proof is a proved bound and the block of the test that it was proved from.
type proof struct {
	symval.Bound
	block int
}

// proveTests returns the bounds of loop l by each test that every iteration passes. why is the reason of the first
// test without a bound.
// Sound because a test in a block that dominates every latch holds once per iteration, so each bound of a test bounds
// the loop.
func proveTests(m *symval.Func, l int, phis map[ssa.ID]symval.InductionVar, ct code.Iterating) (found []proof, why string) {
	for _, b := range m.CFG.Loops[l].Blocks {
		if int(m.CFG.Blocks[b].Loop) != l || !m.DominatesLatches(int(b), l) {
			continue
		}
		stay, isTest := continuingBranch(ct, m, int(b))
		if !isTest || m.ThrowsInto(l, b) {
			continue
		}
		t := &exitTest{loop: l, block: int(b), stay: stay, phis: phis}
		t.cmp, t.compares = m.Comparison(int(b), stay)
		proved, tried := prove(m, t)
		switch {
		case !tried:
			if why == "" {
				why = explainNoCount(m, int(b))
			}
		case proved.Why != "":
			why = cmp.Or(why, proved.Why)
		default:
			m.KeepRanges(l, proved, int(b))
			found = append(found, proof{proved, int(b)})
		}
	}
	return found, why
}

// useProofs stores the smallest constant among several bounds if there is one, else the minimum of the expressions.
func useProofs(m *symval.Func, info *symval.Loop, ct code.Iterating, found []proof) {
	best := found[0]
	info.Tests = []int32{int32(best.block)}
	for _, c := range found[1:] {
		x, xok := best.Upper.Int()
		y, yok := c.Upper.Int()
		switch {
		case yok && (!xok || y < x):
			best = c
			info.Tests = []int32{int32(c.block)}
		case !xok && !yok:
			best.Upper = expr.Min(best.Upper, c.Upper)
			best.Conds = slices.Concat(best.Conds, c.Conds)
			best.Tight = false
			info.Tests = append(info.Tests, int32(c.block))
		}
	}
	info.Upper, info.Conds = best.Upper, best.Conds
	if best.Tight && onlyExit(ct, m, best.block) {
		info.Lower, info.Exact = best.Upper, true
	}
}
