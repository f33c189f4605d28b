package similar

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// shape is the form of a synthetic calling context tree.
type shape struct {
	name          string
	depth, fanout int // of what is drawn; a node's parent is drawn among those with less
	labels        int // of a skewed distribution: half of the calls go to a tenth of the methods
}

var shapes = []shape{
	{"deep", 40, 4, 3000},
	{"program", 12, 8, 2000},
	{"wide", 5, 40, 2000},
	{"few labels", 12, 8, 60},
	{"listeners", 3, 300, 4000},
	{"shallow, few labels", 5, 40, 90},
}

// draw returns a tree of n nodes whose siblings have different labels.
func (s shape) draw(n int, seed uint64) *Node {
	r := rand.New(rand.NewPCG(seed, 1))
	type place struct {
		node  *Node
		depth int
		taken map[string]bool
	}
	open := []*place{{node: &Node{Label: "", App: true}, taken: map[string]bool{}}}
	root := open[0].node
	for made := 1; made < n; {
		i := r.IntN(len(open))
		if r.IntN(2) == 0 { // branches grow long before the tree grows wide
			i = len(open) - 1 - r.IntN(min(len(open), 20))
		}
		p := open[i]
		label := r.IntN(s.labels)
		if r.IntN(2) == 0 {
			label = r.IntN(s.labels/10 + 1)
		}
		text := fmt.Sprintf("Class%d.method%d", label/8, label)
		if !p.taken[text] {
			p.taken[text] = true
			child := &Node{Label: text, App: p.node == root || r.IntN(10) == 0, Energy: r.Float64(), Known: true}
			p.node.Children = append(p.node.Children, child)
			made++
			if p.depth+1 < s.depth {
				open = append(open, &place{child, p.depth + 1, map[string]bool{}})
			}
		}
		if len(p.taken) >= min(s.fanout, s.labels*2/3) && p.node != root {
			open[i] = open[len(open)-1]
			open = open[:len(open)-1]
		}
	}
	return root
}

// vary returns a copy of a tree with another label for one node of 20, and without one of 20.
func vary(n *Node, r *rand.Rand) *Node {
	out := *n
	out.Children = nil
	for _, c := range n.Children {
		copied := vary(c, r)
		switch r.IntN(20) {
		case 0:
			copied.Label += "Other"
		case 1:
			out.Children = append(out.Children, copied.Children...)
			continue
		}
		out.Children = append(out.Children, copied)
	}
	return &out
}

// BenchmarkMatch matches trees of 30,000 nodes: with one that was varied, and with one that has nothing to do with it.
func BenchmarkMatch(b *testing.B) {
	for _, s := range shapes {
		one := s.draw(30_000, 1)
		for name, other := range map[string]*Node{"varied": vary(one, rand.New(rand.NewPCG(3, 3))), "other": s.draw(30_000, 2)} {
			for _, alpha := range []int{0, 2, MaxAlpha} {
				b.Run(fmt.Sprintf("%s/%s/alpha=%d", s.name, name, alpha), func(b *testing.B) {
					for b.Loop() {
						l := newLabels()
						m := newMatcher(flatten(one, l), flatten(other, l), l, alpha)
						if err := m.run(); err != nil {
							b.Fatalf("%v after %d M steps, %d M scores", err, m.steps/1e6, m.pairs/1e6)
						}
						b.ReportMetric(float64(len(m.backtrack())), "pairs")
						b.ReportMetric(float64(m.steps)/1e6, "Msteps")
						b.ReportMetric(float64(m.pairs)/1e6, "Mscores")
					}
				})
			}
		}
	}
}
