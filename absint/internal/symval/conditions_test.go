package symval

import (
	"math"
	"testing"

	"github.com/energylint/energylint/absint/internal/expr"
)

// TestConditionTexts holds what users read where a bound's condition never holds, and where some calls do not satisfy it.
func TestConditionTexts(t *testing.T) {
	n := expr.SymbolSize(expr.Symbol{Path: "p0", Name: "n", Max: math.MaxInt32})
	for _, test := range []struct {
		cond           expr.Condition
		refuted, unmet string
	}{
		{expr.Condition{Size: n.AddInt(1), Lo: math.Inf(-1), Hi: math.MaxInt32}, "int overflow: n + 1 is above 2147483647",
			"the bound holds only if n + 1 <= 2147483647 (int overflow otherwise)"},
		{expr.Condition{Size: n, Lo: math.MinInt32, Hi: math.Inf(1)}, "int overflow: n is below -2147483648",
			"the bound holds only if n >= -2147483648 (int overflow otherwise)"},
		{expr.Condition{Size: n, Lo: math.MinInt32, Hi: math.MaxInt32}, "int overflow: n is not in -2147483648 to 2147483647",
			"the bound holds only if -2147483648 <= n <= 2147483647 (int overflow otherwise)"},
		{expr.Condition{Size: n, Lo: math.Inf(-1), Hi: 1 << 62}, "long overflow: n is above 4611686018427387904",
			"the bound holds only if n <= 4611686018427387904 (long overflow otherwise)"},
		{expr.Condition{Size: n, Lo: 1, Hi: math.Inf(1)}, "the bound holds only if n >= 1, which never holds here", "the bound holds only if n >= 1"},
		{expr.Condition{Size: n, Lo: 1, Hi: math.Inf(1), Requires: "A.f(int)"}, "A.f(int) requires n >= 1, which never holds here",
			"A.f(int) requires n >= 1, which is not known to hold here"},
	} {
		if got := test.cond.Refuted(); got != test.refuted {
			t.Errorf("%s refuted: %q, want %q", test.cond, got, test.refuted)
		}
		if got := test.cond.Unmet(); got != test.unmet {
			t.Errorf("%s unmet: %q, want %q", test.cond, got, test.unmet)
		}
	}
}

// TestPlaceWithoutLines: a class without a line table has offsets, not line 0.
func TestPlaceWithoutLines(t *testing.T) {
	if got := (&Func{}).PlaceAt(7); got != "offset 7" {
		t.Errorf("%q, want offset 7", got)
	}
}
