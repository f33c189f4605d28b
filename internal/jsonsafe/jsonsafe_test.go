package jsonsafe

import (
	"encoding/json"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// A finite Number is written as its float64 is, and read back as the same.
func TestNumber(t *testing.T) {
	check := func(x float64) bool {
		want, err := json.Marshal(x)
		if err != nil {
			t.Fatal(err)
		}
		got, err := json.Marshal(Number(x))
		if err != nil {
			t.Fatal(err)
		}
		var back Number
		return string(got) == string(want) && json.Unmarshal(got, &back) == nil && float64(back) == x
	}
	for _, x := range []float64{0, math.Copysign(0, -1), 1, 1e-6, 9.99e-7, 1e-9, 1.5e-10, 1e-300, 1e20, 1e21, -1e21, 1e300, 123456789.25, math.MaxFloat64, math.SmallestNonzeroFloat64} {
		if !check(x) {
			t.Errorf("%v is written otherwise", x)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		x := math.Float64frombits(rapid.Uint64().Draw(t, "bits"))
		if !math.IsNaN(x) && !math.IsInf(x, 0) && !check(x) {
			t.Fatalf("%v is written otherwise", x)
		}
	})
	for _, x := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		if b, err := json.Marshal(Number(x)); err != nil || string(b) != "null" {
			t.Errorf("%v: %s, %v", x, b, err)
		}
	}
}
