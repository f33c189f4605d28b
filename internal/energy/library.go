package energy

import (
	"math"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/models/library"
)

// priced makes library models available to the engine: their formulas become sizes of the call.
type priced struct{ l *library.Library }

// Cost prices one call.
func (p priced) Cost(m classfile.Member, arg func(i int, what absint.Measure) absint.Size) (absint.LibraryCost, bool) {
	if p.l == nil {
		return absint.LibraryCost{}, false
	}
	e, ok := p.l.Lookup(m.Class, m.Name, m.Desc)
	if !ok || len(e.Callbacks) > 0 { // what it calls back is the program's, and not priced here
		return absint.LibraryCost{}, false
	}
	c := absint.LibraryCost{Expected: e.Case == library.Expected}
	for _, item := range e.Cost {
		c.Terms = append(c.Terms, absint.LibraryTerm{Pattern: item.Pattern, Count: sizeOf(item.Count, arg)})
	}
	return c, true
}

// bad is a Size that says nothing.
var bad = absint.Const(math.MaxInt64).Scale(2)

// sizeOf converts a formula; what is no size makes it bad. Counts that are not whole are rounded up.
func sizeOf(x library.Expr, arg func(i int, what absint.Measure) absint.Size) absint.Size {
	switch x := x.(type) {
	case library.Number:
		return absint.Const(int64(math.Ceil(float64(x))))
	case library.Symbol:
		what := absint.Elements
		switch x.Measure {
		case library.Value:
			what = absint.Value
		case library.ArrayLength:
			what = absint.Length
		case library.StringLength:
			what = absint.Chars
		}
		return arg(x.Argument, what)
	case library.Binary:
		return binary(x, arg)
	case library.Apply:
		args := make([]absint.Size, len(x.Args))
		for i, a := range x.Args {
			args[i] = sizeOf(a, arg)
		}
		switch x.Func {
		case "min":
			return absint.Min(args...)
		case "max":
			return absint.Max(args...)
		case "log2":
			return args[0].Log2().AddInt(1) // rounded up
		case "ceil", "floor":
			return args[0]
		}
	}
	return bad
}

// binary keeps a fraction exact as long as it is one: 2.5 * n is ceil(5 * n / 2).
func binary(x library.Binary, arg func(i int, what absint.Measure) absint.Size) absint.Size {
	l, lok := x.L.(library.Number)
	r, rok := x.R.(library.Number)
	switch x.Op {
	case '+':
		return sizeOf(x.L, arg).Add(sizeOf(x.R, arg))
	case '-':
		return sizeOf(x.L, arg).Sub(sizeOf(x.R, arg))
	case '*':
		switch {
		case lok:
			return scaled(sizeOf(x.R, arg), float64(l))
		case rok:
			return scaled(sizeOf(x.L, arg), float64(r))
		}
		return sizeOf(x.L, arg).Mul(sizeOf(x.R, arg))
	case '/':
		if rok && r > 0 && float64(r) == math.Trunc(float64(r)) {
			k := int64(r)
			return sizeOf(x.L, arg).AddInt(k - 1).FloorDiv(k)
		}
	}
	return bad
}

// scaled is f times a size, rounded up.
func scaled(s absint.Size, f float64) absint.Size {
	if f == math.Trunc(f) {
		return s.Scale(int64(f))
	}
	const denominator = 1024
	return s.Scale(int64(math.Ceil(f * denominator))).AddInt(denominator - 1).FloorDiv(denominator)
}
