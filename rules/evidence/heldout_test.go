package evidence

import (
	"math"
	"testing"
)

// TestScore: signs and factors are judged where a saving or a loss is significant, the correlation over all.
func TestScore(t *testing.T) {
	amount := func(written, saving float64) Amount {
		return Amount{Written: written, Repaired: written - saving, Saving: saving, SD: 0.001 * written}
	}
	ps := []Prediction{
		{Predicted: amount(100, 50), Measured: amount(100, 30)},     // within a factor of two
		{Predicted: amount(100, 50), Measured: amount(100, 20)},     // beyond
		{Predicted: amount(100, 10), Measured: amount(100, 1)},      // less than 5%: no sign
		{Predicted: amount(100, 5), Measured: amount(100, -40)},     // a loss that is not predicted
		{Predicted: amount(1000, 600), Measured: amount(1000, 700)}, // within
	}
	s := ScoreOf(ps, 1.645)
	if s.Predictions != 5 || s.Sign != 0.75 || math.Abs(s.FactorTwo-2.0/3) > 1e-9 {
		t.Errorf("got %+v", s)
	}
	// Ranks 2.5 2.5 1 0 4 (of 0 to 4, mean of ties) against 3 2 1 0 4.
	if want := 0.9746794; math.Abs(s.Correlation-want) > 1e-6 {
		t.Errorf("correlation %g, want %g", s.Correlation, want)
	}
	if got := ScoreOf(nil, 1.645); got.Predictions != 0 || got.Sign != 0 {
		t.Errorf("of nothing: %+v", got)
	}
}

// TestPredictions: each pair that is held out is compared for all its sizes with the fit of its case.
func TestPredictions(t *testing.T) {
	var held *Pair
	pairs, err := Pairs()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pairs {
		if p.Rule == HeldOut {
			held = p
		}
	}
	if held == nil {
		t.Fatal("no pair is held out")
	}
	table := NewTable(Provenance{JVM: "a"})
	add := func(p *Pair, slope float64) {
		var points []Point
		for _, n := range p.Sizes {
			points = append(points, Point{n, slope * float64(n), slope * float64(n) / 2, 0.01})
		}
		if err := table.Add(p, C2, points); err != nil {
			t.Fatal(err)
		}
	}
	add(Lookup(held.Of), 2)
	add(held, 3)
	ps, err := Predictions(table, C2)
	if err != nil || len(ps) != len(held.Sizes) {
		t.Fatalf("%d predictions, %v; want %d", len(ps), err, len(held.Sizes))
	}
	for _, p := range ps {
		if math.Abs(p.Predicted.Saving-float64(p.N)) > 1e-6 || math.Abs(p.Measured.Saving-1.5*float64(p.N)) > 1e-6 {
			t.Errorf("n = %d: predicted %g, measured %g", p.N, p.Predicted.Saving, p.Measured.Saving)
		}
	}
	if ps, err := Predictions(table, C1); err != nil || len(ps) != 0 {
		t.Errorf("%d predictions of a mode that was not measured, %v", len(ps), err)
	}
}
