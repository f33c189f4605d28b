package absint

import (
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

// Measure is which number of a value a library model's formula means.
type Measure uint8

// The measures.
const (
	Value    Measure = iota // an int or long itself
	Length                  // of an array
	Chars                   // of a string
	Elements                // of a collection
)

// LibraryCost is what a library model says of one call: patterns with their counts, and callbacks.
type LibraryCost struct {
	Terms    []LibraryTerm
	Expected bool // an expected case, not a worst one
}

// LibraryTerm is a pattern and how often a call runs it; Count is bad where a size that it needs is not known.
type LibraryTerm struct {
	Pattern pattern.ID
	Count   Size
}

// Library prices calls of methods that are not analysed, and of those whose cost is stated. arg gives a size of the call: of argument i counted from 0,
// or of the receiver for -1; an upper bound of it (up) or a lower one where it is not known exactly. ok is false where
// the library has no model of the method.
type Library interface {
	Cost(m classfile.Member, arg func(i int, what Measure, up bool) Size) (c LibraryCost, ok bool)
	// Stated says whether the user states what calls of the method cost. Such a call costs that, whatever code it runs.
	Stated(m classfile.Member) bool
	// Assumed returns what is assumed of every call that nothing prices: an entry that counts it, its cost, and where
	// that is written. ok is false where nothing is assumed.
	Assumed() (id pattern.ID, cost float64, origin string, ok bool)
}

// unpricedOutcome is a call that nothing prices: what is assumed of such calls, or the reason why it has no price.
func (p *Program) unpricedOutcome(s *Summary, site *callSite, obj Objective, why string) Outcome {
	reason := unpriced(s, site, why)
	if p.a.Library != nil && obj.Upper && obj.Weights != nil {
		if id, cost, origin, ok := p.a.Library.Assumed(); ok {
			a := Assumption{Symbol: "cost of " + memberName(site.member.Class, site.member.Name, site.member.Desc), Max: cost, Origin: origin, Cost: true}
			return Outcome{Poly: constPoly(pattern.Single(id, 1)), Assumptions: []Assumption{a}}
		}
	}
	return Outcome{Reasons: []Reason{reason}}
}

// stated says whether the user states what calls of the method cost.
func (a *Analyzer) stated(m classfile.Member) bool { return a.Library != nil && a.Library.Stated(m) }

// libraryOutcome prices a call of a method that is not analysed, or whose cost is stated.
func (p *Program) libraryOutcome(s *Summary, site *callSite, obj Objective) Outcome {
	if !obj.Upper {
		return Outcome{} // a model is an upper or an expected cost: below it anything is possible
	}
	if obj.Weights == nil { // instructions of the analysed methods: library code is left out
		if s.m.callsBack(site) {
			return Outcome{Reasons: []Reason{unpriced(s, site, "it is library code that may call back")}}
		}
		return Outcome{}
	}
	var conds []Condition
	why := ""
	size := func(i int, what Measure, up bool) Size {
		k := i + s.firstArgument(site)
		if k < 0 || k >= len(site.args) {
			why = "a size that it depends on is not known"
			return badSize
		}
		q := s.measure(site.args[k], what, up, site)
		if !q.ok() {
			why = q.why
			return badSize
		}
		conds = union(conds, q.conds)
		return q.size
	}
	var c LibraryCost
	ok := false
	if p.a.Library != nil {
		c, ok = p.a.Library.Cost(site.member, size)
	}
	if !ok {
		out, why := p.foreignOutcome(s, site, obj)
		if why != "" {
			return p.unpricedOutcome(s, site, obj, why)
		}
		return out
	}
	out := Outcome{Conditions: conds}
	for _, t := range c.Terms {
		if t.Count.bad {
			return Outcome{Reasons: []Reason{unpriced(s, site, "its cost depends on a size that is not known: "+why)}}
		}
		out.Poly = out.Poly.add(constPoly(pattern.Single(t.Pattern, 1)).mulSize(s.m.clamp(t.Count, s.m.f.Values[site.value].Block)))
	}
	return out
}

// firstArgument is where the declared arguments of a call begin among its operands: behind the receiver.
func (s *Summary) firstArgument(site *callSite) int {
	if op := s.m.f.Values[site.value].Op; op != classfile.OpInvokestatic && op != classfile.OpInvokedynamic {
		return 1
	}
	return 0
}

// measure is a number of an operand of a call: itself, or a bound of it from above (up) or below.
func (s *Summary) measure(v ssa.ID, what Measure, up bool, site *callSite) quantity {
	m := s.m
	var q quantity
	switch what {
	case Value:
		q = m.valueOf(v)
	case Length:
		q = m.length(v, 0)
	case Chars:
		q = m.stringLength(v)
	default:
		q = unknownQuantity("the size of %s is not known", m.describe(v))
	}
	if q.ok() && s.indicesReach(q.size, site.value) {
		return q
	}
	switch {
	case what == Value:
		return s.valueBound(v, up)
	case !up:
		return quantity{}
	case what == Length:
		return quantity{size: m.largest(v, "len", m.describe(v)+".length", maxLength)}
	case what == Chars:
		return quantity{size: m.largest(v, "length", m.describe(v)+".length()", maxLength)}
	}
	return quantity{size: m.elements(v, 0)}
}

// valueBound bounds an operand of a call from above (up) or below. From above there is always one: the symbol of the
// largest value that it has there.
func (s *Summary) valueBound(v ssa.ID, up bool) quantity {
	q := s.m.bound(v, up, 0)
	if q.ok() || !up {
		return q
	}
	t := s.m.f.Values[v].Type
	if t != 'i' && t != 'l' {
		return q
	}
	return quantity{size: s.m.largest(v, "val", s.m.describeSource(v), typeRange(t).Hi)}
}
