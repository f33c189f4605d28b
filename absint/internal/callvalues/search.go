package callvalues

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/contracts"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Searches of the program: methods such as indexOf(array, x, from), whose result is at least a parameter, or -1. Sound because each returned
// value is -1, or has a lower bound without conditions that is at least the parameter for all arguments; and is less than a length where a
// comparison that dominates its return says so.

// SearchOf returns how the result of call v is related to its arguments: that of a search of the library, or of methods of the program.
// From is 0 for every other value.
func SearchOf(m *symval.Func, v ssa.ID) (s symval.Search) {
	if !m.Fn.IsCall(v) || m.Fn.Values[v].Type != 'i' {
		return s
	}
	args := m.Fn.Args(v)
	if from := SearchFrom(m, v); from != 0 {
		return symval.Search{From: from, In: m.Uncast(args[0]), Misses: true}
	}
	if m.Depth <= 0 {
		return s
	}
	s = m.Oracle.Result(m.Fn, v, m.Depth-1).Search
	for _, p := range []*ssa.ID{&s.From, &s.In} {
		if *p != 0 {
			*p = args[*p-1]
		}
	}
	return s
}

// SearchFrom returns where a search for the next element starts, 0 if v is none: its result is at least that, or -1
// (String.indexOf of a character or nonempty text, BitSet.nextSetBit). A search from below 0 starts at 0.
func SearchFrom(m *symval.Func, v ssa.ID) ssa.ID {
	f := m.Fn
	x := &f.Values[v]
	if x.Kind != ssa.Instr || x.Op != classfile.OpInvokevirtual && x.Op != classfile.OpInvokestatic {
		return 0
	}
	mem, _ := f.Member(v)
	args := f.Args(v)
	if x.Op == classfile.OpInvokestatic {
		return defaultSearchFrom(m, v)
	}
	switch {
	case platform.IndexSearch.Has(mem):
		if mem.Class == platform.StringClass || m.Breach(args[0], mem.Class, contracts.Searching) == nil {
			return args[len(args)-1]
		}
	case platform.TextSearch.Has(mem) && m.LengthAt(args[1], x.Block).Lo >= 1:
		return args[2]
	}
	return 0
}

// leftOutStart is the bit of the start among the arguments that a call of Kotlin's indexOf leaves out.
const leftOutStart = 2

// defaultSearchFrom is SearchFrom for Kotlin's indexOf with default arguments.
func defaultSearchFrom(m *symval.Func, v ssa.ID) ssa.ID {
	args := m.Fn.Args(v)
	if !IsDefaultSearch(m, v) {
		return 0
	}
	if leftOut, ok := m.Constant(args[4]); !ok || leftOut&leftOutStart != 0 {
		return 0
	}
	return args[2]
}

// IsDefaultSearch reports whether v is a call of Kotlin's indexOf with default arguments, of a String: its result is an index of that, or -1.
func IsDefaultSearch(m *symval.Func, v ssa.ID) bool {
	f := m.Fn
	mem, ok := f.Member(v)
	if !ok || !platform.DefaultIndexSearch.Has(mem) && !platform.DefaultTextSearch.Has(mem) {
		return false
	}
	args := f.Args(v)
	return platform.ClassName(f.Static(m.Uncast(args[0]))) == platform.StringClass &&
		(platform.DefaultIndexSearch.Has(mem) || m.LengthAt(args[1], f.Values[v].Block).Lo >= 1)
}

// place is a value that a method returns, at the end of a block. If it is what a search returns, low is where that starts and in where it
// searches; else low is the value itself.
type place struct {
	value   ssa.ID
	block   int32
	low, in ssa.ID
}

// maxPlaces bounds the values that a method returns.
const maxPlaces = 16

// joined returns the values that are returned, in place of phis those that they join, with the blocks that pass them on; ok is false if they
// are too many, or the call of the method passes one on.
func joined(m *symval.Func, returned []place) (out []place, ok bool) {
	for n := 0; len(returned) > 0; n++ {
		p := returned[0]
		returned = returned[1:]
		if n == maxPlaces {
			return nil, false
		}
		x := &m.Fn.Values[p.value]
		if x.Kind != ssa.Phi || m.LoopHeadedBy(int(x.Block)) >= 0 || m.CFG.Blocks[x.Block].Region >= 0 {
			out = append(out, p)
			continue
		}
		for i, a := range m.Fn.Args(p.value) {
			e := m.EdgeInto(x.Block, i)
			if e == nil {
				return nil, false
			}
			returned = append(returned, place{value: a, block: e.From})
		}
	}
	return out, true
}

// searchOf returns how the values that a method returns are related to its parameters, which it numbers from 1.
func searchOf(m *symval.Func, returned []place) (s symval.Search) {
	var found []place
	returned, ok := joined(m, returned)
	if !ok {
		return symval.Search{}
	}
	for _, p := range returned {
		if m.IsConstant(p.value, -1) {
			s.Misses = true
		} else {
			p.low = p.value
			if inner := SearchOf(m, p.value); inner.From != 0 {
				p.low, p.in = inner.From, inner.In
				s.Misses = s.Misses || inner.Misses
			}
			found = append(found, p)
		}
	}
	if len(found) == 0 {
		return symval.Search{}
	}
	for i, p := range m.Fn.Params {
		switch t := m.Fn.Values[p].Type; {
		case t == 'i' && s.From == 0 && !slices.ContainsFunc(found, func(v place) bool { return !notBelow(m, v.low, p) }):
			s.From = ssa.ID(i + 1)
		case t == 'a' && s.In == 0 && !slices.ContainsFunc(found, func(v place) bool { return !indexOf(m, v, p) }):
			s.In = ssa.ID(i + 1)
		}
	}
	if s.From == 0 {
		return symval.Search{}
	}
	return s
}

// notBelow reports whether v is at least the parameter p, whatever the arguments are.
func notBelow(m *symval.Func, v, p ssa.ID) bool {
	low, from := m.Bound(v, false, 0), m.ValueOf(p)
	if !low.Ok() || !from.Ok() || len(low.Conds)+len(from.Conds) > 0 || low.Size.Top || from.Size.Top {
		return false
	}
	return m.Env.Size(low.Size.Sub(from.Size)).Lo >= 0 || expr.Max(low.Size, from.Size).Equal(low.Size)
}

// indexOf reports whether a value is compared with the length of parameter p, and less, or found in it.
func indexOf(m *symval.Func, v place, p ssa.ID) bool {
	f := m.Fn
	if t := f.Static(p); t == "" || t[0] != '[' && platform.ClassName(t) != platform.StringClass {
		return false
	}
	return v.in == p || slices.ContainsFunc(m.BranchComparisons(int(v.block)), func(c code.Comparison) bool {
		if c.B == v.value {
			c.A, c.B, c.Op = c.B, c.A, code.Mirror(c.Op)
		}
		return c.A == v.value && c.Op == classfile.OpIfIcmplt && c.B != 0 && progdb.LengthOf(f, c.B) == p
	})
}

// Found reports whether a comparison of the result of a search implies that it is not -1.
func Found(m *symval.Func, c code.Comparison) bool {
	k, ok := m.Constant(c.B)
	switch {
	case !ok:
		return false
	case c.Op == classfile.OpIfIcmpge:
		return k >= 0
	case c.Op == classfile.OpIfIcmpgt:
		return k >= -1
	}
	return c.Op == classfile.OpIfIcmpne && k == -1
}
