package symval

import (
	"iter"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Comparisons that hold in a block. Sound because only branches whose edge dominates the block count.

// maxFacts bounds the comparisons per block: each of thousands of nested blocks would have thousands.
const maxFacts = 256

// BranchComparisons returns the comparisons that every path to the block has passed, innermost first, up to maxFacts.
func (m *Func) BranchComparisons(block int) []code.Comparison {
	var out []code.Comparison
	for e := range m.EdgesBefore(block) {
		if f, ok := m.FactOn(e); ok {
			if out = append(out, f); len(out) == maxFacts {
				break
			}
		}
	}
	return out
}

// EdgesBefore yields the edges that every path to the block takes, innermost first. Into the header of a loop, that is the only one that is
// no back edge: what is compared before it is not computed again in the loop.
func (m *Func) EdgesBefore(block int) iter.Seq[*cfg.Edge] {
	return func(yield func(*cfg.Edge) bool) {
		for b := block; ; {
			p := m.CFG.Dominators.Parent(b)
			if p < 0 || p == b {
				return
			}
			if e := m.CFG.Entry(b); e != nil && int(e.From) == p && !yield(e) {
				return
			}
			b = p
		}
	}
}

// FactOn returns the comparison that holds on an edge; ok is false if there is none.
func (m *Func) FactOn(e *cfg.Edge) (f code.Comparison, ok bool) {
	if e.Kind != cfg.Taken && e.Kind != cfg.Fall {
		return code.Comparison{}, false
	}
	f, ok = m.Comparison(int(e.From), e.Kind == cfg.Taken)
	return f, ok && !m.SameTarget(int(e.From))
}

// SameTarget reports whether both outcomes of a block's branch lead to the same block.
func (m *Func) SameTarget(b int) bool {
	var to []int32
	for _, e := range m.CFG.Blocks[b].Succs {
		if e.Kind == cfg.Taken || e.Kind == cfg.Fall {
			to = append(to, e.To)
		}
	}
	return len(to) == 2 && to[0] == to[1]
}

// Comparison returns the relation of ints or longs that holds if the branch at the end of b is taken, or is not (!taken).
func (m *Func) Comparison(b int, taken bool) (code.Comparison, bool) {
	pc := m.CFG.Blocks[b].Last
	op := m.CFG.Code.Op(pc)
	if !op.IsConditional() {
		return code.Comparison{}, false
	}
	v := m.Fn.At(pc)
	if v == 0 {
		return code.Comparison{}, false
	}
	args := m.Fn.Args(v)
	var f code.Comparison
	switch {
	case op >= classfile.OpIfIcmpeq && op <= classfile.OpIfIcmple:
		f = code.Comparison{A: args[0], B: args[1], Op: op}
	case op >= classfile.OpIfeq && op <= classfile.OpIfle:
		if d, outcome, ok := m.Decided(b, args[0], op, taken); ok {
			return m.Comparison(d, outcome)
		}
		f = code.Comparison{A: args[0], B: 0, Op: op - classfile.OpIfeq + classfile.OpIfIcmpeq}
		if a, b, is, ok := m.Fn.TestOf(args[0]); ok && op <= classfile.OpIfne {
			if f = (code.Comparison{A: a, B: b, Op: is}); op == classfile.OpIfeq {
				f.Op = ssa.Negate(is)
			}
		} else if x := &m.Fn.Values[args[0]]; x.Kind == ssa.Instr && x.Op == classfile.OpLcmp {
			cmp := m.Fn.Args(args[0])
			f.A, f.B = cmp[0], cmp[1]
		} else if x.Kind == ssa.Instr && x.Op >= classfile.OpFcmpl && x.Op <= classfile.OpDcmpg {
			return code.Comparison{}, false
		}
	default:
		return code.Comparison{}, false
	}
	if !taken {
		f.Op = ssa.Negate(f.Op)
	}
	return f, true
}

// Continues returns the relation under which loop l goes on behind the test at the end of block b, whose taken branch stays in the loop or not (!stay);
// ok is false where an iteration can pass without the test.
func (m *Func) Continues(l, b int, stay bool) (c code.Comparison, ok bool) {
	c, ok = m.Comparison(b, stay)
	return c, ok && !m.CFG.HasSubroutines && m.DominatesLatches(b, l)
}

// Truth returns the comparison that holds if v, a boolean that a branch sets, is true, or if it is false (!is).
func (m *Func) Truth(v ssa.ID, is bool) (code.Comparison, bool) {
	if m.Fn.Values[v].Kind != ssa.Phi {
		return code.Comparison{}, false
	}
	d, outcome, ok := m.Decided(int(m.Fn.Values[v].Block), v, classfile.OpIfne, is)
	if !ok {
		return code.Comparison{}, false
	}
	return m.Comparison(d, outcome)
}

// FactsOn returns the comparisons that hold on an edge.
func (m *Func) FactsOn(e *cfg.Edge) []code.Comparison {
	facts := m.FactsAt(e.From)
	if f, ok := m.FactOn(e); ok {
		return append(facts[:len(facts):len(facts)], f)
	}
	return facts
}

// FactsAt returns the comparisons that hold in block b.
func (m *Func) FactsAt(b int32) []code.Comparison {
	f, ok := m.intervals.facts[b]
	if !ok {
		f = m.BranchComparisons(int(b))
		m.intervals.facts[b] = f
	}
	return f
}

// StartIntervals makes the caches of intervals, unless they exist.
func (m *Func) StartIntervals() {
	if m.intervals.done == nil {
		m.intervals = intervalCache{map[ssa.ID]expr.Interval{}, map[ssa.ID]expr.Interval{}, map[int32][]code.Comparison{}, map[int32]*guards{}}
	}
}
