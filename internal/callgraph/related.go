package callgraph

import (
	"slices"

	"github.com/energylint/energylint/internal/classfile"
)

// Related reports whether an object may be of both classes: one is above the other, or some class is or may be below both, as
// LinkedList is below List and Deque.
func (h *Hierarchy) Related(a, b string) bool {
	key := [2]string{a, b}
	if r, ok := h.cache.pairs.Load(key); ok {
		return r.(bool)
	}
	r := h.related(h.node(a), h.node(b))
	h.cache.pairs.Store(key, r)
	return r
}

func (h *Hierarchy) related(a, b *node) bool {
	if h.maybeBelow(a, b) || h.maybeBelow(b, a) {
		return true
	}
	if (a.class.Access|b.class.Access)&classfile.AccInterface == 0 {
		return false // a class has one super class
	}
	both := func(n *node) bool { return h.below(n, a) && h.maybeBelow(n, b) || h.below(n, b) && h.maybeBelow(n, a) }
	if slices.ContainsFunc(h.adrift, both) {
		return true
	}
	for _, p := range [][2]*node{{a, b}, {b, a}} {
		if h.openBelow(p[0], map[*node]bool{}) != nil {
			continue
		}
		return slices.ContainsFunc(h.cone(p[0]), func(c *node) bool {
			return h.maybeBelow(c, p[1]) || slices.ContainsFunc(c.lambdas, func(l *Lambda) bool {
				return slices.ContainsFunc(l.Interfaces, func(i string) bool { return h.maybeBelow(h.node(i), p[1]) })
			})
		})
	}
	return true
}

func (h *Hierarchy) below(n, above *node) bool {
	is, _ := h.IsSubtype(n.name, above.name)
	return is
}

// maybeBelow is below, or not known not to be.
func (h *Hierarchy) maybeBelow(n, above *node) bool {
	is, known := h.IsSubtype(n.name, above.name)
	return is || !known
}
