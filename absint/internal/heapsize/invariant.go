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

// fixed says whether a value is the same in every iteration of loop l: it is computed before it, or read in it from a
// field that the loop does not store to.
func fixed(m *symval.Func, v ssa.ID, l int) bool {
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
		if storesIn(m, l, effects.FieldStore{Name: mem.Name, Desc: mem.Desc}) || !m.Fields.Resolve(mem).Stable && runsProgramIn(m, l, mem) {
			return false
		}
		return x.Op == classfile.OpGetstatic || fixed(m, m.Fn.Args(v)[0], l)
	case classfile.OpCheckcast:
		return fixed(m, m.Fn.Args(v)[0], l)
	}
	return false
}

// runsProgramIn says whether loop l calls code that may store to a field.
func runsProgramIn(m *symval.Func, l int, field classfile.Member) bool {
	return slices.ContainsFunc(m.CFG.Loops[l].Blocks, func(b int32) bool {
		return slices.ContainsFunc(m.Fn.Body[b], func(v ssa.ID) bool {
			mem, _ := m.Fn.Member(v)
			return m.Fn.IsCall(v) && (effects.RunsProgram(mem) || effects.StoresByHandle(mem)) || m.StoresBehind(v, field)
		})
	})
}

// storesIn says whether loop l itself stores to a field, or to an element of arrays of a type.
func storesIn(m *symval.Func, l int, s effects.FieldStore) bool {
	for _, b := range m.CFG.Loops[l].Blocks {
		for _, v := range m.Fn.Body[b] {
			x := &m.Fn.Values[v]
			if x.Kind != ssa.Instr {
				continue
			}
			switch {
			case s.Name == "" && m.Fn.IsCall(v) && overwrites(m, v):
				return true
			case s.Name == "" && x.Op == classfile.OpIastore:
				return true
			case s.Name != "" && (x.Op == classfile.OpPutfield || x.Op == classfile.OpPutstatic):
				if w, _ := m.Fn.Member(v); w.Name == s.Name && w.Desc == s.Desc {
					return true
				}
			}
		}
	}
	return false
}

// overwrites says whether a call of the platform's code stores to the elements of an array of int.
func overwrites(m *symval.Func, call ssa.ID) bool {
	mem, _ := m.Fn.Member(call)
	return platform.ArrayWriter.Has(mem) &&
		slices.ContainsFunc(m.Fn.Args(call), func(a ssa.ID) bool { return m.Fn.Static(a) == "[I" || m.Fn.Static(a) == "Ljava/lang/Object;" })
}

// same says whether two values are one object throughout loop l.
func same(m *symval.Func, a, b ssa.ID, l int) bool {
	if a, b = m.Uncast(a), m.Uncast(b); a == b {
		return true
	}
	x, y := &m.Fn.Values[a], &m.Fn.Values[b]
	if x.Kind != ssa.Instr || y.Kind != ssa.Instr || x.Op != y.Op {
		return false
	}
	switch x.Op {
	case classfile.OpGetfield, classfile.OpGetstatic:
		if s, _ := m.Fn.Member(a); !fixed(m, a, l) || !fixed(m, b, l) {
			return false
		} else if t, _ := m.Fn.Member(b); s != t {
			return false
		}
		return x.Op == classfile.OpGetstatic || same(m, m.Fn.Args(a)[0], m.Fn.Args(b)[0], l)
	}
	return false
}

// callsOn says whether v calls a method of an object.
func callsOn(m *symval.Func, v, object ssa.ID, l int) bool {
	return m.Fn.IsCall(v) && m.Fn.Values[v].Op != classfile.OpInvokestatic && same(m, m.Fn.Args(v)[0], object, l)
}

// everyIterationCalls says whether every iteration of loop l that comes back to the header calls on the object one of
// the methods.
func everyIterationCalls(m *symval.Func, l int, on ssa.ID, methods platform.Operations) bool {
	return everyIteration(m, l, on, func(_ ssa.ID, mem classfile.Member) bool {
		return methods.Has(mem.Name, mem.Desc)
	})
}

// everyIteration says whether every iteration of loop l that comes back to the header calls on the object what is wanted.
func everyIteration(m *symval.Func, l int, on ssa.ID, wanted func(call ssa.ID, mem classfile.Member) bool) bool {
	g, f := m.CFG, m.Fn
	calls := func(b int32) bool {
		for _, v := range f.Body[b] {
			if !callsOn(m, v, on, l) {
				continue
			}
			if mem, _ := f.Member(v); wanted(v, mem) {
				return true
			}
		}
		return false
	}
	// No way leads from the header back to it past all of the calls. An exception may come before the call.
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
