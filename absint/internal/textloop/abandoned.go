package textloop

import (
	"slices"
	"unicode/utf16"

	"github.com/energylint/energylint/absint/internal/heapsize"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// A loop that is bounded by what its iterations take off, and not by a test, can begin one iteration more: it throws where nothing is left.
//
//	for (;;) { if (s.startsWith("/")) return n; n += weigh(s); s = s.substring(1); }
//
// What that iteration runs costs no more than the way out of the loop where all of it is on a way out.

// abandons reports whether an iteration of loop l may begin that takes nothing off and throws behind the last way out. calls are those that
// throw in it; tests tells of a value that is at least least, or not null, where the loop goes on, whether it is not so in that iteration.
//
// Sound because a call before a way out, or behind a test that each iteration passes and that leaves the loop in the last one, is reached along
// blocks that a path out of the loop has, too. The value is computed in the iteration: one from before the loop does not tell of what is left.
func abandons(m *symval.Func, l int, calls []ssa.ID, tests func(v ssa.ID, least int64) bool) bool {
	leaves := m.LeavingBlocks(l)
	if !slices.ContainsFunc(calls, func(v ssa.ID) bool { return !leaves[m.Fn.Values[v].Block] }) {
		return false
	}
	return !slices.ContainsFunc(m.CFG.Exits(l), func(i int32) bool {
		e := &m.CFG.Edges[i]
		if e.Kind == cfg.Exception || len(m.CFG.Blocks[e.From].Succs) < 2 || !m.Ends[e.To] || !m.DominatesLatches(int(e.From), l) {
			return false
		}
		v, least, ok := heapsize.ExhaustionTest(m, int(e.From), e.Kind != cfg.Taken)
		return ok && v != 0 && m.CFG.InLoop(int(m.Fn.Values[v].Block), l) && tests(v, least)
	})
}

// charsShown returns how many characters a text has at least where v is at least least: its length, that it is not empty, that it has a
// constant in it, or an index in it; 0 if v tells nothing. Of an index, least is 1 where it is not 0: it may be -1.
func charsShown(m *symval.Func, v ssa.ID, least int64, text ssa.ID) int64 {
	if x := &m.Fn.Values[v]; x.Kind != ssa.Instr || x.Op != classfile.OpInvokevirtual || m.Uncast(m.Fn.Args(v)[0]) != m.Uncast(text) {
		return 0
	}
	mem, _ := m.Fn.Member(v)
	if mem.Class != platform.StringClass && !platform.TextBuffer.Has(mem.Class) {
		return 0
	}
	part, constant := "", false
	if args := m.Fn.Args(v); len(args) > 1 {
		part, constant = m.Fn.StringConstant(args[1])
	}
	switch mem.Name {
	case "length", "isEmpty":
		return max(least, 0)
	case "startsWith", "endsWith", "contains":
		if constant && least >= 1 {
			return int64(len(utf16.Encode([]rune(part))))
		}
	case "indexOf", "lastIndexOf":
		if least == 0 && (constant && part != "" || mem.Desc == "(I)I" || mem.Desc == "(II)I") {
			return 1
		}
	}
	return 0
}
