package loopbound

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// continuingBranch reports whether block b ends in a two-way branch with exactly one edge on which the loop continues;
// stay is whether that is the taken edge. This file reads the exits of loops and explains exit tests that give no
// bound.
// Sound because an edge counts as an exit only if no path from it comes back to the header.
func continuingBranch(it code.Iterating, m *symval.Func, b int) (stay, ok bool) {
	blk := &m.CFG.Blocks[b]
	if !m.CFG.Code.Op(blk.Last).IsConditional() {
		return false, false
	}
	var taken, fall, seen int
	for i := range blk.Succs {
		e := &blk.Succs[i]
		in := 0
		if it.Stays(&m.Method, e) {
			in = 1
		}
		switch e.Kind {
		case cfg.Taken:
			taken, seen = in, seen+1
		case cfg.Fall:
			fall, seen = in, seen+1
		}
	}
	return taken == 1, seen == 2 && taken != fall
}

// onlyExit reports whether a call that returns normally leaves the loop through block b only.
func onlyExit(it code.Iterating, m *symval.Func, b int) bool {
	for _, x := range m.CFG.Loops[it.Loop].Blocks {
		if int(x) == b || !it.In[x] {
			continue
		}
		blk := &m.CFG.Blocks[x]
		if m.CFG.Code.Op(blk.Last).IsReturn() {
			return false // an exception edge makes it a part of the loop, but it returns
		}
		for i := range blk.Succs {
			if e := &blk.Succs[i]; !it.Stays(&m.Method, e) && m.Live[e.To] {
				return false
			}
		}
	}
	for i := range m.CFG.Blocks[b].Succs {
		if e := &m.CFG.Blocks[b].Succs[i]; e.Kind == cfg.Exception && m.Live[e.To] && !it.Stays(&m.Method, e) {
			return false
		}
	}
	return true
}

// explainNoCount returns the reason why the exit test of block b gives no bound: the operand that is not a count.
func explainNoCount(m *symval.Func, b int) string {
	l := int(m.CFG.Blocks[b].Loop)
	pc := m.CFG.Blocks[b].Last
	v := m.Fn.At(pc)
	if v == 0 {
		return m.TestWhy(l, "its exit test cannot be analysed")
	}
	args := m.Fn.Args(v)
	what := m.Describe(args[0])
	place := m.TestPlace(l, pc)
	switch op := m.CFG.Code.Op(pc); {
	case op == classfile.OpIfnull || op == classfile.OpIfnonnull:
		return m.TestWhy(l, fmt.Sprintf("its exit test%s compares %s with null, not with a count", place, what))
	case op == classfile.OpIfAcmpeq || op == classfile.OpIfAcmpne:
		return m.TestWhy(l, fmt.Sprintf("its exit test%s compares the references %s and %s, not counts", place, what, m.Describe(args[1])))
	}
	if x := &m.Fn.Values[args[0]]; x.Kind == ssa.Instr && x.Op >= classfile.OpFcmpl && x.Op <= classfile.OpDcmpg {
		return m.TestWhy(l, fmt.Sprintf("its exit test%s compares floating-point numbers, which rounding may keep unchanged", place))
	}
	return m.TestWhy(l, fmt.Sprintf("its exit test%s depends on %s, which is not a count", place, what))
}

// explainSkippedTests returns the reason why no exit test of loop l is passed by every iteration.
func explainSkippedTests(m *symval.Func, l int, it code.Iterating) string {
	tests := 0
	var places []string
	alone := ""
	for _, b := range m.CFG.Loops[l].Blocks {
		for i := range m.CFG.Blocks[b].Succs {
			if e := &m.CFG.Blocks[b].Succs[i]; e.Kind != cfg.Exception && it.In[b] && !it.Stays(&m.Method, e) {
				if tests++; tests <= 3 {
					if at := m.PlaceAt(m.CFG.Blocks[b].Last); !slices.Contains(places, at) {
						places = append(places, at)
						alone = m.TestPlace(l, m.CFG.Blocks[b].Last)
					}
				}
			}
		}
	}
	if tests == 0 {
		return m.TestWhy(l, "it has no exit except exceptions and the end of the program")
	}
	if len(places) == 1 {
		return m.TestWhy(l, "an iteration can skip the exit test"+alone)
	}
	return m.TestWhy(l, "an iteration can skip any of the exit tests at "+strings.Join(places, ", "))
}
