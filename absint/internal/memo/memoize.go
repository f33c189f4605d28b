package memo

import "sync"

// Memoize returns the value of k in m, a map of K to V, and stores compute() there if k is absent. Goroutines that
// look up k at the same time may all call compute, which must be deterministic; the first value stored is the result
// of all.
func Memoize[K comparable, V any](m *sync.Map, k K, compute func() V) V {
	if v, ok := m.Load(k); ok {
		return v.(V)
	}
	v, _ := m.LoadOrStore(k, compute())
	return v.(V)
}
