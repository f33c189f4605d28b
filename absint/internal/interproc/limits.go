package interproc

import (
	"fmt"
	"strings"

	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
)

// Limits of the analysis itself, by which its time per instruction stays bounded.

// Cap is a limit of the analysis. A result that meets one is less precise than the code allows.
type Cap string

// The caps.
const (
	CapTargets    Cap = "targets"    // a call may run more methods than it is followed into
	CapRecursion  Cap = "recursion"  // more methods call each other than are looked into together
	CapExpression Cap = "expression" // a size, or a cost of library code, has too many terms
	CapSteps      Cap = "steps"      // a value is computed from too many others, or the analysis of a method takes too many steps
	CapPaths      Cap = "paths"      // an iteration of a loop can go too many different ways
)

// Caps returns all caps, in the order in which they are listed.
func Caps() []Cap { return []Cap{CapTargets, CapRecursion, CapExpression, CapSteps, CapPaths} }

// CanRunMore marks reasons of CapTargets, TooMany those of CapRecursion.
const (
	CanRunMore = "it can run more than"
	TooMany    = "which are too many to analyse together"
)

// MaxDescending bounds the methods of a recursion over objects. In a larger component of the call graph, the methods
// implement an interface by delegating to each other, and no data structure bounds their depth.
const MaxDescending = 48

// CapOf returns the cap that a reason comes from, empty if there is none.
func CapOf(why string) Cap {
	for _, x := range []struct {
		text string
		cap  Cap
	}{
		{expr.ManyMayRun, CapTargets}, {CanRunMore, CapTargets}, {TooMany, CapRecursion}, {expr.TooLarge, CapExpression},
		{expr.TooManyStep, CapSteps}, {symval.MuchWork, CapSteps}, {expr.TooManyWays, CapPaths},
	} {
		if strings.Contains(why, x.text) {
			return x.cap
		}
	}
	return ""
}

// WithinTerms returns outcome o, or an unbounded one if its expression is too large, if its conditions are too many, or
// if no arguments satisfy them.
func (p *Program) WithinTerms(v int32, o cost.Outcome, obj cost.Objective) cost.Outcome {
	o = o.Exact(obj, p.Sums[v]).Unrefuted(obj, p.Sums[v], nil)
	if n := len(o.Poly.Terms); obj.Upper && n > cost.MaxCostTerms {
		why := expr.Reason{Text: fmt.Sprintf("its cost "+expr.TooLarge+", with %d terms", n), Method: p.Sums[v].Name()}
		return cost.Outcome{Reasons: expr.UnionReasons(o.Reasons, []expr.Reason{why}), Unbounded: true, Recurs: o.Recurs}
	}
	if expr.TooManyConditions(o.Conditions) {
		if !obj.Upper {
			return obj.LeftOut()
		}
		why := expr.Reason{Text: fmt.Sprintf("its cost "+expr.TooLarge+", with %d conditions", len(o.Conditions)), Method: p.Sums[v].Name()}
		return cost.Outcome{Reasons: expr.UnionReasons(o.Reasons, []expr.Reason{why}), Unbounded: true, Recurs: o.Recurs}
	}
	return o
}
