package cost

import (
	"sync"
)

// CallPrice says how the cost of one call of a method came about.
type CallPrice uint8

// SharedCosts is what the calls of one evaluation have in common. Most methods cost the same wherever they are called from,
// and a method of an interface has the same targets at all its calls: what they cost together is computed once.
type SharedCosts struct {
	Simple []*Outcome    // by method: what any call of it costs; nil where that depends on the call, or is not known yet
	Routes sync.Map      // of *route to *sharedRoute
	Prices [][]CallPrice // by method and call, nil where nobody asks
}
