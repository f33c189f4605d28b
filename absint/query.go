package absint

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

// Func is the method in SSA form, nil where the code could not be analysed.
func (s *Summary) Func() *ssa.Func {
	if s.M == nil {
		return nil
	}
	return s.M.Fn
}

// Graph is the method's control flow graph.
func (s *Summary) Graph() *cfg.Graph { return s.M.CFG }

// Tiling is the tiles of the method.
func (s *Summary) Tiling() *cfg.Tiling { return s.Tiles }

// Captured returns, by the offset of its invokedynamic instruction, what making a lambda that captures several values costs
// beyond the instruction's tile.
func (s *Summary) Captured() map[int]expr.Vector {
	out := map[int]expr.Vector{}
	for _, k := range s.Lambdas {
		out[int(s.M.Fn.Values[k.Made].PC)] = callees.Capturing(k.Lambda)
	}
	return out
}

// Line is the source line of a value's instruction, 0 where there is none.
func (s *Summary) Line(v ssa.ID) int {
	if pc := s.M.Fn.Values[v].PC; pc >= 0 {
		return s.M.Line(int(pc))
	}
	return 0
}

// LoopLine is the line of a loop's header.
func (s *Summary) LoopLine(l int) int { return s.M.LoopLine(l) }

// Describe names a value for people.
func (s *Summary) Describe(v ssa.ID) string { return s.M.Describe(v) }

// LoopOf is the innermost loop around a value's instruction, an index into Graph().Loops; -1 for none.
func (s *Summary) LoopOf(v ssa.ID) int { return int(s.M.CFG.Blocks[s.M.Fn.Values[v].Block].Loop) }

// InLoop reports whether a value's instruction is in loop l or in a loop inside it.
func (s *Summary) InLoop(v ssa.ID, l int) bool {
	return s.M.CFG.InLoop(int(s.M.Fn.Values[v].Block), l)
}

// Invariant reports whether a value is the same in every iteration of loop l because it is computed before the loop.
func (s *Summary) Invariant(v ssa.ID, l int) bool {
	k := s.M.Fn.Values[v].Kind
	return k == ssa.Param || k == ssa.Int || k == ssa.Const || !s.InLoop(v, l)
}

// Iterates reports whether the instruction of v is on a path from the header of loop l back to it.
func (s *Summary) Iterates(v ssa.ID, l int) bool {
	return s.M.IteratingBlocks(l).In[s.M.Fn.Values[v].Block]
}

// Iterations is how often loop l runs at most per entry, as written in reports: an expression over the method's
// symbols and counters of outer loops, where the conditions hold; ok is false where there is no bound, and why says so.
func (s *Summary) Iterations(l int) (bound string, conds []expr.Condition, why string, ok bool) {
	info := &s.M.Loops[l]
	if info.Upper.Top {
		return "", nil, info.Why, false
	}
	return s.describeIndices(info.Upper), info.Conds, "", true
}

// Executions is how often the instruction of v runs in one call of the method at most, as a cost of header
// executions. Its Numbers.Header is the number.
func (s *Summary) Executions(v ssa.ID) (cost.Outcome, cost.Objective) {
	return s.BlockExecutions(int(s.M.Fn.Values[v].Block))
}

// TilesOf counts the patterns of the tiles that the instructions of the given values belong to, each tile once.
func (s *Summary) TilesOf(vs ...ssa.ID) pattern.Counts {
	var out pattern.Counts
	for i := range s.Tiles.Tiles {
		pcs := s.Tiles.PCs(i)
		for _, v := range vs {
			if slices.Contains(pcs, s.M.Fn.Values[v].PC) {
				out = out.Add(s.Tiles.Patterns(i))
				break
			}
		}
	}
	return out
}
