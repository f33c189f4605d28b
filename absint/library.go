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

// LibraryCost is what a library model says of one call: patterns with their counts.
type LibraryCost struct {
	Terms     []LibraryTerm
	Callbacks []Size // how often each callback is called; bad where a size that it needs is not known
	Expected  bool   // an expected case, not a worst one: whoever counts on it says so (Analyzer.Expected)
}

// Callback is a method that a library call calls on one of its arguments.
type Callback struct {
	Argument   int // counted from 0, or -1 for the receiver
	Name, Desc string
}

// LibraryTerm is a pattern and how often a call runs it; Count is bad where a size that it needs is not known. Parts is
// what each of its tiles has of pushes and stores, where these count (Analyzer.Parts).
type LibraryTerm struct {
	Pattern pattern.ID
	Count   Size
	Parts   pattern.Counts
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
	// AssumedCall returns what is assumed of a call on an object that a method was given, by one of the names that the
	// call has there.
	AssumedCall(caller *classfile.Method, names func() []string) (id pattern.ID, cost float64, origin string, ok bool)
	// Calls returns what a call of the method calls back. closed says that it runs no other code of the program, as
	// long as the receiver is of a class of the platform.
	Calls(m classfile.Member) (closed bool, callbacks []Callback)
}

// unpricedOutcome is a call that nothing prices: what is assumed of such calls, or the reason why it has no price.
func (p *program) unpricedOutcome(s *costSummary, site *callSite, obj Objective, why string) Outcome {
	reason := unpriced(s, site, why)
	if p.a.Library != nil && obj.Upper && obj.Weights != nil {
		if o, ok := p.assumedOf(s, s.callSymbol(site)); ok && site.member.Class != "" { // the specific before the general
			return o
		}
		if o, ok := assumed(p.a.Library, site.member); ok {
			return o
		}
	}
	return Outcome{Reasons: []Reason{reason}}
}

// stated says whether the user states what calls of the method cost.
func (a *Resolver) stated(m classfile.Member) bool { return a.Library != nil && a.Library.Stated(m) }

// libraryOutcome prices a call of a method that is not analysed, or whose cost is stated.
func (p *program) libraryOutcome(v int, site *callSite, obj Objective, done []Outcome) Outcome {
	s := p.sums[v]
	if !obj.Upper {
		return p.leastOutcome(s, site, obj)
	}
	if site.hidden != nil && !p.a.stated(site.member) {
		return p.hiddenOutcome(v, site, obj, done)
	}
	instructions := obj.Weights == nil || obj.total // of analysed methods are counted
	if instructions && p.a.stated(site.member) {
		return Outcome{Reasons: []Reason{unpriced(s, site, "its model has its energy, not its instructions")}}
	}
	if instructions && p.a.callsBack(s.callSummary, site) {
		return Outcome{Reasons: []Reason{unpriced(s, site, "it is library code that may call application code")}}
	}
	if obj.Weights == nil && len(site.callbacks) == 0 {
		return Outcome{}
	}
	sizes := &siteSizes{s: s, site: site}
	var c LibraryCost
	ok := false
	if p.a.Library != nil {
		c, ok = p.a.Library.Cost(site.member, sizes.size)
	}
	if ok {
		return p.modelOutcome(v, site, obj, done, c, sizes)
	}
	if obj.Weights != nil && keepsFunction(site.member) {
		return p.unpricedOutcome(s, site, obj, "the stream that it returns calls a function that its model does not cover")
	}
	o, why := p.foreignOutcome(s, site, obj)
	if why != "" {
		return p.unpricedOutcome(s, site, obj, why)
	}
	return p.askedOutcome(v, site, obj, done, o, sizes.size)
}

// siteSizes answers what a library model asks for the sizes of a call's receiver and arguments.
type siteSizes struct {
	s     *costSummary
	site  *callSite
	conds []Condition // under which the answers hold
	why   string      // the last size is not known; empty where all are
}

// size is the size of argument i of the call, -1 for the receiver. It is bad where it is not known.
func (z *siteSizes) size(i int, what Measure, up bool) Size {
	k := i + z.s.firstArgument(z.site)
	if k < 0 || k >= len(z.site.args) {
		z.why = "its receiver or an argument is not tracked"
		return badSize
	}
	q := z.s.measure(z.site.args[k], what, up, z.site)
	if !q.ok() {
		z.why = q.why
		return badSize
	}
	z.conds = union(z.conds, q.conds)
	return q.size
}

// modelOutcome prices a library call by cost c of its model, which was told the given sizes.
func (p *program) modelOutcome(v int, site *callSite, obj Objective, done []Outcome, c LibraryCost, sizes *siteSizes) Outcome {
	s := p.sums[v]
	hook := site.given
	if hook == nil {
		hook = p.a.hook(site)
	}
	if hook != nil && obj.Weights != nil && !p.a.stated(site.member) {
		return p.unpricedOutcome(s, site, obj, "it may call "+MethodName(hook)+", which its model does not cover")
	}
	out := Outcome{Conditions: sizes.conds, expected: p.a.expectedOf(site.member, c)}
	if obj.Weights != nil { // library code is no code of the analysed methods
		ok := false
		if out.Poly, ok = s.termsOf(c, site); !ok {
			return Outcome{Reasons: []Reason{unpriced(s, site, "its cost depends on a size that is not known: "+sizes.why)}}
		}
	}
	if len(c.Callbacks) != len(site.callbacks) {
		return Outcome{Reasons: []Reason{unpriced(s, site, "it calls a method of an unknown object")}}
	}
	for i := range site.callbacks {
		cb := &site.callbacks[i]
		if c.Callbacks[i].bad {
			return Outcome{Reasons: []Reason{unpriced(s, cb, "the number of its calls depends on a size that is not known: "+sizes.why)}}
		}
		one := Outcome{}
		if !cb.together {
			one = p.callOutcome(v, cb, obj, done)
		}
		for k := range cb.callbacks {
			if cb.together {
				one = one.then(p.callOutcome(v, &cb.callbacks[k], obj, done))
			}
		}
		out = out.then(one.times(s.clampAt(c.Callbacks[i], site)))
	}
	return p.askedOutcome(v, site, obj, done, out, sizes.size)
}

// termsOf is what the patterns of a model cost at a call; ok is false where a size that they depend on is not known.
func (s *costSummary) termsOf(c LibraryCost, site *callSite) (p Poly, ok bool) {
	for _, t := range c.Terms {
		if t.Count.bad {
			return Poly{}, false
		}
		p = p.add(constPoly(pattern.Single(t.Pattern, 1).Add(t.Parts)).mulSize(s.clampAt(t.Count, site)))
	}
	return p, true
}

// expectedOf is the call of a method as what a cost rests on, where it is an expected one.
func (a *Pricer) expectedOf(m classfile.Member, c LibraryCost) *callSet {
	if !c.Expected {
		return nil
	}
	return a.methods.single(m)
}

func (s *costSummary) clampAt(n Size, site *callSite) Size {
	return s.m.clamp(n, s.m.f.Values[site.value].Block)
}

// times is what happens n times; n is not negative.
func (o Outcome) times(n Size) Outcome {
	if v, ok := n.Int(); ok && v == 0 {
		return Outcome{}
	}
	o.Poly = o.Poly.mulSize(n)
	return o
}

// firstArgument is where the declared arguments of a call begin among its operands: behind the receiver.
func (s *callSummary) firstArgument(site *callSite) int {
	if site.callback {
		return 1
	}
	if op := s.m.f.Values[site.value].Op; op != classfile.OpInvokestatic && op != classfile.OpInvokedynamic {
		return 1
	}
	return 0
}

// measure is a number of an operand of a call: itself, or a bound of it from above (up) or below.
func (s *costSummary) measure(v ssa.ID, what Measure, up bool, site *callSite) quantity {
	m := s.m
	if v == 0 && site.component != "" {
		if !up || what == Value {
			return quantity{}
		}
		name := site.component + [...]string{Length: ".length", Chars: ".length()", Elements: ".size()"}[what]
		return quantity{size: m.largest(site.value, name, name, maxLength)}
	}
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
		return quantity{size: m.largestLength(v)}
	case what == Chars:
		return quantity{size: m.largestChars(v)}
	}
	return quantity{size: m.elements(v, 0)}
}

// valueBound bounds an operand of a call from above (up) or below. There is always a bound: the symbol of the largest,
// or the smallest, value that it has there.
func (s *costSummary) valueBound(v ssa.ID, up bool) quantity {
	q := s.m.bound(v, up, 0)
	t := s.m.f.Values[v].Type
	switch {
	case q.ok() || t != 'i' && t != 'l':
		return q
	}
	return quantity{size: s.m.extremeValue(v, up, s.m.describeSource(v))}
}
