package absint

import (
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
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

// Library prices calls of methods that are not analysed. arg gives a size of the call: of argument i counted from 0,
// or of the receiver for -1. ok is false where the library has no model of the method.
type Library interface {
	Cost(m classfile.Member, arg func(i int, what Measure) Size) (c LibraryCost, ok bool)
}

// libraryOutcome prices a call of a method that is not analysed.
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
	first := 0
	if site.value != 0 {
		if op := s.m.f.Values[site.value].Op; op != classfile.OpInvokestatic && op != classfile.OpInvokedynamic {
			first = 1
		}
	}
	var conds []Condition
	why := ""
	size := func(i int, what Measure) Size {
		k := i + first
		if k < 0 || k >= len(site.args) {
			why = "a size that it depends on is not known"
			return badSize
		}
		var q quantity
		switch v := site.args[k]; what {
		case Value:
			q = s.m.valueOf(v)
		case Length:
			q = s.m.length(v, 0)
		case Chars:
			q = s.m.stringLength(v)
		default:
			q = quantity{size: s.m.elements(v, 0)}
		}
		if !q.ok() && (what == Length || what == Chars) {
			q = quantity{size: s.m.largest(site.args[k], map[Measure]string{Length: "len", Chars: "length"}[what], s.m.describe(site.args[k])+map[Measure]string{Length: ".length", Chars: ".length()"}[what], maxLength)}
		}
		if !q.ok() || !s.indicesReach(q.size, site.value) {
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
			return Outcome{Reasons: []Reason{unpriced(s, site, why)}}
		}
		return out
	}
	out := Outcome{Conditions: conds}
	for _, t := range c.Terms {
		if t.Count.bad || !increasesWithLargest(t.Count) {
			return Outcome{Reasons: []Reason{unpriced(s, site, "its cost depends on a size that is not known: "+why)}}
		}
		out.Poly = out.Poly.add(constPoly(pattern.Single(t.Pattern, 1)).mulSize(s.m.clamp(t.Count, s.m.f.Values[site.value].Block)))
	}
	return out
}
