package callgraph

import "github.com/energylint/energylint/internal/classfile"

// selection finds which method runs when the resolved method is called on objects of several classes. It remembers what it
// has found for the classes above them: in a chain of classes, each would walk up the whole of it.
type selection struct {
	h        *Hierarchy
	resolved *classfile.Method
	of       map[*node]selected
	override map[*node]bool // whether what a class declares overrides the resolved method
}

// selected is the method that runs, nil for none, or where unknown may declare another one.
type selected struct {
	method    *classfile.Method
	unknown   *node
	inherited bool // from an interface: a class below with interfaces of its own may have another one
}

func (h *Hierarchy) selection(r *classfile.Method) *selection {
	return &selection{h, r, map[*node]selected{}, map[*node]bool{}}
}

// selected finds the method that runs when the resolved method is called on an object of class n (JVMS 5.4.6).
func (h *Hierarchy) selected(n *node, r *classfile.Method) (m *classfile.Method, unknown *node) {
	return h.selection(r).on(n)
}

// on finds the method that runs on an object of class n: what the nearest class from n on upward declares that overrides the
// resolved method, else what the interfaces have.
func (s *selection) on(n *node) (m *classfile.Method, unknown *node) {
	if s.resolved.Access&(classfile.AccPrivate|classfile.AccStatic) != 0 {
		return s.resolved, nil
	}
	out, ok := selected{}, false
	var room [16]*node // most chains are shorter
	chain := room[:0]
	for c := n; c != nil && !ok; c = c.super {
		if out, ok = s.of[c]; ok {
			break
		}
		chain = append(chain, c)
		switch d := c.declared(s.resolved.Name, s.resolved.Desc); {
		case c.class == nil:
			out, ok = selected{unknown: c}, true
		case d != nil && d.Access&(classfile.AccStatic|classfile.AccPrivate) == 0 && s.overrides(c, d):
			out, ok = selected{method: d}, true
		}
	}
	for i := len(chain) - 1; i >= 0; i-- {
		c := chain[i]
		if !ok && (i == len(chain)-1 || len(c.ifaces) > 0) || ok && out.inherited && len(c.ifaces) > 0 {
			m, _, unknown := inherited(c, s.resolved.Name, s.resolved.Desc)
			out, ok = selected{m, unknown, true}, true
		}
		if len(c.subs)+len(c.lambdas) > 0 { // others are asked for once
			s.of[c] = out
		}
	}
	return out.method, out.unknown
}

// overrides reports whether d, which class c declares, can override the resolved method (JVMS 5.4.5). The same method
// overrides itself.
func (s *selection) overrides(c *node, d *classfile.Method) bool {
	r := s.resolved
	if d == r || r.Access&(classfile.AccPublic|classfile.AccProtected) != 0 || packageOf(d.Class.Name) == packageOf(r.Class.Name) {
		return true
	}
	if is, ok := s.override[c]; ok {
		return is
	}
	s.override[c] = false
	for b := c.super; b != nil && b.class != nil && b.class != r.Class; b = b.super {
		m := b.declared(r.Name, r.Desc)
		if m == nil || m.Access&(classfile.AccStatic|classfile.AccPrivate) != 0 {
			continue
		}
		if (m.Access&(classfile.AccPublic|classfile.AccProtected) != 0 || packageOf(m.Class.Name) == packageOf(d.Class.Name)) && s.overrides(b, m) {
			s.override[c] = true
			break
		}
	}
	return s.override[c]
}
