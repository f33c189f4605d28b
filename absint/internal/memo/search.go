package memo

// Search visits all that can be reached, each once, what is nearest first, and says whether a visit found what it looked for
// or there is more than may be looked at.
func Search[K comparable](most int, from []K, visit func(k K, reach func(K)) bool) bool {
	seen := map[K]bool{}
	var work []K
	reach := func(k K) {
		if !seen[k] && len(seen) <= most {
			seen[k] = true
			work = append(work, k)
		}
	}
	for _, k := range from {
		reach(k)
	}
	for len(work) > 0 && len(seen) <= most {
		k := work[0]
		work = work[1:]
		if visit(k, reach) {
			return true
		}
	}
	return len(seen) > most
}
