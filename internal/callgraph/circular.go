package callgraph

import "slices"

// refuse makes every class that is above itself one that is known by name only, as a JVM does, which fails to load it with
// a ClassCircularityError (JVMS 5.3.5), and returns the analysed ones among them, in the order of nodes. nodes are all
// that can be on a cycle. From then on the hierarchy has no cycles: a traversal of what is above or below a class ends.
func refuse(nodes []*node) []*node {
	at := make(map[*node]int32, len(nodes))
	for i, n := range nodes {
		at[n] = int32(i)
	}
	parents := make([][]int32, len(nodes))
	for i, n := range nodes {
		for _, p := range n.parents {
			if j, ok := at[p]; ok {
				parents[i] = append(parents[i], j)
			}
		}
	}
	circular := make([]bool, len(nodes))
	for _, c := range Components(len(nodes), func(v int) []int32 { return parents[v] }) {
		for _, v := range c {
			circular[v] = len(c) > 1 || slices.Contains(parents[v], v)
		}
	}
	var out []*node
	for i, n := range nodes {
		if !circular[i] {
			continue
		}
		if n.analysed {
			out = append(out, n)
		}
		n.class, n.methods, n.super, n.ifaces, n.parents, n.analysed = nil, nil, nil, nil, nil, false
	}
	return out
}

// Circular returns the internal names of the given classes that are above themselves. They are no part of the hierarchy:
// what they may override is not known, as if they could not be read.
func (h *Hierarchy) Circular() []string { return h.circular }
