package absint

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/energylint/energylint/internal/pattern"
)

// Terms that cancel each other where float64 does not have all whole numbers leave an interval that contains what they
// leave in truth.
func TestRangeContainsWhatCancels(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		near := func(what string) int64 {
			return rapid.SampledFrom([]int64{0, 1, 3, 1 << 20, 1<<30 + 1, 1<<31 - 1}).Draw(t, what) + rapid.Int64Range(-3, 3).Draw(t, "beside")
		}
		// (a - b)(c - d) + k, multiplied out, where a and c are close to b and d.
		b, d, k := near("b"), near("d"), rapid.Int64Range(-9, 9).Draw(t, "k")
		names := []string{groundNames[0], rapid.SampledFrom([]string{groundNames[0], groundNames[2]}).Draw(t, "of")}
		r := Ranges{symbols: map[string]Range{}}
		at := map[string]int64{}
		for i, near := range []int64{b, d} {
			if _, done := at[names[i]]; done {
				continue
			}
			lo := near + rapid.Int64Range(-4, 4).Draw(t, "from")
			hi := lo + rapid.Int64Range(0, 3).Draw(t, "width")
			r.symbols[names[i]] = Range{float64(lo), float64(hi)}
			at[names[i]] = rapid.Int64Range(lo, hi).Draw(t, names[i])
		}
		unlimited := func(name string) Size { return SymbolSize(Symbol{Path: name, Min: -1 << 40, Max: 1 << 40}) }
		s := unlimited(names[0]).AddInt(-b).Mul(unlimited(names[1]).AddInt(-d)).AddInt(k)
		want := new(big.Int).Mul(big.NewInt(at[names[0]]-b), big.NewInt(at[names[1]]-d))
		want.Add(want, big.NewInt(k))
		v, _ := new(big.Float).SetInt(want).Float64()
		if x := r.size(s); !(x.Lo <= v && v <= x.Hi) {
			t.Fatalf("%s is %v at %v, outside of %v in %v", s, want, at, x, r)
		}
	})
}

func TestPowerSum(t *testing.T) {
	sum := func(n int64, k int) int64 {
		s := int64(0)
		for i := range n {
			s += []int64{1, i, i * i, i * i * i}[k]
		}
		return s
	}
	x := SymbolSize(Symbol{Path: "p0", Max: 100})
	var many Size // as many terms as make the square too large an expression
	at := point{}
	for i := range int64(12) {
		name := fmt.Sprintf("p%d", i)
		many, at[name] = many.Add(SymbolSize(Symbol{Path: name, Max: 100})), i%3
	}
	for k := range 4 {
		for n := range int64(20) {
			if total, parts := powerSum(Const(n), k); parts != 1 || total.value(nil) != sum(n, k) {
				t.Errorf("the sum of i^%d below %d is %s/%d, not %d", k, n, total, parts, sum(n, k))
			}
			if total, parts := powerSum(x, k); total.value(point{"p0": n}) != parts*sum(n, k) {
				t.Errorf("the sum of i^%d below %d is %s/%d, not %d", k, n, total, parts, sum(n, k))
			}
		}
		total, parts := powerSum(many, k)
		if total.bad || total.value(at) != parts*sum(many.value(at), k) {
			t.Errorf("the sum of i^%d below %s is %s/%d", k, many, total, parts)
		}
	}
	if total, _ := powerSum(Const(1<<22), 2); !total.bad {
		t.Errorf("the sum of squares below 2^22, times 6, is beyond 2^62, and not %s", total)
	}
}

// A cost that cannot be computed exactly is no bound: not from above, and from below nothing is left of it.
func TestCostThatIsLost(t *testing.T) {
	one := constPoly(pattern.Single(totalInstructions, 1))
	s := &costSummary{callSummary: &callSummary{m: &method{}, label: "T.m()"}}
	for _, tt := range []struct {
		name string
		cost Poly
		lost bool
	}{
		{"times a size that is too large", one.mulSize(badSize), true},
		{"beyond 2^53", one.scale(1 << 53).scale(2), true},
		{"that cancels", one.scale(1 << 52).scale(3).add(one.scale(1 << 52).scale(-3)), true},
		{"of 2^53 - 1", one.scale(1<<53 - 1), false},
		{"of 2^53 and one more", one.scale(1<<53 - 1).add(one.scale(2)), true},
		{"of a quarter of 2^53 + 1", one.scale(0.25).mulSize(Const(1<<53 + 1)), true},
		{"of a quarter of (2^53 + 1) * n", one.scale(0.25).mulSize(SymbolSize(Symbol{Path: "p0"}).Scale(1<<53 + 1)), true},
		{"of thirds", one.scale(1 << 43).scale(1.0 / 3).scale(2), false},
		{"of many thirds", one.scale(1 << 45).scale(1.0 / 3), true},
	} {
		if tt.cost.lost() != tt.lost {
			t.Errorf("a cost %s is lost: %v", tt.name, !tt.lost)
		}
		up, low := Outcome{Poly: tt.cost}.exact(Objective{Upper: true}, s), Outcome{Poly: tt.cost}.exact(Objective{}, s)
		if up.open != tt.lost || low.Poly.lost() || tt.lost && len(low.Poly.terms) > 0 {
			t.Errorf("a cost %s: from above %+v, from below %+v", tt.name, up, low)
		}
		if tt.lost && (len(up.Reasons) != 1 || !strings.Contains(up.Reasons[0].Text, "2^53")) {
			t.Errorf("a cost %s: %v", tt.name, up.Reasons)
		}
		unsure := Outcome{Poly: tt.cost}.exact(Energy([]float64{0, 3, -2}, false), s)
		if says := len(unsure.Conditions) == 0; says == tt.lost {
			t.Errorf("a cost %s, under weights below 0: %+v", tt.name, unsure)
		}
	}
}

// TestLeaveOut: what may cost less than nothing cannot be left out of a lower bound.
func TestLeaveOut(t *testing.T) {
	weights := make([]float64, pattern.Num)
	weights[1], weights[2] = 3, -2
	e := newCombiner(Energy(weights, false), Ranges{})
	for _, tt := range []struct {
		id   pattern.ID
		sure bool
	}{{1, true}, {2, false}} {
		o := e.leaveOut(Outcome{Poly: constPoly(pattern.Single(tt.id, 4)), throws: true})
		if (len(o.Conditions) == 0) != tt.sure || len(o.Poly.terms) > 0 || !o.throws {
			t.Errorf("without pattern %d: %+v", tt.id, o)
		}
	}
}
