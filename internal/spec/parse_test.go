package spec

import (
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestParseExpr(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"120", "120"},
		{"10_000", "10000"},
		{"0xff", "255"},
		{"0b101L", "5"},
		{"1.5", "1.5"},
		{"2e3", "2000.0"},
		{"3d", "3.0"},
		{"120 nJ", "120 nJ"},
		{"120nJ", "120 nJ"},
		{"0.5 µJ", "500 nJ"},
		{"1_000 uJ", "1 mJ"},
		{"1 mWh", "3.6 J"},
		{"0 J", "0 J"},
		{"1e-30 J", "1e-30 J"},
		{"35 uJ + 120 nJ * n", "35 uJ + 120 nJ * n"},
		{"(a + b) * c - d - (e - f)", "(a + b) * c - d - (e - f)"},
		{"-n", "-n"},
		{"-(-n)", "-(-n)"},
		{"- -n", "-(-n)"},
		{"+n", "n"},
		{"a.length", "a.length"},
		{"names.size() * 2", "names.size() * 2"},
		{"this . buffer /* x */ . length // y", "this.buffer.length"},
		{`\result`, `\result`},
		{"min(a, b, 3)", "min(a, b, 3)"},
		{"Math.max(1, n)", "max(1, n)"},
		{"1 nJ * n * log2(n)", "1 nJ * n * log2(n)"},
		{"5 mJ / 1 uJ", "5 mJ / 1 uJ"},
		{"Integer.MAX_VALUE", "2147483647"},
		{"Integer.MIN_VALUE", "-2147483648"},
		{"größe % 2", "größe % 2"},
		{"n^2 * -m^k", "n^2 * (-m^k)"},
		{"(-n)^2", "(-n)^2"},
		{"2^n^2", "2^(n^2)"},
		{"Math.pow(2, n + 1) * pow(m, k)", "2^(n + 1) * m^k"},
		{"5 nJ * floor((n + 1) / 2) + 3 nJ * ceil(n / 8)", "5 nJ * floor((n + 1) / 2) + 3 nJ * ceil(n / 8)"},
		{"sqrt(n) * Math.abs(m) * log10(k) * log3(j)", "sqrt(n) * abs(m) * log10(k) * log3(j)"},
		{"elements( it )", "elements(it)"},
		{"nodes(head.next) + tree(n.left | right) + nodes(q by next[])", "nodes(head.next) + tree(n.left|right) + nodes(q by next[])"},
		{"largest this.v * smallest text.length()", "largest this.v * smallest text.length()"},
		{"<init>: largest arr.length", "<init>: largest arr.length"},
		{"encode: (the text joined at line 65).length() * 2", "encode: (the text joined at line 65).length() * 2"},
		{"the value computed at line 97 + 3", "the value computed at line 97 + 3"},
		{"(new StringBuilder).length()", "(new StringBuilder).length()"},
		{"(a value).length()", "(a value).length()"},
		{"rows[...].length * POW[...]", "rows[...].length * POW[...]"},
		{"elements of range() * 2", "elements of range() * 2"},
		{"5 nJ + 2 * List.sort(Comparator)", "5 nJ + 2 * List.sort(Comparator)"},
		{"1 nJ + n * this.f(int[], Map.Entry)", "1 nJ + n * this.f(int[], Map.Entry)"},
		{"1 nJ + it.next() * it.next()", "1 nJ + it.next() * it.next()"},
		{"`foo-impl: n` * `n`", "`foo-impl: n` * n"},
		{"`a``b`", "`a``b`"},
	} {
		e, err := ParseExpr(c.in)
		if err != nil {
			t.Errorf("ParseExpr(%q): %v", c.in, err)
		} else if e.String() != c.want {
			t.Errorf("ParseExpr(%q) = %s, want %s", c.in, e, c.want)
		}
	}
}

// Of a product of two calls, one is what a call costs, and not the one that reads as a size.
func TestCostInProduct(t *testing.T) {
	for in, want := range map[string]string{
		"1 nJ + it.next() * it.next()":              "1 it.next()",
		"1 nJ + rows.next() * rows.size()":          "0 rows.next()",
		"1 nJ + rows.size() * rows.next()":          "1 rows.next()",
		"1 nJ + text.length() * text.length()":      "0 text.length()",
		"1 nJ + 2 * rows.size()":                    "1 rows.size()",
		"1 nJ + rows.next() * (rows.size() + 1)":    "0 rows.next()",
		"1 nJ + s.execute() * rows.size() + c.to()": "0 s.execute()",
	} {
		e, err := ParseExpr(in)
		if err != nil {
			t.Errorf("%s: %v", in, err)
			continue
		}
		got := ""
		var walk func(e Expr)
		walk = func(e Expr) {
			b, ok := e.(Binary)
			if !ok {
				return
			}
			for i, x := range []Expr{b.X, b.Y} {
				if s, ok := x.(Symbol); ok && s.Cost && b.Op == '*' {
					got = fmt.Sprint(i, " ", s.Name)
				}
				walk(x)
			}
		}
		walk(e)
		if got != want {
			t.Errorf("%s: the cost is %s, want %s", in, got, want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct {
		in   string
		at   int
		want string
	}{
		{"", 0, "found the end"},
		{"5 mJ +", 6, "expected a number"},
		{"5 mX", 0, `"mX" is no unit of energy`},
		{"5 mJ + 3", 7, "cannot compute an energy + a number"},
		{"5 mJ * 3 nJ", 7, "cannot compute an energy * an energy"},
		{"3 / 5 mJ", 4, "cannot compute a number / an energy"},
		{"(n + 1", 6, `expected ")"`},
		{"n n", 2, "expected an operator"},
		{"010", 0, "octal"},
		{"1__", 0, "underscores"},
		{"99999999999999999999", 0, "64 bits"},
		{"1e999", 0, "in range"},
		{"min(n)", 0, "two arguments or more, found 1"},
		{"min(n, 1 J)", 7, "not both"},
		{"log2(1 J)", 5, "log2 takes a number"},
		{"pow(2)", 0, "pow takes two arguments, found 1"},
		{"pow(2, 1 J)", 7, "pow takes numbers"},
		{"sqr(n)", 0, `"sqr" is no function here: expected min, max, floor, ceil, sqrt, abs, pow, log2 or log10; did you mean "sqrt"?`},
		{"log1(n)", 0, `"log1" is no function`},
		{"5 nJ * largest 3", 15, "expected an operator"},
		{"`x", 0, "without a closing `"},
		{"5 nJ ^ 2", 7, "cannot compute an energy ^ a number"},
		{"5 nJ + n", 7, "cannot compute an energy + a number"},
		{"2 * n + 5 nJ + List.sort(Comparator)", 8, "cannot compute a number + an energy"},
		{"3 nJ * List.sort(Comparator)", 7, "cannot compute an energy * an energy"},
		{"a[0]", 0, "found an array element"},
		{"<= 5 uJ", 0, "nothing stands in front of what is allowed: leave \"<=\" out, as in 5 mJ or 0 <= n"},
		{"n < 5", 0, "found a condition"},
		{"n << 5", 0, "found a condition"},
		{"n & 5", 0, `the operator "&"`},
		{"null", 0, `found "null"`},
		{"5 mJ # 3", 5, "found the character '#'"},
		{`"x`, 0, "a string without end"},
		{strings.Repeat("(", 1000), 200, "levels deep"},
		{strings.Repeat("1+", 40000), 65536, "longer than"},
		{"f(", 2, "expected"},
		{"(int) n", 0, "a cast"},
		{"n ? 1 : 2", 0, "a conditional expression"},
		{"new int[3]", 0, "an object creation"},
	} {
		_, err := ParseExpr(c.in)
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("ParseExpr(%.30q): no error, want %q", c.in, c.want)
		} else if e.Offset != c.at || !strings.Contains(e.Msg, c.want) {
			t.Errorf("ParseExpr(%.30q): %d: %s, want %d: %s", c.in, e.Offset, e.Msg, c.at, c.want)
		}
	}
	if _, err := ParseEnergy("120 * n"); err == nil || !strings.Contains(err.Error(), "write its unit") {
		t.Error(err)
	}
	if _, err := ParseCount("5 mJ"); err == nil || !strings.Contains(err.Error(), "found an energy") {
		t.Error(err)
	}
}

// What is below zero whatever the sizes are is no budget; what may be above it is one.
func TestEnergyBelowZero(t *testing.T) {
	for text, want := range map[string]string{
		"-5 mJ": "below zero", "2 * (1 uJ - 5 mJ)": "below zero", "0 J": "", "5 mJ - 3 mJ": "", "1 uJ * n - 5 mJ": "",
	} {
		if _, err := ParseEnergy(text); (err != nil) != (want != "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

func TestParsePredicate(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"0 <= n && n <= 10_000", "0 <= n && n <= 10000"},
		{"0 <= n <= 10", "0 <= n <= 10"},
		{"a > b >= c", "a > b >= c"},
		{"!(n < 0 || m == 3)", "!(n < 0 || m == 3)"},
		{"a < 1 ==> b < 2 ==> c < 3", "a < 1 ==> b < 2 ==> c < 3"},
		{"(a < 1 ==> b < 2) ==> c < 3", "(a < 1 ==> b < 2) ==> c < 3"},
		{"a < 1 <== b < 2", "b < 2 ==> a < 1"},
		{"true && !false", "true && !false"},
		{"n * 2 + 1 != m", "n * 2 + 1 != m"},
		{"5 mJ < 1 uJ * n", "5 mJ < 1 uJ * n"},
	} {
		p, err := ParsePredicate(c.in)
		if err != nil {
			t.Errorf("ParsePredicate(%q): %v", c.in, err)
		} else if p.String() != c.want {
			t.Errorf("ParsePredicate(%q) = %s, want %s", c.in, p, c.want)
		}
	}
	for _, c := range []struct{ in, want string }{
		{"n", "expected a condition"},
		{"n < 5 mJ", "cannot compare"},
		{"0 <= n > 3", "one direction"},
		{"s != null", `found "null"`},
		{`(\forall int i; 0 <= i; a[i] > 0)`, `\forall`},
		{"n <", "expected a number"},
		{"n < 3 &&", "expected a number"},
	} {
		if _, err := ParsePredicate(c.in); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("ParsePredicate(%q): %v, want %q", c.in, err, c.want)
		}
	}
}

func TestOpaqueConjuncts(t *testing.T) {
	for _, c := range []struct {
		in   string
		want []string // opaque ones start with ?
	}{
		{"a != null && 0 <= n", []string{"?a != null", "0 <= n"}},
		{`n > 0 && (\forall int i; 0 <= i && i < n; a[i] >= 0) && (m > 1)`,
			[]string{"n > 0", `?(\forall int i; 0 <= i && i < n; a[i] >= 0)`, "m > 1"}},
		{"s.equals(\"a;b\") || n > 3", []string{`?s.equals("a;b") || n > 3`}},
		{"x instanceof java.util.List<String[]> && n > 0", []string{"?x instanceof java.util.List<String[]>", "n > 0"}},
		{"(String) s == t", []string{"?(String) s == t"}},
		{`\old(n) == n`, []string{`?\old(n) == n`}},
		{"(* the list is sorted *) && n < 3", []string{"?(* the list is sorted *)", "n < 3"}},
		{"enabled", []string{"?enabled"}},
		{"enabled ? n > 3 : n > 4", []string{"?enabled ? n > 3 : n > 4"}},
		{"isOpen(3, x)", []string{"?isOpen(3, x)"}},
		{`\nonnullelements(a)`, []string{`?\nonnullelements(a)`}},
		{"n < 3 <==> m < 4", []string{"?n < 3 <==> m < 4"}},
		{"x == new int[]{1, 2}", []string{"?x == new int[]{1, 2}"}},
	} {
		ps, err := ParseConjuncts(c.in)
		if err != nil {
			t.Errorf("ParseConjuncts(%q): %v", c.in, err)
			continue
		}
		var got []string
		for _, p := range ps {
			s := p.String()
			if _, ok := p.(Opaque); ok {
				s = "?" + s
			}
			got = append(got, s)
		}
		if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
			t.Errorf("ParseConjuncts(%q) = %q, want %q", c.in, got, c.want)
		}
	}
	for _, in := range []string{"a != ", "n < 5 mJ && a != null", "(a", `(\forall int i; a[i]`, "a b", "&& n > 3", "n > 3 #"} {
		if _, err := ParseConjuncts(in); err == nil {
			t.Errorf("ParseConjuncts(%q): no error", in)
		}
	}
}
