package callgraph

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
