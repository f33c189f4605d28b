package eviction_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
)

// TestEvictions compares the bounds of loops that take an element in each iteration, and their conditions, "" for none. Where nothing but left[0] ends a loop, that
// is its bound, not the collection. internal/metering runs them.
func TestEvictions(t *testing.T) {
	for class, tests := range map[string]map[string]string{
		"Evictions": {
			"removesFirst":  "q.size() + 1", // where it is empty, the test may hold
			"removesAt":     "q.size() + 1",
			"pops":          "s.size() + 1",
			"polls":         "q.size() where max >= 0",
			"pollsEqual":    "q.size() where max >= 1",
			"pollsEntries":  "m.size() where max >= 0",
			"ofFields":      "largest history.size() where this.max >= 0",
			"byException":   "q.size() + 1",
			"eldest":        "m.size()",
			"eldestOfField": "cache.size() + 1",
			"eldestOfSet":   "s.size() + 1",
			"firstKey":      "m.size() + 1",
			"forgets":       "history.size() + 1",

			"merged":            "a.size() + b.size()",
			"mergedByPoll":      "a.size() + b.size()",
			"mergedByException": "a.size() + b.size() + 1",

			"addsBack":        "",
			"mergedSometimes": "left[...]",
			"mergedBack":      "left[...]",
			"pollsOther":      "left[...]",
			"alias":           "",
			"addedByCallee":   "",
			"sometimes":       "",
			"caught":          "",
			"otherSize":       "left[...] + 1",
			"notFound":        "left[...] + 1",
			"anyMap":          "left[...] + 1",
			"otherIterator":   "",
			"notRemoved":      "",
			"putBack":         "",
			"addedByLambda":   "",
			"replaced":        "",
			"falling":         "floor((max + 100) / 2) where max - 2 >= -2147483648", // by its other test
			"pollsFirst":      "left[...] + 1",
		},
		// Classes of the program override what the proof relies on, and a DelayQueue may keep its elements.
		"EvictionsOwn": {"removesFirst": "", "removesAt": "", "eldest": "", "polls": "", "removes": ""},
	} {
		a, methods := absinttest.Analyzer(t, strings.ToLower(class))
		for name, want := range tests {
			m := methods[class+"."+name]
			if m == nil {
				t.Errorf("no method %s.%s", class, name)
				continue
			}
			var got []string
			for _, l := range absinttest.LoopsOf(t, a, m) {
				text := l.Bound
				for _, c := range l.ConditionsToHold {
					text += " where " + c.String()
				}
				got = append(got, text)
			}
			if !slices.Contains(got, want) {
				t.Errorf("%s.%s: no loop with %q: %q", class, name, want, got)
			}
		}
	}
}
