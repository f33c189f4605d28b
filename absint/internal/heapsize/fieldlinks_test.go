package heapsize_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestFieldLinks: a field that a loop moves along links is its variable, unless something else in the loop may store to it or to the links. A method that
// moves it and one that tells whether it is null count too. Inner loops may move a variable along links. Executions are compared in internal/metering.
func TestFieldLinks(t *testing.T) {
	const (
		head    = "nodes(this.head.next)"
		noCount = "? its exit test compares head with null, not with a count"
		changes = "? it follows next until it reaches null, but the loop may change next"
		noEmpty = "? its exit test depends on the result of s.isEmpty()"
	)
	for method, want := range map[string][]string{
		"clear": {head}, "clearKeeping": {head}, "clearUnlinking": {head}, "drain": {head}, "drainTo": {head}, "until": {head}, "front": {head},
		"reverse": {head}, "backwards": {"nodes(this.tail.prev)"}, "longer": {"largest " + head}, "cut": {head}, "either": {head},
		"other": {"nodes(o.head.next)"}, "untilOther": {head}, "ofStatic": {"nodes(head.next)"}, "pairwise": {head},
		"stack": {"n", "nodes(top.next)"}, "popAll": {"nodes(s.top.next)"}, "popBoth": {"nodes(a.top.next)"}, "lazily": {"3", "nodes(top.next)"},
		"runs": {"nodes(h.next)", "largest nodes(h.next)"}, "runsKept": {"nodes(h.next)", "nodes(q.next)"}, "unlinkedInside": {"nodes(h.next)", "2"}, "maybeNull": {"nodes(h.next)"},
		"once": {"1"},

		"nested": {noCount, "nodes(head.next)"}, "doWhile": {"? its exit test at line 213 compares head with null"}, "puts": {noCount}, "stays": {noCount}, "ring": {changes},
		"ringOfOne": {changes}, "back": {noCount}, "rewound": {noCount}, "lambda": {noCount}, "ofVolatile": {"? its exit test compares shared with null"},
		"objects": {noCount}, "caught": {"? its exit test depends on the field size"}, "caughtBefore": {noCount},
		"moves": {"? its exit test depends on the result of a.isEmpty()"}, "linked": {noEmpty}, "again": {noEmpty}, "orNot": {noEmpty}, "open": {"? its exit test depends on the result of o.isEmpty()"},
		"stuck":        {"? its exit test compares h with null", "largest nodes(h.next)"},
		"turnedInside": {changes, "k"},
		"backTo":       {"? its exit test compares h with null", "? its exit test compares q with null"},
	} {
		t.Run(method, func(t *testing.T) { absinttest.CheckBounds(t, "fieldlinks", "FieldLinks."+method, want) })
	}
}
