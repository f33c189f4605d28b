package fit

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// shapesOf simulates two operations, of which one has shapes that are apart, on a meter with noise, and fits them.
func shapesOf(t *testing.T, apart, noise float64, replicates int, named bool) map[string]float64 {
	t.Helper()
	rng := rand.New(rand.NewPCG(5, 6))
	obs := Observations{Unit: "instruction"}
	for _, operation := range []string{"Addition", "Division"} {
		for _, typ := range []string{"int", "long", "float", "double"} {
			for shape := range 4 {
				level := 40 + rng.Float64()
				if operation == "Division" {
					level += apart * float64(2*(shape%2)-1)
				}
				for r := range replicates {
					name := fmt.Sprint(r + 1)
					if named {
						name += fmt.Sprintf(" shape %d", shape)
					} else {
						name = fmt.Sprint(4*r + shape)
					}
					obs.List = append(obs.List, Observation{Pattern: Pattern{operation, typ, "Load"}, Device: "d", Replicate: name,
						Energy: level + noise*rng.NormFloat64()})
				}
			}
		}
	}
	r, err := Run(t.Context(), obs, Options{Structure: Pooled, Seed: 1, Draws: 400})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]float64{}
	for _, s := range r.shapes() {
		for _, o := range s.Operations {
			out[o] = s.SD
		}
	}
	return out
}

// The estimate is what was simulated: four shapes of a division that are 6 to either side have a standard deviation of
// 6.9, those of an addition are alike but for the scatter of the levels, and the noise of the meter is in neither. Of two
// operations the one that varies more is the typical one.
func TestShapes(t *testing.T) {
	exact := shapesOf(t, 6, 0, 1, true)
	if math.Abs(exact["Division"]-6.9) > 0.4 || exact["Addition"] > 3 {
		t.Errorf("exact meter: %v", exact)
	}
	noisy := shapesOf(t, 6, 3, 40, true)
	if math.Abs(noisy["Division"]-6.9) > 0.5 || noisy["Addition"] > 3 {
		t.Errorf("noisy meter: %v", noisy)
	}
	if none := shapesOf(t, 6, 3, 2, false); len(none) != 0 {
		t.Errorf("replicates that name no shapes have the shapes %v", none)
	}
}

func TestRoundUp(t *testing.T) {
	for x, want := range map[float64]float64{1.01: 1.1, 1.1: 1.1, 9.96: 10, 0.0123: 0.013, 21.395: 22, 400: 400} {
		if got := roundUp(x); math.Abs(got-want) > 1e-12*want || got < x {
			t.Errorf("%v is rounded to %v, want %v", x, got, want)
		}
	}
}

// What was measured is not said to be included in something else.
func TestIncluded(t *testing.T) {
	obs := readReference(t)
	r, err := Run(t.Context(), obs, Options{Seed: 1, Draws: 100})
	if err != nil {
		t.Fatal(err)
	}
	f, _, err := r.File(ModelInfo{Name: "whole"})
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Included) != 1 || !slices.Equal(f.Included[0].Operations, []string{"Operand push", "Result store"}) || f.Included[0].Note == "" {
		t.Errorf("included %v", f.Included)
	}
	r.Patterns = append(r.Patterns, Pattern{"Operand push", "int", "Load"})
	if f, _, err = r.File(ModelInfo{Name: "parts"}); err != nil || len(f.Included) != 1 || !slices.Equal(f.Included[0].Operations, []string{"Result store"}) {
		t.Errorf("included %v, %v", f.Included, err)
	}
}
