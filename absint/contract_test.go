package absint_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
)

// TestContracts checks loops that rest on contracts of platform types, with application classes that break a contract and
// others that keep it. internal/metering runs them.
func TestContracts(t *testing.T) {
	full := func(method string) string { return method + " may break the contract of the method that it overrides" }
	for _, test := range []struct{ method, bound, reason string }{
		{method: "local", reason: "its exit test depends on the result of l.size()"}, // without the JDK, AbstractList is no Collection,
		{method: "localAsList", reason: full("Contracts$Full.size()")},
		{method: "helper", reason: full("Contracts$HelperFull.size()")},
		{method: "hidden", reason: full("Contracts$Hidden.add(java.lang.Object)")},
		{method: "pushed", reason: full("Contracts$FullStack.addElement(java.lang.Object)")},
		{method: "parameter", reason: "may break the contract of the method that it overrides"},
		{method: "limited", reason: "may break the contract of the method that it overrides"},
		{method: "deque", reason: "may break the contract of the method that it overrides"},
		{method: "offered", reason: "may break the contract of the method that it overrides"},
		{method: "field", reason: "may break the contract of the method that it overrides"},
		{method: "returned", reason: full("Contracts$FullArrayList.add(java.lang.Object)")},
		{method: "text", reason: full("Contracts$Text.append(char)")},
		{method: "bounded", reason: "its exit test depends on the result of l.size()"},
		{method: "either", reason: full("Contracts$Full.size()")},
		{method: "counted", bound: "10"},
		{method: "exactly", bound: "10"},
		{method: "exactField", bound: "10"},
		{method: "builder", bound: "10"},
		{method: "search", reason: "adds to "},
		{method: "searchForgetful", reason: "adds to "},
		{method: "searchBlind", reason: "adds to "},
		{method: "searchRecent", reason: "adds to "},
		{method: "searchMoody", reason: "adds to "},
		{method: "searchMoved", reason: "adds to "},
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
		{method: "bits", reason: "does not change by a constant step"},
		{method: "polled", reason: full("Contracts$Endless.poll()")},
		{method: "drained", reason: "may break the contract of the method that it overrides"},
		{method: "drainedExactly", bound: "1"},
		{method: "each", bound: "elements(l)"},
		{method: "eachHeld", bound: "elements(held)"}, // Object by its type: a cast to List follows
		{method: "eachCast", bound: "elements(l)"},
		{method: "eachExactly", bound: "1"},
	} {
		a, methods := absinttest.Analyzer(t, "contracts")
		loops := absinttest.LoopsOf(t, a, methods["Contracts."+test.method])
		if len(loops) != 1 || loops[0].Bound != test.bound || !strings.Contains(loops[0].Reason, test.reason) || (test.bound == "") != (loops[0].Reason != "") {
			t.Errorf("%s: %+v, want bound %q, reason %q", test.method, loops, test.bound, test.reason)
		}
	}
}

// TestContractsOutside checks loops that rest on contracts of classes that are not analysed or cannot be read.
func TestContractsOutside(t *testing.T) {
	all := map[string]*classfile.Class{}
	for _, c := range absinttest.Fixture(t, "contracts") {
		all[c.Name] = c
	}
	classPath := func(name string) *classfile.Class { return all[name] }
	for _, test := range []struct {
		library       callgraph.Library
		misses        bool
		method, bound string
		reason        string
	}{
		{classPath, false, "localAsList", "", "Contracts$Full.size() may break the contract of the method that it overrides"},
		{classPath, false, "limited", "", "may break the contract of the method that it overrides"}, // the program names the classes, and makes objects of them
		{classPath, false, "exactly", "10", ""},
		{nil, false, "localAsList", "", "the effects of Contracts$Full are not known"},
		{nil, false, "limited", "n", ""},
		{nil, true, "limited", "", "a class that could not be read"},
		{nil, true, "exactly", "10", ""},
		{nil, true, "builder", "10", ""},
	} {
		analysed := []*classfile.Class{all["Contracts"]}
		h := callgraph.New(analysed, test.library, 1)
		if test.misses {
			h.Miss("broken.jar")
		}
		loops := absinttest.LoopsOf(t, absint.NewAnalyzer(h, nil, nil, 1), absinttest.MethodsOf(analysed)["Contracts."+test.method])
		if len(loops) != 1 || loops[0].Bound != test.bound || !strings.Contains(loops[0].Reason, test.reason) || (test.bound == "") != (loops[0].Reason != "") {
			t.Errorf("%s: %+v, want bound %q, reason %q", test.method, loops, test.bound, test.reason)
		}
	}
}

// TestProxies checks that a list may be a proxy, where the program has an invocation handler, but an ArrayList none.
func TestProxies(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "proxies")
	if loops := absinttest.LoopsOf(t, a, methods["Proxies.fill"]); len(loops) != 1 || !strings.Contains(loops[0].Reason, "may break the contract of the method that it overrides") {
		t.Errorf("fill: %+v", loops)
	}
}

// TestHeldBack checks loops that end when a queue is empty, where the program makes queues of delayed elements.
func TestHeldBack(t *testing.T) {
	const delayed = "poll() takes nothing from a java.util.concurrent.DelayQueue whose elements are delayed"
	a, methods := absinttest.Analyzer(t, "exceptional")
	for _, test := range []struct{ method, bound, reason string }{
		{method: "declared", reason: delayed},
		{method: "parameter", reason: delayed},
		{method: "made", reason: delayed},
		{method: "pulled", bound: "q.size()"},
		{method: "plainMade", bound: "1"},
	} {
		loops := absinttest.LoopsOf(t, a, methods["HeldBack."+test.method])
		if len(loops) != 1 || loops[0].Bound != test.bound || !strings.Contains(loops[0].Reason, test.reason) || (test.bound == "") != (loops[0].Reason != "") {
			t.Errorf("%s: %+v, want bound %q, reason %q", test.method, loops, test.bound, test.reason)
		}
	}
	if loops := absinttest.LoopsOf(t, a, methods["HeldBack.levels"]); len(loops) != 2 || !strings.Contains(loops[0].Reason, delayed) || loops[1].Bound != "q.size()" {
		t.Errorf("levels: %+v", loops)
	}
}

// TestReceivesHeldBack checks that a queue may be one of delayed elements where the program receives one from an executor,
// and not where it neither makes nor receives one.
func TestReceivesHeldBack(t *testing.T) {
	for class, bound := range map[string]string{"Received": "", "Plain": "q.size()"} {
		classes := slices.DeleteFunc(absinttest.Fixture(t, "exceptional"), func(c *classfile.Class) bool { return c.Name != class })
		a := absint.NewAnalyzer(callgraph.New(classes, nil, 1), nil, nil, 1)
		loops := absinttest.LoopsOf(t, a, absinttest.MethodsOf(classes)[class+".drainAll"])
		if len(loops) != 1 || loops[0].Bound != bound {
			t.Errorf("%s: %+v, want bound %q", class, loops, bound)
		}
	}
}

// TestForgets checks searches that mark what they have visited in a collection, where the program makes collections that lose elements.
func TestForgets(t *testing.T) {
	const adds = "adds to d while the loop drains it"
	for _, test := range []struct{ class, method, bound, reason string }{
		{class: "Forgetting", method: "made", reason: adds},
		{class: "Forgetting", method: "set", reason: adds},
		{class: "Forgetting", method: "map", reason: adds},
		{class: "Forgetting", method: "plain", bound: "seen.size() + 1"},
		{class: "Remembering", method: "set", bound: "largest seen.size() + 1"},
	} {
		classes := slices.DeleteFunc(absinttest.Fixture(t, "exceptional"), func(c *classfile.Class) bool { return c.Name != test.class })
		a := absint.NewAnalyzer(callgraph.New(classes, nil, 1), nil, nil, 1)
		loops := absinttest.LoopsOf(t, a, absinttest.MethodsOf(classes)[test.class+"."+test.method])
		if len(loops) != 1 || loops[0].Bound != test.bound || !strings.Contains(loops[0].Reason, test.reason) || (test.bound == "") != (loops[0].Reason != "") {
			t.Errorf("%s.%s: %+v, want bound %q, reason %q", test.class, test.method, loops, test.bound, test.reason)
		}
	}
}
