// Package cellcounter bounds loops that count an element of an array up or down:
//
//	while (count[i] > 0) { out[n++] = i; count[i]--; }
//
// The ranking function is the distance of the element to its limit, from the largest or smallest value that the loop ever reads. Sound because each iteration
// executes the one store to the element, and nothing else in the loop, or in the code that it runs, may store to the array.
package cellcounter

import (
	"math"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/heapsize"
	"github.com/energylint/energylint/absint/internal/marks"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// maxStep bounds what is added or subtracted, and maxLimit the limits of steps of more than 1: no element steps over the end of int.
const (
	maxStep  = 1 << 20
	maxLimit = 1 << 30
)

// Test bounds loop l by the test of an element at the end of a block, whose taken branch stays in the loop or not; ok is false for other tests.
func Test(m *symval.Func, l, block int, stay bool) (b symval.Bound, ok bool) {
	c, ok := m.Comparison(block, stay)
	if !ok {
		return b, false
	}
	if !isElement(m, c.A) {
		c = code.Comparison{A: c.B, B: c.A, Op: code.Mirror(c.Op)}
	}
	if !isElement(m, c.A) || c.B != 0 && !heapsize.LoopInvariant(m, c.B, l) || !m.CFG.InLoop(int(m.Fn.Values[c.A].Block), l) {
		return b, false
	}
	by, ok := stepOf(m, l, c.A)
	if !ok {
		return b, false
	}
	return bound(m, l, c, by)
}

// isElement reports whether a value is an element of an array of int.
func isElement(m *symval.Func, v ssa.ID) bool {
	return v != 0 && m.Fn.Values[v].Kind == ssa.Instr && m.Fn.Values[v].Op == classfile.OpIaload
}

// stepOf returns what each iteration of loop l adds to an element, which nothing else in it changes.
func stepOf(m *symval.Func, l int, element ssa.ID) (by int64, ok bool) {
	f := m.Fn
	array, index := f.Args(element)[0], f.Args(element)[1]
	if !heapsize.LoopInvariant(m, array, l) || !heapsize.LoopInvariant(m, index, l) {
		return 0, false
	}
	same := func(a, i ssa.ID) bool { return heapsize.SameObject(m, a, array, l) && marks.SameNumber(m, i, index) }
	for _, b := range m.CFG.Loops[l].Blocks {
		for _, v := range f.Body[b] {
			if !marks.MayStoreTo(m, array, classfile.OpIastore, v) {
				continue
			}
			if f.Values[v].Op != classfile.OpIastore {
				return 0, false
			}
			args := f.Args(v)
			from, step, sum := m.Addition(args[2])
			if by != 0 || !sum || !same(args[0], args[1]) || !isElement(m, from) || !same(f.Args(from)[0], f.Args(from)[1]) || !currently(m, from, v) ||
				int(m.CFG.Blocks[b].Loop) != l || m.CFG.Blocks[b].Region >= 0 || !m.DominatesLatches(int(b), l) || m.ThrowsInto(l, b) {
				return 0, false
			}
			by = step
		}
	}
	return by, by != 0 && by >= -maxStep && by <= maxStep
}

// currently reports whether a store follows a read in its own block, so that no other store is in between.
func currently(m *symval.Func, read, store ssa.ID) bool {
	x, y := &m.Fn.Values[read], &m.Fn.Values[store]
	return x.Block == y.Block && x.PC < y.PC
}

// bound returns how often the distance of an element to a limit can become smaller.
func bound(m *symval.Func, l int, c code.Comparison, by int64) (b symval.Bound, ok bool) {
	limit := symval.Guarded{Size: expr.Const(0)}
	if c.B != 0 {
		limit, _ = m.LimitOf(l, c.B, by > 0)
	}
	k, constant := limit.Size.Int()
	if !limit.Ok() || by != 1 && by != -1 && (!constant || k < -maxLimit || k > maxLimit) {
		return b, false
	}
	var distance expr.Size
	switch {
	case by < 0 && (c.Op == classfile.OpIfIcmpgt || c.Op == classfile.OpIfIcmpge):
		distance = m.ExtremeValue(c.A, true, m.Describe(c.A)).Sub(limit.Size)
	case by > 0 && (c.Op == classfile.OpIfIcmplt || c.Op == classfile.OpIfIcmple):
		distance = limit.Size.Sub(m.ExtremeValue(c.A, false, m.Describe(c.A)))
	default:
		return b, false
	}
	if c.Op == classfile.OpIfIcmpge || c.Op == classfile.OpIfIcmple {
		distance = distance.AddInt(1)
		// Of a limit that is the end of int the next step is not the end.
		end := expr.Condition{Size: limit.Size, Lo: math.MinInt32 + 1, Hi: math.MaxInt32 - 1}
		limit.Conds = m.Require(limit.Conds, end)
	}
	distance = m.Clamp(distance, m.CFG.Loops[l].Header)
	step := max(by, -by)
	if step > 1 {
		distance = distance.AddInt(step - 1).FloorDiv(step)
	}
	return symval.Bound{Upper: distance, Conds: limit.Conds}, !distance.Top && m.Possible(limit.Conds)
}
