package absint

import (
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

// A recursion is bounded by a measure: a size at the start of each call that gets smaller from one call to the next,
// and has a least value where the method calls itself. The number of calls inside each other then is at most the
// measure of the first, or its logarithm where it is halved.
//
// The methods of a mutual recursion are taken as one, as far as their parameters at each position mean the same.

// maxRecursive bounds the methods of one recursion that is looked into, maxRecursiveCalls the calls among them.
const (
	maxRecursive      = 4
	maxRecursiveCalls = 16
)

// recursion is a strongly connected component of the call graph under evaluation.
type recursion struct {
	p       *program
	obj     Objective
	done    []Outcome
	members []int32
	ranges  Ranges
	price   func(v int, site *callSite) Outcome // of a call by method v
	cut     *cut                                // what it is a part of; nil for a whole component
	*measured
}

// measured is what does not depend on the objective. It is made once.
type measured struct {
	mu    sync.Mutex
	known bool
	edges []*recursiveCall
	fan   int64 // recursive calls that one call makes at most, 0 where that is no constant
	fans  Poly  // then the number, in the symbols of the call, counted as executions of a header
	n     nesting
	d     *descent // nil where it follows no links
	ok    bool
}

// recurse evaluates the methods of a recursion. ok is false where nothing bounds it.
func (p *program) recurse(members []int32, obj Objective, done []Outcome, c *cut) (out []Outcome, ok bool) {
	if !obj.Upper || slices.ContainsFunc(members, func(v int32) bool { return p.sums[v].err != nil }) {
		return nil, false
	}
	m, _ := p.measures.LoadOrStore(measureKey{members[0], c != nil}, new(measured))
	r := &recursion{p: p, obj: obj, done: done, members: members, ranges: p.rangesOf(members), cut: c, measured: m.(*measured)}
	r.price = func(v int, site *callSite) Outcome { return p.callOutcome(v, site, obj, done) }
	return r.outcomes()
}

// rangesOf are the intervals of the symbols of several methods, which have parameters of their own: what is known of those of
// one says nothing of the others'.
func (p *program) rangesOf(members []int32) Ranges {
	if len(members) > 1 {
		return Ranges{}
	}
	return p.sums[members[0]].m.ranges
}

// outcomes evaluates the methods. ok is false where nothing bounds the recursion.
func (r *recursion) outcomes() (out []Outcome, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !r.known {
		r.known = true
		r.find()
	}
	switch {
	case !r.ok:
		return nil, false
	case r.d != nil:
		return r.descents(r.d)
	}
	own, last, ok := r.parts()
	switch {
	case !ok:
		return nil, false
	case own.open:
		return r.unbounded(own), true
	}
	total, ok := r.total(own, last, r.n)
	if !ok {
		return nil, false
	}
	for _, v := range r.members {
		o := total
		o.recurs = true
		o.Poly = r.p.sums[v].m.ranges.decidePoly(o.Poly)
		out = append(out, o)
	}
	return out, true
}

// find looks for what bounds the recursion: a measure, what is written, objects; a measure by which the calls are
// exponential, or as many as an int can count, is the last to be taken.
func (r *recursion) find() {
	if r.collect() {
		if r.n, r.ok = r.measure(r.fan); r.ok && !r.n.powers && r.ranges.size(r.n.depth).Lo <= leastDepth {
			return
		}
		for _, other := range []func() (nesting, bool){r.written, r.visits} {
			if n, ok := other(); ok {
				r.n, r.ok = n, true
				return
			}
		}
	}
	if d, ok := r.descend(); ok {
		r.d, r.ok = d, true
	}
}

// collect finds the calls by which the methods call each other. ok is false where there are others than direct ones,
// or where the methods have different parameters.
func (r *recursion) collect() bool {
	if len(r.members) > maxRecursive || !r.alike() || !r.plain() {
		return false
	}
	r.edges = r.recursiveCalls()
	if len(r.edges) == 0 || len(r.edges) > maxRecursiveCalls {
		return false
	}
	for _, v := range r.members {
		n, fan, ok := r.fanOf(r.p.sums[v])
		if !ok || n == 0 && len(r.members) > 1 {
			return false
		}
		r.fan, r.fans = max(r.fan, n), fan
	}
	return true
}

// alike says whether all methods have the same parameters.
func (r *recursion) alike() bool {
	types := parameterTypes(r.p.sums[r.members[0]].Method)
	return !slices.ContainsFunc(r.members, func(v int32) bool { return parameterTypes(r.p.sums[v].Method) != types })
}

// plain says whether the methods recur by direct calls only, and what one of several requires the others do, too.
func (r *recursion) plain() bool {
	for _, v := range r.members {
		s := r.p.sums[v]
		if len(r.members) > 1 && len(s.m.ranges.symbols) > 0 {
			return false
		}
		for site := range s.allCalls() {
			if r.hidden(s, site) {
				return false
			}
		}
	}
	return true
}

// recursiveCalls are the calls by which the methods recur.
func (r *recursion) recursiveCalls() (all []*recursiveCall) {
	for _, v := range r.members {
		for site, to := range r.callsWithin(v) {
			all = append(all, newRecursiveCall(r.p.sums[v], site, r.p.methods[to]))
		}
	}
	return all
}

// parameterTypes are the types of the receiver, if there is one, and of the parameters; all objects are one.
func parameterTypes(m *classfile.Method) string {
	var b strings.Builder
	if !m.Static() {
		b.WriteByte('L')
	}
	classfile.EachParam(m.Desc, func(t string) { b.WriteByte(t[0]) })
	return b.String()
}

func (r *recursion) inside(m *classfile.Method) bool {
	i, ok := r.p.index[m]
	return ok && slices.Contains(r.members, int32(i))
}

// hidden says whether a call leads back through a lambda or a callback.
func (r *recursion) hidden(s *costSummary, c *callSite) bool {
	found := false
	look := func(m *classfile.Method) { found = found || r.inside(m) }
	cutsOff := func(c *callSite) bool { return r.cutsOff(s, c) }
	if !cutsOff(c) {
		r.p.a.eachBody(look, c.lambdas...)
	}
	for i := range c.callbacks {
		c.callbacks[i].eachCallee(r.p.a.Resolver, cutsOff, look)
	}
	for i := range c.asked {
		c.asked[i].eachCallee(r.p.a.Resolver, nil, look)
	}
	return found
}

// cutsOff says whether a call is a symbol of the cost, not one by which the methods recur.
func (r *recursion) cutsOff(s *costSummary, c *callSite) bool { return r.cut != nil && s.dispatched(c) }

// parts evaluates the methods without the calls by which they recur: own is one call that recurs, last one that does
// not.
func (r *recursion) parts() (own, last Outcome, ok bool) {
	for i, v := range r.members {
		s := r.p.sums[v]
		outside := func(site *callSite) Outcome { return r.besides(int(v), site, r.inside) }
		one := s.evaluate(r.obj, outside)
		e := s.newEvaluator(r.obj, outside)
		e.avoid = func(site *callSite) bool { return r.recurs(s, site) }
		end := e.node(s.expr.root)
		if r.endsBefore(s) {
			end = one
		}
		if one.open || one.noPath {
			return one, one, !one.noPath
		}
		if i == 0 {
			own, last = one, end
			continue
		}
		e = newCombiner(r.obj, r.ranges)
		own = e.either(own, one)
		switch {
		case last.noPath:
			last = end
		case !end.noPath:
			last = e.either(last, end)
		}
	}
	return own, last, true
}

// endsBefore says whether an exception may end a call on a way that can only lead to where it recurs, or a loop keep it
// there: it may cost as much as one that recurs then. Behind the tests that come before a recursive call this is one of the
// calls that the measure counts; on a way that can also lead to an end without recursion, it costs no more than that.
func (r *recursion) endsBefore(s *costSummary) bool {
	g := s.m.g
	recurs := make([]bool, len(g.Blocks))
	var guards [][]fact
	for _, b := range g.RPO {
		for i := range s.calls[b] {
			if r.recurs(s, &s.calls[b][i]) {
				guards = append(guards, s.m.branchFacts(int(b)))
				recurs[b] = true
			}
		}
	}
	var last []int32
	for _, b := range g.RPO {
		if !recurs[b] && endsMethod(g.Code.Op(g.Blocks[b].Last)) {
			last = append(last, b)
		}
	}
	ends := s.m.before(last, func(e *cfg.Edge) bool { return !recurs[e.From] }) // without recursion
	for _, b := range g.RPO {
		facts := s.m.branchFacts(int(b))
		guarded := slices.ContainsFunc(guards, func(guard []fact) bool {
			return !slices.ContainsFunc(guard, func(c fact) bool { return !slices.Contains(facts, c) })
		})
		if ends[b] || guarded {
			continue
		}
		if l := s.m.loopHeadedBy(int(b)); l >= 0 && (s.m.loops[l].upper.bad || len(s.m.loops[l].conds) > 0) {
			return true
		}
		for pc := g.Blocks[b].Start; pc < g.Blocks[b].End; pc = g.Code.Next(pc) {
			if cfg.CanThrow(g.Code, pc) && !s.dividesByConstant(pc) {
				return true
			}
		}
	}
	return false
}

// dividesByConstant says whether the instruction at pc is a division or a remainder by a constant that is not 0.
func (s *costSummary) dividesByConstant(pc int) bool {
	switch s.m.g.Code.Op(pc) {
	case classfile.OpIdiv, classfile.OpLdiv, classfile.OpIrem, classfile.OpLrem:
		v := s.m.f.At(pc)
		if v == 0 {
			return false
		}
		k := &s.m.f.Values[s.m.f.Args(v)[1]]
		return k.Kind == ssa.Int && k.Aux != 0
	}
	return false
}

// recurs says whether a call may be one by which the methods recur.
func (r *recursion) recurs(s *costSummary, site *callSite) bool {
	return slices.ContainsFunc(site.targets, r.inside) && !r.cutsOff(s, site)
}

// besides is what a call by method v costs without some of the methods of the recursion that it can run.
func (r *recursion) besides(v int, site *callSite, without func(*classfile.Method) bool) Outcome {
	if !r.recurs(r.p.sums[v], site) {
		return r.price(v, site)
	}
	c := *site
	c.targets, c.route = slices.DeleteFunc(slices.Clone(site.targets), without), nil
	if len(c.targets)+len(c.lambdas)+len(c.stated) == 0 && !c.library && c.unknown == "" {
		return Outcome{}
	}
	return r.price(v, &c)
}

// countingCalls counts calls as executions of a header, of which oneCall is one.
var (
	countingCalls = Objective{Upper: true, header: -1, full: countWeights[instructionWeights{header: true}]}
	oneCall       = constPoly(pattern.Single(headerExecutions, 1))
)

// fanOf counts the recursive calls on the path that makes the most of them.
func (r *recursion) fanOf(s *costSummary) (n int64, fan Poly, ok bool) {
	o := s.evaluate(countingCalls, func(site *callSite) Outcome {
		if r.recurs(s, site) {
			return Outcome{Poly: oneCall}
		}
		return Outcome{}
	})
	if len(o.Reasons) > 0 {
		return 0, fan, false
	}
	for _, t := range o.Poly.of(headerExecutions).terms {
		if len(t.mono) > 0 {
			return 0, o.Poly, true
		}
		n += int64(math.Ceil(t.coef))
	}
	return max(1, n), fan, true
}

// total is the cost of all calls: own for each that recurs, and last for each that does not.
func (r *recursion) total(own, last Outcome, n nesting) (Outcome, bool) {
	a := &attempt{recursion: r}
	for _, v := range r.members {
		a.need(nil, false, r.p.sums[v].required())
	}
	own.Poly, last.Poly = r.generalCalls(own.Poly), r.generalCalls(last.Poly)
	if n.fan == 0 {
		fan, ok := a.everywhere(r.raising(r.fans, withoutNegative))
		if !ok || !n.spread(ceiling(fan.of(headerExecutions))) {
			return Outcome{}, false
		}
	}
	var levels, each Poly // of all calls of a level, and of every call
	for _, t := range r.raising(own.Poly, r.costs).terms {
		if n.fan != 1 {
			if s, ok := a.split(t.mono); ok {
				levels = levels.add(constPoly(t.vec).mulSize(s))
				continue
			}
		}
		each.terms = append(each.terms, t)
	}
	out := Outcome{Reasons: unionReasons(own.Reasons, last.Reasons), Conditions: slices.Clone(n.conds), Joined: own.Joined || last.Joined, expected: own.expected.unite(last.expected)}
	out.Assumptions = append(out.Assumptions, own.Assumptions...)
	out.Assumptions = append(append(out.Assumptions, last.Assumptions...), n.assumed...)
	all, ok := a.everywhere(each)
	if !ok {
		return out, false
	}
	final := all
	if !last.noPath {
		if final, ok = a.everywhere(r.raising(last.Poly, r.costs)); !ok {
			return out, false
		}
	}
	constant, other := Poly{}, Poly{}
	for _, t := range all.terms {
		if len(t.mono) == 0 {
			constant.terms = append(constant.terms, t)
		} else {
			other.terms = append(other.terms, t)
		}
	}
	out.Poly = constant.mulSize(n.calls).add(other.mulSize(n.most)).add(final.mulSize(n.leaves)).add(levels.mulSize(n.levels))
	for i, c := range slices.Concat(last.Conditions, own.Conditions) {
		for _, c := range c.sides() {
			if i >= len(last.Conditions) && !last.noPath && a.guarded(c) {
				continue
			}
			if c, ok = a.everyCall(c); !ok {
				return out, false
			}
			out.Conditions = tighten(out.Conditions, c)
		}
	}
	for _, c := range a.discharged() {
		out.Conditions = tighten(out.Conditions, c)
	}
	out.Conditions = r.p.sums[r.members[0]].m.requireAll(out.Conditions)
	return out, !a.failed
}

// ceiling is a size that is at least a polynomial.
func ceiling(s scalar) Size {
	var out Size
	for _, t := range s.terms {
		out = out.Add(Size{terms: []term{{int64(math.Ceil(math.Min(t.coef, 1<<40))), t.mono}}})
		if !(t.coef < 1<<40) {
			return badSize
		}
	}
	return out
}

// raising is what is never below p nor below 0, term by term: without what lowers it. costs keeps of a vector what raises
// the cost. A size that may be negative raises it by what it has above 0, and lowers or raises it by what it has below.
func (r *recursion) raising(p Poly, costs func(Vector) Vector) (out Poly) {
	for _, t := range p.terms {
		if r.ranges.notNegative(t.mono) {
			out = out.add(Poly{terms: []polyTerm{{t.mono, costs(t.vec)}}})
			continue
		}
		size := monoSize(t.mono)
		out = out.add(constPoly(costs(t.vec)).mulSize(Max(Const(0), size)))
		out = out.add(constPoly(costs(t.vec.Scale(-1))).mulSize(Max(Const(0), size.Scale(-1))))
	}
	return out
}

// costs leaves out of a vector what lowers the cost: of a cost whose weights are not known yet, what is negative.
func (r *recursion) costs(v Vector) Vector {
	w := r.obj.weights()
	if r.obj.choices != nil {
		return withoutNegative(v)
	}
	out := make(Vector, 0, len(v))
	for _, c := range v {
		if int(c.ID) >= len(w) && c.N >= 0 || int(c.ID) < len(w) && c.N*w[c.ID] >= 0 {
			out = append(out, c)
		}
	}
	return out
}
