package cfg

import "sync"

// scratch is memory that one computation uses and gives back. Methods are small and many: allocating their
// temporary slices one by one would cost as much as filling them.
type scratch struct{ all, free []int32 }

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// maxScratch is the largest scratch, in words, that is kept for the next method.
const maxScratch = 1 << 20

func newScratch() *scratch {
	s := scratches.Get().(*scratch)
	s.free = s.all
	return s
}

func (s *scratch) release() {
	if len(s.all) <= maxScratch {
		scratches.Put(s)
	}
}

// take returns n zeros.
func (s *scratch) take(n int) []int32 {
	if n > len(s.free) {
		s.all = make([]int32, max(n, 2*len(s.all), 1024))
		s.free = s.all
	}
	r := s.free[:n:n]
	s.free = s.free[n:]
	clear(r)
	return r
}

// arena hands out parts of larger slices for results, which are small, many, and forgotten at about the same
// time.
type arena[T any] struct{ free []T }

// arenaChunk is the number of elements that an arena allocates at once.
const arenaChunk = 2048

func (a *arena[T]) take(n int) []T {
	if n > arenaChunk/8 {
		return make([]T, n)
	}
	if n > len(a.free) {
		a.free = make([]T, arenaChunk)
	}
	r := a.free[:n:n]
	a.free = a.free[n:]
	return r
}
