package loopbound

import (
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Limits that the loop itself divides, as a factorization does: for (int i = 2; i * i <= n; i++) while (n % i == 0) n /= i.
//
// Sound because a quotient, a remainder and an arithmetic shift to the right have no larger absolute value than what is divided, whatever
// the divisor (JLS 15.17.2: the quotient of the smallest int by -1 is itself), so that the limit is at most the absolute value of the first.

// limitOrFirst is Func.LimitOf for an upper limit, also where the loop divides the limit.
func limitOrFirst(m *symval.Func, l int, v ssa.ID) (q symval.Guarded, bound bool) {
	q, bound = m.LimitOf(l, v, true)
	if q.Ok() || v == 0 {
		return q, bound
	}
	x := &m.Fn.Values[v]
	if x.Kind != ssa.Phi || m.LoopHeadedBy(int(x.Block)) != l {
		return q, bound
	}
	for i, a := range m.Fn.Args(v) {
		if m.ViaBackEdge(l, i) && !dividedOnly(m, l, a, map[ssa.ID]bool{v: true}) {
			return q, bound
		}
	}
	init := m.InitOf(v, l)
	most, _ := m.LimitOf(l, init, true)
	if init == 0 || !most.Ok() {
		return q, bound
	}
	if m.RangeOf(init).Lo < 0 {
		least, _ := m.LimitOf(l, init, false)
		if !least.Ok() {
			return q, bound
		}
		most.Size = expr.Max(most.Size, least.Size.Scale(-1))
		most.Conds = expr.Union(most.Conds, least.Conds)
	}
	return most, !most.Size.Top
}

// dividedOnly reports whether v is one of the known values, divided any number of times, on every path to it in loop l.
func dividedOnly(m *symval.Func, l int, v ssa.ID, known map[ssa.ID]bool) bool {
	if known[v] {
		return true
	}
	x := &m.Fn.Values[v]
	if v == 0 || !m.CFG.InLoop(int(x.Block), l) || len(known) > symval.MaxDepth {
		return false
	}
	args := m.Fn.Args(v)
	switch {
	case x.Kind == ssa.Phi:
		known[v] = true // if its arguments are
		for _, a := range args {
			if !dividedOnly(m, l, a, known) {
				return false
			}
		}
		return true
	case x.Kind != ssa.Instr:
		return false
	}
	switch x.Op {
	case classfile.OpIdiv, classfile.OpLdiv, classfile.OpIrem, classfile.OpLrem, classfile.OpIshr, classfile.OpLshr:
		return dividedOnly(m, l, args[0], known)
	}
	return false
}
