package rules

import (
	"fmt"
	"strings"

	"github.com/energylint/energylint/internal/finding"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL0003", Name: "UnboundedLoop", Level: finding.Warning, Precision: "high", Tags: []string{"energy", "budget"},
		Summary: "No bound of the number of iterations is known, so a budget that reaches the loop cannot be proved",
	},
	Needs: Needs{Repeats: true},
	Active: func(e *Engine) bool {
		return e.Everywhere["EL0003"] || len(e.BudgetReach()) > 0
	},
	Check: unboundedLoop,
})

// unboundedLoop reports loops without a bound: in methods that a budgeted one reaches, or everywhere on request.
func unboundedLoop(m *Method) {
	if !m.Engine.Everywhere["EL0003"] && !m.Engine.BudgetReach()[m.Func().Method] {
		return
	}
	if !m.bounded() {
		return
	}
	s := m.Bounds()
	for l := range m.Graph().Loops {
		_, _, why, ok := s.Iterations(l)
		if ok {
			continue
		}
		at := m.Place(0)
		at.Line = m.LoopLine(l)
		if why = reason(why); why != "" {
			why = ": " + why
		}
		m.ReportAt(at, fmt.Sprintf("loop %d", l+1), "Nothing bounds how often this loop runs"+why+"; add //@ loop_bound", nil)
	}
}

// reason strips the place of the loop from why it has no bound, for where the place is told anyway.
func reason(why string) string {
	if rest, ok := strings.CutPrefix(why, "the loop at "); ok {
		if _, rest, ok = strings.Cut(rest, ": "); ok {
			return rest
		}
	}
	return why
}
