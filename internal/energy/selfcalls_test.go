package energy

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/summaries"
)

// TestSelfCalls: where a library method runs at most once what a class of the program overrides, the override is added to the
// price; where it may run it more often, there is none.
func TestSelfCalls(t *testing.T) {
	const iteration = 1.4e-7 // at least, of the loop in work
	e, methods := withJDK(t, "selfcalls", nil)
	jdk, err := summaries.JDK()
	if err != nil {
		t.Fatal(err)
	}
	e.Analyzer.External = jdk // which knows what the JDK's code calls
	for _, tc := range []struct {
		method     string
		iterations float64
		hook       string
	}{
		{"createsQuiet", 2000, ""}, // the constructor's object may be of a subclass
		{"createsQuieter", 2000, ""},
		{"createsFiltered", 0, ""},
		{"textOfWorded", 3000, ""},
		{"wrapsWorded", 3000, ""},
		{"wrapsTitled", 4000, ""},
		{"wrapsAny", 4000, ""},
		{"getsLocal", 5000, ""},
		{"emptySized", 6000, ""},
		{"putsRecent", 9000, ""},
		{"addsItem", 0, ""},
		{"iteratesItems", 0, ""},
		{"copiesItems", 7000, ""},
		{"readsBytes", 0, "SelfCalls$Bytes.read()"},
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
		if tc.iterations > 0 && w.Energy.Mean < tc.iterations*iteration {
			t.Errorf("%s: %v J, want more than that of %v iterations", tc.method, w.Energy.Mean, tc.iterations)
		}
	}
}
