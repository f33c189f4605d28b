package energy

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/codedigest"
	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/jsonsafe"
	"github.com/energylint/energylint/internal/snapshot"
)

// Snapshot evaluates methods as Methods does, and adds what a comparison needs of them. They are sorted by key. The engine
// must be Exact.
func (e *Engine) Snapshot(ms []*classfile.Method, verdicts []finding.BudgetResult) []snapshot.Method {
	t := e.methodTable(ms, verdicts, false)
	t.states = make([]snapshot.Method, len(ms))
	t.fill(func(i int, x *result.Method) { t.states[i].Method = *x })
	t.digests()
	for i := range t.states {
		x := &t.states[i]
		for _, b := range t.verdicts[x.Key()] {
			x.Budgets = append(x.Budgets, snapshot.Budget{Energy: b.Budget, Verdict: string(b.Verdict), Exceeds: jsonsafe.Probability(b.Probability), Origin: b.Origin})
		}
	}
	slices.SortStableFunc(t.states, snapshot.Compare)
	return t.states
}

// state adds what a snapshot has of a method that is lost when the outcomes are. own is the cost of its code alone.
func (t *methodTable) state(x *snapshot.Method, m *classfile.Method, w Case, own absint.Outcome) {
	if s := t.Summary(m); s.Err() == nil && s.Expr.Throws {
		if r := s.Own(absint.OwnInstructions(true).Returning()); !r.Infeasible {
			own = r
		}
	}
	if cost := t.expression(t.OwnTerms(own)); cost != nil {
		x.Own = *cost
	}
	x.Device = w.Device
	x.Path = t.path(w)
	cases := []Case{w}
	if c, k, less := t.returningCase(m, t.Confidence); less {
		x.Returning = t.returning(m, c, k)
		cases = append(cases, c)
	}
	t.admitted(x, m, cases)
	prices := t.pricesOf(m, w.Device)
	for i, c := range t.CallsOf(t.Summary(m)) {
		call := snapshot.Call{Line: c.Line, Depth: c.Depth, Callee: c.Member.String(), Throws: c.Throws}
		if p := prices[i]; p < absint.NumCallPrices {
			call.Price = absint.CallPriceNames[p]
		}
		for _, to := range c.Targets {
			if _, wanted := t.index[to]; wanted {
				call.Targets = append(call.Targets, to.Member().String())
			}
		}
		slices.Sort(call.Targets)
		call.Targets = slices.Compact(call.Targets)
		x.Calls = append(x.Calls, call)
	}
	if t.CallEnergy {
		t.callEnergies(x, m, w.Device)
	}
}

// path are the counts of the critical path of a case by their patterns' names, nil where it has no number.
func (t *methodTable) path(c Case) map[string]float64 {
	if !c.Numbers.Known {
		return nil
	}
	out := map[string]float64{}
	for _, n := range c.Numbers.Counts {
		out[t.Model.PatternName(n.ID)] += n.N
	}
	return out
}

// returning is the worst case of the calls of a method that return, with its objective.
func (t *methodTable) returning(m *classfile.Method, c Case, k objectiveKey) *snapshot.Returning {
	x := &snapshot.Returning{Status: Status(c), Worst: worstCase(c, t.Confidence), Path: t.path(c), CallSymbols: callSymbols(t.Summary(m).CallSymbols(c.Outcome))}
	if len(c.Outcome.Reasons) == 0 {
		terms := t.termsOnce()
		x.Formula, x.MeanFormula = t.formula(m, k, terms), t.written(t.meanProducts(terms(c.Outcome), c.Device))
		x.Expression = t.expression(terms(c.Outcome))
	}
	return x
}

// admitted adds the sizes that calls of the method may have in some cases.
func (t *methodTable) admitted(x *snapshot.Method, m *classfile.Method, cases []Case) {
	s, seen := t.Summary(m), map[string]bool{}
	for _, c := range cases {
		d := s.Domain(c.Outcome, t.Assume)
		for _, sym := range s.Symbols(c.Outcome) {
			r := d.Ranges.Symbol(sym)
			if seen[sym.Path] || r.Lo > r.Hi || r.Lo <= sym.Min && r.Hi >= sym.Max {
				continue
			}
			seen[sym.Path] = true
			x.Ranges = append(x.Ranges, snapshot.Range{Path: sym.Path, Min: result.Joules(r.Lo), Max: result.Joules(r.Hi)})
		}
		if x.Related == nil {
			x.Related = related(d, c.Outcome)
		}
	}
}

// related returns what is at least 0 by the preconditions of a method and of the methods that it calls.
func related(d absint.Domain, o absint.Outcome) (out [][]result.SizeProduct) {
	for _, k := range d.Known {
		out = append(out, products(k))
	}
	for _, c := range o.Conditions {
		if c.Requires == "" || c.Size.Top {
			continue
		}
		if lo := c.Lo; math.Abs(lo) < math.MaxInt32 {
			out = append(out, products(c.Size.AddInt(-int64(lo))))
		}
		if hi := c.Hi; math.Abs(hi) < math.MaxInt32 {
			out = append(out, products(absint.Const(int64(hi)).Sub(c.Size)))
		}
	}
	return out
}

// digests adds what a snapshot has of the code of the methods.
func (t *methodTable) digests() {
	var from []int // positions of the first method of each class
	for i, m := range t.methods {
		if i == 0 || t.methods[i-1].Class != m.Class {
			from = append(from, i)
		}
	}
	t.Program.Parallel(len(from), func(k int) {
		to := len(t.methods)
		if k+1 < len(from) {
			to = from[k+1]
		}
		c := t.methods[from[k]].Class
		t.Program.Isolate(c, nil, func() { t.digestClass(c, from[k], to) })
	})
}

// digestClass adds what a snapshot has of the code of methods of one class, those from one position to another.
func (t *methodTable) digestClass(c *classfile.Class, from, to int) {
	ms, states := t.methods[from:to], t.states[from:to]
	d := codedigest.New(c)
	at := make(map[string]int, len(ms))
	in, local := c.EnclosingMethod()
	for i, m := range ms {
		at[m.ID()] = i
		states[i].Bridge = m.Bridge()
		if local {
			states[i].Enclosing = in.String()
		}
	}
	for i, m := range ms {
		code, err := m.Code()
		if err != nil || code == nil {
			continue
		}
		x := &states[i]
		of := d.Of(code)
		x.Body, x.Moved = of.Body, of.Moved
		s, line := t.Summary(m), x.Line
		for _, l := range d.Lines(code) {
			x.Last = max(x.Last, l.Line)
			x.Lines = append(x.Lines, snapshot.Line{Step: l.Line - line, Depth: s.DepthBetween(l.From, l.To), Digest: l.Digest})
			line = l.Line
		}
		codedigest.Lambdas(code, func(id string) {
			if l, ok := at[id]; ok && l != i && codedigest.IsLambda(ms[l]) {
				states[l].Enclosing = m.Member().String()
			}
		})
	}
}
