package calibrate

import (
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/energylint/energylint/models/fit"
)

// instructionMeter is a meter of instructions.
type instructionMeter struct{ ticks }

func (*instructionMeter) Name() string { return "a counter" }
func (*instructionMeter) Unit() string { return "instruction" }

// Instructions are observations in instructions, and become joules only where the user says what one costs.
func TestUnitOfInstructions(t *testing.T) {
	list := benchmarks()
	observe := func(path string, joules float64) (fit.Observations, fit.Provenance) {
		t.Helper()
		o := Options{Meter: &instructionMeter{}, Device: "d", Output: path, JoulesPerInstruction: joules, Now: time.Unix(0, 0).UTC()}
		out, err := openOutput(o, "a virtual machine")
		if err != nil {
			t.Fatal(err)
		}
		for i := range list {
			for k := range baselines {
				name := list[i].key()
				if k > 0 {
					name += " " + strconv.Itoa(k)
				}
				if k == 0 || list[i].shape == baseline {
					if err := out.note(1, name, measurement{iterations: 10, reading: float64(1000 * (i + 1))}); err != nil {
						t.Fatal(err)
					}
				}
			}
		}
		if err := out.finish(o, list, 1); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		obs, err := fit.Read(strings.NewReader(string(data)), fit.ReadOptions{})
		if err != nil {
			t.Fatal(err)
		}
		return obs, fit.ReadProvenance(data)
	}
	path := filepath.Join(t.TempDir(), "counts.tsv")
	counts, made := observe(path, 0)
	if counts.Unit != "instruction" || made.Meter != "a counter" || made.JVM != "a virtual machine" {
		t.Errorf("observations in %q, made with %+v", counts.Unit, made)
	}
	const each = 2e-10
	joules, made := observe(filepath.Join(t.TempDir(), "joules.tsv"), each)
	if joules.Unit != "J" || made.Meter != "a counter, times 2e-10 J per instruction" {
		t.Errorf("observations in %q, made with %+v", joules.Unit, made)
	}
	if len(counts.List) == 0 || len(counts.List) != len(joules.List) {
		t.Fatalf("%d and %d observations", len(counts.List), len(joules.List))
	}
	// The order of the lines is that of their text: look them up.
	of := map[string]float64{}
	for _, o := range counts.List {
		of[o.Operation+o.Type+o.Size+o.Replicate] = o.Energy
	}
	for _, o := range joules.List {
		if want := of[o.Operation+o.Type+o.Size+o.Replicate] * each; math.Abs(o.Energy-want) > 1e-6*math.Abs(want) {
			t.Errorf("%s costs %g J, want %g", o.Operation, o.Energy, want)
		}
	}
	if _, err := openOutput(Options{Meter: &instructionMeter{}, Device: "other", Output: path, JoulesPerInstruction: each}, "a virtual machine"); err == nil || !strings.Contains(err.Error(), `in the unit "instruction", and this meter's is "J"`) {
		t.Errorf("joules are appended to instructions: %v", err)
	}
}
