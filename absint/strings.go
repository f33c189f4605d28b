package absint

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// substringLength is the length of what java.lang.String.substring returns: where it does, the indices are in order.
func (m *method) substringLength(v ssa.ID, depth int) (quantity, bool) {
	f := m.f
	if depth > maxDepth || f.Values[v].Op != classfile.OpInvokevirtual || !f.IsCallTo(v, platform.StringClass, "substring") {
		return quantity{}, false
	}
	args := f.Args(v)
	var end quantity
	if len(args) == 3 {
		end = m.value(args[2], depth+4)
	} else {
		end = m.stringLengthAt(args[0], depth+4)
	}
	start := m.value(args[1], depth+4)
	if !start.ok() || !end.ok() {
		return quantity{}, false
	}
	return quantity{size: end.size.Sub(start.size), conds: slices.Concat(end.conds, start.conds)}, true
}

// notEmpty is the length of a string that a comparison says is not empty: s.isEmpty() is false, or s.equals("").
func (m *method) notEmpty(c fact) (length quantity, ok bool) {
	f := m.f
	if c.b != 0 || c.op != classfile.OpIfIcmpeq || !f.IsCall(c.a) {
		return quantity{}, false
	}
	args := f.Args(c.a)
	s := ssa.ID(0)
	switch {
	case f.IsCallTo(c.a, platform.StringClass, "isEmpty"):
		s = args[0]
	case f.IsCallTo(c.a, platform.StringClass, "equals"):
		for i, a := range args {
			if text, constant := f.StringConstant(a); constant && text == "" && f.Static(args[1-i]) == "Ljava/lang/String;" {
				s = args[1-i]
			}
		}
	}
	if s == 0 {
		return quantity{}, false
	}
	length = m.stringLength(s)
	return length, length.ok()
}
