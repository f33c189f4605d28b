package heapsize

import (
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Null tests on values that a method reads from its parameter: which values are not null in a block, and which blocks
// execute if the parameter is null. Sound because a value counts as not null only if a test of it, or of a value with
// the same access path, dominates the block.

// ProvedNonNull reports whether v is not null in a block, because an edge that dominates the block tests it or a
// value with the same access path from param.
func ProvedNonNull(m *symval.Func, v, param ssa.ID, block int32) bool {
	if x := &m.Fn.Values[v]; x.Kind == ssa.Instr && x.Op == classfile.OpNew {
		return true
	}
	for e := range m.EdgesBefore(int(block)) {
		if tested, holds := NonNullOnEdge(m, e); holds && samePath(m, tested, v, param) {
			return true
		}
	}
	return false
}

// NonNullOnEdge returns the value that is not null if control passes edge e; ok is false if the edge proves none.
func NonNullOnEdge(m *symval.Func, e *cfg.Edge) (ssa.ID, bool) {
	pc, edge := m.CFG.Blocks[e.From].Last, e.Kind
	v := m.Fn.At(pc)
	if v == 0 || m.SameTarget(int(e.From)) {
		return 0, false
	}
	op := m.CFG.Code.Op(pc)
	x := m.Fn.Args(v)
	switch {
	case op == classfile.OpIfnonnull && edge == cfg.Taken, op == classfile.OpIfnull && edge == cfg.Fall:
		return x[0], true
	case op == classfile.OpIfeq && edge == cfg.Fall, op == classfile.OpIfne && edge == cfg.Taken:
		if y := &m.Fn.Values[x[0]]; y.Kind == ssa.Instr && y.Op == classfile.OpInstanceof {
			return m.Fn.Args(x[0])[0], true
		}
	}
	return 0, false
}

// samePath reports whether two values are one object with the same access path from a parameter, provided that no
// link changes.
func samePath(m *symval.Func, a, b, param ssa.ID) bool {
	a, b = m.Uncast(a), m.Uncast(b)
	if a == b {
		return true
	}
	x, y := &m.Fn.Values[a], &m.Fn.Values[b]
	if x.Kind != ssa.Instr || y.Kind != ssa.Instr || x.Op != y.Op || x.Op == classfile.OpAaload && m.Fn.Args(a)[1] != m.Fn.Args(b)[1] {
		return false
	}
	switch x.Op {
	case classfile.OpGetfield, classfile.OpAaload:
	case classfile.OpInvokevirtual, classfile.OpInvokeinterface:
		if len(m.Fn.Args(a)) != 1 {
			return false
		}
		if mem, _ := m.Fn.Member(a); mem.Name == "next" {
			return false
		}
	default:
		return false
	}
	s, _ := m.Fn.Member(a)
	t, _ := m.Fn.Member(b)
	if s != t {
		return false
	}
	if _, ok := AccessPathOf(m, a, param, nil); !ok {
		return false
	}
	return samePath(m, m.Fn.Args(a)[0], m.Fn.Args(b)[0], param)
}

// BlocksWithNull returns the blocks that a call with a null argument for param can execute, up to the first
// dereference. throws reports whether a dereference can end the call.
func BlocksWithNull(m *symval.Func, param ssa.ID) (executed []bool, throws bool) {
	f, g := m.Fn, m.CFG
	executed = make([]bool, len(g.Blocks))
	executed[0] = true
	work := []int32{0}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		needs := false
		for _, v := range f.Body[b] {
			x := &f.Values[v]
			if x.Kind != ssa.Instr {
				continue
			}
			switch x.Op {
			case classfile.OpGetfield, classfile.OpPutfield, classfile.OpInvokevirtual, classfile.OpInvokeinterface, classfile.OpInvokespecial,
				classfile.OpArraylength, classfile.OpAaload, classfile.OpMonitorenter:
				needs = needs || m.Uncast(f.Args(v)[0]) == param
			}
		}
		throws = throws || needs
		for i := range g.Blocks[b].Succs {
			e := &g.Blocks[b].Succs[i]
			if needs && e.Kind != cfg.Exception {
				continue
			}
			if v, holds := NonNullOnEdge(m, e); holds && m.Uncast(v) == param {
				continue
			}
			if !executed[e.To] {
				executed[e.To] = true
				work = append(work, e.To)
			}
		}
	}
	return executed, throws
}
