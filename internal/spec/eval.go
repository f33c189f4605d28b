package spec

import (
	"fmt"
	"math"
)

// Env gives the values of symbols; ok is false for a symbol without one.
type Env func(symbol string) (value float64, ok bool)

// Evaluate computes e, in joules for an energy. Quotients of whole numbers are rounded towards zero and % has the
// sign of its left side, as in Java; log2 is rounded down, and 0 below 1. The error says which symbol has no value, or
// names a division by zero or a result out of range.
func Evaluate(e Expr, env Env) (float64, error) {
	v, err := evaluate(e, env)
	if err == nil && (math.IsNaN(v) || math.IsInf(v, 0)) {
		return 0, fmt.Errorf("%s is out of range", e)
	}
	return v, err
}

func evaluate(e Expr, env Env) (float64, error) {
	switch e := e.(type) {
	case Number:
		return e.Value, nil
	case Energy:
		return e.Joules, nil
	case Symbol:
		if v, ok := env(e.Name); ok {
			return v, nil
		}
		return 0, fmt.Errorf("%s has no value", e.Name)
	case Neg:
		v, err := evaluate(e.X, env)
		return -v, err
	case Binary:
		x, err := evaluate(e.X, env)
		if err != nil {
			return 0, err
		}
		y, err := evaluate(e.Y, env)
		if err != nil {
			return 0, err
		}
		switch e.Op {
		case '+':
			return x + y, nil
		case '-':
			return x - y, nil
		case '*':
			return x * y, nil
		case '^':
			if _, number := e.Y.(Number); !number {
				x = math.Max(x, 1)
			}
			return math.Pow(x, math.Max(y, 0)), nil
		}
		if y == 0 {
			return 0, fmt.Errorf("%s divides by zero", e)
		}
		if e.Op == '%' {
			return math.Mod(x, y), nil
		}
		if Whole(e) {
			return math.Trunc(x / y), nil
		}
		return x / y, nil
	case Call:
		if e.Func == "floor" || e.Func == "ceil" {
			return evaluateRounded(e, env)
		}
		v, err := evaluate(e.Args[0], env)
		if err != nil {
			return 0, err
		}
		for _, a := range e.Args[1:] {
			w, err := evaluate(a, env)
			if err != nil {
				return 0, err
			}
			if e.Func == "min" {
				v = math.Min(v, w)
			} else {
				v = math.Max(v, w)
			}
		}
		switch base := e.LogBase(); {
		case e.Func == "sqrt":
			return math.Floor(math.Sqrt(math.Max(v, 0))), nil
		case e.Func == "abs":
			return math.Abs(v), nil
		case base == 2:
			return floorLog2(v), nil
		case base > 0:
			return floorLog(v, float64(base)), nil
		}
		return v, nil
	}
	return 0, fmt.Errorf("no expression: %v", e)
}

// evaluateRounded computes floor and ceil. A quotient in them is not rounded before.
func evaluateRounded(e Call, env Env) (float64, error) {
	round := math.Floor
	if e.Func == "ceil" {
		round = math.Ceil
	}
	q, ok := e.Args[0].(Binary)
	if !ok || q.Op != '/' {
		v, err := evaluate(e.Args[0], env)
		return round(v), err
	}
	x, err := evaluate(q.X, env)
	if err != nil {
		return 0, err
	}
	y, err := evaluate(q.Y, env)
	if _, number := q.Y.(Number); !number {
		x, y = math.Max(x, 0), math.Max(y, 1)
	}
	if err == nil && y == 0 {
		err = fmt.Errorf("%s divides by zero", e)
	}
	return round(x / y), err
}

// floorLog is the logarithm to a whole base, rounded down, and 0 below 1.
func floorLog(v, base float64) float64 {
	if math.IsNaN(v) || math.IsInf(v, 1) {
		return v
	}
	n := 0.0
	for ; v >= base; v = math.Floor(v / base) {
		n++
	}
	return n
}

// floorLog2 is the logarithm rounded down, and 0 below 1: what log2 means wherever it is written.
func floorLog2(v float64) float64 {
	switch {
	case math.IsNaN(v) || math.IsInf(v, 1):
		return v
	case v < 1:
		return 0
	}
	_, exponent := math.Frexp(v) // v is at least 2^(exponent-1)
	return float64(exponent - 1)
}

// Whole reports whether e is a whole number for every value of its symbols, which are whole.
func Whole(e Expr) bool {
	switch e := e.(type) {
	case Number:
		return !e.Real
	case Symbol:
		return true
	case Neg:
		return Whole(e.X)
	case Binary:
		return Whole(e.X) && Whole(e.Y)
	case Call:
		if e.Func != "min" && e.Func != "max" && e.Func != "abs" {
			return true
		}
		for _, a := range e.Args {
			if !Whole(a) {
				return false
			}
		}
		return true
	}
	return false
}

// Holds computes p. An Opaque predicate, and a comparison that cannot be evaluated, is an error.
func Holds(p Predicate, env Env) (bool, error) {
	switch p := p.(type) {
	case Bool:
		return p.Value, nil
	case Not:
		v, err := Holds(p.X, env)
		return !v, err
	case Logical:
		x, err := Holds(p.X, env)
		if err != nil {
			return false, err
		}
		switch {
		case p.Op == "&&" && !x, p.Op == "||" && x:
			return x, nil
		case p.Op == "==>" && !x:
			return true, nil
		}
		return Holds(p.Y, env)
	case Compare:
		x, err := Evaluate(p.Operands[0], env)
		if err != nil {
			return false, err
		}
		for i, op := range p.Ops {
			y, err := Evaluate(p.Operands[i+1], env)
			if err != nil {
				return false, err
			}
			if !compare(x, op, y) {
				return false, nil
			}
			x = y
		}
		return true, nil
	}
	return false, fmt.Errorf("%s cannot be evaluated", p)
}

func compare(x float64, op string, y float64) bool {
	switch op {
	case "<":
		return x < y
	case "<=":
		return x <= y
	case ">":
		return x > y
	case ">=":
		return x >= y
	case "==":
		return x == y
	}
	return x != y
}
