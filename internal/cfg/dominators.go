package cfg

import "github.com/energylint/energylint/internal/classfile"

// Tree is a dominator or postdominator tree over a graph's blocks.
type Tree struct {
	parent []int32 // immediate dominator, -1 for none
	pre    []int32 // preorder number, -1 for blocks that are not in the tree
	size   []int32 // of the subtree
}

// Parent returns the immediate dominator of block b: -1 for the entry, for a block whose immediate postdominator
// is the method's exit, and for unreachable blocks.
func (t *Tree) Parent(b int) int { return int(t.parent[b]) }

// Dominates reports whether every path to b (in a postdominator tree: from b) passes a; every block dominates
// itself. Unreachable blocks neither dominate nor are dominated.
func (t *Tree) Dominates(a, b int) bool {
	return t.pre[a] >= 0 && t.pre[b] >= t.pre[a] && t.pre[b] < t.pre[a]+t.size[a]
}

// adjacency is a directed graph in compressed rows, both ways.
type adjacency struct {
	outStart, out []int32
	inStart, in   []int32
}

// single is the dominator tree of a graph of one block.
var single = &Tree{parent: []int32{-1}, pre: []int32{0}, size: []int32{1}}

func (g *Graph) dominators(s *scratch) *Tree {
	n := len(g.Blocks)
	if n == 1 {
		return single
	}
	if len(g.RPO) == 1 {
		t := newTree(n)
		t.pre[0], t.size[0] = 0, 1
		return t
	}
	a := g.adjacency(s)
	return a.tree(s, n, 0)
}

// adjacency returns the edges between reachable blocks.
func (g *Graph) adjacency(s *scratch) adjacency {
	n := len(g.Blocks)
	m := 0
	for _, b := range g.RPO {
		m += len(g.Blocks[b].Succs)
	}
	a := adjacency{outStart: s.take(n + 1), inStart: s.take(n + 1), out: s.take(m)[:0], in: s.take(m)[:0]}
	for i := range n {
		if g.Blocks[i].Order >= 0 {
			b := &g.Blocks[i]
			for j := range b.Succs {
				a.out = append(a.out, b.Succs[j].To)
			}
			for _, e := range b.Preds {
				a.in = append(a.in, g.Edges[e].From)
			}
		}
		a.outStart[i+1], a.inStart[i+1] = int32(len(a.out)), int32(len(a.in))
	}
	return a
}

func newTree(n int) *Tree {
	space := make([]int32, 3*n)
	t := &Tree{parent: space[:n:n], pre: space[n : 2*n : 2*n], size: space[2*n:]}
	for i := range n {
		t.parent[i], t.pre[i] = -1, -1
	}
	return t
}

// tree computes the dominator tree from root: Lengauer and Tarjan 1979 with path compression, which stays near
// m log n where the iteration to a fixed point is quadratic: thousands of blocks with one exception handler.
// Within, vertices are their depth-first preorder numbers.
func (a *adjacency) tree(s *scratch, n int, root int32) *Tree {
	take := func() []int32 { return s.take(n) }
	number, vertex, up := take(), take(), take() // up: parent in the depth-first tree
	k := a.search(root, number, vertex, up, take())
	semi, label, ancestor, idom, bucket := take(), take(), take(), take(), take()
	next := take()
	for i := range k {
		semi[i], label[i], ancestor[i], bucket[i] = int32(i), int32(i), -1, -1
	}
	path := take()[:0]
	eval := func(v int32) int32 {
		if ancestor[v] < 0 {
			return v
		}
		path = path[:0]
		for w := v; ancestor[ancestor[w]] >= 0; w = ancestor[w] {
			path = append(path, w)
		}
		for i := len(path) - 1; i >= 0; i-- {
			w := path[i]
			if v := ancestor[w]; semi[label[v]] < semi[label[w]] {
				label[w] = label[v]
			}
			ancestor[w] = ancestor[ancestor[w]]
		}
		return label[v]
	}
	for w := int32(k - 1); w > 0; w-- {
		p := up[w]
		v := vertex[w]
		for _, u := range a.in[a.inStart[v]:a.inStart[v+1]] {
			if number[u] < 0 {
				continue
			}
			if u := semi[eval(number[u])]; u < semi[w] {
				semi[w] = u
			}
		}
		next[w] = bucket[semi[w]]
		bucket[semi[w]] = w
		ancestor[w] = p
		for v := bucket[p]; v >= 0; v = next[v] {
			if u := eval(v); semi[u] < semi[v] {
				idom[v] = u
			} else {
				idom[v] = p
			}
		}
		bucket[p] = -1
	}
	for w := 1; w < k; w++ {
		if idom[w] != semi[w] {
			idom[w] = idom[idom[w]]
		}
	}
	return numberTree(s, n, k, vertex, idom)
}

// search numbers the vertices that root reaches in depth-first preorder.
func (a *adjacency) search(root int32, number, vertex, up, left []int32) int {
	for i := range number {
		number[i] = -1
	}
	copy(left, a.outStart[:len(left)])
	number[root], vertex[0], up[0] = 0, root, -1
	k := 1
	for v := root; ; {
		if left[v] < a.outStart[v+1] {
			to := a.out[left[v]]
			left[v]++
			if number[to] < 0 {
				number[to], vertex[k], up[k] = int32(k), to, number[v]
				k++
				v = to
			}
			continue
		}
		p := up[number[v]]
		if p < 0 {
			return k
		}
		v = vertex[p]
	}
}

// numberTree gives the tree its preorder intervals; a vertex's number is above its immediate dominator's.
func numberTree(s *scratch, n, k int, vertex, idom []int32) *Tree {
	t := newTree(n)
	for w := k - 1; w >= 0; w-- {
		v := vertex[w]
		t.size[v]++
		if w > 0 {
			p := vertex[idom[w]]
			t.parent[v] = p
			t.size[p] += t.size[v]
		}
	}
	next := s.take(n)
	for w := range k {
		v := vertex[w]
		if w == 0 {
			t.pre[v] = 0
		} else {
			p := t.parent[v]
			t.pre[v] = next[p]
			next[p] += t.size[v]
		}
		next[v] = t.pre[v] + 1
	}
	return t
}

// PostDominators computes the postdominator tree. Its root is a virtual exit behind every return and every
// athrow that a handler may let past; other uncaught exceptions are left out. From a loop that never ends, the
// block that is last in reverse postorder counts as leaving the method.
func (g *Graph) PostDominators() *Tree {
	n := len(g.Blocks)
	exit := int32(n)
	exits := make([]bool, n)
	for _, b := range g.RPO {
		exits[b] = g.leaves(&g.Blocks[b])
	}
	g.coverEndlessLoops(exits)
	s := newScratch()
	defer s.release()
	a := g.adjacency(s)
	r := adjacency{outStart: s.take(n + 2), inStart: s.take(n + 2), out: s.take(len(a.in) + n)[:0], in: s.take(len(a.out) + n)[:0]}
	r.out = append(r.out, a.in...)
	copy(r.outStart, a.inStart)
	for i := range n { // the virtual exit is a predecessor of the exits in the reversed graph
		r.in = append(r.in, a.out[a.outStart[i]:a.outStart[i+1]]...)
		if exits[i] {
			r.in = append(r.in, exit)
		}
		r.inStart[i+1] = int32(len(r.in))
	}
	r.inStart[n+1] = r.inStart[n]
	for i := range n {
		if exits[i] {
			r.out = append(r.out, int32(i))
		}
	}
	r.outStart[n+1] = int32(len(r.out))
	t := r.tree(s, n+1, exit)
	for i, p := range t.parent {
		if p == exit {
			t.parent[i] = -1
		}
	}
	return t
}

// leaves reports whether control can leave the method from b's last instruction.
func (g *Graph) leaves(b *Block) bool {
	if g.Code.Op(b.Last) == classfile.OpAthrow {
		return len(b.Succs) == 0 || !catchAll(g.Catch(&b.Succs[len(b.Succs)-1]))
	}
	return len(b.Succs) == 0 || b.Succs[0].Kind == Exception
}

// coverEndlessLoops adds exits until one can be reached from every reachable block.
func (g *Graph) coverEndlessLoops(exits []bool) {
	seen := make([]bool, len(g.Blocks))
	var work []int32
	reach := func(b int32) {
		seen[b] = true
		work = append(work[:0], b)
		for len(work) > 0 {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			for _, e := range g.Blocks[b].Preds {
				if from := g.Edges[e].From; !seen[from] {
					seen[from] = true
					work = append(work, from)
				}
			}
		}
	}
	for _, b := range g.RPO {
		if exits[b] && !seen[b] {
			reach(b)
		}
	}
	for i := len(g.RPO) - 1; i >= 0; i-- {
		if b := g.RPO[i]; !seen[b] {
			exits[b] = true
			reach(b)
		}
	}
}
