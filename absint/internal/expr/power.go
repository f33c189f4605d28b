package expr

import (
	"math"
)

// Powers with a symbolic exponent: the number of calls of a recursion that branches. Sound because both arguments are
// clamped to the range in which the power is monotone.

// Power returns max(base, 1)^max(exponent, 0). It is monotone in both.
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

// constPower returns b^e for b > 1 and e > 0, TopSize if it is too large.
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

// powerRange returns the range of a power over intervals. Above 2^53 it is rounded; Env.Scalar widens the products.
func powerRange(base, exponent Interval) Interval {
	power := func(b, e float64) float64 { return math.Pow(math.Max(b, 1), math.Max(e, 0)) }
	return Interval{power(base.Lo, exponent.Lo), power(base.Hi, exponent.Hi)}
}
