// Package absint is the engine: from a method's values and control flow it derives how often each loop runs and
// what a call of the method executes, as expressions over sizes (semantics sections 3 and 4). It counts patterns
// and knows no joules.
package absint

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/callvalues"
	"github.com/energylint/energylint/absint/internal/contracts"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/inline"
	"github.com/energylint/energylint/absint/internal/interproc"
	"github.com/energylint/energylint/absint/internal/loopbound"
	"github.com/energylint/energylint/absint/internal/objectflow"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/recursion"
	"github.com/energylint/energylint/absint/internal/stated"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Analyzer analyses methods on demand and remembers. It is safe for concurrent use; results do not depend on the
// order of the demands.
type Analyzer struct {
	*interproc.Pricer
	quotedNames
	Facts func(*classfile.Method) symval.Facts // nil for none
	// Isolate runs f and reports a panic in it as a problem of the method; nil lets panics through.
	Isolate func(m *classfile.Method, f func()) bool
	Jobs    int

	oracle    symval.Oracle
	results   sync.Map // resultKey to *result
	ensured   sync.Map // resultKey to []expr.Size
	argued    sync.Map // argumentKey to []actual or map[int][]actual
	mu        sync.Mutex
	summaries map[*classfile.Method]*cost.Summary
}

// NewAnalyzer returns an analyzer over the classes of a hierarchy.
func NewAnalyzer(h *callgraph.Hierarchy, lib progdb.Library, facts func(*classfile.Method) symval.Facts, jobs int) *Analyzer {
	return newAnalyzer(progdb.NewDB(h, false), lib, facts, jobs)
}

func newAnalyzer(db *progdb.DB, lib progdb.Library, facts func(*classfile.Method) symval.Facts, jobs int) *Analyzer {
	contracts := &contracts.Contracts{Effects: &effects.Effects{Flows: &objectflow.Flows{DB: db}}}
	a := &Analyzer{
		Pricer: &interproc.Pricer{Resolver: &callees.Resolver{Contracts: contracts, Library: lib}, Calls: new(cost.CallTable)},
		Facts:  facts, Jobs: max(1, jobs), summaries: map[*classfile.Method]*cost.Summary{},
	}
	a.Code, a.oracle = a.Pricer, programOracle{a}
	if db.OpenWorld {
		a.oracle = libraryOracle{a}
	}
	db.Analysed = func(m *classfile.Method) *progdb.Body {
		a.mu.Lock()
		defer a.mu.Unlock()
		if s := a.summaries[m]; s != nil {
			return s.Body
		}
		return nil
	}
	return a
}

// Summary is what the analysis of one method's own code yields: its loops, the cost expression, the calls with their
// arguments as expressions over the method's symbols. It holds for every caller and is immutable.
type Summary struct {
	*cost.Summary
	Code
}

func newSummary(s *cost.Summary) *Summary { return &Summary{s, Code{sum: s}} }

// Summary returns the method's own analysis.
func (a *Analyzer) Summary(m *classfile.Method) *Summary { return newSummary(a.Analysis(m)) }

func (a *Analyzer) Analysis(m *classfile.Method) *cost.Summary {
	a.mu.Lock()
	s := a.summaries[m]
	a.mu.Unlock()
	if s != nil {
		return s
	}
	s = a.isolated(m)
	a.mu.Lock()
	defer a.mu.Unlock()
	if t := a.summaries[m]; t != nil {
		return t
	}
	a.summaries[m] = s
	return s
}

// Program is a set of methods with everything that they can call, in bottom-up order: what an evaluation needs.
type Program struct {
	*interproc.Program
	a      *Analyzer
	inTurn bool // see ReachInTurn
}

// evaluateAll evaluates methods one by one. Where they are a recursion, nothing bounds it; unmet is the precondition that keeps a
// stated measure from being used, empty for none.
func (p *Program) evaluateAll(members []int32, obj cost.Objective, out []*cost.Outcome, unmet string) {
	each := func() {
		for _, v := range members {
			out[v] = p.WithinTerms(v, p.EvaluateMethod(int(v), obj, out), obj).Brief(obj).Kept()
		}
	}
	each()
	recursive := p.Cycles[p.Comp[members[0]]] != ""
	if recursive && slices.ContainsFunc(members, func(v int32) bool { return out[v].MayThrow }) { // then each may, through its calls
		for _, v := range members {
			o := *out[v]
			o.MayThrow = true
			out[v] = &o
		}
		each()
	}
	if obj.Unsure && recursive && p.mayTake(members, obj, out) {
		for _, v := range members {
			o := obj.LeftOut()
			out[v] = &o
		}
	}
	if unmet != "" {
		cycle := DescribeCycle(p.Program, members)
		for _, v := range members {
			o := *out[v]
			o.Reasons = withUnmet(o.Reasons, cycle, unmet)
			out[v] = &o
		}
	}
	p.finish(members, obj, out)
}

// withUnmet returns the reasons with the precondition that keeps a stated measure from bounding a recursion, in the place of
// the reason that describes the cycle.
func withUnmet(reasons []expr.Reason, cycle, unmet string) []expr.Reason {
	reasons = slices.Clone(reasons)
	for i := range reasons {
		if reasons[i].Text == cycle {
			reasons[i].Text = fmt.Sprintf("%s, and its measured_by is not used: the precondition %s may not hold at the recursive call", strings.TrimSuffix(cycle, depthUnbounded), unmet)
		}
	}
	return reasons
}

// mayTake reports whether methods that call each other may have a negative cost. The calls between them are left out: if no
// method has a negative cost without them, none of these calls has one, by induction on their depth.
func (p *Program) mayTake(members []int32, obj cost.Objective, out []*cost.Outcome) bool {
	return slices.ContainsFunc(members, func(v int32) bool {
		s, o := p.Sums[v], out[v]
		return s.Failure != nil || len(o.Conditions)+len(interproc.Required(s)) > 0 || cost.NewCombiner(obj, s.M.Env).MayBeNegative(o.Poly)
	})
}

// evaluateRecursion evaluates methods that call each other; ok is false where nothing bounds how deep, and unmet the precondition
// that keeps a stated measure from being used.
func (p *Program) evaluateRecursion(members []int32, obj cost.Objective, out []*cost.Outcome, c *interproc.Partition) (unmet string, ok bool) {
	os, unmet, ok := recursion.Recurse(p.Program, members, obj, out, c)
	if !ok {
		for _, v := range members { // what an attempt took them for while it lasted
			out[v] = cost.NotEvaluated
		}
		return unmet, false
	}
	for k, v := range members {
		out[v] = p.WithinTerms(v, os[k], obj).Brief(obj).Kept()
	}
	p.finish(members, obj, out)
	return "", true
}

// finish makes known to later calls what methods cost that need no more of each other.
func (p *Program) finish(members []int32, obj cost.Objective, out []*cost.Outcome) {
	for _, v := range members {
		interproc.ShareOutcome(obj.Shared, v, *out[v], interproc.Required(p.Sums[v]))
	}
}

func (p *Program) EvaluateMethod(v int, obj cost.Objective, done []*cost.Outcome) cost.Outcome {
	s := p.Sums[v]
	if s.Failure != nil {
		if !obj.Upper {
			return obj.LeftOut()
		}
		return cost.Outcome{Reasons: []expr.Reason{{Text: s.Failure.Error(), Method: progdb.MethodName(s.Method)}}}
	}
	if obj.IsForNumber() && s.HasReason(func(b int32) bool { return p.HasReason(v, b, obj, done) }) {
		return cost.NoNumber()
	}
	var out cost.Outcome
	run := func() {
		out = s.Evaluate(obj, func(site *callees.CallSite) cost.Outcome {
			o := p.CallOutcome(v, site, obj, done).Unrefuted(obj, s, site).Brief(obj)
			o = o.SetMayThrow(obj, func() bool { return p.MayThrow(v, site, obj, done) })
			if obj.Shared != nil && obj.Shared.Prices != nil {
				obj.Shared.Prices[v][site.Index] = PriceOf(p.Program, v, site, o)
			}
			return o
		})
	}
	if p.a.Isolate == nil {
		run()
	} else if !p.a.Isolate(s.Method, run) {
		obj.Rivals.Diverge()
		out = obj.LeftOut()
		out.Reasons = []expr.Reason{{Text: "the analysis failed", Method: s.Name()}}
	}
	if !obj.Upper {
		out.Reasons = nil
	}
	return out
}

// Index returns the method's position in the results of Evaluate, -1 where it is not part of the program.
func (p *Program) Index(m *classfile.Method) int {
	if i, ok := p.Positions[m]; ok {
		return i
	}
	return -1
}

// DescribeCycle names the methods of a recursion, in an order that does not depend on where it was found.
func DescribeCycle(p *interproc.Program, component []int32) string {
	var names []string
	for _, w := range component {
		names = append(names, progdb.MethodName(p.Members[w]))
	}
	slices.Sort(names)
	if len(names) == 1 {
		return names[0] + " calls itself" + depthUnbounded
	}
	more := ""
	if len(names) > 4 {
		more = fmt.Sprintf(" and %d more", len(names)-4)
		names = names[:4]
	}
	if len(component) > interproc.MaxDescending {
		return "recursion through " + strings.Join(names, ", ") + more + ", " + interproc.TooMany
	}
	return "recursion through " + strings.Join(names, ", ") + more + depthUnbounded
}

// depthUnbounded ends the description of a recursion.
const depthUnbounded = ", to a depth that has no bound"

// read puts one method into SSA form.
func (a *Analyzer) read(cm *classfile.Method) *cost.Summary {
	s := &cost.Summary{Summary: &callees.Summary{Method: cm, Body: a.BodyOnce(cm)}, CallTable: a.Calls}
	if s.Failure = s.Body.Err; s.Failure == nil {
		s.M = a.look(s.Body, maxResultHops)
	}
	return s
}

// tile computes the tiles of a method that was read.
func (a *Analyzer) tile(s *cost.Summary) {
	if s.Failure != nil || s.Tiles != nil {
		return
	}
	tile := cfg.Tile
	if a.Parts {
		tile = cfg.TileParts
	}
	var err error
	if s.Tiles, err = tile(s.Body.G); err != nil {
		s.Tiles, s.Failure = nil, fmt.Errorf("%s: %w", progdb.MethodName(s.Method), err)
	}
}

// summarize analyses a method that was read.
func (a *Analyzer) summarize(s *cost.Summary) {
	if a.tile(s); s.Failure != nil {
		return
	}
	if !s.M.Within(func() { a.analyse(s) }) {
		s.Failure = s.WorkError()
	}
}

// analyse bounds the loops of a method and makes its cost an expression.
func (a *Analyzer) analyse(s *cost.Summary) {
	g, f := s.Body.G, s.Body.F
	a.applyStated(s.M)
	loopbound.BoundLoops(s.M)
	if !a.OpenWorld {
		inline.BoundLoops(s.M, inlining{a})
	}
	s.Indices = s.IndexRanges()
	s.Expr = cost.Expression(s.M)
	s.Sized = map[int32][]cost.SizedPattern{}
	for _, b := range g.RPO {
		for _, v := range f.Body[b] {
			switch x := &f.Values[v]; {
			case x.Kind != ssa.Instr:
			case x.Op == classfile.OpNewarray || x.Op == classfile.OpAnewarray || x.Op == classfile.OpMultianewarray:
				s.Sized[b] = append(s.Sized[b], s.Allocation(v)...)
			}
		}
	}
}

// applyStated lets m know what the user states about its method, and what the calls of the method pass.
func (a *Analyzer) applyStated(m *symval.Func) {
	if a.Facts != nil {
		m.Facts = a.Facts(m.Fn.Method)
	}
	stated.ApplyRequires(m)
	callvalues.ApplyArguments(m, callvalues.MaxArgumentDepth)
}
