package callees

import (
	"fmt"
	"iter"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/objectflow"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// EachCallee calls f with every analysed method that s can call, in block and code order, but for the calls that without
// names; nil names none.
func (s *Summary) EachCallee(a *Resolver, without func(*CallSite) bool, f func(*classfile.Method)) {
	if s.Failure != nil {
		return
	}
	for site := range s.AllCalls() {
		site.EachCallee(a, without, f)
	}
}

func (c *CallSite) EachCallee(a *Resolver, without func(*CallSite) bool, f func(*classfile.Method)) {
	if without == nil || !without(c) {
		for _, t := range c.Targets {
			f(t)
		}
		a.EachBody(f, c.Lambdas...)
	}
	for i := range c.Callbacks {
		c.Callbacks[i].EachCallee(a, without, f)
	}
	for i := range c.ElementCalls {
		c.ElementCalls[i].EachCallee(a, without, f)
	}
}

// OnlyTarget is the method that a call runs for sure, nil where there may be others.
func (c *CallSite) OnlyTarget() *classfile.Method {
	switch {
	case !c.Direct || c.Unknown != "" || len(c.Lambdas)+len(c.Stated) > 0:
		return nil
	case len(c.Targets) == 1 && !c.Library:
		return c.Targets[0]
	case len(c.Targets) == 0 && c.Library:
		return c.Body
	}
	return nil
}

// Summary is the analysis of one method's own code: its values, its loops, and its calls with where they lead. It holds
// for every caller and is immutable once its calls are resolved.
type Summary struct {
	Method   *classfile.Method
	Body     *progdb.Body
	follower *objectflow.ObjectFlow // while its calls are resolved
	M        *symval.Func
	Calls    map[int32][]CallSite        // by block; nil where nobody asked for them (Analyzer.Peek)
	Sites    int                         // the number of calls
	Captures map[int32]expr.Vector       // by block, what lambdas that it makes keep
	Lambdas  []objectflow.AbstractObject // that the method makes
	Failure  error                       // the code could not be analysed
	Label    string                      // see name; empty where it is not asked for often
}

// CallSite is one call: where it can go, and what it passes.
type CallSite struct {
	in                *classfile.Method // that makes it
	Value             ssa.ID
	Number            int // among the calls of the method
	Pc                int
	Line              int
	Member            classfile.Member
	Targets           []*classfile.Method // analysed methods that can run, with the arguments
	Route             *TargetSet          // that has the same targets, nil for none
	Lambdas           []*callgraph.Lambda
	Made              []ssa.ID           // where this method makes the lambdas, each of them; empty where it does not make them all
	Exact             bool               // the object that it is called on comes from this method
	Incomplete        bool               // code that is not known may run, too
	Library           bool               // the target is library code, to be priced by a library model, or its cost is stated
	Owner             string             // the class that the call names, of which member has the class that declares the method
	Direct            bool               // no class that is not known could change where the call goes
	UncoveredOverride *classfile.Method  // that library code calls on an argument and its model does not know
	Subclasses        []string           // classes of the program that the object of a call of library code is of, or below if it is not exact
	Body              *classfile.Method  // of a direct call of library code, the method that runs
	Stated            []classfile.Member // targets of a call of another method whose cost is stated
	Unknown           string             // why the targets are not all known; empty where they are
	Args              []ssa.ID
	// Callback says that library code calls it, on args[0]: the other arguments are not known. callbacks are those of
	// a library call, in the order of its model.
	Callback     bool
	Callbacks    []CallSite
	ElementCalls []ElementCall
	FanOut       bool      // it stands for its callbacks
	Indy         *IndyCode // the code behind an invokedynamic, nil for another call or where it is not known
	Component    string    // names args[0] where it is a component of a record, which no value stands for
	Resolved     int       // of a call on an object that a caller knows, how many of its calls led here
}

// Arg is what is passed for a parameter; ok is false where that is not known.
func (c *CallSite) Arg(param int) (v ssa.ID, ok bool) {
	if param < 0 || param >= len(c.Args) {
		return 0, false
	}
	return c.Args[param], true
}

// AllCalls are the calls of the method, in block and code order.
func (s *Summary) AllCalls() iter.Seq[*CallSite] {
	return func(yield func(*CallSite) bool) {
		for _, b := range s.M.CFG.RPO {
			for i := range s.Calls[b] {
				if !yield(&s.Calls[b][i]) {
					return
				}
			}
		}
	}
}

// Err is why the method's code could not be analysed, nil where it was.
func (s *Summary) Err() error { return s.Failure }

func (s *Summary) Name() string {
	if s.Label != "" {
		return s.Label
	}
	return progdb.MethodName(s.Method)
}

// FindCalls resolves the calls of a method.
func (a *Resolver) FindCalls(s *Summary) {
	if s.Failure != nil {
		return
	}
	s.Label = progdb.MethodName(s.Method)
	s.follower = objectflow.NewObjectFlow(a.Flows)
	defer func() { s.follower = nil }()
	if !s.M.Within(func() { a.resolveCalls(s) }) {
		s.Calls, s.Sites, s.Lambdas, s.Failure = nil, 0, nil, s.WorkError()
	}
}

func (a *Resolver) resolveCalls(s *Summary) {
	f := s.M.Fn
	s.Calls, s.Captures = map[int32][]CallSite{}, map[int32]expr.Vector{}
	all := make([]CallSite, 0, s.callsAtMost()) // a call is large: none of the slices has room for more
	for _, b := range s.M.CFG.RPO {
		from := len(all)
		for _, v := range f.Body[b] {
			switch x := &f.Values[v]; {
			case x.Kind != ssa.Instr:
			case f.IsCall(v):
				all = append(all, a.site(s, v))
			case x.Op == classfile.OpInvokedynamic:
				if site, ok := a.dynamicSite(s, v); ok {
					all = append(all, site)
				} else if l := progdb.LambdaOf(f, v); l != nil {
					s.Lambdas = append(s.Lambdas, objectflow.AbstractObject{Lambda: l, In: s.Method, Made: v})
					s.Captures[b] = s.Captures[b].Add(Capturing(l))
				}
			}
		}
		if calls := all[from:len(all):len(all)]; len(calls) > 0 {
			s.Calls[b] = calls
		}
	}
	for i := range all {
		all[i].Number = i
	}
	s.Sites = len(all)
}

// callsAtMost counts the instructions of the method that may be calls.
func (s *Summary) callsAtMost() int {
	f, n := s.M.Fn, 0
	for _, b := range s.M.CFG.RPO {
		for _, v := range f.Body[b] {
			if x := &f.Values[v]; x.Kind == ssa.Instr && (f.IsCall(v) || x.Op == classfile.OpInvokedynamic) {
				n++
			}
		}
	}
	return n
}

// callAt is the call by an instruction.
func (s *Summary) callAt(v ssa.ID, m classfile.Member) CallSite {
	pc := int(s.M.Fn.Values[v].PC)
	return CallSite{in: s.Method, Value: v, Pc: pc, Line: s.M.Line(pc), Member: m, Args: s.M.Fn.Args(v)}
}

// Back is a call that the code behind a call makes. args are the object that it is called on; none where no value is.
func (c *CallSite) Back(m classfile.Member, args ...ssa.ID) CallSite {
	return CallSite{in: c.in, Value: c.Value, Pc: c.Pc, Line: c.Line, Callback: true, Member: m, Args: args}
}

// site resolves one call.
func (a *Resolver) site(s *Summary, v ssa.ID) CallSite {
	f := s.M.Fn
	mem, _ := f.Member(v)
	c := s.callAt(v, mem)
	if op := f.Values[v].Op; op == classfile.OpInvokevirtual || op == classfile.OpInvokeinterface {
		a.resolve(s, &c, op)
	} else {
		a.fill(&c, a.Hierarchy.Dispatch(f.Method.Class, op, mem.Class, mem.Name, mem.Desc))
		if op == classfile.OpInvokespecial {
			c.Subclasses = a.heirsOf(s, &c)
		}
	}
	c.Callbacks, c.ElementCalls = a.callbacks(s, &c), a.elementCalls(s, &c)
	if c.UncoveredOverride = a.givenHook(s, &c); c.UncoveredOverride == nil {
		c.UncoveredOverride = a.lambdaHook(s, &c)
	}
	return c
}

// MaxFollowed is how many methods a call is followed into. Function1.apply of a Scala program can be any of thousands,
// at thousands of places; what they all cost says nothing about the one that runs.
const MaxFollowed = 100

// facade says whether a model knows a static method of a library by the class that is named, and not by the one that
// declares it: Kotlin's CollectionsKt inherits its functions from classes whose names are nobody's business.
func (a *Resolver) facade(named classfile.Member, declared *classfile.Method) bool {
	if !declared.Static() || named.Class == declared.Class.Name || a.Hierarchy.Analysed(declared.Class.Name) {
		return false
	}
	inherited := named
	inherited.Class = declared.Class.Name
	return a.Modelled(named) && !a.Modelled(inherited)
}

// fill takes over where a dispatch leads.
func (a *Resolver) fill(c *CallSite, d *callgraph.Dispatch) {
	named := c.Member
	c.Owner, c.Direct = named.Class, d.Direct
	if d.Resolved != nil && !a.facade(named, d.Resolved) {
		c.Member.Class = d.Resolved.Class.Name
	}
	for _, m := range []classfile.Member{named, c.Member} {
		if a.Stated(m) { // wherever it leads
			c.Member, c.Library = m, true
			return
		}
	}
	if elements := arrayOwner(named.Class); elements != "" && named.Name == "clone" {
		c.Member.Class = elements // it copies all of them, as Object.clone does of no other object
	}
	c.Incomplete = !d.Complete
	r := a.targetSetOf(d)
	external := r.external != nil || !d.Complete && (!a.Hierarchy.Analysed(named.Class) || d.Resolved != nil && !a.Hierarchy.Analysed(d.Resolved.Class.Name))
	if d.Direct {
		c.Body = r.external
	}
	c.Stated, c.Library = r.stated, external
	if r.many > 0 {
		c.Unknown = fmt.Sprintf("any of %d "+expr.ManyMayRun, r.many)
		return
	}
	c.Targets, c.Lambdas = r.targets, d.Lambdas
	if !d.Direct {
		c.Route = r
	}
	if r.native {
		c.Unknown = "it runs native code"
	}
	if !d.Complete && !external {
		c.Unknown = fmt.Sprintf("code that was not analysed may override it (through %s)", classfile.External(d.Open))
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
func (a *Resolver) dynamicSite(s *Summary, v ssa.ID) (CallSite, bool) {
	d, b, ok := progdb.DynamicOf(s.M.Fn, v)
	site := s.callAt(v, classfile.Member{Name: d.Name, Desc: d.Desc})
	switch {
	case !ok:
		site.Unknown = "its bootstrap method cannot be read"
		return site, true
	case callgraph.KindOf(b) == callgraph.LambdaSite:
		return CallSite{}, false
	}
	site.Library, site.Direct = true, true
	site.Member.Class, site.Member.Name = b.Method.Member.Class, b.Method.Member.Name
	if h, ok := a.indyCode(s, &site, d, b); ok {
		site.Indy = &h
	} else {
		site.Callbacks = nil
	}
	return site, true
}

// WorkError is the error of a method whose analysis exceeds MaxSteps.
func (s *Summary) WorkError() error {
	return fmt.Errorf("%s: %w", progdb.MethodName(s.Method), symval.ErrWork)
}
