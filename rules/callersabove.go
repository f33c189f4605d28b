package rules

import (
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

const (
	// callersAbove is how many methods are followed from the callers of a method to a loop that repeats it, callsAbove how many calls are
	// looked at in all.
	callersAbove, callsAbove = 2, 24
)

// repeatedAbove returns what runs a method again and again that no loop calls itself: a method that a loop calls and that calls it once, or the
// elements of a stream or collection for which a lambda or reference calls it. ok is false where none is known.
func (m *Method) repeatedAbove() (r repetition, ok bool) {
	left := callsAbove
	if c := m.Engine.repeatingAbove(m.Func().Method, callersAbove, &left); c != nil {
		return repetition{loop: -1, caller: &c.at, near: c.near}, true
	}
	return r, false
}

// repeatingAbove returns the call that repeats a method; nil where none is known.
func (e *Engine) repeatingAbove(own *classfile.Method, depth int, left *int) *repeatedCall {
	for in, r := range e.referencesTo(own) {
		return in.repeatedAt(own, in.Related(r.Call, "called "+repetition{site: r.Site, loop: -1}.again()))
	}
	for caller, call := range e.callsOf(own) {
		cm := caller.Func().Method
		if *left--; *left < 0 {
			return nil
		}
		if cm == own || cm.Name == "<clinit>" || caller.LoopOf(call) >= 0 || !caller.returns(call) || caller.setsUp(call) || !caller.ownCall(call) {
			continue
		}
		if s := caller.PerElement(); s != nil {
			return caller.repeatedAt(own, caller.Related(call, "called "+repetition{site: s, loop: -1}.again()))
		}
		if c := e.repeating(cm); c != nil {
			return c
		}
		if depth > 0 {
			if c := e.repeatingAbove(cm, depth-1, left); c != nil {
				return c
			}
		}
	}
	return nil
}

// repeatedAt is a call in the method that repeats another.
func (m *Method) repeatedAt(own *classfile.Method, at finding.Location) *repeatedCall {
	at.Line = m.view.lines().Line(at.Line)
	return &repeatedCall{at: at, near: outermost(m.Func().Method.Class.Name) == outermost(own.Class.Name)}
}

// ownCall reports whether a call names a method of the program: what a loop does with tasks of the platform's Runnable or Callable, it does with those
// of others, too.
func (m *Method) ownCall(call ssa.ID) bool {
	c, _ := m.Func().Member(call)
	return m.Engine.own(c.Class)
}
