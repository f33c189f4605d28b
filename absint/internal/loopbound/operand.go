package loopbound

import (
	"fmt"

	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/ssa"
)

// operandOf returns an operand of a test of loop l: a counter of phis and its offset, or a value that the loop does
// not change. If its value is not known as an expression, it is a bound of it from above (up) or from below. The
// second result is the reason for a failure.
// Sound because a bound on the side that makes the loop longer can only make its bound larger.
func operandOf(m *symval.Func, v ssa.ID, l int, phis map[ssa.ID]symval.InductionVar, up bool) (symval.Operand, string) {
	if v == 0 {
		return symval.Operand{Init: symval.Guarded{}}, ""
	}
	for _, h := range m.Fn.Body[m.CFG.Loops[l].Header] {
		mp, moving := phis[h]
		if !moving {
			continue
		}
		if mv, ok := m.Move(v, h, l); ok {
			q, bound := m.ValueOrBound(mp.Init, l, up)
			if !q.Ok() {
				return symval.Operand{}, fmt.Sprintf("the initial value of %s is not known: %s", m.Describe(h), q.Why)
			}
			if !m.IndicesEnclose(q.Size, l) {
				return symval.Operand{}, fmt.Sprintf("an earlier loop sets the initial value of %s", m.Describe(h))
			}
			return symval.Operand{Phi: h, Mp: mp, Mv: mv, Init: q, Bound: bound}, ""
		}
	}
	q, bound := m.ValueOrBound(v, l, up)
	if !q.Ok() {
		return symval.Operand{}, q.Why
	}
	if !m.IndicesEnclose(q.Size, l) {
		return symval.Operand{}, fmt.Sprintf("an earlier loop sets %s", m.Describe(v))
	}
	return symval.Operand{Value: v, Init: q, Bound: bound}, ""
}

// opposite returns the one of x and y that s is not.
func opposite(s, x, y symval.Operand) symval.Operand {
	if s.Phi == x.Phi {
		return y
	}
	return x
}

// lengthOperand returns the limit that an access to the array or string v in loop l sets to its index.
func lengthOperand(m *symval.Func, v ssa.ID, l int) (symval.Operand, string) {
	q, property := symval.UnknownQuantity("it may change"), "length"
	switch t := m.Fn.Static(v); {
	case t == "Ljava/lang/String;":
		q = m.StringLength(v)
	case t != "" && t[0] == '[':
		q, property = m.Length(v, 0), "len"
	}
	if !q.Ok() || !m.IndicesEnclose(q.Size, l) {
		name := m.Part(v, ".length")
		if property == "length" {
			name += "()"
		}
		q = symval.Guarded{Size: m.Largest(v, property, name, symval.MaxLength)}
	}
	return symval.Operand{Init: q, Bound: true}, ""
}
