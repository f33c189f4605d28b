package callees

import (
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/objectflow"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

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
