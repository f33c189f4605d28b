package either_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestEither: loops that go on while one of several tests holds have the sum of what these need for a bound. Executions are compared in internal/metering.
func TestEither(t *testing.T) {
	for method, want := range map[string][]string{
		"counters":       {"x.length + y.length"},
		"carry":          {"a.length() + b.length() + 10"},
		"carryGuarded":   {"a.length() + b.length() + 10"},
		"sum":            {"a.length() + b.length() + 10"},
		"binary":         {"x.length + 32"},
		"oneOfThem":      {"x.length + y.length + 1"},
		"deques":         {"a.size() + b.size()"},
		"queues":         {"a.size() + b.size()"},
		"digits":         {"a.size() + b.size() + 10"},
		"nodes":          {"nodes(a.next) + nodes(b.next)"},
		"nodesWithCarry": {"nodes(a.next) + nodes(b.next) + 10"},
		"nodesToNull":    {"nodes(a.next) + nodes(b.next) + 10"},
		"nodesAndStack":  {"nodes(a.next) + b.size()"},
		"drained":        {"n + a.size()"},
		"polled":         {"a.size() + b.size()"},
		"lists":          {"a.size() + b.size()"},
		"wraps":          {"i + j"}, // under conditions
	} {
		t.Run(method, func(t *testing.T) { absinttest.CheckBounds(t, "either", "Either."+method, want) })
	}
	const skips = "? an iteration can skip the exit test"
	for _, method := range []string{
		"neither", "back", "carryGrows", "carryKept", "carryByOne", "carryBack", "carryFirst", "stays", "adds", "pollsTwice", "oldAnswer", "drainedInside", "refilled", "caught", "sameNode", "linked", "limitMoves", "iterators",
		"notOne", "nullFirst", "pollsOther", "endsOther", "sumKept", "sumBehind", "endsLate", "relinked", "lostBefore",
	} {
		t.Run(method, func(t *testing.T) { absinttest.CheckBounds(t, "either", "Either."+method, []string{skips}) })
	}
	// An inner loop drains what the test asks of.
	absinttest.CheckBounds(t, "either", "Either.drainedByLoop", []string{skips, "a.size()"})
}
