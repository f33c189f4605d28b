package loopbound

import (
	"math"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// squares is the prover of loops whose counter rises until its square is above a limit: i*i <= n, (long) i * i < n, i
// <= n / i. Sound because each form is equivalent to i <= sqrt(limit) unless the square overflows, which a condition
// excludes.
func squares(m *symval.Func, t *variableTest) (symval.Bound, bool) {
	f, l, phis, c := m.Fn, t.loop, t.phis, t.cmp
	if c.Op == classfile.OpIfIcmpgt || c.Op == classfile.OpIfIcmpge {
		c = code.Comparison{A: c.B, B: c.A, Op: code.Mirror(c.Op)}
	}
	if c.Op != classfile.OpIfIcmplt && c.Op != classfile.OpIfIcmple || c.A == 0 || c.B == 0 {
		return symval.Bound{}, false
	}
	if x := &f.Values[c.A]; x.Kind == ssa.Instr && (x.Op == classfile.OpImul || x.Op == classfile.OpLmul) && sameSum(m, f.Args(c.A)[0], f.Args(c.A)[1]) {
		limit, isBound := limitOrFirst(m, l, c.B)
		if c.Op == classfile.OpIfIcmplt {
			limit.Size = limit.Size.AddInt(-1)
		}
		top := 46340.0 // squared, the largest that fits in an int
		if x.Op == classfile.OpLmul {
			top = 1 << 31
		}
		return rootBound(m, l, phis, f.Args(c.A)[0], limit, isBound, 0, top)
	}
	if x := &f.Values[c.B]; x.Kind == ssa.Instr && (x.Op == classfile.OpIdiv || x.Op == classfile.OpLdiv) && sameSum(m, f.Args(c.B)[1], c.A) {
		limit, isBound := limitOrFirst(m, l, f.Args(c.B)[0])
		return rootBound(m, l, phis, c.A, limit, isBound || c.Op == classfile.OpIfIcmplt, 1, math.Inf(1))
	}
	return symval.Bound{}, false
}

// sameSum reports whether two values are the same, or sums of the same value and the same constant.
func sameSum(m *symval.Func, v, w ssa.ID) bool {
	v, w = widened(m, v), widened(m, w)
	a, c, ok1 := m.Addition(v)
	b, d, ok2 := m.Addition(w)
	return v == w || ok1 && ok2 && a == b && c == d && m.Fn.Values[v].Type == m.Fn.Values[w].Type
}
