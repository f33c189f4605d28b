package rules

import "sync"

// memo remembers what was computed of keys. Two goroutines may compute the value of one key; both get the same.
type memo[K comparable, V any] struct{ values sync.Map }

// of returns the value of a key, which compute returns where it was not asked for before.
func (m *memo[K, V]) of(k K, compute func() V) V {
	v, ok := m.values.Load(k)
	if !ok {
		v, _ = m.values.LoadOrStore(k, compute())
	}
	return v.(V)
}
