package loopbound_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestMerges: a loop whose iterations advance one of several counters has the sum of their distances as its bound where no path may leave
// all of them, which the tests on the path exclude. A mask of the number below a positive one is below it, too.
func TestMerges(t *testing.T) {
	for name, want := range map[string][]string{
		"take": {"a.length + b.length + 1"}, "counted": {"n + m + 1"}, "both": {"a.length + b.length"}, "texts": {"s.length() + t.length()"},
		"subsets": {"mask"}, "subsetsOf": {"mask"}, "subsetsOfLong": {"1023"},
		"alternating": {"? "}, "otherArray": {"? "}, "moved": {"? "}, "neither": {"? "}, "negative": {"? "}, "notLess": {"? "}, "or": {"? "},
	} {
		t.Run(name, func(t *testing.T) { absinttest.CheckBounds(t, "advancing", "Merges."+name, want) })
	}
}

// TestSteps: a call whose result is an argument plus a constant, whatever method it runs, advances a counter as the addition does, with its
// overflow.
func TestSteps(t *testing.T) {
	for name, want := range map[string][]string{
		"up": {"n"}, "byTwo": {"ceil(n / 2)"}, "longs": {"ceil(n / 3)"}, "down": {"ceil(n / 2)"}, "mixed": {"n"}, "everySecond": {"ceil(a.length / 2)"},
		"byInterface": {"n"}, "upTo": {"n + 1"}, "everySecondBelow": {"? "},
		"stuck": {"? "}, "mayBeStuck": {"? "}, "narrowed": {"n"}, "ofOther": {"? "}, "wrongWay": {"? "}, "override": {"? "}, "steppedOver": {"? "}, "again": {"? "},
	} {
		t.Run(name, func(t *testing.T) { absinttest.CheckBounds(t, "advancing", "Steps."+name, want) })
	}
}

// TestWidths: a step that is a multiple of a variable of an enclosing loop is at least that of its least value, unless the multiple of its
// largest one overflows.
func TestWidths(t *testing.T) {
	for name, want := range map[string][]string{
		"doubled": {"log2(n - 1) + 1", "floor((n + 1) / 2)"}, "shifted": {"log2(a.length - 1) + 1", "floor((a.length + 1) / 2)"},
		"longs": {"log3(n - 1)", "floor((n + 5) / 6)"}, "given": {"ceil(n / (2 * w))"},
		"fromZero": {"n", "? "}, "changed": {"log2(n - 1) + 1", "? "},
	} {
		t.Run(name, func(t *testing.T) { absinttest.CheckBounds(t, "advancing", "Widths."+name, want) })
	}
}
