package rules

import (
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// assertionFlags are the fields that tell whether assertions are enabled, by name, and by class where it is one for all; on is their value where
// they are. Without the option -ea what they guard never runs.
var assertionFlags = []struct {
	class, name string
	on          bool
}{
	{"", "$assertionsDisabled", false}, // of javac, in each class
	{"kotlin/_Assertions", "ENABLED", true},
}

// onlyAsserted reports whether an instruction runs only where assertions are enabled.
func (m *Method) onlyAsserted(at ssa.ID) bool {
	f, g := m.Func(), m.Graph()
	if at == 0 || !hasOp(f.Code, func(op classfile.Op) bool { return op == classfile.OpGetstatic }) {
		return m.elementAsserted()
	}
	for _, flag := range assertionFlags {
		for _, b := range g.RPO {
			condition, e := m.branch(int(b), flag.on)
			if e == nil || f.Values[condition].Op != classfile.OpGetstatic {
				continue
			}
			if c, _ := f.Member(condition); c.Name == flag.name && (flag.class == "" || c.Class == flag.class) && m.onlyBy(e, int(f.Values[at].Block)) {
				return true
			}
		}
	}
	return m.elementAsserted()
}

// elementAsserted reports whether the method is the body of a lambda that only an assertion passes on.
func (m *Method) elementAsserted() bool {
	s := m.PerElement()
	if s == nil {
		return false
	}
	outer := m.outer(s)
	return outer.onlyAsserted(s.Call)
}
