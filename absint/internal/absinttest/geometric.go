package absinttest

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/absint"
)

// GeometricLoop is what is expected of one loop of testdata/fixtures/programs: bound, the most iterations as a number
// (+Inf where there is none), conditions, or a part of the reason why there is no bound.
type GeometricLoop struct {
	Bound  string
	Most   float64
	Conds  string
	Reason string
}

// CheckLoops compares the loops of methods of one of the programs with a table.
func CheckLoops(t *testing.T, class string, tests map[string][]GeometricLoop) {
	t.Helper()
	a, methods := Analyzer(t, "programs")
	for name, want := range tests {
		m := methods[class+"."+name]
		if m == nil {
			t.Errorf("there is no %s.%s", class, name)
			continue
		}
		loops := LoopsOf(t, a, m)
		if len(loops) != len(want) {
			t.Errorf("%s has %d loops, the table %d", name, len(loops), len(want))
			continue
		}
		for i, l := range loops {
			var conds []string
			for _, c := range l.ConditionsToHold {
				conds = append(conds, c.String())
			}
			got := GeometricLoop{l.Bound, l.Max, strings.Join(conds, ", "), l.Reason}
			if want[i].Reason != "" && strings.Contains(l.Reason, want[i].Reason) {
				got.Reason = want[i].Reason
			}
			if got != want[i] {
				t.Errorf("%s at line %d:\n got %+v\nwant %+v", name, l.Line, got, want[i])
			}
			// What is exact is the same from below.
			if l.Status == absint.Exact && l.Min != l.Max {
				t.Errorf("%s at line %d is exact, from %v to %v", name, l.Line, l.Min, l.Max)
			}
		}
	}
}
