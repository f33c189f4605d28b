package textloop

import (
	"strings"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Replacements by something shorter: while (s.contains("  ")) s = s.replace("  ", " "). Sound because String.replace puts the second text in the place of
// each occurrence of the first: of one at least, where a test of the same string has found a text that the first is part of.

// replaced is of for a call that returns a string in which something is replaced.
func (s *shortening) replaced(v ssa.ID) int64 {
	m, args := s.m, s.m.Fn.Args(v)
	mem, _ := m.Fn.Member(v)
	if !platform.ReplacesText.Has(mem) && !platform.ReplacesCharacters.Has(mem) {
		return longer
	}
	n := s.of(args[0])
	if n < 0 || platform.ReplacesCharacters.Has(mem) {
		return n
	}
	what, known := m.Fn.StringConstant(args[1])
	by, also := m.Fn.StringConstant(args[2])
	less := symval.Utf16Length(what) - symval.Utf16Length(by)
	if !known || !also || what == "" || less < 0 {
		return longer
	}
	if less > 0 && s.found(args[0], what, m.Fn.Values[v].Block) {
		n += less
	}
	return n
}

// found reports whether a test shows in a block that a string contains a text.
func (s *shortening) found(text ssa.ID, what string, block int32) bool {
	m := s.m
	searches := func(call ssa.ID) bool {
		mem, _ := m.Fn.Member(call)
		if call == 0 || !m.Fn.IsCall(call) || !platform.FindsText.Has(mem) {
			return false
		}
		args := m.Fn.Args(call)
		in, known := m.Fn.StringConstant(args[1])
		return known && m.Uncast(args[0]) == m.Uncast(text) && strings.Contains(in, what)
	}
	for _, c := range m.BranchComparisons(int(block)) {
		for _, call := range []ssa.ID{c.A, c.B} {
			if !searches(call) {
				continue
			}
			mem, _ := m.Fn.Member(call)
			if strings.HasSuffix(mem.Desc, ")I") && m.RangeAt(call, block).Lo >= 0 || strings.HasSuffix(mem.Desc, ")Z") && c.Op == classfile.OpIfIcmpne && c.A == call && c.B == 0 {
				return true
			}
		}
	}
	return false
}
