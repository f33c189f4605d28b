package absint

import (
	"iter"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// fact is a comparison that is known to hold in a block: the operands and the relation, as a branch opcode
// between two ints (if_icmplt and so on).
type fact struct {
	a, b ssa.ID // b is 0 for the constant zero
	op   classfile.Op
}

// maxFacts bounds the comparisons before a block: blocks behind thousands of others would have thousands each.
const maxFacts = 256

// branchFacts returns the comparisons that every path to the block has passed, innermost first, up to maxFacts.
func (m *method) branchFacts(block int) []fact {
	var out []fact
	for e := range m.edgesBefore(block) {
		if f, ok := m.factOn(e); ok {
			if out = append(out, f); len(out) == maxFacts {
				break
			}
		}
	}
	return out
}

// edgesBefore are the edges that every way to the block has gone along, innermost first.
func (m *method) edgesBefore(block int) iter.Seq[*cfg.Edge] {
	return func(yield func(*cfg.Edge) bool) {
		for b := block; ; {
			p := m.g.Dominators.Parent(b)
			if p < 0 || p == b {
				return
			}
			if preds := m.g.Blocks[b].Preds; len(preds) == 1 {
				if e := &m.g.Edges[preds[0]]; int(e.From) == p && !yield(e) {
					return
				}
			}
			b = p
		}
	}
}

// factOn is the comparison that decides for an edge; ok is false where none does.
func (m *method) factOn(e *cfg.Edge) (f fact, ok bool) {
	if e.Kind != cfg.Taken && e.Kind != cfg.Fall {
		return fact{}, false
	}
	f, ok = m.comparison(int(e.From), e.Kind == cfg.Taken)
	return f, ok && !m.bothWays(int(e.From))
}

// bothWays says whether both outcomes of a block's branch lead to the same block.
func (m *method) bothWays(b int) bool {
	var to []int32
	for _, e := range m.g.Blocks[b].Succs {
		if e.Kind == cfg.Taken || e.Kind == cfg.Fall {
			to = append(to, e.To)
		}
	}
	return len(to) == 2 && to[0] == to[1]
}

// comparison is what the conditional branch at the end of block b compares, for the outcome that is asked for:
// operands of int or long, the relation as an if_icmp opcode.
func (m *method) comparison(b int, taken bool) (fact, bool) {
	pc := m.g.Blocks[b].Last
	op := m.g.Code.Op(pc)
	if !op.IsConditional() {
		return fact{}, false
	}
	v := m.f.At(pc)
	if v == 0 {
		return fact{}, false
	}
	args := m.f.Args(v)
	var f fact
	switch {
	case op >= classfile.OpIfIcmpeq && op <= classfile.OpIfIcmple:
		f = fact{args[0], args[1], op}
	case op >= classfile.OpIfeq && op <= classfile.OpIfle:
		if d, outcome, ok := m.decided(b, args[0], op, taken); ok {
			return m.comparison(d, outcome)
		}
		f = fact{args[0], 0, op - classfile.OpIfeq + classfile.OpIfIcmpeq}
		if x := &m.f.Values[args[0]]; x.Kind == ssa.Instr && x.Op == classfile.OpLcmp {
			cmp := m.f.Args(args[0])
			f.a, f.b = cmp[0], cmp[1]
		} else if x.Kind == ssa.Instr && x.Op >= classfile.OpFcmpl && x.Op <= classfile.OpDcmpg {
			return fact{}, false
		}
	default:
		return fact{}, false
	}
	if !taken {
		f.op = negate(f.op)
	}
	return f, true
}

// decided finds the branch that decides for the one at the end of block b, where that one only asks whether v was set to
// 0: `boolean more = i < n; if (more)`, or isNotEmpty() of Kotlin. v is 0 behind one outcome of the branch of block d, and
// another constant behind the other, with nothing in between; outcome is that of d for the one that is asked for.
func (m *method) decided(b int, v ssa.ID, op classfile.Op, taken bool) (d int, outcome, ok bool) {
	x := &m.f.Values[v]
	preds := m.g.Blocks[b].Preds
	if op != classfile.OpIfeq && op != classfile.OpIfne || x.Kind != ssa.Phi || int(x.Block) != b || len(preds) != 2 {
		return 0, false, false
	}
	var of [2]int32 // by 0 and not 0, the edge out of d
	for i, a := range m.f.Args(v) {
		if m.f.Values[a].Kind != ssa.Int {
			return 0, false, false
		}
		e := preds[i]
		for before := m.g.Blocks[m.g.Edges[e].From]; !m.g.Code.Op(before.Last).IsConditional(); before = m.g.Blocks[m.g.Edges[e].From] {
			if len(before.Preds) != 1 || len(m.f.Body[m.g.Edges[e].From]) > 0 {
				return 0, false, false
			}
			e = before.Preds[0]
		}
		set := 0
		if m.f.Values[a].Aux != 0 {
			set = 1
		}
		of[set] = e + 1
	}
	if of[0] == 0 || of[1] == 0 {
		return 0, false, false
	}
	zero, other := &m.g.Edges[of[0]-1], &m.g.Edges[of[1]-1]
	if zero.From != other.From || zero.Kind == other.Kind || zero.Kind == cfg.Exception || other.Kind == cfg.Exception {
		return 0, false, false
	}
	is := zero
	if taken != (op == classfile.OpIfeq) {
		is = other
	}
	return int(is.From), is.Kind == cfg.Taken, true
}

// negate is the conditional branch that is taken where op is not: equal and different, less and not less, null and not
// null are neighbours (JVMS 6.5).
func negate(op classfile.Op) classfile.Op {
	if op == classfile.OpIfnull || op == classfile.OpIfnonnull {
		return op ^ classfile.OpIfnull ^ classfile.OpIfnonnull
	}
	return (op - classfile.OpIfeq) ^ 1 + classfile.OpIfeq
}

// strictly brings a comparison into the form small < large + extra. swap says that its second operand is the small one;
// ok is false where it asks for equality or difference.
func strictly(op classfile.Op) (swap bool, extra int64, ok bool) {
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

// less brings an inequality into the form a < b + extra.
func (f fact) less() (a, b ssa.ID, extra int64, ok bool) {
	swap, extra, ok := strictly(f.op)
	if swap {
		return f.b, f.a, extra, ok
	}
	return f.a, f.b, extra, ok
}

// mirror is the comparison with its operands exchanged.
func mirror(op classfile.Op) classfile.Op {
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
