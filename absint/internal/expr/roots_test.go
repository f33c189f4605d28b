package expr_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/energylint/energylint/absint/internal/expr"
)

func TestIntSqrt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.OneOf(rapid.Int64Range(0, 200), rapid.Int64Range(0, 3037000498)).Draw(t, "r")
		for _, v := range []int64{r * r, r*r + r, r*r + 2*r} {
			if got := expr.IntSqrt(v); got != r {
				t.Fatalf("the root of %d is %d", v, got)
			}
		}
	})
	if got := expr.IntSqrt(math.MaxInt64); got != 3037000499 {
		t.Errorf("the root of the largest long is %d", got)
	}
}
