package symval

import (
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// narrowed says whether v converts an int to byte, char or short, and to which range.
func (m *Func) narrowed(v ssa.ID) (r expr.Interval, ok bool) {
	x := &m.Fn.Values[v]
	if x.Kind != ssa.Instr {
		return expr.Interval{}, false
	}
	switch x.Op {
	case classfile.OpI2b:
		return DescRange("B"), true
	case classfile.OpI2c:
		return DescRange("C"), true
	case classfile.OpI2s:
		return DescRange("S"), true
	}
	return expr.Interval{}, false
}

// keepsValue says whether v is such a conversion that changes nothing: c++ of a char c is (char) (c + 1), which is c + 1
// behind a test that c is at most 'z'.
func (m *Func) keepsValue(v ssa.ID) bool {
	r, ok := m.narrowed(v)
	if !ok {
		return false
	}
	a := m.Fn.Args(v)[0]
	if q := m.RangeOf(a); q.Lo >= r.Lo && q.Hi <= r.Hi {
		return true
	}
	return m.sumWithin(a, r, int(m.Fn.Values[v].Block))
}
