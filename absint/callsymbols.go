package absint

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

// What a call of an object costs that the method was given depends on the object. Where no bound holds for whatever the
// object may be, the call becomes a symbol of the cost: a dimension of vectors, like a choice, that stands for the cost
// of the costliest of all calls of one method on one object, in one call of the method that the cost is of. It has no
// weight, and is never below 0. A caller that knows the object puts its cost in the place of the symbol.

// CallSymbol is the cost of the costliest call of a method on an object.
type CallSymbol struct {
	Member classfile.Member // the method, as the call names it
	Path   string           // identifies the object, as in Symbol; empty for any object
	Name   string           // as the developer would write it: it.next(), or Iterator.next() for any object
	// followed says that the methods of all objects that the call can be made on, as far as they are analysed, were
	// analysed before its method.
	followed bool
}

// firstCall is the first dimension that is a call symbol. Choices are below: no program has so many of them.
const firstCall = pattern.ID(1 << 28)

// maxCallSymbols bounds the call symbols in the cost of a call. Of more, the call is a symbol itself, wherever it leads:
// the sum of so many says less than the name of what they are the sum of, and sums of sums would have no end.
const (
	maxCallSymbols = 8
	maxCallTerms   = 16 // and the terms that they are in
)

// tooMany says whether a call with this cost is better a symbol itself.
func (p Poly) tooMany() bool {
	return p.hasCalls() && (len(p.terms) > maxCallTerms || len(p.calls()) > maxCallSymbols)
}

// callTable numbers call symbols, from firstCall on.
type callTable struct {
	numbers[CallSymbol, pattern.ID]
}

func (t *callTable) id(c CallSymbol) pattern.ID {
	return t.get(c, func(n int) pattern.ID { return firstCall + pattern.ID(n) })
}

func (t *callTable) call(id pattern.ID) CallSymbol { return t.key(int(id - firstCall)) }

// sorted puts dimensions that are call symbols into an order that does not depend on their numbers.
func (t *callTable) sorted(ids []pattern.ID) []pattern.ID {
	slices.SortFunc(ids, func(a, b pattern.ID) int { return compareCalls(t.call(a), t.call(b)) })
	return ids
}

func compareCalls(a, b CallSymbol) int {
	c := cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Path, b.Path), compareMembers(a.Member, b.Member))
	switch {
	case c != 0 || a.followed == b.followed:
		return c
	case a.followed:
		return 1
	}
	return -1
}

// names are all names of the call: the one in the method, and those by the class, Iterator.next(), with the package or
// without; each with its parameters or without.
func (c CallSymbol) names() []string {
	all := []string{c.Name, c.anyObject().Name, memberName(c.Member.Class, c.Member.Name, c.Member.Desc)}
	for _, n := range all {
		short, _, _ := strings.Cut(n, "(")
		all = append(all, short)
	}
	return all
}

// calledOn writes a call as a developer would, with the types of its arguments in their place.
func calledOn(object string, m classfile.Member) string {
	var params []string
	classfile.EachParam(m.Desc, func(t string) {
		p := classfile.JavaType(t)
		params = append(params, p[strings.LastIndexByte(p, '.')+1:])
	})
	args := "(" + strings.Join(params, ", ") + ")"
	if m.Name == "<init>" {
		return "new " + simpleName(m.Class) + args
	}
	return object + "." + m.Name + args
}

// anyObject is the symbol of the same method, on whatever object.
func (c CallSymbol) anyObject() CallSymbol {
	c.Path, c.Name = "", calledOn(simpleName(c.Member.Class), c.Member)
	return c
}

// weigh is the inner product of a vector with weights. Call symbols have none.
func weigh(v Vector, weights []float64) float64 {
	for len(v) > 0 && v[len(v)-1].ID >= firstCall {
		v = v[:len(v)-1]
	}
	return v.Dot(weights)
}

// hasCalls says whether a cost has call symbols.
func (p Poly) hasCalls() bool {
	for _, t := range p.terms {
		if n := len(t.vec); n > 0 && t.vec[n-1].ID >= firstCall {
			return true
		}
	}
	return false
}

// calls returns the call symbols of a cost, each once.
func (p Poly) calls() []pattern.ID {
	var out []pattern.ID
	for _, t := range p.terms {
		for i := len(t.vec) - 1; i >= 0 && t.vec[i].ID >= firstCall; i-- {
			out = append(out, t.vec[i].ID)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// withoutCalls splits a cost into what has weights and the call symbols.
func (p Poly) withoutCalls() (weighed, calls Poly) {
	for _, t := range p.terms {
		i := len(t.vec)
		for i > 0 && t.vec[i-1].ID >= firstCall {
			i--
		}
		if i > 0 {
			weighed.terms = append(weighed.terms, polyTerm{t.mono, t.vec[:i:i]})
		}
		if i < len(t.vec) {
			calls.terms = append(calls.terms, polyTerm{t.mono, t.vec[i:]})
		}
	}
	return weighed, calls
}

// eitherCalls adds the call symbols of two outcomes of which one is chosen, and has the calls p.
func (e *evaluator) eitherCalls(o Outcome, p, q Poly) Outcome {
	if len(p.terms)+len(q.terms) > 0 {
		calls, exact := e.moreCalls(p, q)
		o.Poly, o.Joined = o.Poly.add(calls), o.Joined || !exact
	}
	return o
}

// moreCalls is what is above the call symbols of both p and q: each as often as where it is called more often. exact
// says that it is those of p.
func (e *evaluator) moreCalls(p, q Poly) (out Poly, exact bool) {
	over := covers(p, q)
	if over && covers(q, p) {
		return p, true
	}
	switch {
	case !e.ranges.allNotNegative(p, q):
		return p.add(q), false // nothing is called less than never, so the sum is above both
	case over:
		return p, true
	}
	return join(p, q), false
}

// namesCalls says whether calls become symbols under the objective: in bounds from above of what patterns cost.
func (o Objective) namesCalls() bool {
	return o.Upper && (o.named || o.Weights != nil) && o.choices == nil
}

// dispatched says whether it depends on an object that is not known which code a call runs.
func (s *costSummary) dispatched(c *callSite) bool {
	if c.direct || c.exact || c.together || len(c.args) == 0 || c.member.Class == "" {
		return false
	}
	if c.callback {
		return true
	}
	op := s.m.f.Values[c.value].Op
	return op == classfile.OpInvokevirtual || op == classfile.OpInvokeinterface
}

// callSymbol is the symbol of a call.
func (s *costSummary) callSymbol(c *callSite) CallSymbol {
	x := CallSymbol{Member: c.member, followed: len(c.targets)+len(c.lambdas) > 0}
	x.Member.Interface = false // another reference to the same method may say otherwise
	if c.owner != "" {
		x.Member.Class = c.owner
	}
	if s.onObject(c) && x.Member.Name != "<init>" && c.component == "" {
		if path, name := s.m.path(c.args[0], 0); path != "" {
			x.Path, x.Name = path, calledOn(name, x.Member)
			return x
		}
	}
	return x.anyObject()
}

// onObject says whether a call has a receiver.
func (s *costSummary) onObject(c *callSite) bool {
	return len(c.args) > 0 && (c.callback || s.m.f.Values[c.value].Op != classfile.OpInvokestatic && s.m.f.Values[c.value].Op != classfile.OpInvokedynamic)
}

// symbol is a call as a symbol of the cost, or what is assumed of it.
func (p *program) symbol(v int, c CallSymbol) Outcome {
	s := p.sums[v]
	if lib := p.a.Library; lib != nil {
		if o, ok := p.assumedOf(s, c); ok {
			return o
		}
		if o, ok := assumed(lib, c.Member); ok {
			return o
		}
	}
	return Outcome{Poly: constPoly(pattern.Single(p.a.calls.id(c), 1))}
}

// assumedOf is what is assumed of a call by its name.
func (p *program) assumedOf(s *costSummary, c CallSymbol) (Outcome, bool) {
	id, cost, origin, ok := p.a.Library.AssumedCall(s.Method, c.names)
	if !ok {
		return Outcome{}, false
	}
	a := Assumption{Symbol: c.Name, Max: cost, Origin: origin, Cost: true}
	return Outcome{Poly: constPoly(pattern.Single(id, 1)), Assumptions: []Assumption{a}}, true
}

// assumedName is the symbol of what is assumed of every call that nothing prices, at one of them.
func assumedName(m classfile.Member) string { return "cost of " + memberName(m.Class, m.Name, m.Desc) }

// assumed is what is assumed of every call that nothing prices.
func assumed(lib Library, m classfile.Member) (Outcome, bool) {
	id, cost, origin, ok := lib.Assumed()
	if !ok {
		return Outcome{}, false
	}
	a := Assumption{Symbol: assumedName(m), Max: cost, Origin: origin, Cost: true}
	return Outcome{Poly: constPoly(pattern.Single(id, 1)), Assumptions: []Assumption{a}}, true
}

// assumesCalls says whether something is assumed of every call that nothing prices.
func (a *Pricer) assumesCalls() bool {
	if a.Library == nil {
		return false
	}
	_, _, _, ok := a.Library.Assumed()
	return ok
}

// withCalls puts what a caller knows of the objects in the place of a callee's call symbols.
func (p *program) withCalls(v int, site *callSite, arg func(param int) (ssa.ID, bool), o Outcome, obj Objective, done []Outcome) Outcome {
	if !o.Poly.hasCalls() || !obj.namesCalls() {
		return o
	}
	weighed, calls := o.Poly.withoutCalls()
	out := o
	for _, id := range p.a.calls.sorted(calls.calls()) {
		one := p.known(v, site, arg, p.a.calls.call(id), obj, done)
		for _, t := range calls.of(id).terms {
			weighed = weighed.add(one.Poly.scale(t.coef).mulSize(monoSize(t.mono)))
		}
		out = out.rests(one)
	}
	out.Poly = weighed
	return out.settle()
}

// maxResolved bounds how deep the calls of one object are followed that a caller knows: each may lead to another of its
// methods.
const maxResolved = 2

// known is what a call symbol of a callee costs where the caller knows the object, or its symbol there.
func (p *program) known(v int, site *callSite, arg func(param int) (ssa.ID, bool), c CallSymbol, obj Objective, done []Outcome) Outcome {
	s := p.sums[v]
	i, fields, _, ok := splitPath(c.Path)
	switch {
	case s.m.writesOn(c.Path):
		return p.symbol(v, c.anyObject())
	case !ok:
		return p.symbol(v, c) // the same everywhere
	}
	x, ok := arg(i)
	if !ok {
		return p.symbol(v, c.anyObject())
	}
	if path, name := s.m.path(x, 0); path != "" {
		object := name
		if fields != "" {
			_, tail, _ := strings.Cut(strings.TrimSuffix(c.Name, calledOn("", c.Member)), ".")
			path, object = path+"."+fields, name+"."+tail
		}
		c.Path, c.Name = path, calledOn(object, c.Member)
		return p.symbol(v, c)
	}
	if fields != "" || site.resolved >= maxResolved {
		return p.symbol(v, c.anyObject())
	}
	ks, ok := newFollower(p.a.Flows).kinds(s.body, x, c.Member.Class, 0, false)
	if !ok {
		return p.symbol(v, c.anyObject())
	}
	call := site.back(c.Member, x)
	call.resolved = site.resolved + 1
	if !p.follows(v, c, ks) || !p.a.resolveKinds(s.callSummary, &call, ks, maxFollowed) || p.anyPending(v, &call, obj, done) {
		return p.symbol(v, c.anyObject())
	}
	o := p.callOutcome(v, &call, obj, done)
	o.Joined = true // what it costs with these arguments is not known, only with any
	return o
}

// follows says whether what a call can run on one of the objects was analysed before method v, whatever the program is
// that v is a part of.
func (p *program) follows(v int, c CallSymbol, ks []kind) bool {
	for _, k := range ks {
		if k.lambda != nil {
			if k.in != p.methods[v] || !c.followed && !slices.Contains(p.bodies[v], k.made) {
				return false
			}
			continue
		}
		if is, _ := p.a.Hierarchy.IsSubtype(k.class, c.Member.Class); !is || !k.exact || !c.followed {
			return false
		}
	}
	return true
}

// generalCalls makes the call symbols of a method that calls itself those of all its calls: an object that is not passed
// on as it is may be another one in each.
func (r *recursion) generalCalls(p Poly) Poly {
	if !p.hasCalls() {
		return p
	}
	table := r.p.a.calls
	return p.mapVectors(func(v Vector) Vector {
		i := slices.IndexFunc(v, func(n pattern.Count) bool { return n.ID >= firstCall })
		if i < 0 {
			return v
		}
		out := v[:i:i]
		for _, n := range v[i:] {
			if c := table.call(n.ID); !r.passesOn(c.Path) {
				n.ID = table.id(c.anyObject())
			}
			out = out.Add(pattern.Single(n.ID, n.N))
		}
		return out
	})
}

// passesOn says whether every recursive call has the same object at the root of a path.
func (r *recursion) passesOn(path string) bool {
	i, _, _, ok := splitPath(path)
	if !ok {
		return true
	}
	if r.d != nil { // which parameters it passes on is not looked at
		return false
	}
	for _, e := range r.edges {
		if i >= len(e.site.args) {
			return false
		}
		if p, _ := e.s.m.path(e.site.args[i], 0); p != "p"+strconv.Itoa(i) {
			return false
		}
	}
	return true
}

// CallSymbols returns the call symbols of an outcome, by name.
func (s *costSummary) CallSymbols(o Outcome) []CallSymbol {
	var out []CallSymbol
	for _, id := range s.callTable.sorted(o.Poly.calls()) {
		out = append(out, s.callTable.call(id))
	}
	return out
}

// HasCalls says whether an outcome has call symbols: it is a number only where all of them have a value.
func (o Outcome) HasCalls() bool { return o.Poly.hasCalls() }

// missingCalls are the reasons why a cost with call symbols is no number.
func (s *costSummary) missingCalls(p Poly) []Reason {
	var out []Reason
	for _, id := range s.callTable.sorted(p.calls()) {
		c := s.callTable.call(id)
		text := "the cost of " + c.Name + " depends on the object: assume one, such as " + strconv.Quote(c.Name+" <= 1 uJ")
		out = append(out, Reason{Unpriced: c.Member.String(), Text: text, Method: s.name(), Line: s.m.line(0), Symbol: c.Name})
	}
	return out
}
