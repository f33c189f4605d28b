// Package stated computes what specifications mean: the sizes of their expressions, and the symbols, variables and loops of a
// method that they name.
package stated

import (
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/spec"
)

// SizeOf converts an expression of a specification, whose names mean what named returns; bad if a part of it has no meaning as
// a size. nonNegative reports whether a size is never negative, where a quotient rounded towards zero is one rounded down.
func SizeOf(e spec.Expr, named func(spec.Symbol) expr.Size, nonNegative func(expr.Size) bool) expr.Size {
	of := func(e spec.Expr) expr.Size { return SizeOf(e, named, nonNegative) }
	switch e := e.(type) {
	case spec.Number:
		if v, ok := e.Whole(); ok {
			return expr.Const(v)
		}
	case spec.Symbol:
		if !e.Cost {
			return named(e)
		}
	case spec.Neg:
		return of(e.X).Scale(-1)
	case spec.Binary:
		x, y := of(e.X), of(e.Y)
		switch e.Op {
		case '+':
			return x.Add(y)
		case '-':
			return x.Sub(y)
		case '*':
			return x.Mul(y)
		case '/':
			if k, ok := y.Int(); ok && k > 0 && nonNegative(x) {
				return x.FloorDiv(k)
			}
		case '^':
			return powerOf(x, y)
		}
	case spec.Call:
		return functionOf(e, of)
	}
	return expr.TopSize
}

// maxExponent bounds the exponents of powers that are written out as products.
const maxExponent = 32

func powerOf(x, y expr.Size) expr.Size {
	k, constant := y.Int()
	if base, number := x.Int(); !constant || k > maxExponent && number && base > 1 {
		return expr.Power(x, y)
	}
	if k > maxExponent {
		return expr.TopSize
	}
	out := expr.Const(1)
	for range k {
		out = out.Mul(x)
	}
	return out
}

// functionOf converts a function whose arguments of converts.
func functionOf(e spec.Call, of func(spec.Expr) expr.Size) expr.Size {
	if e.Func == "floor" || e.Func == "ceil" {
		return roundedOf(e, of)
	}
	args := make([]expr.Size, len(e.Args))
	for i, a := range e.Args {
		if args[i] = of(a); args[i].Top {
			return expr.TopSize
		}
	}
	switch {
	case e.Func == "min":
		return expr.Min(args...)
	case e.Func == "max":
		return expr.Max(args...)
	case e.Func == "abs":
		return expr.Max(args[0], args[0].Scale(-1))
	case e.Func == "sqrt":
		return args[0].Sqrt()
	}
	return args[0].Log(e.LogBase())
}

// roundedOf converts floor and ceil, whose quotient is not rounded before.
func roundedOf(e spec.Call, of func(spec.Expr) expr.Size) expr.Size {
	q, ok := e.Args[0].(spec.Binary)
	if !ok || q.Op != '/' {
		if spec.Whole(e.Args[0]) {
			return of(e.Args[0])
		}
		return expr.TopSize
	}
	x, y := of(q.X), of(q.Y)
	if k, ok := y.Int(); ok {
		if k <= 0 {
			return expr.TopSize
		}
		if e.Func == "ceil" {
			x = x.AddInt(k - 1)
		}
		return x.FloorDiv(k)
	}
	if e.Func == "ceil" {
		x = x.Add(y).AddInt(-1)
	}
	return expr.Quotient(x, y)
}
