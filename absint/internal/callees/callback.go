package callees

import (
	"fmt"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Resolution of one call that library code makes on an operand.
//
// Sound because a callback whose targets are not complete has a reason in Unknown.

// callback returns the call of a method of operand v by library code.
func (a *Resolver) callback(s *Summary, site *CallSite, v ssa.ID, called classfile.Member) CallSite {
	c := site.Callback(called, v)
	c.Member.Class = a.typeOf(s, v, called.Class)
	op := a.virtualOp(c.Member.Class)
	a.resolve(s, &c, op)
	if c.Incomplete && !(c.Library && op == classfile.OpInvokevirtual && c.Member.Class != platform.ObjectClass) {
		// Every class has a toString or an equals: the cost of all would be useless, and recursive.
		c = site.Callback(c.Member, v)
		c.Unknown = fmt.Sprintf("it may be of any subtype of %s", classfile.External(c.Member.Class))
	}
	a.AddReceiverHooks(&c)
	return c
}

// typeOf returns the static class of an object if it is a subtype of asked, otherwise asked.
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

// operandCallback is indyCallback, with what the method calls on what the object holds.
func (a *Resolver) operandCallback(s *Summary, site *CallSite, v ssa.ID, desc, name string, called classfile.Member) CallSite {
	c := a.indyCallback(s, site, v, desc, name, called)
	a.addHeldByOperand(s, &c)
	return c
}

// indyCallback returns the call of a method by the code behind an invokedynamic, on operand v or on the component that
// name describes.
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
