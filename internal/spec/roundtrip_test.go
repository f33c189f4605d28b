package spec

import (
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"
)

var symbols = []string{"n", "a.length", "names.size()", "this.buffer.length", "größe",
	"largest this.v", "encode: (the text joined at line 65).length()", "nodes(head.next)", "tree(n.left|right)", "rows[...].size()",
	"elements of range()", "<init>: smallest n", "nodes(q by next[]|prev[])", "the value computed at line 97", "size-impl", "a`b", "if", "min", "3"}

// costs are names of calls that are energies by themselves.
var costs = []string{"List.sort(Comparator)", "this.f(int[], Map.Entry)"}

func drawExpr(t *rapid.T, dim Dim, depth int) Expr {
	leaf := depth == 0 || rapid.IntRange(0, 3).Draw(t, "leaf") == 0
	sub := func(d Dim) Expr { return drawExpr(t, d, depth-1) }
	if leaf {
		if dim == Joule {
			if rapid.IntRange(0, 3).Draw(t, "call") == 0 {
				return Symbol{Name: rapid.SampledFrom(costs).Draw(t, "cost"), Cost: true}
			}
			return Energy{Joules: rapid.Float64Range(0, 1e20).Draw(t, "joules")}
		}
		switch rapid.IntRange(0, 2).Draw(t, "kind") {
		case 0:
			return Number{Value: float64(rapid.Uint64Max(1<<63).Draw(t, "int"))}
		case 1:
			return Number{Value: rapid.Float64Range(0, math.MaxFloat64).Draw(t, "real"), Real: true}
		}
		return Symbol{Name: rapid.SampledFrom(symbols).Draw(t, "symbol")}
	}
	switch op := rapid.SampledFrom([]byte("-+-*/%mml^f")).Draw(t, "op"); op {
	case '+', '-':
		if rapid.Bool().Draw(t, "neg") {
			return Neg{X: sub(dim)}
		}
		return Binary{Op: op, X: sub(dim), Y: sub(dim)}
	case '*':
		if dim == Joule && rapid.Bool().Draw(t, "swap") {
			return Binary{Op: op, X: sub(Count), Y: sub(Joule)}
		}
		return Binary{Op: op, X: sub(dim), Y: sub(Count)}
	case '/':
		if dim == Count && rapid.Bool().Draw(t, "ratio") {
			return Binary{Op: op, X: sub(Joule), Y: sub(Joule)}
		}
		return Binary{Op: op, X: sub(dim), Y: sub(Count)}
	case 'm':
		return Call{Func: rapid.SampledFrom([]string{"min", "max"}).Draw(t, "f"), Args: []Expr{sub(dim), sub(dim), sub(dim)}}
	}
	if dim == Joule {
		return sub(Joule)
	}
	if rapid.Bool().Draw(t, "function") {
		return Call{Func: rapid.SampledFrom([]string{"log2", "log10", "log3", "sqrt", "abs", "floor", "ceil"}).Draw(t, "f"), Args: []Expr{sub(Count)}}
	}
	if rapid.Bool().Draw(t, "power") {
		return Binary{Op: '^', X: sub(Count), Y: sub(Count)}
	}
	return Binary{Op: '%', X: sub(Count), Y: sub(Count)}
}

// inCondition replaces what conditions do not have: costs of calls.
func inCondition(e Expr) Expr {
	switch e := e.(type) {
	case Symbol:
		if e.Cost {
			return Energy{Joules: 1}
		}
	case Neg:
		return Neg{X: inCondition(e.X)}
	case Binary:
		return Binary{Op: e.Op, X: inCondition(e.X), Y: inCondition(e.Y)}
	case Call:
		for i, a := range e.Args {
			e.Args[i] = inCondition(a)
		}
	}
	return e
}

func drawPredicate(t *rapid.T, depth int) Predicate {
	k := rapid.IntRange(0, 5).Draw(t, "pred")
	if depth == 0 {
		k %= 3
	}
	switch k {
	case 0:
		return Bool{Value: rapid.Bool().Draw(t, "bool")}
	case 1, 2:
		d := Dim(rapid.IntRange(0, 1).Draw(t, "dim"))
		ops := rapid.SampledFrom([][]string{{"<"}, {"<="}, {">"}, {">="}, {"=="}, {"!="}, {"<", "<="}, {">=", ">", ">"}}).Draw(t, "ops")
		c := Compare{Ops: ops}
		for range len(ops) + 1 {
			c.Operands = append(c.Operands, inCondition(drawExpr(t, d, 2)))
		}
		return c
	case 3:
		return Not{X: drawPredicate(t, depth-1)}
	}
	return Logical{Op: rapid.SampledFrom([]string{"&&", "||", "==>"}).Draw(t, "logical"), X: drawPredicate(t, depth-1), Y: drawPredicate(t, depth-1)}
}

// same compares the structure of expressions, which Equal does by their text.
func same(a, b Expr) bool {
	switch a := a.(type) {
	case Number:
		b, ok := b.(Number)
		return ok && a.Value == b.Value && a.Real == b.Real
	case Energy:
		b, ok := b.(Energy)
		return ok && a.Joules == b.Joules
	case Symbol:
		b, ok := b.(Symbol)
		return ok && a.Name == b.Name && a.Cost == b.Cost
	case Neg:
		b, ok := b.(Neg)
		return ok && same(a.X, b.X)
	case Binary:
		b, ok := b.(Binary)
		return ok && a.Op == b.Op && same(a.X, b.X) && same(a.Y, b.Y)
	case Call:
		b, ok := b.(Call)
		if !ok || a.Func != b.Func || len(a.Args) != len(b.Args) {
			return false
		}
		for i := range a.Args {
			if !same(a.Args[i], b.Args[i]) {
				return false
			}
		}
		return true
	}
	return false
}

func samePredicate(p, q Predicate) bool {
	switch p := p.(type) {
	case Bool:
		q, ok := q.(Bool)
		return ok && p.Value == q.Value
	case Not:
		q, ok := q.(Not)
		return ok && samePredicate(p.X, q.X)
	case Logical:
		q, ok := q.(Logical)
		return ok && p.Op == q.Op && samePredicate(p.X, q.X) && samePredicate(p.Y, q.Y)
	case Compare:
		q, ok := q.(Compare)
		if !ok || len(p.Ops) != len(q.Ops) {
			return false
		}
		for i := range p.Operands {
			if !same(p.Operands[i], q.Operands[i]) || i > 0 && p.Ops[i-1] != q.Ops[i-1] {
				return false
			}
		}
		return true
	}
	return false
}

func TestPrintParse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := drawExpr(t, Dim(rapid.IntRange(0, 1).Draw(t, "dim")), 4)
		got, err := ParseExpr(e.String())
		if err != nil {
			t.Fatalf("%s: %v", e, err)
		}
		if !same(e, got) || !Equal(e, got) {
			t.Fatalf("%s became %s", e, got)
		}
		p := drawPredicate(t, 3)
		q, err := ParsePredicate(p.String())
		if err != nil {
			t.Fatalf("%s: %v", p, err)
		}
		if !samePredicate(p, q) || !EqualPredicate(p, q) {
			t.Fatalf("%s became %s", p, q)
		}
	})
}

// TestFactsAreImplied checks the one property that matters: values that satisfy a predicate satisfy its facts.
func TestFactsAreImplied(t *testing.T) {
	names := []string{"a", "b", "c"}
	var term func(t *rapid.T, depth int) Expr
	term = func(t *rapid.T, depth int) Expr {
		k := rapid.IntRange(0, 6).Draw(t, "k")
		if depth == 0 {
			k %= 2
		}
		switch k {
		case 0:
			return Number{Value: float64(rapid.IntRange(0, 5).Draw(t, "v"))}
		case 1:
			return Symbol{Name: rapid.SampledFrom(names).Draw(t, "s")}
		case 2:
			return Neg{X: term(t, depth-1)}
		case 3:
			return Call{Func: rapid.SampledFrom([]string{"min", "max"}).Draw(t, "f"), Args: []Expr{term(t, depth-1), term(t, depth-1)}}
		}
		return Binary{Op: rapid.SampledFrom([]byte("+-*/%")).Draw(t, "op"), X: term(t, depth-1), Y: term(t, depth-1)}
	}
	var pred func(t *rapid.T, depth int) Predicate
	pred = func(t *rapid.T, depth int) Predicate {
		k := rapid.IntRange(0, 4).Draw(t, "p")
		if depth == 0 || k < 2 {
			return Compare{Operands: []Expr{term(t, 2), term(t, 2)}, Ops: []string{rapid.SampledFrom([]string{"<", "<=", ">", ">=", "==", "!="}).Draw(t, "op")}}
		}
		if k == 2 {
			return Not{X: pred(t, depth-1)}
		}
		return Logical{Op: rapid.SampledFrom([]string{"&&", "||", "==>"}).Draw(t, "op"), X: pred(t, depth-1), Y: pred(t, depth-1)}
	}
	rapid.Check(t, func(t *rapid.T) {
		p := pred(t, 3)
		f := FactsOf(p)
		for range 20 {
			v := map[string]float64{}
			for _, n := range names {
				v[n] = float64(rapid.IntRange(-6, 6).Draw(t, n))
			}
			ok, err := Holds(p, func(s string) (float64, bool) { x, ok := v[s]; return x, ok })
			if err != nil || !ok {
				continue
			}
			if f.Contradictory {
				t.Fatalf("%s holds for %v, but its facts contradict each other", p, v)
			}
			for s, i := range f.Intervals {
				if v[s] < i.Lo || v[s] > i.Hi {
					t.Fatalf("%s holds for %v, but %s is said to be in %v", p, v, s, i)
				}
			}
			for _, l := range f.Relations {
				sum := 0.0
				for s, c := range l.Coef {
					sum += c * v[s]
				}
				if sum > l.Max {
					t.Fatalf("%s holds for %v, but not %s", p, v, l)
				}
			}
		}
	})
}

func TestFacts(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		in        string
		intervals map[string]Interval
		relations string
	}{
		{"0 <= n && n <= 10_000", map[string]Interval{"n": {0, 10000}}, ""},
		{"0 < n < 10", map[string]Interval{"n": {1, 9}}, ""},
		{"2 * n < 9", map[string]Interval{"n": {-inf, 4}}, ""},
		{"n * 2 > -5", map[string]Interval{"n": {-2, inf}}, ""},
		{"n == a.length - 1 && a.length <= 8", map[string]Interval{"a.length": {0, 8}, "n": {-1, 7}}, "n <= a.length + -1; a.length <= n + 1"},
		{"0 <= k && k <= l.size() && l.size() <= 50", map[string]Interval{"k": {0, 50}, "l.size()": {0, 50}}, "k <= l.size()"},
		{"a <= b && b <= c && c <= 9 && a >= 4", map[string]Interval{"a": {4, 9}, "b": {4, 9}, "c": {4, 9}}, "a <= b; b <= c"},
		{"2 * a + b <= 9 && b >= 2", map[string]Interval{"a": {-inf, 3}, "b": {2, inf}}, "2 * a + b <= 9"},
		{"a <= b + c", nil, "a <= b + c"},
		{"n <= min(8, m)", map[string]Interval{"n": {-inf, 8}}, "n <= m"},
		{"n == 1 || n == 5", map[string]Interval{"n": {1, 5}}, ""},
		{"!(n < 0)", map[string]Interval{"n": {0, inf}}, ""},
		{"n < 3 ==> m < 4", nil, ""},
		{"n % 2 == 0", nil, ""},
		{"n != 3", nil, ""},
		{"n <= 2.5", map[string]Interval{"n": {-inf, 2}}, ""},
		{"n <= Integer.MAX_VALUE", map[string]Interval{"n": {-inf, math.MaxInt32}}, ""},
	} {
		p, err := ParsePredicate(c.in)
		if err != nil {
			t.Fatal(err)
		}
		f := FactsOf(p)
		relations := ""
		for i, l := range f.Relations {
			if i > 0 {
				relations += "; "
			}
			relations += l.String()
		}
		if relations != c.relations || len(f.Intervals) != len(c.intervals) {
			t.Errorf("%s: %v %q", c.in, f.Intervals, relations)
		}
		for s, i := range c.intervals {
			if f.Intervals[s] != i {
				t.Errorf("%s: %s in %v, want %v", c.in, s, f.Intervals[s], i)
			}
		}
	}
	for in, want := range map[string]bool{"a.length < 0": true, "a.size() < n && n <= 0": true, "n < 0": false, "a.length <= 0": false, "n < 3 && n > 4": true, "n < 3 || n > 4": false} {
		if p, err := ParsePredicate(in); err != nil || Unsatisfiable(p) != want {
			t.Errorf("%s: unsatisfiable is not %v (%v)", in, want, err)
		}
	}
	for _, in := range []string{"a < b && b < a && a > 0 && b < 5", "n < 3 && n > 4", "false", "1 > 2", "0 < n < 1"} {
		if p, err := ParsePredicate(in); err != nil || !FactsOf(p).Contradictory {
			t.Errorf("%s: not contradictory (%v)", in, err)
		}
	}
}

func TestEvaluate(t *testing.T) {
	env := func(s string) (float64, bool) { return 7, s == "n" }
	for _, c := range []struct {
		in   string
		want float64
		err  string
	}{
		{"35 uJ + 120 nJ * n", 35e-6 + 120e-9*7, ""},
		{"n / 2", 3, ""},
		{"-n / 2", -3, ""},
		{"n / 2.0", 3.5, ""},
		{"-n % 4", -3, ""},
		{"min(n, 3) + max(n, 3) * log2(8)", 24, ""},
		{"6 mJ / 4 mJ", 1.5, ""},
		{"m", 0, "m has no value"},
		{"1 / (n - 7)", 0, "1 / (n - 7) divides by zero"},
		{"log2(n - 7)", 0, ""},
		{"3 * log2(3) + log2(0 - n)", 3, ""},
		{"log2(n + 1) * 10 + log2(n) + log2(n + 2)", 35, ""},
		{"log2(n + 1) / 2", 1, ""},
		{"1e308 * 10 * n", 0, "1e+308 * 10 * n is out of range"},
	} {
		e, err := ParseExpr(c.in)
		if err != nil {
			t.Fatal(err)
		}
		got, err := Evaluate(e, env)
		if (err == nil) != (c.err == "") || err != nil && err.Error() != c.err || math.Abs(got-c.want) > 1e-18 {
			t.Errorf("%s = %g, %v; want %g, %s", c.in, got, err, c.want, c.err)
		}
	}
}

func FuzzParseExpr(f *testing.F) {
	for _, s := range []string{"35 uJ + 120 nJ * n", "min(a.length, 0x1f) % 3", `\result`, "1_000.5e-3 µJ", "-(-n)", "((", "a.b().c[0]", "0 <= n < 5 ==> x", `(\forall int i; i < 3; a[i] > 0)`, "(int[]) x", "new A<B>(){}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		check := func(err error) {
			var e *Error
			if !errors.As(err, &e) || e.Offset < 0 || e.Offset > len(s) || e.Msg == "" {
				t.Fatalf("%q: %#v", s, err)
			}
		}
		if e, err := ParseExpr(s); err != nil {
			check(err)
		} else if again, err := ParseExpr(e.String()); err != nil || !same(e, again) {
			t.Fatalf("%q: %s became %v, %v", s, e, again, err)
		}
		if ps, err := ParseConjuncts(s); err != nil {
			check(err)
		} else {
			for _, p := range ps {
				again, err := ParseConjuncts(p.String())
				if _, opaque := p.(Opaque); !opaque && (err != nil || len(again) == 0) {
					t.Fatalf("%q: %s: %v", s, p, err)
				}
			}
			FactsOf(ps...)
		}
	})
}

func FuzzParseClauses(f *testing.F) {
	for _, s := range []string{"requires n > 0;\nenergy 5 mJ \\confidence 0.9 if n < 3;", "also {| requires", "loop_bound 3 decreases n;", "ensures (a; b);", "energy \"", "Override"} {
		f.Add(s, true)
		f.Add(s, false)
	}
	f.Fuzz(func(t *testing.T, s string, keyed bool) {
		fs := fragments(s, keyed)
		cs, ps := ParseClauses("F.java", fs)
		for _, p := range ps {
			if p.Origin.Line < 10 || p.Origin.Line >= 10+len(fs) || p.Origin.Col < 5 || p.Message == "" {
				t.Fatalf("%q: %+v", s, p)
			}
		}
		MethodFromClauses(cs)
		LoopFromClauses(1, cs)
	})
}
