package recursion_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/exprtest"
)

// A call may recur for the parts of a range on both sides of an index that it computes, as far as the index lies in the range. The
// parts make no more calls than the range has elements; where they overlap, each call may make several for all.
func TestComputedArguments(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "programs")
	for _, test := range []struct{ method, total string }{ // "" where nothing bounds it
		{"Sorts.quick", "4 + 87*[(hi - lo)] + 30*[(hi - lo)^2]"},
		{"Partitions.sort", "4 + 92*[(hi - lo)] + 34*[(hi - lo)^2]"},
		{"Partitions.random", ""}, // a random number has no number of instructions
		{"Partitions.select", "53 + 87*[(hi - lo)] + 34*[(hi - lo)^2]"},
		{"Partitions.twice", "-112 + 68*[(hi - lo) * 2^(hi - lo)] + 117*[2^(hi - lo)]"},
		{"Partitions.sameSide", "-55 + 34*[(hi - lo) * 2^(hi - lo)] + 60*[2^(hi - lo)]"},
		{"Partitions.thrice", "34*[(hi - lo) * floor(3^(hi - lo) / 2)] + 34*[(hi - lo) * 3^(hi - lo)] + 68*[floor((3^(hi - lo) - 1) / 2)] + 68*[3^(hi - lo)]"},
		{"Partitions.withPivot", ""}, // the first side may be all
		{"Partitions.anywhere", ""},  // the index may be outside
		{"Partitions.overflowing", ""},
		{"Partitions.each", "34*[(hi - lo)^2 * max(hi - lo, 2)^(hi - lo)] + 52*[(hi - lo) * max(hi - lo, 2)^(hi - lo)] + 18*[max(hi - lo, 2)^(hi - lo)]"},
		{"Partitions.field", ""},
	} {
		m := methods[test.method]
		p := a.Reach(absinttest.Roots(m))
		o := p.Evaluate(cost.TotalInstructions(true))[p.Index(m)]
		got := ""
		if !o.Unbounded {
			got = exprtest.Formula(o.Poly, expr.TotalInstructions)
		}
		var conditions []string
		for _, c := range o.Conditions {
			conditions = append(conditions, c.String())
		}
		if got != test.total || o.Unbounded != (test.total == "") {
			t.Errorf("%s: %s instructions %v where %q, want %s", test.method, got, o.Reasons, conditions, test.total)
		}
	}
}
