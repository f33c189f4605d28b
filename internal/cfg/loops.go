package cfg

import "iter"

// Loop is a natural loop: the blocks from which one of its latches can be reached without passing the header,
// which dominates them all. Loops with the same header are one.
type Loop struct {
	Header    int32
	Parent    int32   // the loop around it, index into Graph.Loops; -1 for none
	End       int32   // loops inside this one are those with an index above its own and below End
	Depth     int32   // 1 for an outermost loop
	BackEdges []int32 // edges from the latches to the header, indices into Graph.Edges
	Blocks    []int32 // header first, own blocks in reverse postorder, then those of inner loops, loop by loop
}

// InLoop reports whether block b is in loop l or in one inside it.
func (g *Graph) InLoop(b, l int) bool {
	in := int(g.Blocks[b].Loop)
	return in >= l && in < int(g.Loops[l].End)
}

// Entry returns the edge that every path to block b takes last before it is first in b: the only one that is no back edge. It is nil where there
// are several.
func (g *Graph) Entry(b int) (entry *Edge) {
	for _, i := range g.Blocks[b].Preds {
		switch e := &g.Edges[i]; {
		case g.Dominators.Dominates(b, int(e.From)):
		case entry != nil:
			return nil
		default:
			entry = e
		}
	}
	return entry
}

// Entries yields the edges that enter loop l, in the order of the header's Preds.
func (g *Graph) Entries(l int) iter.Seq[*Edge] {
	return func(yield func(*Edge) bool) {
		for _, i := range g.Blocks[g.Loops[l].Header].Preds {
			if e := &g.Edges[i]; !g.InLoop(int(e.From), l) && !yield(e) {
				return
			}
		}
	}
}

// Exits returns the edges that leave loop l, as indices into Graph.Edges, in the order of its blocks.
func (g *Graph) Exits(l int) []int32 {
	var exits []int32
	for _, b := range g.Loops[l].Blocks {
		es := g.Blocks[b].Succs
		if len(es) == 0 {
			continue
		}
		first := g.edgeIndex(b)
		for i := range es {
			if !g.InLoop(int(es[i].To), l) {
				exits = append(exits, first+int32(i))
			}
		}
	}
	return exits
}

// edgeIndex returns the index in Edges of the first edge of b, which must have one.
func (g *Graph) edgeIndex(b int32) int32 {
	e := &g.Blocks[b].Succs[0]
	return g.Blocks[e.To].Preds[e.Slot]
}

// loopFinder holds the loops while they are found from the inside out: an inner loop's header comes later in
// reverse postorder than that of the loop around it.
type loopFinder struct {
	g       *Graph
	scratch *scratch
	loops   []Loop
	own     []int32 // block to its innermost loop, -1 for none
	top     []int32 // loop towards the outermost loop around it that is known so far: union-find
	work    []int32
}

// findLoops finds the natural loops, each block and each finished loop walked once, and the retreating edges
// that make none.
func (g *Graph) findLoops(s *scratch) {
	if len(g.Blocks) == 1 && len(g.Edges) == 0 {
		return
	}
	var bad []int32 // retreating edges to blocks that do not dominate their source
	f := loopFinder{g: g, scratch: s}
	var edges []int32 // back edges, loop by loop
	for i := len(g.RPO) - 1; i >= 0; i-- {
		h := g.RPO[i]
		first := len(edges)
		for _, e := range g.Blocks[h].Preds {
			from := g.Edges[e].From
			switch {
			case g.Blocks[from].Order < g.Blocks[h].Order:
			case g.Dominators.Dominates(int(h), int(from)):
				edges = append(edges, e)
			default:
				bad = append(bad, e)
			}
		}
		if len(edges) > first {
			f.add(h, edges[first:len(edges):len(edges)])
		}
	}
	if f.loops != nil {
		f.nest()
	}
	if bad != nil {
		g.findRegions(bad)
	}
}

// find returns the outermost loop known around loop l.
func (f *loopFinder) find(l int32) int32 {
	for f.top[l] != l {
		f.top[l] = f.top[f.top[l]]
		l = f.top[l]
	}
	return l
}

func (f *loopFinder) add(h int32, back []int32) {
	g := f.g
	if f.own == nil {
		f.own = f.scratch.take(len(g.Blocks))
		for b := range f.own {
			f.own[b] = -1
		}
	}
	l := int32(len(f.loops))
	f.loops = append(f.loops, Loop{Header: h, Parent: -1, BackEdges: back})
	f.top = append(f.top, l)
	f.own[h] = l
	take := func(b int32) {
		if f.own[b] < 0 {
			f.own[b] = l
			f.work = append(f.work, b)
		} else if inner := f.find(f.own[b]); inner != l {
			f.top[inner] = l
			f.loops[inner].Parent = l
			f.work = append(f.work, f.loops[inner].Header)
		}
	}
	for _, e := range back {
		take(g.Edges[e].From)
	}
	for len(f.work) > 0 {
		b := f.work[len(f.work)-1]
		f.work = f.work[:len(f.work)-1]
		for _, e := range g.Blocks[b].Preds {
			take(g.Edges[e].From)
		}
	}
}

// nest numbers the loops in preorder and lays out their blocks.
func (f *loopFinder) nest() {
	g, n := f.g, len(f.loops)
	place, within, blocks, next := f.scratch.take(n), f.scratch.take(n), f.scratch.take(n), f.scratch.take(n)
	total := int32(0)
	for _, l := range f.own {
		if l >= 0 {
			blocks[l]++
			total++
		}
	}
	for l := range n { // inner loops come before outer ones
		within[l]++
		if p := f.loops[l].Parent; p >= 0 {
			within[p] += within[l]
		}
	}
	g.Loops = make([]Loop, n)
	top := int32(0)
	for l := n - 1; l >= 0; l-- { // outer loops first
		old := &f.loops[l]
		if old.Parent < 0 {
			place[l] = top
			top += within[l]
		} else {
			place[l] = next[old.Parent]
			next[old.Parent] += within[l]
		}
		k := &g.Loops[place[l]]
		*k = *old
		k.End = place[l] + within[l]
		k.Depth = 1
		if old.Parent >= 0 {
			k.Parent = place[old.Parent]
			k.Depth = g.Loops[k.Parent].Depth + 1
		}
		next[l] = place[l] + 1
	}
	for b, l := range f.own {
		if l >= 0 {
			g.Blocks[b].Loop = place[l]
		}
	}
	// In preorder a loop's own blocks and then all of its inner loops' are one range.
	starts := f.scratch.take(n + 1)
	for l := range n {
		starts[place[l]+1] = blocks[l]
	}
	for i := range n {
		starts[i+1] += starts[i]
	}
	bodies := make([]int32, total)
	fill := f.scratch.take(n + 1)
	copy(fill, starts)
	for _, b := range g.RPO {
		if l := g.Blocks[b].Loop; l >= 0 {
			bodies[fill[l]] = b
			fill[l]++
		}
	}
	for i := range g.Loops {
		k := &g.Loops[i]
		k.Blocks = bodies[starts[i]:starts[k.End]:starts[k.End]]
	}
}
