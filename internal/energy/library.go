package energy

import (
	"math"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/models/library"
)

// priced makes library models available to the engine: their formulas become sizes of the call.
type priced struct{ l *library.Library }

// Priced makes library models available to the engine.
func Priced(l *library.Library) absint.Library { return priced{l} }

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
		c.Terms = append(c.Terms, absint.LibraryTerm{Pattern: item.Pattern, Count: formula{arg}.size(item.Count, true)})
	}
	return c, true
}

// bad is a Size that says nothing.
var bad = absint.Const(math.MaxInt64).Scale(2)

// formula converts formulas of a call to sizes. Formulas are of real numbers, sizes are whole: what is between is
// rounded up, or down where it is taken away from something.
type formula struct {
	arg func(i int, what absint.Measure) absint.Size
}

// size is a whole number that is at least x (up), or at most; bad where there is none or it is not known to be.
func (f formula) size(x library.Expr, up bool) absint.Size {
	switch x := x.(type) {
	case library.Number:
		v := float64(x)
		if !(math.Abs(v) <= 1<<53) {
			return bad
		}
		return absint.Const(int64(rounded(v, up)))
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
		return f.arg(x.Argument, what)
	case library.Binary:
		return f.binary(x, up)
	case library.Apply:
		return f.apply(x, up)
	}
	return bad
}

func rounded(v float64, up bool) float64 {
	if up {
		return math.Ceil(v)
	}
	return math.Floor(v)
}

func (f formula) apply(x library.Apply, up bool) absint.Size {
	args := make([]absint.Size, len(x.Args))
	for i, a := range x.Args {
		args[i] = f.size(a, up) // all functions grow with their arguments
	}
	switch x.Func {
	case "min":
		return absint.Min(args...)
	case "max":
		return absint.Max(args...)
	case "log2":
		if up {
			return args[0].Log2().AddInt(1)
		}
		return args[0].Log2()
	case "ceil", "floor":
		return args[0]
	}
	return bad
}

func (f formula) binary(x library.Binary, up bool) absint.Size {
	switch x.Op {
	case '+':
		return f.size(x.L, up).Add(f.size(x.R, up))
	case '-':
		return f.size(x.L, up).Sub(f.size(x.R, !up))
	case '*':
		if k, ok := x.L.(library.Number); ok {
			return f.scaled(x.R, float64(k), up)
		}
		if k, ok := x.R.(library.Number); ok {
			return f.scaled(x.L, float64(k), up)
		}
		return f.product(x.L, x.R, up)
	case '/':
		if k, ok := x.R.(library.Number); ok && k >= 1 && k <= 1<<53 && float64(k) == math.Trunc(float64(k)) {
			n := int64(k)
			if up {
				return f.size(x.L, true).AddInt(n - 1).FloorDiv(n)
			}
			return f.size(x.L, false).FloorDiv(n)
		}
	}
	return bad
}

// product multiplies two formulas that both depend on sizes: exactly, or rounded where neither can be negative.
func (f formula) product(l, r library.Expr, up bool) absint.Size {
	x, y := f.size(l, up), f.size(r, up)
	if !(nonNegative(l) && nonNegative(r)) && !(x.Equal(f.size(l, !up)) && y.Equal(f.size(r, !up))) {
		return bad
	}
	return x.Mul(y)
}

// scaled is k times a formula. A factor that is no multiple of 1/1024 is rounded to one.
func (f formula) scaled(x library.Expr, k float64, up bool) absint.Size {
	if k < 0 {
		return f.scaled(x, -k, !up).Scale(-1)
	}
	const denominator = 1024
	numerator := k * denominator
	if !(numerator <= 1<<53) {
		return bad
	}
	s := f.size(x, up)
	switch {
	case k == math.Trunc(k):
		return s.Scale(int64(k))
	case numerator != math.Trunc(numerator) && !nonNegative(x):
		return bad
	}
	s = s.Scale(int64(rounded(numerator, up)))
	if up {
		s = s.AddInt(denominator - 1)
	}
	return s.FloorDiv(denominator)
}

// nonNegative says whether a formula is never negative, by its form: lengths and sizes are not, values may be.
func nonNegative(x library.Expr) bool {
	switch x := x.(type) {
	case library.Number:
		return x >= 0
	case library.Symbol:
		return x.Measure != library.Value
	case library.Binary:
		return x.Op != '-' && nonNegative(x.L) && nonNegative(x.R)
	case library.Apply:
		some, all := x.Func == "log2", true
		for _, a := range x.Args {
			n := nonNegative(a)
			some, all = some || n, all && n
		}
		return all || some && (x.Func == "max" || x.Func == "log2")
	}
	return false
}
