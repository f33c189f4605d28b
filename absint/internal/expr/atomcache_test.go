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
