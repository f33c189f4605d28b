package fit

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/models"
)

// TestModelFile writes a fit of each structure, reads it back, and compares prices with what the
// draws say themselves.
func TestModelFile(t *testing.T) {
	obs := readReference(t)
	for _, s := range []Structure{Additive, Pooled} {
		t.Run(s.String(), func(t *testing.T) {
			r, err := Run(context.Background(), obs, Options{Structure: s, Seed: 3, Draws: 500})
			if err != nil {
				t.Fatal(err)
			}
			var file, correlation bytes.Buffer
			info := ModelInfo{Name: "test", Meter: `a "meter"`, Note: "Simulated."}
			if err := r.WriteTOML(&file, &correlation, info); err != nil {
				t.Fatal(err)
			}
			m, err := models.Parse("test.toml", file.Bytes(), func(name string) ([]byte, error) {
				if name != "test.correlation.tsv" {
					t.Errorf("the model names %q as its correlation", name)
				}
				return correlation.Bytes(), nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if got := m.File(); got.Meter != info.Meter || !strings.Contains(got.Note, "Simulated.") {
				t.Errorf("meter %q, note %q", got.Meter, got.Note)
			}
			direct, err := r.Model(info)
			if err != nil {
				t.Fatal(err)
			}
			id := func(p Pattern) pattern.ID {
				i, err := pattern.Parse(p.Operation, p.Type, p.Size)
				if err != nil {
					t.Fatal(err)
				}
				return i
			}
			counts := pattern.Single(id(r.Patterns[0]), 3).Add(pattern.Single(id(r.Patterns[40]), 5))
			wantMean, wantVar := priceByDraws(r, map[int]float64{0: 3, 40: 5}, "Device 2")
			if s == Additive {
				sigma, _ := r.Parameter("sigma")
				wantVar += sigma.Mean * sigma.Mean * (9 + 25)
			}
			for name, m := range map[string]*models.Model{"read": m, "direct": direct} {
				g := m.Price(counts, "Device 2")
				if math.Abs(g.Mean/wantMean-1) > 1e-5 || math.Abs(g.SD/math.Sqrt(wantVar)-1) > 1e-3 {
					t.Errorf("%s: price %g +- %g, draws say %g +- %g", name, g.Mean, g.SD, wantMean, math.Sqrt(wantVar))
				}
			}
			// A pattern that was not measured: the additive part, and the residual.
			unseen, err := pattern.Parse("Modulo", "int", "32-bit")
			if err != nil {
				t.Fatal(err)
			}
			if m.Measured(unseen) || !m.Measured(id(r.Patterns[0])) {
				t.Error("measured patterns are mixed up")
			}
			if g := m.Price(pattern.Single(unseen, 1), "Device 1"); g.SD < m.ResidualSD() {
				t.Errorf("sd %g of a pattern that was not measured is below the residual %g", g.SD, m.ResidualSD())
			}
		})
	}
}

// priceByDraws evaluates counts (by index of the pattern) draw by draw, as mean and variance.
func priceByDraws(r *Result, counts map[int]float64, device string) (mean, variance float64) {
	n := 0.0
	for chain := range r.opts.Chains {
		for draw := range r.opts.Draws {
			sum := 0.0
			for p, times := range counts {
				for _, i := range r.design.of[p] {
					c := r.design.cells[i]
					if c.device != device {
						continue
					}
					for _, t := range c.terms {
						sum += times * r.draws[t][chain][draw]
					}
				}
				if r.Structure == Pooled {
					sum += times * r.draws[len(r.design.effects)+p][chain][draw]
				}
			}
			n++
			delta := sum - mean
			mean += delta / n
			variance += delta * (sum - mean)
		}
	}
	return mean, variance / (n - 1)
}

// TestModelNeedsAllOperations: a fit of a few patterns is no complete model, and says why.
func TestModelNeedsAllOperations(t *testing.T) {
	obs := Observations{Unit: "J"}
	for i, p := range []Pattern{{"Addition", "int", "Load"}, {"Division", "int", "Load"}} {
		for k := range 5 {
			obs.List = append(obs.List, Observation{Pattern: p, Energy: float64(20+10*i+k) * 1e-9})
		}
	}
	r, err := Run(context.Background(), obs, Options{Draws: 200})
	if err != nil {
		t.Fatal(err)
	}
	_, err = r.Model(ModelInfo{Name: "small"})
	if err == nil || !strings.Contains(err.Error(), "no parameter") {
		t.Errorf("got %v", err)
	}
}
