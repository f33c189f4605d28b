package symval

import (
	"github.com/energylint/energylint/absint/internal/expr"
)

// NonNegative says whether s is at least 0 in block at, for all admitted values of the symbols and all iterations
// of the loops whose indices it mentions.
func (m *Func) NonNegative(s expr.Size, at int32) bool {
	return m.Env.Size(m.Eliminate(s, false, at)).Lo >= 0
}

// LeastOf is the smallest value of a size that is known without looking at symbols.
func (m *Func) LeastOf(s expr.Size) float64 { return m.Env.Size(m.Eliminate(s, false, NoBlock)).Lo }

// Clamp is max(0, s), or s where s is never negative in block at.
func (m *Func) Clamp(s expr.Size, at int32) expr.Size {
	if s.Top || m.NonNegative(s, at) {
		return s
	}
	return expr.Max(expr.Const(0), s)
}

// Eliminate replaces the loop indices in s so that the result is an upper (up) or lower bound of s over the
// iterations of those loops in which block at is executed: from index 0 to the number of iterations, which is the
// index of the last, partial one, or to one less where the block is behind the test that bounds the loop.
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

// Guards says whether block at is only executed in iterations of loop l that have passed the test that bounds it:
// the partial iteration in which the test fails ends before.
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

// EliminateIndex does so for one loop, to its number of iterations plus last: -1 where only iterations that run to
// their end are meant, 0 where the partial one is included.
func (m *Func) EliminateIndex(s expr.Size, loop int, up bool, last int64) expr.Size {
	if s.Top {
		return expr.TopSize
	}
	inside := 0 // of other atoms: these are compared and sorted, with all that is in them
	for _, t := range s.Terms {
		for _, a := range t.Mono {
			inside += a.Weight - 1
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
		// The term grows with its atoms where none of them is negative.
		for _, a := range t.Mono {
			if m.Env.Atom(a).Lo < 0 && (involved > 1 || !expr.MentionsIndex(expr.AtomSize(a), loop)) {
				return expr.TopSize
			}
		}
		for _, a := range t.Mono {
			if expr.MentionsIndex(expr.AtomSize(a), loop) {
				x := m.eliminateAtom(a, loop, up == (t.Coef > 0), last)
				if involved > 1 && m.Env.Size(x).Lo < 0 { // two bounds below 0 have a product above it
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

// IndicesEnclose says whether all loop indices in s belong to loops around l: only there do they have a meaning.
func (m *Func) IndicesEnclose(s expr.Size, l int) bool {
	return !s.Contains(func(a *expr.Atom) bool {
		return a.Kind == expr.IndexAtom && (l <= a.Loop || l >= int(m.CFG.Loops[a.Loop].End))
	})
}
