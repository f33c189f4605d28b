package exprtest

import (
	"fmt"
	"math"
	"slices"

	"pgregory.net/rapid"

	"github.com/energylint/energylint/absint/internal/expr"
)

// Point gives atoms of the ground their values: symbols by path, indices of loops as "#loop".
type Point map[string]int64

// Sample is a Size together with what it means, computed beside it by ordinary arithmetic.
type Sample struct {
	Size expr.Size
	Eval func(Point) int64
}

// GroundNames are the symbols and indices that random sizes are made of. The second has a name that would confuse
// keys that do not quote it.
var GroundNames = []string{"p0", "p1.C:a*s:p0", "len(p2)", "#0", "#1"}

func Ground(name string) Sample {
	eval := func(at Point) int64 { return at[name] }
	if name[0] == '#' {
		return Sample{expr.IndexSize(int(name[1] - '0')), eval}
	}
	return Sample{expr.SymbolSize(expr.Symbol{Path: name, Name: name, Min: math.Inf(-1), Max: math.Inf(1)}), eval}
}

func FloorDiv(a, k int64) int64 {
	q := a / k
	if a%k < 0 {
		q--
	}
	return q
}

// floorLog is the largest n with base^n <= a.
func floorLog(a, base int64) int64 {
	n := int64(0)
	for p := base; p <= a; p *= base {
		n++
		if p > math.MaxInt64/base {
			break
		}
	}
	return n
}

// floorSqrt is the largest n with n^2 <= a, 0 for negative a.
func floorSqrt(a int64) int64 {
	n := int64(math.Sqrt(math.Max(float64(a), 0)))
	for n > 0 && n > a/n {
		n--
	}
	for n+1 <= a/(n+1) {
		n++
	}
	return n
}

func intPower(b, e int64) int64 {
	v := int64(1)
	for ; e > 0; e-- {
		v *= max(b, 1)
	}
	return v
}

// Samples draws sizes of the given depth; small ones, so that values stay far from the ends of int64.
func Samples(depth int) *rapid.Generator[Sample] {
	return rapid.Custom(func(t *rapid.T) Sample {
		if depth == 0 || rapid.IntRange(0, 4).Draw(t, "leaf") == 0 {
			if rapid.Bool().Draw(t, "constant") {
				k := rapid.Int64Range(-7, 7).Draw(t, "k")
				return Sample{expr.Const(k), func(Point) int64 { return k }}
			}
			return Ground(rapid.SampledFrom(GroundNames).Draw(t, "name"))
		}
		a := Samples(depth-1).Draw(t, "a")
		b := Samples(depth-1).Draw(t, "b")
		k := rapid.Int64Range(1, 9).Draw(t, "k")
		switch rapid.IntRange(0, 11).Draw(t, "op") {
		case 0, 1:
			return Sample{a.Size.Add(b.Size), func(at Point) int64 { return a.Eval(at) + b.Eval(at) }}
		case 2:
			return Sample{a.Size.Sub(b.Size), func(at Point) int64 { return a.Eval(at) - b.Eval(at) }}
		case 3:
			return Sample{a.Size.Mul(b.Size), func(at Point) int64 { return a.Eval(at) * b.Eval(at) }}
		case 4:
			return Sample{a.Size.FloorDiv(k), func(at Point) int64 { return FloorDiv(a.Eval(at), k) }}
		case 5:
			return Sample{expr.Min(a.Size, b.Size), func(at Point) int64 { return min(a.Eval(at), b.Eval(at)) }}
		case 6:
			return Sample{expr.Max(a.Size, b.Size), func(at Point) int64 { return max(a.Eval(at), b.Eval(at)) }}
		case 7:
			if rapid.Bool().Draw(t, "digits") {
				return Sample{a.Size.Digits(k + 1), func(at Point) int64 {
					n := int64(0)
					for v := a.Eval(at); v > 0; v /= k + 1 {
						n++
					}
					return n
				}}
			}
			return Sample{a.Size.Log(k + 1), func(at Point) int64 { return floorLog(a.Eval(at), k+1) }}
		case 10: // small ones
			base, exponent := expr.Min(a.Size, expr.Const(k)), expr.Min(b.Size, expr.Const(3))
			return Sample{expr.Power(base, exponent), func(at Point) int64 { return intPower(min(a.Eval(at), k), min(b.Eval(at), 3)) }}
		case 9:
			if rapid.Bool().Draw(t, "multiple") { // as ceil(a / b)
				sum := a.Size.AddScaled(b.Size, k)
				return Sample{expr.Quotient(sum, b.Size), func(at Point) int64 { return max(a.Eval(at)+k*b.Eval(at), 0) / max(b.Eval(at), 1) }}
			}
			return Sample{expr.Quotient(a.Size, b.Size), func(at Point) int64 { return max(a.Eval(at), 0) / max(b.Eval(at), 1) }}
		case 8:
			return Sample{a.Size.Sqrt(), func(at Point) int64 { return floorSqrt(a.Eval(at)) }}
		}
		return Sample{a.Size.Scale(-k).AddInt(k), func(at Point) int64 { return k - k*a.Eval(at) }}
	})
}

func Points(lo, hi int64) *rapid.Generator[Point] {
	return rapid.Custom(func(t *rapid.T) Point {
		at := Point{}
		for _, name := range GroundNames {
			if name[0] == '#' {
				at[name] = rapid.Int64Range(0, max(hi, 0)).Draw(t, name)
			} else {
				at[name] = rapid.Int64Range(lo, hi).Draw(t, name)
			}
		}
		return at
	})
}

// SizeValue evaluates a size by its structure.
func SizeValue(s expr.Size, at Point) int64 {
	sum := int64(0)
	for _, t := range s.Terms {
		sum += t.Coef * MonoValue(t.Mono, at)
	}
	return sum
}

func MonoValue(m expr.Mono, at Point) int64 {
	product := int64(1)
	for _, a := range m {
		product *= value(a, at)
	}
	return product
}

func value(a *expr.Atom, at Point) int64 {
	args := make([]int64, len(a.Args))
	for i, s := range a.Args {
		args[i] = SizeValue(s, at)
	}
	switch a.Kind {
	case expr.SymbolAtom:
		return at[a.Symbol.Path]
	case expr.IndexAtom:
		return at[fmt.Sprintf("#%d", a.Loop)]
	case expr.MaxAtom:
		return slices.Max(args)
	case expr.MinAtom:
		return slices.Min(args)
	case expr.DivAtom:
		return FloorDiv(args[0], a.K)
	}
	switch a.Kind {
	case expr.SqrtAtom:
		return floorSqrt(args[0])
	case expr.QuotAtom:
		return max(args[0], 0) / max(args[1], 1)
	case expr.PowerAtom:
		return intPower(args[0], args[1])
	}
	return floorLog(args[0], a.K)
}
