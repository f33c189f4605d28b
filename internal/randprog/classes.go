package randprog

import (
	"fmt"
	"slices"
)

// class is a class or an interface beside T: A0, A1 and so on.
type class struct {
	super       int // -1 for none of the program's
	interfaces  []int
	isInterface bool
	isAbstract  bool
	isException bool
	fields      []field
}

// field is an instance field. The constructors of its class get a value for it and add a constant to an int.
type field struct {
	t      byte
	access string // public, final or private
	add    int64
}

// slot is a method that classes may override: v0, v1 and so on.
type slot struct {
	class  int // that declares it
	params []byte
	result byte
	rank   int // of all that implements it
}

// firstObject and what follows are the types of variables with objects: by class.
const firstObject = 0xC0

func object(class int) byte { return firstObject + byte(class) }

func isObject(t byte) bool { return t >= firstObject }

func className(k int) string { return fmt.Sprintf("A%d", k) }

// above are the class itself and all types above it, each once, classes first.
func (p *Program) above(k int) []int {
	var out []int
	for c := k; c >= 0; c = p.Classes[c].super {
		out = append(out, c)
	}
	for i := 0; i < len(out); i++ {
		for _, f := range p.Classes[out[i]].interfaces {
			if !slices.Contains(out, f) {
				out = append(out, f)
			}
		}
	}
	return out
}

func (p *Program) isSubtype(sub, super byte) bool {
	return isObject(sub) && isObject(super) && slices.Contains(p.above(int(sub-firstObject)), int(super-firstObject))
}

// concrete are the classes of which there can be objects that a variable of class k can hold.
func (p *Program) concrete(k int) []int {
	var out []int
	for i, c := range p.Classes {
		if !c.isInterface && !c.isAbstract && slices.Contains(p.above(i), k) {
			out = append(out, i)
		}
	}
	return out
}

// member is a field of a class.
type member struct{ class, index int }

func (f member) id() int64 { return int64(f.class)<<8 | int64(f.index) }

func memberOf(id int64) member { return member{int(id >> 8), int(id & 255)} }

func (p *Program) field(f member) *field { return &p.Classes[f.class].fields[f.index] }

// fields are those of an object of class k, in the order in which its constructor gets their values: those of its
// superclass first.
func (p *Program) fields(k int) []member {
	var chain []int
	for ; k >= 0; k = p.Classes[k].super {
		chain = append(chain, k)
	}
	slices.Reverse(chain)
	var out []member
	for _, c := range chain {
		for i := range p.Classes[c].fields {
			out = append(out, member{c, i})
		}
	}
	return out
}

// implements reports whether objects of class k have code for a slot: of its own, from a superclass, or a default method.
func (p *Program) implements(k, slot int) bool {
	above := p.above(k)
	return slices.ContainsFunc(p.Methods, func(m *Method) bool { return m.owner >= 0 && m.slot == slot && slices.Contains(above, m.owner) })
}

// functional returns the slot that a lambda of an interface implements, -1 where there is not exactly one without a
// default.
func (p *Program) functional(k int) int {
	found := -1
	if !p.Classes[k].isInterface {
		return -1
	}
	above := p.above(k)
	for i, s := range p.Slots {
		if slices.Contains(above, s.class) && !p.implements(k, i) {
			if found >= 0 {
				return -1
			}
			found = i
		}
	}
	return found
}

// hasSlot reports whether a slot can be called on a variable of type t.
func (p *Program) hasSlot(t byte, s int) bool { return p.isSubtype(t, object(p.Slots[s].class)) }

func (s *slot) descriptor() string {
	d := "("
	for _, t := range s.params {
		d += descriptor(t)
	}
	return d + ")" + descriptor(s.result)
}

// constructor is the descriptor of the constructor of class k.
func (p *Program) constructor(k int) string {
	d := "("
	for _, f := range p.fields(k) {
		d += descriptor(p.field(f).t)
	}
	return d + ")V"
}
