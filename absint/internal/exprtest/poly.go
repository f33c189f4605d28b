package exprtest

import (
	"math"
	"strings"

	"pgregory.net/rapid"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/pattern"
)

var SomeDimensions = []pattern.ID{3, 17, expr.TotalInstructions, expr.OwnInstructions}

// Vectors draws sparse counts that are not negative.
func Vectors() *rapid.Generator[expr.Vector] {
	return rapid.Custom(func(t *rapid.T) expr.Vector {
		var v expr.Vector
		for _, id := range SomeDimensions {
			if rapid.Bool().Draw(t, "has") {
				v = append(v, pattern.Count{ID: id, N: float64(rapid.IntRange(1, 9).Draw(t, "n"))})
			}
		}
		return v
	})
}

// Polys draws costs over sizes of the given depth.
func Polys(depth int) *rapid.Generator[expr.Poly] {
	return rapid.Custom(func(t *rapid.T) expr.Poly {
		var p expr.Poly
		for range rapid.IntRange(0, 4).Draw(t, "terms") {
			q := expr.ConstPoly(Vectors().Draw(t, "vector"))
			s := Samples(depth).Draw(t, "factor").Size
			if !s.Top {
				q = q.MulSize(s)
			}
			p = p.Add(q)
		}
		return p
	})
}

// Value is one dimension of p at a point.
func Value(p expr.Poly, id pattern.ID, at Point) float64 {
	sum := 0.0
	for _, t := range p.Terms {
		sum += t.Vec.Of(id) * float64(MonoValue(t.Mono, at))
	}
	return sum
}

func Near(a, b float64) bool { return math.Abs(a-b) <= 1e-9*(1+math.Abs(a)+math.Abs(b)) }

// Formula writes one dimension of a polynomial, the constant part first: "9 + 4.5*[n^2]".
func Formula(p expr.Poly, id pattern.ID) string {
	var parts []string
	for _, t := range p.Terms {
		n := t.Vec.Of(id)
		switch {
		case n == 0:
		case len(t.Mono) == 0:
			parts = append(parts, expr.Number(n))
		default:
			parts = append(parts, expr.Number(n)+"*["+t.Mono.String()+"]")
		}
	}
	if len(parts) == 0 {
		return "0"
	}
	return strings.Join(parts, " + ")
}
