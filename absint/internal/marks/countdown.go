package marks

import (
	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Countdowns: if (--left[v] == 0) { ... }. Cells of ints that a region only counts, by one instruction and by one, and what runs where a cell has just
// got a certain number. Sound because a cell that is counted in one direction gets a number again only after it has had all others: no other
// instruction of the region, and no code that it calls, stores to the array, the instruction stores to the cell that it has read in the same iteration
// of its innermost loop, and each execution of the block follows an execution of the instruction in its own iteration.

// Period is how often a cell is counted from one time that it has a number to the next.
const Period = 1 << 32

// CountedTo returns the cells one of which a comparison shows to have got a number by the instruction step, each time that a block executes. Keep
// reports whether nothing else stores to the cells.
func (r Region) CountedTo(c code.Comparison, block int32) (k *Cells, step ssa.ID, ok bool) {
	got := r.number(c)
	if got == 0 {
		return nil, 0, false
	}
	for _, b := range r.Blocks {
		for _, v := range r.M.Fn.Body[b] {
			if k, ok := r.counting(v); ok && k.got(got) && k.inIteration(block) {
				return k, v, true
			}
		}
	}
	return nil, 0, false
}

// number returns the int that a comparison shows to be a certain one; 0 if it shows anything else.
func (r Region) number(c code.Comparison) ssa.ID {
	f := r.M.Fn
	if f.Values[c.A].Kind == ssa.Int || c.A == 0 {
		c.A, c.B = c.B, c.A
	}
	if c.Op != classfile.OpIfIcmpeq || f.Values[c.A].Type != 'i' || c.B != 0 && (f.Values[c.B].Kind != ssa.Int || f.Values[c.B].Type != 'i') {
		return 0
	}
	return c.A
}

// counting returns the cells that an instruction counts: it stores what it has read, plus or minus 1.
func (r Region) counting(v ssa.ID) (k *Cells, ok bool) {
	f := r.M.Fn
	if x := &f.Values[v]; x.Kind != ssa.Instr || x.Op != classfile.OpIastore {
		return nil, false
	}
	if k, ok = r.StoredAt(v); !ok {
		return nil, false
	}
	k.relation, k.step = 0, v // no number stands for no mark
	read, by, ok := r.M.Addition(f.Args(v)[2])
	return k, ok && !f.IsCall(f.Args(v)[2]) && (by == 1 || by == -1) && k.reads(read) && k.sameIteration(read, v)
}

// reads reports whether a value is what the cell holds where it evaluates that.
func (k *Cells) reads(v ssa.ID) bool {
	x := &k.M.Fn.Values[v]
	return x.Kind == ssa.Instr && x.Op == classfile.OpIaload && k.IsAt(v, k.indices)
}

// got reports whether a value is what the step has stored to the cell.
func (k *Cells) got(v ssa.ID) bool {
	return v == k.M.Fn.Args(k.step)[2] || k.reads(v) && k.sameIteration(k.step, v)
}

// sameIteration reports whether each execution of instruction b follows one of a in the same iteration of their innermost loop.
func (k *Cells) sameIteration(a, b ssa.ID) bool {
	m := k.M
	from, to := m.Fn.Values[a].Block, m.Fn.Values[b].Block
	if from == to {
		for _, v := range m.Fn.Body[from] {
			if v == a || v == b {
				return v == a && m.CFG.Blocks[from].Region < 0
			}
		}
	}
	return Follows(m, from, to)
}

// Follows reports whether each execution of block to follows a whole one of another block in the same iteration of their innermost loop.
func Follows(m *symval.Func, from, to int32) bool {
	g := m.CFG
	inner := g.Blocks[from].Loop
	return from != to && inner == g.Blocks[to].Loop && inner >= 0 && g.Blocks[from].Region < 0 && g.Blocks[to].Region < 0 &&
		g.Dominators.Dominates(int(from), int(to)) && !m.ThrowsInto(int(inner), from)
}

// inIteration reports whether each execution of a block follows one of the step in the same iteration of their innermost loop.
func (k *Cells) inIteration(block int32) bool {
	return Follows(k.M, k.M.Fn.Values[k.step].Block, block)
}
