package loopbound

import (
	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// quotients relates a value to a variable of a loop that is only divided. With rounding towards zero (JVMS 6.5 idiv),
// the magnitude of the value is that of the variable divided by a number from minDivisor to maxDivisor; iushr divides
// the unsigned value of its bits. ishr does neither: -1 >> 1 is -1.
// Sound because the product of the smallest divisors bounds the decrease of the magnitude on every path.
type quotients struct {
	minDivisor, maxDivisor int64
	roundsToZero           bool // all divisions are idiv or ldiv
	unsigned               bool // all divisions are iushr or lushr
	keepsSign              bool // no divisor is negative
	divides                bool // there is a division
}

// join covers the values of both q and r, which different paths compute.
func (q quotients) join(r quotients) quotients {
	return quotients{min(q.minDivisor, r.minDivisor), max(q.maxDivisor, r.maxDivisor), q.roundsToZero && r.roundsToZero, q.unsigned && r.unsigned, q.keepsSign && r.keepsSign, q.divides || r.divides}
}

// quotientsOf follows v back to x through divisions by constants and joins in loop l. ok is false if it meets anything
// else.
func quotientsOf(m *symval.Func, l int, v, x ssa.ID, depth int) (q quotients, ok bool) {
	if v == x {
		return quotients{1, 1, true, true, true, false}, true
	}
	w := &m.Fn.Values[v]
	if depth > 12 || !m.CFG.InLoop(int(w.Block), l) {
		return quotients{}, false
	}
	switch w.Kind {
	case ssa.Phi:
		return joinedQuotients(m, l, v, x, depth)
	case ssa.Instr:
		return dividedQuotients(m, l, v, x, depth)
	}
	return quotients{}, false
}

// joinedQuotients is quotientsOf for a phi. ok is false for the phis of loop headers and exception handlers.
func joinedQuotients(m *symval.Func, l int, phi, x ssa.ID, depth int) (q quotients, ok bool) {
	b := m.Fn.Values[phi].Block
	if m.LoopHeadedBy(int(b)) >= 0 || m.CFG.Blocks[b].Region >= 0 {
		return quotients{}, false
	}
	for i, a := range m.Fn.Args(phi) {
		r, ok := quotientsOf(m, l, a, x, depth+1)
		if !ok {
			return quotients{}, false
		}
		if i == 0 {
			q = r
			continue
		}
		q = q.join(r)
	}
	return q, q.minDivisor > 0
}

// dividedQuotients is quotientsOf for an instruction. ok is false if it is no division by a constant, or if the
// product of the divisors is too large.
func dividedQuotients(m *symval.Func, l int, v, x ssa.ID, depth int) (q quotients, ok bool) {
	op := m.Fn.Values[v].Op
	division := op == classfile.OpIdiv || op == classfile.OpLdiv
	if !division && op != classfile.OpIushr && op != classfile.OpLushr {
		return quotients{}, false
	}
	k := &m.Fn.Values[m.Fn.Args(v)[1]]
	if k.Kind != ssa.Int {
		return quotients{}, false
	}
	if q, ok = quotientsOf(m, l, m.Fn.Args(v)[0], x, depth+1); !ok {
		return quotients{}, false
	}
	d := max(k.Aux, -k.Aux)
	if division {
		q.unsigned = false
		q.keepsSign = q.keepsSign && k.Aux > 0
	} else {
		if k.Aux < 1 || k.Aux > 30 {
			return quotients{}, false
		}
		d, q.roundsToZero = 1<<k.Aux, false
	}
	if d < 2 || d > 1<<31 || q.maxDivisor > 1<<31 {
		return quotients{}, false
	}
	q.minDivisor, q.maxDivisor, q.divides = q.minDivisor*d, q.maxDivisor*d, true
	return q, true
}

// boundQuotient bounds a loop that divides x and continues while a quotient of x is not 0, or is negative.
func boundQuotient(m *symval.Func, l int, x ssa.ID, c phiUpdate, test code.Comparison) (symval.Bound, bool) {
	value, ok := quotientsOf(m, l, test.A, x, 0)
	if !ok {
		return symval.Bound{}, false
	}
	least, ok := testedMagnitude(m, test)
	if !ok {
		return symval.Bound{}, false
	}
	next, ok := nextQuotients(m, l, x, c)
	if !ok {
		return symval.Bound{}, false
	}
	negative := test.Op != classfile.OpIfIcmpne
	switch {
	case value.roundsToZero && next.roundsToZero && (!negative || value.keepsSign && next.keepsSign):
		return dividedToZero(m, l, c, value, next, least, negative)
	case value.unsigned && next.unsigned && !negative:
		return shiftedToZero(m, l, x, c, value, next)
	}
	return symval.Bound{}, false
}

// testedMagnitude returns the least magnitude of the tested value while the loop continues. ok is false unless the
// test compares with a constant and excludes 0 and all positive numbers, or 0 alone.
func testedMagnitude(m *symval.Func, test code.Comparison) (least int64, ok bool) {
	limit := int64(0)
	if test.B != 0 {
		k := &m.Fn.Values[test.B]
		if k.Kind != ssa.Int || k.Aux > 1<<30 || k.Aux < -1<<30 {
			return 0, false
		}
		limit = k.Aux
	}
	switch test.Op {
	case classfile.OpIfIcmpne:
		return 1, limit == 0
	case classfile.OpIfIcmplt:
		least = 1 - limit
	case classfile.OpIfIcmple:
		least = -limit
	}
	return least, least >= 1
}

// nextQuotients relates the next x to the x of this iteration. ok is false if an iteration may not divide x.
func nextQuotients(m *symval.Func, l int, x ssa.ID, c phiUpdate) (next quotients, ok bool) {
	for i, b := range c.backs {
		q, ok := quotientsOf(m, l, b, x, 0)
		if !ok || q.minDivisor < 2 {
			return quotients{}, false
		}
		if i == 0 {
			next = q
		}
		next = q.join(next)
	}
	return next, true
}

// dividedToZero bounds a loop that divides x with rounding towards zero while the magnitude of the tested value is at
// least least. With negative, the loop continues only for negative values.
func dividedToZero(m *symval.Func, l int, c phiUpdate, value, next quotients, least int64, negative bool) (symval.Bound, bool) {
	sign := 0
	if negative {
		sign = -1
	}
	start, isBound := magnitudeOf(m, l, c.init, sign)
	if !start.Ok() {
		return symval.Bound{}, false
	}
	by, ok := expr.MulCoef(value.minDivisor, least)
	if !ok {
		return symval.Bound{}, false
	}
	n := start.Size.FloorDiv(by).Digits(next.minDivisor)
	return symval.Bound{Upper: n, Conds: start.Conds, Tight: !isBound && next.minDivisor == next.maxDivisor && value.minDivisor == value.maxDivisor}, !n.Top
}

// shiftedToZero bounds a loop that shifts x to the right without its sign until it is 0: each iteration removes bits
// of x. ok is false if x starts from a known nonnegative number, for which falling has a better bound.
func shiftedToZero(m *symval.Func, l int, x ssa.ID, c phiUpdate, value, next quotients) (symval.Bound, bool) {
	if start, isBound := m.LimitOf(l, c.init, true); start.Ok() && m.LeastOf(start.Size) >= 0 && !isBound {
		return symval.Bound{}, false
	}
	width := int64(31)
	if m.Fn.Values[x].Type == 'l' {
		width = 63
	}
	left := width - expr.IntLog(value.minDivisor, 2)
	if left < 0 {
		return symval.Bound{Upper: expr.Size{}}, true
	}
	return symval.Bound{Upper: expr.Const(left/expr.IntLog(next.minDivisor, 2) + 1)}, true
}
