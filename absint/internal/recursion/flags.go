package recursion

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/interproc"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Flags before a recursive call: a variable that only one place sets to a value other than 0, as swapped in
//
//	boolean swapped = false; for (int i = 0; i < n - 1; i++) if (a[i] > a[i + 1]) { ...; swapped = true; } if (swapped) sort(a, n - 1);
//
// If it is not 0 at the call, that place has been executed, and what the comparisons before it show of the parameters holds at the call.
//
// Sound because parameters do not change, and a loop index in such a comparison is replaced by the value in its range that makes the
// least of it.

// addFlags adds what holds where a flag that the call depends on was set.
func (c *recursiveCall) addFlags(facts []code.Comparison) {
	m := c.caller.M
	for _, f := range facts {
		if f.B != 0 || f.Op != classfile.OpIfIcmpne {
			continue
		}
		at, ok := setAt(m, f.A)
		if !ok {
			continue
		}
		for i, g := range m.BranchComparisons(int(at)) {
			if i >= maxGuards {
				break
			}
			a, b := m.ValueOf(g.A), symval.Guarded{}
			if g.B != 0 {
				b = m.ValueOf(g.B)
			}
			d := b.Size.Sub(a.Size)
			switch g.Op {
			case classfile.OpIfIcmplt:
				d = d.AddInt(-1)
			case classfile.OpIfIcmple:
			case classfile.OpIfIcmpgt:
				d = d.Scale(-1).AddInt(-1)
			case classfile.OpIfIcmpge:
				d = d.Scale(-1)
			default:
				continue
			}
			if !a.Ok() || !b.Ok() || d.Top {
				continue
			}
			if d = m.Eliminate(d, true, code.NoBlock); !d.Top && !MentionsAnyIndex(d) && interproc.IndicesReach(c.caller, d, c.site.Value) {
				c.guards = append(c.guards, callGuard{size: d, conds: slices.Concat(a.Conds, b.Conds)})
			}
		}
	}
}

// setAt returns the block from which flag v gets its only constant other than 0, through phis; ok is false if it has another value.
func setAt(m *symval.Func, v ssa.ID) (block int32, ok bool) {
	block = -1
	seen := map[ssa.ID]bool{}
	var visit func(v ssa.ID) bool
	visit = func(v ssa.ID) bool {
		x := &m.Fn.Values[v]
		if seen[v] {
			return true
		}
		seen[v] = true
		if x.Kind != ssa.Phi || len(seen) > symval.MaxDepth {
			return false
		}
		for i, a := range m.Fn.Args(v) {
			switch k := &m.Fn.Values[a]; {
			case k.Kind == ssa.Int && k.Aux == 0:
			case k.Kind == ssa.Int:
				from := m.CFG.Edges[m.CFG.Blocks[x.Block].Preds[i]].From
				if block >= 0 && block != from {
					return false
				}
				block = from
			case !visit(a):
				return false
			}
		}
		return true
	}
	return block, visit(v) && block >= 0
}
