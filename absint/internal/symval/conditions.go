package symval

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
)

// Conditions of bounds. Sound because a condition is left out only if it holds for all admitted values of its symbols.

// Require appends a condition, unless it always holds.
func (m *Func) Require(conds []expr.Condition, c expr.Condition) []expr.Condition {
	return m.RequireAt(conds, c, code.NoBlock)
}

// RequireAll returns the conditions that do not always hold.
func (m *Func) RequireAll(conds []expr.Condition) (out []expr.Condition) {
	for _, c := range conds {
		out = m.Require(out, c)
	}
	return out
}

// RequireAt appends a condition that must hold whenever block at is executed, unless it always does.
func (m *Func) RequireAt(conds []expr.Condition, c expr.Condition, at int32) []expr.Condition {
	if c.Size.Contains(func(a *expr.Atom) bool { return a.Kind == expr.IndexAtom && (at < 0 || !m.CFG.InLoop(int(at), a.Loop)) }) {
		at = code.NoBlock // after the loop, its index is that of the last iteration
	}
	conds = conds[:len(conds):len(conds)]
	if c.Size.Top {
		return append(conds, expr.Condition{Size: expr.TopSize, Lo: 1})
	}
	for _, s := range []struct {
		up   bool
		want float64
	}{{true, c.Hi}, {false, c.Lo}} {
		if math.IsInf(s.want, 0) {
			continue
		}
		e := m.Eliminate(c.Size, s.up, at)
		r := m.Env.Size(e)
		if s.up && r.Hi <= s.want || !s.up && r.Lo >= s.want {
			continue
		}
		k := expr.Condition{Size: e, Lo: math.Inf(-1), Hi: s.want, Requires: c.Requires}
		if !s.up {
			k = expr.Condition{Size: e, Lo: s.want, Hi: math.Inf(1), Requires: c.Requires}
		}
		if place := max(at, m.Context); place >= 0 && m.holdsAt(k, place) {
			continue
		}
		conds = append(conds, k)
	}
	return conds
}

// Possible reports whether some arguments may satisfy each of the conditions.
func (m *Func) Possible(conds []expr.Condition) bool {
	_, never := m.Impossible(conds)
	return !never
}

// Impossible returns the first condition that no arguments satisfy: a bound under it is no bound of any call.
func (m *Func) Impossible(conds []expr.Condition) (expr.Condition, bool) {
	i := slices.IndexFunc(conds, func(c expr.Condition) bool {
		r := m.Env.Size(c.Size)
		return c.Size.Top || r.Hi < c.Lo || r.Lo > c.Hi
	})
	if i < 0 {
		return expr.Condition{}, false
	}
	return conds[i], true
}
