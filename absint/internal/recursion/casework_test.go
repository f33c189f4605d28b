package recursion_test

import (
	"slices"
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/recursion"
)

// TestCaseWork: a recursion that is bounded over its cases has no bound once the work of the proofs is spent; one that needs no cases
// has the one that it had.
func TestCaseWork(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "programs")
	obj := cost.TotalInstructions(true)
	for name, cases := range map[string]bool{"Finds.matches": true, "FirstBits.gcd": false} {
		p := a.Reach(absinttest.Roots(methods[name]))
		members := []int32{int32(p.Index(methods[name]))}
		var done []*cost.Outcome
		for i, o := range p.Evaluate(obj) {
			if done = append(done, &o); i == int(members[0]) {
				done[i] = cost.NotEvaluated
			}
		}
		for _, spent := range []bool{false, true} {
			r := &recursion.Recursion{P: p.Program, Obj: obj, Done: slices.Clone(done), Members: members, Ranges: recursion.RangesOf(p.Program, members), Measured: new(recursion.Measured)}
			r.Price = func(v int, site *callees.CallSite) cost.Outcome { return p.CallOutcome(v, site, obj, done) }
			if spent {
				r.Exhaust()
			}
			if _, ok := r.Outcomes(); ok != (!spent || !cases) {
				t.Errorf("%s has a bound: %v, with all work spent: %v", name, ok, spent)
			}
		}
	}
}
