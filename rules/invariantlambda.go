package rules

import (
	"fmt"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

// Calls of EL5001 and EL5004 in lambdas.

// invariantSite returns where a lambda is passed each of whose calls, for every element or comparison, makes a call with the same arguments; nil
// for another call. What may be caught there, or is timed, is none.
func (m *Method) invariantSite(v ssa.ID) *Site {
	if m.LoopOf(v) >= 0 || !m.isLambda() || m.tried(v) || !m.Func().EndsBehind(v) {
		return nil
	}
	s := m.PerElement()
	if s == nil || slices.ContainsFunc(m.Func().Args(v), func(a ssa.ID) bool { return !m.sameEachTime(a, s, 0) }) || m.timedCall(v) {
		return nil
	}
	outer := m.outer(s)
	if outer.timedCall(s.Call) || outer.tried(s.Call) {
		return nil
	}
	return s
}

// sameInLambda reports whether the method is the body of a lambda whose calls all make a call with the same arguments.
func (m *Method) sameInLambda(v ssa.ID) bool {
	l := m.view.lambda(m.Func().Method)
	if l == nil {
		return false
	}
	s := &Site{Captured: len(l.Captured)}
	return !slices.ContainsFunc(m.Func().Args(v), func(a ssa.ID) bool { return !m.sameEachTime(a, s, 0) })
}

// isLambda reports whether the method is the body of a lambda.
func (m *Method) isLambda() bool { return m.view.lambda(m.Func().Method) != nil }

// sameEachTime reports whether a value in the body of a lambda is the same in each call: a constant, a captured value, a final field of one,
// the number in a box that is the same, or computed of these by arithmetic and simpleMath.
func (m *Method) sameEachTime(v ssa.ID, s *Site, depth int) bool {
	f := m.Func()
	v = m.Strip(v)
	x := &f.Values[v]
	if x.Kind == ssa.Int || x.Kind == ssa.Const || m.IsCaptured(v, s) || m.isLocale(v) {
		return true
	}
	if x.Kind != ssa.Instr || depth > 8 {
		return false
	}
	c, _ := f.Member(v)
	switch op := x.Op; {
	case op == classfile.OpGetfield || op == classfile.OpGetstatic:
		if !m.final(c) {
			return false
		}
	case f.IsCall(v):
		if c.Name != wrappers[c.Class].unbox && !isSimpleMath(c) {
			return false
		}
	case op < classfile.OpIadd || op > classfile.OpDcmpg || op == classfile.OpIinc:
		return false
	}
	return !slices.ContainsFunc(f.Args(v), func(a ssa.ID) bool { return !m.sameEachTime(a, s, depth+1) })
}

// reportForEach reports a call that a lambda makes with the same arguments each time. cost is that of one call, remark what else is said of it.
func (m *Method) reportForEach(v ssa.ID, c classfile.Member, s *Site, cost pattern.Counts, measured, remark string) {
	r := repetition{loop: -1, site: s}
	local := pattern.Single(pattern.Of(pattern.VariableDeclaration, pattern.TypeOf(classfile.Return(c.Desc)), pattern.Load), 1)
	energy := m.Energy(Change{At: v, Cost: cost, Repaired: local, Per: r.per(), Case: measured})
	if energy == nil {
		return
	}
	outer := m.outer(s)
	m.Report(v, c.Class+"."+c.Name, fmt.Sprintf("%s computes the same %s%s: compute it once in front of %s", m.Call(v), r.again(), remark, s.Member.Name), energy, outer.givenAt(s))
}

// givenAt is the place of the call that is given a lambda.
func (m *Method) givenAt(s *Site) finding.Location {
	at := m.Place(s.Call)
	at.Message = "the lambda is passed here"
	return at
}
