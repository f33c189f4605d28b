package cfg

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// randomCode draws a method of blocks that branch, switch, call, return and throw into handlers at random.
func randomCode(t *rapid.T) string {
	n := rapid.IntRange(1, 14).Draw(t, "blocks")
	block := rapid.IntRange(0, n-1)
	var s strings.Builder
	for i := range n {
		fmt.Fprintf(&s, "b%d: ", i)
		for range rapid.IntRange(0, 2).Draw(t, "calls") {
			s.WriteString("invokestatic\n iinc 0 1\n")
		}
		to := func() string { return fmt.Sprintf("b%d", block.Draw(t, "to")) }
		switch rapid.IntRange(0, 5).Draw(t, "end") {
		case 0:
			s.WriteString("return\n")
		case 1:
			s.WriteString("goto " + to() + "\n")
		case 2, 3:
			s.WriteString("iload_0\nifeq " + to() + "\n")
		case 4:
			s.WriteString("iload_0\ntableswitch " + to() + " " + to() + " " + to() + "\n")
		case 5:
			s.WriteString("aconst_null\nathrow\n")
		}
	}
	s.WriteString("return\n")
	for range rapid.IntRange(0, 3).Draw(t, "handlers") {
		from := block.Draw(t, "start")
		to := fmt.Sprint("b", rapid.IntRange(from, n-1).Draw(t, "end")+1)
		if to == fmt.Sprint("b", n) {
			to = "$"
		}
		kind := rapid.SampledFrom([]string{"A", "B", "any"}).Draw(t, "type")
		fmt.Fprintf(&s, ".catch b%d %s b%d %s\n", from, to, block.Draw(t, "handler"), kind)
	}
	return s.String()
}

func TestRandomGraphs(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		g, err := build(t, randomCode(r))
		if err != nil {
			r.Fatal(err)
		}
		if err := compareLoops(g); err != nil {
			r.Fatal(err)
		}
		if err := comparePostDominators(g); err != nil {
			r.Fatal(err)
		}
	})
}

// compareLoops compares loops and regions with their definitions, computed in another way: strongly connected
// sets by reachability, taken apart header by header.
func compareLoops(g *Graph) error {
	all := map[int32]bool{}
	for _, b := range g.RPO {
		all[b] = true
	}
	loops := map[int32][]int32{}
	var regions [][]int32
	takeApart(g, all, loops, &regions)
	if len(loops) != len(g.Loops) {
		return fmt.Errorf("%d loops, want %v", len(g.Loops), loops)
	}
	for _, l := range g.Loops {
		got := slices.Sorted(slices.Values(l.Blocks))
		if !slices.Equal(got, loops[l.Header]) {
			return fmt.Errorf("the loop of %d is %v, want %v", l.Header, got, loops[l.Header])
		}
	}
	var got [][]int32
	for _, r := range g.Irreducible {
		got = append(got, slices.Sorted(slices.Values(r.Blocks)))
	}
	slices.SortFunc(got, slices.Compare)
	slices.SortFunc(regions, slices.Compare)
	if !slices.EqualFunc(got, regions, slices.Equal) {
		return fmt.Errorf("the irreducible regions are %v, want %v", got, regions)
	}
	return nil
}

// takeApart finds the strongly connected sets among the blocks: one with a single entry is that entry's loop, and
// is taken apart without it; others are irreducible, and may contain loops all the same.
func takeApart(g *Graph, blocks map[int32]bool, loops map[int32][]int32, regions *[][]int32) {
	within := func(from int32) map[int32]bool {
		seen := map[int32]bool{}
		work := []int32{from}
		for len(work) > 0 {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			for _, e := range g.Blocks[b].Succs {
				if blocks[e.To] && !seen[e.To] {
					seen[e.To] = true
					work = append(work, e.To)
				}
			}
		}
		return seen
	}
	reach := map[int32]map[int32]bool{}
	for b := range blocks {
		reach[b] = within(b)
	}
	done := map[int32]bool{}
	for _, b := range slices.Sorted(mapKeys(blocks)) {
		if done[b] || !reach[b][b] {
			continue
		}
		set := map[int32]bool{}
		for c := range blocks {
			if reach[b][c] && reach[c][b] {
				set[c], done[c] = true, true
			}
		}
		entries := map[int32]bool{}
		for c := range set {
			if c == 0 {
				entries[c] = true
			}
			for _, e := range g.Blocks[c].Preds {
				if !set[g.Edges[e].From] {
					entries[c] = true
				}
			}
		}
		headers := entries
		if len(entries) > 1 { // a region is maximal: it is not taken apart
			*regions = append(*regions, slices.Sorted(mapKeys(set)))
			headers = set
		}
		// A block heads a loop if it dominates a predecessor.
		for h := range headers {
			body := loopOf(g, h)
			if body != nil {
				loops[h] = body
			}
		}
		if len(entries) == 1 {
			for h := range entries {
				delete(set, h)
			}
			takeApart(g, set, loops, regions)
		}
	}
}

func mapKeys(m map[int32]bool) func(func(int32) bool) {
	return func(yield func(int32) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// loopOf returns h's natural loop by definition, nil if it has none.
func loopOf(g *Graph, h int32) []int32 {
	without := g.reach(0, int(h)) // h dominates what this does not reach
	body := map[int32]bool{}
	for i := range g.Blocks {
		b := int32(i)
		if !g.Blocks[b].Reachable() || without[b] {
			continue
		}
		for _, e := range g.Blocks[b].Succs {
			if e.To == h {
				body[h], body[b] = true, true
			}
		}
	}
	if len(body) == 0 {
		return nil
	}
	for grown := true; grown; {
		grown = false
		for i := range g.Edges {
			e := &g.Edges[i]
			if e.To != h && body[e.To] && !body[e.From] && g.Blocks[e.From].Reachable() {
				body[e.From], grown = true, true
			}
		}
	}
	return slices.Sorted(mapKeys(body))
}

// comparePostDominators compares the tree with the definition, where every block can leave the method.
func comparePostDominators(g *Graph) error {
	p := g.PostDominators()
	leavesWithout := func(from, without int) bool {
		for b, ok := range g.reach(from, without) {
			if ok && g.leaves(&g.Blocks[b]) {
				return true
			}
		}
		return false
	}
	for _, b := range g.RPO {
		if !leavesWithout(int(b), -1) {
			return nil // an endless loop: by convention, not by definition
		}
	}
	for _, a := range g.RPO {
		for _, b := range g.RPO {
			if got, want := p.Dominates(int(a), int(b)), !leavesWithout(int(b), int(a)); got != want {
				return fmt.Errorf("block %d postdominates %d: %v, by definition %v", a, b, got, want)
			}
		}
	}
	return nil
}
