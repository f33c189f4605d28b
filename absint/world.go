package absint

import (
	"fmt"
	"slices"
	"sync"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// Portable is what a call of a library method costs at most, for all callers and all models: a cost whose branches are
// choices where it depends on the model which of them is the costlier.
type Portable struct {
	poly   Poly
	conds  []Condition
	joined bool
	// Why is why the method has no price; empty where it has one.
	Why string
	// Needs are the methods that the price counts on to be overridden by the library's own classes only, sorted. The class
	// is the one through which they are called.
	Needs []classfile.Member
	// Least is what a call surely costs, if it returns: of one that runs this method and no other.
	Least pattern.Counts

	from choiceSource

	expected *callSet // see Expected
	methods  *methodTable
}

// choiceSource knows the choices in the polynomials of some Portables.
type choiceSource interface {
	alternatives(dimension int) ([]Vector, bool)
}

// World analyses the methods of a library by themselves: every class of the library is in it, but for those of the
// libraries that it calls itself, and code that is not is told from the Needs of a result. Its results depend on the
// library and on the models of library methods, not on the order in which they are asked for. It is safe for concurrent
// use, but works on one method at a time.
type World struct {
	a *Pricer
	// summaries analyses single methods.
	summaries summarizer
	choices   *choices
	obj       Objective

	mu      sync.Mutex
	direct  map[*classfile.Method]*Portable
	virtual map[*classfile.Method]*Portable
	least   map[leastKey]pattern.Counts
	visits
}

// summarizer analyses single methods, and forgets them.
type summarizer interface {
	summary(m *classfile.Method) *costSummary
	forget(m *classfile.Method)
}

func newWorld(a *Pricer, summaries summarizer) *World {
	w := &World{
		a: a, summaries: summaries, choices: newChoices(),
		direct: map[*classfile.Method]*Portable{}, virtual: map[*classfile.Method]*Portable{}, least: map[leastKey]pattern.Counts{},
		visits: visits{at: map[*classfile.Method]*visit{}},
	}
	w.obj = Objective{Upper: true, Weights: make([]float64, pattern.Num), header: -1, choices: w.choices}.prepared()
	return w
}

// Direct is the cost of a call that runs this method and no other.
func (w *World) Direct(m *classfile.Method) *Portable {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.withLeast(m)
}

// maxTargets bounds the methods that a virtual call is priced with.
const maxTargets = 24

// Virtual is the cost of a call that runs the method or whichever of the library's classes overrides it.
func (w *World) Virtual(m *classfile.Method) *Portable {
	w.mu.Lock()
	defer w.mu.Unlock()
	if p, ok := w.virtual[m]; ok {
		return p
	}
	d := w.a.Hierarchy.Dispatch(nil, classfile.OpInvokevirtual, m.Class.Name, m.Name, m.Desc)
	var p *Portable
	switch {
	case d.Direct && len(d.Targets) == 1:
		p = w.withLeast(d.Targets[0])
	default:
		p = w.join(m, d)
	}
	w.virtual[m] = p
	return p
}

// join is the cost of whatever a virtual call can run: the analysed targets, and for a method of the library below what
// can run there.
func (w *World) join(m *classfile.Method, d *callgraph.Dispatch) *Portable {
	var parts []*Portable
	below := !w.a.Hierarchy.Analysed(m.Class.Name)
	if below {
		parts = append(parts, w.foreign(m, false))
	}
	if why := manyTargets(d); why != "" && (len(d.Targets) > 0 || len(d.Lambdas) > 0 || !below) {
		return &Portable{Why: why}
	}
	if !d.Complete && !below {
		return &Portable{Why: "code that was not analysed may override it, through " + classfile.External(d.Open)}
	}
	for _, t := range d.Targets {
		if !below || w.a.Hierarchy.Analysed(t.Class.Name) {
			parts = append(parts, w.of(t))
		}
	}
	var out Portable
	e := newCombiner(w.obj, Ranges{})
	for i, o := range parts {
		if o.Why != "" {
			return &Portable{Why: o.Why}
		}
		if i == 0 {
			out = *o
			continue
		}
		joined := e.either(w.outcome(&out), w.outcome(o))
		out.poly, out.conds, out.joined = joined.Poly, joined.Conditions, joined.Joined
		out.expected, out.methods = joined.expected, &w.a.methods
		out.Needs = slices.Concat(out.Needs, o.Needs)
	}
	out.Needs, out.Least = uniqueMembers(out.Needs), nil
	return w.finished(&out)
}

// foreign is the cost of a call of the library below.
func (w *World) foreign(m *classfile.Method, direct bool) *Portable {
	cost, why := w.a.foreignCost(m.Member(), direct)
	if why == "" {
		own, ok := *cost, false
		if own.poly, ok = w.choices.adopt(cost.from, cost.poly); ok {
			own.from = w.choices
			own.expected, own.methods = w.a.methods.adopt(cost.methods, cost.expected), &w.a.methods
			return &own
		}
		why = noModel
	}
	p := &Portable{Why: why}
	if direct {
		p.Least = w.a.foreignLeast(m)
	}
	return p
}

// manyTargets is why a virtual call cannot be priced by its targets, empty where it can.
func manyTargets(d *callgraph.Dispatch) string {
	switch {
	case len(d.Lambdas) > 0:
		return "it may run a lambda"
	case len(d.Targets) == 0:
		return "no class that implements it was found"
	case len(d.Targets) > maxTargets:
		return fmt.Sprintf(canRunMore+" %d methods", maxTargets)
	}
	return ""
}

func uniqueMembers(ms []classfile.Member) []classfile.Member {
	slices.SortFunc(ms, compareMembers)
	return slices.Compact(ms)
}

// Outcome is the cost under an upper objective that weighs patterns, none of them less than 0; ok is false under any
// other. It says nothing where the method has no price.
func (p *Portable) Outcome(obj Objective) (o Outcome, ok bool) {
	if !obj.Upper || len(obj.Weights) == 0 {
		return Outcome{}, false
	}
	return newResolver(obj.Weights, p.from).outcome(p)
}

func (p *Portable) outcome() Outcome {
	return Outcome{Poly: p.poly, Conditions: p.conds, Joined: p.joined}
}

// outcome is a price of this world or of the one below with the expected costs in it.
func (w *World) outcome(p *Portable) Outcome {
	o := p.outcome()
	o.expected = w.a.methods.adopt(p.methods, p.expected)
	return o
}

// Bounds of what is kept of one method: beyond, a price would cost every caller more time than it is worth.
const (
	maxPortableTerms = 64
	maxNeeds         = 64
)

func (w *World) finished(p *Portable) *Portable {
	vague := slices.ContainsFunc(p.poly.terms, func(t polyTerm) bool { return mentionsAnyIndex(monoSize(t.mono)) }) ||
		slices.ContainsFunc(p.conds, func(c Condition) bool { return c.Size.bad || mentionsAnyIndex(c.Size) })
	if vague || len(p.poly.terms) > maxPortableTerms || len(p.Needs) > maxNeeds {
		return &Portable{Why: "its cost " + tooLarge}
	}
	p.from = w.choices
	return p
}

// obstacle is why a method cannot be priced. It is looked for first: most methods have one, and evaluating them would be
// wasted. Where there is none, what the calls need is collected.
func (w *World) obstacle(v *visit) (why string) {
	m := v.m
	in := ", in " + MethodName(m)
	switch {
	case m.Access&classfile.AccNative != 0:
		return "it runs native code" + in
	case !m.HasCode():
		return "it has no code" + in
	}
	s := w.summaries.summary(m)
	if s.err != nil {
		return s.err.Error()
	}
	for l := range s.m.loops {
		if info := &s.m.loops[l]; info.upper.bad {
			return info.why + in
		}
	}
	for site := range s.allCalls() {
		needs, why := w.check(site)
		if why != "" {
			return why
		}
		v.needs = append(v.needs, needs...)
	}
	return ""
}

// price evaluates a method that does not recur and has no obstacle.
func (w *World) price(v *visit) *Portable {
	s := w.summaries.summary(v.m)
	o := s.evaluate(w.obj, func(site *callSite) Outcome { return w.call(s, site, w.finally) })
	return w.portable(o.unrefuted(w.obj, s, nil), v.needs)
}

// portable is an outcome as a price.
func (w *World) portable(o Outcome, needs []classfile.Member) *Portable {
	if len(o.Reasons) > 0 {
		return &Portable{Why: o.Reasons[0].Text + ", in " + o.Reasons[0].Method}
	}
	return w.finished(&Portable{poly: o.Poly, conds: o.Conditions, joined: o.Joined, Needs: uniqueMembers(needs), expected: o.expected, methods: &w.a.methods})
}

// check looks whether a call can be priced at all, and collects what that needs.
func (w *World) check(site *callSite) (needs []classfile.Member, why string) {
	place := fmt.Sprintf(" (the call of %s.%s)", classfile.External(site.member.Class), site.member.Name)
	if !site.direct {
		needs = append(needs, classfile.Member{Class: site.owner, Name: site.member.Name, Desc: site.member.Desc})
	}
	if site.hidden != nil {
		if len(site.callbacks) > 0 {
			return nil, "it may call application code" + place
		}
		return nil, ""
	}
	modelled := Models(w.a.Library, site.member)
	if modelled {
		if _, callbacks := w.a.Library.Calls(site.member); len(callbacks) > 0 {
			return nil, "it may call application code" + place
		}
		if !site.library { // the model prices all that the library has
			return needs, ""
		}
	}
	switch {
	case site.unknown != "":
		return nil, site.unknown + place
	case len(site.lambdas) > 0:
		return nil, "it may run a lambda" + place
	case len(site.targets) == 0 && !site.library:
		return nil, "no class that implements it was found" + place
	case len(site.targets) > maxTargets:
		return nil, fmt.Sprintf(canRunMore+" %d methods%s", maxTargets, place)
	}
	if site.library && !modelled {
		p := w.library(site)
		if p.Why != "" {
			return nil, p.Why + place
		}
		needs = append(needs, p.Needs...)
	}
	for _, t := range site.targets {
		p := w.of(t)
		if p.Why != "" {
			return nil, p.Why
		}
		needs = append(needs, p.Needs...)
	}
	return needs, ""
}

// library is the cost of the library below that a call runs.
func (w *World) library(site *callSite) *Portable {
	m := site.body
	if !site.direct {
		m = w.a.Hierarchy.Resolve(site.member.Class, site.member.Name, site.member.Desc).Method
	}
	if m == nil {
		return &Portable{Why: noModel}
	}
	return w.foreign(m, site.direct)
}

// finally is the cost of a method whose price is known.
func (w *World) finally(m *classfile.Method) Outcome { return w.outcome(w.of(m)) }

// call is the outcome of a call that check found no fault with. of is what the analysed methods cost that it can run.
func (w *World) call(s *costSummary, site *callSite, of func(*classfile.Method) Outcome) Outcome {
	var parts []Outcome
	modelled := site.hidden != nil || Models(w.a.Library, site.member)
	if modelled {
		lib := *site
		lib.library = true
		parts = append(parts, w.program(s).libraryOutcome(0, &lib, w.obj, nil))
	}
	if site.library && !modelled {
		parts = append(parts, s.instantiate(w.outcome(w.library(site)), site.arg, site, site.member.Name, nil, w.obj))
	}
	if site.library || !modelled {
		for _, t := range site.targets {
			parts = append(parts, s.instantiate(of(t), site.arg, site, t.Name, nil, w.obj))
		}
	}
	return newCombiner(w.obj, s.m.ranges).anyOf(parts).unrefuted(w.obj, s, site)
}

// program is the methods with these summaries, which call each other or are one, as a program.
func (w *World) program(sums ...*costSummary) *program {
	return componentOf(w.a, w.summaries.summary, sums)
}

// Models says whether a library has a model of a method that prices it without calls back; a nil one has none.
func Models(lib Library, m classfile.Member) bool {
	if lib == nil {
		return false
	}
	if _, callbacks := lib.Calls(m); len(callbacks) > 0 {
		return false
	}
	return modelled(lib, m)
}

func modelled(lib Library, m classfile.Member) bool {
	_, ok := lib.Cost(m, func(int, Measure, bool) Size { return Size{} })
	return ok
}

// modelled says whether there is a model of a method.
func (a *Resolver) modelled(m classfile.Member) bool {
	return a.Library != nil && modelled(a.Library, m)
}
