package cost

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/pattern"
)

func TestSequenceEqualsThen(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	outcome := func() Outcome {
		o := Outcome{Poly: expr.ConstPoly(pattern.Single(pattern.ID(r.IntN(4)), float64(r.IntN(5)))), Throws: r.IntN(9) == 0, Joined: r.IntN(9) == 0, Recurs: r.IntN(9) == 0}
		if r.IntN(3) == 0 {
			o.Poly = o.Poly.MulSize(expr.SymbolSize(expr.Symbol{Path: "n"}))
		}
		if r.IntN(4) == 0 {
			o.Conditions = []expr.Condition{{Size: expr.SymbolSize(expr.Symbol{Path: string(rune('a' + r.IntN(3)))}), Hi: 9}}
		}
		switch r.IntN(8) {
		case 0:
			o.Reasons = []expr.Reason{{Unpriced: "f", Text: string(rune('a' + r.IntN(3)))}}
		case 1:
			o.Reasons = []expr.Reason{{Text: string(rune('a' + r.IntN(3)))}}
		}
		return o
	}
	for range 3000 {
		var want Outcome
		s := sequences.Get().(*sequence)
		for range r.IntN(6) {
			o := outcome()
			want = want.Then(o)
			s.then(o)
		}
		got := s.outcome()
		s.release()
		if len(got.Poly.Terms)+len(want.Poly.Terms) == 0 {
			got.Poly, want.Poly = expr.Poly{}, expr.Poly{}
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("in place: %+v\nwant: %+v", got, want)
		}
	}
}
