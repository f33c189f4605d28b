package models

import (
	"math"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/pattern"
)

// withEffect is rpi5-nyholm, comonotone, with one pattern's own parameter.
func withEffect(t *testing.T, p Parameter) (*Model, error) {
	t.Helper()
	f := rpi5(t).File()
	f.Covariance, f.Correlation = "comonotone", ""
	f.Parameters = append(append([]Parameter(nil), f.Parameters...), p)
	return New(f, nil)
}

// A pattern's own parameter moves its price and replaces its residual; others keep both.
func TestPatternEffect(t *testing.T) {
	effect := Parameter{Category: "Pattern", Name: "Addition, int, Load", Mean: -3e-9, SD: 2e-10}
	m, err := withEffect(t, effect)
	if err != nil {
		t.Fatal(err)
	}
	neutral, err := withEffect(t, Parameter{Category: "Pattern", Name: "Static method call, -, Reference"})
	if err != nil {
		t.Fatal(err)
	}
	own, other := id(t, "Addition", "int", "Load"), id(t, "Addition", "int", "Constant")
	const n = 7
	base := neutral.Price(pattern.Single(own, n), "")
	got := m.Price(pattern.Single(own, n), "")
	if !near(got.Mean, base.Mean+n*effect.Mean, 1e-12) {
		t.Errorf("mean %g, want %g", got.Mean, base.Mean+n*effect.Mean)
	}
	// Comonotone: the standard deviations add, and the residual is gone.
	residual := n * m.ResidualSD()
	want := math.Sqrt(base.SD*base.SD-residual*residual) + n*effect.SD
	if !near(got.SD, want, 1e-9) {
		t.Errorf("sd %g, want %g", got.SD, want)
	}
	if a, b := m.Price(pattern.Single(other, n), ""), neutral.Price(pattern.Single(other, n), ""); a != b {
		t.Errorf("another pattern's price changed from %v to %v", b, a)
	}
	upper, lower := m.Weights("", 1.6)
	for _, p := range []pattern.ID{own, other} {
		if g := m.Price(pattern.Single(p, 1), ""); !near(upper[p], g.At(1.6), 1e-9) || !near(lower[p], g.At(-1.6), 1e-9) {
			t.Errorf("%s: weights %g and %g, price %v", p, lower[p], upper[p], g)
		}
	}
}

func TestPatternName(t *testing.T) {
	for i := range pattern.Triples {
		p := pattern.ID(i)
		if got, err := parsePatternName(PatternName(p)); err != nil || got != p {
			t.Fatalf("%q is read as %v, %v", PatternName(p), got, err)
		}
	}
}

func TestPatternEffectErrors(t *testing.T) {
	for name, want := range map[string]string{
		"Addition, int":        "no pattern",
		"Nonsense, int, Load":  `unknown operation "Nonsense"`,
		"Addition, word, Load": `unknown data type "word"`,
	} {
		if _, err := withEffect(t, Parameter{Category: "Pattern", Name: name}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	if _, err := withEffect(t, Parameter{Category: "Pattern", Name: "Addition, int, Load", Mean: math.NaN()}); err == nil {
		t.Error("NaN accepted")
	}
}
