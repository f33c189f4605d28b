package absint

import (
	"math"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// divisible bounds a loop that divides x by k as long as x is a multiple of k: x is at least as large as k to the power
// of the iterations. Only 0 can be divided for ever.
func (m *method) divisible(l int, c fact) (testBound, bool) {
	f := m.f
	if c.op != classfile.OpIfIcmpeq || !m.isConstant(c.b, 0) {
		return testBound{}, false
	}
	w := &f.Values[c.a]
	if w.Kind != ssa.Instr {
		return testBound{}, false
	}
	args := f.Args(c.a)
	var x, divisor ssa.ID
	k := int64(0) // the divisor, where it is a constant
	constant := func(v ssa.ID) int64 {
		if f.Values[v].Kind != ssa.Int {
			return 0
		}
		return f.Values[v].Aux
	}
	switch w.Op {
	case classfile.OpIrem, classfile.OpLrem:
		x, divisor = args[0], args[1]
		k = constant(divisor)
	case classfile.OpIand, classfile.OpLand: // the remainder by a power of two
		x = args[0]
		if k = constant(args[1]) + 1; k&(k-1) != 0 {
			return testBound{}, false
		}
	default:
		return testBound{}, false
	}
	if v := &f.Values[x]; v.Kind != ssa.Phi || m.loopHeadedBy(int(v.Block)) != l || k < 0 || k == 1 || k > 1<<31 {
		return testBound{}, false
	}
	turn, ok := m.turnOf(l, x)
	ways := m.jointly(l, turn.backs, turn.backs)
	if !ok || len(ways) == 0 {
		return testBound{}, false
	}
	for _, p := range ways {
		v := &f.Values[p[0]]
		if v.Kind != ssa.Instr || len(f.Args(p[0])) != 2 || f.Args(p[0])[0] != x {
			return testBound{}, false
		}
		by := f.Args(p[0])[1]
		switch v.Op {
		case classfile.OpIdiv, classfile.OpLdiv:
			if k == 0 && by != divisor || k != 0 && constant(by) != k {
				return testBound{}, false
			}
		case classfile.OpIshr, classfile.OpLshr, classfile.OpIushr, classfile.OpLushr:
			if f.Values[by].Kind != ssa.Int || f.Values[by].Aux < 1 || f.Values[by].Aux > 30 || k != 1<<f.Values[by].Aux {
				return testBound{}, false
			}
		default:
			return testBound{}, false
		}
	}
	start, _ := m.limitOf(l, turn.init, true)
	low, _ := m.limitOf(l, turn.init, false)
	if !start.ok() || !low.ok() {
		return testBound{}, false
	}
	conds := m.require(slices.Concat(start.conds, low.conds), Condition{Size: low.size, Lo: 1, Hi: math.Inf(1)})
	if k == 0 {
		if d := &f.Values[divisor]; d.Kind != ssa.Param && m.g.InLoop(int(d.Block), l) {
			return testBound{}, false
		}
		q, _ := m.limitOf(l, divisor, false)
		if !q.ok() {
			return testBound{}, false
		}
		if k = 2; m.leastOf(q.size) > 2 {
			k = smallLeast(m.leastOf(q.size))
		}
		conds = m.require(append(conds, q.conds...), Condition{Size: q.size, Lo: 2, Hi: math.Inf(1)})
	}
	n := start.size.Log(k)
	return testBound{upper: n, conds: conds}, !n.bad
}
