package loopbound

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/joint"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Progress flags: an iteration moves a counter in an inner loop, or the loop ends because a flag says that it has not:
//
//	while (count < n) { boolean found = false; for (...) if (...) { count++; found = true; } if (!found) return; }
//
// Sound because the next iteration begins only where the flag is not 0, and on every path that leaves it so the counter has moved: where the
// inner loop sets it, the counter moves too, and no iteration of the inner loop moves the counter back.

// moveByFlags raises the least move of the counters of loop l that a flag shows to move in every iteration.
func moveByFlags(m *symval.Func, l int, phis map[ssa.ID]symval.InductionVar, ct code.Iterating) {
	for phi, v := range phis {
		up, down := v.Off.Lo == 0 && v.Off.Hi > 0, v.Off.Hi == 0 && v.Off.Lo < 0
		if !up && !down || !flagShowsMove(m, l, phi, up, ct) {
			continue
		}
		if up {
			v.Off.Lo = 1
		} else {
			v.Off.Hi = -1
		}
		phis[phi] = v
	}
}

// flagShowsMove reports whether the loop goes on only where a flag shows that counter phi has risen, or fallen if not up.
func flagShowsMove(m *symval.Func, l int, phi ssa.ID, up bool, ct code.Iterating) bool {
	t, ok := phiUpdateOf(m, l, phi)
	if !ok {
		return false
	}
	for _, b := range m.CFG.Loops[l].Blocks {
		if int(m.CFG.Blocks[b].Loop) != l || !m.DominatesLatches(int(b), l) || m.ThrowsInto(l, b) {
			continue
		}
		stay, isTest := continuingBranch(ct, m, int(b))
		c, compares := m.Comparison(int(b), stay)
		if !isTest || !compares || c.Op != classfile.OpIfIcmpne || !m.IsConstant(c.B, 0) || c.A == 0 || !m.CFG.InLoop(int(m.Fn.Values[c.A].Block), l) {
			continue
		}
		flags := make([]ssa.ID, len(t.backs))
		for i := range flags {
			flags[i] = c.A
		}
		pairs := joint.Pairs(m, l, t.backs, flags)
		if len(pairs) > 0 && !slices.ContainsFunc(pairs, func(p [2]ssa.ID) bool { return !movedWithFlag(m, l, phi, up, p[0], p[1]) }) {
			return true
		}
	}
	return false
}

// movedWithFlag reports whether v, the next value of counter phi of loop l, has moved if the flag is not 0.
func movedWithFlag(m *symval.Func, l int, phi ssa.ID, up bool, v, flag ssa.ID) bool {
	if k := &m.Fn.Values[flag]; k.Kind == ssa.Int {
		return k.Aux == 0 || moves(m, v, phi, l, up, 1)
	}
	x, f := &m.Fn.Values[v], &m.Fn.Values[flag]
	inner := m.LoopHeadedBy(int(f.Block))
	if f.Kind != ssa.Phi || x.Kind != ssa.Phi || x.Block != f.Block || inner < 0 || inner == l || !m.CFG.InLoop(int(f.Block), l) {
		return false
	}
	c, ok := phiUpdateOf(m, inner, v)
	g, also := phiUpdateOf(m, inner, flag)
	if !ok || !also || !m.IsConstant(g.init, 0) || !moves(m, c.init, phi, l, up, 0) {
		return false
	}
	pairs := joint.Pairs(m, inner, c.backs, g.backs)
	return len(pairs) > 0 && !slices.ContainsFunc(pairs, func(p [2]ssa.ID) bool {
		least := 1.0
		if p[1] == flag || m.IsConstant(p[1], 0) {
			least = 0
		} else if m.Fn.Values[p[1]].Kind != ssa.Int {
			return true
		}
		return !moves(m, p[0], v, inner, up, least)
	})
}

// moves reports whether v is header phi of loop l moved by at least least, upwards or downwards.
func moves(m *symval.Func, v, phi ssa.ID, l int, up bool, least float64) bool {
	mv, ok := m.Move(v, phi, l)
	return ok && (up && mv.Off.Lo >= least || !up && mv.Off.Hi <= -least)
}
