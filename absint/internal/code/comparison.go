package code

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Comparisons that branches decide. Sound because negation and mirroring follow JVMS 6.5 (if_icmp<cond>).

// Comparison is a relation that holds in a block: two operands and a branch opcode between ints (if_icmplt and so on).
type Comparison struct {
	A, B ssa.ID // B is 0 for the constant zero
	Op   classfile.Op
}

// Less returns the inequality in the form a < b + extra; ok is false for equality and difference.
func (f Comparison) Less() (a, b ssa.ID, extra int64, ok bool) {
	swap, extra, ok := Strictly(f.Op)
	if swap {
		return f.B, f.A, extra, ok
	}
	return f.A, f.B, extra, ok
}

// Strictly brings a comparison into the form small < large + extra. swap: the second operand is small. ok: it is an
// inequality.
func Strictly(op classfile.Op) (swap bool, extra int64, ok bool) {
	switch op {
	case classfile.OpIfIcmplt:
		return false, 0, true
	case classfile.OpIfIcmple:
		return false, 1, true
	case classfile.OpIfIcmpgt:
		return true, 0, true
	case classfile.OpIfIcmpge:
		return true, 1, true
	}
	return false, 0, false
}

// Mirror returns the comparison with its operands exchanged.
func Mirror(op classfile.Op) classfile.Op {
	switch op {
	case classfile.OpIfIcmplt:
		return classfile.OpIfIcmpgt
	case classfile.OpIfIcmpgt:
		return classfile.OpIfIcmplt
	case classfile.OpIfIcmple:
		return classfile.OpIfIcmpge
	case classfile.OpIfIcmpge:
		return classfile.OpIfIcmple
	}
	return op
}

// Decided returns the branch that determines the one at the end of block b, if that one tests a v that was set to 0 or
// another constant by the outcome of the branch of block d and nothing in between: `boolean more = i < n; if (more)`, or
// isNotEmpty() of Kotlin. outcome is the outcome of d that leads to taken.
func (m *Method) Decided(b int, v ssa.ID, op classfile.Op, taken bool) (d int, outcome, ok bool) {
	x := &m.Fn.Values[v]
	preds := m.CFG.Blocks[b].Preds
	if op != classfile.OpIfeq && op != classfile.OpIfne || x.Kind != ssa.Phi || int(x.Block) != b || len(preds) != 2 {
		return 0, false, false
	}
	var edges [2]int32 // 1 + the edge out of d, by v == 0 and v != 0
	for i, a := range m.Fn.Args(v) {
		if m.Fn.Values[a].Kind != ssa.Int {
			return 0, false, false
		}
		e := preds[i]
		for before := m.CFG.Blocks[m.CFG.Edges[e].From]; !m.CFG.Code.Op(before.Last).IsConditional(); before = m.CFG.Blocks[m.CFG.Edges[e].From] {
			if len(before.Preds) != 1 || len(m.Fn.Body[m.CFG.Edges[e].From]) > 0 {
				return 0, false, false
			}
			e = before.Preds[0]
		}
		set := 0
		if m.Fn.Values[a].Aux != 0 {
			set = 1
		}
		edges[set] = e + 1
	}
	if edges[0] == 0 || edges[1] == 0 {
		return 0, false, false
	}
	zero, other := &m.CFG.Edges[edges[0]-1], &m.CFG.Edges[edges[1]-1]
	if zero.From != other.From || zero.Kind == other.Kind || zero.Kind == cfg.Exception || other.Kind == cfg.Exception {
		return 0, false, false
	}
	is := zero
	if taken != (op == classfile.OpIfeq) {
		is = other
	}
	return int(is.From), is.Kind == cfg.Taken, true
}

// NotEmpty returns the string that a comparison shows not to be empty, 0 for none: s.isEmpty() is false, or s.equals("").
func (m *Method) NotEmpty(c Comparison) ssa.ID {
	f := m.Fn
	if c.B != 0 || c.Op != classfile.OpIfIcmpeq || !f.IsCall(c.A) {
		return 0
	}
	args := f.Args(c.A)
	switch {
	case f.IsCallTo(c.A, platform.StringClass, "isEmpty"):
		return args[0]
	case f.IsCallTo(c.A, platform.StringClass, "equals"):
		for i, a := range args {
			if text, constant := f.StringConstant(a); constant && text == "" && f.Static(args[1-i]) == "Ljava/lang/String;" {
				return args[1-i]
			}
		}
	}
	return 0
}

// Exclude reports whether no two numbers are in both relations.
func Exclude(a, b classfile.Op) bool {
	return !slices.ContainsFunc([]int64{-1, 0, 1}, func(x int64) bool { return a.Holds(x, 0) && b.Holds(x, 0) })
}

// Constant returns the value of a constant operand of a comparison; the value 0 stands for the constant zero.
func (m *Method) Constant(v ssa.ID) (int64, bool) {
	if v == 0 {
		return 0, true
	}
	x := &m.Fn.Values[v]
	return x.Aux, x.Kind == ssa.Int
}
