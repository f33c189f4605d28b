package budget

import (
	"fmt"
	"math"
	"regexp"
	"strings"

	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/prose"
	"github.com/energylint/energylint/internal/quantity"
)

// The rules that report budgets.
const (
	RuleExceeded  = "EL0001" // EnergyBudgetExceeded
	RuleNotProved = "EL0002" // EnergyBudgetNotProved
)

// mostMissing is how much of what a verdict lacks a message names; the report of the budget has all of it.
const mostMissing = 4

func missing(all []string) string {
	if more := len(all) - mostMissing; more > 1 {
		return fmt.Sprintf("%s; and %d more", strings.Join(all[:mostMissing], "; "), more)
	}
	return strings.Join(all, "; ")
}

var reasonLine = regexp.MustCompile(` \(line [0-9]+\)$`)

// withoutLines returns what is missing. Where the finding points at the place, lines of other places would mislead.
func withoutLines(r finding.BudgetResult) []string {
	if r.Lacking.Line == 0 {
		return r.Missing
	}
	var out []string
	for _, m := range r.Missing {
		out = append(out, reasonLine.ReplaceAllString(m, ""))
	}
	return out
}

// costs says what the critical path costs: where no number holds for all sizes, what it costs for each.
func costs(d finding.Distribution) string {
	switch {
	case !math.IsInf(d.Mean, 0) && !math.IsNaN(d.Mean):
		return "the critical path costs " + prose.Spread(d)
	case d.Formula != "":
		return "the critical path costs " + d.Readable() + ", which is too much for some sizes"
	}
	return "what the critical path costs has no bound"
}

// Finding turns a budget's result into what is reported; ok is false where the budget holds.
func Finding(r finding.BudgetResult) (f finding.Finding, ok bool) {
	f = finding.Finding{Location: r.Location, Subject: r.Budget, Properties: map[string]any{"verdict": string(r.Verdict), "budget": r.Budget, "origin": r.Origin}}
	name := r.Location.Method
	if r.Location.Class != "" {
		name = r.Location.QualifiedSignature()
	}
	confidence := quantity.Percent(r.Confidence)
	switch r.Verdict {
	case finding.Exceeded:
		f.Rule, f.Level = RuleExceeded, finding.Error
		f.Message = fmt.Sprintf("%s exceeds its energy budget of %s with a probability of %s: %s",
			name, r.Budget, quantity.Probability(r.Probability), costs(r.Worst))
	case finding.Violated:
		f.Rule, f.Level = RuleExceeded, finding.Error
		f.Message = fmt.Sprintf("Every call of %s that returns exceeds its energy budget of %s: even the best case costs %s",
			name, r.Budget, prose.Spread(r.Best))
	case finding.Inconclusive:
		f.Rule, f.Level = RuleNotProved, finding.Warning
		f.Message = fmt.Sprintf("The energy budget of %s for %s is neither proved nor exceeded: at %s confidence %s, the sound bound is %s",
			r.Budget, name, confidence, costs(r.Worst), quantity.Joule.FormatUp(r.Worst.Upper))
		if math.IsInf(r.Worst.Upper, 1) {
			f.Message = fmt.Sprintf("The energy budget of %s for %s is neither proved nor exceeded: the sound bound does not keep it for every size", r.Budget, name)
			if r.Probability >= 0 && r.Probability <= 1-r.Confidence {
				f.Message = fmt.Sprintf("The energy budget of %s for %s is neither proved nor exceeded: at %s confidence the critical path keeps it, the sound bound does not for every size",
					r.Budget, name, confidence)
			}
			if r.Worst.Formula != "" {
				f.Message += "; it costs " + r.Worst.Readable()
			}
		}
	case finding.Unknown:
		f.Rule, f.Level = RuleNotProved, finding.Warning
		f.Message = fmt.Sprintf("The energy budget of %s for %s cannot be checked: %s", r.Budget, name, missing(withoutLines(r)))
		if values := prose.MissingValues(r); values != "" {
			f.Message = fmt.Sprintf("The energy budget of %s for %s cannot be checked: values are missing of %s", r.Budget, name, values)
		}
		pointAt(&f, r)
	default:
		return finding.Finding{}, false
	}
	if r.Counterexample != "" {
		verb := "not proved"
		if r.Verdict == finding.Exceeded {
			verb = "exceeded"
		}
		f.Message += fmt.Sprintf("; %s for %s", verb, r.Counterexample)
		f.Properties["counterexample"] = r.Counterexample
	}
	if r.Remedy != "" {
		f.Message += fmt.Sprintf("; when = %q", r.Remedy)
		if r.Precondition != "" {
			f.Message += fmt.Sprintf(", or requires %s,", r.Precondition)
		}
		f.Message += " settles it"
		f.Properties["remedy"] = r.Remedy
	}
	if r.Probability >= 0 {
		f.Properties["probability"] = r.Probability
	}
	if len(r.Assumptions) > 0 {
		f.Message += ", assuming " + strings.Join(r.Assumptions, " and ")
	}
	return f, true
}

// pointAt moves a finding to the loop or call that lacks a bound, and relates the method with the budget to it.
func pointAt(f *finding.Finding, r finding.BudgetResult) {
	if r.Lacking.Line == 0 || r.Location.Class == "" {
		return
	}
	f.Location, f.About = r.Lacking, r.Location
	at := r.Location
	at.Message = fmt.Sprintf("the budget of %s is for %s", r.Budget, r.Location.QualifiedSignature())
	if r.Origin != "" {
		at.Message += " (" + r.Origin + ")"
	}
	f.Related = append(f.Related, at)
}
