package cfg

import (
	"cmp"
	"slices"
)

func sortBy(is []int32, key func(int32) int) {
	slices.SortStableFunc(is, func(a, b int32) int { return cmp.Compare(key(a), key(b)) })
}

func search(is []int32, i int32) (int, bool) { return slices.BinarySearch(is, i) }

// order numbers the reachable blocks in reverse postorder, such that of a block's successors the earlier in its
// list tends to come first.
func (g *Graph) order(s *scratch) {
	n := len(g.Blocks)
	g.RPO = make([]int32, n)
	at := n
	left, stack := s.take(n), s.take(n)[:0]
	visit := func(b int32) {
		g.Blocks[b].Order = 0
		left[b] = int32(len(g.Blocks[b].Succs))
		stack = append(stack, b)
	}
	visit(0)
	for len(stack) > 0 {
		b := stack[len(stack)-1]
		if left[b] > 0 {
			left[b]--
			if to := g.Blocks[b].Succs[left[b]].To; g.Blocks[to].Order < 0 {
				visit(to)
			}
			continue
		}
		stack = stack[:len(stack)-1]
		at--
		g.RPO[at] = b
	}
	g.RPO = g.RPO[at:]
	for i, b := range g.RPO {
		g.Blocks[b].Order = int32(i)
	}
}

// linkPreds makes the predecessor lists and fills in Edge.Slot.
func (g *Graph) linkPreds(s *scratch) {
	if len(g.Edges) == 0 {
		return
	}
	total := 0
	counts := s.take(len(g.Blocks))
	for i := range g.Edges {
		if e := &g.Edges[i]; g.Blocks[e.From].Order >= 0 {
			counts[e.To]++
			total++
		}
	}
	preds := make([]int32, total)
	at := int32(0)
	for b, n := range counts {
		g.Blocks[b].Preds = preds[at : at : at+n]
		at += n
	}
	for i := range g.Edges {
		e := &g.Edges[i]
		if g.Blocks[e.From].Order < 0 {
			continue
		}
		to := &g.Blocks[e.To]
		e.Slot = int32(len(to.Preds))
		to.Preds = append(to.Preds, int32(i))
	}
}
