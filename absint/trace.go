package absint

import (
	"math"
	"slices"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/pattern"
)

// LineCost is what one source line executes on the critical path of one call of the method.
type LineCost struct {
	Line       int
	Executions float64        // of its most executed instruction
	Counts     pattern.Counts // of its own tiles
	Calls      []CallCost
}

// CallCost is what the calls of one site execute on the critical path.
type CallCost struct {
	Member string // class.name+descriptor
	Times  float64
	Counts pattern.Counts
	Known  bool // false where something about the callee is missing; Counts then leave it out
}

// maxTraced bounds the blocks of a method whose critical path is followed: identifiers of blocks share the space of
// pattern identifiers.
const maxTraced = math.MaxUint16 - dimensions

// CriticalPath returns the lines that the worst (or best) case executes, in the order of their first block, with
// sizes at the end of their range that the objective asks for. It is empty where a loop has no bound.
func (p *Program) CriticalPath(index int, obj Objective, done []Outcome, assume Assume) []LineCost {
	s := p.sums[index]
	if s.err != nil || len(s.m.g.Blocks)+len(s.expr.raises) > maxTraced {
		return nil
	}
	call := func(site *callSite) Outcome { return p.callOutcome(index, site, obj, done) }
	e := s.newEvaluator(obj, call)
	e.trace = true
	e.weights = append(slices.Clip(e.weights), make([]float64, len(s.m.g.Blocks)+len(s.expr.raises))...)
	o := e.node(s.expr.root)
	d := s.Domain(o, assume)
	var out []LineCost
	at := map[int]int{} // line to index in out
	entry := func(line int, n float64) *LineCost {
		i, ok := at[line]
		if !ok {
			i = len(out)
			at[line] = i
			out = append(out, LineCost{Line: line})
		}
		out[i].Executions = math.Max(out[i].Executions, n)
		return &out[i]
	}
	times := func(id pattern.ID) float64 {
		r := d.ranges.scalar(o.Poly.of(id))
		n := r.Hi
		if !obj.Upper {
			n = r.Lo
		}
		if math.IsInf(n, 0) || math.IsNaN(n) {
			return 0
		}
		return math.Max(0, n)
	}
	for _, b := range s.m.g.RPO {
		n := times(pattern.ID(dimensions) + pattern.ID(b))
		if n == 0 {
			continue
		}
		s.lineTiles(b, func(line int, c pattern.Counts) {
			l := entry(line, n)
			l.Counts = l.Counts.AddScaled(c, n)
		})
		for i := range s.calls[b] {
			site := &s.calls[b][i]
			co := call(site)
			co.Poly = s.withoutIndices(co.Poly, obj.Upper)
			num := d.Numbers(Outcome{Poly: co.Poly}, obj)
			l := entry(site.line, n)
			l.Calls = append(l.Calls, CallCost{Member: site.member.String(), Times: n, Counts: num.Counts.Scale(n), Known: len(co.Reasons) == 0 && !co.HasCalls()})
		}
	}
	for i := range s.expr.raises {
		if n := times(s.tracedRaise(int32(i))); n > 0 {
			r := &s.expr.raises[i]
			member, one := p.a.costliest(e, r)
			l := entry(r.line, n)
			l.Calls = append(l.Calls, CallCost{Member: member, Times: n, Counts: d.Numbers(one, obj).Counts.Scale(n), Known: len(one.Reasons) == 0})
		}
	}
	return out
}

// tracedRaise is the dimension that counts a raise on the critical path.
func (s *costSummary) tracedRaise(i int32) pattern.ID {
	return pattern.ID(dimensions) + pattern.ID(len(s.m.g.Blocks)) + pattern.ID(i)
}

// costliest is the exception that costs the most of those that a raise can be: its name, and what it costs.
func (a *Pricer) costliest(e *evaluator, r *raise) (member string, cost Outcome) {
	most := -1.0
	for x := range a.raisable(e.s, r) {
		o := a.raisePrice(e.s, x)
		if c := e.ranges.scalar(o.Poly.dot(e.weights)).Hi; c > most {
			if most, cost, member = c, o, x.member.String(); x.member.Class == "" {
				member = "frames left by an exception"
			}
		}
	}
	return member, cost
}

// lineTiles calls f with the patterns of block b's tiles, by the line of their root.
func (s *costSummary) lineTiles(b int32, f func(line int, c pattern.Counts)) {
	tiles := s.tiling.InBlock(int(b))
	if len(tiles) == 0 {
		return
	}
	first, _ := slices.BinarySearchFunc(s.tiling.Tiles, tiles[0].Root, func(t cfg.Piece, root int32) int { return int(t.Root - root) })
	for i := range tiles {
		f(s.m.line(int(tiles[i].Root)), s.tiling.Patterns(first+i))
	}
}

// withoutIndices replaces loop indices by their extreme: what one call costs at most (or at least).
func (s *costSummary) withoutIndices(p Poly, up bool) Poly {
	var out Poly
	for _, t := range p.terms {
		if size := s.m.eliminate(monoSize(t.mono), up, anywhere); !size.bad {
			out = out.add(constPoly(t.vec).mulSize(size))
		}
	}
	return out
}
