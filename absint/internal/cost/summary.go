package cost

import (
	"math"
	"slices"
	"strconv"
	"sync"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/exceptions"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

// Methods with their cost expressions, and the state of their evaluation.

// ClampAt returns n clamped at 0, and limited by what is tested before, where a call is made.
func (s *Summary) ClampAt(n expr.Size, site *callees.CallSite) expr.Size {
	b := s.M.Fn.Values[site.Value].Block
	return s.M.LimitedAt(s.M.Clamp(n, b), b)
}

// ValueBound bounds an operand of a call from above (up) or below. An int or long without a bound gets the symbol of its
// largest or smallest value there.
func (s *Summary) ValueBound(v ssa.ID, up bool) symval.Guarded {
	q := s.M.Bound(v, up, 0)
	t := s.M.Fn.Values[v].Type
	switch {
	case q.Ok() || t != 'i' && t != 'l':
		return q
	}
	return symval.Guarded{Size: s.M.ExtremeValue(v, up, s.M.DescribeSource(v))}
}

// Summary is a method with its cost expression.
type Summary struct {
	*callees.Summary
	Expr    expression
	Indices map[int]expr.Interval // of the loops with a bound
	Tiles   *cfg.Tiling
	Sized   map[int32][]SizedPattern

	Raiser    exceptionPricer // nil if the calls are not resolved
	CallTable *CallTable      // of the analyzer
}

// SizedPattern is a pattern that is executed a symbolic number of times, such as the zeroing of a new array.
type SizedPattern struct {
	id      pattern.ID
	Count   symval.Guarded
	isBound bool // Count is an upper bound, not exact
	line    int
}

// blockVector counts one execution of a block, without calls and sized patterns.
func (s *Summary) blockVector(b int32) expr.Vector {
	return s.Tiles.Counts(int(b)).Add(s.Captures[b]).Add(s.instructions(b))
}

// instructions counts the instructions of a block.
func (s *Summary) instructions(b int32) expr.Vector {
	n := float64(s.Tiles.Instructions(int(b)))
	return expr.Vector{{ID: expr.TotalInstructions, N: n}, {ID: expr.OwnInstructions, N: n}}
}

// Allocation returns the patterns for zeroing a new array of variable length, beyond the part that the allocation itself
// covers; constant lengths are part of the tile.
func (s *Summary) Allocation(v ssa.ID) []SizedPattern {
	m := s.M
	pc := int(m.Fn.Values[v].PC)
	var al *cfg.Allocation
	for i := range s.Tiles.Allocations {
		if s.Tiles.Allocations[i].PC == pc {
			al = &s.Tiles.Allocations[i]
		}
	}
	if al == nil || al.Length >= 0 {
		return nil
	}
	line := m.Line(pc)
	var out []SizedPattern
	// A multidimensional array has as many arrays at one level as elements at the level above.
	arrays, isBound := symval.Guarded{Size: expr.Const(1)}, false
	for k, arg := range m.Fn.Args(v) {
		n := m.ValueOf(arg)
		if !n.Ok() {
			n, isBound = s.ValueBound(arg, true), true
		}
		n.Size = m.LimitedAt(m.Clamp(n.Size, m.Fn.Values[v].Block), m.Fn.Values[v].Block)
		t, bytes := al.Level(k)
		units := m.Clamp(n.Size.Scale(int64(bytes)).AddInt(-1).FloorDiv(cfg.ZeroingUnit), m.Fn.Values[v].Block)
		conds := slices.Concat(n.Conds, arrays.Conds)
		out = append(out, SizedPattern{id: cfg.Zeroing(t), Count: symval.Guarded{Size: units.Mul(arrays.Size), Conds: conds}, isBound: isBound, line: line})
		if k > 0 {
			out = append(out, SizedPattern{id: pattern.Of(pattern.MultiArrayAllocation, t, al.Size), Count: symval.Guarded{Size: arrays.Size, Conds: arrays.Conds}, isBound: isBound, line: line})
		}
		arrays = symval.Guarded{Size: arrays.Size.Mul(n.Size), Conds: conds}
	}
	for i := range out {
		if out[i].Count.Size.Top {
			out[i].Count = symval.UnknownQuantity("the size of the array that line %d allocates "+expr.TooLarge, line)
		}
	}
	return out
}

// exceptionPricer gives the cost of exceptions that the JVM or callees raise and a method catches.
type exceptionPricer interface {
	RaiseCost(e *Evaluator, r *exceptions.Raise) Outcome
}

// Evaluator evaluates the expression of one method under one objective.
type Evaluator struct {
	S       *Summary
	Obj     Objective
	Weights []float64
	call    func(site *callees.CallSite) Outcome // nil: calls cost nothing
	memo    []memoized                           // of the nodes
	blocks  []memoized                           // of the blocks, which occur in several nodes if they are in loops or may raise exceptions
	scratch *[]memoized
	Ranges  expr.Env
	Trace   bool                              // count executions of every block, as dimensions after the others
	Avoid   func(site *callees.CallSite) bool // calls that no path makes, nil for none
	// Reached are the reachable blocks, nil for all.
	Reached []bool
}

// memoized is a cache entry for an outcome.
type memoized struct {
	Outcome
	known bool
}

// scratches are the caches of evaluations, reused: half of the memory that they would allocate otherwise.
var scratches = sync.Pool{New: func() any { return new([]memoized) }}

// NewCombiner returns an evaluator that only combines outcomes, with these ranges of symbols.
func NewCombiner(obj Objective, r expr.Env) *Evaluator {
	return &Evaluator{Obj: obj, Weights: obj.AllWeights(), Ranges: r}
}

// NewEvaluator returns an evaluator of the method; call gives the outcomes of calls, nil for cost 0.
func (s *Summary) NewEvaluator(obj Objective, call func(site *callees.CallSite) Outcome) *Evaluator {
	return s.setEvaluator(new(Evaluator), obj, call)
}

// setEvaluator makes e an evaluator of the method.
func (s *Summary) setEvaluator(e *Evaluator, obj Objective, call func(site *callees.CallSite) Outcome) *Evaluator {
	*e = Evaluator{Obj: obj, Weights: obj.AllWeights(), Ranges: s.M.Env, S: s, call: call, scratch: scratches.Get().(*[]memoized)}
	n, blocks := len(s.Expr.nodes), len(s.M.CFG.Blocks)
	*e.scratch = slices.Grow((*e.scratch)[:0], n+blocks)[:n+blocks]
	e.memo, e.blocks = (*e.scratch)[:n], (*e.scratch)[n:]
	e.Ranges.Indices = s.Indices
	return e
}

// IndexRanges returns the ranges of the loops' indices, including the last, partial iteration.
func (s *Summary) IndexRanges() map[int]expr.Interval {
	out := map[int]expr.Interval{}
	for l := range s.M.Loops {
		n := s.M.Loops[l].Upper
		if !n.Top {
			out[l] = expr.Interval{Lo: 0, Hi: math.Max(0, s.M.Env.Size(s.M.Eliminate(n, true, code.NoBlock)).Hi)}
		}
	}
	return out
}

// WithMethod returns the summary with the symbols and loop bounds of m.
func (s *Summary) WithMethod(m *symval.Func) *Summary {
	out, calls := *s, *s.Summary
	calls.M, out.Summary = m, &calls
	if s.Failure == nil {
		out.Indices = out.IndexRanges()
	}
	return &out
}

// CallSymbols returns the call symbols of an outcome, by name.
func (s *Summary) CallSymbols(o Outcome) []CallSymbol {
	var out []CallSymbol
	for _, id := range s.CallTable.Sorted(o.Poly.Calls()) {
		out = append(out, s.CallTable.Call(id))
	}
	return out
}

// missingCalls returns the reasons why a cost with call symbols is no number.
func (s *Summary) missingCalls(p expr.Poly) []expr.Reason {
	var out []expr.Reason
	for _, id := range s.CallTable.Sorted(p.Calls()) {
		c := s.CallTable.Call(id)
		text := "the cost of " + c.Name + " depends on the object: assume one, such as " + strconv.Quote(c.Name+" <= 1 uJ")
		out = append(out, expr.Reason{Unpriced: c.Member.String(), Text: text, Method: s.Name(), Line: s.M.Line(0), Symbol: c.Name})
	}
	return out
}

// TracedRaise returns the dimension that counts raise i on the critical path.
func (s *Summary) TracedRaise(i int32) pattern.ID {
	return pattern.ID(expr.Dimensions) + pattern.ID(len(s.M.CFG.Blocks)) + pattern.ID(i)
}
