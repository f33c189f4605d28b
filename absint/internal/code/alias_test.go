package code_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/internal/classfile"
)

// TestAliases checks loops of testdata/fixtures/flows/Aliases.java. Those that put something into what may be the
// collection that they empty, under another name, have no bound.
func TestAliases(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "flows")
	for _, tc := range []struct{ method, bound string }{
		{"parameters", ""}, {"field", ""}, {"eitherOf", ""}, {"cast", ""}, {"kept", ""}, {"view", ""}, {"iterator", ""},
		{"forgotten", ""}, {"forgottenKeys", ""}, {"unmarked", ""}, {"growing", ""},
		{"moved", "largest a.size()"}, {"levels", "now.size()"}, {"counted", "a.size()"}, {"searched", "n + 1"}, {"whole", "tree(q.children)"},
		{"replaced", "largest queue.size()"},
	} {
		found := false
		ls := a.Summary(methods["Aliases."+tc.method]).Loops(nil)
		for _, l := range ls {
			found = found || l.Bound == tc.bound
		}
		if !found {
			t.Errorf("%s: %+v, want %q iterations", tc.method, ls, tc.bound)
		}
	}
	var ms []string
	for _, s := range []string{"all", "again"} {
		m := methods["Aliases."+s]
		if p := a.Reach([]*classfile.Method{m}); len(p.Evaluate(cost.TotalInstructions(true))[p.Index(m)].Reasons) > 0 {
			ms = append(ms, s)
		}
	}
	if len(ms) != 1 || ms[0] != "again" {
		t.Errorf("the recursions without a bound are %v, want [again]", ms)
	}
}
