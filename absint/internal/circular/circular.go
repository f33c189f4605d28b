// Package circular bounds loops over a part of an array that goes on at its beginning behind its end, as a queue has it:
//
//	for (int i = front; i != rear; i = (i + 1) % items.length) print(items[i]);
//
// Sound because behind the first step the index is one of the numbers below the divisor, which it has one after the other, so that it meets the end, one of them,
// before it has one again. That the end is one of them, and that the index is not negative to begin with, are conditions.
package circular

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/heapsize"
	"github.com/energylint/energylint/absint/internal/marks"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Test bounds loop l by the test of an index against its end, at the end of a block, whose taken branch stays in the loop or not; ok is false for other tests.
func Test(m *symval.Func, l, block int, stay bool) (b symval.Bound, ok bool) {
	c, ok := m.Comparison(block, stay)
	if !ok || c.Op != classfile.OpIfIcmpne || c.A == 0 || c.B == 0 {
		return b, false
	}
	for _, index := range []ssa.ID{c.A, c.B} {
		if b, ok := indexTest(m, l, index, c.A+c.B-index); ok {
			return b, true
		}
	}
	return b, false
}

// indexTest bounds loop l while an index, as it is at the beginning of an iteration or behind its step, is not the end.
func indexTest(m *symval.Func, l int, index, end ssa.ID) (b symval.Bound, ok bool) {
	if !stays(m, end, l) {
		return b, false
	}
	for _, phi := range m.Fn.Body[m.CFG.Loops[l].Header] {
		if m.Fn.Values[phi].Kind != ssa.Phi || m.Fn.Values[phi].Type != 'i' {
			continue
		}
		divisor, ok := stepOf(m, l, phi)
		if ok && (index == phi || slices.Contains(m.Fn.Args(phi), index) && m.CFG.InLoop(int(m.Fn.Values[index].Block), l)) {
			return bound(m, l, m.InitOf(phi, l), end, divisor)
		}
	}
	return b, false
}

// stepOf returns the divisor by which each iteration of loop l takes the remainder of a variable plus 1.
func stepOf(m *symval.Func, l int, phi ssa.ID) (divisor ssa.ID, ok bool) {
	f := m.Fn
	for i, a := range f.Args(phi) {
		if !m.ViaBackEdge(l, i) {
			continue
		}
		if x := &f.Values[a]; x.Kind != ssa.Instr || x.Op != classfile.OpIrem {
			return 0, false
		}
		from, by, ok := m.Addition(f.Args(a)[0])
		of := f.Args(a)[1]
		if !ok || from != phi || by != 1 || !stays(m, of, l) || divisor != 0 && !marks.SameNumber(m, divisor, of) {
			return 0, false
		}
		divisor = of
	}
	return divisor, divisor != 0 && m.CFG.Blocks[m.CFG.Loops[l].Header].Region < 0
}

// stays reports whether a number is the same in all iterations of loop l.
func stays(m *symval.Func, v ssa.ID, l int) bool {
	if x := &m.Fn.Values[v]; x.Kind == ssa.Instr && x.Op == classfile.OpArraylength {
		v = m.Fn.Args(v)[0]
	}
	return heapsize.LoopInvariant(m, v, l)
}

// bound returns the divisor as a bound, where it is above the end.
func bound(m *symval.Func, l int, init, end, divisor ssa.ID) (b symval.Bound, ok bool) {
	if init == 0 {
		return b, false
	}
	var conds []expr.Condition
	limit := func(v ssa.ID, up bool) expr.Size {
		q, _ := m.LimitOf(l, v, up)
		if !q.Ok() {
			return expr.TopSize
		}
		conds = append(conds, q.Conds...)
		return q.Size
	}
	first, last := limit(init, false), limit(init, true)
	low, high := limit(end, false), limit(end, true)
	least, most := limit(divisor, false), limit(divisor, true)
	if slices.ContainsFunc([]expr.Size{first, last, low, high, least, most}, func(s expr.Size) bool { return s.Top }) {
		return b, false
	}
	conds = m.RequireAll(conds)
	conds = m.Require(conds, expr.Condition{Size: first, Lo: 0, Hi: math.Inf(1)})
	conds = m.Require(conds, expr.Condition{Size: last, Lo: math.Inf(-1), Hi: math.MaxInt32 - 1})
	conds = m.Require(conds, expr.Condition{Size: low, Lo: 0, Hi: math.Inf(1)})
	conds = m.Require(conds, expr.Condition{Size: least.Sub(high), Lo: 1, Hi: math.Inf(1)})
	return symval.Bound{Upper: most, Conds: expr.Tightest(conds)}, m.Possible(conds)
}
