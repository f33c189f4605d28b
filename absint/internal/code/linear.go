package code

import (
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Linear functions of one variable, in the arithmetic of its type. Sound because sums and products of numbers that wrap around are those of the
// numbers modulo a power of 2.

// Linear is a value that is Times * Of + Plus, with the overflow of its type. Of is 0 for a constant.
type Linear struct {
	Of          ssa.ID
	Times, Plus int64
}

// maxFactor and maxOffset bound the numbers of linear functions, maxTerms the depth of their terms.
const (
	maxFactor = 1 << 8
	maxOffset = 1 << 20
	maxTerms  = 8
)

// LinearIn returns an int or long value as a linear function of one of the variables.
func (m *Method) LinearIn(v ssa.ID, variable func(v ssa.ID) bool) (Linear, bool) {
	return m.linear(v, variable, 0)
}

func (m *Method) linear(v ssa.ID, variable func(v ssa.ID) bool, depth int) (n Linear, ok bool) {
	f := m.Fn
	x := &f.Values[v]
	switch {
	case v == 0 || depth > maxTerms || x.Type != 'i' && x.Type != 'l':
		return n, false
	case variable(v):
		return Linear{v, 1, 0}, true
	case x.Kind == ssa.Int:
		return Linear{Plus: x.Aux}, x.Aux <= maxOffset && x.Aux >= -maxOffset
	case x.Kind != ssa.Instr:
		return n, false
	}
	args := f.Args(v)
	switch {
	case f.IsCall(v):
		return m.linearCall(v, variable, depth)
	case x.Op == classfile.OpIinc:
		n, ok = m.linear(args[0], variable, depth+1)
		return n.plus(Linear{Plus: x.Aux}, ok)
	case len(args) != 2:
		return n, false
	}
	a, first := m.linear(args[0], variable, depth+1)
	b, second := m.linear(args[1], variable, depth+1)
	if !first || !second {
		return n, false
	}
	return combined(x.Op, a, b)
}

// linearCall is linear for the result of a call.
func (m *Method) linearCall(v ssa.ID, variable func(v ssa.ID) bool, depth int) (n Linear, ok bool) {
	if m.CallStep == nil {
		return n, false
	}
	s := m.CallStep(v)
	if s.Arg == 0 {
		return n, false
	}
	n, ok = m.linear(m.Fn.Args(v)[s.Arg-1], variable, depth+1)
	return n.scaled(s.Times).plus(Linear{Plus: s.By}, ok)
}

// combined returns the result of an operation.
func combined(op classfile.Op, a, b Linear) (n Linear, ok bool) {
	switch op {
	case classfile.OpIadd, classfile.OpLadd:
		return a.plus(b, true)
	case classfile.OpIsub, classfile.OpLsub:
		return a.plus(b.scaled(-1), true)
	case classfile.OpImul, classfile.OpLmul:
		if a.Of == 0 {
			a, b = b, a
		}
		return a.scaled(b.Plus).plus(Linear{}, b.Of == 0)
	case classfile.OpIshl, classfile.OpLshl:
		if b.Of == 0 && b.Plus >= 0 && b.Plus <= maxTerms {
			return a.scaled(1<<b.Plus).plus(Linear{}, true)
		}
	case classfile.OpIor, classfile.OpLor: // of an even number and 1
		return a.plus(b, a.Times%2 == 0 && a.Plus%2 == 0 && b.Of == 0 && b.Plus == 1)
	}
	return n, false
}

// scaled returns the function times k.
func (n Linear) scaled(k int64) Linear { return Linear{n.Of, n.Times * k, n.Plus * k} }

// plus returns the sum of two functions of the same variable, if known.
func (n Linear) plus(o Linear, known bool) (Linear, bool) {
	out := Linear{max(n.Of, o.Of), n.Times + o.Times, n.Plus + o.Plus}
	return out, known && (n.Of == o.Of || n.Of == 0 || o.Of == 0) && max(out.Times, -out.Times) <= maxFactor && max(out.Plus, -out.Plus) <= maxOffset
}
