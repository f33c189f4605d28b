package memo

import (
	"sync"
	"sync/atomic"
)

// GroupOf returns the index of the group of each of the members 0 to n-1, given the members of each group; it is 0 for
// members of no group.
func GroupOf(groups [][]int32, n int) []int32 {
	groupOf := make([]int32, n)
	for k, g := range groups {
		for _, v := range g {
			groupOf[v] = int32(k)
		}
	}
	return groupOf
}

// Parallel calls f(0) to f(n-1) in up to jobs goroutines and returns when all calls have returned. Its callers write
// results by index, so that they do not depend on the schedule.
func Parallel(n, jobs int, f func(i int)) {
	if jobs <= 1 || n <= 1 {
		for i := range n {
			f(i)
		}
		return
	}
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(jobs, n) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				f(i)
			}
		})
	}
	wg.Wait()
}
