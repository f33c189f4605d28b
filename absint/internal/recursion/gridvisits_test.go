package recursion_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/exprtest"
)

// TestGridVisits checks the instructions of recursions that mark the cells of grids, "" where nothing bounds them. internal/metering runs those that have
// a bound.
func TestGridVisits(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "gridmarks")
	for name, want := range map[string]string{
		"GridVisits.chars":  "52 + 208*[b[...].length * b.length]",
		"GridVisits.area":   "56 + 224*[grid[...].length * grid.length]",
		"GridVisits.fill":   "63 + 252*[image[...].length * image.length]",
		"GridVisits.before": "197 + 197*[seen[...].length * seen.length]",
		"GridVisits.beside": "85 + 85*[grid[...].length * grid.length]",
		"GridVisits.helped": "50 + 100*[seen[...].length * seen.length]",
		"GridVisits.own":    "2646",

		"GridVisits.sameColor":     "", // old may be color
		"GridVisits.otherOld":      "", // calls with both exchanged
		"GridVisits.cut":           "", // 65585 is '1'
		"GridVisits.restores":      "",
		"GridVisits.helperUnmarks": "",
		"GridVisits.listReplaces":  "", // of rows that may be those of the array
		"GridVisits.helperAssigns": "",
		"GridVisits.otherCell":     "",
		"GridVisits.unlikeTests":   "", // 0 stands for no mark, and 1
		"GridVisits.foundBefore":   "",
	} {
		m := methods[name]
		if m == nil {
			t.Errorf("no method %s", name)
			continue
		}
		p := a.Reach(absinttest.Roots(m))
		o := p.Evaluate(cost.TotalInstructions(true))[p.Index(m)]
		got := exprtest.Formula(o.Poly, expr.TotalInstructions)
		if o.Unbounded {
			got = ""
		}
		if got != want {
			t.Errorf("%s: %q instructions %v, want %q", name, got, o.Reasons, want)
		}
	}
}
