package recursion

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
)

// The work of proofs over cases: what is known at each case is combined once for the many sizes that are tried, and a budget ends the
// search.
//
// Sound because a proof for which the budget does not suffice fails, and the facts are made anew where a part of them changes.

// maxCaseWork caps what the provers of a search do (expr.Prover.Work), and those that sum the cost of the calls.
const maxCaseWork = 3_000_000

// caseWork is the memory of proofs over cases.
type caseWork struct {
	facts   map[*recursiveCall]*[2]callFacts // without and with what a proof adds for itself
	envs    map[*cost.Summary]expr.Env       // with a memory of the intervals of atoms
	hardest int                              // the call at which the last proof failed
	work    int
}

// exhausted reports whether proofs over cases have taken all the work that they may.
func (w *caseWork) exhausted() bool { return w.work > maxCaseWork }

// callFacts is what is known at a recursive call.
type callFacts struct {
	prover *expr.Prover
	conds  [][]expr.Condition // of the guards among it

	extra, inductive, known []expr.Size // what it is made of
	guards                  int
}

// factsAt returns what is known at a call, combined.
func (a *proof) factsAt(c *recursiveCall) *callFacts {
	extra := a.extra[c]
	both := a.facts[c]
	if both == nil {
		if a.facts == nil {
			a.facts = map[*recursiveCall]*[2]callFacts{}
		}
		both = new([2]callFacts)
		a.facts[c] = both
	}
	f := &both[min(1, len(extra))]
	if f.prover != nil && f.guards == len(c.guards) && same(f.extra, extra) && same(f.inductive, a.inductive) && same(f.known, a.known) {
		return f
	}
	*f = callFacts{extra: slices.Clone(extra), inductive: slices.Clone(a.inductive), known: slices.Clone(a.known), guards: len(c.guards)}
	p := &expr.Prover{Ranges: a.caching(c.caller), Known: slices.Clone(extra), Work: &a.work}
	for _, g := range c.guards {
		if !g.nonzero {
			f.conds = append(f.conds, g.conds)
			p.Known = append(p.Known, g.size)
		}
	}
	p.Known = combined(append(append(p.Known, a.inductive...), a.known...))
	for _, g := range c.guards {
		if g.nonzero && p.Least(g.size) >= 0 { // then it is at least 1
			f.conds = append(f.conds, g.conds)
			p.Known = combined(append(p.Known, g.size.AddInt(-1)))
		}
	}
	a.work += len(p.Known) * len(p.Known)
	f.prover = p
	return f
}

// caching returns the ranges of a method with a memory. They do not change once the costs of its calls are evaluated.
func (w *caseWork) caching(s *cost.Summary) expr.Env {
	env, ok := w.envs[s]
	if !ok {
		if w.envs == nil {
			w.envs = map[*cost.Summary]expr.Env{}
		}
		env = s.M.Env.Caching()
		w.envs[s] = env
	}
	return env
}

// same reports whether two lists have the same sizes in memory.
func same(a, b []expr.Size) bool {
	return slices.EqualFunc(a, b, func(s, t expr.Size) bool {
		return s.Top == t.Top && len(s.Terms) == len(t.Terms) && (len(s.Terms) == 0 || &s.Terms[0] == &t.Terms[0])
	})
}
