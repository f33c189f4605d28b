package interproc

import (
	"strings"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// Cost variables: a virtual call whose receiver is not known becomes a symbol of the cost, named by the path to its
// receiver or by its class.
//
// Sound because the symbol stands for the cost of whichever method runs, and callers substitute it only if they know
// the receiver.

// maxCallSymbols caps the call symbols in the cost of a call. A call with more becomes a symbol itself, whatever its
// targets are: it is easier to read than their sum, and sums of sums would grow without end.
const (
	maxCallSymbols = 8
	maxCallTerms   = 16 // and the terms that they are in
)

// tooManySymbols reports whether a call with this cost becomes a symbol itself.
func tooManySymbols(p expr.Poly) bool {
	return p.HasCalls() && (len(p.Terms) > maxCallTerms || len(p.Calls()) > maxCallSymbols)
}

// names returns all names of the call in assumptions: by its receiver in the method and by its class, with and without
// the package, each with and without parameters.
func names(c cost.CallSymbol) []string {
	all := []string{c.Name, AnyObject(c).Name, c.Member.Text()}
	for _, n := range all {
		short, _, _ := strings.Cut(n, "(")
		all = append(all, short)
	}
	return all
}

// callName returns the call in source notation, with the types of its arguments.
func callName(object string, m classfile.Member) string {
	var params []string
	classfile.EachParam(m.Desc, func(t string) {
		p := classfile.JavaType(t)
		params = append(params, p[strings.LastIndexByte(p, '.')+1:])
	})
	args := "(" + strings.Join(params, ", ") + ")"
	if m.Name == "<init>" {
		return "new " + code.SimpleName(m.Class) + args
	}
	return object + "." + m.Name + args
}

// AnyObject returns the symbol of the same method on any object.
func AnyObject(c cost.CallSymbol) cost.CallSymbol {
	c.Path, c.Name = "", callName(code.SimpleName(c.Member.Class), c.Member)
	return c
}

// Dispatched reports whether the code that a call runs depends on an object that is not known.
func Dispatched(s *cost.Summary, c *callees.CallSite) bool {
	if c.Direct || c.Exact || c.FanOut || len(c.Args) == 0 || c.Member.Class == "" {
		return false
	}
	if c.IsCallback {
		return true
	}
	op := s.M.Fn.Values[c.Value].Op
	return op == classfile.OpInvokevirtual || op == classfile.OpInvokeinterface
}

// CallSymbol returns the symbol of a call.
func CallSymbol(s *cost.Summary, c *callees.CallSite) cost.CallSymbol {
	x := cost.CallSymbol{Member: c.Member, Followed: len(c.Targets)+len(c.Lambdas) > 0}
	x.Member.Interface = false // another reference to the same method may say otherwise
	if c.Owner != "" {
		x.Member.Class = c.Owner
	}
	if hasReceiver(s, c) && x.Member.Name != "<init>" && c.Component == "" {
		if path, name := s.M.Path(c.Args[0], 0); path != "" {
			x.Path, x.Name = path, callName(name, x.Member)
			return x
		}
	}
	return AnyObject(x)
}

// hasReceiver reports whether a call has a receiver.
func hasReceiver(s *cost.Summary, c *callees.CallSite) bool {
	return len(c.Args) > 0 && (c.IsCallback || s.M.Fn.Values[c.Value].Op != classfile.OpInvokestatic && s.M.Fn.Values[c.Value].Op != classfile.OpInvokedynamic)
}

// symbol returns a call as a symbol of the cost, or the cost that is assumed for it.
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

// assumedOf returns the cost that the user assumes for a call by its name.
func (p *Program) assumedOf(s *cost.Summary, c cost.CallSymbol) (cost.Outcome, bool) {
	id, amount, origin, ok := p.A.Library.AssumedCall(s.Method, func() []string { return names(c) })
	if !ok {
		return cost.Outcome{}, false
	}
	a := expr.Assumption{Symbol: c.Name, Max: amount, Origin: origin, Cost: true}
	return cost.Outcome{Poly: expr.ConstPoly(pattern.Single(id, 1)), Assumptions: []expr.Assumption{a}}, true
}

// AssumedName returns the symbol of the cost that is assumed for all unpriced calls, at a call of m.
func AssumedName(m classfile.Member) string {
	return "cost of " + m.Text()
}

// assumed returns the cost that is assumed for all unpriced calls.
func assumed(lib progdb.Library, m classfile.Member) (cost.Outcome, bool) {
	id, amount, origin, ok := lib.Assumed()
	if !ok {
		return cost.Outcome{}, false
	}
	a := expr.Assumption{Symbol: AssumedName(m), Max: amount, Origin: origin, Cost: true}
	return cost.Outcome{Poly: expr.ConstPoly(pattern.Single(id, 1)), Assumptions: []expr.Assumption{a}}, true
}
