package symval

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/contracts"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/objectflow"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Intervals of doubles that become ints, as in (int) (Math.random() * 20), and of random numbers. Sound because IEEE 754
// operations are rounded monotonically, so the ends of an interval, computed by the same operations, enclose all results; what
// may be NaN is unknown but for the 0 that it is converted to (JLS 5.1.3).

// doubles are the values of a double: an interval, and whether it may be NaN.
type doubles struct {
	expr.Interval
	nan bool
}

// anyDouble is what an unknown double may be.
var anyDouble = doubles{expr.Everything, true}

// largestBelow1 is the largest double below 1.
const largestBelow1 = 1 - 0x1p-53

// doubleRange returns what the double v may be, at distance depth from the first value of the query.
func (m *Func) doubleRange(v ssa.ID, depth int) doubles {
	x := &m.Fn.Values[v]
	if depth > 6 || m.exhausted() || x.Type != 'd' {
		return anyDouble
	}
	switch x.Kind {
	case ssa.Const:
		return m.doubleConstant(x)
	case ssa.Instr:
	default:
		return anyDouble
	}
	args := m.Fn.Args(v)
	of := func(i int) doubles { return m.doubleRange(args[i], depth+1) }
	switch x.Op {
	case classfile.OpI2d, classfile.OpL2d:
		return doubles{Interval: m.valueRange(args[0], depth+1)}
	case classfile.OpDneg:
		a := of(0)
		return doubles{expr.Interval{Lo: -a.Hi, Hi: -a.Lo}, a.nan}
	case classfile.OpDadd:
		return combined(of(0), of(1), func(a, b float64) float64 { return a + b })
	case classfile.OpDsub:
		return combined(of(0), of(1), func(a, b float64) float64 { return a - b })
	case classfile.OpDmul:
		return combined(of(0), of(1), func(a, b float64) float64 { return a * b })
	case classfile.OpDdiv:
		if d := of(1); d.Lo > 0 || d.Hi < 0 {
			return combined(of(0), d, func(a, b float64) float64 { return a / b })
		}
	case classfile.OpInvokestatic, classfile.OpInvokevirtual, classfile.OpInvokeinterface:
		return m.doubleResult(v, of)
	}
	return anyDouble
}

// doubleConstant returns the value of a constant.
func (m *Func) doubleConstant(x *ssa.Value) doubles {
	c := math.NaN()
	switch pool := &m.Fn.Method.Class.Pool; {
	case x.Op == classfile.OpDconst0:
		c = 0
	case x.Op == classfile.OpDconst1:
		c = 1
	case pool.Tag(int(x.Aux)) == classfile.TagDouble:
		c = pool.Double(int(x.Aux))
	}
	if math.IsNaN(c) {
		return anyDouble
	}
	return doubles{Interval: expr.Interval{Lo: c, Hi: c}}
}

// combined returns the results of an operation that is monotone in each operand, with the other one fixed: its extremes are at
// the ends. It knows nothing where infinite ends may make it NaN.
func combined(a, b doubles, op func(a, b float64) float64) doubles {
	for _, end := range []float64{a.Lo, a.Hi, b.Lo, b.Hi} {
		if math.IsInf(end, 0) {
			return anyDouble
		}
	}
	out := doubles{expr.Interval{Lo: math.Inf(1), Hi: math.Inf(-1)}, a.nan || b.nan}
	for _, p := range []float64{a.Lo, a.Hi} {
		for _, q := range []float64{b.Lo, b.Hi} {
			r := op(p, q)
			out.Lo, out.Hi = math.Min(out.Lo, r), math.Max(out.Hi, r)
		}
	}
	return out
}

// doubleResult is doubleRange for the result of a call of a function of numbers, or of a random number.
func (m *Func) doubleResult(v ssa.ID, of func(i int) doubles) doubles {
	mem, _ := m.Fn.Member(v)
	switch {
	case platform.RandomFraction.Has(mem) && m.draws(v):
		return doubles{Interval: expr.Interval{Lo: 0, Hi: largestBelow1}}
	case platform.LesserDouble.Has(mem):
		a, b := of(0), of(1)
		return doubles{a.Interval.Min(b.Interval), a.nan || b.nan}
	case platform.GreaterDouble.Has(mem):
		a, b := of(0), of(1)
		return doubles{a.Interval.Max(b.Interval), a.nan || b.nan}
	case platform.AbsoluteDouble.Has(mem):
		a := of(0)
		return doubles{a.Interval.Abs(), a.nan}
	case platform.Floor.Has(mem):
		a := of(0)
		return doubles{expr.Interval{Lo: math.Floor(a.Lo), Hi: math.Floor(a.Hi)}, a.nan}
	case platform.Ceiling.Has(mem):
		a := of(0)
		return doubles{expr.Interval{Lo: math.Ceil(a.Lo), Hi: math.Ceil(a.Hi)}, a.nan}
	case platform.SquareRoot.Has(mem):
		a := of(0)
		if math.IsInf(a.Hi, 0) { // not negative: the symbol of its value says more
			return anyDouble
		}
		return doubles{expr.Interval{Lo: math.Sqrt(math.Max(0, a.Lo)), Hi: math.Sqrt(math.Max(0, a.Hi))}, a.nan || a.Lo < 0}
	}
	return anyDouble
}

// truncatedRange is valueRange for the conversion of a double to an int or long: rounded towards 0, the ends of the type where
// it is beyond them, 0 for NaN.
func (m *Func) truncatedRange(v ssa.ID, depth int) expr.Interval {
	return whole(m.doubleRange(m.Fn.Args(v)[0], depth+1), m.Fn.Values[v].Type)
}

// roundedRange is valueRange for Math.round, the next integer.
func (m *Func) roundedRange(double ssa.ID, depth int) expr.Interval {
	a := m.doubleRange(double, depth+1)
	a.Lo, a.Hi = math.Floor(a.Lo), math.Ceil(a.Hi)
	return whole(a, 'l')
}

// whole returns the integers of a type that doubles are converted to.
func whole(a doubles, t byte) expr.Interval {
	all := TypeRange(t)
	clip := func(d float64) float64 { return math.Max(all.Lo, math.Min(all.Hi, math.Trunc(d))) }
	r := expr.Interval{Lo: clip(a.Lo), Hi: clip(a.Hi)}
	if a.nan {
		r = r.Join(expr.Interval{})
	}
	return r
}

// draws reports whether the call v of a random number generator keeps to what its type says of the result.
func (m *Func) draws(v ssa.ID) bool {
	mem, _ := m.Fn.Member(v)
	switch {
	case m.Fn.Values[v].Op == classfile.OpInvokestatic:
		return true
	case m.Breach(m.Fn.Args(v)[0], mem.Class, contracts.DrawingBelow) != nil:
		return false
	case platform.RandomSource.Has(mem.Class):
		return !slices.ContainsFunc(platform.RandomSource.All(), func(class string) bool {
			return m.Db.BreachOf(objectflow.AbstractObject{Class: class}, contracts.DrawingBelow) != nil
		})
	}
	return true
}

// drawnRange is valueRange for a random number below the last argument, and not below the one before or 0: the call throws if
// there is none. ok is false for other calls.
func (m *Func) drawnRange(v ssa.ID, depth int) (r expr.Interval, ok bool) {
	mem, _ := m.Fn.Member(v)
	if !platform.RandomBelow.Has(mem) || !m.draws(v) {
		return expr.Interval{}, false
	}
	args := m.Fn.Args(v)
	if len(args) == 3 {
		r.Lo = m.valueRange(args[1], depth+1).Lo
	}
	r.Hi = math.Max(r.Lo, m.valueRange(args[len(args)-1], depth+1).Hi-1)
	return r, true
}

// belowBound bounds v, a remainder or a random number below a positive one, by that number. decided is as in operationBound.
func (m *Func) belowBound(v, limit ssa.ID, up bool, depth int) (q Guarded, decided bool) {
	if !up {
		return Guarded{}, false
	}
	if q = m.Bound(limit, true, depth+1); !q.Ok() {
		return Guarded{}, false
	}
	q.Size = q.Size.AddInt(-1)
	return m.cut(q, m.RangeOf(v), true), true
}
