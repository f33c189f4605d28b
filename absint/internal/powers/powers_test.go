package powers_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestPowers: loops that divide a number by the powers of another end where no number of the type is as large, or where a power has become 0. Executions are
// compared in internal/metering.
func TestPowers(t *testing.T) {
	for method, want := range map[string][]string{
		"passes": {"12"}, "whileLoop": {"12"}, "longPowers": {"10"}, "atLeast": {"12"}, "fromOther": {"12"}, "notZero": {"32"}, "threes": {"20"}, "digits": {"9"}, "highest": {"9"},
		"behind": {"11"}, "ofByte": {"3"}, "longs": {"19"}, "larger": {"3"}, "radix": {"12", "a.length", "9", "a.length"},
	} {
		t.Run(method, func(t *testing.T) { absinttest.CheckBounds(t, "powers", "Powers."+method, want) })
	}
	// The powers of an odd number are never 0, and those of 7 as long as others are below the largest number.
	for _, method := range []string{"constant", "atLeastZero", "sometimes", "back", "grows", "negative", "remainder", "caught", "notZeroOfLong"} {
		t.Run(method, func(t *testing.T) { absinttest.CheckBounds(t, "powers", "Powers."+method, []string{"? "}) })
	}
}
