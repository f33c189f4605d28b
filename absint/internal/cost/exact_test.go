package cost_test

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/exprtest"
	"github.com/energylint/energylint/absint/internal/symval"
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
		names := []string{exprtest.GroundNames[0], rapid.SampledFrom([]string{exprtest.GroundNames[0], exprtest.GroundNames[2]}).Draw(t, "of")}
		r := expr.Env{Symbols: map[string]expr.Interval{}}
		at := map[string]int64{}
		for i, near := range []int64{b, d} {
			if _, done := at[names[i]]; done {
				continue
			}
			lo := near + rapid.Int64Range(-4, 4).Draw(t, "from")
			hi := lo + rapid.Int64Range(0, 3).Draw(t, "width")
			r.Symbols[names[i]] = expr.Interval{Lo: float64(lo), Hi: float64(hi)}
			at[names[i]] = rapid.Int64Range(lo, hi).Draw(t, names[i])
		}
		unlimited := func(name string) expr.Size {
			return expr.SymbolSize(expr.Symbol{Path: name, Min: -1 << 40, Max: 1 << 40})
		}
		s := unlimited(names[0]).AddInt(-b).Mul(unlimited(names[1]).AddInt(-d)).AddInt(k)
		want := new(big.Int).Mul(big.NewInt(at[names[0]]-b), big.NewInt(at[names[1]]-d))
		want.Add(want, big.NewInt(k))
		v, _ := new(big.Float).SetInt(want).Float64()
		if x := r.Size(s); !(x.Lo <= v && v <= x.Hi) {
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
	x := expr.SymbolSize(expr.Symbol{Path: "p0", Max: 100})
	var many expr.Size // as many terms as make the square too large an expression
	at := exprtest.Point{}
	for i := range int64(12) {
		name := fmt.Sprintf("p%d", i)
		many, at[name] = many.Add(expr.SymbolSize(expr.Symbol{Path: name, Max: 100})), i%3
	}
	for k := range 4 {
		for n := range int64(20) {
			if total, parts := cost.PowerSum(expr.Const(n), k); parts != 1 || exprtest.SizeValue(total, nil) != sum(n, k) {
				t.Errorf("the sum of i^%d below %d is %s/%d, not %d", k, n, total, parts, sum(n, k))
			}
			if total, parts := cost.PowerSum(x, k); exprtest.SizeValue(total, exprtest.Point{"p0": n}) != parts*sum(n, k) {
				t.Errorf("the sum of i^%d below %d is %s/%d, not %d", k, n, total, parts, sum(n, k))
			}
		}
		total, parts := cost.PowerSum(many, k)
		if total.Top || exprtest.SizeValue(total, at) != parts*sum(exprtest.SizeValue(many, at), k) {
			t.Errorf("the sum of i^%d below %s is %s/%d", k, many, total, parts)
		}
	}
	if total, _ := cost.PowerSum(expr.Const(1<<22), 2); !total.Top {
		t.Errorf("the sum of squares below 2^22, times 6, is beyond 2^62, and not %s", total)
	}
}

// A cost that cannot be computed exactly is no bound: not from above, and from below nothing is left of it.
func TestCostThatIsLost(t *testing.T) {
	one := expr.ConstPoly(pattern.Single(expr.TotalInstructions, 1))
	s := &cost.Summary{Summary: &callees.Summary{M: &symval.Func{}, Label: "T.m()"}}
	for _, tt := range []struct {
		name string
		cost expr.Poly
		lost bool
	}{
		{"times a size that is too large", one.MulSize(expr.TopSize), true},
		{"beyond 2^53", one.Scale(1 << 53).Scale(2), true},
		{"that cancels", one.Scale(1 << 52).Scale(3).Add(one.Scale(1 << 52).Scale(-3)), true},
		{"of 2^53 - 1", one.Scale(1<<53 - 1), false},
		{"of 2^53 and one more", one.Scale(1<<53 - 1).Add(one.Scale(2)), true},
		{"of a quarter of 2^53 + 1", one.Scale(0.25).MulSize(expr.Const(1<<53 + 1)), true},
		{"of a quarter of (2^53 + 1) * n", one.Scale(0.25).MulSize(expr.SymbolSize(expr.Symbol{Path: "p0"}).Scale(1<<53 + 1)), true},
		{"of thirds", one.Scale(1 << 43).Scale(1.0 / 3).Scale(2), false},
		{"of many thirds", one.Scale(1 << 45).Scale(1.0 / 3), true},
	} {
		if tt.cost.Lost() != tt.lost {
			t.Errorf("a cost %s is lost: %v", tt.name, !tt.lost)
		}
		up, low := cost.Outcome{Poly: tt.cost}.Exact(cost.Objective{Upper: true}, s), cost.Outcome{Poly: tt.cost}.Exact(cost.Objective{}, s)
		if up.Unbounded != tt.lost || low.Poly.Lost() || tt.lost && len(low.Poly.Terms) > 0 {
			t.Errorf("a cost %s: from above %+v, from below %+v", tt.name, up, low)
		}
		if tt.lost && (len(up.Reasons) != 1 || !strings.Contains(up.Reasons[0].Text, "2^53")) {
			t.Errorf("a cost %s: %v", tt.name, up.Reasons)
		}
		unsure := cost.Outcome{Poly: tt.cost}.Exact(cost.Energy([]float64{0, 3, -2}, false), s)
		if known := len(unsure.Conditions) == 0; known == tt.lost {
			t.Errorf("a cost %s, under weights below 0: %+v", tt.name, unsure)
		}
	}
}

// TestLeaveOut: what may cost less than nothing cannot be left out of a lower bound.
func TestLeaveOut(t *testing.T) {
	weights := make([]float64, pattern.Num)
	weights[1], weights[2] = 3, -2
	e := cost.NewCombiner(cost.Energy(weights, false), expr.Env{})
	for _, tt := range []struct {
		id   pattern.ID
		sure bool
	}{{1, true}, {2, false}} {
		o := e.LeaveOut(cost.Outcome{Poly: expr.ConstPoly(pattern.Single(tt.id, 4)), Throws: true})
		if (len(o.Conditions) == 0) != tt.sure || len(o.Poly.Terms) > 0 || !o.Throws {
			t.Errorf("without pattern %d: %+v", tt.id, o)
		}
	}
}
