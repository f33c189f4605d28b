package similar

import (
	"math"
	"slices"
)

// pair is two nodes that a matching maps to each other. Equal reports whether their labels are at distance 0.
type pair struct {
	a, b     int32
	distance int32 // edits between their paths
	equal    bool
}

// backtrack returns the pairs of the matching, by ascending node of a.
func (m *matcher) backtrack() []pair {
	m.maximum = math.MaxInt64 // each step was taken before
	var pairs []pair
	stack := []edge{{0, 0, m.rows[0].score(0)}}
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		v, w := top.row, top.col
		p := pair{a: v, b: w, distance: m.pathDistance(v, w), equal: v == 0 && w == 0 || m.labels.equal(m.a.label[v], m.b.label[w])}
		gain := pairScore(0)
		if p.equal {
			gain = m.gain(p.distance)
		}
		edges := m.childEdges(v, w)
		if gain+m.assign(edges, -1) == top.score {
			pairs = append(pairs, p)
			for _, i := range m.chosen {
				stack = append(stack, edges[i])
			}
			continue
		}
		stack = append(stack, m.descend(v, w, top.score))
	}
	slices.SortFunc(pairs, func(p, q pair) int { return int(p.a - q.a) })
	return pairs
}

// childEdges returns the pairs of children of v and w that have a score, in the order in which score met them.
func (m *matcher) childEdges(v, w int32) []edge {
	var edges []edge
	for c := v + 1; c < m.a.last[v]; c = m.a.last[c] {
		r := m.rows[c]
		first, _ := slices.BinarySearch(r.nodes, w+1)
		for i := first; i < len(r.nodes) && r.nodes[i] < m.b.last[w]; i++ {
			if m.b.parent[r.nodes[i]] == w {
				edges = append(edges, edge{c, r.nodes[i], r.scores[i]})
			}
		}
	}
	slices.Reverse(edges)
	return edges
}

// descend returns the pair with a child of v or of w that has the same score.
func (m *matcher) descend(v, w int32, score pairScore) edge {
	for c := v + 1; c < m.a.last[v]; c = m.a.last[c] {
		if m.rows[c].score(w) == score {
			return edge{c, w, score}
		}
	}
	for d := w + 1; d < m.b.last[w]; d = m.b.last[d] {
		if m.rows[v].score(d) == score {
			return edge{v, d, score}
		}
	}
	panic("similar: a score has no origin")
}

// pathDistance returns the edit distance of the paths of two nodes.
func (m *matcher) pathDistance(v, w int32) int32 {
	p, q := m.a.path(v), m.b.path(w)
	row := make([]int32, len(q)+1)
	for j := range row {
		row[j] = int32(j)
	}
	for i := range p {
		diagonal := row[0]
		row[0]++
		for j := range q {
			d := diagonal
			if !m.labels.equal(p[i], q[j]) {
				d++
			}
			diagonal = row[j+1]
			row[j+1] = min(d, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(q)]
}
