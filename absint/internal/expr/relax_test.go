package expr

import "testing"

func TestMinimaAbove(t *testing.T) {
	n, m := SymbolSize(Symbol{Path: "n", Name: "n"}), SymbolSize(Symbol{Path: "m", Name: "m"})
	env := Env{Symbols: map[string]Interval{"n": {Lo: 0, Hi: 1 << 30}, "m": {Lo: 0, Hi: 1 << 30}}}
	least := ScalarOf(Min(Min(n, m), Const(34)))
	for _, test := range []struct {
		minima int
		want   Size
	}{{0, Min(Min(n, m), Const(34))}, {1, m}, {-1, n}} {
		got, want := Relaxation{Minima: test.minima}.Above(least, env), ScalarOf(test.want)
		if r := env.Scalar(got.Sub(want)); r.Lo != 0 || r.Hi != 0 {
			t.Errorf("minima %d: the difference to %v is in %v", test.minima, test.want, r)
		}
	}
}
