package heapsize

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/classfile"
)

// Accessors: the fields that a getter reads, so that a call of it counts as a link. Sound because the fields of all
// dispatch targets are united.

// SortedUnion returns the strings of a and b, sorted and without duplicates.
func SortedUnion(a, b []string) []string {
	out := slices.Concat(a, b)
	slices.Sort(out)
	return slices.Compact(out)
}

// getter returns the field that a method returns if its body does nothing else; ok is false for other methods.
func getter(t *progdb.FieldTable, mem classfile.Member) (classfile.Member, bool) {
	if t.H.Lookup(mem.Class) == nil {
		return classfile.Member{}, false
	}
	cm := t.H.Resolve(mem.Class, mem.Name, mem.Desc).Method
	if cm == nil || !cm.HasCode() {
		return classfile.Member{}, false
	}
	code, err := cm.Code()
	if err != nil || code == nil || len(code.Bytes) != 5 || code.Op(0) != classfile.OpAload0 || code.Op(1) != classfile.OpGetfield || code.Op(4) != classfile.OpAreturn {
		return classfile.Member{}, false
	}
	return cm.Class.Pool.Member(code.Index(1))
}

// reads returns the reference fields that a call of an accessor may read, over all its dispatch targets.
func reads(t *progdb.FieldTable, op classfile.Op, mem classfile.Member) []effects.FieldStore {
	return memo.Memoize(&t.Accessors, mem, func() (out []effects.FieldStore) {
		for _, target := range t.H.Dispatch(nil, op, mem.Class, mem.Name, mem.Desc).Targets {
			code, err := target.Code()
			if err != nil || code == nil {
				continue
			}
			for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
				if code.Op(pc) != classfile.OpGetfield {
					continue
				}
				if field, ok := target.Class.Pool.Member(code.Index(pc)); ok && (field.Desc[0] == 'L' || field.Desc[0] == '[') && !slices.Contains(out, effects.FieldStore{Name: field.Name, Desc: field.Desc}) {
					out = append(out, effects.FieldStore{Name: field.Name, Desc: field.Desc})
				}
			}
		}
		return out
	})
}
