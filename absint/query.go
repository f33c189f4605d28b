package absint

import (
	"slices"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

// Func is the method in SSA form, nil where the code could not be analysed.
func (s *Summary) Func() *ssa.Func {
	if s.m == nil {
		return nil
	}
	return s.m.f
}

// Graph is the method's control flow graph.
func (s *Summary) Graph() *cfg.Graph { return s.m.g }

// Tiling is the tiles of the method.
func (s *Summary) Tiling() *cfg.Tiling { return s.tiling }

// Captured returns, by the offset of its invokedynamic instruction, what making a lambda that captures several values costs
// beyond the instruction's tile.
func (s *Summary) Captured() map[int]Vector {
	out := map[int]Vector{}
	for _, k := range s.lambdas {
		out[int(s.m.f.Values[k.made].PC)] = capturing(k.lambda)
	}
	return out
}

// Line is the source line of a value's instruction, 0 where there is none.
func (s *Summary) Line(v ssa.ID) int {
	if pc := s.m.f.Values[v].PC; pc >= 0 {
		return s.m.line(int(pc))
	}
	return 0
}

// LoopLine is the line of a loop's header.
func (s *Summary) LoopLine(l int) int { return s.m.loopLine(l) }

// Describe names a value for people.
func (s *Summary) Describe(v ssa.ID) string { return s.m.describe(v) }

// LoopOf is the innermost loop around a value's instruction, an index into Graph().Loops; -1 for none.
func (s *Summary) LoopOf(v ssa.ID) int { return int(s.m.g.Blocks[s.m.f.Values[v].Block].Loop) }

// InLoop says whether a value's instruction is in loop l or in one inside it.
func (s *Summary) InLoop(v ssa.ID, l int) bool {
	return s.m.g.InLoop(int(s.m.f.Values[v].Block), l)
}

// Invariant says whether a value is the same in every iteration of loop l because it is computed before.
func (s *Summary) Invariant(v ssa.ID, l int) bool {
	k := s.m.f.Values[v].Kind
	return k == ssa.Param || k == ssa.Int || k == ssa.Const || !s.InLoop(v, l)
}

// Iterates says whether the instruction of v is executed again and again by loop l: whether it lies on a way that
// comes back to the header, not on one that only leaves.
func (s *Summary) Iterates(v ssa.ID, l int) bool {
	return s.m.canTest(l).in[s.m.f.Values[v].Block]
}

// Iterations is how often loop l runs at most per entry, as written in reports: an expression over the method's
// symbols and counters of outer loops, where the conditions hold; ok is false where there is no bound, and why says so.
func (s *Summary) Iterations(l int) (bound string, conds []Condition, why string, ok bool) {
	info := &s.m.loops[l]
	if info.upper.bad {
		return "", nil, info.why, false
	}
	return s.describeIndices(info.upper), info.conds, "", true
}

// Executions is how often the instruction of v runs in one call of the method at most, as a cost of header
// executions. Its Numbers.Header is the number.
func (s *Summary) Executions(v ssa.ID) (Outcome, Objective) {
	return s.BlockExecutions(int(s.m.f.Values[v].Block))
}

// Factors writes an outcome of Executions as an expression: "names.length * 4".
func (o Outcome) Factors() string {
	text := ""
	for i, t := range o.Poly.terms {
		n := t.vec.Of(headerExecutions)
		if n == 0 {
			continue
		}
		if i > 0 && text != "" {
			text += " + "
		}
		switch {
		case len(t.mono) == 0:
			text += number(n)
		case n == 1:
			text += t.mono.String()
		default:
			text += number(n) + " * " + t.mono.String()
		}
	}
	return text
}

// TilesOf counts the patterns of the tiles that the instructions of the given values belong to, each tile once.
func (s *Summary) TilesOf(vs ...ssa.ID) pattern.Counts {
	var out pattern.Counts
	for i := range s.tiling.Tiles {
		pcs := s.tiling.PCs(i)
		for _, v := range vs {
			if slices.Contains(pcs, s.m.f.Values[v].PC) {
				out = out.Add(s.tiling.Patterns(i))
				break
			}
		}
	}
	return out
}
