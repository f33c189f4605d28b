package interproc

import (
	"strings"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// maxCallSymbols bounds the call symbols in the cost of a call. Of more, the call is a symbol itself, wherever it leads:
// the sum of so many says less than the name of what they are the sum of, and sums of sums would have no end.
const (
	maxCallSymbols = 8
	maxCallTerms   = 16 // and the terms that they are in
)

// tooMany says whether a call with this cost is better a symbol itself.
func tooMany(p expr.Poly) bool {
	return p.HasCalls() && (len(p.Terms) > maxCallTerms || len(p.Calls()) > maxCallSymbols)
}

// names are all names of the call: the one in the method, and those by the class, Iterator.next(), with the package or
// without; each with its parameters or without.
func names(c cost.CallSymbol) []string {
	all := []string{c.Name, AnyObject(c).Name, progdb.MemberName(c.Member.Class, c.Member.Name, c.Member.Desc)}
	for _, n := range all {
		short, _, _ := strings.Cut(n, "(")
		all = append(all, short)
	}
	return all
}

// calledOn writes a call as a developer would, with the types of its arguments in their place.
func calledOn(object string, m classfile.Member) string {
	var params []string
	classfile.EachParam(m.Desc, func(t string) {
		p := classfile.JavaType(t)
		params = append(params, p[strings.LastIndexByte(p, '.')+1:])
	})
	args := "(" + strings.Join(params, ", ") + ")"
	if m.Name == "<init>" {
		return "new " + symval.SimpleName(m.Class) + args
	}
	return object + "." + m.Name + args
}

// AnyObject is the symbol of the same method, on whatever object.
func AnyObject(c cost.CallSymbol) cost.CallSymbol {
	c.Path, c.Name = "", calledOn(symval.SimpleName(c.Member.Class), c.Member)
	return c
}

// Dispatched says whether it depends on an object that is not known which code a call runs.
func Dispatched(s *cost.Summary, c *callees.CallSite) bool {
	if c.Direct || c.Exact || c.FanOut || len(c.Args) == 0 || c.Member.Class == "" {
		return false
	}
	if c.Callback {
		return true
	}
	op := s.M.Fn.Values[c.Value].Op
	return op == classfile.OpInvokevirtual || op == classfile.OpInvokeinterface
}

// CallSymbol is the symbol of a call.
func CallSymbol(s *cost.Summary, c *callees.CallSite) cost.CallSymbol {
	x := cost.CallSymbol{Member: c.Member, Followed: len(c.Targets)+len(c.Lambdas) > 0}
	x.Member.Interface = false // another reference to the same method may say otherwise
	if c.Owner != "" {
		x.Member.Class = c.Owner
	}
	if onObject(s, c) && x.Member.Name != "<init>" && c.Component == "" {
		if path, name := s.M.Path(c.Args[0], 0); path != "" {
			x.Path, x.Name = path, calledOn(name, x.Member)
			return x
		}
	}
	return AnyObject(x)
}

// onObject says whether a call has a receiver.
func onObject(s *cost.Summary, c *callees.CallSite) bool {
	return len(c.Args) > 0 && (c.Callback || s.M.Fn.Values[c.Value].Op != classfile.OpInvokestatic && s.M.Fn.Values[c.Value].Op != classfile.OpInvokedynamic)
}

// symbol is a call as a symbol of the cost, or what is assumed of it.
func (p *Program) symbol(v int, c cost.CallSymbol) cost.Outcome {
	s := p.Sums[v]
	if lib := p.A.Library; lib != nil {
		if o, ok := p.assumedOf(s, c); ok {
			return o
		}
		if o, ok := assumed(lib, c.Member); ok {
			return o
		}
	}
	return cost.Outcome{Poly: expr.ConstPoly(pattern.Single(p.A.Calls.ID(c), 1))}
}

// assumedOf is what is assumed of a call by its name.
func (p *Program) assumedOf(s *cost.Summary, c cost.CallSymbol) (cost.Outcome, bool) {
	id, amount, origin, ok := p.A.Library.AssumedCall(s.Method, func() []string { return names(c) })
	if !ok {
		return cost.Outcome{}, false
	}
	a := expr.Assumption{Symbol: c.Name, Max: amount, Origin: origin, Cost: true}
	return cost.Outcome{Poly: expr.ConstPoly(pattern.Single(id, 1)), Assumptions: []expr.Assumption{a}}, true
}

// AssumedName is the symbol of what is assumed of every call that nothing prices, at one of them.
func AssumedName(m classfile.Member) string {
	return "cost of " + progdb.MemberName(m.Class, m.Name, m.Desc)
}

// assumed is what is assumed of every call that nothing prices.
func assumed(lib progdb.Library, m classfile.Member) (cost.Outcome, bool) {
	id, amount, origin, ok := lib.Assumed()
	if !ok {
		return cost.Outcome{}, false
	}
	a := expr.Assumption{Symbol: AssumedName(m), Max: amount, Origin: origin, Cost: true}
	return cost.Outcome{Poly: expr.ConstPoly(pattern.Single(id, 1)), Assumptions: []expr.Assumption{a}}, true
}
