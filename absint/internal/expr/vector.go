package expr

import (
	"math"
	"slices"

	"github.com/energylint/energylint/internal/pattern"
)

// Vectors of counts, the coefficients of costs.

// Vector counts the patterns that a piece of code executes and, after these, the dimensions below. Vectors are values,
// like pattern.Counts.
type Vector = pattern.Counts

// The dimensions of a Vector beyond the patterns. What callers count, too, is before what they do not: the part of a vector that
// they take over is a prefix of it.
const (
	TotalInstructions = pattern.ID(pattern.Num)     // JVM instructions in the method and in the analysed methods that it calls
	OwnInstructions   = pattern.ID(pattern.Num + 1) // JVM instructions in the method's own frame
	HeaderExecutions  = pattern.ID(pattern.Num + 2) // executions of the loop header of a cost.Objective
	Dimensions        = pattern.Num + 3
)

// FirstCall is the first dimension of call symbols. The dimensions of choices are below it: no program has 2^28.
const FirstCall = pattern.ID(1 << 28)

// weigh returns the inner product of v and weights. Call symbols have no weight and are left out.
func weigh(v Vector, weights []float64) float64 {
	for len(v) > 0 && v[len(v)-1].ID >= FirstCall {
		v = v[:len(v)-1]
	}
	return v.Dot(weights)
}

// Larger returns the maximum of a and b in every dimension.
func Larger(a, b Vector) Vector {
	return combine(a, b, func(_ pattern.ID, x, y float64) float64 { return math.Max(x, y) })
}

// combine applies f to the counts of each dimension of a and b, 0 if a side lacks it.
func combine(a, b Vector, f func(id pattern.ID, x, y float64) float64) Vector {
	out := make(Vector, 0, max(len(a), len(b)))
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		var id pattern.ID
		var x, y float64
		switch {
		case j == len(b) || i < len(a) && a[i].ID < b[j].ID:
			id, x = a[i].ID, a[i].N
			i++
		case i == len(a) || b[j].ID < a[i].ID:
			id, y = b[j].ID, b[j].N
			j++
		default:
			id, x, y = a[i].ID, a[i].N, b[j].N
			i++
			j++
		}
		if n := f(id, x, y); n != 0 {
			out = append(out, pattern.Count{ID: id, N: n})
		}
	}
	return out
}

// TakesAway reports whether v has a negative count.
func TakesAway(v Vector) bool {
	return slices.ContainsFunc(v, func(c pattern.Count) bool { return c.N < 0 })
}

// factor returns a coefficient of a Size as a factor of counts, NaN beyond 2^53. Sound because a NaN count marks the cost
// as lost.
func factor(k int64) float64 {
	if k > ExactWhole || k < -ExactWhole {
		return math.NaN()
	}
	return float64(k)
}
