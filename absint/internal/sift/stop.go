package sift

import (
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// stop is a flag that ends a loop: a phi in the header, which the test there compares with a constant before anything else is done.
type stop struct {
	phi   ssa.ID // 0 for none
	op    classfile.Op
	than  int64 // the loop ends where phi is so to it
	block int32
}

// stopOf returns the flag that the header of a loop tests.
func stopOf(m *symval.Func, l int) (s stop) {
	header := m.CFG.Loops[l].Header
	for i := range m.CFG.Blocks[header].Succs {
		e := &m.CFG.Blocks[header].Succs[i]
		if m.CFG.InLoop(int(e.To), l) || e.Kind != cfg.Taken && e.Kind != cfg.Fall {
			continue
		}
		c, ok := m.FactOn(e)
		k, constant := m.Constant(c.B)
		at := m.Fn.At(m.CFG.Blocks[header].Last)
		if ok && constant && c.A != 0 && at != 0 && m.Fn.Args(at)[0] == c.A && m.Fn.Values[c.A].Kind == ssa.Phi && m.Fn.Values[c.A].Block == header && m.Fn.Values[c.A].Type == 'i' {
			return stop{c.A, c.Op, k, header}
		}
	}
	return s
}

// next returns the value of the flag that back edge i passes on.
func (s stop) next(m *symval.Func, i int) ssa.ID {
	if s.phi == 0 {
		return 0
	}
	return m.Fn.Args(s.phi)[i]
}

// holds reports whether the loop ends at its next test if the flag is v then.
func (s stop) holds(m *symval.Func, v ssa.ID) bool {
	k, ok := m.Constant(v)
	return s.phi != 0 && v != 0 && ok && s.op.Holds(k, s.than)
}
