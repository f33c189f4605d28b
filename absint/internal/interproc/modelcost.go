package interproc

import (
	"sync"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// Costs of library methods that are the same at each of their calls: those whose model depends on no size, and lower bounds.
//
// Sound because a cost is shared only if the model asked for no size of the call.

// modelTable stores the costs of library methods that do not depend on the call. It is safe for concurrent use.
type modelTable struct {
	mu    sync.RWMutex
	costs map[classfile.Member]*modelCost
	least map[classfile.Member]leastCost
}

// leastCost is a lower bound of the model of a library method.
type leastCost struct {
	vector   expr.Vector
	modelled bool
}

// modelCost is the cost of a library method by its model.
type modelCost struct {
	progdb.LibraryCost
	modelled bool
	sized    bool      // the cost depends on sizes of the call
	poly     expr.Poly // the patterns, if it does not
	constant bool      // poly is known
}

// modelCost returns the cost of a call of m, whose sizes arg returns.
func (a *Pricer) modelCost(m classfile.Member, arg func(i int, what progdb.Measure, up bool) expr.Size) *modelCost {
	if a.Library == nil {
		return &modelCost{}
	}
	t := &a.models
	t.mu.RLock()
	c, ok := t.costs[m]
	t.mu.RUnlock()
	if ok {
		return c
	}
	c = &modelCost{}
	c.LibraryCost, c.modelled = a.Library.Cost(m, func(i int, what progdb.Measure, up bool) expr.Size {
		c.sized = true
		return arg(i, what, up)
	})
	if c.sized {
		return c
	}
	c.poly, c.constant = constantTerms(c.Terms)
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.costs == nil {
		t.costs = map[classfile.Member]*modelCost{}
	}
	t.costs[m] = c
	return c
}

// modelled reports whether a library model prices calls of m.
func (a *Pricer) modelled(m classfile.Member) bool {
	return a.modelCost(m, func(int, progdb.Measure, bool) expr.Size { return expr.TopSize }).modelled
}

// constantTerms returns the cost of patterns that are executed a constant number of times; ok is false if one is not.
func constantTerms(terms []progdb.LibraryTerm) (p expr.Poly, ok bool) {
	var sum expr.Sum
	for _, t := range terms {
		if n, ok := t.Count.Int(); !ok || n < 0 {
			return expr.Poly{}, false
		}
		sum.Add(expr.ConstPoly(pattern.Single(t.Pattern, 1).Add(t.Parts)).MulSize(t.Count))
	}
	return sum.Poly(), true
}

// leastModelCost returns the part of the model of a library method that each call executes, whatever its sizes are; ok is
// false without a model.
func (a *Pricer) leastModelCost(m classfile.Member) (least expr.Vector, ok bool) {
	if a.Library == nil {
		return nil, false
	}
	t := &a.models
	t.mu.RLock()
	c, ok := t.least[m]
	t.mu.RUnlock()
	if ok {
		return c.vector, c.modelled
	}
	model, ok := a.Library.Cost(m, func(int, progdb.Measure, bool) expr.Size { return expr.TopSize })
	c = leastCost{modelled: ok}
	for _, t := range model.Terms {
		if n, ok := t.Count.Int(); ok && n > 0 {
			c.vector = c.vector.Add(pattern.Single(t.Pattern, float64(n)).Add(t.Parts.Scale(float64(n))))
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.least == nil {
		t.least = map[classfile.Member]leastCost{}
	}
	t.least[m] = c
	return c.vector, c.modelled
}
