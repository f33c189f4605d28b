package absint

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// The platform's code runs code of the program where that implements what is called, next of an iterator or close, and
// where a collection asks an element for its hash or a text is made of one. Any of it may put into a worklist that others
// can see.

// askedOfAll are what the platform's code calls on objects that it is given.
var askedOfAll = []classfile.Member{hashCodeMember, equalsMember, {Class: toStringMember.Class, Name: toStringMember.Name, Desc: toStringMember.Desc}, compareToMember}

// codeBehind says whether an instruction of the code of the program that the platform's code runs behind a call does what found
// says, given the method and the instruction: in what overrides the method that is called, in what objects that it is given
// are asked, and in as many calls of these as are looked into; beyond, some may.
func (m *method) codeBehind(call ssa.ID, found func(b *body, v ssa.ID) bool) bool {
	if x := &m.f.Values[call]; m.a == nil || m.a.alone || x.Kind != ssa.Instr || !m.f.IsCall(call) && x.Op != classfile.OpInvokedynamic {
		return false
	}
	if mem, _ := m.f.Member(call); m.f.IsCall(call) && !platform(mem.Class) {
		return false
	}
	h := m.a.Hierarchy
	seen := map[*classfile.Method]bool{}
	var work []*classfile.Method
	follow := func(from *classfile.Class, op classfile.Op, owner, name, desc string) {
		d := h.Dispatch(from, op, owner, name, desc)
		targets := slices.Clone(d.Targets)
		if d.Resolved == nil && !d.Complete { // of a library that is not there: what there is below it
			for _, sub := range h.Subs(owner) {
				ms := h.Lookup(sub).Methods
				if i := slices.IndexFunc(ms, func(t classfile.Method) bool { return t.Name == name && t.Desc == desc }); i >= 0 {
					targets = append(targets, &ms[i])
				}
			}
		}
		for _, l := range d.Lambdas {
			targets = append(targets, h.Body(l).Targets...)
		}
		for _, t := range targets {
			if !seen[t] && h.Analysed(t.Class.Name) && !platform(t.Class.Name) {
				seen[t] = true
				work = append(work, t)
			}
		}
	}
	run := func(from *classfile.Class, f *ssa.Func, v ssa.ID) {
		op, args := f.Values[v].Op, f.Args(v)
		if op != classfile.OpInvokedynamic {
			mem, _ := f.Member(v)
			follow(from, op, mem.Class, mem.Name, mem.Desc)
			if !platform(mem.Class) {
				return
			}
		} else if _, b, ok := dynamicOf(f, v); !ok || callgraph.KindOf(b) != callgraph.StringConcatSite {
			return
		}
		for _, a := range args {
			if f.Values[a].Type != 'a' {
				continue
			}
			t := className(strings.TrimLeft(f.Static(a), "["))
			if (t == "" || platform(t)) && f != m.f {
				continue // an object of any class: of what is asked by the code behind, its class has to say more
			}
			if t == "" {
				t = "java/lang/Object"
			}
			for _, asked := range askedOfAll {
				if is, _ := h.IsSubtype(t, asked.Class); is {
					follow(from, classfile.OpInvokevirtual, t, asked.Name, asked.Desc)
				}
			}
		}
	}
	run(m.f.Method.Class, m.f, call)
	for len(work) > 0 {
		if len(seen) > maxRelinking {
			return true
		}
		b := m.a.body(work[0])
		work = work[1:]
		if b.err != nil {
			continue
		}
		for _, blk := range b.g.RPO {
			for _, v := range b.f.Body[blk] {
				x := &b.f.Values[v]
				switch {
				case x.Kind != ssa.Instr:
				case found(b, v):
					return true
				case b.f.IsCall(v) || x.Op == classfile.OpInvokedynamic:
					run(b.method.Class, b.f, v)
				}
			}
		}
	}
	return false
}

// changesBehind says whether code behind a call may call a method whose name begins with one of those on a collection of the
// kind of object.
func (m *method) changesBehind(call, object ssa.ID, beginnings []string) bool {
	class := className(m.f.Static(object))
	if class == "" {
		class = "java/lang/Object"
	}
	return m.codeBehind(call, func(b *body, v ssa.ID) bool {
		if !b.f.IsCall(v) {
			return false
		}
		mem, _ := b.f.Member(v)
		if !startsWith(mem.Name, beginnings) {
			return false
		}
		if b.f.Values[v].Op == classfile.OpInvokestatic {
			return mem.Class == "java/util/Collections"
		}
		below, _ := m.fields.h.IsSubtype(mem.Class, class)
		above, _ := m.fields.h.IsSubtype(class, mem.Class)
		made := &b.f.Values[b.f.Args(v)[0]]
		return (below || above) && !(made.Kind == ssa.Instr && made.Op == classfile.OpNew)
	})
}

// unmarksBehind says whether code behind a call may take marks away from an array: fill one, or store a zero.
func (m *method) unmarksBehind(call ssa.ID, store classfile.Op) bool {
	return m.codeBehind(call, func(b *body, v ssa.ID) bool {
		switch x := &b.f.Values[v]; x.Op {
		case store:
			mark := &b.f.Values[b.f.Args(v)[2]]
			return mark.Kind != ssa.Int || mark.Aux&1 == 0
		case classfile.OpInvokestatic:
			mem, _ := b.f.Member(v)
			return mem.Class == "java/util/Arrays" || mem.Class == "java/lang/System" && mem.Name == "arraycopy"
		}
		return false
	})
}

// storesBehind says whether code behind a call may store to a field.
func (m *method) storesBehind(call ssa.ID, field classfile.Member) bool {
	return m.codeBehind(call, func(b *body, v ssa.ID) bool {
		if op := b.f.Values[v].Op; op != classfile.OpPutfield && op != classfile.OpPutstatic {
			return false
		}
		mem, _ := b.f.Member(v)
		return mem.Name == field.Name && mem.Desc == field.Desc
	})
}
