package memo

import "sync"

// Memoize computes a value once: m is a map of K to V. What two goroutines compute at a time is the same.
func Memoize[K comparable, V any](m *sync.Map, k K, compute func() V) V {
	if v, ok := m.Load(k); ok {
		return v.(V)
	}
	v, _ := m.LoadOrStore(k, compute())
	return v.(V)
}
