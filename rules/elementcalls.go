package rules

import (
	"slices"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// mostElementCalls is how many calls of one selector in bodies of lambdas are looked at, mostReferring how many classes with references to
// one method.
const mostElementCalls, mostReferring = 60, 8

// elementCalls are the calls of methods under analysis in bodies of lambdas, and the references to them from other classes: what runs a method
// once for each element, where the lambda or reference is passed to a stream or collection.
type elementCalls struct {
	calls      map[selector][]loopCall
	references map[classfile.Member][]*classfile.Class
}

// findElementCalls finds them in the classes that name a method which calls a function for every element.
func (e *Engine) findElementCalls() *elementCalls {
	out := &elementCalls{map[selector][]loopCall{}, map[classfile.Member][]*classfile.Class{}}
	for _, c := range e.Program.Classes() {
		if c.Access&classfile.AccSynthetic == 0 && passesFunctions(&c.Pool) {
			e.Program.Isolate(c, nil, func() { out.add(e, c) })
		}
	}
	return out
}

// passesFunctions reports whether a constant pool names a method that calls a function for every element, or to compare elements.
func passesFunctions(p *classfile.Pool) bool {
	dynamic, names := false, false
	for i := 1; i < p.Len() && !(dynamic && names); i++ {
		switch p.Tag(i) {
		case classfile.TagInvokeDynamic:
			dynamic = true
		case classfile.TagMethodref, classfile.TagInterfaceMethodref:
			if _, found := slices.BinarySearch(perElementNames, p.MemberName(i)); found {
				names = true
			}
		}
	}
	return dynamic && names
}

// add adds those of one class.
func (x *elementCalls) add(e *Engine, c *classfile.Class) {
	bodies := map[classfile.Member]bool{}
	for _, l := range callgraph.Lambdas(c) {
		b := l.Body.Member
		b.Interface = false
		if b.Class == c.Name {
			bodies[b] = true
		} else if e.Program.Analysed(b.Class) && len(x.references[b]) < mostReferring && !slices.Contains(x.references[b], c) {
			x.references[b] = append(x.references[b], c)
		}
	}
	for i := range c.Methods {
		m := &c.Methods[i]
		if !bodies[m.Member()] {
			continue
		}
		code, err := m.Code()
		if err != nil || code == nil {
			continue
		}
		for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
			op := code.Op(pc)
			if !op.IsCall() || op == classfile.OpInvokedynamic {
				continue
			}
			called, ok := c.Pool.Member(code.Index(pc))
			if k := (selector{called.Name, called.Desc}); ok && e.Program.Analysed(called.Class) && len(x.calls[k]) < mostElementCalls {
				x.calls[k] = append(x.calls[k], loopCall{m, int32(pc), uint16(code.Index(pc)), op})
			}
		}
	}
}

// byElement returns the first lambda or reference that runs a method for every element of a stream or collection, or for every comparison; nil
// where none is known.
func (e *Engine) byElement(own *classfile.Method) *repeatedCall {
	x := e.elementCalls()
	calls, referring := x.calls[selector{own.Name, own.Desc}], x.references[own.Member()]
	if len(calls) == 0 && len(referring) == 0 {
		return nil
	}
	return e.elementCallsOf.of(own, func() *repeatedCall {
		for _, c := range calls {
			if e.mayRun(c, own) {
				if r := e.calledForElement(c, own); r != nil {
					return r
				}
			}
		}
		for _, c := range referring {
			if r := e.referredForElement(c, own); r != nil {
				return r
			}
		}
		return nil
	})
}

// calledForElement returns a call in the body of a lambda as one that runs a method for every element; nil where it does not.
func (e *Engine) calledForElement(c loopCall, own *classfile.Method) *repeatedCall {
	caller := e.reader(c.caller)
	if caller == nil || c.caller == own {
		return nil
	}
	s := caller.PerElement()
	if s == nil || e.siteOfFew(s) {
		return nil
	}
	f := caller.Func()
	call := f.At(int(c.pc))
	if call == 0 || !f.IsCall(call) || caller.LoopOf(call) >= 0 || !caller.returns(call) || caller.setsUp(call) {
		return nil
	}
	r := caller.repeatedAt(own, caller.Related(call, "called "+repetition{site: s, loop: -1}.again()))
	r.object = f.Values[call].Op != classfile.OpInvokestatic && f.Values[f.Args(call)[0]].Kind == ssa.Param && caller.IsCaptured(f.Args(call)[0], s)
	r.each = s.unit()
	return r
}

// referredForElement returns a reference in a class to a method of another that is passed to be called for every element; nil where there is none.
func (e *Engine) referredForElement(c *classfile.Class, own *classfile.Method) *repeatedCall {
	for m, r := range e.referencesIn(c, own) {
		if e.siteOfFew(r.Site) {
			continue
		}
		out := m.repeatedAt(own, m.Related(r.Call, "called "+repetition{site: r.Site, loop: -1}.again()))
		out.object, out.each = len(m.Func().Args(r.Lambda)) > 0, r.unit()
		return out
	}
	return nil
}

// siteOfFew reports whether the elements that a lambda is called for are a few which stand in the source.
func (e *Engine) siteOfFew(s *Site) bool {
	m := e.reader(s.Code.Func().Method)
	if m == nil {
		return false
	}
	f := m.Func()
	for at, left := s.Call, streamChain; f.IsCall(at) && left > 0; left-- {
		c, _ := f.Member(at)
		args := f.Args(at)
		if len(args) == 0 {
			return false
		}
		if m.streamOfFew(at, c) || m.fewGiven(args[0]) {
			return true
		}
		at = args[0]
	}
	return false
}

// ordersElements reports whether a method is the order of a comparator or the natural order of a class: what orders elements calls it again and again.
func (e *Engine) ordersElements(m *classfile.Method) bool {
	switch m.Name {
	case compareName:
		return !m.Static() && orders(m.Desc, 2) && e.IsClass(m.Class.Name, comparatorClass)
	case compareToName:
		return !m.Static() && orders(m.Desc, 1) && e.IsClass(m.Class.Name, "java/lang/Comparable")
	}
	return false
}

// orders reports whether a descriptor is that of a method which compares as many objects.
func orders(desc string, n int) bool {
	return classfile.Return(desc) == "I" && len(classfile.Params(desc)) == n
}
