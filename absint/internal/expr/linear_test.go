package expr

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestLinear: the range of a linear Size is that of the polynomial, and a prover that leaves out the known Sizes without a common term
// proves what one that subtracts all of them does.
func TestLinear(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	ends := []float64{math.Inf(-1), -1 << 63, -1 << 31, -7, -1, 0, 0, 1, 2, 9, 1<<31 - 1, 1<<63 - 1, math.Inf(1)}
	for range 20000 {
		var atoms []Size
		for i := range 4 {
			lo, hi := r.IntN(len(ends)), r.IntN(len(ends))
			if lo > hi && r.IntN(8) > 0 {
				lo, hi = hi, lo
			}
			atoms = append(atoms, SymbolSize(Symbol{Path: string(rune('a' + i)), Min: ends[lo], Max: ends[hi]}))
		}
		atoms = append(atoms, atoms[0].FloorDiv(2), Max(atoms[0], atoms[1]))
		sum := func() Size {
			s := Const(int64(r.IntN(7) - 3))
			for range r.IntN(4) {
				s = s.AddScaled(atoms[r.IntN(len(atoms))], []int64{1, 1, -1, -1, 2, -2, 3, -6, 1 << 40}[r.IntN(9)])
			}
			return s
		}
		s := sum()
		if s.Top || s.isNumber() {
			continue
		}
		if x, y := (Env{}).Size(s), (Env{}).Scalar(ScalarOf(s)); x != y {
			t.Fatalf("%v is in %v, as a polynomial %v", s, x, y)
		}
		p := Prover{}
		for range r.IntN(5) {
			p.Known = append(p.Known, sum())
		}
		want := (Env{}).Size(s).Lo
		for _, k := range p.Known {
			multiples, _ := s.appendMultiples(nil, k)
			for _, times := range append(multiples, 1, 2, 4) {
				if d := s.AddScaled(k, -times); !d.Top {
					want = math.Max(want, Env{}.Size(d).Lo)
				}
			}
		}
		if got := p.leastAt(s, 0); got != want {
			t.Fatalf("%v is at least %v, want %v; known %v", s, got, want, p.Known)
		}
	}
}
