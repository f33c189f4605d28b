package callgraph

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
)

const object = "java/lang/Object"

// Resolved is what a symbolic reference to a method means.
type Resolved struct {
	Method *classfile.Method // nil: not found
	// Unknown is the class, known by name only, that may hold another answer; empty where the answer is certain.
	Unknown string
}

// Resolve finds the method that a reference names, by method resolution (JVMS 5.4.3.3) or, where the owner is an
// interface, interface method resolution (JVMS 5.4.3.4). Arrays have the methods of Object.
func (h *Hierarchy) Resolve(owner, name, desc string) Resolved {
	m, unknown := h.resolve(h.owner(owner), name, desc)
	return resolved(m, unknown)
}

func resolved(m *classfile.Method, unknown *node) Resolved {
	r := Resolved{Method: m}
	if unknown != nil {
		r.Unknown = unknown.name
	}
	return r
}

// owner returns the node that holds the methods of a class or array type.
func (h *Hierarchy) owner(name string) *node {
	if strings.HasPrefix(name, "[") {
		name = object
	}
	return h.node(name)
}

func (h *Hierarchy) resolve(n *node, name, desc string) (m *classfile.Method, unknown *node) {
	if n.class != nil && n.class.IsInterface() {
		if m := n.declared(name, desc); m != nil {
			return m, nil
		}
		root := h.node(object)
		if m := root.declared(name, desc); m != nil && m.Access&classfile.AccPublic != 0 && !m.Static() {
			return m, nil
		}
	} else {
		for c := n; c != nil; c = c.super {
			if c.class == nil {
				return nil, c
			}
			if m := c.declared(name, desc); m != nil {
				return m, nil
			}
			if m := c.polymorphic(name); m != nil {
				return m, nil
			}
		}
	}
	_, m, unknown = inherited(n, name, desc)
	return m, unknown
}

// polymorphic returns a signature polymorphic method (JVMS 2.9.3): it takes every descriptor.
func (n *node) polymorphic(name string) *classfile.Method {
	if n.name != "java/lang/invoke/MethodHandle" && n.name != "java/lang/invoke/VarHandle" {
		return nil
	}
	for i := range n.class.Methods {
		m := &n.class.Methods[i]
		if m.Name == name && m.Access&(classfile.AccVarargs|classfile.AccNative) == classfile.AccVarargs|classfile.AccNative &&
			strings.HasPrefix(m.Desc, "([Ljava/lang/Object;)") {
			return m
		}
	}
	return nil
}

// inherited finds a method among the superinterfaces of n: one is the maximally-specific method that is not abstract
// where there is exactly one such (what runs), some is that or any maximally-specific one (what resolves).
func inherited(n *node, name, desc string) (one, some *classfile.Method, unknown *node) {
	var found []*node
	for _, s := range n.withAncestors()[1:] {
		switch {
		case s.class == nil:
			if unknown == nil {
				unknown = s
			}
		case s.class.IsInterface():
			if d := s.declared(name, desc); d != nil && d.Access&(classfile.AccPrivate|classfile.AccStatic) == 0 {
				found = append(found, s)
			}
		}
	}
	concrete := 0
	general := map[*node]bool{}
	if len(found) > 1 {
		general = above(found)
	}
	for _, s := range found {
		if general[s] {
			continue
		}
		d := s.declared(name, desc)
		if some == nil {
			some = d
		}
		if d.Access&classfile.AccAbstract == 0 {
			concrete++
			one = d
		}
	}
	if concrete != 1 {
		return nil, some, unknown
	}
	return one, one, unknown
}

// above is everything that is above one of the nodes: a node itself only where it is above another.
func above(nodes []*node) map[*node]bool {
	seen := map[*node]bool{}
	for list := slices.Clone(nodes); len(list) > 0; {
		n := list[len(list)-1]
		list = list[:len(list)-1]
		for _, p := range n.parents {
			if !seen[p] {
				seen[p] = true
				list = append(list, p)
			}
		}
	}
	return seen
}

func packageOf(name string) string {
	return name[:strings.LastIndexByte(name, '/')+1]
}
