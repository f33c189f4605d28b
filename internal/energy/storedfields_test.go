package energy

import (
	"strings"
	"testing"
)

// A read of a field has the value that the method stored there where nothing can have changed it since; else its largest one. A
// list that is stored to a field and filled there has more elements than at the beginning.
func TestStoredFields(t *testing.T) {
	cs := classesIn(t, "../../testdata/fixtures/storedfields/classes")
	e := engineOf(t, cs, Options{Device: "Device 1", Confidence: confidence})
	methods := methodsOf(cs)
	for _, test := range []struct{ method, bound string }{
		{"<init>", "n"},
		{"array", "k"},
		{"copied", "a.length"},
		{"text", "t.length()"},
		{"list", "l.size()"},
		{"listOfNext", "l.size()"},
		{"stored", "k"},
		{"inEachIteration", "5"},
		{"exact", "k"},
		{"storedByCallee", "largest this.n"},
		{"storedToAnother", "largest this.n"},
		{"storedThroughAnother", "largest this.n"},
		{"storedOnOnePath", "largest this.n"},
		{"storedOnNoPath", "largest this.n"},
		{"notStored", "largest this.n"},
		{"storedInLoop", "n"},
		{"storedAfter", "largest this.n"},
		{"storedByText", "largest this.n"},
		{"ofEarlierNext", "largest next.n"},
		{"cut", "32767"},
		{"reflective", "largest this.n"},
		{"filledAsField", "largest l.size()"},
		{"filledAndRead", "largest l.size()"},
		{"filledByCallee", "largest l.size()"},
		{"filledElsewhere", "largest l.size()"},
		{"made", "largest list.size()"},
		{"Behind.byHandle", "largest this.n"},
		{"Behind.byHandleOfCallee", "largest this.n"},
		{"Behind.readByHandle", "k"},
		{"Behind.byUpdater", "largest this.v"},
		{"Behind.initializedByRead", "largest this.n"},
		{"Behind.initializedByWrite", "largest this.n"},
		{"Behind.initializedByCall", "largest this.n"},
		{"Behind.initializedByNew", "largest this.n"},
		{"Behind.initializedAbove", "largest this.n"},
		{"Behind.initializedByCallee", "largest this.n"},
		{"Behind.ownStatic", "k"},
		{"Behind.initializedHarmlessly", "k"},
	} {
		name := test.method
		if !strings.Contains(name, ".") {
			name = "StoredFields." + name
		}
		loops := e.Methods(roots(methods[name]), nil, "").Methods[0].Loops
		if got := loops[len(loops)-1].Bound; got != test.bound {
			t.Errorf("%s: bound %q, want %q", test.method, got, test.bound)
		}
	}
}
