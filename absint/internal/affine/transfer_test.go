package affine

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/energylint/energylint/absint/internal/expr"
)

// bounds draws an enclosure, and a whole number that it encloses at x.
func bounds(t *rapid.T, name string, x int64) (Bounds, int64) {
	function := func(what string) expr.Affine {
		f := expr.Affine{Num: 1, Den: 1}.Times(rapid.Int64Range(-9, 9).Draw(t, name+what+" slope"))
		return f.Plus(expr.ConstantAffine(float64(rapid.Int64Range(-99, 99).Draw(t, name+what)))).Over(rapid.Int64Range(1, 9).Draw(t, name+what+" divisor"))
	}
	v := Bounds{Lo: function(" low")}
	v.Hi = v.Lo.Plus(function(" width"))
	low, high := int64(math.Ceil(v.Lo.At(x))), int64(math.Floor(v.Hi.At(x)))
	if low > high {
		t.Skip("nothing between the bounds at x")
	}
	return v, rapid.Int64Range(low, high).Draw(t, name)
}

// TestOperationsEnclose: the result of an operation on enclosed numbers is between the bounds that the operation returns.
func TestOperationsEnclose(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Int64Range(0, 1000).Draw(t, "x")
		v, a := bounds(t, "a", x)
		w, b := bounds(t, "b", x)
		k := rapid.Int64Range(1, 40).Draw(t, "k")
		for _, c := range []struct {
			operation string
			r         Bounds
			value     int64
		}{
			{"a + b", v.plus(w), a + b},
			{"a - b", v.minus(w), a - b},
			{"a * k", v.scaled(k), a * k},
			{"a * -k", v.scaled(-k), a * -k},
			{"floor(a / k)", new(Transfer).divided(v, k), int64(math.Floor(float64(a) / float64(k)))},
		} {
			const rounding = 1e-9
			if !c.r.OK() {
				t.Errorf("%s has no bounds", c.operation)
			} else if y := float64(c.value); y < c.r.Lo.At(x)-rounding || y > c.r.Hi.At(x)+rounding {
				t.Errorf("%s = %g is not between %g and %g", c.operation, y, c.r.Lo.At(x), c.r.Hi.At(x))
			}
		}
	})
}
