package cfg

import "slices"

// Region is an irreducible region: a cycle that can be entered at more than one block, so that no block of it
// dominates the rest. It is the largest such strongly connected set of blocks within the innermost natural loop
// around it (less that loop's header), and so may contain natural loops. How often its blocks are executed is
// for nobody to say.
type Region struct {
	Blocks  []int32 // in reverse postorder
	Entries []int32 // those of Blocks that can be entered from outside, in reverse postorder
}

// findRegions finds the irreducible regions, given the retreating edges whose target does not dominate their
// source: each lies within a region, and each region has one. Both ends of one are in a strongly connected set
// of blocks of the innermost loop around both, less its header.
func (g *Graph) findRegions(bad []int32) {
	// Outer loops first: an inner region may be part of an outer one.
	around := func(e int32) int {
		a, b := int(g.Blocks[g.Edges[e].From].Loop), int(g.Edges[e].To)
		for a >= 0 && !g.InLoop(b, a) {
			a = int(g.Loops[a].Parent)
		}
		return a
	}
	sortBy(bad, around)
	s := components{g: g, of: make([]int32, len(g.Blocks)), low: make([]int32, len(g.Blocks))}
	last := -2
	for _, e := range bad {
		to := g.Edges[e].To
		if g.Blocks[to].Region >= 0 {
			continue // both ends are in it
		}
		if l := around(e); l != last {
			s.find(l)
			last = l
		}
		body := s.members(to)
		slices.SortFunc(body, func(a, b int32) int { return int(g.Blocks[a].Order - g.Blocks[b].Order) })
		r := Region{Blocks: body}
		for _, b := range body {
			g.Blocks[b].Region = int32(len(g.Irreducible))
		}
		for _, b := range body {
			if g.entered(b) {
				r.Entries = append(r.Entries, b)
			}
		}
		g.Irreducible = append(g.Irreducible, r)
	}
}

func (g *Graph) entered(b int32) bool {
	for _, e := range g.Blocks[b].Preds {
		if g.Blocks[g.Edges[e].From].Region != g.Blocks[b].Region {
			return true
		}
	}
	return b == 0
}

// components finds strongly connected components by Tarjan's algorithm.
type components struct {
	g     *Graph
	of    []int32 // block to its component; while searching, to its negated visit number; 0 if unvisited
	low   []int32
	lists [][]int32 // component to its blocks, from 1
}

// find computes the components of loop l's body without its header, or of the whole graph where l is -1.
func (s *components) find(l int) {
	g := s.g
	nodes := g.RPO
	if l >= 0 {
		nodes = g.Loops[l].Blocks[1:]
	}
	for _, b := range nodes {
		s.of[b] = 0
	}
	s.lists = append(s.lists[:0], nil)
	inside := func(b int32) bool { return l < 0 || b != g.Loops[l].Header && g.InLoop(int(b), l) }
	type frame struct{ b, at int32 }
	var frames []frame
	var open []int32
	visits := int32(0)
	enter := func(b int32) {
		visits++
		s.of[b], s.low[b] = -visits, visits
		open = append(open, b)
		frames = append(frames, frame{b, 0})
	}
	for _, root := range nodes {
		if s.of[root] != 0 {
			continue
		}
		enter(root)
		for len(frames) > 0 {
			f := &frames[len(frames)-1]
			if b := f.b; int(f.at) < len(g.Blocks[b].Succs) {
				to := g.Blocks[b].Succs[f.at].To
				f.at++
				switch {
				case !inside(to):
				case s.of[to] == 0:
					enter(to)
				case s.of[to] < 0:
					s.low[b] = min(s.low[b], -s.of[to])
				}
				continue
			}
			b := f.b
			frames = frames[:len(frames)-1]
			if len(frames) > 0 {
				p := frames[len(frames)-1].b
				s.low[p] = min(s.low[p], s.low[b])
			}
			if s.low[b] == -s.of[b] {
				i := len(open) - 1
				for open[i] != b {
					i--
				}
				c := int32(len(s.lists))
				s.lists = append(s.lists, append([]int32(nil), open[i:]...))
				for _, m := range open[i:] {
					s.of[m] = c
				}
				open = open[:i]
			}
		}
	}
}

// members returns the blocks of b's component.
func (s *components) members(b int32) []int32 { return s.lists[s.of[b]] }
