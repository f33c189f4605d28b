package difference

import (
	"cmp"
	"slices"
)

// findRoots sets the root of every changed pair: itself where its own code contributes, else that of the callee that
// explains it best. Methods that call each other and have no cause outside are dependants of one of them.
func (c *comparison) findRoots() {
	f := &components{index: map[*pair]int{}, low: map[*pair]int{}}
	for _, p := range c.pairs {
		if f.index[p] == 0 {
			f.visit(p)
		}
	}
	// Tarjan's algorithm yields a component after all that it leads to.
	for _, members := range f.found {
		c.rootOf(members)
	}
}

func (c *comparison) rootOf(members []*pair) {
	in := func(p *pair) bool { return slices.Contains(members, p) }
	if len(members) > maxGroup {
		set := make(map[*pair]bool, len(members))
		for _, p := range members {
			set[p] = true
		}
		in = func(p *pair) bool { return set[p] }
	}
	var root *pair
	for _, p := range members {
		if p.own || len(p.via) == 0 { // alone: it has no edges
			root = p
			break
		}
		for _, q := range p.via {
			if !in(q) && q.root != nil {
				root = q.root
				break
			}
		}
		if root != nil {
			break
		}
	}
	if root == nil {
		root = slices.MinFunc(members, func(a, b *pair) int {
			return cmp.Or(cmp.Compare(rankChanged(a), rankChanged(b)), cmp.Compare(a.name(), b.name()))
		})
		if root.change != nil && len(root.change.Causes) == 0 {
			root.change.Causes = []Cause{c.plainCause(root, root.base.Moved == root.head.Moved)}
		}
	}
	for _, p := range members {
		p.root = root
	}
}

// rankChanged prefers methods whose code differs, and that are reported.
func rankChanged(p *pair) int {
	switch {
	case p.change == nil:
		return 2
	case p.base.Moved == p.head.Moved:
		return 1
	}
	return 0
}

// components finds the strongly connected components of the pairs along via (Tarjan 1972).
type components struct {
	index, low map[*pair]int // index from 1
	stack      []*pair
	found      [][]*pair
}

func (f *components) visit(p *pair) {
	type frame struct {
		p    *pair
		next int
	}
	frames := []frame{}
	open := func(p *pair) {
		f.index[p] = len(f.index) + 1
		f.low[p] = f.index[p]
		f.stack = append(f.stack, p)
		frames = append(frames, frame{p: p})
	}
	onStack := map[*pair]bool{}
	open(p)
	onStack[p] = true
	for len(frames) > 0 {
		top := &frames[len(frames)-1]
		edges := top.p.via
		if top.p.own {
			edges = nil
		}
		if top.next < len(edges) {
			q := edges[top.next]
			top.next++
			if f.index[q] == 0 {
				onStack[q] = true
				open(q)
			} else if onStack[q] {
				f.low[top.p] = min(f.low[top.p], f.index[q])
			}
			continue
		}
		done := top.p
		frames = frames[:len(frames)-1]
		if len(frames) > 0 {
			up := frames[len(frames)-1].p
			f.low[up] = min(f.low[up], f.low[done])
		}
		if f.low[done] != f.index[done] {
			continue
		}
		at := slices.Index(f.stack, done)
		members := slices.Clone(f.stack[at:])
		f.stack = f.stack[:at]
		for _, m := range members {
			onStack[m] = false
		}
		f.found = append(f.found, members)
	}
}
