package memo

import "sync"

// Search visits the nodes reachable from the roots breadth-first, each once. It reports whether a visit returned true or
// more than limit nodes are reachable. visit calls reach for the successors of k.
func Search[K comparable](limit int, roots []K, visit func(k K, reach func(K)) bool) bool {
	s, ok := frontiers.Get().(*frontier[K])
	if !ok {
		s = &frontier[K]{seen: map[K]bool{}}
	}
	defer s.release()
	reach := func(k K) {
		if len(s.seen) <= limit && !s.seen[k] {
			s.seen[k] = true
			s.order = append(s.order, k)
		}
	}
	for _, k := range roots {
		reach(k)
	}
	for next := 0; next < len(s.order) && len(s.seen) <= limit; next++ {
		if visit(s.order[next], reach) {
			return true
		}
	}
	return len(s.seen) > limit
}

// frontier is the visited set of a search, and its nodes in the order in which they were reached.
type frontier[K comparable] struct {
	seen  map[K]bool
	order []K
}

// frontiers are reused with their memory. Most searches are for nodes of one type.
var frontiers sync.Pool

// maxReused bounds the memory that is kept, and the time to clear it for a small search.
const maxReused = 1 << 10

func (s *frontier[K]) release() {
	if len(s.order) > maxReused {
		return
	}
	clear(s.seen)
	clear(s.order)
	s.order = s.order[:0]
	frontiers.Put(s)
}
