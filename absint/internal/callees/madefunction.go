package callees

import (
	"cmp"
	"strings"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Functions that library code makes of others: the comparator of Comparator.comparing calls the function that it is made with.
//
// Sound because a function counts as one of these only where it is the result of a call in the same method, of a method that no class of
// the program overrides, and because what it calls is resolved like any other callback.

// maxMadeDepth bounds how many functions are made of each other.
const maxMadeDepth = 6

// calledBack returns the call of a method of operand v by library code: of the functions that v is made of, where a model says
// what it calls, otherwise that of callback. depth counts the functions that are made of v.
func (a *Resolver) calledBack(s *Summary, site *CallSite, v ssa.ID, called classfile.Member, depth int) CallSite {
	if c, ok := a.made(s, site, v, called, depth); ok {
		return c
	}
	return a.callback(s, site, v, called)
}

// made returns the call of a method of operand v if library code makes v of other functions in this method, and a model prices that.
func (a *Resolver) made(s *Summary, site *CallSite, v ssa.ID, called classfile.Member, depth int) (c CallSite, ok bool) {
	f := s.M.Fn
	v = s.M.Uncast(v)
	if a.Library == nil || a.OpenWorld || depth > maxMadeDepth || !f.IsCall(v) || f.Values[v].Op == classfile.OpInvokedynamic {
		return c, false
	}
	maker, _ := f.Member(v)
	static := f.Values[v].Op == classfile.OpInvokestatic
	if a.Hierarchy.Analysed(maker.Class) || !static && a.Hierarchy.Overridden(maker.Class, maker.Name, maker.Desc) {
		return c, false
	}
	c = site.Callback(maker.Making(called))
	if !a.Modelled(c.Member) {
		return c, false
	}
	c.Library, c.Exact = true, true // the object is of the library's class
	_, callbacks := a.Library.Calls(c.Member)
	args := f.Args(v)
	for _, cb := range callbacks {
		if cb.Argument == progdb.Element {
			c.Callbacks = append(c.Callbacks, a.elementCallback(s, site, classfile.Member{Class: cb.Class, Name: cb.Name, Desc: cb.Desc}))
			continue
		}
		k := cb.Argument
		if !static {
			k++
		}
		if k < 0 || k >= len(args) {
			return c, false
		}
		c.Callbacks = append(c.Callbacks, a.madeCallback(s, site, args[k], maker, cb, depth))
	}
	return c, true
}

// madeCallback returns a call that a function which maker made calls back: of operand v of maker or, if the callback is on its result, of
// what the function v returns.
func (a *Resolver) madeCallback(s *Summary, site *CallSite, v ssa.ID, maker classfile.Member, cb progdb.Callback, depth int) CallSite {
	called := classfile.Member{Class: progdb.Parameter(maker.Desc, cb.Argument, maker.Class), Name: cb.Name, Desc: cb.Desc}
	if !cb.Result {
		return a.calledBack(s, site, v, called, depth+1)
	}
	l := progdb.LambdaOf(s.M.Fn, s.M.Uncast(v))
	if called.Class = cmp.Or(cb.Class, platform.ObjectClass); l == nil {
		c := site.Callback(called, 0)
		c.Component, c.Unknown = "key", "what the function returns is not known"
		return c
	}
	key := classfile.Return(l.Dynamic)
	if own := (classfile.Member{Class: platform.ClassName(key), Name: called.Name, Desc: "(" + key + ")I"}); a.Modelled(own) { // which the bridge calls
		called = own
	}
	return a.indyCallback(s, site, 0, key, keyName(l), called)
}

// elementCallback returns the call of a method on an object that the function is called with. The library's are in the price of the
// function.
func (a *Resolver) elementCallback(s *Summary, site *CallSite, called classfile.Member) CallSite {
	c := a.anyMethod(s, site, called)
	c.FanOut = c.Unknown == "" && len(c.Targets)+len(c.Lambdas)+len(c.Stated) == 0
	return c
}

// keyName returns the name of what a function returns: that of the method that it refers to.
func keyName(l *callgraph.Lambda) string {
	if name := l.Body.Member.Name; !strings.HasPrefix(name, "lambda$") {
		return name + "()"
	}
	return "key"
}
