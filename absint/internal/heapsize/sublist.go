package heapsize

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/contracts"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Parts of lists: list.subList(from, to) has to - from elements, and no more than the list. Sound because subList throws unless
// 0 <= from <= to <= size(); the part counts its own elements, so that only calls on it and on parts of it add any, and none
// of its uses does; where the list changes otherwise, the part throws. A class that overrides subList may return anything.

// partSize bounds the number of elements that part v of a list ever has; ok is false if v is none, or if more may be added to it.
func partSize(m *symval.Func, v ssa.ID, depth int) (s expr.Size, ok bool) {
	f := m.Fn
	x := &f.Values[v]
	if !f.IsCall(v) || x.Op != classfile.OpInvokevirtual && x.Op != classfile.OpInvokeinterface {
		return s, false
	}
	mem, _ := f.Member(v)
	args := f.Args(v)
	if !platform.Slicing.Has(mem.Name, mem.Desc) || !platform.IsPlatform(mem.Class) || !neverFilled(m, v, 0, depth) {
		return s, false
	}
	for _, c := range []*contracts.Contract{contracts.Slicing, contracts.Yielding} {
		if m.Breach(args[0], mem.Class, c) != nil {
			return s, false
		}
	}
	if s, ok = distance(m, args[1], args[2], x.Block, 0); !ok {
		return s, false
	}
	if _, number := s.Int(); number {
		return m.Clamp(s, code.NoBlock), true
	}
	all := elementsOf(m, args[0], -1, depth+1)
	if more, comparable := s.Sub(all).Int(); !comparable {
		s = expr.Min(m.Clamp(s, code.NoBlock), all)
	} else if s = m.Clamp(s, code.NoBlock); more >= 0 {
		s = all
	}
	return s, !s.Top
}

// viewSize bounds the number of elements of view v of a collection or map in order, such as headMap, or from its end, such as reversed;
// ok is false if v is none, or if more may be added by it. Sound because a view holds only elements of its collection at all times,
// what is added to that otherwise is counted there, and no use of the view adds any; a class that overrides the method may return
// anything.
func viewSize(m *symval.Func, v ssa.ID, depth int) (s expr.Size, ok bool) {
	if !isView(m, v) || !neverFilled(m, v, 0, depth) {
		return s, false
	}
	mem, _ := m.Fn.Member(v)
	of := m.Fn.Args(v)[0]
	for _, c := range []*contracts.Contract{contracts.Viewing, contracts.Yielding} {
		if m.Breach(of, mem.Class, c) != nil {
			return s, false
		}
	}
	s = elementsOf(m, of, -1, depth+1)
	return s, !s.Top
}

// isView reports whether a value is a view of a collection by a call of the platform.
func isView(m *symval.Func, v ssa.ID) bool {
	x := &m.Fn.Values[v]
	if !m.Fn.IsCall(v) || x.Op != classfile.OpInvokevirtual && x.Op != classfile.OpInvokeinterface {
		return false
	}
	mem, _ := m.Fn.Member(v)
	return platform.Viewing.Has(mem.Name, mem.Desc) && platform.IsPlatform(mem.Class)
}

// neverFilled reports whether no use of part v of a list adds elements to it or to a part of it. nested is of how many parts it is one, and
// depth that of the search: what is added may be a part, too.
func neverFilled(m *symval.Func, v ssa.ID, nested, depth int) bool {
	f := m.Fn
	for _, b := range m.CFG.RPO {
		for _, u := range f.Body[b] {
			if !slices.Contains(f.Args(u), v) {
				continue
			}
			mem, _ := f.Member(u)
			same := f.Values[u].Kind == ssa.Instr && f.Values[u].Op == classfile.OpCheckcast
			part := f.IsCall(u) && f.Args(u)[0] == v && platform.IsPlatform(mem.Class) && (platform.Slicing.Has(mem.Name, mem.Desc) || isView(m, u))
			if part || same {
				if nested > 3 || !neverFilled(m, u, nested+1, depth) {
					return false
				}
				continue
			}
			n, ok := putsTo(m, v, u, depth+1)
			if k, number := n.Int(); !ok || !number || k != 0 {
				return false
			}
		}
	}
	for w := range f.Values { // a phi may be any of its arguments
		if f.Values[w].Kind == ssa.Phi && slices.Contains(f.Args(ssa.ID(w)), v) {
			return false
		}
	}
	return true
}

// distance bounds to - from in block at, where to is at least a number that is at least from and 0. Sound because to = from + k with k >= 0
// does not overflow then, nor does from = to - k; and the smaller of two numbers is as near to from as either is, at most.
func distance(m *symval.Func, from, to ssa.ID, at int32, depth int) (s expr.Size, ok bool) {
	f := m.Fn
	if depth > 3 {
		return s, false
	}
	nearest := func(v ssa.ID, of func(ssa.ID) (expr.Size, bool)) (s expr.Size, ok bool) {
		for _, a := range f.Args(v) {
			n, known := of(a)
			switch {
			case known && ok:
				s = expr.Min(s, n)
			case known:
				s, ok = n, true
			}
		}
		return s, ok && !s.Top
	}
	if mem, _ := f.Member(to); f.IsCall(to) && platform.Minimum.Has(mem) {
		if s, ok := nearest(to, func(a ssa.ID) (expr.Size, bool) { return distance(m, from, a, at, depth+1) }); ok {
			return s, true
		}
	}
	if mem, _ := f.Member(from); f.IsCall(from) && platform.Maximum.Has(mem) {
		return nearest(from, func(a ssa.ID) (expr.Size, bool) { return distance(m, a, to, at, depth+1) })
	}
	if n, ok := stepBetween(m, from, to, at); ok {
		return n, true
	}
	return difference(m, from, to)
}

// stepBetween bounds to - from where one is made of the other by an addition or a subtraction of what is not negative.
func stepBetween(m *symval.Func, from, to ssa.ID, at int32) (s expr.Size, ok bool) {
	f := m.Fn
	x, y := &f.Values[from], &f.Values[to]
	args := f.Args(to)
	var step ssa.ID
	switch {
	case y.Kind == ssa.Instr && y.Op == classfile.OpIinc && args[0] == from && y.Aux > 0:
		return expr.Const(y.Aux), true
	case y.Kind == ssa.Instr && y.Op == classfile.OpIadd && slices.Contains(args, from):
		if step = args[0]; step == from {
			step = args[1]
		}
	case x.Kind == ssa.Instr && x.Op == classfile.OpIinc && x.Aux < 0 && sameSize(m, f.Args(from)[0], to):
		return expr.Const(-x.Aux), true
	case x.Kind == ssa.Instr && x.Op == classfile.OpIsub && sameSize(m, f.Args(from)[0], to):
		step = f.Args(from)[1]
	}
	if step == 0 || m.RangeAt(step, at).Lo < 0 {
		return s, false
	}
	q := m.Bound(step, true, 0)
	return q.Size, q.Ok() && len(q.Conds) == 0 && !q.Size.Top
}

// difference bounds to - from by the values of both.
func difference(m *symval.Func, from, to ssa.ID) (expr.Size, bool) {
	lo, hi := m.ValueOf(from), m.ValueOf(to)
	if lo.Ok() && hi.Ok() && len(lo.Conds)+len(hi.Conds) == 0 {
		if d := m.Eliminate(hi.Size.Sub(lo.Size), true, code.NoBlock); !d.Top {
			return d, true
		}
	}
	lo, hi = m.Bound(from, false, 0), m.Bound(to, true, 0)
	if !hi.Ok() || len(hi.Conds) > 0 {
		return expr.Size{}, false
	}
	if lo.Ok() && len(lo.Conds) == 0 && m.LeastOf(lo.Size) >= 0 {
		hi.Size = hi.Size.Sub(lo.Size)
	}
	return hi.Size, !hi.Size.Top
}

// sameSize reports whether a and b are one number: one value, or the size of one object, asked for twice with no call in between
// but of functions of numbers.
func sameSize(m *symval.Func, a, b ssa.ID) bool {
	f := m.Fn
	if a == b {
		return true
	}
	x, y := &f.Values[a], &f.Values[b]
	mem, _ := f.Member(a)
	if other, _ := f.Member(b); !f.IsCall(a) || !f.IsCall(b) || mem != other || mem.Desc != "()I" || !platform.Sizes.Named(mem.Name) ||
		x.Block != y.Block || f.Args(a)[0] != f.Args(b)[0] {
		return false
	}
	from, to := min(x.PC, y.PC), max(x.PC, y.PC)
	return !slices.ContainsFunc(f.Body[x.Block], func(v ssa.ID) bool {
		z := &f.Values[v]
		if z.Kind != ssa.Instr || z.PC <= from || z.PC >= to || !f.IsCall(v) && z.Op != classfile.OpInvokedynamic {
			return false
		}
		called, _ := f.Member(v)
		return !platform.Minimum.Has(called) && !platform.Maximum.Has(called)
	})
}
