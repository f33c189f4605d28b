package absint

import (
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// quotients is what a value is to a variable of a loop that is only divided: with rounding towards zero (JVMS 6.5 idiv)
// the magnitude of the one is that of the other divided by a number from least to most; a shift that brings zeros in
// (iushr) does so to the number that its bits are without a sign. The ordinary shift does neither: of -1 it leaves -1.
type quotients struct {
	least, most     int64
	towards         bool // by idiv only
	unsigned        bool // by iushr only
	keepsSign, some bool // no divisor is negative; there is one
}

// quotientsOf follows v back to x through divisions by constants and joins in loop l.
func (m *method) quotientsOf(l int, v, x ssa.ID, depth int) (q quotients, ok bool) {
	f := m.f
	if v == x {
		return quotients{1, 1, true, true, true, false}, true
	}
	w := &f.Values[v]
	if depth > 12 || !m.g.InLoop(int(w.Block), l) {
		return quotients{}, false
	}
	switch w.Kind {
	case ssa.Phi:
		if m.loopHeadedBy(int(w.Block)) >= 0 || m.g.Blocks[w.Block].Region >= 0 {
			return quotients{}, false
		}
		for i, a := range f.Args(v) {
			r, ok := m.quotientsOf(l, a, x, depth+1)
			if !ok {
				return quotients{}, false
			}
			if i == 0 {
				q = r
				continue
			}
			q = quotients{min(q.least, r.least), max(q.most, r.most), q.towards && r.towards, q.unsigned && r.unsigned, q.keepsSign && r.keepsSign, q.some || r.some}
		}
		return q, q.least > 0
	case ssa.Instr:
		if w.Op != classfile.OpIdiv && w.Op != classfile.OpLdiv && w.Op != classfile.OpIushr && w.Op != classfile.OpLushr {
			return quotients{}, false
		}
		k := &f.Values[f.Args(v)[1]]
		if k.Kind != ssa.Int {
			return quotients{}, false
		}
		if q, ok = m.quotientsOf(l, f.Args(v)[0], x, depth+1); !ok {
			return quotients{}, false
		}
		d := max(k.Aux, -k.Aux)
		if w.Op == classfile.OpIdiv || w.Op == classfile.OpLdiv {
			q.unsigned = false
			q.keepsSign = q.keepsSign && k.Aux > 0
		} else {
			if k.Aux < 1 || k.Aux > 30 {
				return quotients{}, false
			}
			d, q.towards = 1<<k.Aux, false
		}
		if d < 2 || d > 1<<31 || q.most > 1<<31 {
			return quotients{}, false
		}
		q.least, q.most, q.some = q.least*d, q.most*d, true
		return q, true
	}
	return quotients{}, false
}

// towardsZero bounds a loop that goes on while x is not 0, or is negative, and that divides x.
func (m *method) towardsZero(l int, x ssa.ID, c turn, test fact) (testBound, bool) {
	f := m.f
	value, ok := m.quotientsOf(l, test.a, x, 0)
	if !ok {
		return testBound{}, false
	}
	least := int64(1) // magnitude of what is tested while the loop goes on
	if test.b != 0 {
		k := &f.Values[test.b]
		if k.Kind != ssa.Int || k.Aux > 1<<30 || k.Aux < -1<<30 {
			return testBound{}, false
		}
		least = k.Aux
	} else {
		least = 0
	}
	switch test.op {
	case classfile.OpIfIcmpne:
		if least != 0 {
			return testBound{}, false
		}
		least = 1
	case classfile.OpIfIcmplt:
		least = 1 - least
	case classfile.OpIfIcmple:
		least = -least
	default:
		return testBound{}, false
	}
	if least < 1 {
		return testBound{}, false
	}
	var next quotients
	for i, b := range c.backs {
		q, ok := m.quotientsOf(l, b, x, 0)
		if !ok || q.least < 2 {
			return testBound{}, false
		}
		if i == 0 {
			next = q
		}
		next = quotients{min(q.least, next.least), max(q.most, next.most), q.towards && next.towards, q.unsigned && next.unsigned, q.keepsSign && next.keepsSign, true}
	}
	negative := test.op != classfile.OpIfIcmpne
	switch {
	case value.towards && next.towards && (!negative || value.keepsSign && next.keepsSign):
		sign := 0
		if negative {
			sign = -1
		}
		start, isBound := m.magnitudeOf(l, c.init, sign)
		if !start.ok() {
			return testBound{}, false
		}
		by, ok := mulCoef(value.least, least)
		if !ok {
			return testBound{}, false
		}
		n := start.size.FloorDiv(by).digits(next.least)
		return testBound{upper: n, conds: start.conds, tight: !isBound && next.least == next.most && value.least == value.most}, !n.bad
	case value.unsigned && next.unsigned && !negative:
		if start, isBound := m.limitOf(l, c.init, true); start.ok() && m.leastOf(start.size) >= 0 && !isBound {
			return testBound{}, false // falling says more
		}
		// The number without a sign has so many bits, of which each iteration takes some away.
		width := int64(31)
		if f.Values[x].Type == 'l' {
			width = 63
		}
		left := width - intLog(value.least, 2)
		if left < 0 {
			return testBound{upper: Size{}}, true
		}
		return testBound{upper: Const(left/intLog(next.least, 2) + 1)}, true
	}
	return testBound{}, false
}
