package difference

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/snapshot"
)

const add = "Addition, int, Load"

// settings are those of the snapshots of the tests.
var settings = snapshot.Settings{Model: "rpi5-nyholm", Unit: "J", Device: "any", Confidence: 0.95, JDK: "17"}

// symbol is the int parameter at a position.
func symbol(i int, name string) result.Factor {
	return result.Factor{Kind: result.FactorSymbol, Name: name, Path: fmt.Sprintf("p%d", i)}
}

// function is a factor of sums of one product each.
func function(kind result.FactorKind, k int64, args ...[]result.SizeProduct) result.Factor {
	return result.Factor{Kind: kind, K: k, Args: args}
}

// term executes additions as often as the product of the factors.
func term(additions float64, fs ...result.Factor) result.ExpressionTerm {
	return result.ExpressionTerm{Factors: fs, Counts: map[string]float64{add: additions}}
}

// unknownCall adds calls of it.next() to a term.
func unknownCall(t result.ExpressionTerm, times float64) result.ExpressionTerm {
	t.Calls = map[string]float64{"it.next()": times}
	return t
}

// method returns a method with a bound; key is a.B.m(I)V with slashes.
func method(key string, terms ...result.ExpressionTerm) snapshot.Method {
	k := parseKey(key)
	x := snapshot.Method{Body: key, Moved: key}
	x.Class, x.Name, x.Descriptor, x.Line, x.File = k.Class, k.Name, k.Descriptor, 10, k.Class+".java"
	x.Status = result.Parametric
	x.Expression = &result.Expression{Terms: terms}
	x.Own = result.Expression{Terms: slices.Clone(terms)}
	x.Worst.Mean, x.Worst.Upper = result.Joules(math.NaN()), result.Joules(math.NaN())
	x.Formula = fmt.Sprint(terms)
	return x
}

// number returns a method whose cost is a number of additions.
func numeric(key string, additions float64) snapshot.Method {
	x := method(key, term(additions))
	x.Status = result.Bounded
	x.Path = map[string]float64{add: additions}
	x.Worst.Mean, x.Worst.Upper, x.Best.Lower = result.Joules(additions), result.Joules(additions*2), result.Joules(additions/2)
	n := int64(additions)
	x.Instructions = result.Instructions{Own: result.Between(n, n), Total: result.Between(n, n)}
	return x
}

// noPrice returns a method that calls what has no price.
func noPrice(key, reason string) snapshot.Method {
	x := method(key, term(5))
	x.Status, x.Expression, x.Formula, x.Reasons = result.Unknown, nil, "", []string{reason}
	return x
}

func withBody(x snapshot.Method, body string) snapshot.Method {
	x.Body, x.Moved = body, body
	return x
}

func calling(x snapshot.Method, callees ...string) snapshot.Method {
	for i, c := range callees {
		x.Calls = append(x.Calls, snapshot.Call{Line: 11 + i, Callee: c, Targets: []string{c}, Price: "analysed"})
	}
	return x
}

func owningInstructions(x snapshot.Method, n int64) snapshot.Method {
	x.Instructions.Own = result.Between(n, n)
	return x
}

func bridge(x snapshot.Method) snapshot.Method {
	x.Bridge = true
	return x
}

// aliased calls what it calls by the names of an interface.
func aliased(x snapshot.Method) snapshot.Method {
	for i := range x.Calls {
		x.Calls[i].Callee = "a/I" + strings.TrimPrefix(x.Calls[i].Callee, "a/B")
	}
	return x
}

func state(ms ...snapshot.Method) *snapshot.Snapshot {
	s := &snapshot.Snapshot{Schema: snapshot.Schema, Version: "v1", Settings: settings, Methods: ms}
	slices.SortFunc(s.Methods, func(a, b snapshot.Method) int { return strings.Compare(a.Key(), b.Key()) })
	return s
}

func compareStates(t testing.TB, base, head *snapshot.Snapshot) *Result {
	t.Helper()
	r, err := Compare(base, head, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// describe writes the changes on one line each: class, method, what it was, growth and causes.
func describe(r *Result) string {
	var lines []string
	for _, c := range r.Changes {
		var classes []string
		for _, x := range c.Classes {
			classes = append(classes, string(x))
		}
		line := strings.Join(classes, "+") + " " + c.Method.Short()
		if c.Was != "" {
			line += " was " + c.Was
		}
		for _, g := range c.Growth {
			line += fmt.Sprintf(", %s to %s in %s", g.Base, g.Head, strings.Join(g.In, " and "))
		}
		if c.Proved {
			line += ", proved"
		}
		if c.Reason != "" {
			line += ", because " + c.Reason
		}
		if c.Because != "" {
			line += ", due to " + external(c.Because)
		}
		for _, x := range c.Causes {
			line += fmt.Sprintf("; %s line %d: %s", x.Kind, x.Line, x.Text)
		}
		if len(c.Dependants) > 0 {
			line += fmt.Sprintf("; and %d more", len(c.Dependants))
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func TestCompare(t *testing.T) {
	n, m := symbol(1, "n"), symbol(2, "m")
	loop := func(line int, bound string) result.Loop {
		return result.Loop{Line: line, Status: result.Parametric, Bound: bound}
	}
	looping := func(x snapshot.Method, ls ...result.Loop) snapshot.Method {
		x.Loops = ls
		return withBody(x, fmt.Sprint(ls, x.Expression))
	}
	budget := func(x snapshot.Method, energy, verdict string) snapshot.Method {
		x.Budgets = []snapshot.Budget{{Energy: energy, Verdict: verdict}}
		return x
	}
	owning := func(x snapshot.Method, terms ...result.ExpressionTerm) snapshot.Method {
		x.Own.Terms = terms
		return x
	}
	priced := func(x snapshot.Method, price string) snapshot.Method {
		for i := range x.Calls {
			x.Calls[i].Price = price
		}
		return x
	}
	library := func(x snapshot.Method, line int, callees ...string) snapshot.Method {
		for _, c := range callees {
			x.Calls = append(x.Calls, snapshot.Call{Line: line, Callee: c, Price: "modelled"})
		}
		return x
	}
	tests := []struct {
		name       string
		base, head []snapshot.Method
		want       string
	}{
		{"itself", []snapshot.Method{method("a/B.f(I)V", term(1, n))}, []snapshot.Method{method("a/B.f(I)V", term(1, n))}, ""},
		{"new loop",
			[]snapshot.Method{looping(method("a/B.f(I)V", term(3), term(1, n)), loop(11, "n"))},
			[]snapshot.Method{looping(method("a/B.f(I)V", term(3), term(2, n), term(1, n, n)), loop(11, "n"), loop(12, "n"))},
			"grown B.f(int), linear to quadratic in n; loop line 12: new loop of n iterations"},
		{"a loop less",
			[]snapshot.Method{looping(method("a/B.f(I)V", term(3), term(2, n), term(1, n, n)), loop(11, "n"), loop(12, "n"))},
			[]snapshot.Method{looping(method("a/B.f(I)V", term(3), term(1, n)), loop(11, "n"))},
			"shrunk B.f(int), quadratic to linear in n; loop-removed line 12: a loop of n iterations is gone"},
		{"changed bound under a budget",
			[]snapshot.Method{budget(looping(numeric("a/B.f(I)V", 10), loop(11, "10")), "1 mJ", "proved")},
			[]snapshot.Method{budget(looping(method("a/B.f(I)V", term(1, n)), loop(11, "n")), "1 mJ", "unknown")},
			"lost+grown B.f(int), constant to linear in n; bound line 11: loop of n iterations, was of 10 iterations"},
		{"a product against a factor",
			[]snapshot.Method{looping(method("a/B.f(II)V", term(1, n)))}, []snapshot.Method{looping(method("a/B.f(II)V", term(1, n, m)))},
			"grown B.f(int, int), constant to linear in m; code line 10: its own code"},
		{"a product against a sum",
			[]snapshot.Method{looping(method("a/B.f(II)V", term(1, n), term(1, m)))}, []snapshot.Method{looping(method("a/B.f(II)V", term(1, n, m)))},
			"grown B.f(int, int), linear to quadratic in n and m; code line 10: its own code"},
		{"a renamed parameter",
			[]snapshot.Method{method("a/B.f(I)V", term(1, symbol(0, "count")))}, []snapshot.Method{method("a/B.f(I)V", term(1, symbol(0, "total")))}, ""},
		{"parameters in another order",
			[]snapshot.Method{method("a/B.f(II)V", term(1, symbol(0, "n")), term(2, symbol(1, "m")))},
			[]snapshot.Method{method("a/B.f(II)V", term(1, symbol(1, "n")), term(2, symbol(0, "m")))}, ""},
		{"a parameter before it",
			[]snapshot.Method{method("a/B.f(I)V", term(1, symbol(0, "n")))}, []snapshot.Method{method("a/B.f(JI)V", term(1, symbol(1, "k")))}, ""},
		{"different sizes",
			[]snapshot.Method{method("a/B.f(II)V", term(1, symbol(0, "n")))}, []snapshot.Method{method("a/B.f(II)V", term(1, symbol(1, "m")))},
			"incomparable B.f(int, int), because the formulas are over different sizes: n in base, m in head; surroundings line 10: the code is the same; what it calls, or what is known of the rest of the program, is not"},
		{"dearer by one in a hundred", []snapshot.Method{numeric("a/B.f()V", 100)}, []snapshot.Method{withBody(numeric("a/B.f()V", 101), "x")}, ""},
		{"dearer by one in ten", []snapshot.Method{numeric("a/B.f()V", 100)}, []snapshot.Method{withBody(numeric("a/B.f()V", 110), "x")},
			"regressed B.f(); code line 10: its own code: 100 to 110 instructions"},
		{"five times as dear is proved", []snapshot.Method{numeric("a/B.f()V", 100)}, []snapshot.Method{withBody(numeric("a/B.f()V", 500), "x")},
			"regressed B.f(), proved; code line 10: its own code: 100 to 500 instructions"},
		{"fewer instructions that cost more", []snapshot.Method{numeric("a/B.f()V", 100)}, []snapshot.Method{withBody(owningInstructions(numeric("a/B.f()V", 110), 90), "x")},
			"regressed B.f(); code line 10: its own code: 90 instructions, which cost more than the 100 before"},
		{"cheaper", []snapshot.Method{numeric("a/B.f()V", 110)}, []snapshot.Method{withBody(numeric("a/B.f()V", 100), "x")},
			"improved B.f(); code line 10: its own code: 110 to 100 instructions"},
		{"no bound any more",
			[]snapshot.Method{numeric("a/B.f()V", 100)}, []snapshot.Method{calling(noPrice("a/B.f()V", "no price of x"), "x/Y.z()V")},
			"unbounded B.f(), because no price of x; call line 11: new call of Y.z()"},
		{"no bound on both sides, lines shifted",
			[]snapshot.Method{noPrice("a/B.f()V", "line 12: no price of x")}, []snapshot.Method{noPrice("a/B.f()V", "line 13: no price of x")}, ""},
		{"no bound for another reason",
			[]snapshot.Method{noPrice("a/B.f()V", "no price of x")}, []snapshot.Method{withBody(noPrice("a/B.f()V", "no price of y"), "2")},
			"incomparable B.f(), because neither has a bound: no price of x in base, no price of y in head; code line 10: its own code"},
		{"added and removed", []snapshot.Method{numeric("a/B.f()V", 1)}, []snapshot.Method{numeric("a/C.g()V", 7)}, "added C.g()\nremoved B.f()"},
		{"a budget that is gone",
			[]snapshot.Method{budget(numeric("a/B.f()V", 1), "1 mJ", "proved")}, []snapshot.Method{numeric("a/B.f()V", 1)},
			"lost B.f(); budget line 10: the budget 1 mJ was removed"},
		{"a budget that is proved now",
			[]snapshot.Method{budget(numeric("a/B.f()V", 1), "1 mJ", "unknown")}, []snapshot.Method{budget(numeric("a/B.f()V", 1), "2 mJ", "proved")},
			"gained B.f(); budget line 10: the budget is 2 mJ, was 1 mJ"},
		{"one more call of an object that is given",
			[]snapshot.Method{method("a/B.f(I)V", term(1, n))},
			[]snapshot.Method{method("a/B.f(I)V", unknownCall(term(1, n), 1))},
			"regressed B.f(int); surroundings line 10: the code is the same; what it calls, or what is known of the rest of the program, is not"},
		{"such a call in a loop",
			[]snapshot.Method{method("a/B.f(I)V", term(1))},
			[]snapshot.Method{method("a/B.f(I)V", unknownCall(term(1, n), 1))},
			"grown B.f(int), constant to linear in n; surroundings line 10: the code is the same; what it calls, or what is known of the rest of the program, is not"},
		{"folded under a callee",
			[]snapshot.Method{numeric("a/B.f()V", 100), calling(numeric("a/B.g()V", 200), "a/B.f()V"), calling(numeric("a/B.h()V", 300), "a/B.g()V")},
			[]snapshot.Method{withBody(numeric("a/B.f()V", 200), "x"), calling(numeric("a/B.g()V", 300), "a/B.f()V"), calling(numeric("a/B.h()V", 400), "a/B.g()V")},
			"regressed B.f(); code line 10: its own code: 100 to 200 instructions; and 2 more\n" +
				"regressed B.g(), due to B.f(); callee line 11: B.f() costs more\n" +
				"regressed B.h(), due to B.f(); callee line 11: B.g() costs more"},
		{"a method that a compiler made to call one that changed",
			[]snapshot.Method{numeric("a/B.f(I)V", 100), bridge(calling(numeric("a/B.f(J)V", 200), "a/B.f(I)V"))},
			[]snapshot.Method{withBody(numeric("a/B.f(I)V", 200), "x"), bridge(calling(numeric("a/B.f(J)V", 300), "a/B.f(I)V")), bridge(numeric("a/B.g(J)V", 3))},
			"regressed B.f(int); code line 10: its own code: 100 to 200 instructions"},
		{"a method that a compiler made whose budget is lost",
			[]snapshot.Method{numeric("a/B.f(I)V", 100), bridge(budget(calling(numeric("a/B.f(J)V", 200), "a/B.f(I)V"), "1 mJ", "proved"))},
			[]snapshot.Method{withBody(numeric("a/B.f(I)V", 200), "x"), bridge(budget(calling(numeric("a/B.f(J)V", 300), "a/B.f(I)V"), "1 mJ", "unknown"))},
			"lost+regressed B.f(long), due to B.f(int); callee line 11: B.f(int) costs more\n" +
				"regressed B.f(int); code line 10: its own code: 100 to 200 instructions; and 1 more"},
		{"a new call of a method that changed",
			[]snapshot.Method{numeric("a/B.f()V", 100), withBody(numeric("a/B.g()V", 200), "g1")},
			[]snapshot.Method{withBody(numeric("a/B.f()V", 200), "x"), withBody(calling(numeric("a/B.g()V", 410), "a/B.f()V"), "g2")},
			"regressed B.g(); call line 11: new call of B.f(); code line 10: its own code: 200 to 410 instructions\n" +
				"regressed B.f(); code line 10: its own code: 100 to 200 instructions"},
		{"a call of a method that changed by another name",
			[]snapshot.Method{numeric("a/B.f()V", 100), withBody(aliased(calling(numeric("a/B.g()V", 200), "a/B.f()V")), "g")},
			[]snapshot.Method{withBody(numeric("a/B.f()V", 200), "x"), withBody(calling(numeric("a/B.g()V", 300), "a/B.f()V"), "g")},
			"regressed B.f(); code line 10: its own code: 100 to 200 instructions; and 1 more\n" +
				"regressed B.g(), due to B.f(); callee line 11: B.f() costs more"},
		{"an own call beside a callee that grew",
			[]snapshot.Method{method("a/B.f(I)V", term(1, n)), withBody(calling(method("a/B.g(I)V", term(2, n)), "a/B.f(I)V"), "g1"), method("a/B.s(I)V", term(1, n, n))},
			[]snapshot.Method{looping(method("a/B.f(I)V", term(1, n, n)), loop(12, "n")), withBody(calling(method("a/B.g(I)V", term(2, n, n)), "a/B.f(I)V", "a/B.s(I)V"), "g2"), method("a/B.s(I)V", term(1, n, n))},
			"grown B.g(int), linear to quadratic in n; call line 12: new call of B.s(int); code line 10: its own code; callee line 11: B.f(int) grew\n" +
				"grown B.f(int), linear to quadratic in n; loop line 12: new loop of n iterations"},
		{"no bound because of a callee, with a cheap call of its own",
			[]snapshot.Method{method("a/B.f(I)V", term(1, n)), withBody(calling(method("a/B.g(I)V", term(2, n)), "a/B.f(I)V"), "g1"), numeric("a/B.s()V", 1)},
			[]snapshot.Method{looping(noPrice("a/B.f(I)V", "no bound"), result.Loop{Line: 12, Status: result.Unbounded}), withBody(calling(noPrice("a/B.g(I)V", "no bound"), "a/B.f(I)V", "a/B.s()V"), "g2"), numeric("a/B.s()V", 1)},
			"unbounded B.f(int), because no bound; loop line 12: new loop without a bound; and 1 more\n" +
				"unbounded B.g(int), because no bound, due to B.f(int); callee line 11: B.f(int) has no bound"},
		{"a caller that knows the cost of a callee as a symbol, because that has no bound",
			[]snapshot.Method{method("a/B.f(I)V", term(1)), owning(withBody(calling(method("a/B.g(I)V", term(2)), "a/B.f(I)V"), "g"), term(1, n))},
			[]snapshot.Method{looping(noPrice("a/B.f(I)V", "no bound"), result.Loop{Line: 12, Status: result.Unbounded}), owning(withBody(priced(calling(method("a/B.g(I)V", unknownCall(term(2, n), 1)), "a/B.f(I)V"), "symbolic"), "g"), term(1, n))},
			"grown B.g(int), constant to linear in n, due to B.f(int); callee line 11: B.f(int) has no bound\n" +
				"unbounded B.f(int), because no bound; loop line 12: new loop without a bound; and 1 more"},
		{"the calls by which a new loop iterates",
			[]snapshot.Method{withBody(method("a/B.f(I)V", term(1)), "1")},
			[]snapshot.Method{library(looping(method("a/B.f(I)V", term(1, n)), loop(12, "n")), 12, "java/util/List.iterator()Ljava/util/Iterator;", "java/util/Iterator.hasNext()Z", "java/util/Iterator.next()Ljava/lang/Object;", "java/util/Map.get(Ljava/lang/Object;)Ljava/lang/Object;")},
			"grown B.f(int), constant to linear in n; loop line 12: new loop of n iterations; call line 12: new call of Map.get(Object)"},
		{"an iterator in no loop that is told of",
			[]snapshot.Method{withBody(method("a/B.f(I)V", term(1)), "1")},
			[]snapshot.Method{library(looping(method("a/B.f(I)V", term(1, n)), loop(12, "n")), 14, "java/util/Iterator.next()Ljava/lang/Object;")},
			"grown B.f(int), constant to linear in n; loop line 12: new loop of n iterations; call line 14: new call of Iterator.next()"},
		{"the same code without the names of variables",
			[]snapshot.Method{withBody(method("a/B.f(II)V", term(1, function(result.FactorMin, 0, []result.SizeProduct{{Coefficient: 1, Factors: []result.Factor{n}}}, []result.SizeProduct{{Coefficient: 1, Factors: []result.Factor{m}}}))), "1")},
			[]snapshot.Method{withBody(method("a/B.f(II)V", term(1, symbol(1, "arg1"))), "1")},
			"incomparable B.f(int, int), because " + otherNames},
		{"methods that call each other",
			[]snapshot.Method{calling(numeric("a/B.f()V", 100), "a/B.g()V"), calling(numeric("a/B.g()V", 100), "a/B.f()V")},
			[]snapshot.Method{calling(numeric("a/B.f()V", 200), "a/B.g()V"), withBody(calling(numeric("a/B.g()V", 200), "a/B.f()V"), "x")},
			"regressed B.g(); code line 10: its own code: 100 to 200 instructions; and 1 more\n" +
				"regressed B.f(), due to B.g(); callee line 11: B.g() costs more"},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			if got := describe(compareStates(t, state(x.base...), state(x.head...))); got != x.want {
				t.Errorf("got  %s\nwant %s", got, x.want)
			}
		})
	}
}

// Formulas of a snapshot of a version that had means only are compared with means.
func TestFormulasOfOldSnapshots(t *testing.T) {
	bound := method("a/A.m()V", term(5))
	bound.Formula, bound.MeanFormula = "6 nJ", "5 nJ"
	old := method("a/A.m()V", term(5))
	old.Formula, old.MeanFormula = "5 nJ", ""
	more := method("a/A.m()V", term(50))
	more.Formula, more.MeanFormula = "60 nJ", "50 nJ"
	if r := compareStates(t, state(old), state(bound)); len(r.Changes) > 0 {
		t.Errorf("the same cost is a change: %s", describe(r))
	}
	for _, test := range []struct {
		base       snapshot.Method
		from, want string
	}{{old, "5 nJ", "50 nJ"}, {bound, "6 nJ", "60 nJ"}} {
		r := compareStates(t, state(test.base), state(more))
		if len(r.Changes) != 1 || r.Changes[0].Base.Formula != test.from || r.Changes[0].Head.Formula != test.want {
			t.Errorf("%s: %+v", test.from, r.Changes)
		}
	}
}

func TestSignedPercent(t *testing.T) {
	for share, want := range map[float64]string{
		0.05: "+5%", 8.9: "+890%", 9: "10 times as much", 284.8: "286 times as much", 12345: "12,346 times as much", -0.98: "-98%", 1e20: "+1e+22%",
	} {
		if got := signedPercent(share); got != want {
			t.Errorf("signedPercent(%v) = %q, want %q", share, got, want)
		}
	}
}

func TestSameAtAllSizes(t *testing.T) {
	at := func(size, base, head float64) AtSize {
		return AtSize{Size: result.Joules(size), Base: result.Joules(base), Head: result.Joules(head)}
	}
	for _, c := range []struct {
		name  string
		sizes []AtSize
		want  bool
	}{
		{"no size in the formulas", []AtSize{at(0, 1, 2)}, true},
		{"the same at each", []AtSize{at(10, 1, 2), at(100, 1, 2), at(1000, 1, 2)}, true},
		{"different", []AtSize{at(10, 1, 2), at(100, 1, 20), at(1000, 1, 200)}, false},
		{"only one could be computed", []AtSize{at(10, 1, 2)}, false},
		{"one could not be computed", []AtSize{at(10, 1, 2), at(100, 1, 2)}, false},
	} {
		if got := (&Change{Sizes: c.sizes}).SameAtAllSizes(); got != c.want {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
}
