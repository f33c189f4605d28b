package expr

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/energylint/energylint/internal/pattern"
)

// randomPoly returns a cost with few terms and dimensions, so that costs share some, and counts that may cancel.
func randomPoly(r *rand.Rand) Poly {
	var p Poly
	for range r.IntN(4) {
		v := Vector(nil)
		for range r.IntN(5) {
			v = v.Add(pattern.Single(pattern.ID(r.IntN(8)), float64(r.IntN(7)-3)))
		}
		size := Const(1)
		for range r.IntN(3) {
			size = size.Mul(SymbolSize(Symbol{Path: string(rune('a' + r.IntN(3)))}))
		}
		p = p.Add(ConstPoly(v).MulSize(size))
	}
	return p
}

func TestSumEqualsAdd(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var sum Sum
	for range 2000 {
		var want Poly
		var added, before []Poly
		for range r.IntN(8) {
			p := randomPoly(r)
			added, before = append(added, p), append(before, Poly{Terms: append([]PolyTerm(nil), p.Terms...)})
			for i := range before[len(before)-1].Terms {
				v := &before[len(before)-1].Terms[i].Vec
				*v = append(Vector(nil), *v...)
			}
			want = want.Add(p)
			sum.Add(p)
			if sum.Work() != want.Work() {
				t.Fatalf("Work of the sum of %v is %d, want %d", added, sum.Work(), want.Work())
			}
		}
		got := sum.Poly()
		if len(got.Terms)+len(want.Terms) > 0 && !reflect.DeepEqual(got, want) {
			t.Fatalf("the sum of %v is %v, want %v", added, got, want)
		}
		for i := range added {
			if len(added[i].Terms) > 0 && !reflect.DeepEqual(added[i], before[i]) {
				t.Fatalf("adding %v changed it to %v", before[i], added[i])
			}
		}
		kept := Poly{Terms: append([]PolyTerm(nil), got.Terms...)}
		sum.Add(randomPoly(r)) // the memory of the sum is used again
		sum.Add(want)
		sum.Reset()
		if len(got.Terms) > 0 && !reflect.DeepEqual(got, kept) || len(want.Terms) > 0 && !reflect.DeepEqual(got, want) {
			t.Fatalf("the next sum changed the result of the one before to %v, want %v", got, want)
		}
	}
}

func TestSumLosesCountsAsAdd(t *testing.T) {
	var sum Sum
	for range 2 {
		sum.AddTerm(nil, pattern.Single(1, 1<<52))
	}
	if p := sum.Poly(); !p.Lost() {
		t.Errorf("2^52 + 2^52 is %v, want a lost count", p)
	}
}
