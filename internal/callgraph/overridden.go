package callgraph

// Overridden reports whether a method that is no part of the library may run when a library method is called through a
// class of the library: one of an analysed class, the body of a lambda, or one that is inherited from a class known by
// name only.
func (h *Hierarchy) Overridden(class, name, desc string) bool {
	if h.Orphaned(name, desc) {
		return true
	}
	n := h.nodes[class]
	if n == nil {
		return false // nothing that is analysed is below it
	}
	for _, c := range h.cone(n) {
		for _, l := range c.lambdas {
			if l.Implements(name, desc) {
				return true
			}
		}
		if !c.analysed {
			continue
		}
		for _, s := range c.withAncestors() {
			if s.class == nil && !isRuntimeLibrary(s.name) || s.analysed && s.declared(name, desc) != nil {
				return true
			}
		}
	}
	return false
}

// Orphaned reports whether an analysed class declares such a method that is below a class known by name only, or may do so
// and cannot be read: it may run for any call of a method of that name.
func (h *Hierarchy) Orphaned(name, desc string) bool {
	return h.missing != nil || len(h.orphans[signature{name, desc}]) > 0
}
