package similar

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// drawTree draws a tree of at most n nodes with few labels.
func drawTree(t *rapid.T, n int, name string) *Node {
	nodes := []*Node{{Label: "root", App: true}}
	for i := range rapid.IntRange(0, n-1).Draw(t, name) {
		parent := nodes[rapid.IntRange(0, i).Draw(t, "parent")]
		node := &Node{Label: rapid.SampledFrom([]string{"a", "b", "c", "d"}).Draw(t, "label"), App: rapid.Bool().Draw(t, "app")}
		if rapid.IntRange(0, 7).Draw(t, "inherits") == 0 {
			node.Overrides = []string{"a"}
		}
		parent.Children = append(parent.Children, node)
		nodes = append(nodes, node)
	}
	return nodes[0]
}

func matching(t *rapid.T, a, b *Node, alpha int) (*matcher, []pair) {
	l := newLabels()
	m := newMatcher(flatten(a, l), flatten(b, l), l, alpha)
	if err := m.run(); err != nil {
		t.Fatal(err)
	}
	return m, m.backtrack()
}

func (m *matcher) total() pairScore { return m.rows[0].score(0) }

// naive is lemma 3.1 as it is written: all pairs, every assignment.
type naive struct {
	*matcher
	memo map[[2]int32]pairScore
}

func (n naive) score(v, w int32) pairScore {
	if known, ok := n.memo[[2]int32{v, w}]; ok {
		return known
	}
	var best pairScore
	if d := n.pathDistance(v, w); d <= n.alpha {
		for _, c := range n.a.children(v) {
			best = max(best, n.score(c, w))
		}
		for _, d := range n.b.children(w) {
			best = max(best, n.score(v, d))
		}
		gain := pairScore(0)
		if v == 0 && w == 0 || n.labels.equal(n.a.label[v], n.b.label[w]) {
			gain = n.gain(d)
		}
		best = max(best, gain+n.everyAssignment(n.a.children(v), n.b.children(w)))
	}
	n.memo[[2]int32{v, w}] = best
	return best
}

func (n naive) everyAssignment(rows, cols []int32) pairScore {
	if len(rows) == 0 {
		return 0
	}
	best := n.everyAssignment(rows[1:], cols)
	for i, c := range cols {
		rest := slices.Delete(slices.Clone(cols), i, i+1)
		best = max(best, n.score(rows[0], c)+n.everyAssignment(rows[1:], rest))
	}
	return best
}

func (t *flat) children(v int32) (children []int32) {
	for c := v + 1; c < t.last[v]; c = t.last[c] {
		children = append(children, c)
	}
	return children
}

func (t *flat) ancestor(v, w int32) bool { return v < w && w < t.last[v] }

func (t *flat) nearestCommon(v, w int32) int32 {
	for v != w {
		if v > w {
			v = t.parent[v]
		} else {
			w = t.parent[w]
		}
	}
	return v
}

// respects reports whether a matching keeps ancestors and nearest common ancestors (equations 2 and 3 of the paper).
func (m *matcher) respects(pairs []pair) error {
	for _, p := range pairs {
		for _, q := range pairs {
			if (p.a == q.a) != (p.b == q.b) || m.a.ancestor(p.a, q.a) != m.b.ancestor(p.b, q.b) {
				return fmt.Errorf("%v and %v: ancestors", p, q)
			}
			for _, r := range pairs {
				same := m.a.nearestCommon(p.a, q.a) == m.a.nearestCommon(p.a, r.a)
				if same != (m.b.nearestCommon(p.b, q.b) == m.b.nearestCommon(p.b, r.b)) {
					return fmt.Errorf("%v, %v and %v: nearest common ancestors", p, q, r)
				}
			}
		}
	}
	return nil
}

// TestMatchIsTheRecurrence compares the sparse evaluation with the recurrence, and checks the pairs.
func TestMatchIsTheRecurrence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawTree(t, 14, "a"), drawTree(t, 14, "b")
		m, pairs := matching(t, a, b, rapid.IntRange(0, MaxAlpha).Draw(t, "alpha"))
		if want := (naive{m, map[[2]int32]pairScore{}}).score(0, 0); m.total() != want {
			t.Fatalf("score %x, the recurrence has %x", m.total(), want)
		}
		if err := m.respects(pairs); err != nil {
			t.Fatal(err)
		}
		var sum pairScore
		for _, p := range pairs {
			if p.distance > m.alpha || p.distance != m.pathDistance(p.a, p.b) {
				t.Fatalf("%v: paths differ by %d edits", p, m.pathDistance(p.a, p.b))
			}
			if p.equal {
				sum += m.gain(p.distance)
			}
		}
		if sum != m.total() {
			t.Fatalf("the pairs sum to %x, the score is %x", sum, m.total())
		}
	})
}

// TestMatchIsTheLargest compares with all matchings of small trees. Where alpha excludes no pair, none is larger;
// where it does, the recurrence wants the pairs' nearest common ancestors in reach, too.
func TestMatchIsTheLargest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawTree(t, 6, "a"), drawTree(t, 6, "b")
		m, _ := matching(t, a, b, rapid.IntRange(0, MaxAlpha).Draw(t, "alpha"))
		largest := m.largest(nil, 0)
		size := int(m.total() >> 32)
		if size > largest || size < largest && m.alpha == MaxAlpha {
			t.Fatalf("%d pairs, the largest matching has %d", size, largest)
		}
	})
}

// largest tries for each node from v on all partners and none.
func (m *matcher) largest(pairs []pair, v int32) int {
	if v == m.a.size() {
		return len(pairs)
	}
	best := m.largest(pairs, v+1)
	for w := range m.b.size() {
		d := m.pathDistance(v, w)
		if !m.labels.equal(m.a.label[v], m.b.label[w]) || d > m.alpha {
			continue
		}
		if next := append(slices.Clone(pairs), pair{v, w, d, true}); m.respects(next) == nil {
			best = max(best, m.largest(next, v+1))
		}
	}
	return best
}

func TestMatchIsSymmetric(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawTree(t, 40, "a"), drawTree(t, 40, "b")
		alpha := rapid.IntRange(0, MaxAlpha).Draw(t, "alpha")
		one, _ := matching(t, a, b, alpha)
		other, _ := matching(t, b, a, alpha)
		if one.total() != other.total() {
			t.Fatalf("%x one way, %x the other", one.total(), other.total())
		}
	})
}

func TestMatchIdentity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawTree(t, 60, "a")
		for alpha := range MaxAlpha + 1 {
			m, pairs := matching(t, a, a, alpha)
			if len(pairs) != int(m.a.size()) {
				t.Fatalf("alpha %d: %d of %d nodes matched", alpha, len(pairs), m.a.size())
			}
			for _, p := range pairs {
				if p.distance != 0 {
					t.Fatalf("alpha %d: %v", alpha, p)
				}
			}
		}
	})
}

// TestMatchGrowsWithAlpha checks that more edits never match less.
func TestMatchGrowsWithAlpha(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawTree(t, 40, "a"), drawTree(t, 40, "b")
		before := 0
		for alpha := range MaxAlpha + 1 {
			m, _ := matching(t, a, b, alpha)
			if size := int(m.total() >> 32); size < before {
				t.Fatalf("alpha %d: %d pairs, %d with one edit less", alpha, size, before)
			} else {
				before = size
			}
		}
	})
}
