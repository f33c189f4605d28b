package energy

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/summaries"
)

// TestInheritedLibraryCode: the model of a library method is no price where it runs on an object of a class of the program
// that overrides what the method calls, unless it calls it at most once (TestSelfCalls).
func TestInheritedLibraryCode(t *testing.T) {
	e, methods := withJDK(t, "objects", nil)
	jdk, err := summaries.JDK()
	if err != nil {
		t.Fatal(err)
	}
	e.Analyzer.External = jdk // which knows what the JDK's code calls
	for _, tc := range []struct{ method, hook string }{
		{"inheritsByte", ""},
		{"inheritsByteOfField", ""},
		{"inheritsPut", ""},
		{"putsInEither", ""},
		{"putsInOther", ""},
		{"inheritsRead", "Heirs$Ones.read()"},
		{"inheritsToString", ""},
		{"inheritsConstructor", ""},
		{"inheritsAdd", ""},
		{"appendsText", "Heirs$Xs.charAt(int)"},
		{"goesThrough", "Heirs.lambda$goesThrough$"},
		{"joins", "Heirs.lambda$joins$"},
		{"wraps", ""},
		{"wrapsCheap", ""},
		{"wrapsWithText", ""},
		{"inheritsOrdinal", ""},
		{"inheritsLock", ""},
	} {
		m := methods[tc.method]
		w := e.Evaluate([]*classfile.Method{m}).Worst(m, confidence)
		why := ""
		for _, r := range w.Outcome.Reasons {
			why += r.Text
		}
		if tc.hook == "" && why != "" || !strings.Contains(why, tc.hook) {
			t.Errorf("%s: %q, want a call of %q that has no price", tc.method, why, tc.hook)
		}
	}
}
