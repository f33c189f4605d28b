package loopbound

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// firstBit is the prover of loops that search a bit of a number: while (mask & n) == 0, with a mask of one bit that moves from one end of
// the number to the other, or while (n & 1 << k) == 0, (n >> k & 1) == 0, with a k that rises from 0 by one.
// Sound because n is not 0 and does not change, so that one of its bits is set, and the loop passes each bit once (Warren, Hacker's
// Delight, 5-3).
func firstBit(m *symval.Func, t *exitTest) (symval.Bound, bool) {
	f, l, c := m.Fn, t.loop, t.cmp
	if !t.compares || c.Op != classfile.OpIfIcmpeq || c.A == 0 || !m.IsConstant(c.B, 0) {
		return symval.Bound{}, false
	}
	x := &f.Values[c.A]
	if x.Kind != ssa.Instr || x.Op != classfile.OpIand && x.Op != classfile.OpLand {
		return symval.Bound{}, false
	}
	width := int64(32)
	if x.Op == classfile.OpLand {
		width = 64
	}
	args := f.Args(c.A)
	for i := range args {
		n, mask := args[i], args[1-i]
		walks := walksBits(m, l, mask, width) || isResult(m, mask, classfile.OpIshl, classfile.OpLshl) && m.IsConstant(f.Args(mask)[0], 1) && countsUp(m, t, f.Args(mask)[1])
		if m.IsConstant(mask, 1) && isResult(m, n, classfile.OpIshr, classfile.OpIushr, classfile.OpLshr, classfile.OpLushr) {
			shifted := f.Args(n)
			n, walks = shifted[0], countsUp(m, t, shifted[1])
		}
		if walks && neverZero(m, l, n) {
			return symval.Bound{Upper: expr.Const(width - 1)}, true
		}
	}
	return symval.Bound{}, false
}

// isResult reports whether v is the result of one of the operations.
func isResult(m *symval.Func, v ssa.ID, ops ...classfile.Op) bool {
	x := &m.Fn.Values[v]
	return x.Kind == ssa.Instr && slices.Contains(ops, x.Op)
}

// walksBits reports whether a variable of loop l is the highest bit of a number and shifted to the right by one in every iteration, or the
// lowest one and shifted to the left.
func walksBits(m *symval.Func, l int, mask ssa.ID, width int64) bool {
	if x := &m.Fn.Values[mask]; x.Kind != ssa.Phi || m.LoopHeadedBy(int(x.Block)) != l {
		return false
	}
	u, ok := phiUpdateOf(m, l, mask)
	if !ok {
		return false
	}
	ops := []classfile.Op{classfile.OpIshl, classfile.OpLshl}
	switch highest := int64(math.MinInt64) >> (64 - width); {
	case m.IsConstant(u.init, 1):
	case m.IsConstant(u.init, highest):
		ops = []classfile.Op{classfile.OpIushr, classfile.OpLushr}
	default:
		return false
	}
	return !slices.ContainsFunc(u.backs, func(v ssa.ID) bool {
		return !isResult(m, v, ops...) || m.Fn.Args(v)[0] != mask || !m.IsConstant(m.Fn.Args(v)[1], 1)
	})
}

// countsUp reports whether v is a counter of the loop that rises from 0 by one in every iteration.
func countsUp(m *symval.Func, t *exitTest, v ssa.ID) bool {
	k, counts := t.phis[v]
	return counts && k.Off == (expr.Interval{Lo: 1, Hi: 1}) && k.Init != 0 && m.IsConstant(k.Init, 0)
}

// neverZero reports whether loop l does not change n, and begins only where n is not 0.
func neverZero(m *symval.Func, l int, n ssa.ID) bool {
	x := &m.Fn.Values[n]
	if x.Kind != ssa.Param && (x.Kind != ssa.Instr && x.Kind != ssa.Phi || m.CFG.InLoop(int(x.Block), l)) {
		return false
	}
	header := m.CFG.Loops[l].Header
	if r := m.RangeAt(n, header); r.Lo > 0 || r.Hi < 0 {
		return true
	}
	excluded := func(f code.Comparison) bool {
		if f.A != n {
			f = code.Comparison{A: f.B, B: f.A, Op: code.Mirror(f.Op)}
		}
		return f.A == n && m.IsConstant(f.B, 0) && !f.Op.Holds(0, 0)
	}
	for i, e := range m.CFG.Blocks[header].Preds {
		if !m.ViaBackEdge(l, i) && !slices.ContainsFunc(m.FactsOn(&m.CFG.Edges[e]), excluded) {
			return false
		}
	}
	return true
}
