package cost

import (
	"sync"
)

// CallPrice is the origin of the cost of one call of a method.
type CallPrice uint8

// SharedCosts caches costs that the calls of one evaluation share. Most methods cost the same at all calls, and an
// interface method has the same targets at all its calls, so the join of their costs is computed once.
type SharedCosts struct {
	Simple []*Outcome    // by method: the cost of any call of it; nil if it depends on the call or is not computed yet
	Routes sync.Map      // of *route to *sharedRoute
	Prices [][]CallPrice // by method and call; nil if not requested
}
