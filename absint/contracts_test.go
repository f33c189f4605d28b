package absint

import (
	"strings"
	"testing"
)

// TestContracts checks loops that rest on what the types of the platform promise, with classes of the program that break the
// promise and others that keep it. internal/metering runs them.
func TestContracts(t *testing.T) {
	full := func(method string) string { return method + " need not do what its contract says" }
	for _, test := range []struct{ method, bound, reason string }{
		{method: "local", reason: "it ends by what l.size() returns"}, // without the JDK, AbstractList is no Collection,
		{method: "localAsList", reason: full("Contracts$Full.size()")},
		{method: "helper", reason: full("Contracts$HelperFull.size()")},
		{method: "hidden", reason: full("Contracts$Hidden.add(java.lang.Object)")},
		{method: "pushed", reason: full("Contracts$FullStack.addElement(java.lang.Object)")},
		{method: "parameter", reason: "need not do what its contract says"},
		{method: "limited", reason: "need not do what its contract says"},
		{method: "deque", reason: "need not do what its contract says"},
		{method: "offered", reason: "need not do what its contract says"},
		{method: "field", reason: "need not do what its contract says"},
		{method: "returned", reason: full("Contracts$FullArrayList.add(java.lang.Object)")},
		{method: "text", reason: full("Contracts$Text.append(char)")},
		{method: "bounded", reason: "it ends by what l.size() returns"},
		{method: "either", reason: full("Contracts$Full.size()")},
		{method: "counted", bound: "10"},
		{method: "exactly", bound: "10"},
		{method: "exactField", bound: "10"},
		{method: "builder", bound: "10"},
		{method: "search", reason: "puts something into it"},
		{method: "searchForgetful", reason: "puts something into it"},
		{method: "searchBlind", reason: "puts something into it"},
		{method: "searchRecent", reason: "puts something into it"},
		{method: "searchMoody", reason: "puts something into it"},
		{method: "searchMoved", reason: "puts something into it"},
		{method: "searchPlain", bound: "seen.size() + 1"},
		{method: "searchExactly", bound: "seen.size() + 1"},
		{method: "up", bound: "10 - x.size()"},
		{method: "upSet", bound: "10 - x.size()"},
		{method: "upLength", bound: "10 - x.length()"},
		{method: "upBits", bound: "10 - x.length()"},
		{method: "upAvailable", bound: "10 - in.available()"},
		{method: "upWrapped", bound: "10 - w.available()"},
		{method: "upDelegate", bound: "10 - x.size()"},
		{method: "upView", bound: "10 - x.data.length"},
		{method: "upExactly", bound: "10"},
		{method: "bits", reason: "in a way that is not a constant step"},
		{method: "polled", reason: full("Contracts$Endless.poll()")},
		{method: "drained", reason: "need not do what its contract says"},
		{method: "drainedExactly", bound: "1"},
		{method: "each", bound: "elements(l)"},
		{method: "eachExactly", bound: "1"},
	} {
		a, methods := analyzer(t, "contracts")
		loops := loopsOf(t, a, methods["Contracts."+test.method])
		if len(loops) != 1 || loops[0].Bound != test.bound || !strings.Contains(loops[0].Reason, test.reason) || (test.bound == "") != (loops[0].Reason != "") {
			t.Errorf("%s: %+v, want bound %q, reason %q", test.method, loops, test.bound, test.reason)
		}
	}
}
