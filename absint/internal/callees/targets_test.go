package callees_test

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/exprtest"
)

// A call is followed into few methods, not into a hundred, be they lambdas or what references to a method can run.
func TestManyTargets(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "targets")
	for name, want := range map[string]string{"Targets.few": "", "Targets.many": "any of 101 methods may run", "Targets.refer": "any of 110 methods may run"} {
		m := methods[name]
		p := a.Reach(absinttest.Roots(m))
		for _, upper := range []bool{true, false} {
			o := p.Evaluate(cost.TotalInstructions(upper))[p.Index(m)]
			why := ""
			for _, r := range o.Reasons {
				why += r.Text
			}
			if upper && (want == "" && why != "" || !strings.Contains(why, want)) {
				t.Errorf("%s: %q, want %q", name, why, want)
			}
			// The call, its two arguments and the return; few runs four instructions more.
			if n := map[string]string{"Targets.few": "8", "Targets.many": "4", "Targets.refer": "4"}[name]; !upper && exprtest.Formula(o.Poly, expr.TotalInstructions) != n {
				t.Errorf("%s: at least %s instructions, by hand %s", name, exprtest.Formula(o.Poly, expr.TotalInstructions), n)
			}
		}
	}
}
