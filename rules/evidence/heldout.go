package evidence

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Prediction is what a table says of a pair that is held out, by the fit of the case that the pair is a variation of, and what was
// measured of the pair itself, for one size.
type Prediction struct {
	Pair      *Pair
	N         int
	Predicted Amount
	Measured  Amount
}

// Predictions compares a table with its own measurement of the pairs that are held out, in one mode, for the sizes of each pair.
func Predictions(t *Table, mode Mode) ([]Prediction, error) {
	pairs, err := Pairs()
	if err != nil {
		return nil, err
	}
	var out []Prediction
	for _, p := range pairs {
		of, own := t.Entry(p.Of, mode), t.Entry(p.Key, mode)
		if p.Rule != HeldOut || of == nil || own == nil || own.Digest != p.Digest() {
			continue
		}
		for _, x := range own.Points {
			out = append(out, Prediction{
				Pair: p, N: x.N, Predicted: of.At(float64(x.N)),
				Measured: Amount{Written: x.Written, Repaired: x.Repaired, Saving: x.Written - x.Repaired, SD: x.SD},
			})
		}
	}
	return out, nil
}

// Score says how well savings are predicted: the shares of predictions with the right sign, and within a factor of two, and the rank
// correlation (Spearman) of predicted and measured savings.
type Score struct {
	Predictions  int
	Sign         float64
	FactorTwo    float64
	Correlation  float64
	significant  int
	savingsFound int
}

// ScoreOf judges predictions. A sign is judged where the measured saving or loss is significant, with z standard deviations, and at
// least LeastShare of the cost; a factor where, moreover, it is a saving.
func ScoreOf(ps []Prediction, z float64) Score {
	s := Score{Predictions: len(ps)}
	var predicted, measured []float64
	for _, p := range ps {
		predicted, measured = append(predicted, p.Predicted.Saving), append(measured, p.Measured.Saving)
		pays := p.Measured.Pays(z)
		if !pays && !p.Measured.Costs(z) {
			continue
		}
		s.significant++
		if pays == (p.Predicted.Saving > 0) {
			s.Sign++
		}
		if pays {
			s.savingsFound++
			if r := p.Predicted.Saving / p.Measured.Saving; r >= 0.5 && r <= 2 {
				s.FactorTwo++
			}
		}
	}
	s.Sign /= math.Max(float64(s.significant), 1)
	s.FactorTwo /= math.Max(float64(s.savingsFound), 1)
	s.Correlation = stat.Correlation(ranks(predicted), ranks(measured), nil)
	return s
}

// ranks returns the rank of each value, the mean of their ranks for equal ones.
func ranks(xs []float64) []float64 {
	order := make([]int, len(xs))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(xs[a], xs[b]) })
	out := make([]float64, len(xs))
	for i := 0; i < len(order); {
		j := i
		for j < len(order) && xs[order[j]] == xs[order[i]] {
			j++
		}
		for _, k := range order[i:j] {
			out[k] = float64(i+j-1) / 2
		}
		i = j
	}
	return out
}
