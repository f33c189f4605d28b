package absint_test

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/exprtest"
	"github.com/energylint/energylint/internal/pattern"
)

func TestRounded(t *testing.T) {
	n := expr.SymbolSize(expr.Symbol{Path: "p0", Name: "n", Max: absinttest.Inf})
	m := expr.SymbolSize(expr.Symbol{Path: "p1", Name: "m", Max: absinttest.Inf})
	text := expr.SymbolSize(expr.Symbol{Path: "~length(A.f@3)", Name: "f().length()", Max: absinttest.Inf})
	other := expr.SymbolSize(expr.Symbol{Path: "~length(A.f@7)", Name: "f().length()", Max: absinttest.Inf})
	ceil := func(s expr.Size, k int64) expr.Size { return s.AddInt(k - 1).FloorDiv(k) }
	positive := func(s expr.Size) expr.Size { return expr.Max(expr.Const(0), s) }
	for _, test := range []struct {
		name  string
		least int64
		sizes []expr.Size
		want  string
	}{
		{"a fine division is by element", 8, []expr.Size{ceil(n.Scale(512), 1024)}, "0.9990234375 + 0.5*[n]"},
		{"what is taken away is not", 8, []expr.Size{n.Scale(8).AddInt(-1).FloorDiv(64)}, "0.125*[n]"},
		{"a loop by two steps is as it is", 8, []expr.Size{n.FloorDiv(2)}, "1*[floor(n / 2)]"},
		{"and is not where there are many", 1, []expr.Size{n.FloorDiv(2)}, "0.5*[n]"},
		{"one iteration less is as it is", 8, []expr.Size{positive(n.AddInt(-1))}, "1*[(n - 1)]"},
		{"a multiple is not", 8, []expr.Size{positive(n.Scale(4).AddInt(-16))}, "4*[n]"},
		{"nor is one less than a division", 8, []expr.Size{positive(ceil(n.Scale(512), 1024).AddInt(-2))}, "0.5*[n]"},
		{"a difference is as it is", 1, []expr.Size{positive(n.Sub(m))}, "1*[(n - m)]"},
		{"products multiply", 8, []expr.Size{n.FloorDiv(8).Mul(m.AddInt(8).FloorDiv(16))}, "0.0625*[n] + 0.0078125*[n * m]"},
		{"a clamp is of what divides", 8, []expr.Size{positive(n.AddInt(-64)).AddInt(63).FloorDiv(64)}, "0.984375 + 0.015625*[n]"},
		{"terms that are written alike are one", 8, []expr.Size{text, other.Scale(2)}, "3*[f().length()]"},
	} {
		var p expr.Poly
		for _, s := range test.sizes {
			p = p.Add(expr.ConstPoly(pattern.Single(3, 1)).MulSize(s))
		}
		if got := exprtest.Formula(absint.Rounded(p, test.least), 3); !sameSum(got, test.want) {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

// sameSum reports whether two sums have the same terms.
func sameSum(a, b string) bool {
	terms := map[string]int{}
	for _, t := range strings.Split(a, " + ") {
		terms[t]++
	}
	for _, t := range strings.Split(b, " + ") {
		terms[t]--
	}
	for _, n := range terms {
		if n != 0 {
			return false
		}
	}
	return true
}

// A rounded cost is never below the cost, wherever no part of it is negative.
func TestRoundedIsNotBelow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := exprtest.Polys(3).Draw(t, "cost")
		r := absint.Rounded(p, rapid.Int64Range(1, 9).Draw(t, "least"))
		at := exprtest.Points(0, 40).Draw(t, "at")
		negative := false
		p.EachAtom(func(a *expr.Atom) { negative = negative || exprtest.MonoValue((expr.Mono{a}), at) < 0 })
		if negative {
			t.Skip("no cost")
		}
		for _, id := range exprtest.SomeDimensions {
			if exact, rounded := exprtest.Value(p, id, at), exprtest.Value(r, id, at); rounded < exact-1e-9*(1+math.Abs(exact)) {
				t.Fatalf("%s of %v: %v is rounded to %s, %v", exprtest.Formula(p, id), at, exact, exprtest.Formula(r, id), rounded)
			}
		}
	})
}
