package loopbound_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestGridMarks compares the bounds of loops that mark the cells of grids before they put them into a worklist, "" for none. internal/metering runs those
// that have a bound.
func TestGridMarks(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "gridmarks")
	for name, want := range map[string]string{
		"GridMarks.seen":       "seen[...].length * seen.length + 1",
		"GridMarks.ownMarks":   "n * m + 1",
		"GridMarks.rowOnce":    "2 * row.length * seen.length + 1",
		"GridMarks.levels":     "seen[...].length * seen[...][...].length * seen.length + 1",
		"GridMarks.chars":      "grid[...].length * grid.length + 1",
		"GridMarks.shorts":     "2 * marks.length + 1",
		"GridMarks.numbers":    "grid[...].length * grid.length + 1",
		"GridMarks.notZero":    "grid[...].length * grid.length + 1",
		"GridMarks.fill":       "image[...].length * image.length + 1",
		"GridMarks.fillOther":  "image[...].length * image.length + 1",
		"GridMarks.helped":     "grid[...].length * grid.length + 1",
		"GridMarks.twoForEach": "2 * seen[...].length * seen.length + 1",
		"Field.own":            "2 * seen.length * seen[...].length + 1",

		"SetMarks.words":     "list.size() + 1",
		"SetMarks.removed":   "set.size() + 1",
		"SetMarks.keys":      "left.size() + 1",
		"SetMarks.boxed":     "next[...].length * seen.size() + 1",
		"SetMarks.colours":   "next.length + 1",
		"SetMarks.pairs":     "2 * seen[...].length * seen.length + 1",
		"SetMarks.distances": "next.length + 1",
		"SetMarks.largest":   "next.length + 1",
		"SetMarks.objects":   "2 * seen[...].length * seen.length + 1",

		"GridMarks.rowReplaced":        "", // a row without marks takes the place of one
		"GridMarks.rowOfObjects":       "",
		"GridMarks.rowByList":          "",
		"GridMarks.aliasUnmarks":       "",
		"GridMarks.otherGridUnmarks":   "",
		"GridMarks.filled":             "",
		"GridMarks.ownRowFilled":       "",
		"GridMarks.ownRowKept":         "", // in a map that others read
		"GridMarks.evenBytes":          "", // 256 is 0
		"GridMarks.cutChars":           "", // 65585 is '1'
		"GridMarks.sameColor":          "", // old may be color
		"GridMarks.oldChanges":         "",
		"GridMarks.cutColor":           "", // color may be old + 256
		"GridMarks.otherColumn":        "",
		"GridMarks.turned":             "",
		"GridMarks.laterLoop":          "",
		"GridMarks.caught":             "",
		"GridMarks.helperUnmarks":      "",
		"GridMarks.helperReplaces":     "",
		"GridMarks.helperFills":        "",
		"GridMarks.buffered":           "",
		"GridMarks.initializerUnmarks": "",
		"GridMarks.initializerBehind":  "",
		"GridMarks.memo":               "",
		"Field.helperAssigns":          "",
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
