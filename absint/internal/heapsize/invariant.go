package heapsize

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Loop-invariant values: which values and objects are the same in all iterations of a loop, and what the loop stores.
// Sound because a value computed in the loop is invariant only if it is read from an invariant object's field that no
// store or call in the loop can write (Muchnick 1997, 13.2).

// LoopInvariant reports whether v has the same value in every iteration of loop l: it is computed before the loop, or
// read from a field that the loop does not write.
func LoopInvariant(m *symval.Func, v ssa.ID, l int) bool {
	x := &m.Fn.Values[v]
	if x.Kind == ssa.Param || x.Kind == ssa.Int || x.Kind == ssa.Const || !m.CFG.InLoop(int(x.Block), l) {
		return true
	}
	if x.Kind != ssa.Instr {
		return false
	}
	switch x.Op {
	case classfile.OpGetfield, classfile.OpGetstatic:
		mem, _ := m.Fn.Member(v)
		if storesInLoop(m, l, effects.FieldStore{Name: mem.Name, Desc: mem.Desc}) || !m.Fields.Resolve(mem).Stable && loopMayWrite(m, l, mem) {
			return false
		}
		return x.Op == classfile.OpGetstatic || LoopInvariant(m, m.Fn.Args(v)[0], l)
	case classfile.OpCheckcast:
		return LoopInvariant(m, m.Fn.Args(v)[0], l)
	}
	return false
}

// loopMayWrite reports whether loop l calls code that may store to a field.
func loopMayWrite(m *symval.Func, l int, field classfile.Member) bool {
	return slices.ContainsFunc(m.CFG.Loops[l].Blocks, func(b int32) bool {
		return slices.ContainsFunc(m.Fn.Body[b], func(v ssa.ID) bool {
			mem, _ := m.Fn.Member(v)
			return m.Fn.IsCall(v) && (effects.RunsProgram(mem) || effects.StoresByHandle(mem)) || m.CallStores(v, field)
		})
	})
}

// storesInLoop reports whether an instruction of loop l stores to a field, or to an element of an int array.
func storesInLoop(m *symval.Func, l int, s effects.FieldStore) bool {
	return slices.ContainsFunc(m.CFG.Loops[l].Blocks, func(b int32) bool {
		return slices.ContainsFunc(m.Fn.Body[b], func(v ssa.ID) bool { return StoresTo(m, v, s) })
	})
}

// StoresTo reports whether an instruction stores to field s, or to an int array if s has no name.
func StoresTo(m *symval.Func, v ssa.ID, s effects.FieldStore) bool {
	x := &m.Fn.Values[v]
	if x.Kind != ssa.Instr {
		return false
	}
	if s.Name == "" {
		return x.Op == classfile.OpIastore || m.Fn.IsCall(v) && writesIntArray(m, v)
	}
	w, _ := m.Fn.Member(v)
	return (x.Op == classfile.OpPutfield || x.Op == classfile.OpPutstatic) && w.Name == s.Name && w.Desc == s.Desc
}

// writesIntArray reports whether a call of platform code stores to the elements of an int array.
func writesIntArray(m *symval.Func, call ssa.ID) bool {
	mem, _ := m.Fn.Member(call)
	return platform.ArrayWriter.Has(mem) &&
		slices.ContainsFunc(m.Fn.Args(call), func(a ssa.ID) bool { return m.Fn.Static(a) == "[I" || m.Fn.Static(a) == "Ljava/lang/Object;" })
}

// SameObject reports whether two values are the same object throughout loop l.
func SameObject(m *symval.Func, a, b ssa.ID, l int) bool {
	if a, b = m.Uncast(a), m.Uncast(b); a == b {
		return true
	}
	x, y := &m.Fn.Values[a], &m.Fn.Values[b]
	if x.Kind != ssa.Instr || y.Kind != ssa.Instr || x.Op != y.Op {
		return false
	}
	switch x.Op {
	case classfile.OpGetfield, classfile.OpGetstatic:
		if s, _ := m.Fn.Member(a); !LoopInvariant(m, a, l) || !LoopInvariant(m, b, l) {
			return false
		} else if t, _ := m.Fn.Member(b); s != t {
			return false
		}
		return x.Op == classfile.OpGetstatic || SameObject(m, m.Fn.Args(a)[0], m.Fn.Args(b)[0], l)
	}
	return false
}

// CallsOn reports whether v calls an instance method on an object.
func CallsOn(m *symval.Func, v, object ssa.ID, l int) bool {
	return m.Fn.IsCall(v) && m.Fn.Values[v].Op != classfile.OpInvokestatic && SameObject(m, m.Fn.Args(v)[0], object, l)
}

// everyIterationCalls reports whether every iteration of loop l that reaches a latch calls one of the methods on an
// object.
func everyIterationCalls(m *symval.Func, l int, on ssa.ID, methods platform.Operations) bool {
	return EveryIteration(m, l, on, func(_ ssa.ID, mem classfile.Member) bool {
		return methods.Has(mem.Name, mem.Desc)
	})
}

// EveryIteration reports whether every iteration of loop l that reaches a latch makes a call on an object that wanted
// accepts.
func EveryIteration(m *symval.Func, l int, on ssa.ID, wanted func(call ssa.ID, mem classfile.Member) bool) bool {
	g, f := m.CFG, m.Fn
	calls := func(b int32) bool {
		for _, v := range f.Body[b] {
			if !CallsOn(m, v, on, l) {
				continue
			}
			if mem, _ := f.Member(v); wanted(v, mem) {
				return true
			}
		}
		return false
	}
	// No path leads from the header back to it without one of the calls. An exception edge may leave a block before its call.
	header := g.Loops[l].Header
	seen := map[int32]bool{header: true}
	work := []int32{header}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		taken := calls(b)
		for i := range g.Blocks[b].Succs {
			e := &g.Blocks[b].Succs[i]
			if !g.InLoop(int(e.To), l) || taken && e.Kind != cfg.Exception {
				continue
			}
			if e.To == header {
				return false
			}
			if !seen[e.To] {
				seen[e.To] = true
				work = append(work, e.To)
			}
		}
	}
	return true
}
