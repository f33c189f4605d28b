package absint

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/spec"
)

// Assume gives a symbol that the code does not bound a largest value, by the name that the developer would write;
// ok is false where nothing is assumed of it. The assumption is that the symbol is from 0 to max.
type Assume func(method *classfile.Method, name string) (max float64, origin string, ok bool)

// Numbers is an outcome evaluated for all admitted values of the symbols: the largest (or smallest) counts.
type Numbers struct {
	Counts      pattern.Counts // of patterns
	Own, Total  float64        // executed JVM instructions
	Header      float64        // executions of the header that the objective names
	Known       bool           // false where something is missing; the counts then leave it out
	Missing     []Reason
	Assumptions []Assumption
}

// Domain is the admitted values of a method's symbols: what the code and its preconditions prove, narrowed by
// assumptions where they have no largest value.
type Domain struct {
	s           *costSummary
	ranges      Ranges
	Assumptions []Assumption
	Open        []Symbol // symbols of the outcome that have no largest value
	refuted     []Reason // assumptions that the code contradicts
}

// Domain returns the admitted values of the symbols of an outcome, in calls that satisfy the predicates.
func (s *costSummary) Domain(o Outcome, assume Assume, when ...spec.Predicate) Domain {
	d := Domain{s: s, ranges: Ranges{symbols: map[string]Range{}}}
	if s.err != nil {
		return d
	}
	maps.Copy(d.ranges.symbols, s.m.ranges.symbols)
	for name, iv := range spec.FactsOf(when...).Intervals {
		if sym, ok := s.m.namedSymbol(name); ok {
			d.ranges.symbols[sym.Path] = intersect(d.ranges.symbol(sym), Range{iv.Lo, iv.Hi})
		}
	}
	for _, sym := range s.Symbols(o) {
		have := d.ranges.symbol(sym)
		if have.Hi < math.MaxInt32 {
			continue
		}
		if assume != nil {
			most, origin, ok := assume(s.Method, sym.Name)
			if ok && most < have.Lo { // no value is admitted then, and anything would follow
				text := fmt.Sprintf("%s is assumed to be at most %s (%s), but is at least %s", sym.Name, number(most), origin, number(have.Lo))
				d.refuted = append(d.refuted, Reason{Text: text, Method: s.name(), Line: s.m.line(0)})
			} else if ok {
				d.ranges.symbols[sym.Path] = Range{math.Max(have.Lo, 0), most}
				d.Assumptions = append(d.Assumptions, Assumption{Symbol: sym.Name, Max: most, Origin: origin})
				continue
			}
		}
		if s.inPoly(o, sym) {
			d.Open = append(d.Open, sym)
		}
	}
	return d
}

// Range evaluates an outcome over all admitted values of its symbols. For an upper objective a symbol without a
// largest value makes it unknown; what is missing says so.
func (s *costSummary) Range(o Outcome, obj Objective, assume Assume) Numbers {
	return s.Domain(o, assume).Numbers(o, obj)
}

// Refuted are the assumptions that the code contradicts, as reasons. They narrow nothing.
func (d Domain) Refuted() []Reason { return d.refuted }

// overflow returns the conditions of an outcome that do not hold everywhere in the domain, as reasons.
func (d *Domain) overflow(o Outcome) []Reason {
	var unmet []Condition
	for _, c := range o.Conditions {
		if x := d.ranges.size(c.Size); x.Lo < c.Lo || x.Hi > c.Hi {
			unmet = append(unmet, c)
		}
	}
	var out []Reason
	for _, c := range tightest(unmet) {
		if c.Size.bad {
			out = append(out, Reason{Text: c.refuted(), Method: d.s.name(), Line: d.s.m.line(0)})
		} else {
			out = append(out, Reason{Text: c.unmet(), Method: d.s.name(), Line: d.s.m.line(0)})
		}
	}
	return out
}

// Numbers evaluates an outcome over the domain: the largest counts for an upper objective, the smallest for a
// lower one.
func (d Domain) Numbers(o Outcome, obj Objective) Numbers {
	n := Numbers{Missing: slices.Clone(o.Reasons), Assumptions: slices.Concat(o.Assumptions, d.Assumptions)}
	if d.s.err != nil {
		n.Missing = append(n.Missing, Reason{Text: d.s.err.Error(), Method: d.s.name()})
		return n
	}
	n.Missing = append(n.Missing, d.refuted...)
	if obj.Upper {
		for _, sym := range d.Open {
			n.Missing = append(n.Missing, Reason{Text: fmt.Sprintf("%s has no upper bound", sym.Name), Method: d.s.name(), Line: d.s.m.line(0)})
		}
	}
	over := d.overflow(o)
	n.Missing = append(append(n.Missing, over...), d.s.missingCalls(o.Poly)...)
	if !obj.Upper && len(over) > 0 {
		return Numbers{Known: true} // nothing is sure then
	}
	for _, id := range o.Poly.dimensions() {
		if id >= firstCall {
			continue // missing
		}
		x := Range{}
		if o.Constant() {
			k := o.Poly.terms[0].vec.Of(id)
			x = Range{k, k}
		} else {
			x = d.ranges.scalar(o.Poly.of(id))
		}
		v := x.Hi
		if !obj.Upper {
			v = math.Max(0, x.Lo)
		}
		if math.IsInf(v, 0) || math.IsNaN(v) {
			if len(n.Missing) == 0 {
				n.Missing = append(n.Missing, Reason{Text: "a size has no upper bound", Method: d.s.name()})
			}
			continue
		}
		v = settle(v, obj.Upper)
		switch id {
		case ownInstructions:
			n.Own = v
		case totalInstructions:
			n.Total = v
		case headerExecutions:
			n.Header = v
		default:
			if int(id) >= dimensions {
				continue // executions of a block
			}
			n.Counts = append(n.Counts, pattern.Count{ID: id, N: v})
		}
	}
	n.Known = len(n.Missing) == 0
	slices.SortFunc(n.Missing, compareReasons)
	n.Missing = slices.Compact(n.Missing)
	n.Assumptions = uniqueAssumptions(n.Assumptions)
	return n
}

func uniqueAssumptions(as []Assumption) []Assumption {
	slices.SortFunc(as, func(a, b Assumption) int {
		return cmp.Or(strings.Compare(a.Symbol, b.Symbol), strings.Compare(a.Origin, b.Origin))
	})
	return slices.Compact(as)
}

// unionAssumptions keeps the order. Paths that meet again share what follows them, so repetitions would double with
// every branch.
func unionAssumptions(a, b []Assumption) []Assumption {
	if len(a) == 0 {
		return b
	}
	out := a[:len(a):len(a)]
	for _, x := range b {
		if !slices.Contains(out, x) {
			out = append(out, x)
		}
	}
	return out
}

// Symbols returns the symbols that an outcome and its conditions depend on, sorted by path.
func (s *costSummary) Symbols(o Outcome) []Symbol {
	var out []Symbol
	add := func(a *atom) {
		if a.kind == symbolAtom {
			out = append(out, a.symbol)
		}
	}
	o.Poly.eachAtom(add)
	for _, c := range o.Conditions {
		c.Size.eachAtom(add)
	}
	return sortSymbols(out)
}

// inPoly says whether an outcome grows with a symbol without end. It does not where the symbol is only inside of
// logarithms: of a number of 32 or 64 bits that is a small number, whichever it is.
func (s *costSummary) inPoly(o Outcome, sym Symbol) bool {
	found := false
	var walk func(a *atom)
	walk = func(a *atom) {
		if a.kind == logAtom {
			return
		}
		found = found || a.kind == symbolAtom && a.symbol.Path == sym.Path
		for _, arg := range a.args {
			for _, t := range arg.terms {
				for _, b := range t.mono {
					walk(b)
				}
			}
		}
	}
	for _, t := range o.Poly.terms {
		for _, a := range t.mono {
			walk(a)
		}
	}
	return found
}

// Own evaluates an objective over the method's own code: calls cost nothing.
func (s *costSummary) Own(obj Objective) Outcome {
	if s.err != nil {
		return Outcome{Reasons: []Reason{{Text: s.err.Error(), Method: s.name()}}}
	}
	return s.evaluate(obj, nil)
}

// settle makes a count an integer, as every count is: sums over triangles and pyramids have coefficients like 1/3,
// which rounding leaves a little beside it, by less than a hundredth (see pattern.Count).
func settle(v float64, upper bool) float64 {
	const beside = 1.0 / 128
	if upper {
		return math.Floor(v + beside)
	}
	return math.Ceil(v - beside)
}
