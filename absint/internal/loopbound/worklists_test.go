package loopbound_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestWorklists compares the bounds of loops that drain a collection and put into it, "" for none. internal/metering runs those
// that end.
func TestWorklists(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "worklists")
	for name, want := range map[string]string{
		"Worklists.lazy":            "next[...].length * next.length + 1",
		"Worklists.lazySteps":       "3 * visited.length + 1",
		"Worklists.lazyList":        "next.size() * get().size() + 1",
		"Worklists.lazyCaught":      "",
		"Worklists.caughtBetween":   "",
		"Worklists.lazyLate":        "",
		"Worklists.lazyOther":       "",
		"Worklists.lazyUnmarking":   "",
		"Worklists.lazySometimes":   "",
		"Worklists.lazyEndless":     "",
		"Worklists.parents":         "edge.length + 1",
		"Worklists.parentsAny":      "",
		"Worklists.parentsReset":    "",
		"Worklists.parentsFilled":   "",
		"Worklists.painted":         "",
		"Worklists.repainted":       "color.length + 1",
		"Worklists.tournament":      "largest players.size()",
		"Worklists.tournamentTwice": "",
		"Two.next":                  "in.size()",
		"One.turn":                  "",
		"Other.turn":                "",
		"Given.turn":                "",
		"AddAll.marked":             "n * next.size() + 1",
		"AddAll.inSet":              "get().size() * seen.size() + 1",
		"AddAll.inFront":            "largest next.size() * seen.size() + largest list.size()",
		"AddAll.children":           "tree(queue.kids)",
		"AddAll.childrenOfEach":     "",
		"AddAll.childrenAgain":      "",
	} {
		m := methods[name]
		if m == nil {
			t.Errorf("no method %s", name)
			continue
		}
		l := absinttest.LoopsOf(t, a, m)[0]
		if l.Bound != want {
			t.Errorf("%s: %q, want %q (%s)", name, l.Bound, want, l.Reason)
		}
	}
}
