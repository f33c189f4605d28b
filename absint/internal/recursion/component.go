package recursion

import (
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/heapsize"
	"github.com/energylint/energylint/absint/internal/interproc"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

// Types of a recursion, and the predicates on single methods and calls that every kind of bound uses.

// maxRecursive caps the methods of a recursion that is analysed, maxRecursiveCalls the recursive calls among them.
const (
	maxRecursive      = 4
	maxRecursiveCalls = 16
)

// Recursion is a strongly connected component of the call graph under evaluation.
type Recursion struct {
	P       *interproc.Program
	Obj     cost.Objective
	Done    []*cost.Outcome
	Members []int32
	Ranges  expr.Env
	Price   func(v int, site *callees.CallSite) cost.Outcome // of a call by method v
	cut     *interproc.Partition                             // the partition that the members are a part of; nil for a whole component
	unmet   string                                           // a precondition that may not hold at a recursive call, which keeps the cost from being summed
	*Measured
	caseWork
}

// Measured is the part of a recursion's analysis that does not depend on the objective. It is computed once, under Mu.
type Measured struct {
	Mu         sync.Mutex
	Searched   bool
	calls      []*recursiveCall
	cases      bool        // calls has a call for each way to it
	inductive  []expr.Size // with cases, sizes that are not negative at the start of every call if they are not at the first
	fan        int64       // upper bound on the recursive calls of one call; 0 if it is not constant
	fanPoly    expr.Poly   // if fan is 0, the bound in the symbols of the call, as executions of a header
	bound      Bound
	structural *structuralRecursion // nil if the calls follow no links
	Bounded    bool
}

// MeasureKey identifies a component by its first method. Cut reports whether it is part of a partitioned component.
type MeasureKey struct {
	First int32
	Cut   bool
}

// RangesOf returns the intervals of the symbols that all members share. It is empty for several methods: each has
// parameters of its own.
func RangesOf(p *interproc.Program, members []int32) expr.Env {
	if len(members) > 1 {
		return expr.Env{}
	}
	return p.Sums[members[0]].M.Env
}

// sameParameters reports whether all methods have the same parameter types.
func (r *Recursion) sameParameters() bool {
	types := parameterTypes(r.P.Sums[r.Members[0]].Method)
	return !slices.ContainsFunc(r.Members, func(v int32) bool { return parameterTypes(r.P.Sums[v].Method) != types })
}

// recursDirectly reports whether the methods recur by direct calls only. Several methods must have no preconditions on
// their symbols.
func (r *Recursion) recursDirectly() bool {
	for _, v := range r.Members {
		s := r.P.Sums[v]
		if len(r.Members) > 1 && len(s.M.Env.Symbols) > 0 {
			return false
		}
		for site := range s.AllCalls() {
			if r.recursIndirectly(s, site) {
				return false
			}
		}
	}
	return true
}

// parameterTypes returns the type letters of the receiver, if any, and of the parameters. All reference types have the
// same letter.
func parameterTypes(m *classfile.Method) string {
	var b strings.Builder
	if !m.Static() {
		b.WriteByte('L')
	}
	classfile.EachParam(m.Desc, func(t string) { b.WriteByte(t[0]) })
	return b.String()
}

// contains reports whether m is a method of the recursion.
func (r *Recursion) contains(m *classfile.Method) bool {
	i, ok := r.P.Positions[m]
	return ok && slices.Contains(r.Members, int32(i))
}

// recursIndirectly reports whether a call recurs through a lambda or a callback.
func (r *Recursion) recursIndirectly(s *cost.Summary, c *callees.CallSite) bool {
	found := false
	look := func(m *classfile.Method) { found = found || r.contains(m) }
	cutsOff := func(c *callees.CallSite) bool { return r.isCostVariable(s, c) }
	if !cutsOff(c) {
		r.P.A.EachBody(look, c.Lambdas...)
		for _, l := range c.References {
			if l != nil {
				l.EachCallee(r.P.A.Resolver, nil, look)
			}
		}
	}
	for i := range c.Callbacks {
		c.Callbacks[i].EachCallee(r.P.A.Resolver, cutsOff, look)
	}
	for i := range c.ElementCalls {
		c.ElementCalls[i].EachCallee(r.P.A.Resolver, nil, look)
	}
	return found
}

// isCostVariable reports whether a call is a cost variable instead of a recursive call.
func (r *Recursion) isCostVariable(s *cost.Summary, c *callees.CallSite) bool {
	return r.cut != nil && interproc.Dispatched(s, c)
}

// recurs reports whether a call can be a recursive call.
func (r *Recursion) recurs(s *cost.Summary, site *callees.CallSite) bool {
	return slices.ContainsFunc(site.Targets, r.contains) && !r.isCostVariable(s, site)
}

// costWithout returns the cost of a call by method v without those targets for which without is true.
func (r *Recursion) costWithout(v int, site *callees.CallSite, without func(*classfile.Method) bool) cost.Outcome {
	if !r.recurs(r.P.Sums[v], site) {
		return r.Price(v, site)
	}
	c := *site
	c.Targets, c.Route = slices.DeleteFunc(slices.Clone(site.Targets), without), nil
	if len(c.Targets)+len(c.Lambdas)+len(c.Stated) == 0 && !c.Library && c.Unknown == "" {
		return cost.Outcome{}
	}
	return r.Price(v, &c)
}

// unboundedOutcomes returns the outcomes of methods whose call depth is bounded but whose cost is unbounded for another
// reason.
func (r *Recursion) unboundedOutcomes(o cost.Outcome) []cost.Outcome {
	return slices.Repeat([]cost.Outcome{{Reasons: o.Reasons, Unbounded: true, Recurs: true}}, len(r.Members))
}

// countingCalls is an objective that counts calls as executions of a header; oneCall is one of them.
var (
	countingCalls = cost.Objective{Upper: true, Header: -1, Full: cost.CountWeights[cost.InstructionWeights{Header: true}]}
	oneCall       = expr.ConstPoly(pattern.Single(expr.HeaderExecutions, 1))
)

// raisingPart returns a polynomial that is at least p and at least 0, term by term. costs selects the entries of a
// vector that raise the cost. A size that may be negative contributes its positive and its negative part separately.
func (r *Recursion) raisingPart(p expr.Poly, costs func(expr.Vector) expr.Vector) (out expr.Poly) {
	for _, t := range p.Terms {
		if r.Ranges.NotNegative(t.Mono) {
			out = out.Add(expr.Poly{Terms: []expr.PolyTerm{{Mono: t.Mono, Vec: costs(t.Vec)}}})
			continue
		}
		size := expr.MonoSize(t.Mono)
		out = out.Add(expr.ConstPoly(costs(t.Vec)).MulSize(expr.Max(expr.Const(0), size)))
		out = out.Add(expr.ConstPoly(costs(t.Vec.Scale(-1))).MulSize(expr.Max(expr.Const(0), size.Scale(-1))))
	}
	return out
}

// raisingEntries drops the entries of a vector that lower the cost. If the weights are not known yet, these are the
// negative entries.
func (r *Recursion) raisingEntries(v expr.Vector) expr.Vector {
	w := r.Obj.AllWeights()
	if r.Obj.Choices != nil {
		return withoutNegative(v)
	}
	out := make(expr.Vector, 0, len(v))
	for _, c := range v {
		if int(c.ID) >= len(w) && c.N >= 0 || int(c.ID) < len(w) && c.N*w[c.ID] >= 0 {
			out = append(out, c)
		}
	}
	return out
}

// withoutNegative drops the negative entries of a vector.
func withoutNegative(v expr.Vector) expr.Vector {
	return slices.DeleteFunc(slices.Clone(v), func(c pattern.Count) bool { return c.N < 0 })
}

// generalizeCalls replaces the receivers in call symbols by any object, except for receivers that every recursive call
// passes on unchanged.
func (r *Recursion) generalizeCalls(p expr.Poly) expr.Poly {
	if !p.HasCalls() {
		return p
	}
	table := r.P.A.Calls
	return p.MapVectors(func(v expr.Vector) expr.Vector {
		i := slices.IndexFunc(v, func(n pattern.Count) bool { return n.ID >= expr.FirstCall })
		if i < 0 {
			return v
		}
		out := v[:i:i]
		for _, n := range v[i:] {
			if c := table.Call(n.ID); !r.passesOn(c.Path) {
				n.ID = table.ID(interproc.AnyObject(c))
			}
			out = out.Add(pattern.Single(n.ID, n.N))
		}
		return out
	})
}

// passesOn reports whether every recursive call has the same object at the root of a path.
func (r *Recursion) passesOn(path string) bool {
	i, _, _, ok := expr.SplitPath(path)
	if !ok {
		return true
	}
	if r.structural != nil { // the calls may be of methods with other parameters
		return false
	}
	for _, e := range r.calls {
		if i >= len(e.site.Args) {
			return false
		}
		if p, _ := e.caller.M.Path(e.site.Args[i], 0); p != "p"+strconv.Itoa(i) {
			return false
		}
	}
	return true
}

// Bound is an upper bound on the number of calls of a recursion.
type Bound struct {
	depth       expr.Size // depth of the calls that recur
	calls       expr.Size // number of calls that recur
	callsUpper  expr.Size // at least calls, formed without subtraction
	leaves      expr.Size // number of calls that do not recur
	levels      expr.Size // depth of all calls
	fan         int64     // upper bound on the recursive calls of one call; 0 if it is not constant
	marks       bool      // depth is the number of calls that recur
	exponential bool      // calls is exponential in a size
	conds       []expr.Condition
	assumed     []expr.Assumption
}

// structuralRecursion is a recursion along the links of a data structure.
type structuralRecursion struct {
	node            map[int32]int // by method, the index of the parameter whose links it follows
	order           []int32       // the methods, those called with the same object first
	calls           map[edgeKey]*edge
	chain           bool
	links           []string
	linksByParam    map[int][]string // simultaneous descent of one method: the links, by parameter
	differentParams bool             // costs cannot be related from one call to the next
	neverNull       bool             // the object is never null
	nulls           map[int32]expr.Poly
	paidLoops       map[int32][]int // by method, loops whose iterations the calls for their elements account for
	marked          map[int32]*cost.Summary
}

// edgeKey identifies a recursive call: its caller, the call instruction and the method called.
type edgeKey struct {
	caller int32
	call   ssa.ID
	to     int32
}

// edge is a recursive call that follows links, or passes the same object.
type edge struct {
	heapsize.AccessPath
	neverNull bool // the object is not null
	mayBeNull bool // a call with null is counted separately
}
