package callees

import (
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/objectflow"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Call resolution of one method: each invoke instruction becomes a CallSite.
//
// Sound because the targets of a virtual call come from the class hierarchy (class hierarchy analysis: Dean, Grove and
// Chambers, ECOOP 1995) or from a smaller set that the object flow analysis proves complete.

// FindCalls resolves the calls of a method. If that exceeds the step budget, the method fails.
func (a *Resolver) FindCalls(s *Summary) {
	if s.Failure != nil {
		return
	}
	s.Label = progdb.MethodName(s.Method)
	s.objects = objectflow.NewObjectFlow(a.Flows)
	defer func() { s.objects, s.users = nil, nil }()
	if !s.M.Within(func() { a.resolveCalls(s) }) {
		s.Calls, s.Sites, s.Lambdas, s.Failure = nil, 0, nil, s.WorkError()
	}
}

// resolveCalls sets the calls, the lambdas and the captured values of a method.
func (a *Resolver) resolveCalls(s *Summary) {
	f := s.M.Fn
	s.Calls, s.Captures = map[int32][]CallSite{}, map[int32]expr.Vector{}
	all := make([]CallSite, 0, s.countCalls()) // a call is large: none of the slices has room for more
	for _, b := range s.M.CFG.RPO {
		from := len(all)
		for _, v := range f.Body[b] {
			switch x := &f.Values[v]; {
			case x.Kind != ssa.Instr:
			case f.IsCall(v):
				all = append(all, a.callSite(s, v))
			case x.Op == classfile.OpInvokedynamic:
				if site, ok := a.dynamicCallSite(s, v); ok {
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
	a.findReferenced(s)
	for i := range all {
		all[i].Index = i
		a.addAllReferences(s, &all[i])
	}
	s.Sites = len(all)
}

// callSite resolves one invoke instruction.
func (a *Resolver) callSite(s *Summary, v ssa.ID) CallSite {
	f := s.M.Fn
	mem, _ := f.Member(v)
	c := s.callAt(v, mem)
	if op := f.Values[v].Op; op == classfile.OpInvokevirtual || op == classfile.OpInvokeinterface {
		a.resolve(s, &c, op)
	} else {
		a.setTargets(&c, a.Hierarchy.Dispatch(f.Method.Class, op, mem.Class, mem.Name, mem.Desc))
		if op == classfile.OpInvokespecial {
			c.Receivers = a.receiverSubclasses(s, &c)
		}
	}
	c.Callbacks, c.ElementCalls = a.callbacks(s, &c), a.elementCalls(s, &c)
	c.ElementCalls = append(c.ElementCalls, a.hookCalls(s, &c)...)
	if c.UncoveredOverride == nil {
		c.UncoveredOverride, c.OverrideDepends = a.argumentHook(s, &c)
	}
	if c.UncoveredOverride == nil {
		c.UncoveredOverride = a.lambdaHook(s, &c)
	}
	c.RunsLater = a.runsLater(s, &c)
	a.addCombining(s, &c)
	return c
}

// dynamicCallSite returns the library work of an invokedynamic; false for a lambda, whose creation is priced as an
// instruction.
func (a *Resolver) dynamicCallSite(s *Summary, v ssa.ID) (CallSite, bool) {
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

// countCalls returns the number of invoke instructions of the method, an upper bound on its calls.
func (s *Summary) countCalls() int {
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

// callAt returns the unresolved call by instruction v.
func (s *Summary) callAt(v ssa.ID, m classfile.Member) CallSite {
	pc := int(s.M.Fn.Values[v].PC)
	return CallSite{in: s.Method, Value: v, Pc: pc, Line: s.M.Line(pc), Member: m, Args: s.M.Fn.Args(v)}
}
