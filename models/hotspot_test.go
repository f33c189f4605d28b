package models

import (
	"testing"

	"github.com/energylint/energylint/internal/pattern"
)

// TestHotspotModel checks what the calibrated model has to say whatever the numbers are: it is in instructions, knows
// both devices, and everything that was derived in the paper's model is measured in it.
func TestHotspotModel(t *testing.T) {
	m, err := Load("hotspot-xint-instructions")
	if err != nil {
		t.Fatal(err)
	}
	if f := m.File(); f.Unit != "instruction" || f.Meter == "" || f.JVM == "" || f.Flags == "" || f.Date == "" {
		t.Errorf("unit %q; a calibrated model says how it was made", f.Unit)
	}
	if d := m.Devices(); len(d) != 2 || d[0] != "OpenJDK 17" || d[1] != "OpenJDK 25" {
		t.Errorf("devices %q", d)
	}
	measured := make(map[string]bool)
	for _, set := range m.File().Measured {
		for _, o := range set.Operations {
			measured[o] = true
		}
	}
	for _, o := range pattern.Operations() {
		if !measured[o.String()] {
			t.Errorf("%s is not measured", o)
		}
	}
}
