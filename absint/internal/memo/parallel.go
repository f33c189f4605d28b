package memo

import "sync"

// GroupOf returns the group that each of n members is in.
func GroupOf(groups [][]int32, n int) []int32 {
	of := make([]int32, n)
	for k, g := range groups {
		for _, v := range g {
			of[v] = int32(k)
		}
	}
	return of
}

func Parallel(n, jobs int, f func(i int)) {
	if jobs <= 1 || n <= 1 {
		for i := range n {
			f(i)
		}
		return
	}
	next := make(chan int)
	var wg sync.WaitGroup
	for range min(jobs, n) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := range next {
				f(i)
			}
		}()
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}
