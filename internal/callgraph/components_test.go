package callgraph

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestComponents(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 12).Draw(t, "n")
		g := make([][]int32, n)
		for v := range g {
			for range rapid.IntRange(0, 3).Draw(t, "degree") {
				g[v] = append(g[v], int32(rapid.IntRange(0, n-1).Draw(t, "to")))
			}
		}
		reach := make([][]bool, n)
		for v := range reach {
			reach[v] = make([]bool, n)
			reach[v][v] = true
			for work := []int{v}; len(work) > 0; {
				u := work[0]
				work = work[1:]
				for _, w := range g[u] {
					if !reach[v][w] {
						reach[v][w] = true
						work = append(work, int(w))
					}
				}
			}
		}
		callees := func(v int) []int32 { return g[v] }
		cs := Components(n, callees)
		of := make([]int, n)
		seen := 0
		for i, c := range cs {
			if !slices.IsSorted(c) {
				t.Fatalf("component %v is not sorted", c)
			}
			for _, v := range c {
				of[v] = i
				seen++
			}
		}
		if seen != n {
			t.Fatalf("%d of %d nodes are in a component", seen, n)
		}
		for v := range n {
			for w := range n {
				if same := reach[v][w] && reach[w][v]; same != (of[v] == of[w]) {
					t.Fatalf("%d and %d: in one component %v, want %v", v, w, of[v] == of[w], same)
				}
				if reach[v][w] && of[w] > of[v] {
					t.Fatalf("%d reaches %d, whose component comes later", v, w)
				}
			}
		}
		level := make([]int, len(cs))
		for i, l := range Levels(n, cs, callees) {
			for _, c := range l {
				level[c] = i
			}
		}
		for v := range n {
			for _, w := range g[v] {
				if of[v] != of[w] && level[of[w]] >= level[of[v]] {
					t.Fatalf("the component of %d is on level %d, its callee's on %d", v, level[of[v]], level[of[w]])
				}
			}
		}
	})
}

func TestComponentsOfALongChain(t *testing.T) {
	const n = 1_000_000
	cs := Components(n, func(v int) []int32 {
		if v+1 == n {
			return nil
		}
		return []int32{int32(v + 1)}
	})
	if len(cs) != n || cs[0][0] != n-1 {
		t.Errorf("%d components, the first %v", len(cs), cs[0])
	}
}
