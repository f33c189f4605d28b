package interproc

import (
	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/heapsize"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

// Expected returns the library methods whose calls count in an outcome with an expected cost, not a worst one: sorted,
// those that library code calls among them. They are those of a bound from above; of one from below there are none.
func (a *Pricer) Expected(o cost.Outcome) []classfile.Member { return a.Methods.List(o.Expected) }

// ForeignLeast is what a call of a method that is not analysed surely costs.
func (a *Pricer) ForeignLeast(m *classfile.Method) pattern.Counts {
	if a.External == nil {
		return nil
	}
	p, ok := a.External.Cost(m.Member(), true)
	if !ok {
		return nil
	}
	return p.MustCost
}

// leastOutcome is what a call of library code surely costs: no more than a model says, which may be a user's.
func (p *Program) leastOutcome(s *cost.Summary, site *callees.CallSite, obj cost.Objective) cost.Outcome {
	m := site.OnlyTarget()
	if m == nil || len(obj.Weights) == 0 || p.A.Stated(site.Member) {
		return cost.Outcome{}
	}
	out := cost.Outcome{Poly: expr.ConstPoly(p.A.ForeignLeast(m))}
	if p.A.Library == nil {
		return out
	}
	c, ok := p.A.Library.Cost(site.Member, func(int, progdb.Measure, bool) expr.Size { return expr.TopSize })
	if !ok {
		return out
	}
	var model expr.Vector
	for _, t := range c.Terms {
		if n, ok := t.Count.Int(); ok && n > 0 {
			model = model.Add(pattern.Single(t.Pattern, float64(n)).Add(t.Parts.Scale(float64(n))))
		}
	}
	return cost.NewCombiner(obj, s.M.Env).Either(out, cost.Outcome{Poly: expr.ConstPoly(model)})
}

// unpricedOutcome is a call that nothing prices: what is assumed of such calls, or the reason why it has no price.
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

// LibraryOutcome prices a call of a method that is not analysed, or whose cost is stated.
func (p *Program) LibraryOutcome(v int, site *callees.CallSite, obj cost.Objective, done []cost.Outcome) cost.Outcome {
	s := p.Sums[v]
	if !obj.Upper {
		return p.leastOutcome(s, site, obj)
	}
	if site.Indy != nil && !p.A.Stated(site.Member) {
		return p.indyOutcome(v, site, obj, done)
	}
	instructions := obj.Weights == nil || obj.Total // of analysed methods are counted
	if instructions && p.A.Stated(site.Member) {
		return cost.Outcome{Reasons: []expr.Reason{unpriced(s, site, "its model has its energy, not its instructions")}}
	}
	if instructions && p.A.CallsBack(s.Summary, site) {
		return cost.Outcome{Reasons: []expr.Reason{unpriced(s, site, "it is library code that may call application code")}}
	}
	if obj.Weights == nil && len(site.Callbacks) == 0 {
		return cost.Outcome{}
	}
	sizes := &siteSizes{s: s, site: site}
	var c progdb.LibraryCost
	ok := false
	if p.A.Library != nil {
		c, ok = p.A.Library.Cost(site.Member, sizes.size)
	}
	if ok {
		return p.modelOutcome(v, site, obj, done, c, sizes)
	}
	if obj.Weights != nil && heapsize.KeepsFunction(site.Member) {
		return p.unpricedOutcome(s, site, obj, "the stream that it returns calls a function that its model does not cover")
	}
	o, why := p.foreignOutcome(s, site, obj)
	if why != "" {
		return p.unpricedOutcome(s, site, obj, why)
	}
	return p.elementCallsOutcome(v, site, obj, done, o, sizes.size)
}

// siteSizes answers what a library model asks for the sizes of a call's receiver and arguments.
type siteSizes struct {
	s     *cost.Summary
	site  *callees.CallSite
	conds []expr.Condition // under which the answers hold
	why   string           // the last size is not known; empty where all are
}

// size is the size of argument i of the call, -1 for the receiver. It is bad where it is not known.
func (z *siteSizes) size(i int, what progdb.Measure, up bool) expr.Size {
	k := i + z.s.FirstArgument(z.site)
	if k < 0 || k >= len(z.site.Args) {
		z.why = "its receiver or an argument is not tracked"
		return expr.TopSize
	}
	q := measure(z.s, z.site.Args[k], what, up, z.site)
	if !q.Ok() {
		z.why = q.Why
		return expr.TopSize
	}
	z.conds = expr.Union(z.conds, q.Conds)
	return q.Size
}

// modelOutcome prices a library call by cost c of its model, which was told the given sizes.
func (p *Program) modelOutcome(v int, site *callees.CallSite, obj cost.Objective, done []cost.Outcome, c progdb.LibraryCost, sizes *siteSizes) cost.Outcome {
	s := p.Sums[v]
	hook := site.UncoveredOverride
	if hook == nil {
		hook = p.A.Hook(site)
	}
	if hook != nil && obj.Weights != nil && !p.A.Stated(site.Member) {
		return p.unpricedOutcome(s, site, obj, "it may call "+progdb.MethodName(hook)+", which its model does not cover")
	}
	out := cost.Outcome{Conditions: sizes.conds, Expected: p.A.expectedOf(site.Member, c)}
	if obj.Weights != nil { // library code is no code of the analysed methods
		ok := false
		if out.Poly, ok = termsOf(s, c, site); !ok {
			return cost.Outcome{Reasons: []expr.Reason{unpriced(s, site, "its cost depends on a size that is not known: "+sizes.why)}}
		}
	}
	if len(c.Callbacks) != len(site.Callbacks) {
		return cost.Outcome{Reasons: []expr.Reason{unpriced(s, site, "it calls a method of an unknown object")}}
	}
	for i := range site.Callbacks {
		cb := &site.Callbacks[i]
		if c.Callbacks[i].Top {
			return cost.Outcome{Reasons: []expr.Reason{unpriced(s, cb, "the number of its calls depends on a size that is not known: "+sizes.why)}}
		}
		one := cost.Outcome{}
		if !cb.FanOut {
			one = p.CallOutcome(v, cb, obj, done)
		}
		for k := range cb.Callbacks {
			if cb.FanOut {
				one = one.Then(p.CallOutcome(v, &cb.Callbacks[k], obj, done))
			}
		}
		out = out.Then(one.Times(s.ClampAt(c.Callbacks[i], site)))
	}
	return p.elementCallsOutcome(v, site, obj, done, out, sizes.size)
}

// termsOf is what the patterns of a model cost at a call; ok is false where a size that they depend on is not known.
func termsOf(s *cost.Summary, c progdb.LibraryCost, site *callees.CallSite) (p expr.Poly, ok bool) {
	for _, t := range c.Terms {
		if t.Count.Top {
			return expr.Poly{}, false
		}
		p = p.Add(expr.ConstPoly(pattern.Single(t.Pattern, 1).Add(t.Parts)).MulSize(s.ClampAt(t.Count, site)))
	}
	return p, true
}

// expectedOf is the call of a method as what a cost rests on, where it is an expected one.
func (a *Pricer) expectedOf(m classfile.Member, c progdb.LibraryCost) *cost.CallSet {
	if !c.Expected {
		return nil
	}
	return a.Methods.Single(m)
}

// measure is a number of an operand of a call: itself, or a bound of it from above (up) or below.
func measure(s *cost.Summary, v ssa.ID, what progdb.Measure, up bool, site *callees.CallSite) symval.Guarded {
	m := s.M
	if v == 0 && site.Component != "" {
		if !up || what == progdb.Value {
			return symval.Guarded{}
		}
		name := site.Component + [...]string{progdb.Length: ".length", progdb.Chars: ".length()", progdb.Elements: ".size()"}[what]
		return symval.Guarded{Size: m.Largest(site.Value, name, name, symval.MaxLength)}
	}
	var q symval.Guarded
	switch what {
	case progdb.Value:
		q = m.ValueOf(v)
	case progdb.Length:
		q = m.Length(v, 0)
	case progdb.Chars:
		q = m.StringLength(v)
	default:
		q = symval.UnknownQuantity("the size of %s is not known", m.Describe(v))
	}
	if q.Ok() && IndicesReach(s, q.Size, site.Value) {
		return q
	}
	switch {
	case what == progdb.Value:
		return s.ValueBound(v, up)
	case !up:
		return symval.Guarded{}
	case what == progdb.Length:
		return symval.Guarded{Size: m.LargestLength(v)}
	case what == progdb.Chars:
		return symval.Guarded{Size: m.LargestChars(v)}
	}
	return symval.Guarded{Size: heapsize.Elements(m, v, 0)}
}
