package inline_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestParsers: loops whose methods tell whether to go on, move the position or compute the next number have the bound that they have with
// the methods' code in them. Executions are compared in internal/metering.
func TestParsers(t *testing.T) {
	const rest = "this.tokens.length - this.current"
	for method, want := range map[string][]string{
		"all": {rest}, "same": {rest}, "matched": {"(" + rest + ") + 1"}, "repeated": {"(" + rest + ") + 1"}, "taken": {"words.size() - this.current"},
		"peeked": {"words.size() - this.current"}, "present": {"words.size() - this.current"}, "signed": {rest}, "sum": {"floor((" + rest + ") / 2) + 1"},
		"synchronize": {rest + " - 1"}, "gaps": {"log3(n - 1)"}, "halves": {"n"}, "steps": {"ceil(n / 2)"}, "rows": {"n", "n - i"},
		"onStack": {rest}, "caughtOutside": {rest},
		"mayStay": {"41"}, "ofOther": {"51"}, "ofNext": {"61"}, "caughtLoop": {"71"}, "stay": {"81"}, "flagged": {"91"}, "oneOrNone": {"36"},
		"back":         {"? its exit test depends on the result of this.check()"},
		"lockedLoop":   {"? its exit test depends on the result of this.locked()"},      // synchronized
		"moved":        {"? its exit test depends on the result of this.takeAndBack()"}, // which the loop may undo
		"opened":       {"? its exit test depends on the result of this.open()"},        // of two methods
		"caughtInside": {"? current does not change by a constant step"},
	} {
		t.Run(method, func(t *testing.T) { absinttest.CheckBounds(t, "inlined", "Parsers."+method, want) })
	}
}
