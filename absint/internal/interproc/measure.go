package interproc

import (
	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/heapsize"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

// Sizes of the operands of a library call, as its model uses them: values, lengths, characters and elements.
//
// Sound because a size that is not known exactly is replaced by the symbol of its largest value.

// siteSizes are the sizes of a call that a model used.
type siteSizes struct {
	s     *cost.Summary
	site  *callees.CallSite
	conds []expr.Condition // under which the answers hold
	why   string           // the last size is not known; empty where all are
}

// size is the size of argument i of the call, -1 for the receiver, progdb.Result for the stream that it returns. It is bad where it
// is not known.
func (z *siteSizes) size(i int, what progdb.Measure, up bool) expr.Size {
	if i == progdb.Result {
		return z.taken(what)
	}
	k := i + z.s.FirstArgument(z.site)
	if k < 0 || k >= len(z.site.Args) {
		z.why = "its receiver or an argument is not tracked"
		return expr.TopSize
	}
	q := measure(z.s, z.site.Args[k], what, up, z.site)
	if !q.Ok() {
		z.why = q.Why
		return expr.TopSize
	}
	z.conds = expr.Union(z.conds, q.Conds)
	return q.Size
}

// taken returns the number of elements that later stages take of the stream that the call returns.
func (z *siteSizes) taken(what progdb.Measure) expr.Size {
	if what == progdb.Elements && !z.site.IsCallback && z.site.Indy == nil && z.site.Value != 0 {
		if s, ok := heapsize.TakenElements(z.s.M, z.site.Value); ok {
			return s
		}
	}
	z.why = "no limit(n) in the same expression ends the stream"
	return expr.TopSize
}

// termsOf returns the cost of the patterns of a model at a call; ok is false if a size that they depend on is not
// known.
func termsOf(s *cost.Summary, c progdb.LibraryCost, site *callees.CallSite) (p expr.Poly, ok bool) {
	var sum expr.Sum
	for _, t := range c.Terms {
		if t.Count.Top {
			return expr.Poly{}, false
		}
		sum.Add(expr.ConstPoly(pattern.Single(t.Pattern, 1).Add(t.Parts)).MulSize(s.ClampAt(t.Count, site)))
	}
	return sum.Poly(), true
}

// measure returns a number of operand v of a call: exactly, or an upper (up) or lower bound of it.
func measure(s *cost.Summary, v ssa.ID, what progdb.Measure, up bool, site *callees.CallSite) symval.Guarded {
	q := measured(s, v, what, up, site)
	if up && q.Ok() && site.Value != 0 {
		q.Size = s.M.LimitedAt(q.Size, s.M.Fn.Values[site.Value].Block)
	}
	return q
}

// measured is measure without what the comparisons before the call show.
func measured(s *cost.Summary, v ssa.ID, what progdb.Measure, up bool, site *callees.CallSite) symval.Guarded {
	m := s.M
	if v == 0 && site.Component != "" {
		if !up || what == progdb.Value {
			return symval.Guarded{}
		}
		name := site.Component + [...]string{progdb.Length: ".length", progdb.Chars: ".length()", progdb.Elements: ".size()"}[what]
		return symval.Guarded{Size: m.Largest(site.Value, name, name, symval.MaxLength)}
	}
	var q symval.Guarded
	switch what {
	case progdb.Value:
		q = m.ValueOf(v)
	case progdb.Length:
		q = m.Length(v, 0)
	case progdb.Chars:
		q = m.StringLength(v)
	default:
		q = symval.UnknownQuantity("the size of %s is not known", m.Describe(v))
	}
	if q.Ok() && IndicesReach(s, q.Size, site.Value) {
		return q
	}
	switch {
	case what == progdb.Value:
		return s.ValueBound(v, up)
	case !up:
		return symval.Guarded{}
	case what == progdb.Length:
		return symval.Guarded{Size: m.LargestLength(v)}
	case what == progdb.Chars:
		return symval.Guarded{Size: m.LargestChars(v, blockOf(m, site))}
	}
	return symval.Guarded{Size: heapsize.TraversedElements(m, v, site.Value)}
}

// blockOf returns the block of a call, code.NoBlock for one without a value.
func blockOf(m *symval.Func, site *callees.CallSite) int32 {
	if site.Value == 0 {
		return code.NoBlock
	}
	return m.Fn.Values[site.Value].Block
}
