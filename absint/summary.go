package absint

import (
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

// callSummary is the analysis of one method's own code: its values, its loops, and its calls with where they lead. It holds
// for every caller and is immutable once its calls are resolved.
type callSummary struct {
	Method   *classfile.Method
	body     *body
	follower *follower // while its calls are resolved
	m        *method
	calls    map[int32][]callSite // by block; nil where nobody asked for them (Analyzer.Peek)
	sites    int                  // the number of calls
	captures map[int32]Vector     // by block, what lambdas that it makes keep
	lambdas  []kind               // that the method makes
	err      error                // the code could not be analysed
	label    string               // see name; empty where it is not asked for often
}

// costSummary is a method with its cost expression.
type costSummary struct {
	*callSummary
	expr    expression
	indices map[int]Range // of the loops that have a bound
	tiling  *cfg.Tiling
	sized   map[int32][]sizedPattern

	raiser    exceptionPricer // nil where the calls are not resolved
	callTable *callTable      // of the analyzer
}

// sizedPattern runs as often as a size says.
type sizedPattern struct {
	id    pattern.ID
	count quantity
	most  bool // count is no less than how often it runs, and not known to be as much
	line  int
}

// callSite is one call: where it can go, and what it passes.
type callSite struct {
	in      *classfile.Method // that makes it
	value   ssa.ID
	number  int // among the calls of the method
	pc      int
	line    int
	member  classfile.Member
	targets []*classfile.Method // analysed methods that can run, with the arguments
	route   *route              // that has the same targets, nil for none
	lambdas []*callgraph.Lambda
	made    []ssa.ID           // where this method makes the lambdas, each of them; empty where it does not make them all
	exact   bool               // the object that it is called on comes from this method
	open    bool               // code that is not known may run, too
	library bool               // the target is library code, to be priced by a library model, or its cost is stated
	owner   string             // the class that the call names, of which member has the class that declares the method
	direct  bool               // no class that is not known could change where the call goes
	given   *classfile.Method  // that library code calls on an argument and its model does not know
	heirs   []string           // classes of the program that the object of a call of library code is of, or below if it is not exact
	body    *classfile.Method  // of a direct call of library code, the method that runs
	stated  []classfile.Member // targets of a call of another method whose cost is stated
	unknown string             // why the targets are not all known; empty where they are
	args    []ssa.ID
	// callback says that library code calls it, on args[0]: the other arguments are not known. callbacks are those of
	// a library call, in the order of its model.
	callback  bool
	callbacks []callSite
	asked     []askedCall
	together  bool    // it stands for its callbacks
	hidden    *hidden // the code behind an invokedynamic, nil for another call or where it is not known
	component string  // names args[0] where it is a component of a record, which no value stands for
	resolved  int     // of a call on an object that a caller knows, how many of its calls led here
}

// arg is what is passed for a parameter; ok is false where that is not known.
func (c *callSite) arg(param int) (v ssa.ID, ok bool) {
	if param < 0 || param >= len(c.args) {
		return 0, false
	}
	return c.args[param], true
}

// allCalls are the calls of the method, in block and code order.
func (s *callSummary) allCalls() iter.Seq[*callSite] {
	return func(yield func(*callSite) bool) {
		for _, b := range s.m.g.RPO {
			for i := range s.calls[b] {
				if !yield(&s.calls[b][i]) {
					return
				}
			}
		}
	}
}

// Err is why the method's code could not be analysed, nil where it was.
func (s *callSummary) Err() error { return s.err }

func (s *callSummary) name() string {
	if s.label != "" {
		return s.label
	}
	return MethodName(s.Method)
}

// MethodName names a method for people: com.acme.Codec.encode(byte[], int).
func MethodName(m *classfile.Method) string { return memberName(m.Class.Name, m.Name, m.Desc) }

func memberName(class, name, desc string) string {
	var params []string
	classfile.EachParam(desc, func(t string) { params = append(params, classfile.JavaType(t)) })
	if class != "" {
		name = classfile.External(class) + "." + name
	}
	return name + "(" + strings.Join(params, ", ") + ")"
}

// summarize analyses one method by itself.
func (a *Analyzer) summarize(cm *classfile.Method) *costSummary {
	s := &costSummary{callSummary: &callSummary{Method: cm, body: a.bodyOnce(cm)}, callTable: a.calls}
	if s.err = s.body.err; s.err != nil {
		return s
	}
	var err error
	tile := cfg.Tile
	if a.Parts {
		tile = cfg.TileParts
	}
	if s.tiling, err = tile(s.body.g); err != nil {
		s.err = fmt.Errorf("%s: %w", MethodName(cm), err)
		return s
	}
	s.m = a.look(s.body, maxResultHops)
	if !s.m.within(func() { a.analyse(s) }) {
		s.err = s.workError()
	}
	return s
}

// analyse bounds the loops of a method and makes its cost an expression.
func (a *Analyzer) analyse(s *costSummary) {
	g, f := s.body.g, s.body.f
	if a.Facts != nil {
		s.m.facts = a.Facts(s.Method)
	}
	s.m.applyRequires()
	s.m.applyArguments(maxArgumentHops)
	s.m.boundLoops()
	s.indices = s.indexRanges()
	s.expr = s.m.expression()
	s.sized = map[int32][]sizedPattern{}
	for _, b := range g.RPO {
		for _, v := range f.Body[b] {
			switch x := &f.Values[v]; {
			case x.Kind != ssa.Instr:
			case x.Op == classfile.OpNewarray || x.Op == classfile.OpAnewarray || x.Op == classfile.OpMultianewarray:
				s.sized[b] = append(s.sized[b], s.allocation(v)...)
			}
		}
	}
}

// findCalls resolves the calls of a method.
func (a *Resolver) findCalls(s *callSummary) {
	if s.err != nil {
		return
	}
	s.label = MethodName(s.Method)
	s.follower = newFollower(a.Flows)
	defer func() { s.follower = nil }()
	if !s.m.within(func() { a.resolveCalls(s) }) {
		s.calls, s.sites, s.lambdas, s.err = nil, 0, nil, s.workError()
	}
}

func (a *Resolver) resolveCalls(s *callSummary) {
	f := s.m.f
	s.calls, s.captures = map[int32][]callSite{}, map[int32]Vector{}
	all := make([]callSite, 0, s.callsAtMost()) // a call is large: none of the slices has room for more
	for _, b := range s.m.g.RPO {
		from := len(all)
		for _, v := range f.Body[b] {
			switch x := &f.Values[v]; {
			case x.Kind != ssa.Instr:
			case f.IsCall(v):
				all = append(all, a.site(s, v))
			case x.Op == classfile.OpInvokedynamic:
				if site, ok := a.dynamicSite(s, v); ok {
					all = append(all, site)
				} else if l := lambdaOf(f, v); l != nil {
					s.lambdas = append(s.lambdas, kind{lambda: l, in: s.Method, made: v})
					s.captures[b] = s.captures[b].Add(capturing(l))
				}
			}
		}
		if calls := all[from:len(all):len(all)]; len(calls) > 0 {
			s.calls[b] = calls
		}
	}
	for i := range all {
		all[i].number = i
	}
	s.sites = len(all)
}

// callsAtMost counts the instructions of the method that may be calls.
func (s *callSummary) callsAtMost() int {
	f, n := s.m.f, 0
	for _, b := range s.m.g.RPO {
		for _, v := range f.Body[b] {
			if x := &f.Values[v]; x.Kind == ssa.Instr && (f.IsCall(v) || x.Op == classfile.OpInvokedynamic) {
				n++
			}
		}
	}
	return n
}

// blockVector counts what one execution of a block costs by itself.
func (s *costSummary) blockVector(b int32) Vector {
	n := float64(s.tiling.Instructions(int(b)))
	v := s.tiling.Counts(int(b)).Add(s.captures[b])
	return v.Add(Vector{{ID: ownInstructions, N: n}, {ID: totalInstructions, N: n}})
}

// allocation is the zeroing of a new array beyond what the allocation itself covers, where the length is not
// constant (constant lengths are part of the tile).
func (s *costSummary) allocation(v ssa.ID) []sizedPattern {
	m := s.m
	pc := int(m.f.Values[v].PC)
	var al *cfg.Allocation
	for i := range s.tiling.Allocations {
		if s.tiling.Allocations[i].PC == pc {
			al = &s.tiling.Allocations[i]
		}
	}
	if al == nil || al.Length >= 0 {
		return nil
	}
	line := m.line(pc)
	var out []sizedPattern
	// Of a multidimensional array, there are as many arrays at one level as elements at the one above.
	arrays, most := quantity{size: Const(1)}, false
	for k, arg := range m.f.Args(v) {
		n := m.valueOf(arg)
		if !n.ok() {
			n, most = s.valueBound(arg, true), true
		}
		n.size = m.clamp(n.size, m.f.Values[v].Block)
		t, bytes := al.Level(k)
		units := m.clamp(n.size.Scale(int64(bytes)).AddInt(-1).FloorDiv(cfg.ZeroingUnit), m.f.Values[v].Block)
		conds := slices.Concat(n.conds, arrays.conds)
		out = append(out, sizedPattern{id: cfg.Zeroing(t), count: quantity{size: units.Mul(arrays.size), conds: conds}, most: most, line: line})
		if k > 0 {
			out = append(out, sizedPattern{id: pattern.Of(pattern.MultiArrayAllocation, t, al.Size), count: quantity{size: arrays.size, conds: arrays.conds}, most: most, line: line})
		}
		arrays = quantity{size: arrays.size.Mul(n.size), conds: conds}
	}
	for i := range out {
		if out[i].count.size.bad {
			out[i].count = unknownQuantity("the size of the array that line %d allocates "+tooLarge, line)
		}
	}
	return out
}

// callAt is the call by an instruction.
func (s *callSummary) callAt(v ssa.ID, m classfile.Member) callSite {
	pc := int(s.m.f.Values[v].PC)
	return callSite{in: s.Method, value: v, pc: pc, line: s.m.line(pc), member: m, args: s.m.f.Args(v)}
}

// back is a call that the code behind a call makes. args are the object that it is called on; none where no value is.
func (c *callSite) back(m classfile.Member, args ...ssa.ID) callSite {
	return callSite{in: c.in, value: c.value, pc: c.pc, line: c.line, callback: true, member: m, args: args}
}

// site resolves one call.
func (a *Resolver) site(s *callSummary, v ssa.ID) callSite {
	f := s.m.f
	mem, _ := f.Member(v)
	c := s.callAt(v, mem)
	if op := f.Values[v].Op; op == classfile.OpInvokevirtual || op == classfile.OpInvokeinterface {
		a.resolve(s, &c, op)
	} else {
		a.fill(&c, a.Hierarchy.Dispatch(f.Method.Class, op, mem.Class, mem.Name, mem.Desc))
		if op == classfile.OpInvokespecial {
			c.heirs = a.heirsOf(s, &c)
		}
	}
	c.callbacks, c.asked = a.callbacks(s, &c), a.asks(s, &c)
	if c.given = a.givenHook(s, &c); c.given == nil {
		c.given = a.lambdaHook(s, &c)
	}
	return c
}

// maxFollowed is how many methods a call is followed into. Function1.apply of a Scala program can be any of thousands,
// at thousands of places; what they all cost says nothing about the one that runs.
const maxFollowed = 100

// facade says whether a model knows a static method of a library by the class that is named, and not by the one that
// declares it: Kotlin's CollectionsKt inherits its functions from classes whose names are nobody's business.
func (a *Resolver) facade(named classfile.Member, declared *classfile.Method) bool {
	if !declared.Static() || named.Class == declared.Class.Name || a.Hierarchy.Analysed(declared.Class.Name) {
		return false
	}
	inherited := named
	inherited.Class = declared.Class.Name
	return a.modelled(named) && !a.modelled(inherited)
}

// fill takes over where a dispatch leads.
func (a *Resolver) fill(c *callSite, d *callgraph.Dispatch) {
	named := c.member
	c.owner, c.direct = named.Class, d.Direct
	if d.Resolved != nil && !a.facade(named, d.Resolved) {
		c.member.Class = d.Resolved.Class.Name
	}
	for _, m := range []classfile.Member{named, c.member} {
		if a.stated(m) { // wherever it leads
			c.member, c.library = m, true
			return
		}
	}
	if elements := arrayOwner(named.Class); elements != "" && named.Name == "clone" {
		c.member.Class = elements // it copies all of them, as Object.clone does of no other object
	}
	c.open = !d.Complete
	r := a.routeOf(d)
	external := r.external != nil || !d.Complete && (!a.Hierarchy.Analysed(named.Class) || d.Resolved != nil && !a.Hierarchy.Analysed(d.Resolved.Class.Name))
	if d.Direct {
		c.body = r.external
	}
	c.stated, c.library = r.stated, external
	if r.many > 0 {
		c.unknown = fmt.Sprintf("any of %d "+manyMayRun, r.many)
		return
	}
	c.targets, c.lambdas = r.targets, d.Lambdas
	if !d.Direct {
		c.route = r
	}
	if r.native {
		c.unknown = "it runs native code"
	}
	if !d.Complete && !external {
		c.unknown = fmt.Sprintf("code that was not analysed may override it (through %s)", classfile.External(d.Open))
	}
}

// arrayOwner is the name under which models know the methods of an array: int[], and java/lang/Object[] for all arrays of
// references; empty where the class is no array.
func arrayOwner(class string) string {
	switch {
	case len(class) < 2 || class[0] != '[':
		return ""
	case len(class) == 2:
		return classfile.JavaType(class)
	}
	return "java/lang/Object[]"
}

// dynamicSite is the hidden work of an invokedynamic: none for a lambda (its creation is the tile), library code
// for everything else.
func (a *Resolver) dynamicSite(s *callSummary, v ssa.ID) (callSite, bool) {
	d, b, ok := dynamicOf(s.m.f, v)
	site := s.callAt(v, classfile.Member{Name: d.Name, Desc: d.Desc})
	switch {
	case !ok:
		site.unknown = "its bootstrap method cannot be read"
		return site, true
	case callgraph.KindOf(b) == callgraph.LambdaSite:
		return callSite{}, false
	}
	site.library, site.direct = true, true
	site.member.Class, site.member.Name = b.Method.Member.Class, b.Method.Member.Name
	if h, ok := a.hiddenCode(s, &site, d, b); ok {
		site.hidden = &h
	} else {
		site.callbacks = nil
	}
	return site, true
}

// dynamicOf is what an invokedynamic links, and by which bootstrap method; ok is false where that cannot be read.
func dynamicOf(f *ssa.Func, v ssa.ID) (d classfile.Dynamic, b classfile.Bootstrap, ok bool) {
	c := f.Method.Class
	d, _ = c.Pool.Dynamic(f.Code.Index(int(f.Values[v].PC)))
	bs, err := c.Bootstraps()
	if err != nil || d.Bootstrap < 0 || d.Bootstrap >= len(bs) {
		return d, b, false
	}
	return d, bs[d.Bootstrap], true
}

// lambdaOf returns the lambda that an instruction of a method makes, nil where it makes none.
func lambdaOf(f *ssa.Func, v ssa.ID) *callgraph.Lambda {
	x := &f.Values[v]
	if x.Kind != ssa.Instr || x.Op != classfile.OpInvokedynamic {
		return nil
	}
	bs, err := f.Method.Class.Bootstraps()
	if err != nil {
		return nil
	}
	d, _ := f.Method.Class.Pool.Dynamic(f.Code.Index(int(x.PC)))
	l, ok := callgraph.LambdaAt(f.Method.Class, bs, d)
	if !ok {
		return nil
	}
	return l
}
