// Package visited tells objects that a traversal of linked nodes does not meet any more, or never: nodes of its earlier iterations, and those that
// the method allocates.
package visited

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// OrNew reports whether an object is null, a node that a traversal with phi does not meet, or one of an earlier iteration of loop l where each advances.
// Sound because what the traversal has still to read does not change: a node that the loop allocates is none of that, and one that the method
// allocates before only if nothing refers to it but variables, and the traversal does not begin with it.
func OrNew(m *symval.Func, l int, v, phi ssa.ID, advances bool) bool {
	return orNew(m, l, v, phi, advances, nil)
}

// orNew is OrNew behind the phis seen, where advances says that phi is a node of an earlier iteration if one of these is in the header of the loop.
func orNew(m *symval.Func, l int, v, phi ssa.ID, advances bool, seen []ssa.ID) bool {
	x := &m.Fn.Values[v]
	switch {
	case v == phi && advances && slices.ContainsFunc(seen, func(u ssa.ID) bool { return m.LoopHeadedBy(int(m.Fn.Values[u].Block)) == l }):
		return true
	case slices.Contains(seen, v):
		return true
	case len(seen) > symval.MaxDepth:
		return false
	case m.Fn.IsNull(v):
		return true
	case x.Kind == ssa.Instr && x.Op == classfile.OpNew:
		return m.CFG.InLoop(int(x.Block), l) || onlyInVariables(m, v, phi)
	case x.Kind == ssa.Instr && x.Op == classfile.OpGetfield:
		w, ok := m.Stored(v) // last.next = new Node(); last = last.next;
		return ok && m.CFG.InLoop(int(x.Block), l) && orNew(m, l, w, phi, advances, append(seen[:len(seen):len(seen)], v))
	case x.Kind != ssa.Phi || !m.CFG.InLoop(int(x.Block), l):
		return false
	}
	header := m.LoopHeadedBy(int(x.Block)) == l
	if m.LoopHeadedBy(int(x.Block)) >= 0 && !header || m.CFG.Blocks[x.Block].Region >= 0 {
		return false
	}
	seen = append(seen[:len(seen):len(seen)], v)
	return !slices.ContainsFunc(m.Fn.Args(v), func(a ssa.ID) bool { return !orNew(m, l, a, phi, advances, seen) })
}

// onlyInVariables reports whether nothing refers to an object that the method allocates but its variables, and phi is none of these.
func onlyInVariables(m *symval.Func, object, phi ssa.ID) bool {
	var all []ssa.ID
	for work := []ssa.ID{object}; len(work) > 0; {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if v == phi || len(all) > symval.MaxDepth {
			return false
		}
		all = append(all, v)
		for _, b := range m.CFG.RPO {
			for _, u := range m.Fn.Body[b] {
				args := m.Fn.Args(u)
				switch x := &m.Fn.Values[u]; {
				case !slices.Contains(args, v) || slices.Contains(all, u) || slices.Contains(work, u):
				case x.Kind == ssa.Phi || x.Kind == ssa.Entry || x.Op == classfile.OpCheckcast:
					work = append(work, u)
				case !keepsToItself(m, u, v):
					return false
				}
			}
		}
	}
	return true
}

// keepsToItself reports whether an instruction lets nothing refer to an operand of it.
func keepsToItself(m *symval.Func, u, v ssa.ID) bool {
	x, args := &m.Fn.Values[u], m.Fn.Args(u)
	if x.Kind != ssa.Instr || slices.Contains(args[1:], v) && x.Op != classfile.OpIfAcmpeq && x.Op != classfile.OpIfAcmpne {
		return false
	}
	switch x.Op {
	case classfile.OpPutfield, classfile.OpGetfield, classfile.OpIfnull, classfile.OpIfnonnull, classfile.OpIfAcmpeq, classfile.OpIfAcmpne, classfile.OpAreturn:
		return true
	case classfile.OpInvokespecial:
		return !m.EffectsOf(u).MayDo(func(e effects.Effect) bool {
			switch e.Op {
			case classfile.OpPutfield, classfile.OpAastore:
				return !e.Fresh || e.Own
			}
			return e.Op == classfile.OpPutstatic || e.Op >= classfile.OpInvokevirtual && e.Op <= classfile.OpInvokedynamic && e.Member.Class != platform.ObjectClass
		})
	}
	return false
}
