package absint

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/energylint/energylint/internal/callgraph"
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

// LibraryCost is what a library model says of one call: patterns with their counts, and callbacks.
type LibraryCost struct {
	Terms    []LibraryTerm
	Expected bool // an expected case, not a worst one
}

// LibraryTerm is a pattern and how often a call runs it; Count is bad where a size that it needs is not known.
type LibraryTerm struct {
	Pattern pattern.ID
	Count   Size
}

// Library prices calls of methods that are not analysed. arg gives a size of the call: of argument i counted from 0,
// or of the receiver for -1. ok is false where the library has no model of the method.
type Library interface {
	Cost(m classfile.Member, arg func(i int, what Measure) Size) (c LibraryCost, ok bool)
}

// Analyzer analyses methods on demand and remembers. It is safe for concurrent use; results do not depend on the
// order of the demands.
type Analyzer struct {
	Hierarchy *callgraph.Hierarchy
	Library   Library                       // nil for none
	Facts     func(*classfile.Method) Facts // nil for none
	// Isolate runs f and reports a panic in it as a problem of the method; nil lets panics through.
	Isolate func(m *classfile.Method, f func()) bool
	Jobs    int

	fields    *fieldTable
	mu        sync.Mutex
	summaries map[*classfile.Method]*Summary
}

// NewAnalyzer returns an analyzer over the classes of a hierarchy.
func NewAnalyzer(h *callgraph.Hierarchy, lib Library, facts func(*classfile.Method) Facts, jobs int) *Analyzer {
	return &Analyzer{
		Hierarchy: h, Library: lib, Facts: facts, Jobs: max(1, jobs),
		fields:    &fieldTable{h: h},
		summaries: map[*classfile.Method]*Summary{},
	}
}

// Summary returns the method's own analysis.
func (a *Analyzer) Summary(m *classfile.Method) *Summary {
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
	a       *Analyzer
	methods []*classfile.Method
	index   map[*classfile.Method]int
	sums    []*Summary
	levels  [][]int32 // strongly connected components, by level
	comps   [][]int32
	cyclic  []bool // per method: it can call itself
	comp    []int32
}

// Reach analyses the roots and everything that they can call.
func (a *Analyzer) Reach(roots []*classfile.Method) *Program {
	p := &Program{a: a, index: map[*classfile.Method]int{}}
	add := func(m *classfile.Method) {
		if _, ok := p.index[m]; !ok {
			p.index[m] = len(p.methods)
			p.methods = append(p.methods, m)
		}
	}
	for _, m := range roots {
		add(m)
	}
	for from := 0; from < len(p.methods); {
		to := len(p.methods)
		p.sums = append(p.sums, make([]*Summary, to-from)...)
		parallel(to-from, a.Jobs, func(i int) { p.sums[from+i] = a.Summary(p.methods[from+i]) })
		for i := from; i < to; i++ {
			p.sums[i].eachCallee(a, add)
		}
		from = to
	}
	callees := make([][]int32, len(p.methods))
	for i, s := range p.sums {
		s.eachCallee(a, func(m *classfile.Method) { callees[i] = append(callees[i], int32(p.index[m])) })
	}
	p.comps = callgraph.Components(len(p.methods), func(v int) []int32 { return callees[v] })
	p.levels = callgraph.Levels(len(p.methods), p.comps, func(v int) []int32 { return callees[v] })
	p.cyclic = make([]bool, len(p.methods))
	p.comp = make([]int32, len(p.methods))
	for k, c := range p.comps {
		for _, v := range c {
			p.comp[v] = int32(k)
			p.cyclic[v] = len(c) > 1 || slices.Contains(callees[v], v)
		}
	}
	return p
}

func parallel(n, jobs int, f func(i int)) {
	if jobs <= 1 || n <= 1 {
		for i := range n {
			f(i)
		}
		return
	}
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(jobs, n) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range next {
				f(i)
			}
		}()
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}

// eachCallee calls f with every analysed method that s can call, in block and code order.
func (s *Summary) eachCallee(a *Analyzer, f func(*classfile.Method)) {
	if s.err != nil {
		return
	}
	for _, b := range s.m.g.RPO {
		for i := range s.calls[b] {
			c := &s.calls[b][i]
			for _, t := range c.targets {
				f(t)
			}
			for _, l := range c.lambdas {
				for _, t := range a.Hierarchy.Body(l).Targets {
					if a.Hierarchy.Analysed(t.Class.Name) {
						f(t)
					}
				}
			}
		}
	}
}

// Evaluate returns, for every method of the program, its outcome under an objective.
func (p *Program) Evaluate(obj Objective) []Outcome {
	out := make([]Outcome, len(p.methods))
	for _, level := range p.levels {
		parallel(len(level), p.a.Jobs, func(i int) {
			for _, v := range p.comps[level[i]] {
				out[v] = p.evaluateMethod(int(v), obj, out)
			}
		})
	}
	return out
}

func (p *Program) evaluateMethod(v int, obj Objective, done []Outcome) Outcome {
	s := p.sums[v]
	if s.err != nil {
		return Outcome{Reasons: []Reason{{Text: s.err.Error(), Method: MethodName(s.Method)}}}
	}
	var out Outcome
	run := func() {
		out = s.evaluate(obj, func(site *callSite) Outcome { return p.callOutcome(v, site, obj, done) })
	}
	if p.a.Isolate == nil {
		run()
	} else if !p.a.Isolate(s.Method, run) {
		out = Outcome{Reasons: []Reason{{Text: "the analysis failed", Method: s.name()}}}
	}
	if !obj.Upper {
		out.Reasons = nil
	}
	return out
}

// Index returns the method's position in the results of Evaluate, -1 where it is not part of the program.
func (p *Program) Index(m *classfile.Method) int {
	if i, ok := p.index[m]; ok {
		return i
	}
	return -1
}

// callOutcome is what one call costs in caller v: the worst (or best) of its targets, with the caller's sizes in
// place of the callee's symbols.
func (p *Program) callOutcome(v int, site *callSite, obj Objective, done []Outcome) Outcome {
	s := p.sums[v]
	var alternatives []Outcome
	if site.unknown != "" {
		alternatives = append(alternatives, Outcome{Reasons: []Reason{unpriced(s, site, site.unknown)}})
	}
	for _, t := range site.targets {
		alternatives = append(alternatives, p.target(v, t, site, 0, obj, done))
	}
	for _, l := range site.lambdas {
		alternatives = append(alternatives, p.lambdaOutcome(v, l, site, obj, done))
	}
	if site.library {
		alternatives = append(alternatives, p.libraryOutcome(s, site, obj))
	}
	if len(alternatives) == 0 {
		return Outcome{Reasons: []Reason{unpriced(s, site, "no class that implements it is known")}}
	}
	out := alternatives[0]
	e := &evaluator{s: s, obj: obj, weights: obj.weights(), ranges: s.m.ranges}
	for _, o := range alternatives[1:] {
		out = e.either(out, o)
	}
	return out
}

// either is the worse (or better) of two outcomes, neither of which is a path that cannot be taken.
func (e *evaluator) either(a, b Outcome) Outcome {
	out := Outcome{Conditions: union(a.Conditions, b.Conditions), Reasons: unionReasons(a.Reasons, b.Reasons), Joined: a.Joined || b.Joined}
	out.Assumptions = append(a.Assumptions[:len(a.Assumptions):len(a.Assumptions)], b.Assumptions...)
	d := e.ranges.scalar(a.Poly.dot(e.weights).sub(b.Poly.dot(e.weights)))
	if !e.obj.Upper {
		d = d.scale(-1)
	}
	switch {
	case d.Lo >= 0:
		out.Poly = a.Poly
	case d.Hi <= 0:
		out.Poly = b.Poly
	default:
		out.Poly, out.Joined = e.bound(a.Poly, b.Poly), true
	}
	return out
}

func unpriced(s *Summary, site *callSite, why string) Reason {
	name := site.member.Name
	if site.member.Class != "" {
		name = classfile.External(site.member.Class) + "." + name
	}
	return Reason{Unpriced: site.member.String(), Text: fmt.Sprintf("the call of %s at line %d has no price: %s", name, site.line, why), Line: site.line, Method: s.name()}
}

// target instantiates the outcome of one callee. skip is how many of the site's arguments come before the
// callee's first parameter without being one.
func (p *Program) target(v int, t *classfile.Method, site *callSite, skip int, obj Objective, done []Outcome) Outcome {
	s := p.sums[v]
	i, ok := p.index[t]
	if !ok {
		return Outcome{Reasons: []Reason{unpriced(s, site, "it was not analysed")}}
	}
	if p.comp[i] == p.comp[v] {
		return Outcome{Reasons: []Reason{{Text: p.describeCycle(i), Line: site.line, Method: s.name()}}}
	}
	return p.instantiate(s, done[i], func(param int) (ssa.ID, bool) {
		k := param + skip
		if k >= 0 && k < len(site.args) {
			return site.args[k], true
		}
		return 0, false
	}, site, t)
}

// describeCycle names the methods of a recursion, in an order that does not depend on where it was found.
func (p *Program) describeCycle(v int) string {
	var names []string
	for _, w := range p.comps[p.comp[v]] {
		names = append(names, MethodName(p.methods[w]))
	}
	slices.Sort(names)
	if len(names) == 1 {
		return names[0] + " calls itself, and nothing bounds how deep"
	}
	more := ""
	if len(names) > 4 {
		more = fmt.Sprintf(" and %d more", len(names)-4)
		names = names[:4]
	}
	return "recursion through " + strings.Join(names, ", ") + more + ", and nothing bounds how deep"
}

// instantiate puts the caller's sizes in the place of the callee's symbols.
func (p *Program) instantiate(s *Summary, o Outcome, arg func(param int) (ssa.ID, bool), site *callSite, t *classfile.Method) Outcome {
	out := Outcome{Reasons: o.Reasons, Assumptions: o.Assumptions, Joined: o.Joined}
	if len(out.Reasons) > 0 {
		out.Reasons = slices.Clone(out.Reasons)
	}
	var conds []Condition
	why := ""
	sub := func(a *atom) (Size, bool) {
		if a.kind != symbolAtom {
			return Size{}, false
		}
		q := s.argumentSize(a.symbol, arg)
		if !q.ok() {
			if why == "" {
				why = q.why
			}
			return badSize, true
		}
		if !s.indicesReach(q.size, site.value) {
			if why == "" {
				why = "an argument is a value that an earlier loop leaves"
			}
			return badSize, true
		}
		conds = union(conds, q.conds)
		return q.size, true
	}
	poly, bad := o.Poly.mapVectors(calleeVector).substitute(sub)
	if bad {
		out.Reasons = unionReasons(out.Reasons, []Reason{unpriced(s, site, "its cost depends on a size that is not known here: "+why)})
		return out
	}
	out.Poly = poly
	for _, c := range o.Conditions {
		size := c.Size.substitute(sub)
		if size.bad {
			out.Reasons = unionReasons(out.Reasons, []Reason{unpriced(s, site, "its bound holds under a condition on a size that is not known here: "+why)})
			return out
		}
		out.Conditions = s.m.require(out.Conditions, Condition{size, c.Lo, c.Hi})
	}
	out.Conditions = union(out.Conditions, conds)
	return out
}

// calleeVector drops what counts in the callee's own frame only.
func calleeVector(v Vector) Vector {
	i := slices.IndexFunc(v, func(c pattern.Count) bool { return c.ID >= ownInstructions })
	if i < 0 {
		return v
	}
	out := slices.Clone(v[:i])
	for _, c := range v[i:] {
		if c.ID == totalInstructions {
			out = append(out, c)
		}
	}
	return out
}

// indicesReach says whether all loop indices in a size belong to loops around the value that it is used by.
func (s *Summary) indicesReach(size Size, at ssa.ID) bool {
	b := int(s.m.f.Values[at].Block)
	ok := true
	size.eachAtom(func(a *atom) {
		if a.kind == indexAtom {
			ok = ok && s.m.g.InLoop(b, a.loop)
		}
	})
	return ok
}

// argumentSize is a callee's symbol at a call site: its path starts from a parameter, which is an argument here.
func (s *Summary) argumentSize(sym Symbol, arg func(int) (ssa.ID, bool)) quantity {
	path, isLength := strings.CutPrefix(sym.Path, "len(")
	if isLength {
		path = strings.TrimSuffix(path, ")")
	}
	root, rest, deeper := strings.Cut(path, ".")
	if len(root) < 2 || root[0] != 'p' {
		return quantity{size: SymbolSize(sym)} // a static field is the same everywhere
	}
	i, err := strconv.Atoi(root[1:])
	if err != nil {
		return quantity{size: SymbolSize(sym)}
	}
	v, ok := arg(i)
	if !ok {
		return unknownQuantity("%s is not known", sym.Name)
	}
	if !deeper {
		if !isLength {
			return s.m.valueOf(v)
		}
		if strings.HasSuffix(sym.Name, "()") {
			return s.m.stringLength(v)
		}
		return s.m.length(v, 0)
	}
	p, name := s.m.path(v, 0)
	if p == "" {
		return unknownQuantity("%s of the argument %s is not known", rest, s.m.describe(v))
	}
	_, tail, _ := strings.Cut(sym.Name, ".")
	out := sym
	out.Path, out.Name = p+"."+rest, name+"."+tail
	if isLength {
		out.Path = "len(" + out.Path + ")"
	}
	return quantity{size: SymbolSize(out)}
}

// lambdaOutcome is the call of an interface method that runs the body of a lambda.
func (p *Program) lambdaOutcome(v int, l *callgraph.Lambda, site *callSite, obj Objective, done []Outcome) Outcome {
	s := p.sums[v]
	d := p.a.Hierarchy.Body(l)
	if len(d.Targets) == 0 || !p.a.Hierarchy.Analysed(d.Targets[0].Class.Name) {
		if l.Body.Member.Class != "" {
			lib := *site
			lib.member = l.Body.Member
			lib.args = nil
			return p.libraryOutcome(s, &lib, obj)
		}
		return Outcome{Reasons: []Reason{unpriced(s, site, "the method behind the lambda is not known")}}
	}
	var out Outcome
	for i, t := range d.Targets {
		// What is captured comes first, then the arguments of the interface method; the receiver is the object
		// itself. Captured values are not known here.
		o := p.target(v, t, site, 1-len(l.Captured), obj, done)
		if len(l.Captured) > 0 {
			o = p.capturedOutcome(v, t, site, l, obj, done)
		}
		if i == 0 {
			out = o
		} else {
			e := &evaluator{s: s, obj: obj, weights: obj.weights(), ranges: s.m.ranges}
			out = e.either(out, o)
		}
	}
	if !d.Complete {
		out.Reasons = unionReasons(out.Reasons, []Reason{unpriced(s, site, "code that was not analysed may override the method behind the lambda")})
	}
	// The frame that hands the call on: one more call with its return.
	return out
}

// capturedOutcome instantiates a lambda's body whose first parameters were captured where the lambda was made: known
// only if that is this method.
func (p *Program) capturedOutcome(v int, t *classfile.Method, site *callSite, l *callgraph.Lambda, obj Objective, done []Outcome) Outcome {
	s := p.sums[v]
	i, ok := p.index[t]
	if !ok {
		return Outcome{Reasons: []Reason{unpriced(s, site, "it was not analysed")}}
	}
	if p.comp[i] == p.comp[v] {
		return Outcome{Reasons: []Reason{{Text: p.describeCycle(i), Line: site.line, Method: s.name()}}}
	}
	var captured []ssa.ID
	if len(site.args) > 0 && p.a.lambdaOf(s, site.args[0]) != nil {
		captured = s.m.f.Args(site.args[0])
	}
	return p.instantiate(s, done[i], func(param int) (ssa.ID, bool) {
		if param < len(l.Captured) {
			if param < len(captured) {
				return captured[param], true
			}
			return 0, false
		}
		if k := param - len(l.Captured) + 1; k < len(site.args) {
			return site.args[k], true
		}
		return 0, false
	}, site, t)
}

// libraryOutcome prices a call of a method that is not analysed.
func (p *Program) libraryOutcome(s *Summary, site *callSite, obj Objective) Outcome {
	if !obj.Upper {
		return Outcome{} // a model is an upper or an expected cost: below it anything is possible
	}
	if obj.Weights == nil { // instructions of the analysed methods: library code is left out
		if s.m.callsBack(site) {
			return Outcome{Reasons: []Reason{unpriced(s, site, "it is library code that may call back")}}
		}
		return Outcome{}
	}
	if p.a.Library == nil {
		return Outcome{Reasons: []Reason{unpriced(s, site, "it is library code, and there is no model of it")}}
	}
	first := 0
	if site.value != 0 {
		if op := s.m.f.Values[site.value].Op; op != classfile.OpInvokestatic && op != classfile.OpInvokedynamic {
			first = 1
		}
	}
	var conds []Condition
	why := ""
	size := func(i int, what Measure) Size {
		k := i + first
		if k < 0 || k >= len(site.args) {
			why = "a size that it depends on is not known"
			return badSize
		}
		var q quantity
		switch v := site.args[k]; what {
		case Value:
			q = s.m.valueOf(v)
		case Length:
			q = s.m.length(v, 0)
		case Chars:
			q = s.m.stringLength(v)
		default:
			q = unknownQuantity("the size of %s is not known", s.m.describe(v))
		}
		if !q.ok() || !s.indicesReach(q.size, site.value) {
			why = q.why
			return badSize
		}
		conds = union(conds, q.conds)
		return q.size
	}
	c, ok := p.a.Library.Cost(site.member, size)
	if !ok {
		return Outcome{Reasons: []Reason{unpriced(s, site, "it is library code, and there is no model of it")}}
	}
	out := Outcome{Conditions: conds}
	for _, t := range c.Terms {
		if t.Count.bad {
			return Outcome{Reasons: []Reason{unpriced(s, site, "its cost depends on a size that is not known: "+why)}}
		}
		out.Poly = out.Poly.add(constPoly(pattern.Single(t.Pattern, 1)).mulSize(s.m.clamp(t.Count)))
	}
	return out
}

// stringLength is the number of chars of a string.
func (m *method) stringLength(v ssa.ID) quantity {
	if str, ok := m.f.StringConstant(v); ok {
		return quantity{size: Const(utf16Length(str))}
	}
	if path, name := m.path(v, 0); path != "" {
		return quantity{size: SymbolSize(Symbol{Path: "len(" + path + ")", Name: name + ".length()", Max: maxLength})}
	}
	return unknownQuantity("the length of %s is not known", m.describe(v))
}
