package callgraph

import "github.com/energylint/energylint/internal/classfile"

// Exact finds where a virtual or interface call goes on an object whose class is known: one that was made by new in
// the same method. It returns nil where the method is not found.
func (h *Hierarchy) Exact(class, name, desc string) *Dispatch {
	n := h.owner(class)
	r, unknown := h.resolve(n, name, desc)
	if r == nil {
		return nil
	}
	m, u := h.selected(n, r)
	if unknown == nil {
		unknown = u
	}
	return exact(r, m, unknown)
}

// RunsMany reports whether a virtual or interface call on an object of a class, or one below it, can run more than most methods
// for which counts holds, as it does for the resolved method. Unlike Dispatch it ends as soon as it knows: in a chain of
// classes that all override a method, the methods below each of them together are the square of the classes. A "no" is not
// certain: lambdas are not counted.
func (h *Hierarchy) RunsMany(class, name, desc string, most int, counts func(*classfile.Method) bool) bool {
	n := h.owner(class)
	if d, ok := h.cache.m.Load(callKey{n, name, desc}); ok && len(d.(*Dispatch).Targets) <= most {
		return false
	}
	r, _ := h.resolve(n, name, desc)
	if r == nil || !counts(r) || (r.Access|n.class.Access)&classfile.AccFinal != 0 || r.Access&(classfile.AccPrivate|classfile.AccStatic) != 0 {
		return false
	}
	choice := h.selection(r)
	found := map[*classfile.Method]bool{}
	cone, seen := []*node{n}, map[*node]bool{n: true}
	for i := 0; i < len(cone) && len(found) <= most; i++ {
		c := cone[i]
		if c.class != nil && c.class.Access&(classfile.AccAbstract|classfile.AccInterface) == 0 {
			if m, _ := choice.on(c); m != nil && m.Access&classfile.AccAbstract == 0 && counts(m) {
				found[m] = true
			}
		}
		for _, s := range c.subs {
			if !seen[s] {
				seen[s] = true
				cone = append(cone, s)
			}
		}
	}
	return len(found) > most
}
