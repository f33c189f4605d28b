package loopbound

import (
	"math"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
)

// floorQuotient returns floor(a / b).
func floorQuotient(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

// digitsBySlope returns how often q can be divided by num/den > 1 until it is below 1. whole reports whether num/den
// is an integer; the result is exact then. This file counts the iterations of geometric progressions.
// Sound because a slope that is not an integer is replaced by a power of it that is at least 2.
func digitsBySlope(q expr.Size, num, den int64) (s expr.Size, whole bool) {
	if k := num / max(den, 1); den > 0 && k >= 2 {
		return q.Digits(k), k*den == num
	}
	// The slope to the power of times is at least 2.
	times := int64(1)
	for p := float64(num) / float64(den); p < 2 && times <= 64; times++ {
		p *= float64(num) / float64(den) * (1 - 1e-12)
	}
	if times > 64 {
		return expr.TopSize, false
	}
	return q.Digits(2).Scale(times), false
}

// shrinks returns how often x can become at most f(x), from start on, while it is at least from. whole reports whether
// f divides by an integer: the result is exact then if f(x) is the next x but for rounding.
func shrinks(m *symval.Func, start expr.Size, f expr.Affine, from int64, at int32) (n expr.Size, whole bool) {
	linear := func(step int64) (expr.Size, bool) {
		if step < 1 {
			return expr.TopSize, false
		}
		return m.Clamp(start.AddInt(step-from).FloorDiv(step), at), false
	}
	if f.SlopeIs(1) {
		return linear(-int64(math.Floor(f.At(0))))
	}
	// With y = x - p, the next y is at most y * slope.
	p := -floorQuotient(-f.Add, f.Den-f.Num)
	if from-p < 1 {
		if math.Floor(f.At(from)) >= float64(from) { // it may stay there
			return expr.TopSize, false
		}
		return linear(1)
	}
	if f.Num == 0 {
		f = expr.Affine{Num: 1, Den: 1 << 20}
	}
	n, whole = digitsBySlope(start.AddInt(-p).FloorDiv(from-p), f.Den, f.Num)
	return n, whole && p == 0
}
