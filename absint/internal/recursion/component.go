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

// maxRecursive bounds the methods of one recursion that is looked into, maxRecursiveCalls the calls among them.
const (
	maxRecursive      = 4
	maxRecursiveCalls = 16
)

// Recursion is a strongly connected component of the call graph under evaluation.
type Recursion struct {
	P       *interproc.Program
	Obj     cost.Objective
	Done    []cost.Outcome
	Members []int32
	Ranges  expr.Env
	Price   func(v int, site *callees.CallSite) cost.Outcome // of a call by method v
	cut     *interproc.Partition                             // what it is a part of; nil for a whole component
	*Measured
}

// Measured is what does not depend on the objective. It is made once.
type Measured struct {
	Mu    sync.Mutex
	Known bool
	edges []*recursiveCall
	fan   int64     // recursive calls that one call makes at most, 0 where that is no constant
	fans  expr.Poly // then the number, in the symbols of the call, counted as executions of a header
	n     Bound
	d     *structuralRecursion // nil where it follows no links
	Ok    bool
}

// MeasureKey names a component: by its first method, and whether it is what is left of a larger one.
type MeasureKey struct {
	First int32
	Cut   bool
}

// RangesOf are the intervals of the symbols of several methods, which have parameters of their own: what is known of those of
// one says nothing of the others'.
func RangesOf(p *interproc.Program, members []int32) expr.Env {
	if len(members) > 1 {
		return expr.Env{}
	}
	return p.Sums[members[0]].M.Env
}

// alike says whether all methods have the same parameters.
func (r *Recursion) alike() bool {
	types := parameterTypes(r.P.Sums[r.Members[0]].Method)
	return !slices.ContainsFunc(r.Members, func(v int32) bool { return parameterTypes(r.P.Sums[v].Method) != types })
}

// plain says whether the methods recur by direct calls only, and what one of several requires the others do, too.
func (r *Recursion) plain() bool {
	for _, v := range r.Members {
		s := r.P.Sums[v]
		if len(r.Members) > 1 && len(s.M.Env.Symbols) > 0 {
			return false
		}
		for site := range s.AllCalls() {
			if r.hidden(s, site) {
				return false
			}
		}
	}
	return true
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

func (r *Recursion) inside(m *classfile.Method) bool {
	i, ok := r.P.Positions[m]
	return ok && slices.Contains(r.Members, int32(i))
}

// hidden says whether a call leads back through a lambda or a callback.
func (r *Recursion) hidden(s *cost.Summary, c *callees.CallSite) bool {
	found := false
	look := func(m *classfile.Method) { found = found || r.inside(m) }
	cutsOff := func(c *callees.CallSite) bool { return r.cutsOff(s, c) }
	if !cutsOff(c) {
		r.P.A.EachBody(look, c.Lambdas...)
	}
	for i := range c.Callbacks {
		c.Callbacks[i].EachCallee(r.P.A.Resolver, cutsOff, look)
	}
	for i := range c.ElementCalls {
		c.ElementCalls[i].EachCallee(r.P.A.Resolver, nil, look)
	}
	return found
}

// cutsOff says whether a call is a symbol of the cost, not one by which the methods recur.
func (r *Recursion) cutsOff(s *cost.Summary, c *callees.CallSite) bool {
	return r.cut != nil && interproc.Dispatched(s, c)
}

// recurs says whether a call may be one by which the methods recur.
func (r *Recursion) recurs(s *cost.Summary, site *callees.CallSite) bool {
	return slices.ContainsFunc(site.Targets, r.inside) && !r.cutsOff(s, site)
}

// besides is what a call by method v costs without some of the methods of the recursion that it can run.
func (r *Recursion) besides(v int, site *callees.CallSite, without func(*classfile.Method) bool) cost.Outcome {
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

// unbounded are the outcomes of methods that recur as often as a bound says, but have none for another reason.
func (r *Recursion) unbounded(o cost.Outcome) []cost.Outcome {
	return slices.Repeat([]cost.Outcome{{Reasons: o.Reasons, Unbounded: true, Recurs: true}}, len(r.Members))
}

// countingCalls counts calls as executions of a header, of which oneCall is one.
var (
	countingCalls = cost.Objective{Upper: true, Header: -1, Full: cost.CountWeights[cost.InstructionWeights{Header: true}]}
	oneCall       = expr.ConstPoly(pattern.Single(expr.HeaderExecutions, 1))
)

// raising is what is never below p nor below 0, term by term: without what lowers it. costs keeps of a vector what raises
// the cost. A size that may be negative raises it by what it has above 0, and lowers or raises it by what it has below.
func (r *Recursion) raising(p expr.Poly, costs func(expr.Vector) expr.Vector) (out expr.Poly) {
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

// costs leaves out of a vector what lowers the cost: of a cost whose weights are not known yet, what is negative.
func (r *Recursion) costs(v expr.Vector) expr.Vector {
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

// withoutNegative leaves out of a vector what is negative.
func withoutNegative(v expr.Vector) expr.Vector {
	return slices.DeleteFunc(slices.Clone(v), func(c pattern.Count) bool { return c.N < 0 })
}

// generalCalls makes the call symbols of a method that calls itself those of all its calls: an object that is not passed
// on as it is may be another one in each.
func (r *Recursion) generalCalls(p expr.Poly) expr.Poly {
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

// passesOn says whether every recursive call has the same object at the root of a path.
func (r *Recursion) passesOn(path string) bool {
	i, _, _, ok := expr.SplitPath(path)
	if !ok {
		return true
	}
	if r.d != nil { // which parameters it passes on is not looked at
		return false
	}
	for _, e := range r.edges {
		if i >= len(e.site.Args) {
			return false
		}
		if p, _ := e.s.M.Path(e.site.Args[i], 0); p != "p"+strconv.Itoa(i) {
			return false
		}
	}
	return true
}

// Bound is how many calls a recursion makes.
type Bound struct {
	depth   expr.Size // calls inside each other at most that recur
	calls   expr.Size // that recur
	most    expr.Size // no less than calls, and not made by taking away
	leaves  expr.Size // that do not
	levels  expr.Size // calls inside each other at most
	fan     int64     // calls that one call makes at most; 0 where that is a size
	powers  bool      // calls is exponential in a size
	conds   []expr.Condition
	assumed []expr.Assumption
}

// structuralRecursion is a recursion over objects.
type structuralRecursion struct {
	node   map[int32]int // by method, the parameter that has the object
	order  []int32       // the methods, those called with the same object first
	downs  map[edgeKey]*edge
	chain  bool
	links  []string
	both   map[int][]string // of one method whose calls follow links from one of several objects: the links, by parameter
	loose  bool             // the methods have different parameters: what a call costs is not followed from one to the next
	never  bool             // the object is never null
	nulls  map[int32]expr.Poly
	paid   map[int32][]int // loops that take an element in each iteration, which the call for the element pays
	marked map[int32]*cost.Summary
}

type edgeKey struct {
	caller int32
	call   ssa.ID
	to     int32
}

// edge is a call that follows links, or none.
type edge struct {
	heapsize.AccessPath
	sure  bool // the object is not null
	maybe bool // it may be, and is then none of those that are counted
}
