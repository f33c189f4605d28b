package callgraph

import "slices"

// Components returns the strongly connected components of the graph over 0 to n-1, callees before callers, so
// that whoever summarises in this order finds every callee outside the component done. Each component is sorted.
// The order depends on the graph alone. Deep graphs do not deepen the stack (Tarjan 1972, iterative).
func Components(n int, callees func(v int) []int32) [][]int32 {
	const unvisited = 0
	var (
		index   = make([]int32, n) // 1-based order of the visit
		low     = make([]int32, n)
		onStack = make([]bool, n)
		stack   []int32
		out     [][]int32
		next    int32
	)
	type frame struct {
		v    int32
		at   int
		succ []int32
	}
	var work []frame
	enter := func(v int32) {
		next++
		index[v], low[v] = next, next
		onStack[v] = true
		stack = append(stack, v)
		work = append(work, frame{v: v, succ: callees(int(v))})
	}
	for root := range n {
		if index[root] != unvisited {
			continue
		}
		enter(int32(root))
		for len(work) > 0 {
			f := &work[len(work)-1]
			if f.at < len(f.succ) {
				w := f.succ[f.at]
				f.at++
				if index[w] == unvisited {
					enter(w)
				} else if onStack[w] {
					low[f.v] = min(low[f.v], index[w])
				}
				continue
			}
			v := f.v
			work = work[:len(work)-1]
			if len(work) > 0 {
				u := work[len(work)-1].v
				low[u] = min(low[u], low[v])
			}
			if low[v] != index[v] {
				continue
			}
			var c []int32
			for {
				w := stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				onStack[w] = false
				c = append(c, w)
				if w == v {
					break
				}
			}
			slices.Sort(c)
			out = append(out, c)
		}
	}
	return out
}

// Levels groups components (in the order of Components) so that those of one level do not need each other: a level
// may be summarised in parallel once the levels before are done. It returns indices into components.
func Levels(n int, components [][]int32, callees func(v int) []int32) [][]int32 {
	of := make([]int32, n)
	for i, c := range components {
		for _, v := range c {
			of[v] = int32(i)
		}
	}
	level := make([]int32, len(components))
	var out [][]int32
	for i, c := range components {
		l := int32(0)
		for _, v := range c {
			for _, w := range callees(int(v)) {
				if j := of[w]; int(j) != i {
					l = max(l, level[j]+1)
				}
			}
		}
		level[i] = l
		for int(l) >= len(out) {
			out = append(out, nil)
		}
		out[l] = append(out[l], int32(i))
	}
	return out
}
