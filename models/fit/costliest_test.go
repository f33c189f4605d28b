package fit

import (
	"os"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/models"
)

// TestShippedBoundsHoldObservations checks that no microbenchmark measured more than the shipped model's upper bound of its
// pattern, in whatever shape and with whatever operands: a branch taken or not, a remainder of very different numbers.
func TestShippedBoundsHoldObservations(t *testing.T) {
	const name = "hotspot-xint-instructions"
	m, err := models.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.Open("../shipped/observations/" + name + ".tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	obs, err := Read(f, ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(obs.Costliest) == 0 {
		t.Error("nothing was measured with its costliest operands")
	}
	for _, o := range append(obs.List, obs.Costliest...) {
		id, err := pattern.Parse(orNone(o.Operation), orNone(o.Type), orNone(o.Size))
		if err != nil {
			t.Fatal(err)
		}
		if upper, _ := m.Weights(o.Device, models.Z(0.95)); upper[id] < o.Energy {
			t.Errorf("line %d: %s on %s, %s: measured %v, bounded by %v", o.Line, o.Pattern, o.Device, shapeOf(o), o.Energy, upper[id])
		}
	}
}

// TestCostliestIsNotFitted checks that observations with the costliest operands change the bound of their pattern and nothing else.
func TestCostliestIsNotFitted(t *testing.T) {
	const head = "operation\ttype\tsize\tdevice\treplicate\tenergy_instruction\n"
	usual := head
	for _, line := range []string{"Addition\tint\tLoad\tx\t1 near statement\t10", "Addition\tint\tLoad\tx\t1 far statement\t12", "Modulo\tdouble\tLoad\tx\t1 near statement\t90", "Modulo\tdouble\tLoad\tx\t1 far statement\t92"} {
		usual += line + "\n"
	}
	one, err := Read(strings.NewReader(usual), ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	two, err := Read(strings.NewReader(usual+"Modulo\tdouble\tLoad\tx\t1 costliest far statement\t14000\n"), ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if len(two.List) != len(one.List) || len(two.Costliest) != 1 || two.Costliest[0].Energy != 14000 {
		t.Errorf("read %d and %d observations, want %d and 1", len(two.List), len(two.Costliest), len(one.List))
	}
}
