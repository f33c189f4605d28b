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
