package absint

import (
	"math"

	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/internal/pattern"
)

// SiteCost is the cost of a call alone, whatever path it is on.
type SiteCost struct {
	Counts pattern.Counts // of one execution, with what it calls
	Known  bool           // false where that has no bound
	Times  float64        // that the loops around it run it in one call of the method; +Inf without a bound
}

// SiteCosts returns the costs of the calls of a method under an upper objective, in the order of Pass.Prices. Each size is
// at the end of its range.
func (p *Program) SiteCosts(index int, obj cost.Objective, done []*cost.Outcome, assume cost.Assume) []SiteCost {
	s := p.Sums[index]
	if s.Failure != nil {
		return nil
	}
	iterations := map[int]float64{} // by the offset of the header
	for _, l := range newSummary(s).Loops(assume) {
		iterations[l.Offset] = math.Max(0, l.Max)
	}
	out := make([]SiteCost, 0, s.Sites)
	for _, b := range s.M.CFG.RPO {
		times := 1.0
		for l := s.M.CFG.Blocks[b].Loop; l >= 0; l = s.M.CFG.Loops[l].Parent {
			times *= iterations[s.M.CFG.Blocks[s.M.CFG.Loops[l].Header].Start]
		}
		for i := range s.Calls[b] {
			o := p.CallOutcome(index, &s.Calls[b][i], obj, done)
			o.Poly = withoutIndices(s, o.Poly, obj.Upper)
			n := s.Range(o, obj, assume)
			out = append(out, SiteCost{Counts: n.Counts, Known: n.Known, Times: times})
		}
	}
	return out
}
