package loopbound

import (
	"math"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// rootTest is the prover of loops that continue while i <= Math.sqrt(n), compared as floating-point numbers. Sound
// because the comparison is exact up to 2^52: the root of a number that is no square is further from all integers than
// the rounding error.
func rootTest(m *symval.Func, l, b int, stay bool) (symval.Bound, bool) {
	f := m.Fn
	v := f.At(m.CFG.Blocks[b].Last)
	if v == 0 {
		return symval.Bound{}, false
	}
	op := m.CFG.Code.Op(m.CFG.Blocks[b].Last)
	if op < classfile.OpIfeq || op > classfile.OpIfle {
		return symval.Bound{}, false
	}
	op = op - classfile.OpIfeq + classfile.OpIfIcmpeq
	if !stay {
		op = ssa.Negate(op)
	}
	x := &f.Values[f.Args(v)[0]]
	if x.Kind != ssa.Instr || x.Op != classfile.OpDcmpg && x.Op != classfile.OpDcmpl {
		return symval.Bound{}, false
	}
	args := f.Args(f.Args(v)[0])
	i, root, nan := args[0], args[1], classfile.OpDcmpg // the operation for which NaN ends the loop
	if op == classfile.OpIfIcmpgt || op == classfile.OpIfIcmpge {
		i, root, nan, op = root, i, classfile.OpDcmpl, code.Mirror(op)
	}
	if op != classfile.OpIfIcmplt && op != classfile.OpIfIcmple || x.Op != nan {
		return symval.Bound{}, false
	}
	n, ok1 := m.RootOf(root)
	i, ok2 := m.FromInteger(i)
	if !ok1 || !ok2 {
		return symval.Bound{}, false
	}
	limit, isBound := limitOrFirst(m, l, n)
	if op == classfile.OpIfIcmplt {
		limit.Size = limit.Size.AddInt(-1)
	}
	limit.Conds = m.Require(limit.Conds, expr.Condition{Size: limit.Size, Lo: math.Inf(-1), Hi: 1 << 52})
	t, ok := rootBound(m, l, m.InductionVars(l), i, limit, isBound, 0, math.Inf(1))
	t.Conds = expr.Tightest(t.Conds)
	return t, ok
}
