package absint

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

// LoopStatus is what is known of a loop's iterations (semantics section 4).
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
	Assumptions      []Assumption
	ConditionsToHold []Condition
}

// Loops returns the loops of the method in code order.
func (s *Summary) Loops(assume Assume) []Loop {
	if s.err != nil {
		return nil
	}
	out := make([]Loop, len(s.m.loops))
	for l := range out {
		h := s.m.g.Loops[l].Header
		out[l] = Loop{Offset: s.m.g.Blocks[h].Start, Line: s.m.loopLine(l), Status: Unbounded, Max: math.Inf(1), HeaderMax: math.Inf(1), Reason: s.m.loops[l].why}
	}
	s.boundEach(out, assume)
	s.countHeaders(out, assume)
	slices.SortFunc(out, func(a, b Loop) int { return a.Offset - b.Offset })
	return out
}

// boundEach adds the bounds of the loops, in the order of s.m.loops, outer before inner. The bound of an inner loop may take
// those of all loops around it: all share the steps of one analysis. A loop that they do not suffice for has no bound.
func (s *Summary) boundEach(loops []Loop, assume Assume) {
	next := 0
	if s.m.within(func() {
		for ; next < len(loops); next++ {
			s.bound(next, &loops[next], assume)
		}
	}) {
		return
	}
	for l := next; l < len(loops); l++ {
		if !s.m.loops[l].upper.bad {
			loops[l].Reason = errWork.Error()
		}
	}
}

// bound adds what is known of the iterations of a loop.
func (s *Summary) bound(l int, x *Loop, assume Assume) {
	info := &s.m.loops[l]
	if info.upper.bad {
		x.ConditionsToHold = info.conds
		return
	}
	h := s.m.g.Loops[l].Header
	times := func(n Size) Poly { return constPoly(pattern.Single(headerExecutions, 1)).mulSize(n) }
	up := s.Range(Outcome{Poly: times(s.m.eliminate(info.upper, true, h)), Conditions: info.conds, Assumptions: info.assumptions}, Objective{Upper: true, header: -1}, assume)
	if info.exact && len(info.conds) == 0 {
		x.Min = s.Range(Outcome{Poly: times(s.m.eliminate(info.lower, false, h))}, Objective{}, assume).Header
	}
	x.ConditionsToHold, x.Bound, x.Assumptions = info.conds, s.describeIndices(info.upper), up.Assumptions
	if up.Known {
		x.Max = up.Header
	}
	_, number := info.upper.Int()
	switch {
	case len(up.Assumptions) > 0:
		x.Status = Assumed
	case number && info.exact && len(info.conds) == 0:
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
func (s *Summary) countHeaders(loops []Loop, assume Assume) {
	s.m.within(func() {
		for l := range loops {
			h := s.m.g.Loops[l].Header
			up := Objective{Upper: true, header: h}
			if n := s.Range(s.evaluated(up, nil), up, assume); n.Known {
				loops[l].HeaderMax = n.Header
			}
			low := Objective{header: h}
			loops[l].HeaderMin = s.Range(s.evaluated(low, nil), low, assume).Header
		}
	})
}

// describeIndices writes a bound whose loop indices are named after the counters of their loops.
func (s *Summary) describeIndices(n Size) string {
	text := n.String()
	n.eachAtom(func(a *atom) {
		if a.kind != indexAtom {
			return
		}
		name := fmt.Sprintf("(iteration of the loop at %s)", s.m.place(a.loop))
		for _, v := range s.m.f.Body[s.m.g.Loops[a.loop].Header] {
			c, ok := s.m.loops[a.loop].counters[v]
			if !ok {
				continue
			}
			if init := s.m.f.Values[c.init]; init.Kind == ssa.Int && init.Aux == 0 && c.step == 1 && s.m.f.Name(v) != "" {
				name = s.m.f.Name(v)
			}
		}
		text = strings.ReplaceAll(text, a.String(), name)
	})
	return text
}
