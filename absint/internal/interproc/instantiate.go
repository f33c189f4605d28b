package interproc

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

// instantiation is a call of a method under evaluation: what its symbols are at the call.
type instantiation struct {
	*cost.Summary // the caller's
	site          *callees.CallSite
	name          string // of the callee
	arg           func(param int) (ssa.ID, bool)
	conds         []expr.Condition
	why           string // the first symbol of which nothing is known
}

// Instantiate puts the caller's sizes in the place of the callee's symbols.
// In an upper objective, what the cost only grows or only falls with may be replaced by a bound. name is the callee's,
// empty where that is the caller itself, required what its precondition asks for.
func Instantiate(s *cost.Summary, o cost.Outcome, arg func(param int) (ssa.ID, bool), site *callees.CallSite, name string, required []expr.Condition, obj cost.Objective) cost.Outcome {
	out := called(o)
	if o.Constant() && len(o.Conditions)+len(required) == 0 { // most are
		out.Poly = o.Poly.MapVectors(calleeVector)
		return out
	}
	s.M.Spend(o.Poly.Work() + 8*len(o.Conditions))
	in := &instantiation{Summary: s, site: site, name: name, arg: arg}
	weights := obj.AllWeights()
	if obj.Choices != nil {
		weights = nil // more of anything costs more
	}
	known := map[string]expr.Size{} // of the callee's symbols
	value := func(a *expr.Atom) (expr.Size, bool) {
		if a.Kind != expr.SymbolAtom {
			return expr.Size{}, false
		}
		s, ok := known[a.Key]
		if !ok {
			s, _ = in.size(a, obj.Upper, true, func() expr.Direction { return o.Poly.Direction(a.Key, weights) })
			known[a.Key] = s
		}
		return s, true
	}
	poly, bad := o.Poly.MapVectors(calleeVector).Substitute(value)
	if bad && !obj.Upper {
		if poly, bad = in.surely(o.Poly, value, weights); bad {
			return obj.LeftOut()
		}
	}
	if bad {
		out.Reasons = expr.UnionReasons(out.Reasons, []expr.Reason{unpriced(s, site, "its cost depends on a size that is not known here: "+in.why)})
		return out
	}
	// The callee could not know that an argument is never negative: the index of a loop around the call, say. Sums over
	// the index are exact then.
	out.Poly = s.M.Env.DecidePoly(poly)
	for _, c := range append(required, o.Conditions...) {
		for _, c := range Sides(c) {
			size := c.Size.Substitute(func(a *expr.Atom) (expr.Size, bool) {
				return in.size(a, obj.Upper, math.IsInf(c.Lo, -1), func() expr.Direction { return c.Size.Direction(a.Key) })
			})
			if size.Top && !obj.Upper { // of the callee nothing is sure where it does not hold
				return obj.LeftOut()
			}
			if size.Top {
				out.Reasons = expr.UnionReasons(out.Reasons, []expr.Reason{unpriced(s, site, "its bound has a condition on a size that is not known here: "+in.why)})
				return out
			}
			out.Conditions = s.M.Require(out.Conditions, expr.Condition{Size: size, Lo: c.Lo, Hi: c.Hi, Requires: c.Requires})
		}
	}
	out.Conditions = expr.Union(out.Conditions, in.conds)
	return out
}

// surely is what of a lower bound does not depend on sizes that are not known here; takes says that the rest may lower it.
func (in *instantiation) surely(p expr.Poly, value func(*expr.Atom) (expr.Size, bool), weights []float64) (out expr.Poly, takes bool) {
	for _, t := range p.Terms {
		one, bad := expr.Poly{Terms: []expr.PolyTerm{{Mono: t.Mono, Vec: calleeVector(t.Vec)}}}.Substitute(value)
		switch {
		case !bad:
			out = out.Add(one)
		case !in.M.Env.NotNegative(t.Mono) || weights != nil && t.Vec.Dot(weights) < 0 || slices.ContainsFunc(t.Vec, func(n pattern.Count) bool { return n.N < 0 }):
			return expr.Poly{}, true
		}
	}
	return out, false
}

// Sides splits a condition into what it asks for from below and from above.
func Sides(c expr.Condition) []expr.Condition {
	if math.IsInf(c.Lo, -1) || math.IsInf(c.Hi, 1) {
		return []expr.Condition{c}
	}
	lo, hi := c, c
	lo.Hi, hi.Lo = math.Inf(1), math.Inf(-1)
	return []expr.Condition{lo, hi}
}

// size is what a symbol of the callee is at the call. Where that is not known, bounds says whether a bound will do;
// above says whether the expression is to be bounded from above, and how tells how it moves with the symbol.
func (in *instantiation) size(a *expr.Atom, bounds, above bool, how func() expr.Direction) (expr.Size, bool) {
	if a.Kind != expr.SymbolAtom {
		return expr.Size{}, false
	}
	q := ArgumentSize(in.Summary, a.Symbol, in.name, in.arg)
	reach := !q.Ok() || IndicesReach(in.Summary, q.Size, in.site.Value)
	if (!q.Ok() || !reach) && bounds {
		if d := how(); d != expr.Mixed {
			q = in.argumentBound(a.Symbol, above == (d == expr.Growing))
			reach = !q.Ok() || IndicesReach(in.Summary, q.Size, in.site.Value)
		}
	}
	switch {
	case q.Ok() && reach:
		in.conds = expr.Union(in.conds, q.Conds)
		return q.Size, true
	case in.why != "":
	case q.Ok():
		in.why = "an earlier loop sets an argument"
	default:
		in.why = q.Why
	}
	return expr.TopSize, true
}

// Required is what the method's precondition asks of its callers.
func Required(s *cost.Summary) []expr.Condition {
	if s.M == nil {
		return nil
	}
	return s.M.Required[:len(s.M.Required):len(s.M.Required)]
}

// calleeVector drops what counts in the callee's own frame only.
func calleeVector(v expr.Vector) expr.Vector {
	i := slices.IndexFunc(v, func(c pattern.Count) bool { return c.ID >= expr.OwnInstructions })
	if i < 0 {
		return v
	}
	out := slices.Clone(v[:i])
	for _, c := range v[i:] {
		if c.ID == expr.TotalInstructions || c.ID >= cost.FirstChoice {
			out = append(out, c)
		}
	}
	return out
}

// IndicesReach says whether all loop indices in a size belong to loops around the value that it is used by.
func IndicesReach(s *cost.Summary, size expr.Size, at ssa.ID) bool {
	b := int(s.M.Fn.Values[at].Block)
	return !size.Contains(func(a *expr.Atom) bool { return a.Kind == expr.IndexAtom && !s.M.CFG.InLoop(b, a.Loop) })
}

// ArgumentSize is a callee's symbol at a call site: its path starts from a parameter, which is an argument here.
func ArgumentSize(s *cost.Summary, sym expr.Symbol, name string, arg func(int) (ssa.ID, bool)) symval.Guarded {
	if symval.IsLargest(sym) { // its largest value in any call: the caller has no other name for it
		if name != "" && !strings.Contains(sym.Name, ": ") {
			sym.Name = name + ": " + sym.Name
		}
		return symval.Guarded{Size: expr.SymbolSize(sym)}
	}
	if s.M.WritesOn(sym.Path) { // a constructor calls what reads a field before and after it writes it
		return symval.UnknownQuantity("%s changes while the method runs", sym.Name)
	}
	i, _, _, ok := expr.SplitPath(sym.Path)
	if !ok {
		return symval.Guarded{Size: expr.SymbolSize(sym)} // a static field is the same everywhere
	}
	v, ok := arg(i)
	if !ok {
		return symval.UnknownQuantity("%s is not known", sym.Name)
	}
	return s.M.PassedFor(sym, v, 0)
}

// argumentBound bounds a symbol of the callee from above (up) or below where its value at the call is not known. There
// is always a bound: the symbol of the largest, or the smallest, value that it has there.
func (in *instantiation) argumentBound(sym expr.Symbol, up bool) symval.Guarded {
	m := in.M
	i, fields, isLength, ok := expr.SplitPath(sym.Path)
	switch {
	case isLength && !up:
		return symval.Guarded{}
	case !ok: // a static field that changes
		end := map[bool]string{true: "most", false: "least"}[up]
		sym.Path = fmt.Sprintf("~%s:%s(%s.%s)", end, sym.Path, m.Fn.Method.Class.Name, m.Fn.Method.ID())
		sym.Name = symval.ExtremeWord(up) + sym.Name
		return symval.Guarded{Size: expr.SymbolSize(sym)}
	}
	v, ok := in.arg(i)
	switch {
	case !ok: // what a lambda captures or gets: the caller has no name for it
		return symval.Guarded{Size: extremeOf(m, in.site.Value, up, sym.Path+":"+in.name, in.name+": "+sym.Name, sym)}
	case fields != "":
		what := "val:" + fields
		if isLength {
			what = "len:" + fields
		}
		_, tail, _ := strings.Cut(sym.Name, ".")
		name := m.Part(v, "."+tail)
		if m.WritesOn(sym.Path) && m.ExtremeName(v, up, name) == name {
			name = symval.ExtremeWord(up) + name
		}
		return symval.Guarded{Size: extremeOf(m, v, up, what, name, sym)}
	case !isLength:
		if q := m.Bound(v, up, 0); q.Ok() {
			return q
		}
		return symval.Guarded{Size: extremeOf(m, v, up, "val", m.DescribeSource(v), sym)}
	case strings.HasSuffix(sym.Name, "()"):
		return symval.Guarded{Size: m.LargestChars(v)}
	}
	return symval.Guarded{Size: m.LargestLength(v)}
}

// extremeOf is the symbol of the largest (up) or the smallest value that a quantity has at one place; what it can be
// is that of the symbol.
func extremeOf(m *symval.Func, v ssa.ID, up bool, what, name string, sym expr.Symbol) expr.Size {
	if up {
		return m.Largest(v, what, name, sym.Max)
	}
	return expr.SymbolSize(expr.Symbol{Path: fmt.Sprintf("~least:%s(%s.%s@%d)", what, m.Fn.Method.Class.Name, m.Fn.Method.ID(), v), Name: m.ExtremeName(v, false, name), Min: sym.Min, Max: sym.Max})
}

// called is what of a method's outcome a call takes over as it is.
func called(o cost.Outcome) cost.Outcome {
	return cost.Outcome{Reasons: slices.Clip(o.Reasons), Assumptions: o.Assumptions, Joined: o.Joined, Expected: o.Expected}
}
