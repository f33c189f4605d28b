package loopbound

import (
	"fmt"

	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/ssa"
)

// operandOf describes an operand of a test of loop l. Where its value is not known as an expression, a bound of it from
// above (up) or from below will do.
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

func other(s, x, y symval.Operand) symval.Operand {
	if s.Phi == x.Phi {
		return y
	}
	return x
}

// lengthSide is the limit that an access to an array or string sets.
func lengthSide(m *symval.Func, v ssa.ID, l int) (symval.Operand, string) {
	q, what := symval.UnknownQuantity("it may change"), "length"
	switch t := m.Fn.Static(v); {
	case t == "Ljava/lang/String;":
		q = m.StringLength(v)
	case t != "" && t[0] == '[':
		q, what = m.Length(v, 0), "len"
	}
	if !q.Ok() || !m.IndicesEnclose(q.Size, l) {
		name := m.Part(v, ".length")
		if what == "length" {
			name += "()"
		}
		q = symval.Guarded{Size: m.Largest(v, what, name, symval.MaxLength)}
	}
	return symval.Operand{Init: q, Bound: true}, ""
}
