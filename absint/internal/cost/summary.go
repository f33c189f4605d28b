package cost

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

func (s *Summary) ClampAt(n expr.Size, site *callees.CallSite) expr.Size {
	return s.M.Clamp(n, s.M.Fn.Values[site.Value].Block)
}

// Times is what happens n times; n is not negative.
func (o Outcome) Times(n expr.Size) Outcome {
	if v, ok := n.Int(); ok && v == 0 {
		return Outcome{}
	}
	o.Poly = o.Poly.MulSize(n)
	return o
}

// ValueBound bounds an operand of a call from above (up) or below. There is always a bound: the symbol of the largest,
// or the smallest, value that it has there.
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
	Indices map[int]expr.Interval // of the loops that have a bound
	Tiles   *cfg.Tiling
	Sized   map[int32][]SizedPattern

	Raiser    exceptionPricer // nil where the calls are not resolved
	CallTable *CallTable      // of the analyzer
}

// SizedPattern runs as often as a size says.
type SizedPattern struct {
	id    pattern.ID
	Count symval.Guarded
	most  bool // count is no less than how often it runs, and not known to be as much
	line  int
}

// blockVector counts what one execution of a block costs by itself.
func (s *Summary) blockVector(b int32) expr.Vector {
	n := float64(s.Tiles.Instructions(int(b)))
	v := s.Tiles.Counts(int(b)).Add(s.Captures[b])
	return v.Add(expr.Vector{{ID: expr.OwnInstructions, N: n}, {ID: expr.TotalInstructions, N: n}})
}

// Allocation is the zeroing of a new array beyond what the allocation itself covers, where the length is not
// constant (constant lengths are part of the tile).
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
	// Of a multidimensional array, there are as many arrays at one level as elements at the one above.
	arrays, most := symval.Guarded{Size: expr.Const(1)}, false
	for k, arg := range m.Fn.Args(v) {
		n := m.ValueOf(arg)
		if !n.Ok() {
			n, most = s.ValueBound(arg, true), true
		}
		n.Size = m.Clamp(n.Size, m.Fn.Values[v].Block)
		t, bytes := al.Level(k)
		units := m.Clamp(n.Size.Scale(int64(bytes)).AddInt(-1).FloorDiv(cfg.ZeroingUnit), m.Fn.Values[v].Block)
		conds := slices.Concat(n.Conds, arrays.Conds)
		out = append(out, SizedPattern{id: cfg.Zeroing(t), Count: symval.Guarded{Size: units.Mul(arrays.Size), Conds: conds}, most: most, line: line})
		if k > 0 {
			out = append(out, SizedPattern{id: pattern.Of(pattern.MultiArrayAllocation, t, al.Size), Count: symval.Guarded{Size: arrays.Size, Conds: arrays.Conds}, most: most, line: line})
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
