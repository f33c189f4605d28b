package symval

import (
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/spec"
)

// Facts that users state about a method and its loops. They are assumptions: every result that uses one names it.

// Facts are the stated preconditions, loop bounds and recursion measure of a method.
type Facts struct {
	Requires   []spec.Predicate
	Loops      []LoopFact
	MeasuredBy MeasureFact
	Origin     string // where they are stated, for messages
}

// MeasureFact is a measured_by: a quantity at the start of a call, never negative, that each recursive call decreases.
type MeasureFact struct {
	Expr   spec.Expr // nil for none
	Origin string
}

// LoopFact is a loop_bound (an upper bound of the iterations) or a variant (never negative, decreases in every iteration).
type LoopFact struct {
	Line    int  // of the loop, as in the line table; 0 if Ordinal identifies it
	Ordinal int  // 1 is the method's first loop in code order
	Variant bool // Expr decreases; else it bounds the iterations
	Expr    spec.Expr
	Origin  string
	Written spec.Origin
}

// Contradiction is a stated loop bound that the loop provably exceeds whenever it runs to its end.
type Contradiction struct {
	Line    int       // of the loop
	Written expr.Size // stated upper bound of the iterations
	Runs    expr.Size // proved iterations
	Origin  spec.Origin
}
