package absint_test

import (
	"slices"
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/symval"
)

// What the nest of a member may reach by its name is not used where the code shows only: no facts about it hold.
func TestReflectedMembersHaveNoFacts(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "reflection")
	for method, want := range map[string]string{
		"Plain.run":             "10",
		"BuiltName.run":         "n",
		"GivenName.run":         "n",
		"ConstantName.run":      "n",
		"ConstantName.other":    "10",
		"AllMethods.run":        "n",
		"ByReference.run":       "n",
		"FoundElsewhere.run":    "n",
		"Handles.run":           "n",
		"HandsOutLookup.run":    "n",
		"OwnLookup.run":         "10",
		"Native.run":            "n",
		"Constructed.<init>":    "n",
		"FinalField.visible":    "this.n",
		"SetField.run":          "changing",
		"ConstantField.run":     "changing",
		"ConstantField.visible": "this.m",
		"Restored.readObject":   "changing",
		"Restored.visible":      "this.n",
	} {
		m := methods[method]
		if m == nil {
			t.Errorf("no method %s", method)
			continue
		}
		loops := absinttest.LoopsOf(t, a, m)
		got := loops[len(loops)-1].Bound
		if most := loops[len(loops)-1].Max; most == 10 {
			got = "10"
		}
		upper := a.Summary(m).M.Loops[len(loops)-1].Upper
		if slices.ContainsFunc(upper.Symbols(), symval.IsLargest) { // not what the method began with
			got = "changing"
		}
		if got != want {
			t.Errorf("%s: at most %q iterations, want %q", method, got, want)
		}
	}
}
