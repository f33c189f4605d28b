package expr

import "testing"

// An environment that remembers atoms answers as one that does not, in any order of questions.
func TestCachingEnv(t *testing.T) {
	n, m := SymbolSize(Symbol{Path: "n", Min: 0, Max: 100}), SymbolSize(Symbol{Path: "m", Min: -5, Max: 7})
	sizes := []Size{n, m, Max(n, m), Max(Const(0), m).Mul(n), Max(n, m).Add(Min(n, m)), n.AddInt(9).FloorDiv(10), Max(n.FloorDiv(3), m).Log2()}
	r := Env{Symbols: map[string]Interval{"n": {2, 50}}}
	c := r.Caching()
	for range 2 {
		for _, s := range sizes {
			if got, want := c.Size(s), r.Size(s); got != want {
				t.Errorf("%v is in %v, want %v", s, got, want)
			}
		}
	}
	if got := (Env{Symbols: map[string]Interval{"n": {3, 4}}}).Caching().Size(n); got != (Interval{3, 4}) {
		t.Errorf("another environment has n in %v, want [3, 4]", got)
	}
}

func TestKeys(t *testing.T) {
	n, m := SymbolSize(Symbol{Path: "n"}), SymbolSize(Symbol{Path: "len(p0.a*b)"})
	for _, c := range []struct {
		size Size
		want string
	}{
		{Const(0), ""},
		{Const(-3), "-3"},
		{n.Mul(m).Add(n.Scale(2)).AddInt(1), `1+1*s:"len(p0.a*b)"*s:n+2*s:n`},
		{IndexSize(4), "1*i:4"},
		{n.FloorDiv(10), "1*d10(1*s:n)"},
		{n.Log2(), "1*l(1*s:n)"},
		{n.Log(10), "1*l10(1*s:n)"},
		{Max(Const(0), n.AddInt(-1)), "1*M(,-1+1*s:n)"},
		{Min(Const(7), n), "1*m(1*s:n,7)"},
		{n.Sqrt(), "1*r(1*s:n)"},
		{Quotient(n, m), `1*q(1*s:n,1*s:"len(p0.a*b)")`},
		{Power(n, m), `1*p(1*s:n,1*s:"len(p0.a*b)")`},
	} {
		if got := c.size.Key(); got != c.want {
			t.Errorf("the key is %s, want %s", got, c.want)
		}
	}
}
