// Package sortflag bounds loops that go on where a flag was set in the last iteration, which needs a limit that falls to be above something:
//
//	while (swapped) { swapped = false; for (int i = 1; i < n; i++) if (a[i - 1] > a[i]) { swap; swapped = true; } n--; }
//
// The limit is a ranking function. Sound because the flag gets a value with which the loop goes on only in blocks that a comparison of the limit with a
// number, or with what is at least that, dominates: where the limit is not larger, the loop ends. Until then it does not overflow.
package sortflag

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// maxJoins bounds the joins that the values of a flag pass.
const maxJoins = 40

// loop is a loop that a flag ends, with the facts where the flag is set, one list for each place.
type loop struct {
	m     *symval.Func
	l     int
	op    classfile.Op // with which the flag compares to the constant where the loop goes on
	than  int64        // and that constant
	set   []place
	first bool // the flag is tested before it is set in an iteration
}

// place is where a flag gets a value with which the loop may go on.
type place struct {
	block int32
	facts []code.Comparison
}

// Loop bounds a loop; ok is false if it is no such loop.
func Loop(m *symval.Func, l int) (b symval.Bound, ok bool) {
	if m.CFG.HasSubroutines {
		return b, false
	}
	m.StartIntervals()
	vars := m.InductionVars(l)
	for _, block := range m.CFG.Loops[l].Blocks {
		w, ok := flagAt(m, l, block)
		if !ok {
			continue
		}
		for _, limit := range m.Fn.Body[m.CFG.Loops[l].Header] {
			moves, counts := vars[limit]
			if !counts || m.Fn.Values[limit].Type != 'i' || !(moves.Off.Hi <= -1 && moves.Off.Lo >= -maxFall && moves.Peak.Hi <= 0 && moves.Peak.Lo >= -maxFall) {
				continue
			}
			if n, ok := w.bound(limit, moves); ok {
				return n, true
			}
		}
	}
	return b, false
}

// maxFall bounds how far the limit falls in an iteration.
const maxFall = 1 << 20

// flagAt returns the flag that an exit test of a loop asks.
func flagAt(m *symval.Func, l int, b int32) (w *loop, ok bool) {
	stay, ok := m.ExitTest(b, l)
	if !ok {
		return nil, false
	}
	c, ok := m.FactOn(stay)
	than, constant := m.Constant(c.B)
	if !ok || !constant || c.A == 0 || m.Fn.Values[c.A].Type != 'i' {
		return nil, false
	}
	w = &loop{m: m, l: l, op: c.Op, than: than}
	if x := &m.Fn.Values[c.A]; x.Kind != ssa.Phi || m.LoopHeadedBy(int(x.Block)) != l {
		return w, w.follow([]ssa.ID{c.A})
	}
	w.first = true
	var next []ssa.ID
	for i, a := range m.Fn.Args(c.A) {
		if m.ViaBackEdge(l, i) {
			if k, constant := m.Constant(a); constant && w.op.Holds(k, than) {
				return nil, false
			}
			next = append(next, a)
		}
	}
	return w, w.follow(next)
}

// follow collects the places where the flag is set; it fails if it may keep the value of an earlier iteration.
func (w *loop) follow(values []ssa.ID) bool {
	m := w.m
	for i := 0; i < len(values); i++ {
		v := values[i]
		x := &m.Fn.Values[v]
		switch {
		case v == 0 || len(values) > maxJoins:
			return false
		case x.Kind == ssa.Int:
			continue // joins look at it
		case !m.CFG.InLoop(int(x.Block), w.l) || m.CFG.Blocks[x.Block].Region >= 0:
			return false
		case x.Kind == ssa.Instr:
			w.set = append(w.set, place{x.Block, m.FactsAt(x.Block)})
			continue
		case x.Kind != ssa.Phi || m.LoopHeadedBy(int(x.Block)) == w.l:
			return false
		}
		for k, a := range m.Fn.Args(v) {
			e := m.EdgeInto(x.Block, k)
			if e == nil || e.Kind == cfg.Exception || a == 0 {
				return false
			}
			switch c, constant := m.Constant(a); {
			case constant && w.op.Holds(c, w.than):
				w.set = append(w.set, place{e.From, m.FactsOn(e)})
			case !constant && !slices.Contains(values, a):
				values = append(values, a)
			}
		}
	}
	return len(w.set) > 0
}

// bound bounds the iterations by a limit that falls in each of them.
func (w *loop) bound(limit ssa.ID, moves symval.InductionVar) (b symval.Bound, ok bool) {
	m := w.m
	base, low, high := math.Inf(1), 0.0, 0.0 // the limit is at least base where the flag is set; what is added to it is in [low, high]
	for _, p := range w.set {
		least, plus, ok := w.least(p, limit)
		if !ok {
			return b, false
		}
		base, low, high = math.Min(base, least), math.Min(low, plus), math.Max(high, plus)
	}
	r := symval.Fits('i')
	from, _ := m.LimitOf(w.l, moves.Init, false)
	to, _ := m.LimitOf(w.l, moves.Init, true)
	if moves.Init == 0 || !from.Ok() || !to.Ok() || base+moves.Peak.Lo+low < r.Lo || math.Abs(base) > maxFall {
		return b, false
	}
	b.Conds = expr.Union(from.Conds, to.Conds)
	b.Conds = m.Require(b.Conds, expr.Condition{Size: from.Size.AddInt(int64(low)), Lo: r.Lo, Hi: math.Inf(1)})
	b.Conds = m.Require(b.Conds, expr.Condition{Size: to.Size.AddInt(int64(high)), Lo: math.Inf(-1), Hi: r.Hi})
	step := int64(-moves.Off.Hi)
	b.Upper = m.Clamp(to.Size.AddInt(step-int64(base)).FloorDiv(step), m.CFG.Loops[w.l].Header)
	if w.first { // and the iteration that does not set it
		b.Upper = b.Upper.AddInt(1)
	}
	return b, !b.Upper.Top && m.Possible(b.Conds)
}

// least returns what the limit is at least where the flag is set: a comparison shows that it plus a constant is above a number.
func (w *loop) least(p place, limit ssa.ID) (least, plus float64, ok bool) {
	m := w.m
	for _, c := range p.facts {
		small, large, extra, inequality := c.Less() // small < large + extra
		if !inequality || large == 0 {
			continue
		}
		n, linear := m.LinearIn(large, func(v ssa.ID) bool { return v == limit })
		if !linear || n.Of != limit || n.Times != 1 || m.Fn.Values[large].Type != 'i' {
			continue
		}
		above := 0.0
		if small != 0 {
			above = m.RangeAt(small, p.block).Lo
		}
		if s := above - float64(n.Plus+extra) + 1; math.Abs(s) <= maxFall && (!ok || s > least) {
			least, plus, ok = s, float64(n.Plus), true
		}
	}
	return least, plus, ok
}
