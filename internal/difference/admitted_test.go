package difference

import (
	"math"
	"slices"
	"testing"

	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/snapshot"
)

// TestAdmittedSizes checks that costs are compared at sizes that the preconditions of both sides allow.
func TestAdmittedSizes(t *testing.T) {
	n, m, k := symbol(0, "n"), symbol(1, "m"), symbol(2, "k")
	between := func(path string, lo, hi float64) snapshot.Range {
		return snapshot.Range{Path: path, Min: result.Joules(lo), Max: result.Joules(hi)}
	}
	sum := func(constant int64, coefficients ...int64) []result.SizeProduct {
		out := []result.SizeProduct{{Coefficient: constant}}
		for i, c := range coefficients {
			if c != 0 {
				out = append(out, result.SizeProduct{Coefficient: c, Factors: []result.Factor{{Kind: result.FactorSymbol, Path: []string{"p0", "p1", "p2"}[i]}}})
			}
		}
		return out
	}
	type limits struct {
		ranges  []snapshot.Range
		related [][]result.SizeProduct
	}
	none, inf := limits{}, math.Inf(1)
	for _, test := range []struct {
		name       string
		sizes      []result.Factor
		base, head limits
		want       []string
	}{
		{"no precondition", []result.Factor{n}, none, none, []string{"10", "100", "1,000"}},
		{"fewer", []result.Factor{n}, limits{ranges: []snapshot.Range{between("p0", 0, 20)}}, limits{ranges: []snapshot.Range{between("p0", 0, 20)}}, []string{"10", "20"}},
		{"more", []result.Factor{n}, limits{ranges: []snapshot.Range{between("p0", 5000, inf)}}, limits{ranges: []snapshot.Range{between("p0", 5000, inf)}}, []string{"5,000"}},
		{"what both allow", []result.Factor{n}, limits{ranges: []snapshot.Range{between("p0", 0, 50)}}, limits{ranges: []snapshot.Range{between("p0", 20, 500)}}, []string{"20", "50"}},
		{"only head has one", []result.Factor{n}, none, limits{ranges: []snapshot.Range{between("p0", 0, 50)}}, []string{"10", "50"}},
		{"nothing that both allow", []result.Factor{n}, limits{ranges: []snapshot.Range{between("p0", 0, 20)}}, limits{ranges: []snapshot.Range{between("p0", 30, 40)}}, []string{"10", "100", "1,000"}},
		{"one of two", []result.Factor{n, m}, none, limits{ranges: []snapshot.Range{between("p0", 0, 20)}}, []string{"10", "100 (n = 20)", "1,000 (n = 20)"}},
		{"both of two", []result.Factor{n, m}, none, limits{ranges: []snapshot.Range{between("p0", 0, 20), between("p1", 0, 50)}}, []string{"10", "50 (n = 20)"}},
		{"negative sizes only", []result.Factor{n}, none, limits{ranges: []snapshot.Range{between("p0", -9, -3)}}, []string{"-3"}},
		{"m - 2n >= 0", []result.Factor{n, m}, none, limits{related: [][]result.SizeProduct{sum(0, -2, 1)}}, []string{"10 (n = 5)", "100 (n = 50)", "1,000 (n = 500)"}},
		{"n - 30 >= m", []result.Factor{n, m}, none, limits{related: [][]result.SizeProduct{sum(-30, 1, -1)}, ranges: []snapshot.Range{between("p1", 10, inf)}},
			[]string{"10 (n = 40)", "100 (m = 70)", "1,000 (m = 970)"}},
		{"a relation that never holds", []result.Factor{n, m}, none, limits{related: [][]result.SizeProduct{sum(-1, 1, -1), sum(-1, -1, 1)}, ranges: []snapshot.Range{between("p0", 0, 40), between("p1", 0, 40)}}, nil},
		{"a relation over a size that the costs have not", []result.Factor{n}, none, limits{related: [][]result.SizeProduct{sum(-500, 0, 0, 1)}}, []string{"10", "100", "1,000"}},
		{"three", []result.Factor{n, m, k}, none, limits{ranges: []snapshot.Range{between("p0", 0, 1), between("p1", 0, 2)}}, []string{"10 (n = 1, m = 2)", "100 (n = 1, m = 2)", "1,000 (n = 1, m = 2)"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var base, head []result.ExpressionTerm
			for _, s := range test.sizes {
				base, head = append(base, term(1, s)), append(head, term(2, s))
			}
			x, y := method("a/B.f(III)V", base...), method("a/B.f(III)V", head...)
			x.Ranges, x.Related, y.Ranges, y.Related = test.base.ranges, test.base.related, test.head.ranges, test.head.related
			changes := compareStates(t, state(x), state(withBody(y, "y"))).Changes
			if len(changes) != 1 {
				t.Fatalf("%d changes", len(changes))
			}
			var got []string
			for _, s := range changes[0].Sizes {
				got = append(got, s.Text())
			}
			if test.want != nil && !slices.Equal(got, test.want) {
				t.Errorf("compared at %q, want %q", got, test.want)
			}
		})
	}
}
