package effects

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Methods that return whether a comparison holds, and do nothing else: boolean isAtEnd() { return pos >= text.length(); }. Sound because every
// instruction of the method is one of those below, and its two outcomes return 0 and 1.

// predicateDepth bounds the predicates that call one another.
const predicateDepth = 3

// Predicate returns the comparison whose result a call returns, nil if it is none.
func (m fieldMemory) Predicate(call ssa.ID) *ssa.Predicate {
	t := m.only(call)
	if t == nil || classfile.Return(t.Desc) != "Z" {
		return nil
	}
	return memo.Memoize(&m.predicates, t, func() *ssa.Predicate { return m.predicate(t, 0) })
}

// predicate returns the comparison whose result a method returns, nil if it is none.
func (a *Effects) predicate(t *classfile.Method, depth int) *ssa.Predicate {
	if t.Static() || !t.HasCode() || depth > predicateDepth || t.CodeSize() > maxStepper {
		return nil
	}
	b := a.Body(t)
	if b.Err != nil || !runsThrough(b) {
		return nil
	}
	last := b.G.Blocks[0].Last
	if !b.G.Code.Op(last).IsConditional() {
		return nil
	}
	p := a.compared(b, b.F.At(last), depth)
	if p == nil {
		return nil
	}
	for _, v := range b.F.Body[0] {
		if !a.isPure(b.F, v, depth) {
			return nil
		}
	}
	var results [2]int64 // where the branch is not taken, and where it is
	for i, kind := range []cfg.Kind{cfg.Fall, cfg.Taken} {
		r, ok := outcome(b, kind)
		if !ok {
			return nil
		}
		results[i] = r
	}
	switch results {
	case [2]int64{1, 0}:
		p.Op = ssa.Negate(p.Op)
	case [2]int64{0, 1}:
	default:
		return nil
	}
	return p
}

// outcome returns the constant that a method returns behind an edge out of its first block, on which nothing happens.
func outcome(b *progdb.Body, kind cfg.Kind) (result int64, ok bool) {
	at := 0
	for range len(b.G.Blocks) {
		var e *cfg.Edge
		for i := range b.G.Blocks[at].Succs {
			if x := &b.G.Blocks[at].Succs[i]; at != 0 || x.Kind == kind {
				e = x
			}
		}
		if e == nil || e.Kind == cfg.Exception {
			return 0, false
		}
		at = int(e.To)
		for _, v := range b.F.Body[at] {
			x := &b.F.Values[v]
			switch {
			case x.Kind != ssa.Instr:
			case x.Op == classfile.OpIreturn:
				r := b.F.Args(v)[0]
				if b.F.Values[r].Kind == ssa.Phi && int(b.F.Values[r].Block) == at {
					r = b.F.Args(r)[e.Slot]
				}
				return b.F.Values[r].Aux, b.F.Values[r].Kind == ssa.Int
			default:
				return 0, false
			}
		}
	}
	return 0, false
}

// compared returns the comparison under which a branch is taken.
func (a *Effects) compared(b *progdb.Body, branch ssa.ID, depth int) *ssa.Predicate {
	f := b.F
	args := f.Args(branch)
	op := f.Values[branch].Op
	switch {
	case op >= classfile.OpIfIcmpeq && op <= classfile.OpIfIcmple:
		x, isX := a.operand(f, args[0])
		y, isY := a.operand(f, args[1])
		if isX && isY {
			return &ssa.Predicate{A: x, B: y, Op: op}
		}
	case op == classfile.OpIfnull || op == classfile.OpIfnonnull:
		if x, ok := a.operand(f, args[0]); ok && x.Param >= 0 && x.Length == 0 && x.Plus == 0 {
			return &ssa.Predicate{A: x, Op: op}
		}
	case op >= classfile.OpIfeq && op <= classfile.OpIfle:
		if x, ok := a.operand(f, args[0]); ok {
			return &ssa.Predicate{A: x, B: ssa.Operand{Param: -1}, Op: op - classfile.OpIfeq + classfile.OpIfIcmpeq}
		}
		inner := a.ofThis(f, args[0], depth)
		if inner == nil || op != classfile.OpIfeq && op != classfile.OpIfne {
			return nil
		}
		p := *inner
		if op == classfile.OpIfeq {
			p.Op = ssa.Negate(p.Op)
		}
		return &p
	}
	return nil
}

// ofThis returns the comparison whose result a call on the method's own object without further arguments returns, nil if it is none.
func (a *Effects) ofThis(f *ssa.Func, call ssa.ID, depth int) *ssa.Predicate {
	if !f.IsCall(call) || len(f.Args(call)) != 1 || f.Method.Static() || f.Args(call)[0] != f.Params[0] {
		return nil
	}
	if t := (fieldMemory{a, f, a.OfCall}).only(call); t != nil && t != f.Method {
		return a.predicate(t, depth+1)
	}
	return nil
}

// operand returns a value as a constant, or a parameter, a field that is read from it, or the length of that, plus a constant.
func (a *Effects) operand(f *ssa.Func, v ssa.ID) (o ssa.Operand, ok bool) {
	x := &f.Values[v]
	args := f.Args(v)
	switch {
	case x.Kind == ssa.Int && x.Type == 'i':
		return ssa.Operand{Param: -1, Plus: x.Aux}, true
	case x.Kind == ssa.Param:
		return ssa.Operand{Param: slices.Index(f.Params, v)}, true
	case x.Kind != ssa.Instr:
	case x.Op == classfile.OpGetfield:
		mem, _ := f.Member(v)
		field, known := a.Declared(mem)
		if o, ok = a.operand(f, args[0]); ok && known && o.Param >= 0 && o.Length == 0 && o.Plus == 0 {
			o.Fields = append(o.Fields[:len(o.Fields):len(o.Fields)], field)
			return o, true
		}
	case progdb.LengthOf(f, v) != 0:
		if o, ok = a.operand(f, args[0]); ok && o.Param >= 0 && o.Length == 0 && o.Plus == 0 {
			o.Length = x.Op
			o.Call, _ = f.Member(v)
			return o, true
		}
	case (x.Op == classfile.OpIadd || x.Op == classfile.OpIsub) && f.Values[args[1]].Kind == ssa.Int:
		if o, ok = a.operand(f, args[0]); ok && o.Plus == 0 && o.Param >= 0 {
			o.Plus = addend(f, v)
			return o, true
		}
	}
	return ssa.Operand{}, false
}

// addend returns what a sum or a difference adds to its first operand, where the second is a constant.
func addend(f *ssa.Func, v ssa.ID) int64 {
	k := f.Values[f.Args(v)[1]].Aux
	if f.Values[v].Op == classfile.OpIsub {
		return -k
	}
	return k
}

// isPure reports whether an instruction only reads, computes or branches.
func (a *Effects) isPure(f *ssa.Func, v ssa.ID, depth int) bool {
	x := &f.Values[v]
	switch {
	case x.Kind != ssa.Instr, x.Op == classfile.OpGetfield, progdb.LengthOf(f, v) != 0, x.Op.IsConditional():
		return true
	case f.IsCall(v):
		return a.ofThis(f, v, depth) != nil
	}
	return x.Op >= classfile.OpIadd && x.Op <= classfile.OpI2s
}
