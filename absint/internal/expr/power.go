package expr

import (
	"math"
)

// Power returns base^exponent, with 1 for a base below 1 and 0 for a negative exponent: it grows with both.
func Power(base, exponent Size) Size {
	if base.Top || exponent.Top {
		return TopSize
	}
	b, constant := base.Int()
	if e, ok := exponent.Int(); ok && e <= 0 || constant && b <= 1 {
		return Const(1)
	} else if ok && e == 1 && !constant {
		return Max(Const(1), base)
	} else if ok && constant {
		return constPower(b, e)
	}
	return NewAtom(Atom{Kind: PowerAtom, Args: []Size{base, exponent}})
}

// constPower is b^e for b > 1 and e > 0, bad where it is too large.
func constPower(b, e int64) Size {
	v := int64(1)
	for range e {
		var ok bool
		if v, ok = MulCoef(v, b); !ok {
			return TopSize
		}
	}
	return Const(v)
}

// powerRange is the range of a power over intervals. Above 2^53 it is rounded, as products of sizes are.
func powerRange(base, exponent Interval) Interval {
	power := func(b, e float64) float64 { return math.Pow(math.Max(b, 1), math.Max(e, 0)) }
	return Interval{power(base.Lo, exponent.Lo), power(base.Hi, exponent.Hi)}
}
