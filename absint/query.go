package absint

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/exceptions"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/patternswitch"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

// Code is one method's own code: its values and its control flow. Its tiles, and its bounds and costs, are computed when
// they are asked for: most methods that a rule looks at have nothing to report. One goroutine uses it.
type Code struct {
	sum        *cost.Summary
	unfinished *Analyzer // computes what is missing; nil if nothing is
}

// Err returns the error for which the method could not be analysed so far, nil if it could.
func (c *Code) Err() error { return c.sum.Failure }

// Bounds returns the analysis of the method, with bounds and costs but without where its calls lead. Its Err may be set
// where that of the code was not.
func (c *Code) Bounds() *Summary {
	if a := c.unfinished; a != nil {
		c.unfinished = nil
		if err := a.protect(c.sum.Method, func() { a.summarize(c.sum) }); err != nil {
			c.sum.Failure = err
		}
	}
	return newSummary(c.sum)
}

// Func is the method in SSA form, nil where the code could not be analysed.
func (c *Code) Func() *ssa.Func {
	if c.sum.M == nil {
		return nil
	}
	return c.sum.M.Fn
}

// Graph is the method's control flow graph.
func (c *Code) Graph() *cfg.Graph { return c.sum.M.CFG }

// Line is the line of a value's instruction by the class file, 0 where there is none.
func (c *Code) Line(v ssa.ID) int {
	if pc := c.sum.M.Fn.Values[v].PC; pc >= 0 {
		return c.sum.M.ClassLine(int(pc))
	}
	return 0
}

// LoopLine is the line of a loop's header by the class file.
func (c *Code) LoopLine(l int) int {
	g := c.sum.M.CFG
	return c.sum.M.ClassLine(g.Blocks[g.Loops[l].Header].Start)
}

// Describe names a value for people.
func (c *Code) Describe(v ssa.ID) string { return c.sum.M.Describe(v) }

// LoopOf is the innermost loop around a value's instruction, an index into Graph().Loops; -1 for none.
func (c *Code) LoopOf(v ssa.ID) int { return int(c.sum.M.CFG.Blocks[c.sum.M.Fn.Values[v].Block].Loop) }

// InLoop reports whether a value's instruction is in loop l or in a loop inside it. Every instruction is in -1, the method.
func (c *Code) InLoop(v ssa.ID, l int) bool {
	return l < 0 || c.sum.M.CFG.InLoop(int(c.sum.M.Fn.Values[v].Block), l)
}

// Invariant reports whether a value is the same in every iteration of loop l because it is computed before the loop.
func (c *Code) Invariant(v ssa.ID, l int) bool {
	k := c.sum.M.Fn.Values[v].Kind
	return k == ssa.Param || k == ssa.Int || k == ssa.Const || !c.InLoop(v, l)
}

// Iterates reports whether the instruction of v is on a path from the header of loop l back to it, and may run again there: javac makes a
// loop of a switch over patterns, which tries each guard once.
func (c *Code) Iterates(v ssa.ID, l int) bool {
	return c.sum.M.IteratingBlocks(l).In[c.sum.M.Fn.Values[v].Block] && !c.restartsSwitch(l)
}

// restartsSwitch reports whether loop l only starts a switch over patterns again, behind the label whose guard did not hold.
func (c *Code) restartsSwitch(l int) bool {
	g := c.Graph()
	if op := g.Code.Op(g.Blocks[g.Loops[l].Header].Last); op != classfile.OpTableswitch && op != classfile.OpLookupswitch {
		return false
	}
	_, ok := patternswitch.Restarted(c.sum.M, l)
	return ok
}

// TilesOf counts the patterns of the tiles that the instructions of the given values belong to, each tile once. It is
// empty where the method has no tiles, which is then its error.
func (c *Code) TilesOf(vs ...ssa.ID) pattern.Counts {
	t := c.tiles()
	if t == nil {
		return nil
	}
	var out pattern.Counts
	for i := range t.Tiles {
		pcs := t.PCs(i)
		for _, v := range vs {
			if slices.Contains(pcs, c.sum.M.Fn.Values[v].PC) {
				out = out.Add(t.Patterns(i))
				break
			}
		}
	}
	return out
}

// BlockPatterns counts the patterns of the tiles of block b. It is empty where the method has no tiles.
func (c *Code) BlockPatterns(b int) pattern.Counts {
	if t := c.tiles(); t != nil {
		return t.Counts(b)
	}
	return nil
}

// tiles returns the tiles of the method; nil where it has none, which is then its error.
func (c *Code) tiles() *cfg.Tiling {
	if c.unfinished != nil {
		c.unfinished.tile(c.sum)
	}
	return c.sum.Tiles
}

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

// OutOfRange reports whether the instruction of v may raise an exception because an index, a divisor, the size of an array or the class of
// an object is not in the range that it accepts. Sound because a range is only accepted where the analysis of the method proves it.
func (s *Summary) OutOfRange(v ssa.ID) bool { return exceptions.OutOfRange(s.M, v) }
