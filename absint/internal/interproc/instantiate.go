package interproc

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

// Instantiation of a callee's cost: the sizes that the caller passes replace the symbols of the callee.
//
// Sound because a symbol whose value is not known is replaced by an upper (or lower) bound only in terms that are
// monotone in it; its extreme value over all executions bounds it always.

// instantiation is the evaluation of a callee's symbols at a call.
type instantiation struct {
	*cost.Summary // the caller's
	site          *callees.CallSite
	name          string // of the callee
	arg           func(param int) (ssa.ID, bool)
	conds         []expr.Condition
	named         bool   // the least value of an argument is a symbol, though a number is below it
	why           string // reason why the first unknown symbol has no value
}

// Instantiate returns outcome o of a callee with the caller's sizes substituted for its symbols. In an upper objective,
// a bound may replace a symbol in which the cost is monotone. name is the callee's name, empty if the method calls
// itself; required is the callee's precondition.
func Instantiate(s *cost.Summary, o cost.Outcome, arg func(param int) (ssa.ID, bool), site *callees.CallSite, name string, required []expr.Condition, obj cost.Objective) cost.Outcome {
	out := metaOf(o)
	if o.Constant() && len(o.Conditions)+len(required) == 0 { // most are
		out.Poly = o.Poly.MapVectors(calleeVector)
		return out
	}
	s.M.Spend(o.Poly.Work() + 8*len(o.Conditions))
	in := &instantiation{Summary: s, site: site, name: name, arg: arg}
	known := map[string]expr.Size{} // of the callee's symbols
	value := func(a *expr.Atom) (expr.Size, bool) {
		if a.Kind != expr.SymbolAtom {
			return expr.Size{}, false
		}
		s, ok := known[a.Key]
		if !ok {
			s, _ = in.size(a, obj.Upper, true, func() expr.Direction { return direction(o.Poly, a.Key, obj) })
			known[a.Key] = s
		}
		return s, true
	}
	poly, bad := o.Poly.MapVectors(calleeVector).Substitute(value)
	if bad && !obj.Upper {
		if poly, bad = in.knownTerms(o.Poly, value, obj); bad {
			return obj.LeftOut()
		}
	}
	if bad && obj.Upper {
		if each, ok := in.boundedTerms(o.Poly, obj); ok {
			poly, bad = each, false
		}
	}
	if bad {
		why := "its cost depends on a size that is not known here: " + in.why
		if in.why == "" {
			why = "its cost " + expr.TooLarge
		}
		out.Reasons = expr.UnionReasons(out.Reasons, []expr.Reason{unpriced(s, site, why)})
		return out
	}
	// The caller may know that an argument is nonnegative, for example the index of a loop around the call. Sums over
	// the index are then exact.
	out.Poly = s.M.Env.DecidePoly(poly)
	conditions := append(required, o.Conditions...)
	var ends map[string]string
	if len(conditions) > 0 {
		ends = extremeNames(out.Poly)
	}
	for _, c := range conditions {
		for _, c := range Sides(c) {
			value := func(a *expr.Atom) (expr.Size, bool) {
				return in.size(a, obj.Upper, math.IsInf(c.Lo, -1), func() expr.Direction { return c.Size.Direction(a.Key) })
			}
			size := c.Size.Substitute(value)
			if !size.Top && s.M.Env.Size(size).Hi < c.Lo { // say for which one it holds
				in.named = true
				size = endsNamed(c.Size.Substitute(value))
				in.named = false
			}
			if size.Top && !obj.Upper { // of the callee nothing is sure where it does not hold
				return obj.LeftOut()
			}
			if size.Top && in.heldByRanges(c) {
				continue
			}
			if size.Top {
				out.Reasons = expr.UnionReasons(out.Reasons, []expr.Reason{unpriced(s, site, "its bound has a condition on a size that is not known here: "+in.why)})
				return out
			}
			if len(ends) > 0 {
				size = renamed(size, func(sym expr.Symbol) string { return cmp.Or(ends[sym.Path], sym.Name) })
			}
			out.Conditions = s.M.RequireAt(out.Conditions, expr.Condition{Size: size, Lo: c.Lo, Hi: c.Hi, Requires: c.Requires}, in.block())
		}
	}
	out.Conditions = expr.Union(out.Conditions, in.conds)
	return out
}

// heldByRanges reports whether a condition of the callee holds for all values that its symbols can have at the call. Sound because
// the value of each symbol is in the range of its type and between the bounds of the argument, and Env.Size encloses the
// condition's size over these ranges.
func (in *instantiation) heldByRanges(c expr.Condition) bool {
	env := expr.Env{Symbols: map[string]expr.Interval{}}
	c.Size.EachAtom(func(a *expr.Atom) {
		if a.Kind != expr.SymbolAtom {
			return
		}
		x := expr.Interval{Lo: a.Symbol.Min, Hi: a.Symbol.Max}
		if q := in.argumentBound(a.Symbol, false); q.Ok() && len(q.Conds) == 0 {
			x.Lo = math.Max(x.Lo, in.M.Env.Size(q.Size).Lo)
		}
		if q := in.argumentBound(a.Symbol, true); q.Ok() && len(q.Conds) == 0 {
			x.Hi = math.Min(x.Hi, in.M.Env.Size(q.Size).Hi)
		}
		env.Symbols[a.Symbol.Path] = x
	})
	x := env.Size(c.Size)
	return x.Lo >= c.Lo && x.Hi <= c.Hi
}

// boundedTerms returns an upper bound of a cost that is not monotone in a symbol whose value is not known: every occurrence of the
// symbol takes the end that makes its term larger. ok is false where there is none.
func (in *instantiation) boundedTerms(p expr.Poly, obj cost.Objective) (out expr.Poly, ok bool) {
	in.M.Spend(p.Work())
	grows := func(v expr.Vector) bool {
		if obj.Choices != nil { // more of anything costs more
			return expr.Grows(v, nil)
		}
		return cost.Decide(obj, func(weights []float64) bool { return expr.Grows(v, weights) })
	}
	return p.MapVectors(calleeVector).Bounded(grows, func(a *expr.Atom, up bool) expr.Size {
		if a.Kind != expr.SymbolAtom {
			return expr.AtomSize(a)
		}
		d := expr.Falling
		if up {
			d = expr.Growing
		}
		size, _ := in.size(a, true, true, func() expr.Direction { return d })
		if direction(p, a.Key, obj) != expr.Mixed {
			return size
		}
		return endsNamed(size)
	})
}

// endsNamed names the symbols of extreme values for the end that they are, so that a formula with both ends of one value has two
// names.
func endsNamed(s expr.Size) expr.Size {
	return renamed(s, func(sym expr.Symbol) string {
		if !isExtreme(sym) || code.IsExtremeName(sym.Name) {
			return sym.Name
		}
		return code.ExtremeWord(!strings.HasPrefix(sym.Path, "~least")) + sym.Name
	})
}

// extremeNames returns, by their paths, the names of the extreme values in a cost that are named for their end. Conditions of the cost
// have the same names for them.
func extremeNames(p expr.Poly) (names map[string]string) {
	p.EachAtom(func(a *expr.Atom) {
		if a.Kind == expr.SymbolAtom && isExtreme(a.Symbol) && code.IsExtremeName(a.Symbol.Name) {
			if names == nil {
				names = map[string]string{}
			}
			names[a.Symbol.Path] = a.Symbol.Name
		}
	})
	return names
}

// isExtreme reports whether a symbol is the smallest or the largest value of something in a call.
func isExtreme(s expr.Symbol) bool { return strings.HasPrefix(s.Path, "~") }

// renamed returns a size with other names of its symbols.
func renamed(s expr.Size, name func(expr.Symbol) string) expr.Size {
	if s.Top {
		return s
	}
	return s.Substitute(func(a *expr.Atom) (expr.Size, bool) {
		if a.Kind != expr.SymbolAtom {
			return expr.Size{}, false
		}
		sym := a.Symbol
		if sym.Name = name(sym); sym.Name == a.Symbol.Name {
			return expr.Size{}, false
		}
		return expr.SymbolSize(sym), true
	})
}

// knownTerms returns the terms of a lower bound whose sizes are known. negative reports whether another term may lower
// the cost.
func (in *instantiation) knownTerms(p expr.Poly, value func(*expr.Atom) (expr.Size, bool), obj cost.Objective) (out expr.Poly, negative bool) {
	for _, t := range p.Terms {
		one, bad := expr.Poly{Terms: []expr.PolyTerm{{Mono: t.Mono, Vec: calleeVector(t.Vec)}}}.Substitute(value)
		switch {
		case !bad:
			out = out.Add(one)
		case !in.M.Env.NotNegative(t.Mono) || obj.Choices == nil && cost.Decide(obj, func(weights []float64) bool { return t.Vec.Dot(weights) < 0 }) || slices.ContainsFunc(t.Vec, func(n pattern.Count) bool { return n.N < 0 }):
			return expr.Poly{}, true
		}
	}
	return out, false
}

// direction returns the direction in which a cost moves with the atom with this key.
func direction(p expr.Poly, key string, obj cost.Objective) expr.Direction {
	if obj.Choices != nil {
		return p.Direction(key, nil) // more of anything costs more
	}
	return cost.Decide(obj, func(weights []float64) expr.Direction { return p.Direction(key, weights) })
}

// Sides returns the lower and the upper half of a two-sided condition.
func Sides(c expr.Condition) []expr.Condition {
	if math.IsInf(c.Lo, -1) || math.IsInf(c.Hi, 1) {
		return []expr.Condition{c}
	}
	lo, hi := c, c
	lo.Hi, hi.Lo = math.Inf(1), math.Inf(-1)
	return []expr.Condition{lo, hi}
}

// block returns the block of the call.
func (in *instantiation) block() int32 { return in.M.Fn.Values[in.site.Value].Block }

// size returns the value of a callee's symbol at the call. If it is not known and bounds is set, it returns a bound
// that makes the expression larger (above) or smaller; how returns the direction in which the expression moves with the
// symbol.
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
		return in.M.LimitedAt(q.Size, in.block()), true
	case in.why != "":
	case q.Ok():
		in.why = "an earlier loop sets an argument"
	default:
		in.why = q.Why
	}
	return expr.TopSize, true
}

// Required returns the precondition of a method.
func Required(s *cost.Summary) []expr.Condition {
	if s.M == nil {
		return nil
	}
	return s.M.Required[:len(s.M.Required):len(s.M.Required)]
}

// calleeVector drops the entries that count only in the callee's own frame.
func calleeVector(v expr.Vector) expr.Vector {
	own := func(c pattern.Count) bool { return c.ID >= expr.OwnInstructions && c.ID < cost.FirstChoice }
	i := slices.IndexFunc(v, own)
	if i < 0 {
		return v
	}
	end := i + 1
	for end < len(v) && own(v[end]) {
		end++
	}
	if end == len(v) {
		return v[:i:i]
	}
	return slices.Concat(v[:i], v[end:])
}

// IndicesReach reports whether all loop indices in a size belong to loops around instruction at.
func IndicesReach(s *cost.Summary, size expr.Size, at ssa.ID) bool {
	b := int(s.M.Fn.Values[at].Block)
	return !size.Contains(func(a *expr.Atom) bool { return a.Kind == expr.IndexAtom && !s.M.CFG.InLoop(b, a.Loop) })
}

// ArgumentSize returns the value of a callee's symbol at a call. arg returns the operand for a parameter, name is the
// callee's name.
func ArgumentSize(s *cost.Summary, sym expr.Symbol, name string, arg func(int) (ssa.ID, bool)) symval.Guarded {
	if symval.IsLargest(sym) { // its largest value in any call: the caller has no other name for it
		if name != "" && !strings.Contains(sym.Name, ": ") {
			sym.Name = name + ": " + sym.Name
		}
		return symval.Guarded{Size: expr.SymbolSize(sym)}
	}
	if s.M.WritesOn(sym.Path) || expr.OnEntry(sym) { // a constructor calls what reads a field before and after it writes it
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

// argumentBound returns an upper (up) or lower bound of a callee's symbol whose value at the call is not known: at
// least the symbol of its extreme value.
func (in *instantiation) argumentBound(sym expr.Symbol, up bool) symval.Guarded {
	m := in.M
	sym.Path = strings.TrimSuffix(sym.Path, expr.EntrySuffix)
	i, fields, isLength, ok := expr.SplitPath(sym.Path)
	switch {
	case isLength && !up && !in.named:
		return symval.Guarded{}
	case !ok: // a static field that changes
		end := map[bool]string{true: "most", false: "least"}[up]
		sym.Path = fmt.Sprintf("~%s:%s(%s.%s)", end, sym.Path, m.Fn.Method.Class.Name, m.Fn.Method.ID())
		sym.Name = code.ExtremeWord(up) + sym.Name
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
			name = code.ExtremeWord(up) + name
		}
		return symval.Guarded{Size: extremeOf(m, v, up, what, name, sym)}
	case !isLength:
		if q := m.Bound(v, up, 0); q.Ok() && !(in.named && !up) {
			return q
		}
		return symval.Guarded{Size: extremeOf(m, v, up, "val", m.DescribeSource(v), sym)}
	case !up:
		_, part, _ := strings.Cut(sym.Name, ".")
		return symval.Guarded{Size: extremeOf(m, v, up, "len", m.Part(v, "."+part), sym)}
	case strings.HasSuffix(sym.Name, "()"):
		return symval.Guarded{Size: m.LargestChars(v, blockOf(m, in.site))}
	}
	return symval.Guarded{Size: m.LargestLength(v)}
}

// extremeOf returns the symbol of the largest (up) or smallest value of a quantity at one place, with the range of sym.
func extremeOf(m *symval.Func, v ssa.ID, up bool, what, name string, sym expr.Symbol) expr.Size {
	if up {
		return m.Largest(v, what, name, sym.Max)
	}
	return expr.SymbolSize(expr.Symbol{Path: fmt.Sprintf("~least:%s(%s.%s@%d)", what, m.Fn.Method.Class.Name, m.Fn.Method.ID(), v), Name: m.ExtremeName(v, false, name), Min: sym.Min, Max: sym.Max})
}

// metaOf returns the parts of an outcome that a call takes over unchanged: reasons, assumptions, expected costs, and whether
// all calls throw.
func metaOf(o cost.Outcome) cost.Outcome {
	return cost.Outcome{Reasons: slices.Clip(o.Reasons), Assumptions: o.Assumptions, Joined: o.Joined, Expected: o.Expected, Throws: o.Throws}
}
