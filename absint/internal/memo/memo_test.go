package memo

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
)

func TestSearch(t *testing.T) {
	edges := map[int][]int{1: {2, 3}, 2: {4}, 3: {4, 1}, 4: {5}}
	for _, c := range []struct {
		name    string
		limit   int
		target  int
		want    bool
		visited []int
	}{
		{"breadth first, each node once", 10, 0, false, []int{1, 2, 3, 4, 5}},
		{"stops at the target", 10, 3, true, []int{1, 2, 3}},
		{"as many as the limit", 5, 0, false, []int{1, 2, 3, 4, 5}},
		{"more than the limit", 4, 0, true, []int{1, 2, 3, 4}},
	} {
		var visited []int
		got := Search(c.limit, []int{1}, func(k int, reach func(int)) bool {
			visited = append(visited, k)
			for _, n := range edges[k] {
				reach(n)
			}
			return k == c.target
		})
		if got != c.want || !slices.Equal(visited, c.visited) {
			t.Errorf("%s: %v after %v, want %v after %v", c.name, got, visited, c.want, c.visited)
		}
	}
}

func TestNumbers(t *testing.T) {
	var n Numbers[string, int]
	for _, c := range []struct {
		key  string
		want int
	}{{"a", 0}, {"b", 1}, {"a", 0}, {"c", 2}} {
		if got := n.Get(c.key, func(n int) int { return n }); got != c.want || n.Key(got) != c.key {
			t.Errorf("Get(%q) = %d, with key %q; want %d", c.key, got, n.Key(got), c.want)
		}
	}
}

func TestMemoize(t *testing.T) {
	var m sync.Map
	calls := 0
	for range 3 {
		if got := Memoize(&m, "k", func() int { calls++; return 7 }); got != 7 {
			t.Errorf("Memoize = %d, want 7", got)
		}
	}
	if calls != 1 {
		t.Errorf("computed %d times, want once", calls)
	}
}

func TestParallel(t *testing.T) {
	for _, jobs := range []int{0, 1, 3, 100} {
		var calls [20]atomic.Int32
		Parallel(len(calls), jobs, func(i int) { calls[i].Add(1) })
		for i := range calls {
			if n := calls[i].Load(); n != 1 {
				t.Errorf("%d jobs: f(%d) called %d times, want once", jobs, i, n)
			}
		}
	}
}

func TestGroupOf(t *testing.T) {
	if got, want := GroupOf([][]int32{{2, 0}, {1}}, 3), []int32{0, 1, 0}; !slices.Equal(got, want) {
		t.Errorf("GroupOf = %v, want %v", got, want)
	}
}

// Searches inside each other, for nodes of several types and after one that panicked, have visited sets of their own.
func TestSearchesReuseNothingOfOthers(t *testing.T) {
	for round := range 3 {
		order := ""
		Search(100, []int{1}, func(k int, reach func(int)) bool {
			order += fmt.Sprint(k, " ")
			if k < 3 {
				reach(k + 1)
			}
			Search(100, []string{"a"}, func(s string, reach func(string)) bool {
				if len(s) < k {
					reach(s + "a")
				}
				order += s + " "
				return false
			})
			Search(100, []int{3}, func(k int, reach func(int)) bool {
				order += fmt.Sprint("inner ", k, " ")
				return true
			})
			return false
		})
		if want := "1 a inner 3 2 a aa inner 3 3 a aa aaa inner 3 "; order != want {
			t.Errorf("round %d: %s, want %s", round, order, want)
		}
		func() {
			defer func() { _ = recover() }()
			Search(100, []int{1, 2, 3}, func(k int, reach func(int)) bool { panic("visited") })
		}()
	}
}
