package callgraph

// Overridden reports whether a method that is no part of the library may run when a library method is called through a
// class of the library: one of an analysed class, the body of a lambda, or one that is inherited from a class known by
// name only.
func (h *Hierarchy) Overridden(class, name, desc string) bool {
	if h.Orphaned(class, name, desc) {
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

// Orphaned reports whether an analysed class declares a method of that name and may be below a class through one known by name only, or may do so
// and cannot be read: it may run for a call through the class.
func (h *Hierarchy) Orphaned(class, name, desc string) bool {
	for range h.orphansOf(h.node(class), name, desc) {
		return true
	}
	return h.missing != nil
}
