package symval

import (
	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
)

// Elimination of loop indices from sizes. Sound because each index is replaced by the end of its range that the monotonicity
// of the term selects; a term that may be negative and mixes indices has no bound.

// NonNegative reports whether s >= 0 in block at, for all admitted values of the symbols and of the loop indices in s.
func (m *Func) NonNegative(s expr.Size, at int32) bool {
	return m.Env.Size(m.Eliminate(s, false, at)).Lo >= 0
}

// LeastOf returns the lower bound of s over all values of its symbols and indices.
func (m *Func) LeastOf(s expr.Size) float64 {
	return m.Env.Size(m.Eliminate(s, false, code.NoBlock)).Lo
}

// Clamp returns max(0, s), or s if it is never negative in block at.
func (m *Func) Clamp(s expr.Size, at int32) expr.Size {
	if s.Top || m.NonNegative(s, at) {
		return s
	}
	return expr.Max(expr.Const(0), s)
}

// Eliminate bounds s from above (up) or below over the iterations that execute block at: loop indices run from 0 to the
// number of iterations, the index of the partial one, or to one less if the test that bounds the loop dominates at.
func (m *Func) Eliminate(s expr.Size, up bool, at int32) expr.Size {
	for range len(m.Loops) + 1 {
		inner := -1
		s.EachAtom(func(a *expr.Atom) {
			if a.Kind == expr.IndexAtom {
				inner = max(inner, a.Loop)
			}
		})
		if inner < 0 || s.Top {
			return s
		}
		last := int64(0)
		if m.Guards(inner, at) {
			last = -1
		}
		s = m.EliminateIndex(s, inner, up, last)
	}
	return expr.TopSize
}

// Guards reports whether the tests that bound loop l dominate block at, which the partial iteration then leaves out.
func (m *Func) Guards(l int, at int32) bool {
	if at < 0 || len(m.Loops[l].Tests) == 0 {
		return false
	}
	for _, t := range m.Loops[l].Tests {
		if t == at || !m.CFG.Dominators.Dominates(int(t), int(at)) {
			return false
		}
	}
	return true
}

// EliminateIndex is Eliminate for one loop, up to its iterations plus last: -1 leaves out the partial one, 0 does not.
func (m *Func) EliminateIndex(s expr.Size, loop int, up bool, last int64) expr.Size {
	if s.Top {
		return expr.TopSize
	}
	inside := 0 // weight of nested atoms, which are compared and sorted
	for _, t := range s.Terms {
		for _, a := range t.Mono {
			inside += int(a.Weight) - 1
		}
	}
	m.Spend(8 * (s.Weight() + inside*inside))
	var out expr.Size
	for _, t := range s.Terms {
		p := expr.Const(t.Coef)
		involved := 0
		for _, a := range t.Mono {
			if expr.MentionsIndex(expr.AtomSize(a), loop) {
				involved++
			}
		}
		if involved == 0 {
			out = out.Add(expr.Size{Terms: []expr.Term{t}})
			continue
		}
		// The term grows with its atoms if none of them is negative.
		for _, a := range t.Mono {
			if m.Env.Atom(a).Lo < 0 && (involved > 1 || !expr.MentionsIndex(expr.AtomSize(a), loop)) {
				return expr.TopSize
			}
		}
		for _, a := range t.Mono {
			if expr.MentionsIndex(expr.AtomSize(a), loop) {
				x := m.eliminateAtom(a, loop, up == (t.Coef > 0), last)
				if involved > 1 && m.Env.Size(x).Lo < 0 { // two negative bounds have a positive product
					x = expr.Max(expr.Const(0), x)
				}
				p = p.Mul(x)
			} else {
				p = p.Mul(expr.AtomSize(a))
			}
		}
		out = out.Add(p)
	}
	return out
}

// eliminateAtom replaces the index of a loop in an atom; arguments in which the atom falls are bounded from the other side.
func (m *Func) eliminateAtom(a *expr.Atom, loop int, up bool, last int64) expr.Size {
	if a.Kind == expr.IndexAtom {
		if !up {
			return expr.Size{}
		}
		upper := m.Loops[loop].Upper
		n := upper.AddInt(last)
		if last < 0 {
			if s, ok := upper.Unclamped(); ok { // max(0, max(0, s) - 1) is max(0, s - 1)
				n = s.AddInt(last)
			}
			n = expr.Max(expr.Const(0), n)
			if m.Env.Size(m.Loops[loop].Upper).Lo >= 1 {
				n = m.Loops[loop].Upper.AddInt(last)
			}
		}
		return n
	}
	args := make([]expr.Size, len(a.Args))
	for i, s := range a.Args {
		args[i] = m.EliminateIndex(s, loop, up != a.FallsWith(i), last)
	}
	return a.Of(args)
}

// IndicesEnclose reports whether all loop indices in s belong to loops around l, where alone they have a meaning.
func (m *Func) IndicesEnclose(s expr.Size, l int) bool {
	return !s.Contains(func(a *expr.Atom) bool {
		return a.Kind == expr.IndexAtom && (l <= a.Loop || l >= int(m.CFG.Loops[a.Loop].End))
	})
}
