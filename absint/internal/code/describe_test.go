package code

import (
	"testing"

	"github.com/energylint/energylint/internal/cfg"
)

// A reason names the place of a loop once, and keeps those of other loops and tests.
func TestTestWhy(t *testing.T) {
	m := &Method{CFG: &cfg.Graph{Blocks: []cfg.Block{{Start: 12, Last: 30}}, Loops: []cfg.Loop{{Header: 0}}}}
	for why, want := range map[string]string{
		"i does not change by a constant step in the loop at offset 12":  "the loop at offset 12: i does not change by a constant step",
		"i does not change by a constant step in the loop at offset 120": "the loop at offset 12: i does not change by a constant step in the loop at offset 120",
		"i depends on the loop at offset 12, which has no bound":         "the loop at offset 12: i depends on the loop at offset 12, which has no bound",
	} {
		if got := m.TestWhy(0, why); got != want {
			t.Errorf("%q\nwant %q", got, want)
		}
	}
	if here, there := m.TestPlace(0, 12), m.TestPlace(0, 30); here != "" || there != " at offset 30" {
		t.Errorf("%q, %q", here, there)
	}
}
