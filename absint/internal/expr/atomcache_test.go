package expr

import (
	"testing"
)

// Atoms that are made again are the ones that were made before, unless a part of them differs, though the key may not.
func TestRecentAtoms(t *testing.T) {
	n, renamed := Symbol{Path: "p0", Name: "n", Max: 9}, Symbol{Path: "p0", Name: "m", Max: 9}
	wider := Symbol{Path: "p0", Name: "n", Max: 10}
	atoms := map[string]func(s Symbol) Size{
		"symbol":   SymbolSize,
		"maximum":  func(s Symbol) Size { return Max(SymbolSize(s), Const(0)) },
		"quotient": func(s Symbol) Size { return SymbolSize(s).AddInt(1).FloorDiv(2) },
		"nested":   func(s Symbol) Size { return Min(Max(SymbolSize(s), Const(0)).FloorDiv(3), Const(7)) },
	}
	for name, made := range atoms {
		first := made(n)
		if again := made(n); !again.identical(first) {
			t.Errorf("%s: made twice, %s and %s", name, first.Key(), again.Key())
		}
		for _, other := range []Symbol{renamed, wider} {
			x := made(other)
			if x.identical(first) || !x.Equal(first) {
				t.Errorf("%s of %+v: %s is the atom of %+v, or has another key", name, other, x.Key(), n)
			}
			if got := x.Symbols(); len(got) != 1 || got[0] != other {
				t.Errorf("%s: has the symbols %+v, want %+v", name, got, other)
			}
		}
	}
	if Const(6).Add(SymbolSize(n)).FloorDiv(2).identical(Const(6).Add(SymbolSize(n)).FloorDiv(3)) {
		t.Error("a half is a third")
	}
	if IndexSize(1).identical(IndexSize(2)) {
		t.Error("two loops have one index")
	}
}

// Many atoms that share places in the table are never taken for each other.
func TestRecentAtomsCollide(t *testing.T) {
	for round := range 2 {
		for i := range 4 * numRecentAtoms {
			if a := IndexSize(i); a.Terms[0].Mono[0].Loop != i {
				t.Fatalf("round %d: index %d is that of loop %d", round, i, a.Terms[0].Mono[0].Loop)
			}
		}
	}
}

func TestRecentAtomsAllocateNothing(t *testing.T) {
	s := Symbol{Path: "p0", Name: "n"}
	SymbolSize(s)
	if n := testing.AllocsPerRun(100, func() { SymbolSize(s) }); n > 0 {
		t.Errorf("a symbol that was made before allocates %v times", n)
	}
}

// Sums with nothing and splits allocate no more than their results. Coefficients beyond the limit stay unknown.
func TestSumsAllocateOnlyResults(t *testing.T) {
	n, m := SymbolSize(Symbol{Path: "p0"}), SymbolSize(Symbol{Path: "p1"})
	s := n.Scale(3).Add(m).AddInt(5)
	if allocated := testing.AllocsPerRun(100, func() { Size{}.Add(s) }); allocated > 0 {
		t.Errorf("0 + %s allocates %v times", s.Key(), allocated)
	}
	if sum := (Size{}).Add(s); !sum.Equal(s) {
		t.Errorf("0 + %s = %s", s.Key(), sum.Key())
	}
	for _, c := range []int64{coefficientLimit, -coefficientLimit} {
		if x := (Size{Terms: []Term{{c, n.Terms[0].Mono}}}); !(Size{}).Add(x).Top {
			t.Errorf("0 + %s is known", x.Key())
		}
	}
	var p Poly
	for i := range 9 {
		p = p.Add(ConstPoly(Vector{{ID: 1, N: 1}, {ID: FirstCall, N: 1}}).MulSize(SymbolSize(Symbol{Path: string(rune('a' + i))})))
	}
	if allocated := testing.AllocsPerRun(100, func() { p.WithoutCalls() }); allocated > 2 {
		t.Errorf("the two parts of a cost take %v allocations", allocated)
	}
	if weighed, calls := p.WithoutCalls(); len(weighed.Terms) != 9 || len(calls.Terms) != 9 || weighed.HasCalls() || len(calls.Calls()) != 1 {
		t.Errorf("%v is split into %v and %v", p, weighed, calls)
	}
}
