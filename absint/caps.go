package absint

import (
	"errors"
	"slices"
	"strings"
)

// Cap is a limit of the analysis itself. It keeps every method's analysis about as cheap per instruction as any other's:
// where it is met, the result says less than the code would allow.
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

// What the reasons of results say that a cap is behind.
const (
	manyMayRun  = "methods may run"
	canRunMore  = "it can run more than"
	tooMany     = "which are too many to analyse together"
	tooLarge    = "is too large an expression"
	tooManyStep = "is computed in too many steps"
	tooManyWays = "an iteration has too many paths"
)

// capOf is the cap behind a reason; empty where there is none.
func capOf(why string) Cap {
	for _, x := range []struct {
		text string
		cap  Cap
	}{
		{manyMayRun, CapTargets}, {canRunMore, CapTargets}, {tooMany, CapRecursion}, {tooLarge, CapExpression},
		{tooManyStep, CapSteps}, {muchWork, CapSteps}, {tooManyWays, CapPaths},
	} {
		if strings.Contains(why, x.text) {
			return x.cap
		}
	}
	return ""
}

// Capped returns the caps that the method at index meets in its own code, in the order of Caps. o is its outcome.
func (p *Program) Capped(index int, o Outcome) []Cap {
	s := p.sums[index]
	switch {
	case errors.Is(s.err, errWork):
		return []Cap{CapSteps}
	case s.err != nil:
		return nil
	}
	met := map[Cap]bool{}
	for l := range s.m.loops {
		if info := &s.m.loops[l]; info.upper.bad {
			met[capOf(info.why)] = true
		}
	}
	for _, b := range s.m.g.RPO {
		for i := range s.calls[b] {
			met[capOf(s.calls[b][i].unknown)] = true
		}
		for _, z := range s.sized[b] {
			met[capOf(z.count.why)] = true
		}
	}
	for _, r := range o.Reasons {
		if r.Method == s.name() {
			met[capOf(r.Text)] = true
		}
	}
	if !o.recurs {
		met[capOf(p.cycles[p.comp[index]])] = true
	}
	return slices.DeleteFunc(Caps(), func(c Cap) bool { return !met[c] })
}
