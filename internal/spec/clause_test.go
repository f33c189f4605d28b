package spec

import (
	"fmt"
	"strings"
	"testing"
)

func fragments(text string, keyed bool) []Fragment {
	var fs []Fragment
	for i, l := range strings.Split(text, "\n") {
		fs = append(fs, Fragment{Text: l, Line: i + 10, Col: 5, Keyed: keyed})
	}
	return fs
}

func describe(cs []Clause, ps []Problem) string {
	var b strings.Builder
	for _, c := range cs {
		fmt.Fprintf(&b, "%d:%d %s", c.Origin.Line, c.Origin.Col, c.Keyword)
		if c.Expr != nil {
			fmt.Fprintf(&b, " %s", c.Expr)
		}
		for _, p := range c.Conjuncts {
			fmt.Fprintf(&b, " [%s]", p)
		}
		if c.Confidence != 0 {
			fmt.Fprintf(&b, " conf %g", c.Confidence)
		}
		if c.When != nil {
			fmt.Fprintf(&b, " if %s", c.When)
		}
		b.WriteByte('\n')
	}
	for _, p := range ps {
		fmt.Fprintf(&b, "! %d:%d %s\n", p.Origin.Line, p.Origin.Col, p.Message)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

func TestParseClauses(t *testing.T) {
	for _, c := range []struct {
		name, in string
		keyed    bool
		want     string
	}{
		{"the example", " requires 0 <= n && n <= 10_000;\n energy 35 uJ + 120 nJ * n;   // at the configured confidence\n energy 5 mJ \\confidence 0.99 if n <= 100;", false,
			"10:6 requires [0 <= n] [n <= 10000]\n11:6 energy 35 uJ + 120 nJ * n\n12:6 energy 5 mJ conf 0.99 if n <= 100"},
		{"loops", "loop_bound 64; decreases n - i; maintaining 0 <= i && a != null; measured_by n;", false,
			"10:5 loop_bound 64\n10:20 decreases n - i\n10:37 maintaining [0 <= i] [a != null]\n10:70 measured_by n"},
		{"over lines", "energy 5 mJ\n  + 3 nJ\n  * n;", true, "10:5 energy 5 mJ + 3 nJ * n"},
		{"other JML", "public normal_behavior ensures \\result == \"a;b\".length(); assignable \\nothing; requires n > 0;", false, "10:84 requires [n > 0]"},
		{"cases", "requires n > 0; also requires n < 0;", false, "10:5 requires [n > 0]\n10:21 also\n10:26 requires [n < 0]"},
		{"commented-out code", "Override\nformatter:off don't\n}\nrequires n > 0;", false, "13:5 requires [n > 0]"},
		{"misspelled", "enrgy 5 mJ;\nrequires n > 0;", false, "11:5 requires [n > 0]\n! 10:5 unknown clause \"enrgy\"; did you mean \"energy\"?"},
		{"unknown under the key", "budget 5 mJ;", true, "! 10:5 unknown clause \"budget\"; did you mean \"energy\"?"},
		{"another word before an energy", "budget 5 mJ;\nrequires n > 0;", false, "11:5 requires [n > 0]\n! 10:5 unknown clause \"budget\"; did you mean \"energy\"?"},
		{"another word before a count", "budget 5 of them", false, ""},
		{"junk under the key", "5 mJ;", true, "! 10:5 expected a clause such as energy or requires, found \"5\""},
		{"no unit", "energy 5;", false, "! 10:12 expected an energy, found a number: write its unit, as in 5 mJ or 120 nJ * n"},
		{"no semicolon", "energy 5 mJ\nrequires n > 0;", false,
			"11:5 requires [n > 0]\n! 10:16 expected \";\" behind \"energy 5 mJ\""},
		{"no semicolon at the end", "requires n > 0", false, "! 10:19 expected \";\" behind \"requires n > 0\""},
		{"no operator", "energy 5 mJ n;", false, "! 10:17 expected an operator, \"\\confidence\", \"if\" or \";\" after \"5 mJ\", found \"n\""},
		{"energy at most", "energy <= 5 mJ;", false, "! 10:12 nothing stands between energy and what it allows: leave \"<=\" out, as in energy 5 mJ;"},
		{"an amount in a constructor", "energy 5 nJ + 2 nJ * <init>: n; loop_bound <init>: n;", false, "10:5 energy 5 nJ + 2 nJ * <init>: n\n10:37 loop_bound <init>: n"},
		{"a colon", "loop_bound: 16;\nrequires n > 0;", false,
			"11:5 requires [n > 0]\n! 10:15 nothing stands between loop_bound and what it allows: leave \":\" out, as in loop_bound 16;"},
		{"a call's energy at most", "energy total(n) <= 5 mJ;", false,
			"! 10:12 expected a number or an energy, found a condition: write what stands behind <= alone"},
		{"wrong confidence", "energy 5 mJ \\confidence 95;", false, "! 10:29 expected a confidence between 0 and 1, as in 0.95, found \"95\""},
		{"misspelled confidence", "energy 5 mJ \\confidense 0.95;", false, "! 10:17 expected \"\\confidence\", \"if\" or \";\", found \"\\confidense\""},
		{"opaque condition of a budget", "energy 5 mJ if s != null;", false, "! 10:25 expected a number, an energy or the name of a size, found \"null\""},
		{"conditional measure", "measured_by n if n > 0;", false, "! 10:19 measured_by cannot have a condition"},
		{"columns count characters", "/* ä */ energy 5 mX;", false, "! 10:20 \"mX\" is no unit of energy: expected aJ, fJ, pJ, nJ, uJ, mJ, J, kJ, MJ or GJ"},
		{"no semicolon before a clause", "requires n <= 10\nenergy 5 mJ;", true, "11:5 energy 5 mJ\n! 10:21 expected \";\" behind \"requires n <= 10\""},
		{"no semicolon before JML's", "loop_bound 16\nensures x;", true, "! 10:18 expected \";\" behind \"loop_bound 16\""},
		{"no semicolon before a clause on the line", "requires n <= 10 energy 5 mJ;", true, "! 10:22 expected an operator or \";\" after \"n <= 10\", found \"energy\""},
		{"one error, one clause", "loop_bound 3 +; loop_bound 4;", false, "10:21 loop_bound 4\n! 10:19 expected a number, an energy, a name or \"(\", found \";\""},
		{"nothing", "", false, ""},
	} {
		if got := describe(ParseClauses("F.java", fragments(c.in, c.keyed))); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

func TestMethodFromClauses(t *testing.T) {
	parse := func(in string) (MethodSpec, []Problem) {
		cs, ps := ParseClauses("F.java", fragments(in, false))
		if len(ps) > 0 {
			t.Fatal(ps)
		}
		return MethodFromClauses(cs)
	}
	m, ps := parse("requires n > 0; energy 5 mJ if m < 3; measured_by n; loop_bound 3;")
	if len(m.Requires) != 1 || len(m.Budgets) != 1 || m.Budgets[0].Text != "5 mJ if m < 3" || len(m.MeasuredBy) != 1 {
		t.Errorf("%+v", m)
	}
	if len(ps) != 1 || ps[0].String() != "F.java:10:58: loop_bound describes a loop: it must stand directly before one" {
		t.Error(ps)
	}
	// Every case's budget holds for its calls only; the precondition is that one of them applies.
	m, _ = parse("requires n > 0 && s != null; energy 5 mJ; also requires n < 0; energy 7 mJ if m > 1;")
	if len(m.Requires) != 1 || m.Requires[0].Pred.String() != "n > 0 || n < 0" {
		t.Error(m.Requires)
	}
	if got := m.Budgets[0].When.String() + "; " + m.Budgets[1].When.String(); got != "n > 0; n < 0 && m > 1" {
		t.Error(got)
	}
	m, _ = parse("requires n > 0; energy 5 mJ; also energy 7 mJ;")
	if len(m.Requires) != 0 || m.Budgets[1].When != nil {
		t.Errorf("%+v", m)
	}
	cs, _ := ParseClauses("F.java", fragments("loop_bound 3; energy 5 mJ; decreases n; maintaining i >= 0 && i < n; assume n > 3;", false))
	l, ps := LoopFromClauses(12, cs)
	if l.Line != 12 || len(l.Bound) != 1 || len(l.Decreases) != 1 || len(l.Maintaining) != 2 || len(l.Assume) != 1 || len(ps) != 1 {
		t.Errorf("%+v %v", l, ps)
	}
}
