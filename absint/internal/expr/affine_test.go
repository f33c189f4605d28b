package expr

import "testing"

func TestExtremeOfBounds(t *testing.T) {
	line := func(num, add, den int64) Affine { return Affine{Num: num, Add: add, Den: den} }
	for _, c := range []struct{ f, g Affine }{
		{line(1, 0, 1), line(2, -5, 1)},
		{line(2, -5, 1), line(1, 0, 1)},
		{line(1, 3, 2), line(1, -1, 3)},
		{line(-1, 10, 1), line(1, 0, 1)},
		{line(0, 4, 1), line(0, 7, 1)},
	} {
		for _, from := range []int64{0, 3, 10} {
			lower, upper := ExtremeOf(c.f, c.g, from, false), ExtremeOf(c.f, c.g, from, true)
			if lower.Bad || upper.Bad {
				t.Fatalf("%v and %v: no bound", c.f, c.g)
			}
			for x := from; x < from+50; x++ {
				f, g := c.f.At(x), c.g.At(x)
				if eps := 1e-9; lower.At(x) > min(f, g)+eps || upper.At(x) < max(f, g)-eps {
					t.Errorf("from %d: %v and %v at %d: %v to %v do not enclose %v and %v", from, c.f, c.g, x, lower.At(x), upper.At(x), f, g)
				}
			}
		}
	}
}

func TestAffineOutOfRange(t *testing.T) {
	big := Affine{Num: 1 << 20, Add: 1 << 40, Den: 1}
	for name, f := range map[string]Affine{
		"sum": big.Plus(big), "product": big.Times(1 << 31), "constant": ConstantAffine(1 << 54), "of bad": big.Plus(Affine{Bad: true}),
	} {
		if !f.Bad {
			t.Errorf("%s: %v, want a bad function", name, f)
		}
	}
}
