package energy

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/quantity"
	"github.com/energylint/energylint/models"
)

// lineShare is the part of the critical path's energy that one line costs.
type lineShare struct {
	absint.LineCost
	mean  float64 // joules, calls included
	share float64 // of the whole path
}

// lines prices the critical path line by line, in path order.
func (v *Evaluation) lines(m *classfile.Method, w Case, confidence float64) []lineShare {
	k := objectiveKey{device: w.Device, confidence: confidence, upper: true}
	costs := v.program.CriticalPath(v.program.Index(m), v.objective(k), v.outcomes(k), v.Assume)
	out := make([]lineShare, 0, len(costs))
	total := 0.0
	for _, c := range costs {
		l := lineShare{LineCost: c, mean: v.Model.Mean(c.Counts, w.Device)}
		for _, call := range c.Calls {
			l.mean += v.Model.Mean(call.Counts, w.Device)
		}
		total += l.mean
		out = append(out, l)
	}
	for i := range out {
		if total > 0 {
			out[i].share = out[i].mean / total
		}
	}
	return out
}

// Flow is the critical path as places in the source, the dominating lines only, in path order. It is empty where the path costs more
// than any number: then no line has a share of it. Where a size has no upper bound but that of its type, the energy there is of no
// execution that somebody has in mind, and only the shares are told.
func (v *Evaluation) Flow(m *classfile.Method, confidence float64) []finding.Location {
	w := v.Worst(m, confidence)
	lines := v.lines(m, w, confidence)
	loc := v.Location(m)
	var out []finding.Location
	if slices.ContainsFunc(lines, func(l lineShare) bool { return math.IsInf(l.mean, 0) || math.IsNaN(l.mean) }) {
		return nil
	}
	open := math.IsNaN(path(w).Mean)
	for _, l := range dominating(lines, 8) {
		x := loc
		x.Line = l.Line
		x.Message = fmt.Sprintf("%s of the critical path", quantity.Percent(l.share))
		if open {
			x.Message += " where sizes are largest"
			out = append(out, x)
			continue
		}
		x.Message = v.Model.Unit().Format(l.mean) + ", " + x.Message
		if l.Executions > 1 {
			x.Message += fmt.Sprintf(", executed up to %s times", quantity.Count(l.Executions))
		}
		out = append(out, x)
	}
	return out
}

// leastShare is the share of the critical path from which on a line is worth a step of it.
const leastShare = 0.01

// dominating keeps the n lines that cost most, in their order, without those that hardly cost anything.
func dominating(lines []lineShare, n int) []lineShare {
	if kept := slices.DeleteFunc(slices.Clone(lines), func(l lineShare) bool { return l.share < leastShare }); len(kept) > 0 {
		lines = kept
	}
	byCost := slices.Clone(lines)
	slices.SortStableFunc(byCost, func(a, b lineShare) int {
		switch {
		case a.mean > b.mean:
			return -1
		case a.mean < b.mean:
			return 1
		}
		return 0
	})
	if len(byCost) > n {
		least := byCost[n-1].mean
		lines = slices.DeleteFunc(slices.Clone(lines), func(l lineShare) bool { return l.mean < least })
	}
	return lines
}

// Explain gathers what is known about one method. budgets are the results of its budgets; source gives its lines, and
// may be nil.
func (v *Evaluation) Explain(m *classfile.Method, budgets []finding.BudgetResult, source func(line int) string) *result.Explanation {
	v.evaluateReturning(v.Confidence) // and all calls, for the worst case
	worst, best := v.Worst(m, v.Confidence), v.Best(m, v.Confidence)
	x := &result.Explanation{
		Location: v.Location(m), Model: v.Model.Name(), Device: worst.Device, Unit: v.Model.Unit(), Confidence: v.Confidence,
		Budgets: budgets, Worst: v.extremes(worst), Best: v.extremes(best),
		Assumptions: v.assumptions(worst.Numbers.Assumptions),
	}
	if len(worst.Outcome.Reasons) == 0 {
		x.Expected = v.expected(worst.Outcome)
	}
	x.Operands = v.Model.OperandDependent(worst.Numbers.Counts, worst.Device)
	if !worst.Outcome.Constant() {
		x.Formula, x.Rounded = v.Formula(m, v.Confidence), v.Rounded(m, v.Confidence)
	}
	if x.Formula != "" {
		x.MeanFormula = v.MeanFormula(worst)
		x.Conditions = v.formulaConditions(m, v.Confidence)
		x.Symbols = callSymbols(v.Summary(m).CallSymbols(worst.Outcome))
	}
	if !worst.Numbers.Known {
		x.Missing = reasons(worst.Numbers.Missing, m)
		x.Parametric = Status(worst) == result.Parametric && x.Formula != ""
	}
	s := v.Summary(m)
	if s.Err() != nil {
		return x
	}
	x.Returning = v.explainReturning(m)
	x.Loops = loops(s.Loops(v.Assume))
	if !worst.Numbers.Known {
		return x
	}
	lines := v.lines(m, worst, v.Confidence)
	for _, l := range lines {
		p := result.PathLine{Line: l.Line, Energy: l.mean, Share: l.share, Executed: l.Executions}
		if source != nil {
			p.Text = source(l.Line)
		}
		x.Path = append(x.Path, p)
	}
	for _, c := range v.Model.ClassShares(worst.Numbers.Counts, worst.Device) {
		x.Classes = append(x.Classes, result.ClassShare{Class: c.Name, Share: c.Share})
	}
	x.Derived = v.Model.DerivedShare(worst.Numbers.Counts, worst.Device)
	x.Calls = v.calls(lines, worst.Device)
	return x
}

// explainReturning is the worst case of the calls that return, nil where it is that of all calls or has no bound.
func (v *Evaluation) explainReturning(m *classfile.Method) *result.Returning {
	c, k, less := v.returningCase(m, v.Confidence)
	switch {
	case !less || len(c.Outcome.Reasons) > 0:
		return nil
	case c.Outcome.Constant() && c.Numbers.Known:
		return &result.Returning{Worst: v.extremes(c)}
	}
	formula := cmp.Or(v.rounded(m, k), v.formula(m, k, v.termsOnce()))
	if formula == "" {
		return nil
	}
	return &result.Returning{Formula: formula}
}

func (v *Evaluation) extremes(c Case) result.Extreme {
	return result.Extreme{Mean: c.Energy.Mean, SD: c.Energy.SD, Quantile: c.Energy.At(models.Z(v.Confidence)), Bound: c.Bound}
}

// calls adds up the calls of the critical path by method, the most expensive first.
func (v *Evaluation) calls(lines []lineShare, device string) []result.CallLine {
	at := map[string]int{}
	var out []result.CallLine
	for _, l := range lines {
		for _, c := range l.Calls {
			i, ok := at[c.Member]
			if !ok {
				i = len(out)
				at[c.Member] = i
				out = append(out, result.CallLine{Member: c.Member})
			}
			out[i].Energy += v.Model.Mean(c.Counts, device)
			out[i].Times += c.Times
		}
	}
	slices.SortStableFunc(out, func(a, b result.CallLine) int {
		return cmp.Or(cmp.Compare(b.Energy, a.Energy), cmp.Compare(a.Member, b.Member))
	})
	return out
}
