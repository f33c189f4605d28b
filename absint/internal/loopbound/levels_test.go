package loopbound_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestLevels compares the bounds of the first loops of methods, "" for none. internal/metering runs those that end.
func TestLevels(t *testing.T) {
	for topic, wants := range map[string]map[string]string{
		"worklists": {
			"Levels.up":           "tree(queue.left|right)",
			"Levels.down":         "tree(queue.left|right)",
			"Levels.counted":      "tree(queue.kids)",
			"Levels.nulls":        "3 * tree(queue.left|right)",
			"Levels.graph":        "next.length + 1",
			"Levels.less":         "",
			"Levels.half":         "",
			"Levels.broken":       "",
			"Levels.skipped":      "",
			"Levels.looksOnly":    "",
			"Levels.another":      "",
			"Levels.takenBefore":  "",
			"Levels.again":        "",
			"Levels.relinked":     "",
			"Levels.calls":        "order.size()",
			"Levels.callsMore":    "",
			"Levels.callsUnknown": "",
		},
		"programs": {
			"FirstBits.leading":          "31",
			"FirstBits.leadingOfLong":    "63",
			"FirstBits.trailing":         "31",
			"FirstBits.shifted":          "63",
			"FirstBits.shiftedDown":      "31",
			"FirstBits.ofZero":           "",
			"FirstBits.fromBelow":        "",
			"FirstBits.everySecond":      "",
			"FirstBits.fromSecond":       "",
			"FirstBits.signed":           "",
			"FirstBits.changing":         "",
			"FirstBits.jacobi":           "floor(13 * log2(max(-smallest a, largest a)) / 9) + 2",
			"FirstBits.growing":          "",
			"FirstBits.safe":             "done.length",
			"FirstBits.oneByOne":         "done.length",
			"FirstBits.flagWithoutCount": "",
			"FirstBits.backAgain":        "",
			"FirstBits.flagOfBefore":     "",
		},
	} {
		a, methods := absinttest.Analyzer(t, topic)
		for name, want := range wants {
			m := methods[name]
			if m == nil {
				t.Errorf("no method %s", name)
				continue
			}
			if l := absinttest.LoopsOf(t, a, m)[0]; l.Bound != want {
				t.Errorf("%s: %q, want %q (%s)", name, l.Bound, want, l.Reason)
			}
		}
	}
}
