package absint

import "github.com/energylint/energylint/internal/ssa"

// span is between what a variable of a loop stays while the loop runs, where it does not move by a constant step. A bad
// size is unknown.
type span struct {
	low, high Size
	conds     []Condition
	// behind is the block whose test must have held, -1 for none: the last, partial iteration is included then.
	behind int32
}

// keepSpans remembers what a test in block b has shown of the variables of loop l.
func (m *method) keepSpans(l int, t testBound, b int) {
	for phi, ss := range t.spans {
		for _, s := range ss {
			if s.behind >= 0 {
				s.behind = int32(b)
			}
			s.conds = t.conds
			if m.loops[l].spans == nil {
				m.loops[l].spans = map[ssa.ID][]span{}
			}
			m.loops[l].spans[phi] = append(m.loops[l].spans[phi], s)
		}
	}
}

// spanBound bounds the variable phi of loop l, from above (up) or below, where the loop that is being bounded is. What it
// is made from is of the same iteration of l: it has passed the same tests.
func (m *method) spanBound(l int, phi ssa.ID, up bool) (q quantity, ok bool) {
	for _, s := range m.loops[l].spans[phi] {
		if s.behind >= 0 && !(m.context >= 0 && m.context != s.behind && m.g.InLoop(int(m.context), l) && m.g.Dominators.Dominates(int(s.behind), int(m.context))) {
			continue
		}
		size := s.low
		if up {
			size = s.high
		}
		if size = m.eliminate(size, up, anywhere); !size.bad {
			return quantity{size: size, conds: s.conds}, true // the first is that behind the test
		}
	}
	return quantity{}, false
}
