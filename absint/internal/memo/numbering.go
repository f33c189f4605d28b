package memo

import "sync"

// Numbers assigns consecutive numbers to keys and stores one value per key; the zero value is empty. The numbers depend
// on the order of the first lookups, so no result may depend on them. It is safe for concurrent use.
type Numbers[K comparable, V any] struct {
	mu   sync.RWMutex
	vals map[K]V
	keys []K // by number
}

// Get returns the value of a key. The first lookup numbers the key and stores create(n) for its number n.
func (t *Numbers[K, V]) Get(k K, create func(n int) V) V {
	t.mu.RLock()
	v, ok := t.vals[k]
	t.mu.RUnlock()
	if ok {
		return v
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if v, ok := t.vals[k]; ok {
		return v
	}
	if t.vals == nil {
		t.vals = map[K]V{}
	}
	v = create(len(t.keys))
	t.vals[k] = v
	t.keys = append(t.keys, k)
	return v
}

// Key returns the key with number n, which must be below the number of keys.
func (t *Numbers[K, V]) Key(n int) K {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.keys[n]
}
