package similar

import "slices"

// pairScore is the size of a matching in the upper 32 bits, and the sum of alpha - distance of its pairs in the lower:
// of two matchings of one size, the one whose paths are nearer is better.
type pairScore int64

const onePair = pairScore(1) << 32

// edge is a pair of subtrees that could be matched: row and column of the bipartite graph, by the numbers of their nodes.
type edge struct {
	row, col int32
	score    pairScore
}

// assigner finds matchings of maximum weight in bipartite graphs. Its slices are kept from one to the next. It is the
// algorithm of Kuhn and Munkres with potentials and shortest augmenting paths (Jonker and Volgenant, Computing 1987),
// run on each connected component alone; most graphs here are stars or are solved by each row's best column. gonum has
// none, and the libraries that exist for Go have one release each and take dense matrices only.
type assigner struct {
	rowOf, colOf   []int32 // index of a node's row and column, -1 outside of assign
	rows, cols     []int32
	rowBest        []int32 // the edge of the row with the highest score
	colBest        []int32
	component      []int32 // union-find over rows, then columns
	order          []int32 // edges by component
	local          []int32 // of rows, then columns: the number in its component, -1 before it has one
	chosen         []int32 // the edges of the matching
	taken          []bool
	matrix         []pairScore
	u, v, least    []pairScore
	match, way     []int32
	used           []bool
	steps, maximum int64
}

func newAssigner(rows, cols int32) *assigner {
	a := &assigner{rowOf: make([]int32, rows), colOf: make([]int32, cols)}
	for i := range a.rowOf {
		a.rowOf[i] = -1
	}
	for i := range a.colOf {
		a.colOf[i] = -1
	}
	return a
}

// assign returns the highest sum of scores of edges no two of which share a row or a column; they are in a.chosen.
// Where no matching can have a sum above the floor, it may return any sum that is not above it.
func (a *assigner) assign(edges []edge, floor pairScore) pairScore {
	a.chosen = a.chosen[:0]
	switch len(edges) {
	case 0:
		return 0
	case 1:
		a.chosen = append(a.chosen, 0)
		return edges[0].score
	}
	a.index(edges)
	defer a.reset()
	rowSum, rowsDiffer := a.best(edges, a.rowBest, func(e edge) int32 { return e.col }, len(a.cols), a.colOf)
	colSum, colsDiffer := a.best(edges, a.colBest, func(e edge) int32 { return e.row }, len(a.rows), a.rowOf)
	a.steps += int64(len(edges))
	switch {
	case min(rowSum, colSum) <= floor:
		return min(rowSum, colSum)
	case rowsDiffer:
		a.chosen = append(a.chosen, a.rowBest...)
		return rowSum
	case colsDiffer:
		a.chosen = append(a.chosen, a.colBest...)
		return colSum
	}
	return a.components(edges)
}

// index numbers the rows and the columns, and finds each one's best edge.
func (a *assigner) index(edges []edge) {
	a.rows, a.cols, a.rowBest, a.colBest = a.rows[:0], a.cols[:0], a.rowBest[:0], a.colBest[:0]
	for i, e := range edges {
		if a.rowOf[e.row] < 0 {
			a.rowOf[e.row] = int32(len(a.rows))
			a.rows, a.rowBest = append(a.rows, e.row), append(a.rowBest, int32(i))
		} else if r := a.rowOf[e.row]; edges[a.rowBest[r]].score < e.score {
			a.rowBest[r] = int32(i)
		}
		if a.colOf[e.col] < 0 {
			a.colOf[e.col] = int32(len(a.cols))
			a.cols, a.colBest = append(a.cols, e.col), append(a.colBest, int32(i))
		} else if c := a.colOf[e.col]; edges[a.colBest[c]].score < e.score {
			a.colBest[c] = int32(i)
		}
	}
}

func (a *assigner) reset() {
	for _, r := range a.rows {
		a.rowOf[r] = -1
	}
	for _, c := range a.cols {
		a.colOf[c] = -1
	}
}

// best sums the best edges of one side, and reports whether no two of them end at the same node of the other side: then
// they are the best matching.
func (a *assigner) best(edges []edge, best []int32, end func(edge) int32, n int, indexOf []int32) (sum pairScore, differ bool) {
	a.taken = slices.Grow(a.taken[:0], n)[:n]
	clear(a.taken)
	differ = true
	for _, i := range best {
		sum += edges[i].score
		other := indexOf[end(edges[i])]
		differ = differ && !a.taken[other]
		a.taken[other] = true
	}
	return sum, differ
}

// components solves each connected component of the graph alone.
func (a *assigner) components(edges []edge) (sum pairScore) {
	n := len(a.rows) + len(a.cols)
	a.component = a.component[:0]
	for i := range n {
		a.component = append(a.component, int32(i))
	}
	for _, e := range edges {
		x, y := a.find(a.rowOf[e.row]), a.find(int32(len(a.rows))+a.colOf[e.col])
		a.component[max(x, y)] = min(x, y)
	}
	a.order = a.order[:0]
	for i := range edges {
		a.order = append(a.order, int32(i))
	}
	a.local = a.local[:0]
	for range n {
		a.local = append(a.local, -1)
	}
	order := a.order
	of := func(i int32) int32 { return a.find(a.rowOf[edges[i].row]) }
	slices.SortStableFunc(order, func(x, y int32) int { return int(of(x)) - int(of(y)) })
	for len(order) > 0 {
		end := 1
		for end < len(order) && of(order[end]) == of(order[0]) {
			end++
		}
		sum += a.solve(edges, order[:end])
		order = order[end:]
	}
	return sum
}

func (a *assigner) find(x int32) int32 {
	for a.component[x] != x {
		a.component[x] = a.component[a.component[x]]
		x = a.component[x]
	}
	return x
}

// solve matches the rows and columns of one component: the smaller side is the one that is matched node by node.
func (a *assigner) solve(edges []edge, part []int32) (sum pairScore) {
	rows, cols := int32(0), int32(0)
	number := func(x int32, next *int32) int {
		if a.local[x] < 0 {
			a.local[x] = *next
			*next++
		}
		return int(a.local[x])
	}
	for _, i := range part {
		number(a.rowOf[edges[i].row], &rows)
		number(int32(len(a.rows))+a.colOf[edges[i].col], &cols)
	}
	turned := rows > cols
	n, m := int(min(rows, cols)), int(max(rows, cols))
	a.steps += int64(n) * int64(m)
	if a.steps > a.maximum {
		return 0
	}
	a.matrix = slices.Grow(a.matrix[:0], n*m)[:n*m]
	clear(a.matrix)
	place := func(i int32) int {
		r, c := number(a.rowOf[edges[i].row], &rows), number(int32(len(a.rows))+a.colOf[edges[i].col], &cols)
		if turned {
			r, c = c, r
		}
		return r*m + c
	}
	for _, i := range part {
		a.matrix[place(i)] = edges[i].score
	}
	a.augment(n, m)
	for _, i := range part {
		at := place(i)
		if a.match[at%m+1] == int32(at/m+1) {
			sum += edges[i].score
			a.chosen = append(a.chosen, i)
		}
	}
	return sum
}

// augment matches all n rows with columns of the n x m matrix (n <= m) so that the sum of scores is the highest:
// match[column] = row, both counted from 1.
func (a *assigner) augment(n, m int) {
	const infinite = pairScore(1) << 62
	a.u, a.v = zeros(a.u, n+1), zeros(a.v, m+1)
	a.match, a.way = zeros(a.match, m+1), zeros(a.way, m+1)
	a.least = slices.Grow(a.least[:0], m+1)[:m+1]
	for i := 1; i <= n; i++ {
		a.match[0] = int32(i)
		a.used = zeros(a.used, m+1)
		for j := range a.least {
			a.least[j] = infinite
		}
		col := 0
		for {
			a.used[col] = true
			r, delta, next := int(a.match[col]), infinite, 0
			for j := 1; j <= m; j++ {
				if a.used[j] {
					continue
				}
				if d := -a.matrix[(r-1)*m+j-1] - a.u[r] - a.v[j]; d < a.least[j] {
					a.least[j], a.way[j] = d, int32(col)
				}
				if a.least[j] < delta {
					delta, next = a.least[j], j
				}
			}
			a.steps += int64(m)
			for j := 0; j <= m; j++ {
				if a.used[j] {
					a.u[a.match[j]] += delta
					a.v[j] -= delta
				} else {
					a.least[j] -= delta
				}
			}
			col = next
			if a.match[col] == 0 || a.steps > a.maximum {
				break
			}
		}
		if a.steps > a.maximum {
			return
		}
		for col != 0 {
			before := int(a.way[col])
			a.match[col] = a.match[before]
			col = before
		}
	}
}

func zeros[T any](s []T, n int) []T {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}
