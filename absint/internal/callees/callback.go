package callees

import (
	"fmt"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// callback is the call of a method of v that a library call makes.
func (a *Resolver) callback(s *Summary, site *CallSite, v ssa.ID, called classfile.Member) CallSite {
	c := site.Back(called, v)
	c.Member.Class = a.typeOf(s, v, called.Class)
	op := classfile.OpInvokeinterface
	if k := a.Hierarchy.Lookup(c.Member.Class); k != nil && !k.IsInterface() {
		op = classfile.OpInvokevirtual
	}
	a.resolve(s, &c, op)
	if c.Incomplete && !(c.Library && op == classfile.OpInvokevirtual && c.Member.Class != platform.ObjectClass) {
		// Every class has a toString or an equals: to ask them all would say nothing, and call back to here.
		c = site.Back(c.Member, v)
		c.Unknown = fmt.Sprintf("it may be of any subtype of %s", classfile.External(c.Member.Class))
	}
	return c
}

// typeOf is the class of an object as far as the code says, or else the class that its user asks for.
func (a *Resolver) typeOf(s *Summary, v ssa.ID, asked string) string {
	f := s.M.Fn
	if f.Values[v].Kind == ssa.Phi { // a join need not be known on every side
		return asked
	}
	class := platform.ClassName(f.Static(v))
	if class == "" {
		return asked
	}
	if is, _ := a.Hierarchy.IsSubtype(class, asked); is {
		return class
	}
	return asked
}

// indyCallback is the call of a method of an operand, or of a component of a record.
func (a *Resolver) indyCallback(s *Summary, site *CallSite, v ssa.ID, desc, name string, called classfile.Member) CallSite {
	if class := platform.ClassName(desc); class != "" {
		called.Class = class
	}
	c := a.callback(s, site, v, called)
	if v == 0 {
		c.Component = name
	}
	return c
}
