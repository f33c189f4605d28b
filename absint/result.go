package absint

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/spec"
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

// Domain is the admitted values of a method's symbols: what the code and its preconditions prove, narrowed by
// assumptions where they have no largest value.
type Domain struct {
	s           *Summary
	ranges      Ranges
	Assumptions []Assumption
	Open        []Symbol // symbols of the outcome that have no largest value
}

// Domain returns the admitted values of the symbols of an outcome, in calls that satisfy the predicates.
func (s *Summary) Domain(o Outcome, assume Assume, when ...spec.Predicate) Domain {
	d := Domain{s: s, ranges: Ranges{symbols: map[string]Range{}}}
	if s.err != nil {
		return d
	}
	for k, v := range s.m.ranges.symbols {
		d.ranges.symbols[k] = v
	}
	for name, iv := range spec.FactsOf(when...).Intervals {
		if sym, ok := s.m.namedSymbol(name); ok {
			d.ranges.symbols[sym.Path] = intersect(d.ranges.symbol(sym), Range{iv.Lo, iv.Hi})
		}
	}
	for _, sym := range s.symbolsOf(o) {
		have := d.ranges.symbol(sym)
		if have.Hi < math.MaxInt32 {
			continue
		}
		if assume != nil {
			if most, origin, ok := assume(s.Method, sym.Name); ok {
				d.ranges.symbols[sym.Path] = Range{math.Max(have.Lo, 0), most}
				d.Assumptions = append(d.Assumptions, Assumption{sym.Name, most, origin})
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
func (s *Summary) Range(o Outcome, obj Objective, assume Assume) Numbers {
	return s.Domain(o, assume).Numbers(o, obj)
}

// overflow says which conditions of an outcome do not hold everywhere in the domain.
func (d *Domain) overflow(o Outcome) []Reason {
	var out []Reason
	for _, c := range o.Conditions {
		if x := d.ranges.size(c.Size); x.Lo < c.Lo || x.Hi > c.Hi {
			out = append(out, Reason{Text: fmt.Sprintf("the arithmetic overflows unless %s", c), Method: d.s.name(), Line: d.s.m.line(0)})
		}
	}
	return out
}

// Numbers evaluates an outcome over the domain: the largest counts for an upper objective, the smallest for a
// lower one.
func (d Domain) Numbers(o Outcome, obj Objective) Numbers {
	n := Numbers{Missing: slices.Clone(o.Reasons), Assumptions: append(slices.Clone(o.Assumptions), d.Assumptions...)}
	if d.s.err != nil {
		n.Missing = append(n.Missing, Reason{Text: d.s.err.Error(), Method: d.s.name()})
		return n
	}
	if obj.Upper {
		for _, sym := range d.Open {
			n.Missing = append(n.Missing, Reason{Text: fmt.Sprintf("%s has no largest value", sym.Name), Method: d.s.name(), Line: d.s.m.line(0)})
		}
	}
	over := d.overflow(o)
	n.Missing = append(n.Missing, over...)
	if !obj.Upper && len(over) > 0 {
		return Numbers{Known: true} // nothing is sure then
	}
	for _, id := range o.Poly.dimensions() {
		x := d.ranges.scalar(o.Poly.of(id))
		v := x.Hi
		if !obj.Upper {
			v = math.Max(0, x.Lo)
		}
		if math.IsInf(v, 0) || math.IsNaN(v) {
			if len(n.Missing) == 0 {
				n.Missing = append(n.Missing, Reason{Text: "a size has no largest value", Method: d.s.name()})
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

// settle makes a count an integer, as every count is: sums over triangles and pyramids have coefficients like 1/3,
// which rounding leaves a little beside it.
func settle(v float64, upper bool) float64 {
	if r := math.Round(v); math.Abs(v-r) <= 1e-9+1e-12*math.Abs(v) {
		return r
	}
	if upper {
		return math.Floor(v)
	}
	return math.Ceil(v)
}

func uniqueAssumptions(as []Assumption) []Assumption {
	slices.SortFunc(as, func(a, b Assumption) int {
		return cmp.Or(strings.Compare(a.Symbol, b.Symbol), strings.Compare(a.Origin, b.Origin))
	})
	return slices.Compact(as)
}

// EnergyTerm is a summand of a budget: so many joules times a size.
type EnergyTerm struct {
	Joules float64
	Size   Size
}

// Excess is the interval, over the domain, of the weighted cost of an outcome less a budget. It says nothing of
// what the outcome leaves out: look at its Reasons. ok is false where the arithmetic may overflow in the domain.
func (d Domain) Excess(o Outcome, obj Objective, budget []EnergyTerm) (x Range, missing []Reason) {
	if d.s.err != nil {
		return everything, nil
	}
	cost := o.Poly.dot(obj.weights())
	for _, t := range budget {
		b := scalarOf(t.Size)
		for i := range b.terms {
			b.terms[i].coef *= t.Joules
		}
		cost = cost.sub(b)
	}
	return d.ranges.scalar(cost), d.overflow(o)
}

// Points returns corners of the domain, as domains in which every symbol of the outcome and of the budget has one
// value: where a budget that depends on symbols is tried. Symbols without a largest value are tried up to a million.
func (d Domain) Points(o Outcome, budget []EnergyTerm) []Domain {
	syms := d.s.symbolsOf(o)
	for _, t := range budget {
		syms = append(syms, t.Size.Symbols()...)
	}
	syms = sortSymbols(syms)
	points := []Domain{{s: d.s, ranges: Ranges{symbols: d.ranges.symbols}, Assumptions: d.Assumptions}}
	for _, sym := range syms {
		if len(points) > 64 {
			break
		}
		r := d.ranges.symbol(sym)
		lo, hi := math.Max(r.Lo, math.Min(0, r.Hi)), math.Min(r.Hi, 1e6)
		values := []float64{lo, math.Floor((lo + hi) / 2), hi}
		if lo > hi {
			values = []float64{r.Lo}
		}
		values = slices.Compact(values)
		var next []Domain
		for _, p := range points {
			for _, v := range values {
				m := map[string]Range{}
				for k, x := range p.ranges.symbols {
					m[k] = x
				}
				m[sym.Path] = Range{v, v}
				next = append(next, Domain{s: d.s, ranges: Ranges{symbols: m}, Assumptions: p.Assumptions})
			}
		}
		points = next
	}
	return points
}

// Joules is the value of a budget at a point of the domain.
func (d Domain) Joules(budget []EnergyTerm) float64 {
	sum := 0.0
	for _, t := range budget {
		sum += t.Joules * d.ranges.size(t.Size).Hi
	}
	return sum
}

// Budget converts an energy expression of a specification; why says what of it the engine does not understand.
func (s *Summary) Budget(e spec.Expr) (terms []EnergyTerm, why string) {
	if s.err != nil {
		return nil, s.err.Error()
	}
	return s.m.budget(e)
}

func (m *method) budget(e spec.Expr) (terms []EnergyTerm, why string) {
	switch e := e.(type) {
	case spec.Energy:
		return []EnergyTerm{{e.Joules, Const(1)}}, ""
	case spec.Neg:
		ts, why := m.budget(e.X)
		for i := range ts {
			ts[i].Joules = -ts[i].Joules
		}
		return ts, why
	case spec.Binary:
		switch e.Op {
		case '+', '-':
			x, why := m.budget(e.X)
			if why != "" {
				return nil, why
			}
			y, why := m.budget(e.Y)
			if e.Op == '-' {
				for i := range y {
					y[i].Joules = -y[i].Joules
				}
			}
			return append(x, y...), why
		case '*':
			x, y := e.X, e.Y
			if y.Dim() == spec.Joule {
				x, y = y, x
			}
			ts, why := m.budget(x)
			if why != "" {
				return nil, why
			}
			if n, ok := y.(spec.Number); ok {
				for i := range ts {
					ts[i].Joules *= n.Value
				}
				return ts, ""
			}
			k := m.sizeOfExpr(y, -1)
			if k.bad {
				return nil, fmt.Sprintf("%s is no size that the analysis knows", y)
			}
			for i := range ts {
				ts[i].Size = ts[i].Size.Mul(k)
			}
			return ts, ""
		case '/':
			ts, why := m.budget(e.X)
			n, ok := e.Y.(spec.Number)
			if why == "" && (!ok || n.Value == 0) {
				why = fmt.Sprintf("an energy can be divided by a number, not by %s", e.Y)
			}
			for i := range ts {
				ts[i].Joules /= n.Value
			}
			return ts, why
		}
	}
	return nil, fmt.Sprintf("%s is not a sum of energies and energies times sizes", e)
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
			up := s.Range(Outcome{Poly: constPoly(pattern.Single(headerExecutions, 1)).mulSize(s.m.eliminate(info.upper, true, h)), Conditions: info.conds, Assumptions: info.assumptions}, Objective{Upper: true, header: -1}, assume)
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
				lo := s.Range(Outcome{Poly: constPoly(pattern.Single(headerExecutions, 1)).mulSize(s.m.eliminate(info.lower, false, h))}, Objective{}, assume)
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
