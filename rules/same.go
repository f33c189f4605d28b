package rules

import (
	"iter"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

// IsCall reports whether a value is the result of a call of a method with that name and descriptor, in whatever class.
func (m *Method) IsCall(v ssa.ID, name, desc string) bool {
	f := m.Func()
	if v == 0 || !f.IsCall(v) {
		return false
	}
	c, _ := f.Member(v)
	return c.Name == name && (desc == "" || c.Desc == desc)
}

// Same reports whether two values are one: the same SSA value, or two reads of one field that nothing in this method
// writes, directly or by its getter. That a called method writes it in between is not considered: who asks is told the same thing twice by a
// developer who relies on it, too.
func (m *Method) Same(a, b ssa.ID) bool {
	f := m.Func()
	a, b = m.Strip(a), m.Strip(b)
	if a == b {
		return true
	}
	x, y := &f.Values[a], &f.Values[b]
	if x.Kind != y.Kind || x.Type != y.Type {
		return false
	}
	switch x.Kind {
	case ssa.Int, ssa.Const:
		return x.Aux == y.Aux
	case ssa.Instr:
		if p, ok := m.getter(a); ok {
			q, ok := m.getter(b)
			return ok && p == q && !m.Writes(p) && (x.Op == classfile.OpInvokestatic || m.Same(f.Args(a)[0], f.Args(b)[0]))
		}
		if x.Op != y.Op || x.Op != classfile.OpGetfield && x.Op != classfile.OpGetstatic {
			return false
		}
		c, _ := f.Member(a)
		d, _ := f.Member(b)
		if c != d || m.Writes(c) {
			return false
		}
		return x.Op == classfile.OpGetstatic || m.Same(f.Args(a)[0], f.Args(b)[0])
	}
	return false
}

// getter returns the field that a call reads, where it runs one method alone and that does no more than return the field.
func (m *Method) getter(call ssa.ID) (field classfile.Member, ok bool) {
	f := m.Func()
	if !f.IsCall(call) || f.Values[call].Op == classfile.OpInvokedynamic {
		return field, false
	}
	c, _ := f.Member(call)
	if len(classfile.Params(c.Desc)) > 0 {
		return field, false
	}
	d := m.dispatch(call)
	if len(d.Targets) != 1 || len(d.Lambdas) > 0 {
		return field, false
	}
	return fieldReturned(d.Targets[0])
}

// fieldReturned returns the field that a method reads, where it does no more than return that.
func fieldReturned(cm *classfile.Method) (field classfile.Member, ok bool) {
	code, err := cm.Code()
	if err != nil || code == nil {
		return field, false
	}
	pc, read := 0, classfile.OpGetstatic
	if len(code.Bytes) > 0 && code.Op(0) == classfile.OpAload0 && !cm.Static() {
		pc, read = code.Next(0), classfile.OpGetfield
	}
	if pc >= len(code.Bytes) || code.Op(pc) != read {
		return field, false
	}
	end := code.Next(pc)
	field, ok = cm.Class.Pool.Member(code.Index(pc))
	return field, ok && end < len(code.Bytes) && code.Op(end).IsReturn()
}

// mostGetters is how many methods a call of getters may run: the classes that implement an interface.
const mostGetters = 8

// getters returns the fields that a call without arguments reads, where each of the few methods that it may run is of the program and does no more
// than return one: getId() of an interface; nil for another call.
func (m *Method) getters(call ssa.ID) (fields []classfile.Member) {
	f := m.Func()
	c, _ := f.Member(call)
	if !f.IsCall(call) || len(classfile.Params(c.Desc)) > 0 || !m.Engine.own(c.Class) {
		return nil
	}
	d := m.dispatch(call)
	if len(d.Targets) > mostGetters || len(d.Lambdas) > 0 {
		return nil
	}
	for _, t := range d.Targets {
		field, ok := fieldReturned(t)
		if !ok {
			return nil
		}
		fields = append(fields, field)
	}
	return fields
}

// Writes reports whether an instruction of the method writes a field, of whatever object.
func (m *Method) Writes(field classfile.Member) bool {
	f := m.Func()
	for v := range m.Instructions() {
		if op := f.Values[v].Op; op == classfile.OpPutfield || op == classfile.OpPutstatic {
			if c, _ := f.Member(v); c.Name == field.Name && c.Class == field.Class && c.Desc == field.Desc {
				return true
			}
		}
	}
	return false
}

// Stable reports whether a value is the same in every iteration of loop l: computed before the loop, or from such values
// by arithmetic, or read in it from a field of a stable object that the loop does not write and, unless it is final, no
// call in the loop can, or by the getter of a field that only constructors set, or from a stable array of which the loop writes no
// element.
func (m *Method) Stable(v ssa.ID, l int) bool { return m.stable(v, l, 0) }

func (m *Method) stable(v ssa.ID, l, depth int) bool {
	f := m.Func()
	v = m.Strip(v)
	if m.Invariant(v, l) {
		return true
	}
	x := &f.Values[v]
	if m.boxes(v) {
		return m.stable(f.Args(v)[0], l, depth+1)
	}
	if x.Kind == ssa.Instr && x.Op >= classfile.OpIadd && x.Op <= classfile.OpDcmpg && x.Op != classfile.OpIinc && depth < 8 {
		for _, a := range f.Args(v) {
			if !m.stable(a, l, depth+1) {
				return false
			}
		}
		return true
	}
	if field, ok := m.getter(v); ok {
		return m.setByConstructors(field) && (x.Op == classfile.OpInvokestatic || m.stable(f.Args(v)[0], l, depth+1))
	}
	if x.Kind == ssa.Instr && x.Op >= classfile.OpIaload && x.Op <= classfile.OpSaload && depth < 8 {
		args := f.Args(v)
		return m.stable(args[0], l, depth+1) && m.stable(args[1], l, depth+1) && !m.storesElements(x.Op, l) && !m.callsAnalysed(l)
	}
	if x.Kind != ssa.Instr || x.Op != classfile.OpGetfield && x.Op != classfile.OpGetstatic {
		return false
	}
	c, _ := f.Member(v)
	if x.Op == classfile.OpGetfield && !m.stable(f.Args(v)[0], l, depth+1) || m.sets(v, repetition{loop: l}) || m.Engine.fieldFlags(c)&classfile.AccVolatile != 0 {
		return false // another thread may set it
	}
	return m.final(c) || !m.callsAnalysed(l)
}

// storesElements reports whether loop l may store an element of an array of the kind that an instruction loads one of: by an instruction, or by a
// call that is given an array of objects or of numbers, like that one.
func (m *Method) storesElements(load classfile.Op, l int) bool {
	f := m.Func()
	for v := range m.Instructions() {
		if !m.InLoop(v, l) {
			continue
		}
		if f.Values[v].Op == load+classfile.OpIastore-classfile.OpIaload {
			return true
		}
		if f.IsCall(v) && slices.ContainsFunc(f.Args(v), func(a ssa.ID) bool {
			t := f.Static(a)
			return len(t) > 1 && t[0] == '[' && (t[1] == '[' || t[1] == 'L') == (load == classfile.OpAaload)
		}) {
			return true
		}
	}
	return false
}

// boxes reports whether a value is a box that valueOf made of a number: Integer.valueOf(0).
func (m *Method) boxes(v ssa.ID) bool {
	f := m.Func()
	if !f.IsCall(v) || f.Values[v].Op != classfile.OpInvokestatic || len(f.Args(v)) != 1 || f.Values[f.Args(v)[0]].Type == 'a' {
		return false
	}
	c, _ := f.Member(v)
	return c.Name == "valueOf" && strings.HasPrefix(c.Class, "java/lang/")
}

// setByConstructors reports whether a field is final, or only constructors and initializers of known code store to it.
func (m *Method) setByConstructors(field classfile.Member) bool {
	if m.final(field) {
		return true
	}
	storing, ok := m.Engine.storing(field)
	return ok && onlyConstructors(storing)
}

// final reports whether a field is certainly final.
func (m *Method) final(field classfile.Member) bool {
	return m.Engine.fieldFlags(field)&classfile.AccFinal != 0
}

// fieldFlags are the access flags of a field, 0 where it is not found in the class that it is read through.
func (e *Engine) fieldFlags(field classfile.Member) uint16 {
	if x := e.field(field); x != nil {
		return x.Access
	}
	return 0
}

// field returns a field of the class that it is read through, nil where it is not found there.
func (e *Engine) field(field classfile.Member) *classfile.Field {
	c := e.Program.Lookup(field.Class)
	if c == nil {
		return nil
	}
	for i := range c.Fields {
		if x := &c.Fields[i]; x.Name == field.Name && x.Desc == field.Desc {
			return x
		}
	}
	return nil
}

// callsAnalysed reports whether loop l contains a call that may run code under analysis, which could write fields.
func (m *Method) callsAnalysed(l int) bool {
	f := m.Func()
	for v := range m.Instructions() {
		if f.IsCall(v) && m.InLoop(v, l) {
			c, _ := f.Member(v)
			d := m.dispatch(v)
			if len(d.Lambdas) > 0 || callsBack(c) || m.runsUnknown(v, c) {
				return true
			}
			for _, t := range d.Targets {
				if m.Engine.Program.Analysed(t.Class.Name) {
					return true
				}
			}
		}
	}
	return false
}

// elements yields what is certainly stored in an array before anything else uses it, as javac fills arrays of arguments, of which a condition
// may choose one: the instruction that stores it, and the element.
func (m *Method) elements(array ssa.ID) iter.Seq2[ssa.ID, ssa.ID] {
	f, g := m.Func(), m.Graph()
	fills := func(u ssa.ID) bool { return f.Values[u].Op == classfile.OpAastore && f.Args(u)[0] == array }
	return func(yield func(store, element ssa.ID) bool) {
		users := m.uses().of(array)
		for _, u := range users {
			before := func(w ssa.ID) bool {
				return fills(w) || g.Dominators.Dominates(int(f.Values[u].Block), int(f.Values[w].Block))
			}
			if fills(u) && !slices.ContainsFunc(users, func(w ssa.ID) bool { return !before(w) }) && !yield(u, f.Args(u)[2]) {
				return
			}
		}
	}
}

// Related is a place that has to do with a finding.
func (m *Method) Related(at ssa.ID, message string) finding.Location {
	l := m.Place(at)
	l.Message = message
	return l
}
