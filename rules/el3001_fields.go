package rules

import (
	"fmt"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// fieldBoxes reports boxes in loops that go into a field and are made of the number that the same field had.
func (m *Method) fieldBoxes(t *useTable, g *boxGroup) {
	f := m.Func()
	if len(g.boxes) != 1 || len(g.foreign) > 0 || len(g.escapes) != 1 || g.parsed[0] {
		return
	}
	put := g.escapes[0]
	if op := f.Values[put].Op; op != classfile.OpPutfield && op != classfile.OpPutstatic {
		return
	}
	r, ok := m.repetition(put)
	if !ok || !m.within(g.calls[0], r) {
		return
	}
	field, _ := f.Member(put)
	args := f.Args(put)
	var base ssa.ID
	if len(args) == 2 {
		if base = args[0]; args[1] == base || !m.settled(base, r) {
			return
		}
	}
	carried := false
	for v := range m.Instructions() {
		op := f.Values[v].Op
		if op != classfile.OpGetfield && op != classfile.OpGetstatic || !m.within(v, r) {
			continue
		}
		if c, _ := f.Member(v); c != field || base != 0 && !m.equal(f.Args(v)[0], base) {
			continue
		}
		unboxed, ok := m.onlyNumber(t, v)
		if !ok {
			return
		}
		for _, u := range unboxed {
			carried = carried || m.computedFrom(f.Args(g.calls[0]), u)
		}
	}
	if !carried || m.readsInside(field, r) {
		return
	}
	name := field.Name
	if base != 0 && isReferenceHolder(field.Class) {
		name = m.Describe(base)
	}
	where := "count"
	if r.site != nil {
		where = "count in a loop," // a lambda cannot assign to a local variable
	}
	m.reportBox(g, 0, "Field", fmt.Sprintf("%s is boxed anew %s; %s in a local %s and set it once behind", name, r.again(), where, primitiveName(g.classes[0])))
}

// isReferenceHolder reports whether a class is what Kotlin or Scala keep a captured variable in.
func isReferenceHolder(class string) bool {
	return class == "kotlin/jvm/internal/Ref$ObjectRef" || class == "scala/runtime/ObjectRef"
}

// onlyNumber reports whether a box that was read is used for its number only, and where it is unboxed.
func (m *Method) onlyNumber(t *useTable, v ssa.ID) (unboxed []ssa.ID, ok bool) {
	f := m.Func()
	for _, u := range t.of(v) {
		if unboxes(f, u, v) {
			unboxed = append(unboxed, u)
			continue
		}
		if x := &f.Values[u]; x.Kind == ssa.Instr && x.Op == classfile.OpCheckcast {
			more, ok := m.onlyNumber(t, u)
			if !ok {
				return nil, false
			}
			unboxed = append(unboxed, more...)
			continue
		}
		if null, harmless := looks(f, u); null || !harmless {
			return nil, false
		}
	}
	return unboxed, true
}

// computedFrom reports whether one of the values is computed from u by arithmetic.
func (m *Method) computedFrom(vs []ssa.ID, u ssa.ID) bool {
	f := m.Func()
	w := visit(vs...)
	for v := range w.all() {
		if v == u {
			return true
		}
		x := &f.Values[v]
		if x.Kind == ssa.Phi || x.Kind == ssa.Instr && x.Op >= classfile.OpIadd && x.Op <= classfile.OpI2s {
			w.add(f.Args(v)...)
		}
	}
	return false
}

// readsInside reports whether a method of the program that r repeats the call of reads a field: it sees each number.
func (m *Method) readsInside(field classfile.Member, r repetition) bool {
	for v := range m.Calls() {
		if m.within(v, r) && m.readsIn(v, field) {
			return true
		}
	}
	return false
}
