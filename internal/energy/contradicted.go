package energy

import (
	"fmt"
	"math"
	"slices"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/spec"
)

// contradicted is an assumption that a call costs less than it provably does.
type contradicted struct {
	absint.Assumption
	method *classfile.Method // that makes the call
	line   int
	least  float64 // what the call costs at least
}

// contradictedCosts finds the assumptions of costs that are below what the calls cost at least, on any of the devices.
func (v *Evaluation) contradictedCosts() []contradicted {
	var out []contradicted
	for _, device := range v.devices {
		up := objectiveKey{device: device, confidence: v.Confidence, upper: true}
		low := objectiveKey{device: device, confidence: v.Confidence}
		obj := v.objective(low)
		upper := v.outcomes(up)
		if !slices.ContainsFunc(upper, func(o *absint.Outcome) bool {
			return slices.ContainsFunc(o.Assumptions, func(a absint.Assumption) bool { return a.Cost })
		}) {
			continue
		}
		for _, a := range v.program.AssumedCosts(upper, v.outcomes(low), obj) {
			x, over := v.Summary(a.Method).Domain(a.Least, nil).Excess(a.Least, obj, nil)
			if len(over) > 0 || !(x.Lo > a.Max) || math.IsInf(x.Lo, 1) {
				continue
			}
			c := contradicted{a.Assumption, a.Method, a.Line, x.Lo}
			if i := slices.IndexFunc(out, func(d contradicted) bool { return d.Assumption == c.Assumption && d.method == c.method }); i >= 0 {
				out[i].least = math.Max(out[i].least, c.least)
				continue
			}
			out = append(out, c)
		}
	}
	return out
}

func (v *Evaluation) message(c contradicted) string {
	unit := v.Model.Unit()
	return fmt.Sprintf("%s is assumed to be at most %s (%s), but the call at line %d costs %s at least: raise the assumption or remove it",
		c.Symbol, unit.Format(c.Max), c.Origin, c.line, unit.FormatDown(c.least))
}

// Contradictions are the assumptions that the code contradicts: of costs that results rest on, and of the sizes of claims.
func (v *Evaluation) Contradictions(claims []Claim) []Problem {
	var out []Problem
	for _, c := range claims {
		for _, r := range v.Summary(c.Method).Domain(v.Worst(c.Method, v.confidence(c)).Outcome, v.Assume).Refuted() {
			p := Problem{c.Method, spec.Problem{Message: r.Text}}
			if !slices.Contains(out, p) {
				out = append(out, p)
			}
		}
	}
	for _, c := range v.contradicted() {
		out = append(out, Problem{c.method, spec.Problem{Message: v.message(c)}})
	}
	return out
}

// refute makes a result unknown that rests on an assumption that the code contradicts: nothing follows from it. The result names
// the assumption and no longer rests on it; by how much the code exceeds it is in the problem of Contradictions.
func (v *Evaluation) refute(r *finding.BudgetResult) {
	if r.Verdict == finding.Violated || r.Verdict == finding.Proved || r.Verdict == finding.Unknown {
		return
	}
	var why []string
	for _, c := range v.contradicted() {
		text := v.assumptions([]absint.Assumption{c.Assumption})
		if slices.Contains(r.Assumptions, text[0]) {
			why = append(why, fmt.Sprintf("the call at line %d contradicts the assumption %s", c.line, text[0]))
			r.Assumptions = slices.DeleteFunc(slices.Clone(r.Assumptions), func(a string) bool { return a == text[0] })
		}
	}
	if len(why) > 0 {
		r.Verdict, r.Probability, r.Missing = finding.Unknown, -1, why
	}
}
