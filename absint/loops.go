package absint

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

// Contradictions returns the user's bounds that are wrong. They are not used.
func (s *Summary) Contradictions() []symval.Contradiction {
	if s.M == nil {
		return nil
	}
	return slices.Clone(s.M.Contradictions)
}

// LoopStatus is the kind of result for a loop's iterations (semantics section 4).
type LoopStatus string

// The statuses.
const (
	Exact      LoopStatus = "exact"      // a number, proved
	Bounded    LoopStatus = "bounded"    // a proved upper bound
	Parametric LoopStatus = "parametric" // an expression over the method's symbols
	Assumed    LoopStatus = "assumed"    // needs an assumption
	Unbounded  LoopStatus = "unbounded"
)

// Loop is one loop of a method.
type Loop struct {
	Offset, Line     int // of the header
	Status           LoopStatus
	Bound            string  // iterations at most, as an expression; empty where unbounded
	Min, Max         float64 // iterations; Max is +Inf where it has no number
	HeaderMin        float64 // executions of the header block in one call of the method
	HeaderMax        float64
	Reason           string // why it is unbounded
	Assumptions      []expr.Assumption
	ConditionsToHold []expr.Condition
}

// Loops returns the loops of the method in code order.
func (s *Summary) Loops(assume cost.Assume) []Loop {
	if s.Failure != nil {
		return nil
	}
	out := make([]Loop, len(s.M.Loops))
	for l := range out {
		h := s.M.CFG.Loops[l].Header
		out[l] = Loop{Offset: s.M.CFG.Blocks[h].Start, Line: s.M.LoopLine(l), Status: Unbounded, Max: math.Inf(1), HeaderMax: math.Inf(1), Reason: s.M.Loops[l].Why}
	}
	s.boundEach(out, assume)
	s.countHeaders(out, assume)
	slices.SortFunc(out, func(a, b Loop) int { return a.Offset - b.Offset })
	return out
}

// boundEach adds the bounds of the loops, in the order of s.m.loops, outer before inner. The bound of an inner loop may take
// those of all loops around it: all share the steps of one analysis. A loop that they do not suffice for has no bound.
func (s *Summary) boundEach(loops []Loop, assume cost.Assume) {
	next := 0
	if s.M.Within(func() {
		for ; next < len(loops); next++ {
			s.bound(next, &loops[next], assume)
		}
	}) {
		return
	}
	for l := next; l < len(loops); l++ {
		if !s.M.Loops[l].Upper.Top {
			loops[l].Reason = symval.ErrWork.Error()
		}
	}
}

// bound adds what is known of the iterations of a loop.
func (s *Summary) bound(l int, x *Loop, assume cost.Assume) {
	info := &s.M.Loops[l]
	if info.Upper.Top {
		x.ConditionsToHold = info.Conds
		return
	}
	h := s.M.CFG.Loops[l].Header
	times := func(n expr.Size) expr.Poly {
		return expr.ConstPoly(pattern.Single(expr.HeaderExecutions, 1)).MulSize(n)
	}
	up := s.Range(cost.Outcome{Poly: times(s.M.Eliminate(info.Upper, true, h)), Conditions: info.Conds, Assumptions: info.Assumptions}, cost.Objective{Upper: true, Header: -1}, assume)
	if info.Exact && len(info.Conds) == 0 {
		x.Min = s.Range(cost.Outcome{Poly: times(s.M.Eliminate(info.Lower, false, h))}, cost.Objective{}, assume).Header
	}
	x.ConditionsToHold, x.Bound, x.Assumptions = info.Conds, s.describeIndices(info.Upper), up.Assumptions
	if up.Known {
		x.Max = max(0, up.Header) // where the loop cannot be reached, the difference of its limits may be below 0
	}
	_, number := info.Upper.Int()
	switch {
	case len(up.Assumptions) > 0:
		x.Status = Assumed
	case number && info.Exact && len(info.Conds) == 0:
		x.Status = Exact
	case up.Known:
		x.Status = Bounded
	default:
		x.Status = Parametric
	}
}

// countHeaders bounds the executions of each loop's header; loops is in the order of s.m.loops. Each of them takes two
// evaluations of the whole cost, which grows with the loops: all share the steps of one. A loop that they do not suffice for
// keeps the interval from 0 to infinity.
func (s *Summary) countHeaders(loops []Loop, assume cost.Assume) {
	s.M.Within(func() {
		for l := range loops {
			h := s.M.CFG.Loops[l].Header
			up := cost.Objective{Upper: true, Header: h}
			if n := s.Range(s.Evaluated(up, nil), up, assume); n.Known {
				loops[l].HeaderMax = n.Header
			}
			low := cost.Objective{Header: h}
			loops[l].HeaderMin = s.Range(s.Evaluated(low, nil), low, assume).Header
		}
	})
}

// describeIndices writes a bound whose loop indices are named after the counters of their loops.
func (s *Summary) describeIndices(n expr.Size) string {
	text := n.String()
	n.EachAtom(func(a *expr.Atom) {
		if a.Kind != expr.IndexAtom {
			return
		}
		name := fmt.Sprintf("(iteration of the loop at %s)", s.M.Place(a.Loop))
		for _, v := range s.M.Fn.Body[s.M.CFG.Loops[a.Loop].Header] {
			c, ok := s.M.Loops[a.Loop].Counters[v]
			if !ok {
				continue
			}
			if init := s.M.Fn.Values[c.Init]; init.Kind == ssa.Int && init.Aux == 0 && c.Step == 1 && s.M.Fn.Name(v) != "" {
				name = s.M.Fn.Name(v)
			}
		}
		text = strings.ReplaceAll(text, a.String(), name)
	})
	return text
}
