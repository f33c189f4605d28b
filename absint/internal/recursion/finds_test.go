package recursion_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
)

// TestFinds: recursions that return what they find, carry a depth along or are guarded by a flag have a bound, and those that break a
// condition of its proof have none. internal/metering runs those that have one.
func TestFinds(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "programs")
	for name, bounded := range map[string]bool{
		"Finds.find": true, "Finds.has": true, "Finds.show": true, "Finds.bubble": true, "Finds.matches": true, "FirstBits.gcd": true,
		"Finds.findTwice": false, "Finds.findAgain": false, "Finds.findInTwoLoops": false, "Finds.hasFirst": false,
		"Finds.bubbleAlways": false, "Finds.bubbleWrong": false, "FirstBits.gcdWithoutTest": false,
	} {
		m := methods[name]
		if m == nil {
			t.Errorf("no method %s", name)
			continue
		}
		p := a.Reach(absinttest.Roots(m))
		o := p.Evaluate(cost.TotalInstructions(true))[p.Index(m)]
		endless := slices.ContainsFunc(o.Reasons, func(why expr.Reason) bool { return strings.Contains(why.Text, "calls itself") })
		if endless == bounded { // calls of the library have no price here
			t.Errorf("%s has a bound: %v, want %v (%v)", name, !endless, bounded, o.Reasons)
		}
	}
}
