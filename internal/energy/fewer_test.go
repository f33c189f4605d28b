package energy

import (
	"testing"

	"github.com/energylint/energylint/models/library"
)

// TestFewer checks the last loop of methods of class Fewer in testdata/fixtures/sizeguards, over what the collection or text with a
// limited size is made of.
func TestFewer(t *testing.T) {
	lib, err := library.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	cs := classesIn(t, "../../testdata/fixtures/sizeguards/classes")
	e, methods := engineOf(t, cs, Options{Library: lib}), methodsOf(cs)
	checkLastLoops(t, e, methods, "Fewer", map[string]string{
		"inSet": "names.size()", "inCopy": "names.size()", "inHead": "m.size()", "filtered": "l.size()", "trimmed": "this.text.length()", "letters": "t.length()",
		"ofKeys": "min(m.size(), 2)", "ofView": "min(names.size(), 2)", "ofTrimmed": "min(t.length(), 2)", "ofConcatenated": "min(max(t.length(), 4) + 1, 20)",
	})
}
