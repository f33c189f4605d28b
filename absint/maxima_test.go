package absint_test

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/expr"
)

// maximum is what is expected of one loop: its bound and the largest numbers of iterations and of executions of its header
// in a call, "-" for no number.
type maximum struct{ bound, iterations, header string }

// checkMaxima compares the loops of the methods of a class of the fixture maxima, in code order. The conditions of a bound
// follow it after "if".
func checkMaxima(t *testing.T, class string, want map[string][]maximum) {
	t.Helper()
	a, methods := absinttest.Analyzer(t, "maxima")
	number := func(v float64) string {
		if v == absinttest.Inf {
			return "-"
		}
		return expr.Number(v)
	}
	for name, loops := range want {
		m := methods[class+"."+name]
		if m == nil {
			t.Fatalf("%s has no method %s", class, name)
		}
		got := a.Summary(m).Loops(nil)
		if len(got) != len(loops) {
			t.Errorf("%s has %d loops, want %d", name, len(got), len(loops))
			continue
		}
		for i, l := range got {
			bound := l.Bound
			var conds []string
			for _, c := range l.ConditionsToHold {
				conds = append(conds, c.String())
			}
			if len(conds) > 0 {
				bound += " if " + strings.Join(conds, ", ")
			}
			if is := (maximum{bound, number(l.Max), number(l.HeaderMax)}); is != loops[i] {
				t.Errorf("%s, loop %d: %v, want %v (%s)", name, i, is, loops[i], l.Reason)
			}
			if l.Status == absint.Parametric != (l.Max == absinttest.Inf && l.Bound != "") {
				t.Errorf("%s, loop %d: %s with a maximum of %v", name, i, l.Status, l.Max)
			}
		}
	}
}

// The header of a loop runs as often as the loops around it let it, whatever the loops inside do.
func TestHeadersAroundOtherLoops(t *testing.T) {
	checkMaxima(t, "Guards", map[string][]maximum{
		"around":        {{"8", "8", "9"}, {"n", "-", "-"}},
		"aroundEndless": {{"8", "8", "9"}, {"", "-", "-"}},
		"after":         {{"n", "-", "-"}, {"9", "9", "10"}},
	})
}
