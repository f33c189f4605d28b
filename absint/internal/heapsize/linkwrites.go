package heapsize

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Writes to links: which instructions change the fields, arrays and collections by which a structure is traversed.
// Sound because a collection whose origin is unknown counts as one of them.

// ChangesAnyLink reports whether the method changes links of an object that it has not allocated or, if given is set,
// the elements of a collection that is a parameter.
func ChangesAnyLink(m *symval.Func, stays []effects.FieldStore, holders []string, given bool) bool {
	return slices.ContainsFunc(m.CFG.RPO, func(b int32) bool {
		return slices.ContainsFunc(m.Fn.Body[b], func(v ssa.ID) bool {
			if ChangesLinks(m, v, 0, stays, holders) {
				return true
			}
			mem, _ := m.Fn.Member(v)
			return given && m.Fn.IsCall(v) && platform.Putting.Named(mem.Name) && len(m.Fn.Args(v)) > 0 && m.Fn.Values[m.Root(m.Fn.Args(v)[0])].Kind == ssa.Param
		})
	})
}

// ChangesLinks reports whether an instruction changes links: a field of an object that the method has not allocated,
// an element of an array, or the elements of a collection.
func ChangesLinks(m *symval.Func, v, param ssa.ID, stays []effects.FieldStore, holders []string) bool {
	x := &m.Fn.Values[v]
	if x.Kind != ssa.Instr {
		return false
	}
	args := m.Fn.Args(v)
	mem, _ := m.Fn.Member(v)
	switch x.Op {
	case classfile.OpPutstatic:
		return slices.Contains(stays, effects.FieldStore{Name: mem.Name, Desc: mem.Desc})
	case classfile.OpPutfield:
		return slices.Contains(stays, effects.FieldStore{Name: mem.Name, Desc: mem.Desc}) && !m.MakesObject(args[0])
	case classfile.OpAastore:
		return slices.Contains(stays, effects.FieldStore{Desc: "["}) && !m.MakesObject(args[0])
	case classfile.OpInvokestatic:
		switch {
		case platform.ArrayWriter.Has(mem):
			to := args[0]
			if mem.Name == "arraycopy" {
				to = args[2]
			}
			return slices.Contains(stays, effects.FieldStore{Desc: "["}) && !m.MakesObject(to)
		case platform.ListWriter.Has(mem) && len(args) > 0:
			return len(holders) > 0 && MayAlias(m, args[0], nil) || IsHolder(m, args[0], param, stays, holders)
		}
	case classfile.OpInvokevirtual, classfile.OpInvokeinterface:
		if !platform.Putting.Named(mem.Name) && mem.Name != "replaceAll" && mem.Name != "sort" {
			return false
		}
		return len(holders) > 0 && (mem.Name == "setValue" || MayAlias(m, args[0], nil)) || IsHolder(m, args[0], param, stays, holders)
	}
	return false
}

// property returns the name that a field and its accessor share: children for getChildren().
func property(name string) string {
	return strings.ToLower(strings.TrimPrefix(strings.TrimSuffix(strings.TrimSuffix(name, "[]"), "()"), "get"))
}

// MayAlias reports whether a platform collection may be known by another name: it comes from a field, an array or a
// call. Parameters do not count; they are judged at the call sites.
func MayAlias(m *symval.Func, v ssa.ID, seen []ssa.ID) bool {
	v = m.Root(v)
	x := &m.Fn.Values[v]
	if slices.Contains(seen, v) || m.Family(v) == "text" || m.Family(v) == code.NoContainer {
		return false
	}
	if class := platform.ClassName(m.Fn.Static(v)); class != "" && m.Db.Hierarchy.Analysed(class) {
		return false // its methods are analysed
	}
	if x.Kind == ssa.Phi {
		seen = append(seen[:len(seen):len(seen)], v)
		return slices.ContainsFunc(m.Fn.Args(v), func(w ssa.ID) bool { return MayAlias(m, w, seen) })
	}
	return x.Kind == ssa.Instr && !m.Creates(v) && !m.Fn.IsNull(v)
}

// IsHolder reports whether a value is one of the collections in holders, or a view of one: by its access path from
// param, or by the name of the field or accessor that it was read from, of any object.
func IsHolder(m *symval.Func, v, param ssa.ID, stays []effects.FieldStore, holders []string) bool {
	if len(holders) == 0 {
		return false
	}
	v = m.Root(v)
	if x := &m.Fn.Values[v]; x.Kind == ssa.Instr && len(m.Fn.Args(v)) == 1 && (x.Op == classfile.OpGetfield || m.Fn.IsCall(v)) && !m.MakesObject(m.Fn.Args(v)[0]) {
		mem, _ := m.Fn.Member(v)
		last := func(path string) bool {
			return property(path[strings.LastIndexByte(path, '.')+1:]) == property(mem.Name)
		}
		if slices.ContainsFunc(holders, last) || slices.Contains(stays, effects.FieldStore{Name: mem.Name, Desc: mem.Desc}) {
			return true
		}
	}
	r, ok := AccessPathOf(m, v, param, nil)
	return ok && slices.ContainsFunc(r.Paths, func(p string) bool { return slices.Contains(holders, p) })
}
