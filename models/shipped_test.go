package models

import (
	"testing"

	"github.com/energylint/energylint/internal/pattern"
)

// TestShippedPatternsCostNothingBack checks that no shipped model gives an executed pattern a negative price: neither the mean
// nor the upper bound, and no parameter of the parts that every pattern has.
func TestShippedPatternsCostNothingBack(t *testing.T) {
	for _, name := range Names() {
		m, err := Load(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, device := range m.Devices() {
			upper, _ := m.Weights(device, 0)
			for i := range pattern.Triples {
				id := pattern.ID(i)
				if id.Operation() == pattern.NoOperation || m.basis[id] == included {
					continue
				}
				if mean := m.Mean(pattern.Single(id, 1), device); mean < 0 || mean == 0 && m.basis[id] == measured {
					t.Errorf("%s on %s: %s costs %v", name, device, id, mean)
				}
				if upper[id] < 0 {
					t.Errorf("%s on %s: %s is bounded by %v", name, device, id, upper[id])
				}
			}
		}
	}
}
