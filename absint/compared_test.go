package absint

import "testing"

// TestElementsAreCompared checks that what collections ask elements that they have already may fill a worklist.
func TestElementsAreCompared(t *testing.T) {
	for method, want := range map[string]string{
		"polled":        "? it ends when q is empty, but what line",
		"polledAsQueue": "? it ends when q is empty, but what line",
		"peeked":        "? it ends when ranks is empty, but what line",
		"byComparator":  "? it ends when numbers is empty, but what line",
		"entered":       "? it ends when q is empty, but what line",
		"removedAll":    "? it ends when q is empty, but what line",
	} {
		t.Run(method, func(t *testing.T) { checkBounds(t, "compared", "Compared."+method, []string{want}) })
	}
}
