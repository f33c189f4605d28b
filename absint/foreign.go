package absint

import (
	"slices"
	"sync"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// Foreign prices library methods by their own code, which is analysed elsewhere: in a World, or long ago.
type Foreign interface {
	// Cost returns what a call of a library method costs. Where direct is false, whatever method of the library overrides
	// it can run as well. ok is false where the method is not known.
	Cost(m classfile.Member, direct bool) (p *Portable, ok bool)
}

// foreignTable remembers what of an analyzer's Foreign holds in its program and for its objectives. It is safe for
// concurrent use.
type foreignTable struct {
	mu        sync.Mutex
	resolvers map[resolverKey]*resolver
	resolved  map[resolvedKey]Outcome
	overrides map[classfile.Member]bool
}

type resolverKey struct {
	from    choiceSource
	weights *float64 // of the objective, by their identity
}

type resolvedKey struct {
	p       *Portable
	weights *float64
}

const noModel = "it is library code without a model"

// foreignOutcome prices a call by the library's own code. why is why it has no price.
func (p *program) foreignOutcome(s *costSummary, site *callSite, obj Objective) (o Outcome, why string) {
	a := p.a
	if a.Foreign == nil || len(obj.Weights) == 0 {
		return Outcome{}, noModel
	}
	m := site.member
	if site.direct {
		if site.body == nil {
			return Outcome{}, noModel
		}
		m = site.body.Member()
	}
	cost, why := a.foreignCost(m, site.direct)
	if why != "" {
		return Outcome{}, why
	}
	out, ok := a.priced(cost, obj)
	if !ok {
		return Outcome{}, "the model has patterns of negative cost"
	}
	return s.instantiate(out, site.arg, site, m.Name, nil, obj), ""
}

func (a *Pricer) known() bool { return a.Foreign != nil }

func (a *Pricer) needs(m classfile.Member) (needs []classfile.Member, priced, ok bool) {
	cost, ok := a.Foreign.Cost(m, true)
	if !ok {
		return nil, false, false
	}
	return cost.Needs, cost.Why == "", true
}

// foreignCost is what a library call costs, as far as the analyzed classes let it hold; why says why it has no price.
func (a *Pricer) foreignCost(m classfile.Member, direct bool) (cost *Portable, why string) {
	if a.Foreign == nil {
		return nil, noModel
	}
	if !direct && a.Hierarchy.Orphaned(m.Name, m.Desc) {
		return nil, "a class whose class file is missing may extend " + classfile.External(m.Class)
	}
	cost, ok := a.Foreign.Cost(m, direct)
	switch {
	case !ok:
		return nil, noModel
	case cost.Why != "":
		return nil, cost.Why
	}
	for _, need := range cost.Needs {
		if a.overridden(need) {
			return nil, "it calls " + classfile.External(need.Class) + "." + need.Name + ", which code outside of the library overrides"
		}
	}
	return cost, ""
}

// overridden says whether code outside of the library can run where a library method is called.
func (a *Pricer) overridden(m classfile.Member) bool {
	t := &a.foreign
	t.mu.Lock()
	defer t.mu.Unlock()
	is, ok := t.overrides[m]
	if !ok {
		is = a.Hierarchy.Overridden(m.Class, m.Name, m.Desc)
		if t.overrides == nil {
			t.overrides = map[classfile.Member]bool{}
		}
		t.overrides[m] = is
	}
	return is
}

// withParts are the weights of patterns with all pushes and stores that their tiles can absorb. What a library costs was
// counted without any, since it holds for all models: one that prices them takes these weights for its choices.
func withParts(weights []float64) []float64 {
	out := slices.Clone(weights)
	for id := range out {
		for _, p := range pattern.ID(id).Parts() {
			out[id] += p.N * weights[p.ID]
		}
	}
	return out
}

// priced makes the choices of a cost under an objective; ok is false where the objective has weights below 0.
func (a *Pricer) priced(p *Portable, obj Objective) (o Outcome, ok bool) {
	t := &a.foreign
	t.mu.Lock()
	k := resolvedKey{p, &obj.Weights[0]}
	o, done := t.resolved[k]
	r := t.resolvers[resolverKey{p.from, k.weights}]
	if r == nil && !done {
		if t.resolvers == nil {
			t.resolvers, t.resolved = map[resolverKey]*resolver{}, map[resolvedKey]Outcome{}
		}
		weights := obj.Weights
		if a.Parts {
			weights = withParts(weights)
		}
		r = newResolver(weights, p.from)
		t.resolvers[resolverKey{p.from, k.weights}] = r
	}
	t.mu.Unlock()
	if done {
		return o, true
	}
	if o, ok = r.outcome(p); !ok {
		return Outcome{}, false
	}
	if a.Parts {
		o.Poly = o.Poly.mapVectors(func(v Vector) Vector { return v.WithParts(1, 1) })
	}
	o.expected = a.methods.adopt(p.methods, p.expected)
	t.mu.Lock()
	t.resolved[k] = o
	t.mu.Unlock()
	return o, true
}
