package absint

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
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

// Range evaluates an outcome. For an upper objective a symbol without a largest value makes it unknown; what is
// missing says so.
func (s *Summary) Range(o Outcome, obj Objective, assume Assume) Numbers {
	n := Numbers{Missing: slices.Clone(o.Reasons), Assumptions: slices.Clone(o.Assumptions)}
	if s.err != nil {
		n.Missing = append(n.Missing, Reason{Text: s.err.Error(), Method: s.name()})
		return n
	}
	r := Ranges{symbols: map[string]Range{}}
	for k, v := range s.m.ranges.symbols {
		r.symbols[k] = v
	}
	for _, sym := range s.symbolsOf(o) {
		have := r.symbol(sym)
		if !obj.Upper && have.Lo >= 0 {
			continue
		}
		if have.Hi < math.MaxInt32 {
			continue
		}
		if assume != nil {
			if most, origin, ok := assume(s.Method, sym.Name); ok {
				r.symbols[sym.Path] = Range{math.Max(have.Lo, 0), most}
				n.Assumptions = append(n.Assumptions, Assumption{sym.Name, most, origin})
				continue
			}
		}
		if obj.Upper && s.inPoly(o, sym) {
			n.Missing = append(n.Missing, Reason{Text: fmt.Sprintf("%s has no largest value", sym.Name), Method: s.name(), Line: s.m.line(0)})
		}
	}
	for _, c := range o.Conditions {
		if x := r.size(c.Size); x.Lo < c.Lo || x.Hi > c.Hi {
			n.Missing = append(n.Missing, Reason{Text: fmt.Sprintf("outside of %s the arithmetic overflows", c), Method: s.name(), Line: s.m.line(0)})
			if !obj.Upper {
				return Numbers{Known: true}
			}
		}
	}
	for _, id := range o.Poly.dimensions() {
		x := r.scalar(o.Poly.of(id))
		v := x.Hi
		if !obj.Upper {
			v = math.Max(0, x.Lo)
		}
		if math.IsInf(v, 0) || math.IsNaN(v) {
			if len(n.Missing) == 0 {
				n.Missing = append(n.Missing, Reason{Text: "a size has no largest value", Method: s.name()})
			}
			continue
		}
		switch id {
		case ownInstructions:
			n.Own = v
		case totalInstructions:
			n.Total = v
		case headerExecutions:
			n.Header = v
		default:
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
		if c := strings.Compare(a.Symbol, b.Symbol); c != 0 {
			return c
		}
		return strings.Compare(a.Origin, b.Origin)
	})
	return slices.Compact(as)
}

// LinearRange is the interval of the weighted cost minus that of another polynomial's, over all admitted symbols:
// what a budget with symbols is held against. ok is false where the cost has no bound.
func (s *Summary) LinearRange(o Outcome, obj Objective, less Size, perUnit float64, assume Assume) (Range, bool) {
	n := s.Range(o, obj, assume)
	if !n.Known && obj.Upper {
		return everything, false
	}
	r := Ranges{symbols: map[string]Range{}}
	for k, v := range s.m.ranges.symbols {
		r.symbols[k] = v
	}
	for _, a := range n.Assumptions {
		for _, sym := range s.symbolsOf(o) {
			if sym.Name == a.Symbol {
				r.symbols[sym.Path] = Range{math.Max(r.symbol(sym).Lo, 0), a.Max}
			}
		}
	}
	cost := o.Poly.dot(obj.weights())
	budget := scalarOf(less)
	for i := range budget.terms {
		budget.terms[i].coef *= perUnit
	}
	return r.scalar(cost.sub(budget)), true
}

// symbolsOf returns the symbols of an outcome's polynomial and conditions, sorted by path.
func (s *Summary) symbolsOf(o Outcome) []Symbol {
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

// Symbols returns the symbols that an outcome depends on.
func (s *Summary) Symbols(o Outcome) []Symbol { return s.symbolsOf(o) }

func (s *Summary) inPoly(o Outcome, sym Symbol) bool {
	found := false
	o.Poly.eachAtom(func(a *atom) { found = found || a.kind == symbolAtom && a.symbol.Path == sym.Path })
	return found
}

// dimensions returns every pattern or further dimension that occurs, ascending.
func (p Poly) dimensions() []pattern.ID {
	var ids []pattern.ID
	for _, t := range p.terms {
		for _, c := range t.vec {
			ids = append(ids, c.ID)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// of is the polynomial of one dimension.
func (p Poly) of(id pattern.ID) scalar {
	var s scalar
	for _, t := range p.terms {
		if n := t.vec.Of(id); n != 0 {
			s.terms = append(s.terms, scalarTerm{t.mono, n})
		}
	}
	return s
}

// Term is one summand of a cost: a product of sizes, written out, and what is executed as often.
type Term struct {
	Factor string // "" for the constant part
	Degree int
	Counts pattern.Counts // patterns only
}

// Terms returns the summands of a cost, the constant part first, then by degree and name.
func (o Outcome) Terms() []Term {
	out := make([]Term, 0, len(o.Poly.terms))
	for _, t := range o.Poly.terms {
		var c pattern.Counts
		for _, n := range t.vec {
			if n.ID < ownInstructions {
				c = append(c, n)
			}
		}
		if len(c) > 0 {
			out = append(out, Term{t.mono.String(), len(t.mono), c})
		}
	}
	slices.SortStableFunc(out, func(a, b Term) int {
		if a.Degree != b.Degree {
			return a.Degree - b.Degree
		}
		return strings.Compare(a.Factor, b.Factor)
	})
	return out
}

// Constant says whether an outcome depends on no symbol.
func (o Outcome) Constant() bool {
	return len(o.Poly.terms) == 0 || len(o.Poly.terms) == 1 && len(o.Poly.terms[0].mono) == 0
}

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
	nothing := func(*callSite) Outcome { return Outcome{} }
	out := make([]Loop, 0, len(s.m.loops))
	for l := range s.m.loops {
		info := &s.m.loops[l]
		h := s.m.g.Loops[l].Header
		x := Loop{Offset: s.m.g.Blocks[h].Start, Line: s.m.loopLine(l), Max: math.Inf(1), HeaderMax: math.Inf(1), Reason: info.why, ConditionsToHold: info.conds}
		x.Status = Unbounded
		if !info.upper.bad {
			up := s.Range(Outcome{Poly: constPoly(pattern.Single(headerExecutions, 1)).mulSize(s.m.eliminate(info.upper, true, -1)), Conditions: info.conds, Assumptions: info.assumptions}, Objective{Upper: true, header: -1}, assume)
			x.Bound = s.describeIndices(info.upper)
			x.Assumptions = up.Assumptions
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
			if info.exact && len(info.conds) == 0 {
				lo := s.Range(Outcome{Poly: constPoly(pattern.Single(headerExecutions, 1)).mulSize(s.m.eliminate(info.lower, false, -1))}, Objective{}, assume)
				x.Min = lo.Header
			}
		}
		up := Objective{Upper: true, header: h}
		if n := s.Range(s.evaluate(up, nothing), up, assume); n.Known {
			x.HeaderMax = n.Header
		}
		low := Objective{header: h}
		x.HeaderMin = s.Range(s.evaluate(low, nothing), low, assume).Header
		out = append(out, x)
	}
	slices.SortFunc(out, func(a, b Loop) int { return a.Offset - b.Offset })
	return out
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

// OwnInstructions is the objective that counts instructions in the method's own frame.
func OwnInstructions(upper bool) Objective { return Objective{Upper: upper, own: 1, header: -1} }

// TotalInstructions is the objective that counts instructions with those of called methods under analysis.
func TotalInstructions(upper bool) Objective { return Objective{Upper: upper, total: 1, header: -1} }

// Own evaluates an objective over the method's own code: calls cost nothing.
func (s *Summary) Own(obj Objective) Outcome {
	if s.err != nil {
		return Outcome{Reasons: []Reason{{Text: s.err.Error(), Method: s.name()}}}
	}
	return s.evaluate(obj, func(*callSite) Outcome { return Outcome{} })
}
