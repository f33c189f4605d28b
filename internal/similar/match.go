package similar

import (
	"errors"
	"math/bits"
	"slices"
)

// MaxAlpha is the largest number of edits by which the paths of two matched nodes may differ.
const MaxAlpha = 5

// maxSteps bounds the work of one matching: distances of paths, and pairs of subtrees that are scored. It is about
// a minute; trees of 30,000 nodes take a third of it. maxPairs bounds the memory, at 12 bytes each.
const (
	maxSteps = 12_000_000_000
	maxPairs = 100_000_000
)

// errSteps reports that two trees cannot be matched within maxSteps and maxPairs.
var errSteps = errors.New("similar: the trees take too many steps to match")

// row holds the scores of one node of the first tree with nodes of the second: those above 0, by ascending number.
type row struct {
	nodes  []int32
	scores []pairScore
}

func (r row) score(w int32) pairScore {
	if i, ok := slices.BinarySearch(r.nodes, w); ok {
		return r.scores[i]
	}
	return 0
}

// matcher finds the largest matching of two trees that respects ancestors and nearest common ancestors and pairs only
// nodes whose paths from the root differ by at most alpha edits: function mu of Jindal and Hu, lemma 3.1, after the
// constrained edit distance of Zhang (Algorithmica 1996). For nodes v and w in reach of each other,
//
//	mu(v, w) = max(mu(v, child of w), mu(child of v, w), assignment of children + 1 if the labels are equal)
//
// and 0 for others. Only scores above 0 are kept: pairs of subtrees that share a label. The first tree is traversed
// depth first, so that distances of paths are known for one branch at a time.
type matcher struct {
	a, b   *flat
	labels *labels
	alpha  int32

	distance [][]uint8 // by depth in a: edits between the path of the branch's node and that of each node of b
	rows     []row     // by node of a
	*assigner

	// The node that is being scored:
	equal   []bool      // nodes of b with an equal label
	best    []pairScore // of b's nodes: the highest score of a child of either
	reached []uint64    // set of b's nodes to look at
	head    []int32     // first of links of pairs of children, by node of b
	links   []link
	edges   []edge
	found   row
	pairs   int64
}

type link struct {
	edge
	next int32
}

func newMatcher(a, b *flat, l *labels, alpha int) *matcher {
	m := &matcher{a: a, b: b, labels: l, alpha: int32(alpha), rows: make([]row, a.size()), assigner: newAssigner(a.size(), b.size())}
	m.maximum = maxSteps
	m.equal = make([]bool, b.size())
	m.best = make([]pairScore, b.size())
	m.reached = make([]uint64, (b.size()+63)/64)
	m.head = make([]int32, b.size())
	for i := range m.head {
		m.head[i] = -1
	}
	return m
}

// run scores all pairs of subtrees, children before parents.
func (m *matcher) run() error {
	var branch []int32
	for v := range m.a.size() {
		for len(branch) > 0 && m.a.depth[branch[len(branch)-1]] >= m.a.depth[v] {
			m.score(branch[len(branch)-1])
			branch = branch[:len(branch)-1]
		}
		if m.steps > m.maximum || m.pairs > maxPairs {
			return errSteps
		}
		m.measure(v)
		branch = append(branch, v)
	}
	for _, v := range slices.Backward(branch) {
		m.score(v)
	}
	if m.steps > m.maximum || m.pairs > maxPairs {
		return errSteps
	}
	return nil
}

// each calls f for the nodes of b whose label is at distance 0 from that of v.
func (m *matcher) each(v int32, f func(w int32)) {
	label := m.a.label[v]
	for _, w := range m.b.at[label] {
		f(w)
	}
	for _, other := range m.labels.same[label] {
		for _, w := range m.b.at[other] {
			f(w)
		}
	}
}

// measure fills in the distances of v's path from those of the path of its parent (Wagner and Fischer, along the
// branches of b). Distances above alpha are alpha + 1.
func (m *matcher) measure(v int32) {
	depth := int(m.a.depth[v])
	if depth == len(m.distance) {
		m.distance = append(m.distance, make([]uint8, m.b.size()))
	}
	row, far := m.distance[depth], uint8(m.alpha)+1
	m.steps += int64(len(row))
	if depth == 0 {
		for w := range row {
			row[w] = uint8(min(m.b.depth[w], m.alpha+1))
		}
		return
	}
	m.each(v, func(w int32) { m.equal[w] = true })
	above, parents := m.distance[depth-1], m.b.parent
	row[0] = min(above[0]+1, far)
	for w := 1; w < len(row); w++ {
		p := parents[w]
		d := above[p]
		if !m.equal[w] {
			d++
		}
		row[w] = min(d, above[w]+1, row[p]+1, far)
	}
	m.each(v, func(w int32) { m.equal[w] = false })
}

func (m *matcher) reach(w int32) { m.reached[w/64] |= 1 << (w % 64) }

// score fills in the row of v from those of its children.
func (m *matcher) score(v int32) {
	distance := m.distance[m.a.depth[v]]
	m.each(v, func(w int32) { m.equal[w] = true; m.reach(w) })
	if v == 0 {
		m.equal[0] = true
		m.reach(0)
	}
	for c := v + 1; c < m.a.last[v]; c = m.a.last[c] {
		m.collect(c, distance)
	}
	for word := len(m.reached) - 1; word >= 0; word-- {
		for m.reached[word] != 0 {
			bit := 63 - bits.LeadingZeros64(m.reached[word])
			m.reached[word] &^= 1 << bit
			m.scorePair(int32(word*64+bit), distance)
		}
	}
	m.each(v, func(w int32) { m.equal[w] = false })
	m.equal[0] = false
	m.links = m.links[:0]
	slices.Reverse(m.found.nodes)
	slices.Reverse(m.found.scores)
	m.rows[v] = row{slices.Clone(m.found.nodes), slices.Clone(m.found.scores)}
	m.pairs += int64(len(m.found.nodes))
	m.steps += int64(len(m.found.nodes))
	m.found.nodes, m.found.scores = m.found.nodes[:0], m.found.scores[:0]
}

// collect takes over the scores of a child c of the node that is scored: w may stand for the child alone, or its parent
// for the node.
func (m *matcher) collect(c int32, distance []uint8) {
	far := uint8(m.alpha) + 1
	for i, w := range m.rows[c].nodes {
		score := m.rows[c].scores[i]
		if distance[w] < far {
			m.best[w] = max(m.best[w], score)
			m.reach(w)
		}
		if p := m.b.parent[w]; w > 0 && distance[p] < far {
			m.links = append(m.links, link{edge{c, w, score}, m.head[p]})
			m.head[p] = int32(len(m.links) - 1)
			m.reach(p)
		}
	}
	m.steps += int64(len(m.rows[c].nodes))
}

// scorePair finishes the score of the node and w, whose children are finished, and hands it to w's parent.
func (m *matcher) scorePair(w int32, distance []uint8) {
	m.edges = m.edges[:0]
	for i := m.head[w]; i >= 0; i = m.links[i].next {
		m.edges = append(m.edges, m.links[i].edge)
	}
	m.head[w] = -1
	score := m.best[w]
	m.best[w] = 0
	if int32(distance[w]) > m.alpha {
		return
	}
	gain := pairScore(0)
	if m.equal[w] {
		gain = m.gain(int32(distance[w]))
	}
	score = max(score, gain+m.assign(m.edges, score-gain))
	if score == 0 {
		return
	}
	m.found.nodes, m.found.scores = append(m.found.nodes, w), append(m.found.scores, score)
	if p := m.b.parent[w]; w > 0 && int32(distance[p]) <= m.alpha {
		m.best[p] = max(m.best[p], score)
		m.reach(p)
	}
}

func (m *matcher) gain(distance int32) pairScore { return onePair + pairScore(m.alpha-distance) }
