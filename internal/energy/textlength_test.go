package energy

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/models/library"
)

// TestTextLengths checks the last loop of methods of testdata/fixtures/textlengths, which runs over a text that the method makes.
func TestTextLengths(t *testing.T) {
	lib, err := library.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	cs := classesIn(t, "../../testdata/fixtures/textlengths/classes")
	e, methods := engineOf(t, cs, Options{Library: lib}), methodsOf(cs)
	checkLastLoops(t, e, methods, "TextLengths", map[string]string{
		"filled":             "3 * n + 1",
		"ofNumbers":          "13 * a.length",
		"ofBoxes":            "11 * a.size()",
		"inLoop":             "t.length() + 1",
		"letters":            "t.length()",
		"inserted":           "t.length() + 6",
		"concatenated":       "t.length() + 3",
		"orNull":             "max(t.length(), 4) + 1",
		"prepended":          "2 * n",
		"oneOfTwo":           "3 * n + 1",
		"nested":             "n * max(2, m + 2)",
		"byBuilder":          "12 * n",
		"filledAsObject":     "b.length()",
		"upper":              "3 * t.length()",
		"ofChars":            "c.length",
		"cutBack":            "11",
		"lastCut":            "2 * a.length",
		"read":               "n",
		"doubled":            "b.length()",
		"doubledText":        "s.length()",
		"keptElsewhere":      "largest b.length()",
		"filledElsewhere":    "b.length()",
		"filledByLambda":     "b.length()",
		"longer":             "b.length()",
		"asLongAsOther":      "b.length()",
		"ofEarlierIteration": "last.length()",
		"anyObject":          "b.length()",
		"given":              "largest b.length()",
		"matched":            "b.length()",
	})
	copied := methods["TextLengths.copied"]
	if got, want := e.Evaluate(roots(copied)).Formula(copied, confidence), "largest b.length()"; !strings.Contains(got, want) {
		t.Errorf("copied costs %s, want a part with %s", got, want)
	}
}
