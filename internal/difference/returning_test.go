package difference

import (
	"testing"

	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/snapshot"
)

// throwing returns a method whose calls cost more than those that return, which cost what the first method does.
func throwing(returns, all snapshot.Method) snapshot.Method {
	all.Returning = &snapshot.Returning{
		Status: returns.Status, Worst: returns.Worst, Formula: returns.Formula, MeanFormula: returns.MeanFormula,
		Expression: returns.Expression, CallSymbols: returns.CallSymbols, Path: returns.Path,
	}
	return all
}

// What is compared are the calls that return, where both snapshots have them.
func TestCallsThatReturn(t *testing.T) {
	n := symbol(1, "n")
	plain, dear := method("p/C.m(I)V", term(5)), method("p/C.m(I)V", term(5000))
	grows, twice := method("p/C.m(I)V", term(5), term(5, n)), method("p/C.m(I)V", term(10))
	calls := func(x snapshot.Method) snapshot.Method {
		x.Calls = []snapshot.Call{
			{Line: 12, Callee: "p/X.<init>()V", Price: "modelled", Throws: true},
			{Line: 13, Callee: "p/Y.check(I)V", Price: "modelled"},
		}
		return x
	}
	for _, test := range []struct {
		name       string
		base, head snapshot.Method
		old        bool // a snapshot is of a version that had no calls that return
		want       string
		throwing   int
	}{
		{name: "a new check", base: plain, head: throwing(plain, dear), throwing: 1},
		{name: "a check less", base: throwing(plain, dear), head: plain},
		{name: "what is thrown grows", base: plain, head: throwing(plain, grows), throwing: 1},
		{name: "another exception", base: throwing(plain, method("p/C.m(I)V", term(4900))), head: throwing(plain, dear)},
		{name: "a check that is dear", base: plain, head: throwing(twice, dear), want: "regressed C.m(int); code line 10: its own code"},
		{name: "the call of the check", base: plain, head: calls(throwing(twice, dear)), want: "regressed C.m(int); call line 13: new call of Y.check(int); code line 10: its own code"},
		{name: "an old snapshot", base: plain, head: throwing(plain, grows), old: true, want: "grown C.m(int), constant to linear in n; code line 10: its own code"},
	} {
		t.Run(test.name, func(t *testing.T) {
			base, head := state(withBody(test.base, "a")), state(withBody(test.head, "b"))
			base.Returning, head.Returning = !test.old, true
			r := compareStates(t, base, head)
			if got := describe(r); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
			if len(r.Throwing) != test.throwing {
				t.Errorf("%d cost more only where they throw, want %d: %v", len(r.Throwing), test.throwing, r.Throwing)
			}
		})
	}
}

// A method that costs the same itself has its change from what its calls on a known object run.
func TestCausesBehindSymbols(t *testing.T) {
	symbolicCall := func(x snapshot.Method, callee string) snapshot.Method {
		x.Calls = append(x.Calls, snapshot.Call{Line: 12, Callee: callee, Targets: []string{callee}, Price: symbolic})
		return withBody(x, x.Name)
	}
	over := func(key string) snapshot.Method {
		x := method(key, result.ExpressionTerm{Calls: map[string]float64{"this.append()": 1}, Counts: term(3).Counts})
		x.CallSymbols = []result.CallSymbol{{Symbol: "this.append()", Member: "p/C.append()V"}}
		return x
	}
	n := symbol(1, "n")
	states := func(body string, cost ...result.ExpressionTerm) *snapshot.Snapshot {
		main := calling(method("p/C.main()V", cost...), "p/C.add()V")
		main.Own = result.Expression{Terms: []result.ExpressionTerm{term(2)}}
		return state(withBody(method("p/C.append()V", cost...), body), symbolicCall(over("p/C.add()V"), "p/C.append()V"), withBody(main, "main"))
	}
	r := compareStates(t, states("before", term(5, n)), states("after", term(5, n), term(5, n, symbol(2, "m"))))
	for _, c := range r.Changes {
		if c.Method.Name == "main" && c.Because != "p/C.append()V" {
			t.Errorf("main changed because of %q:\n%s", c.Because, describe(r))
		}
	}
	if len(r.Changes) != 2 {
		t.Errorf("%d methods changed, want append and main:\n%s", len(r.Changes), describe(r))
	}
}
