package cost

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/stated"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/spec"
)

// Points returns corners of the domain, as domains in which every symbol of the outcome and of limit has one value.
// Symbols without an upper bound take values up to a million.
func (d Domain) Points(o Outcome, limit []WeightedSize) []Domain {
	syms := d.S.Symbols(o)
	for _, t := range limit {
		syms = append(syms, t.Size.Symbols()...)
	}
	syms = expr.SortSymbols(syms)
	points := []Domain{{S: d.S, Ranges: expr.Env{Symbols: d.Ranges.Symbols}, Assumptions: d.Assumptions}}
	for _, sym := range syms {
		r := d.Ranges.Symbol(sym)
		lo, hi := math.Max(r.Lo, math.Min(0, r.Hi)), math.Min(r.Hi, 1e6)
		values := []float64{lo, math.Floor((lo + hi) / 2), hi}
		if lo > hi {
			values = []float64{r.Lo}
		}
		if values = slices.Compact(values); len(points) > 64 {
			values = values[:1] // all others, too, so that each is a corner
		}
		var next []Domain
		for _, p := range points {
			for _, v := range values {
				m := map[string]expr.Interval{}
				for k, x := range p.Ranges.Symbols {
					m[k] = x
				}
				m[sym.Path] = expr.Interval{Lo: v, Hi: v}
				next = append(next, Domain{S: d.S, Ranges: expr.Env{Symbols: m}, Assumptions: p.Assumptions})
			}
		}
		points = next
	}
	return points
}

// Admits reports whether the predicates surely hold in the domain and none of the method's preconditions is surely
// violated, judged by the interval of each symbol. Predicates need symbols with one value.
func (d Domain) Admits(when []spec.Predicate) bool {
	value := func(name string) (float64, bool) {
		sym, ok := stated.NamedSymbol(d.S.M, name)
		if !ok {
			return 0, false
		}
		x := d.Ranges.Symbol(sym)
		return x.Lo, x.Lo == x.Hi
	}
	for _, p := range when {
		if holds, err := spec.Holds(p, value); err != nil || !holds {
			return false
		}
	}
	return !slices.ContainsFunc(d.S.M.Facts.Requires, func(p spec.Predicate) bool {
		holds, err := spec.Holds(p, value)
		return err == nil && !holds
	})
}

// SizeRange returns the interval of the values of a size in the domain.
func (d Domain) SizeRange(s expr.Size) expr.Interval { return d.Ranges.Size(s) }

// Assume returns the assumed upper bound of a symbol that the code does not bound, by its name in source notation; ok is
// false if there is no assumption. The assumption is that the symbol is between 0 and max.
type Assume func(method *classfile.Method, name string) (max float64, origin string, ok bool)

// Numbers is an outcome evaluated for all admitted values of the symbols: upper (or lower) bounds of the counts.
type Numbers struct {
	Counts      pattern.Counts // of patterns
	Own, Total  float64        // executed JVM instructions
	Header      float64        // executions of the header that the objective names
	Known       bool           // false if something is missing, which the counts then leave out
	Missing     []expr.Reason
	Assumptions []expr.Assumption
}

// Domain is the set of the admitted values of a method's symbols: the ranges that the code and its preconditions prove,
// narrowed by assumptions if they have no upper bound. Sound because assumptions that the code contradicts narrow nothing.
type Domain struct {
	S            *Summary
	Ranges       expr.Env
	Assumptions  []expr.Assumption
	Open         []expr.Symbol // symbols of the outcome without an upper bound
	Contradicted []expr.Reason // assumptions that the code contradicts
	Known        []expr.Size   // at least 0 each, by the predicates and preconditions of the calls
}

// Domain returns the admitted values of the symbols of an outcome, in calls that satisfy the predicates.
func (s *Summary) Domain(o Outcome, assume Assume, when ...spec.Predicate) Domain {
	d := Domain{S: s, Ranges: expr.Env{Symbols: map[string]expr.Interval{}}}
	if s.Failure != nil {
		return d
	}
	when = slices.Concat(when, s.M.Facts.Requires)
	syms := s.Symbols(o)
	if known := s.M.Env.Symbols; len(when)+len(syms) == 0 && known != nil { // nothing narrows the ranges
		d.Ranges.Symbols = known
		return d
	}
	maps.Copy(d.Ranges.Symbols, s.M.Env.Symbols)
	d.restrict(o, when)
	var unbounded []expr.Symbol
	for _, sym := range syms {
		have := d.Ranges.Symbol(sym)
		if have.Hi < math.MaxInt32 {
			continue
		}
		if assume != nil {
			upper, origin, ok := assume(s.Method, sym.Name)
			if ok && upper < have.Lo { // the domain would be empty, and every bound would hold
				text := fmt.Sprintf("%s is assumed to be at most %s (%s), but is at least %s", sym.Name, expr.Number(upper), origin, expr.Number(have.Lo))
				d.Contradicted = append(d.Contradicted, expr.Reason{Text: text, Method: s.Name(), Line: s.M.Line(0)})
			} else if ok {
				d.Ranges.Symbols[sym.Path] = expr.Interval{Lo: math.Max(have.Lo, 0), Hi: upper}
				d.Assumptions = append(d.Assumptions, expr.Assumption{Symbol: sym.Name, Max: upper, Origin: origin})
				continue
			}
		}
		unbounded = append(unbounded, sym)
	}
	finite := func(s expr.Symbol) bool { return !slices.Contains(unbounded, s) }
	for _, sym := range unbounded {
		if needsBound(o.Poly, sym, d.Ranges.Symbol(sym).Lo <= math.MinInt32, finite) {
			d.Open = append(d.Open, sym)
		}
	}
	return d
}

// Range evaluates an outcome over all admitted values of its symbols. Under an upper objective, a symbol without an upper
// bound makes the result unknown, with a reason in Missing.
func (s *Summary) Range(o Outcome, obj Objective, assume Assume) Numbers {
	return s.Domain(o, assume).Numbers(o, obj)
}

// Refuted returns the assumptions that the code contradicts, as reasons. They narrow nothing.
func (d Domain) Refuted() []expr.Reason { return d.Contradicted }

// Unmet returns the conditions of an outcome that do not hold everywhere in the domain, as reasons.
func (d *Domain) Unmet(o Outcome) []expr.Reason {
	var unmet []expr.Condition
	for _, c := range o.Conditions {
		if x := d.Ranges.Size(c.Size); (x.Lo < c.Lo || x.Hi > c.Hi) && !d.holds(c) {
			unmet = append(unmet, c)
		}
	}
	var out []expr.Reason
	for _, c := range expr.Tightest(unmet) {
		if c.Size.Top {
			out = append(out, expr.Reason{Text: c.Refuted(), Method: d.S.Name(), Line: d.S.M.Line(0)})
		} else {
			out = append(out, expr.Reason{Text: c.Unmet(), Method: d.S.Name(), Line: d.S.M.Line(0)})
		}
	}
	return out
}

// Numbers evaluates an outcome over the domain: upper bounds of the counts under an upper objective, lower bounds under a
// lower one.
func (d Domain) Numbers(o Outcome, obj Objective) Numbers {
	n := Numbers{Missing: slices.Clone(o.Reasons), Assumptions: slices.Concat(o.Assumptions, d.Assumptions)}
	if d.S.Failure != nil {
		n.Missing = append(n.Missing, expr.Reason{Text: d.S.Failure.Error(), Method: d.S.Name()})
		return n
	}
	n.Missing = append(n.Missing, d.Contradicted...)
	if obj.Upper {
		for _, sym := range d.Open {
			n.Missing = append(n.Missing, expr.Reason{Text: fmt.Sprintf("%s has no upper bound", sym.Name), Method: d.S.Name(), Line: d.S.M.Line(0)})
		}
	}
	over := d.Unmet(o)
	n.Missing = append(append(n.Missing, over...), d.S.missingCalls(o.Poly)...)
	if !obj.Upper && len(over) > 0 {
		return Numbers{Known: true} // no lower bound but 0 holds
	}
	if o.Constant() {
		for _, t := range o.Poly.Terms {
			n.Counts = make(pattern.Counts, 0, len(t.Vec))
			for _, c := range t.Vec {
				n.set(c.ID, expr.Interval{Lo: c.N, Hi: c.N}, obj, d.S)
			}
		}
	} else {
		dimensions, ranges := o.Poly.Dimensions(), d.Ranges.Caching()
		n.Counts = make(pattern.Counts, 0, len(dimensions))
		var count expr.Scalar
		for _, id := range dimensions {
			if id < expr.FirstCall { // else in Missing
				count.Terms = o.Poly.AppendOf(count.Terms[:0], id)
				n.set(id, ranges.Scalar(count), obj, d.S)
			}
		}
	}
	if len(n.Counts) == 0 {
		n.Counts = nil
	}
	n.Known = len(n.Missing) == 0
	slices.SortFunc(n.Missing, expr.CompareReasons)
	n.Missing = slices.Compact(n.Missing)
	n.Assumptions = expr.UniqueAssumptions(n.Assumptions)
	return n
}

// set sets a count to the end of its range that the objective asks for.
func (n *Numbers) set(id pattern.ID, x expr.Interval, obj Objective, s *Summary) {
	v := x.Hi
	if !obj.Upper {
		v = math.Max(0, x.Lo)
	}
	if math.IsInf(v, 0) || math.IsNaN(v) {
		if len(n.Missing) == 0 {
			n.Missing = append(n.Missing, expr.Reason{Text: "a size has no upper bound", Method: s.Name()})
		}
		return
	}
	v = settle(v, obj.Upper)
	switch id {
	case expr.OwnInstructions:
		n.Own = v
	case expr.TotalInstructions:
		n.Total = v
	case expr.HeaderExecutions:
		n.Header = v
	default:
		if int(id) < expr.Dimensions { // else executions of a block
			n.Counts = append(n.Counts, pattern.Count{ID: id, N: v})
		}
	}
}

// Symbols returns the symbols that an outcome and its conditions depend on, sorted by path.
func (s *Summary) Symbols(o Outcome) []expr.Symbol {
	var out []expr.Symbol
	add := func(a *expr.Atom) {
		if a.Kind == expr.SymbolAtom {
			out = append(out, a.Symbol)
		}
	}
	o.Poly.EachAtom(add)
	for _, c := range o.Conditions {
		c.Size.EachAtom(add)
	}
	return expr.SortSymbols(out)
}

// Own evaluates an objective over the method's own code; calls cost nothing.
func (s *Summary) Own(obj Objective) Outcome {
	if s.Failure != nil {
		return Outcome{Reasons: []expr.Reason{{Text: s.Failure.Error(), Method: s.Name()}}}
	}
	return s.Evaluate(obj, nil)
}

// settle rounds a bound to an integer, as every count is one. Triangular and pyramidal sums have coefficients such as 1/3,
// whose rounding errors sum to less than 1/128 (see pattern.Count): a bound that close to an integer is that integer.
func settle(v float64, upper bool) float64 {
	const tolerance = 1.0 / 128
	if upper {
		return math.Floor(v + tolerance)
	}
	return math.Ceil(v - tolerance)
}
