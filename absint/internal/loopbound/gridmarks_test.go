package loopbound_test

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/expr"
)

// TestGridMarks compares the bounds of loops that mark the cells of grids before they put them into a worklist, "" for none: of the first loop of a method, of
// the second with /1. internal/metering runs those that have a bound.
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

		"Distances.negative":      "next.length + 1",
		"Distances.fromOne":       "next.length + 1",
		"Distances.far":           "next.length + 1, if next.length <= 1000000000",
		"Distances.gridFromOne":   "n^2 + 1, if max(0, n) * max(0, n) <= 2147483647",
		"Distances.nearFar":       "next.length + 1, if next.length <= 5",
		"Distances.parents":       "next.length + 1",
		"Distances.parentsOfList": "next.size() + 1",

		"Distances.given":   "dist.length + 1",
		"Distances.inField": "dist.length + 1",

		"Distances.filledInPart":      "",
		"Distances.filledOnce/1":      "",
		"Distances.filledSometimes":   "",
		"Distances.filledOrCaught":    "",
		"Distances.storedElsewhere":   "",
		"Distances.storedInLoop":      "",
		"Distances.filledWithZero":    "",
		"Distances.storedByAlias":     "",
		"Distances.replaced":          "",
		"Distances.replacedBefore":    "",
		"Distances.ofReplaced":        "",
		"Distances.replacedElsewhere": "",

		"Distances.below":         "",
		"Distances.aroundTheEnd":  "",
		"Distances.rowUnmarked":   "",
		"Distances.rowStartsLow":  "",
		"Distances.rowFilledLow":  "",
		"Distances.lowered":       "",
		"Distances.otherGrid":     "",
		"Distances.unusedParents": "",
		"Distances.usedLater":     "",
		"Distances.caught":        "",
		"Distances.sometimesUsed": "",
		"Distances.cutParents":    "", // 255 is -1

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
		method, second := strings.CutSuffix(name, "/1")
		m := methods[method]
		if m == nil {
			t.Errorf("no method %s", method)
			continue
		}
		l := absinttest.LoopsOf(t, a, m)[0]
		if second {
			l = absinttest.LoopsOf(t, a, m)[1]
		}
		if got := l.Bound + expr.Provided(l.ConditionsToHold); got != want {
			t.Errorf("%s: %q, want %q (%s)", name, got, want, l.Reason)
		}
	}
}

// TestOwnCollections expects no bound of worklists where a list of the program has elements at negative indices, a map returns what was not put there, or
// a key has another hash each time.
func TestOwnCollections(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "worklistsown")
	for _, name := range []string{"GridMarksOwn.ownList", "GridMarksOwn.list", "CountdownsOwn.oddKey", "CountdownsOwn.ownMap", "CountdownsOwn.anyMap"} {
		if l := absinttest.LoopsOf(t, a, methods[name])[0]; l.Bound != "" {
			t.Errorf("%s: %q", name, l.Bound)
		}
	}
}
