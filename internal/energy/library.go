package energy

import (
	"math"
	"strings"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/models"
	"github.com/energylint/energylint/models/formula"
	"github.com/energylint/energylint/models/library"
)

// priced makes what is known about calls available to the engine: first what the model's file states of them, then
// the library models. Their formulas become sizes of the call.
type priced struct {
	model *models.Model
	l     *library.Library
	calls AssumeCall
}

// Stated reports whether the model's file states what calls of the method cost.
func (p priced) Stated(m classfile.Member) bool {
	if p.model == nil {
		return false
	}
	_, ok := p.model.Call(m.Class, m.Name, m.Desc)
	return ok
}

// Assumed returns what the user assumes of calls that nothing prices.
func (p priced) Assumed() (id pattern.ID, cost float64, origin string, ok bool) {
	if p.model == nil {
		return 0, 0, "", false
	}
	return p.model.UnknownCall()
}

// AssumedCall returns what is assumed of a call on an object that a method was given.
func (p priced) AssumedCall(caller *classfile.Method, names func() []string) (id pattern.ID, cost float64, origin string, ok bool) {
	if p.calls == nil {
		return 0, 0, "", false
	}
	return p.calls(caller, names())
}

// Priced makes library models available to the engine.
func Priced(l *library.Library) absint.Library { return priced{l: l} }

// Cost prices one call.
func (p priced) Cost(m classfile.Member, arg func(i int, what absint.Measure, up bool) absint.Size) (absint.LibraryCost, bool) {
	if p.model != nil {
		if call, ok := p.model.Call(m.Class, m.Name, m.Desc); ok {
			return stated(call, m, arg), true
		}
	}
	if p.l == nil {
		return absint.LibraryCost{}, false
	}
	e, ok := p.l.Lookup(m.Class, m.Name, m.Desc)
	if !ok {
		return absint.LibraryCost{}, false
	}
	c := absint.LibraryCost{Expected: e.Case == library.Expected, Terms: make([]absint.LibraryTerm, 0, len(e.Cost))}
	for _, item := range e.Cost {
		t := absint.LibraryTerm{Pattern: item.Pattern, Count: converter{arg}.size(item.Count, true)}
		if p.model != nil && p.model.PricesParts() {
			t.Parts = partsOf(item.Pattern, e.Case)
		}
		c.Terms = append(c.Terms, t)
	}
	for _, cb := range e.Callbacks {
		c.Callbacks = append(c.Callbacks, converter{arg}.size(cb.Count, true))
	}
	return c, true
}

// Sizes returns what the library models state of the sizes around a call.
func (p priced) Sizes(m classfile.Member, arg func(i int, what absint.Measure, up bool) absint.Size) (absint.LibrarySizes, bool) {
	if p.l == nil || p.Stated(m) {
		return absint.LibrarySizes{}, false
	}
	e, ok := p.l.Lookup(m.Class, m.Name, m.Desc)
	if !ok {
		return absint.LibrarySizes{}, false
	}
	size := func(x formula.Expr, up bool) absint.Size {
		if x == nil {
			return bad
		}
		return converter{arg}.size(x, up)
	}
	return absint.LibrarySizes{
		Least: size(e.Returns, false), Most: size(e.Returns, true), Result: size(e.ResultSize, true), Receiver: size(e.ReceiverSize, true),
		Keeps: e.ReceiverSize == nil && !e.ReceiverUnknown,
	}, true
}

// stated is the cost of a call that the model's file states. Where a [[call]] is for many methods, one of them may not
// have the sizes that its formulas ask for: those counts are bad.
func stated(call *models.CallPrice, m classfile.Member, arg func(i int, what absint.Measure, up bool) absint.Size) absint.LibraryCost {
	params := classfile.Params(m.Desc)
	sizes := converter{func(i int, what absint.Measure, up bool) absint.Size {
		if i >= 0 && (i >= len(params) || !measurable(params[i], what)) {
			return bad
		}
		return arg(i, what, up)
	}}
	var c absint.LibraryCost
	for _, t := range call.Terms {
		c.Terms = append(c.Terms, absint.LibraryTerm{Pattern: t.ID, Count: sizes.size(t.Count, true)})
	}
	return c
}

// measurable reports whether a value of a type has a number.
func measurable(desc string, what absint.Measure) bool {
	switch what {
	case absint.Value:
		return strings.Contains("IJSBC", desc)
	case absint.Length:
		return desc[0] == '['
	}
	return desc[0] == 'L'
}

// Calls returns what a method calls back.
func (p priced) Calls(m classfile.Member) (closed bool, callbacks []absint.Callback) {
	if p.Stated(m) { // whatever it calls is in its price
		return true, nil
	}
	if p.l == nil {
		return false, nil
	}
	e, ok := p.l.Lookup(m.Class, m.Name, m.Desc)
	if !ok {
		return false, nil
	}
	for _, cb := range e.Callbacks {
		name, desc, _ := strings.Cut(cb.Method, "(")
		callbacks = append(callbacks, absint.Callback{Argument: cb.Argument, Result: cb.Result, Class: cb.Class, Name: name, Desc: "(" + desc})
	}
	return e.Closed, callbacks
}

// bad is a Size that says nothing.
var bad = absint.Const(math.MaxInt64).Scale(2)

// converter converts formulas of a call to sizes. Formulas are of real numbers, sizes are whole: what is between is
// rounded up, or down where it is taken away from something.
type converter struct {
	arg func(i int, what absint.Measure, up bool) absint.Size
}

// size is a whole number that is at least x (up), or at most; bad where there is none or it is not known to be.
func (c converter) size(x formula.Expr, up bool) absint.Size {
	switch x := x.(type) {
	case formula.Number:
		v := float64(x)
		if !(math.Abs(v) <= 1<<53) {
			return bad
		}
		return absint.Const(int64(rounded(v, up)))
	case formula.Symbol:
		what := absint.Elements
		switch x.Measure {
		case formula.Value:
			what = absint.Value
		case formula.ArrayLength:
			what = absint.Length
		case formula.StringLength:
			what = absint.Chars
		}
		return c.arg(x.Argument, what, up)
	case formula.Binary:
		return c.binary(x, up)
	case formula.Apply:
		return c.apply(x, up)
	}
	return bad
}

func rounded(v float64, up bool) float64 {
	if up {
		return math.Ceil(v)
	}
	return math.Floor(v)
}

func (c converter) apply(x formula.Apply, up bool) absint.Size {
	args := make([]absint.Size, len(x.Args))
	for i, a := range x.Args {
		args[i] = c.size(a, up) // all functions grow with their arguments
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

func (c converter) binary(x formula.Binary, up bool) absint.Size {
	switch x.Op {
	case '+':
		return c.size(x.L, up).Add(c.size(x.R, up))
	case '-':
		return c.size(x.L, up).Sub(c.size(x.R, !up))
	case '*':
		if k, ok := x.L.(formula.Number); ok {
			return c.scaled(x.R, float64(k), up)
		}
		if k, ok := x.R.(formula.Number); ok {
			return c.scaled(x.L, float64(k), up)
		}
		return c.product(x.L, x.R, up)
	case '/':
		if k, ok := x.R.(formula.Number); ok && k >= 1 && k <= 1<<53 && float64(k) == math.Trunc(float64(k)) {
			n := int64(k)
			if up {
				return c.size(x.L, true).AddInt(n - 1).FloorDiv(n)
			}
			return c.size(x.L, false).FloorDiv(n)
		}
	}
	return bad
}

// product multiplies two formulas that both depend on sizes: exactly, or rounded where neither can be negative.
func (c converter) product(l, r formula.Expr, up bool) absint.Size {
	x, y := c.size(l, up), c.size(r, up)
	if !(nonNegative(l) && nonNegative(r)) && !(x.Equal(c.size(l, !up)) && y.Equal(c.size(r, !up))) {
		return bad
	}
	return x.Mul(y)
}

// scaled is k times a formula. A factor that is no multiple of 1/1024 is rounded to one.
func (c converter) scaled(x formula.Expr, k float64, up bool) absint.Size {
	if k < 0 {
		return c.scaled(x, -k, !up).Scale(-1)
	}
	const denominator = 1024
	numerator := k * denominator
	if !(numerator <= 1<<53) {
		return bad
	}
	s := c.size(x, up)
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

// nonNegative reports whether a formula is never negative, by its form: lengths and sizes are not, values may be.
func nonNegative(x formula.Expr) bool {
	switch x := x.(type) {
	case formula.Number:
		return x >= 0
	case formula.Symbol:
		return x.Measure != formula.Value
	case formula.Binary:
		return x.Op != '-' && nonNegative(x.L) && nonNegative(x.R)
	case formula.Apply:
		some, all := x.Func == "log2", true
		for _, a := range x.Args {
			n := nonNegative(a)
			some, all = some || n, all && n
		}
		return all || some && (x.Func == "max" || x.Func == "log2")
	}
	return false
}
