package callees

import (
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// Code behind invokedynamic. The JDK's bootstrap methods link code at run time whose effect is specified: string
// concatenation (StringConcatFactory), equals, hashCode and toString of records (ObjectMethods), and switches over
// patterns (SwitchBootstraps). It is priced as the code that a compiler would write for it.

// Capturing returns the cost of the captured values of a lambda beyond the first, which the pattern of the instruction
// includes. Each passes through the method handle and the constructor and is stored to a field.
func Capturing(l *callgraph.Lambda) expr.Vector {
	var v expr.Vector
	for _, desc := range l.Captured[min(1, len(l.Captured)):] {
		t := pattern.TypeOf(desc)
		v = v.AddScaled(pattern.Single(pattern.Of(pattern.Argument, t, pattern.Load), 1), 2).AddScaled(pattern.Single(pattern.Of(pattern.LoneLoad, t, pattern.Load), 1), 2).
			Add(pattern.Single(pattern.Of(pattern.ObjectPutField, t, pattern.Load), 1))
	}
	return v
}

// indyCode returns the code behind an invokedynamic; ok is false if it is not known.
func (a *Resolver) indyCode(s *Summary, site *CallSite, d classfile.Dynamic, b classfile.Bootstrap) (h IndyCode, ok bool) {
	if a.Library == nil {
		return h, false
	}
	switch callgraph.KindOf(b) {
	case callgraph.StringConcatSite:
		return a.concatenation(s, site, d, b)
	case callgraph.ObjectMethodSite:
		return a.objectMethod(s, site, d, b)
	case callgraph.SwitchSite:
		return patternSwitch(b), true
	}
	return h, false
}
