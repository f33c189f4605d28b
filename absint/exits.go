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
	in   []bool
}

func (m *method) canTest(l int) iterating {
	var latches []int32
	for _, e := range m.g.Loops[l].BackEdges {
		latches = append(latches, m.g.Edges[e].From)
	}
	return iterating{l, m.earlier(l, latches)}
}

// leftByThrow reports whether a branch of loop l leads to where no call returns from: to an explicit throw.
func (m *method) leftByThrow(l int) bool {
	return slices.ContainsFunc(m.g.Loops[l].Blocks, func(b int32) bool {
		return slices.ContainsFunc(m.g.Blocks[b].Succs, func(e cfg.Edge) bool { return e.Kind != cfg.Exception && !m.live[e.To] })
	})
}

// earlier is a set of blocks of loop l with those that can come before one of them in the same iteration.
func (m *method) earlier(l int, blocks []int32) []bool {
	return m.before(blocks, func(e *cfg.Edge) bool { return e.To != m.g.Loops[l].Header && m.g.InLoop(int(e.From), l) })
}

// before is a set of blocks with those from which one of them can be reached by edges that are followed.
func (m *method) before(blocks []int32, followed func(e *cfg.Edge) bool) []bool {
	in := make([]bool, len(m.g.Blocks))
	for _, b := range blocks {
		in[b] = true
	}
	for work := slices.Clone(blocks); len(work) > 0; {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, i := range m.g.Blocks[b].Preds {
			if e := &m.g.Edges[i]; !in[e.From] && followed(e) {
				in[e.From] = true
				work = append(work, e.From)
			}
		}
	}
	return in
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
		if m.g.Code.Op(blk.Last).IsReturn() {
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
func (m *method) leaving(l int) []bool {
	var last []int32
	for _, b := range m.g.Loops[l].Blocks {
		blk := &m.g.Blocks[b]
		if endsMethod(m.g.Code.Op(blk.Last)) || slices.ContainsFunc(blk.Succs, func(e cfg.Edge) bool { return !m.g.InLoop(int(e.To), l) && m.ends[e.To] }) {
			last = append(last, b)
		}
	}
	return m.earlier(l, last)
}

func endsMethod(op classfile.Op) bool { return op.IsReturn() || op == classfile.OpAthrow }

// findLive computes the blocks from which the method's end can be reached.
func (m *method) findLive() {
	m.live, m.ends = m.reaching(classfile.Op.IsReturn), m.reaching(endsMethod)
}

// reaching is the set of blocks from which one can be reached whose last instruction is as wanted.
func (m *method) reaching(wanted func(classfile.Op) bool) []bool {
	var last []int32
	for _, b := range m.g.RPO {
		if wanted(m.g.Code.Op(m.g.Blocks[b].Last)) {
			last = append(last, b)
		}
	}
	return m.before(last, func(*cfg.Edge) bool { return true })
}

// explainTest says in words why a loop's exit test gives no bound: what it looks at.
func (m *method) explainTest(b int) string {
	l := int(m.g.Blocks[b].Loop)
	pc := m.g.Blocks[b].Last
	v := m.f.At(pc)
	if v == 0 {
		return m.testWhy(l, "its exit test cannot be analysed")
	}
	args := m.f.Args(v)
	what := m.describe(args[0])
	place := m.placeAt(pc)
	switch op := m.g.Code.Op(pc); {
	case op == classfile.OpIfnull || op == classfile.OpIfnonnull:
		return m.testWhy(l, fmt.Sprintf("its exit test at %s compares %s with null, not with a count", place, what))
	case op == classfile.OpIfAcmpeq || op == classfile.OpIfAcmpne:
		return m.testWhy(l, fmt.Sprintf("its exit test at %s compares the references %s and %s, not counts", place, what, m.describe(args[1])))
	}
	if x := &m.f.Values[args[0]]; x.Kind == ssa.Instr && x.Op >= classfile.OpFcmpl && x.Op <= classfile.OpDcmpg {
		return m.testWhy(l, fmt.Sprintf("its exit test at %s compares floating-point numbers, which rounding may keep unchanged", place))
	}
	return m.testWhy(l, fmt.Sprintf("its exit test at %s depends on %s, which is not a count", place, what))
}

// explainNoTest says why a loop has no test that every iteration passes.
func (m *method) explainNoTest(l int, it iterating) string {
	tests := 0
	var places []string
	for _, b := range m.g.Loops[l].Blocks {
		for i := range m.g.Blocks[b].Succs {
			if e := &m.g.Blocks[b].Succs[i]; e.Kind != cfg.Exception && it.in[b] && !it.stays(m, e) {
				if tests++; tests <= 3 {
					if at := m.placeAt(m.g.Blocks[b].Last); !slices.Contains(places, at) {
						places = append(places, at)
					}
				}
			}
		}
	}
	if tests == 0 {
		return m.testWhy(l, "it has no exit except exceptions and the end of the program")
	}
	if len(places) == 1 {
		return m.testWhy(l, "an iteration can skip the exit test at "+places[0])
	}
	return m.testWhy(l, "an iteration can skip any of the exit tests at "+strings.Join(places, ", "))
}
