package symval

import (
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/spec"
)

// Facts are what is written about a method besides its code: preconditions, loop bounds, a recursion measure.
type Facts struct {
	Requires   []spec.Predicate
	Loops      []LoopFact
	MeasuredBy MeasureFact
	Origin     string // where they are written, for people
}

// MeasureFact is a measured_by: a quantity at the start of a call that gets smaller with every call by which the method
// recurs, and is never negative.
type MeasureFact struct {
	Expr   spec.Expr // nil for none
	Origin string
}

// LoopFact is a loop_bound (at most so many iterations) or a variant (decreases: a quantity that gets smaller in
// every iteration and cannot be negative), written at a loop.
type LoopFact struct {
	Line    int  // of the loop, as in the line table; 0 where Ordinal counts instead
	Ordinal int  // from 1: the method's loops in code order
	Variant bool // Expr decreases, else it bounds the iterations
	Expr    spec.Expr
	Origin  string
	Written spec.Origin
}

// Contradiction is a bound written at a loop that the loop provably exceeds whenever it runs to its end.
type Contradiction struct {
	Line    int       // of the loop
	Written expr.Size // iterations at most, as written
	Runs    expr.Size // iterations, as proved
	Origin  spec.Origin
}
