package memo

import "sync"

// Numbers gives keys numbers, and keeps what is made for each; the zero value has none yet. The numbers depend on the order
// in which they are asked for, so no result may depend on them. It is safe for concurrent use.
type Numbers[K comparable, V any] struct {
	mu   sync.RWMutex
	kept map[K]V
	keys []K // by number
}

// Get returns what is kept for a key. made makes it, for the number that the key gets when it is asked for first.
func (t *Numbers[K, V]) Get(k K, made func(n int) V) V {
	t.mu.RLock()
	v, ok := t.kept[k]
	t.mu.RUnlock()
	if ok {
		return v
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if v, ok := t.kept[k]; ok {
		return v
	}
	if t.kept == nil {
		t.kept = map[K]V{}
	}
	v = made(len(t.keys))
	t.kept[k] = v
	t.keys = append(t.keys, k)
	return v
}

// Key returns the key that has a number.
func (t *Numbers[K, V]) Key(n int) K {
	t.mu.RLock()
	defer t.mu.RUnlock()
	return t.keys[n]
}
