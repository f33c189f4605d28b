package absint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// iterating is the set of blocks of one loop from which a back edge can be reached without leaving the loop: the
// others belong to the last, partial iteration.
type iterating struct {
	loop int
	in   map[int32]bool
}

func (m *method) canTest(l int) iterating {
	it := iterating{l, map[int32]bool{}}
	var work []int32
	for _, e := range m.g.Loops[l].BackEdges {
		if b := m.g.Edges[e].From; !it.in[b] {
			it.in[b] = true
			work = append(work, b)
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == m.g.Loops[l].Header {
			continue
		}
		for _, i := range m.g.Blocks[b].Preds {
			if p := m.g.Edges[i].From; !it.in[p] && m.g.InLoop(int(p), l) {
				it.in[p] = true
				work = append(work, p)
			}
		}
	}
	return it
}

// stays says whether an edge leads on towards the next iteration.
func (it iterating) stays(m *method, e *cfg.Edge) bool {
	return it.in[e.To] && m.g.InLoop(int(e.To), it.loop)
}

// test says whether block b ends in a two-way branch of which exactly one way leads on to the next iteration;
// stay is whether that is the branch taken.
func (it iterating) test(m *method, b int) (stay, ok bool) {
	blk := &m.g.Blocks[b]
	if !m.g.Code.Op(blk.Last).IsConditional() {
		return false, false
	}
	var taken, fall, seen int
	for i := range blk.Succs {
		e := &blk.Succs[i]
		in := 0
		if it.stays(m, e) {
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

// onlyExit says whether a call that returns normally leaves the loop through block b only.
func (it iterating) onlyExit(m *method, b int) bool {
	for _, x := range m.g.Loops[it.loop].Blocks {
		if int(x) == b || !it.in[x] {
			continue
		}
		blk := &m.g.Blocks[x]
		if op := m.g.Code.Op(blk.Last); op >= classfile.OpIreturn && op <= classfile.OpReturn {
			return false // an exception edge makes it a part of the loop, but it returns
		}
		for i := range blk.Succs {
			if e := &blk.Succs[i]; !it.stays(m, e) && m.live[e.To] {
				return false
			}
		}
	}
	for i := range m.g.Blocks[b].Succs {
		if e := &m.g.Blocks[b].Succs[i]; e.Kind == cfg.Exception && m.live[e.To] && !it.stays(m, e) {
			return false
		}
	}
	return true
}

// leaving is the set of blocks of loop l from which the loop can be left, and the method ended, in the same iteration.
func (m *method) leaving(l int) map[int32]bool {
	in := map[int32]bool{}
	var work []int32
	add := func(b int32) {
		if !in[b] {
			in[b] = true
			work = append(work, b)
		}
	}
	for _, b := range m.g.Loops[l].Blocks {
		blk := &m.g.Blocks[b]
		if op := m.g.Code.Op(blk.Last); op >= classfile.OpIreturn && op <= classfile.OpReturn || op == classfile.OpAthrow {
			add(b)
		}
		for i := range blk.Succs {
			if to := blk.Succs[i].To; !m.g.InLoop(int(to), l) && m.ends[to] {
				add(b)
			}
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == m.g.Loops[l].Header {
			continue
		}
		for _, i := range m.g.Blocks[b].Preds {
			if p := m.g.Edges[i].From; m.g.InLoop(int(p), l) {
				add(p)
			}
		}
	}
	return in
}

// findLive computes the blocks from which the method's end can be reached.
func (m *method) findLive() {
	m.live = m.reaching(func(op classfile.Op) bool { return op >= classfile.OpIreturn && op <= classfile.OpReturn })
	m.ends = m.reaching(func(op classfile.Op) bool {
		return op >= classfile.OpIreturn && op <= classfile.OpReturn || op == classfile.OpAthrow
	})
}

// reaching is the set of blocks from which one can be reached whose last instruction is as wanted.
func (m *method) reaching(wanted func(classfile.Op) bool) []bool {
	in := make([]bool, len(m.g.Blocks))
	var work []int32
	for _, b := range m.g.RPO {
		if wanted(m.g.Code.Op(m.g.Blocks[b].Last)) {
			in[b] = true
			work = append(work, b)
		}
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, i := range m.g.Blocks[b].Preds {
			if p := m.g.Edges[i].From; !in[p] {
				in[p] = true
				work = append(work, p)
			}
		}
	}
	return in
}

// explainTest says in words why a loop's exit test gives no bound: what it looks at.
func (m *method) explainTest(b int) string {
	l := int(m.g.Blocks[b].Loop)
	pc := m.g.Blocks[b].Last
	v := m.f.At(pc)
	if v == 0 {
		return m.testWhy(l, "its test is not understood")
	}
	args := m.f.Args(v)
	what := m.describe(args[0])
	line := m.line(pc)
	switch op := m.g.Code.Op(pc); {
	case op == classfile.OpIfnull || op == classfile.OpIfnonnull:
		return m.testWhy(l, fmt.Sprintf("it ends by a null test of %s at line %d, which is no count", what, line))
	case op == classfile.OpIfAcmpeq || op == classfile.OpIfAcmpne:
		return m.testWhy(l, fmt.Sprintf("it ends by comparing the references %s and %s at line %d, which is no count", what, m.describe(args[1]), line))
	}
	if x := &m.f.Values[args[0]]; x.Kind == ssa.Instr && x.Op >= classfile.OpFcmpl && x.Op <= classfile.OpDcmpg {
		return m.testWhy(l, fmt.Sprintf("it ends by a floating-point comparison at line %d, which rounding makes no count", line))
	}
	return m.testWhy(l, fmt.Sprintf("it ends by a test of %s at line %d, which is no count", what, line))
}

// explainNoTest says why a loop has no test that every iteration passes.
func (m *method) explainNoTest(l int, it iterating) string {
	tests := 0
	var lines []string
	for _, b := range m.g.Loops[l].Blocks {
		for i := range m.g.Blocks[b].Succs {
			if e := &m.g.Blocks[b].Succs[i]; e.Kind != cfg.Exception && it.in[b] && !it.stays(m, e) {
				if tests++; tests <= 3 {
					if line := fmt.Sprint(m.line(m.g.Blocks[b].Last)); !slices.Contains(lines, line) {
						lines = append(lines, line)
					}
				}
			}
		}
	}
	if tests == 0 {
		return m.testWhy(l, "it has no exit but exceptions and the end of the program")
	}
	return m.testWhy(l, fmt.Sprintf("an iteration can come round without passing its exits (at line %s)", strings.Join(lines, ", ")))
}
