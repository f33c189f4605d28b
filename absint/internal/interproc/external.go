package interproc

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// NoModel is the reason for calls of library methods without a model.
const NoModel = "it is library code without a model"

// noCode is the reason where the library's code could price the call, but is not there.
const noCode = "no model prices it, and its library is not on the class path"

// unread is the reason where the called class is one under analysis whose file is broken.
const unread = "its class file could not be read"

// Library methods that no model prices: their cost comes from an analysis of the library's own code, otherwise it is an
// assumption or unknown.
//
// Sound because the cost of library code applies only if no class outside of the library overrides a method that it depends on.

// foreignOutcome returns the cost of a call by the library's own code, a symbol where it depends on objects of the program. why is
// the reason if it has none.
func (p *Program) foreignOutcome(v int, site *callees.CallSite, obj cost.Objective) (o cost.Outcome, why string) {
	a, s := p.A, p.Sums[v]
	m := site.Member
	if a.External == nil || len(obj.Weights) == 0 {
		return cost.Outcome{}, a.noPrice(m.Class)
	}
	if site.Direct {
		if site.Body == nil {
			return cost.Outcome{}, a.noPrice(m.Class)
		}
		m = site.Body.Member()
	}
	amount, why := a.ForeignCost(m, site.Direct)
	if amount != nil && why != "" && NamesCalls(obj) {
		return p.symbol(v, CallSymbol(s, site)), ""
	}
	if why == "" && keepsForLater(m) {
		why = "what it returns may run a function later"
	}
	if why != "" {
		return cost.Outcome{}, why
	}
	out, ok := a.priced(amount, obj)
	if !ok {
		return cost.Outcome{}, "the model has patterns of negative cost"
	}
	obj.Rivals.Compare(func(other cost.Objective) bool {
		o, ok := a.priced(amount, other)
		return ok && o.Equal(out)
	})
	return Instantiate(s, out, site.Arg, site, m.Name, nil, obj), ""
}

// keepsForLater reports whether a library method that is passed a function, and whose cost counts no call of it, returns a collection, which may
// run the function for each element that is read, as Lists.transform of Guava does, or Kotlin's withDefault, or a thread that runs it.
func keepsForLater(m classfile.Member) bool {
	made := platform.ClassName(classfile.Return(m.Desc))
	return !platform.IsPlatform(m.Class) && effects.TakesFunction(m) && (platform.AnyCollection.Has(made) || platform.RunsTask.Has(made))
}

// noPrice returns the reason for a call of a library method that neither a model nor its code prices.
func (a *Pricer) noPrice(class string) string {
	if a.Hierarchy.Unread(class) {
		return unread
	}
	if a.Hierarchy.Lookup(class) == nil && !platform.IsPlatform(class) {
		return noCode
	}
	return NoModel
}

// ForeignCost returns the cost of a library method. why is the reason if there is none, or if it does not hold for all objects of the
// analysed program.
func (a *Pricer) ForeignCost(m classfile.Member, direct bool) (cost *cost.CostSummary, why string) {
	if a.External == nil {
		return nil, a.noPrice(m.Class)
	}
	if !direct && a.Hierarchy.Orphaned(m.Class, m.Name, m.Desc) {
		return nil, "a class whose class file is missing may extend " + classfile.External(m.Class)
	}
	cost, ok := a.External.Cost(m, direct)
	switch {
	case !ok:
		return nil, a.noPrice(m.Class)
	case cost.Why != "":
		return nil, cost.Why
	}
	for _, need := range cost.Needs {
		if a.overridden(need) {
			return cost, "it calls " + classfile.External(need.Class) + "." + need.Name + ", which code outside of the library overrides"
		}
	}
	return cost, ""
}

// overridden reports whether code outside of the library can run when a library method is called.
func (a *Pricer) overridden(m classfile.Member) bool {
	t := &a.foreign
	t.mu.Lock()
	defer t.mu.Unlock()
	is, ok := t.overrides[m]
	if !ok {
		is = a.Hierarchy.Overridden(m.Class, m.Name, m.Desc) || platform.ReadLater.Has(m.Class) && !a.OpenWorld && a.KeepsFunctions()
		if t.overrides == nil {
			t.overrides = map[classfile.Member]bool{}
		}
		t.overrides[m] = is
	}
	return is
}

// withParts returns the weights of patterns plus those of all pushes and stores that their tiles can absorb. Costs of
// libraries do not count pushes and stores separately, because they hold for all models; models that price these use
// the result to resolve choices.
func withParts(weights []float64) []float64 {
	out := slices.Clone(weights)
	for id := range out {
		for _, p := range pattern.ID(id).Parts() {
			out[id] += p.N * weights[p.ID]
		}
	}
	return out
}

// priced resolves the choices of a cost under an objective; ok is false if the objective has negative weights.
func (a *Pricer) priced(p *cost.CostSummary, obj cost.Objective) (o cost.Outcome, ok bool) {
	t := &a.foreign
	t.mu.Lock()
	k := resolvedKey{p, &obj.Weights[0]}
	o, done := t.resolved[k]
	r := t.resolvers[resolverKey{p.From, k.weights}]
	if r == nil && !done {
		if t.resolvers == nil {
			t.resolvers, t.resolved = map[resolverKey]*cost.Resolver{}, map[resolvedKey]cost.Outcome{}
		}
		weights := obj.Weights
		if a.Parts {
			weights = withParts(weights)
		}
		r = cost.NewResolver(weights, p.From)
		t.resolvers[resolverKey{p.From, k.weights}] = r
	}
	t.mu.Unlock()
	if done {
		return o, true
	}
	if o, ok = r.Outcome(p); !ok {
		return cost.Outcome{}, false
	}
	if a.Parts {
		o.Poly = o.Poly.MapVectors(func(v expr.Vector) expr.Vector { return v.WithParts(1, 1) })
	}
	o.Expected = a.Methods.Adopt(p.Methods, p.ExpectedCalls)
	t.mu.Lock()
	t.resolved[k] = o
	t.mu.Unlock()
	return o, true
}

// ForeignMustCost returns a lower bound on the cost of a call of a method that is not analysed.
func (a *Pricer) ForeignMustCost(m *classfile.Method) pattern.Counts {
	if a.External == nil {
		return nil
	}
	p, ok := a.External.Cost(m.Member(), true)
	if !ok {
		return nil
	}
	return p.MustCost
}

// lowerOutcome returns a lower bound on the cost of a library call: at most the cost in a model, which may be the
// user's.
func (p *Program) lowerOutcome(s *cost.Summary, site *callees.CallSite, obj cost.Objective) cost.Outcome {
	m := site.OnlyTarget()
	if m == nil || len(obj.Weights) == 0 || p.A.Stated(site.Member) {
		return cost.Outcome{}
	}
	out := cost.Outcome{Poly: expr.ConstPoly(p.A.ForeignMustCost(m))}
	model, ok := p.A.leastModelCost(site.Member)
	if !ok {
		return out
	}
	return cost.NewCombiner(obj, s.M.Env).Either(out, cost.Outcome{Poly: expr.ConstPoly(model)})
}

// unpricedOutcome returns the assumed cost of a call without a cost, or the reason why it has none.
func (p *Program) unpricedOutcome(s *cost.Summary, site *callees.CallSite, obj cost.Objective, why string) cost.Outcome {
	reason := unpriced(s, site, why)
	if p.A.Library != nil && obj.Upper && obj.Weights != nil {
		if o, ok := p.assumedOf(s, CallSymbol(s, site)); ok && site.Member.Class != "" { // the specific before the general
			return o
		}
		if o, ok := assumed(p.A.Library, site.Member); ok {
			return o
		}
	}
	return cost.Outcome{Reasons: []expr.Reason{reason}}
}
