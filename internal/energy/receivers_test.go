package energy

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/summaries"
)

// TestUnknownReceivers: where the class of a receiver is not known, a library method costs what the classes of the program
// below its static type override and the method calls; a receiver that has none of these classes keeps the model's cost.
func TestUnknownReceivers(t *testing.T) {
	const iteration = 3.7e-8 // J at least, of the loop in work
	e, methods := withJDK(t, "receivers", func(*classfile.Method, string) (float64, string, bool) { return 0, "test", true })
	jdk, err := summaries.JDK()
	if err != nil {
		t.Fatal(err)
	}
	e.Analyzer.External = jdk // which knows what the JDK's code calls
	for _, tc := range []struct {
		method     string
		iterations float64 // of the costliest override, 0 for none
		lacking    string  // an override that has no price, or a call symbol
	}{
		{"containsInClass", 3000, ""},
		{"containsInField", 3000, ""},
		{"containsInCast", 3000, ""},
		{"containsInResult", 3000, ""},
		{"containsInEither", 2000, ""},
		{"containsByInherited", 2000, ""},
		{"containsByMiddle", 3000, ""},
		{"containsInInterface", 0, "l.contains(Object)"},
		{"containsAllInClass", 0, "l.containsAll(Collection)"},
		{"putsInClass", 4000, ""},
		{"putsInInterface", 4000, ""},
		{"putsAll", 0, "m.putAll(Map)"},
		{"emptyInInterface", 6000, ""},
		{"containsInOwn", 0, ""},
		{"containsInNew", 0, ""},
		{"containsInLinked", 0, ""},
		{"containsInSet", 0, ""},
		{"getsInClass", 0, ""},
		{"getsOrDefault", 0, ""},
		{"putsInTree", 0, ""},
		{"addsInClass", 0, ""},
		{"keys", 0, ""},
		{"iterates", 0, ""},
		{"nextOf", 5000, ""},
		{"hasNextOf", 6000, ""},
		{"nextOfNew", 5000, ""},
		{"nextOfInterface", 5000, ""},
		{"containsInKeys", 8000, ""},
		{"containsInAnySet", 8000, ""},
		{"nextOfClass", 0, ""},
		{"nextOfSet", 0, ""},
		{"nextOfOwn", 0, ""},
		{"nextOfNewList", 0, ""},
		{"containsInKeysOfTree", 0, ""},
		{"addsAll", 0, "c.toArray()"},
		{"copies", 0, "c.toArray()"},
		{"copiesSet", 0, ""},
		{"appends", 0, "b.append(CharSequence)"},
		{"hashes", 0, "new HashSet(Collection)"},
		{"copiesList", 0, "List.copyOf(Collection)"},
		{"hashesComputed", 0, "which its model does not cover"},
		{"text", 0, "b.getString(String)"},
		{"fails", 7000, ""},
		{"addsAllOfClass", 0, ""},
		{"appendsString", 0, ""},
	} {
		m := methods[tc.method]
		w := e.Evaluate([]*classfile.Method{m}).Worst(m, confidence)
		why := ""
		for _, r := range w.Outcome.Reasons {
			why += r.Text
		}
		for _, c := range e.Methods(roots(m), nil, "").Methods[0].CallSymbols {
			why += c.Symbol
		}
		if tc.lacking == "" && why != "" || !strings.Contains(why, tc.lacking) {
			t.Errorf("%s: %q is not known, want %q", tc.method, why, tc.lacking)
		}
		if low := tc.iterations * iteration; w.Energy.Mean < low || tc.iterations == 0 && w.Energy.Mean > 1000*iteration {
			t.Errorf("%s: %v J, want that of %v iterations", tc.method, w.Energy.Mean, tc.iterations)
		}
	}
}
