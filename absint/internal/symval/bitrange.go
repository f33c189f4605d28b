package symval

import (
	"math"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Intervals of masks, shifts, quotients and remainders (JVMS 6.5). Sound because each is that of the ends of its operands'
// intervals in which the operation is monotone, or of the type.

// maskRange is valueRange for a bitwise and: at most each operand that is not negative.
func (m *Func) maskRange(v ssa.ID, depth int) expr.Interval {
	r := TypeRange(m.Fn.Values[v].Type)
	for _, a := range m.Fn.Args(v) {
		if k := m.valueRange(a, depth+1); k.Lo >= 0 {
			r = expr.Interval{Lo: 0, Hi: math.Min(r.Hi, k.Hi)}
		}
	}
	return r
}

// bitsRange is valueRange for a bitwise or, or exclusive or, of numbers that are not negative: it has no more bits than they.
func (m *Func) bitsRange(v ssa.ID, depth int) expr.Interval {
	args := m.Fn.Args(v)
	a, b := m.valueRange(args[0], depth+1), m.valueRange(args[1], depth+1)
	most := math.Max(a.Hi, b.Hi)
	if a.Lo < 0 || b.Lo < 0 || most >= 1<<52 {
		return TypeRange(m.Fn.Values[v].Type)
	}
	bits := 1.0
	for bits <= most {
		bits *= 2
	}
	return expr.Interval{Lo: 0, Hi: bits - 1}
}

// shiftRange is valueRange for a shift by a constant.
func (m *Func) shiftRange(v ssa.ID, depth int) expr.Interval {
	x := &m.Fn.Values[v]
	all := TypeRange(x.Type)
	count := &m.Fn.Values[m.Fn.Args(v)[1]]
	if count.Kind != ssa.Int {
		return all
	}
	k := count.Aux & 31
	if x.Type == 'l' {
		k = count.Aux & 63
	}
	r, by := m.valueRange(m.Fn.Args(v)[0], depth+1), math.Ldexp(1, int(k))
	switch x.Op {
	case classfile.OpIshl, classfile.OpLshl:
		if r = r.Scale(by); r.Lo < Fits(x.Type).Lo || r.Hi > Fits(x.Type).Hi {
			return all
		}
		return r
	case classfile.OpIushr, classfile.OpLushr:
		if k == 0 {
			return r
		}
		if r.Lo < 0 { // of a negative number, the bits below those that are shifted in
			width := 32
			if x.Type == 'l' {
				width = 64
			}
			return expr.Interval{Lo: 0, Hi: math.Ldexp(1, width-int(k)) - 1}
		}
	}
	return expr.Interval{Lo: math.Floor(r.Lo / by), Hi: math.Floor(r.Hi / by)}
}

// quotientRange is valueRange for a quotient by a positive number, which is rounded towards 0.
func (m *Func) quotientRange(v ssa.ID, depth int) expr.Interval {
	args := m.Fn.Args(v)
	k := m.divisorRange(v, depth)
	if k.Lo < 1 {
		return TypeRange(m.Fn.Values[v].Type)
	}
	r := m.valueRange(args[0], depth+1)
	least, most := k.Hi, k.Hi // divisors that give the least and the largest quotient
	if r.Lo < 0 {
		least = k.Lo
	}
	if r.Hi > 0 {
		most = k.Lo
	}
	q := expr.Interval{Lo: math.Trunc(r.Lo / least), Hi: math.Trunc(r.Hi / most)}
	return q.Add(expr.Interval{}) // rounded outwards
}

// remainderRange is valueRange for a remainder by a positive number: below it, with the sign and at most the size of the
// dividend.
func (m *Func) remainderRange(v ssa.ID, depth int) expr.Interval {
	args := m.Fn.Args(v)
	k := m.divisorRange(v, depth)
	if k.Lo <= 0 {
		return TypeRange(m.Fn.Values[v].Type)
	}
	r := m.valueRange(args[0], depth+1)
	return expr.Interval{Lo: math.Max(math.Min(r.Lo, 0), 1-k.Hi), Hi: math.Min(math.Max(r.Hi, 0), k.Hi-1)}
}

// divisorRange is the range of the second operand of a division where it is divided by.
func (m *Func) divisorRange(v ssa.ID, depth int) expr.Interval {
	m.StartIntervals()
	b := m.Fn.Values[v].Block
	return m.rangeGiven(m.Fn.Args(v)[1], m.FactsAt(b), false, b, depth)
}

// narrowed returns the range of the byte, char or short that v converts an int to; ok is false for other values.
func (m *Func) narrowed(v ssa.ID) (r expr.Interval, ok bool) {
	x := &m.Fn.Values[v]
	if x.Kind != ssa.Instr {
		return expr.Interval{}, false
	}
	switch x.Op {
	case classfile.OpI2b:
		return DescRange("B"), true
	case classfile.OpI2c:
		return DescRange("C"), true
	case classfile.OpI2s:
		return DescRange("S"), true
	}
	return expr.Interval{}, false
}

// shiftCount returns the constant number of bits by which v is shifted; ok is false if it is unknown or above 30.
func (m *Func) shiftCount(v ssa.ID) (n int64, ok bool) {
	k := &m.Fn.Values[m.Fn.Args(v)[1]]
	return k.Aux, k.Kind == ssa.Int && k.Aux >= 0 && k.Aux < 31
}
