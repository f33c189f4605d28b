package absint

import (
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// narrowed says whether v converts an int to byte, char or short, and to which range.
func (m *method) narrowed(v ssa.ID) (r Range, ok bool) {
	x := &m.f.Values[v]
	if x.Kind != ssa.Instr {
		return Range{}, false
	}
	switch x.Op {
	case classfile.OpI2b:
		return descRange("B"), true
	case classfile.OpI2c:
		return descRange("C"), true
	case classfile.OpI2s:
		return descRange("S"), true
	}
	return Range{}, false
}

// keepsValue says whether v is such a conversion that changes nothing: c++ of a char c is (char) (c + 1), which is c + 1
// behind a test that c is at most 'z'.
func (m *method) keepsValue(v ssa.ID) bool {
	r, ok := m.narrowed(v)
	if !ok {
		return false
	}
	a := m.f.Args(v)[0]
	if q := m.rangeOf(a); q.Lo >= r.Lo && q.Hi <= r.Hi {
		return true
	}
	return m.sumWithin(a, r, int(m.f.Values[v].Block))
}
