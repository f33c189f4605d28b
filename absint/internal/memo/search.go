package memo

// Search visits the nodes reachable from the roots breadth-first, each once. It reports whether a visit returned true or
// more than limit nodes are reachable. visit calls reach for the successors of k.
func Search[K comparable](limit int, roots []K, visit func(k K, reach func(K)) bool) bool {
	seen := map[K]bool{}
	var work []K
	reach := func(k K) {
		if !seen[k] && len(seen) <= limit {
			seen[k] = true
			work = append(work, k)
		}
	}
	for _, k := range roots {
		reach(k)
	}
	for len(work) > 0 && len(seen) <= limit {
		k := work[0]
		work = work[1:]
		if visit(k, reach) {
			return true
		}
	}
	return len(seen) > limit
}
