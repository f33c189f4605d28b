package absint

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/pattern"
)

// LineCost is the cost of one source line on the critical path of one call of the method.
type LineCost struct {
	Line       int
	Executions float64        // of its most executed instruction
	Counts     pattern.Counts // of its own tiles
	Calls      []CallCost
}

// CallCost is the cost of the calls of one site on the critical path.
type CallCost struct {
	Member string // class.name+descriptor
	Times  float64
	Counts pattern.Counts
	Known  bool // false where something about the callee is missing; Counts then leave it out
}

// maxTraced caps the blocks of a method whose critical path is computed: identifiers of blocks share the space of
// pattern identifiers.
const maxTraced = math.MaxUint16 - expr.Dimensions

// CriticalPath returns the lines that the worst (or best) case executes, in the order of their first block, with each
// size at the extreme of its range. It is empty if a loop has no bound.
func (p *Program) CriticalPath(index int, obj cost.Objective, done []*cost.Outcome, assume cost.Assume) []LineCost {
	s := p.Sums[index]
	if s.Failure != nil || len(s.M.CFG.Blocks)+len(s.Expr.Raises) > maxTraced {
		return nil
	}
	call := func(site *callees.CallSite) cost.Outcome { return p.CallOutcome(index, site, obj, done) }
	e := s.NewEvaluator(obj, call)
	e.Trace = true
	e.Weights = append(slices.Clip(e.Weights), make([]float64, len(s.M.CFG.Blocks)+len(s.Expr.Raises))...)
	o := e.Node(s.Expr.Root)
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
		r := d.Ranges.Scalar(o.Poly.Of(id))
		n := r.Hi
		if !obj.Upper {
			n = r.Lo
		}
		if math.IsInf(n, 0) || math.IsNaN(n) {
			return 0
		}
		return math.Max(0, n)
	}
	for _, b := range s.M.CFG.RPO {
		n := times(pattern.ID(expr.Dimensions) + pattern.ID(b))
		if n == 0 {
			continue
		}
		lineTiles(s, b, func(line int, c pattern.Counts) {
			l := entry(line, n)
			l.Counts = l.Counts.AddScaled(c, n)
		})
		for i := range s.Calls[b] {
			site := &s.Calls[b][i]
			co := call(site)
			co.Poly = withoutIndices(s, co.Poly, obj.Upper)
			num := d.Numbers(cost.Outcome{Poly: co.Poly}, obj)
			l := entry(site.Line, n)
			l.Calls = append(l.Calls, CallCost{Member: site.Member.String(), Times: n, Counts: num.Counts.Scale(n), Known: len(co.Reasons) == 0 && !co.HasCalls()})
		}
	}
	for i := range s.Expr.Raises {
		if n := times(s.TracedRaise(int32(i))); n > 0 {
			r := &s.Expr.Raises[i]
			member, one := p.a.Costliest(e, r)
			l := entry(r.Line, n)
			l.Calls = append(l.Calls, CallCost{Member: member, Times: n, Counts: d.Numbers(one, obj).Counts.Scale(n), Known: len(one.Reasons) == 0})
		}
	}
	return out
}

// lineTiles calls f with the patterns of block b's tiles, by the line of their root.
func lineTiles(s *cost.Summary, b int32, f func(line int, c pattern.Counts)) {
	tiles := s.Tiles.InBlock(int(b))
	if len(tiles) == 0 {
		return
	}
	first, _ := slices.BinarySearchFunc(s.Tiles.Tiles, tiles[0].Root, func(t cfg.Piece, root int32) int { return int(t.Root - root) })
	for i := range tiles {
		f(s.M.Line(int(tiles[i].Root)), s.Tiles.Patterns(first+i))
	}
}

// withoutIndices replaces loop indices by their extreme values: an upper (or lower) bound on the cost of one execution.
func withoutIndices(s *cost.Summary, p expr.Poly, up bool) expr.Poly {
	var out expr.Poly
	for _, t := range p.Terms {
		if size := s.M.Eliminate(expr.MonoSize(t.Mono), up, code.NoBlock); !size.Top {
			out = out.Add(expr.ConstPoly(t.Vec).MulSize(size))
		}
	}
	return out
}
