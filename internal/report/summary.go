package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/prose"
	"github.com/energylint/energylint/internal/quantity"
)

// tally counts what a report holds.
type tally struct {
	levels                map[finding.Level]int // active findings
	files                 int                   // with active findings
	suppressed, unchanged int
	seldom                int // left out by a recorded run
	verdicts              map[finding.Verdict]int
}

func count(r *finding.Report) tally {
	t := tally{levels: map[finding.Level]int{}, verdicts: map[finding.Verdict]int{}}
	files := map[string]bool{}
	for _, f := range r.Findings {
		switch {
		case f.SuppressedBy == finding.ByProfile:
			t.seldom++
		case f.Suppressed != "" || f.SuppressedBy != "":
			t.suppressed++
		case f.Baseline == "unchanged":
			t.unchanged++
		case f.Active():
			t.levels[f.Level]++
			files[f.Location.Path()] = true
		}
	}
	t.files = len(files)
	for _, b := range r.Budgets {
		t.verdicts[b.Verdict]++
	}
	return t
}

func (t tally) total() int {
	return t.levels[finding.Error] + t.levels[finding.Warning] + t.levels[finding.Note]
}

func (t tally) proved() int { return t.verdicts[finding.Proved] + t.verdicts[finding.ProvedAssuming] }

// findingsPhrase is "2 errors, 3 warnings and 1 note in 3 files".
func (t tally) findingsPhrase() string {
	var parts []string
	for _, l := range []finding.Level{finding.Error, finding.Warning, finding.Note} {
		if n := t.levels[l]; n > 0 {
			parts = append(parts, prose.Counted(n, string(l)))
		}
	}
	if len(parts) == 0 && t.unchanged > 0 {
		return "no new findings"
	}
	if len(parts) == 0 {
		return "no findings"
	}
	return prose.List(parts) + " in " + prose.Counted(t.files, "file")
}

// outcome is what a report comes to, the worst last.
type outcome uint8

const (
	passed    outcome = iota
	doubtful          // findings, or budgets that are not proved
	erroneous         // findings of level error
	failed            // part of the code, or all of it, could not be analysed
)

// outcome returns what the report comes to, and the phrase that says so: "no findings; part of the analysis failed".
func (t tally) outcome(r *finding.Report) (outcome, string) {
	phrase := t.findingsPhrase()
	if budgets := t.budgetsPhrase(len(r.Budgets)); budgets != "" {
		phrase += "; " + budgets
	}
	broken := slices.ContainsFunc(r.Notifications, func(n finding.Notification) bool { return n.Level == finding.Error })
	switch {
	case broken && r.Classes == 0:
		return failed, "nothing could be analysed"
	case broken:
		return failed, phrase + "; part of the analysis failed"
	case t.levels[finding.Error] > 0:
		return erroneous, phrase
	case t.total() > 0 || t.proved() < len(r.Budgets):
		return doubtful, phrase
	}
	return passed, phrase
}

// budgetsPhrase is "2 of 6 budgets proved"; empty without budgets.
func (t tally) budgetsPhrase(budgets int) string {
	if budgets == 0 {
		return ""
	}
	if t.proved() == budgets {
		if budgets == 1 {
			return "the budget is proved"
		}
		return fmt.Sprintf("all %s proved", prose.Counted(budgets, "budget"))
	}
	return fmt.Sprintf("%s of %s proved", quantity.Count(float64(t.proved())), prose.Counted(budgets, "budget"))
}

// hiddenPhrase is "1 suppressed, 3 in the baseline, 2 gone from the baseline"; empty where there is nothing to say.
func (t tally) hiddenPhrase(absent int) string {
	var parts []string
	if t.suppressed > 0 {
		parts = append(parts, quantity.Count(float64(t.suppressed))+" suppressed")
	}
	if t.seldom > 0 {
		parts = append(parts, quantity.Count(float64(t.seldom))+" left out by the recorded run")
	}
	if t.unchanged > 0 {
		parts = append(parts, quantity.Count(float64(t.unchanged))+" in the baseline")
	}
	if absent > 0 {
		parts = append(parts, quantity.Count(float64(absent))+" gone from the baseline")
	}
	return strings.Join(parts, ", ")
}

// scopePhrase is "2,040 classes, 14,312 methods; rpi5-nyholm (Device 1) at 95%".
func scopePhrase(r *finding.Report) string {
	s := prose.Counted(r.Classes, "class") + ", " + prose.Counted(r.Methods, "method")
	if r.Model != "" {
		s += "; " + r.Model
		if r.Device != "" {
			s += " (" + r.Device + ")"
		}
		s += " at " + percent(r.Confidence)
	}
	return s
}

// manySavings is how many findings make it worth a recorded run to learn which of them matter.
const manySavings = 10

// recordingPhrase says what the recorded run is; where there is none, and many findings, what one would do.
func recordingPhrase(r *finding.Report) string {
	if r.Recording == nil {
		savings := 0
		for _, f := range r.Findings {
			if f.Active() && f.Energy != nil && finding.OfPattern(f.Rule) {
				savings++
			}
		}
		if savings < manySavings {
			return ""
		}
		return "a recorded run tells which of these matter: energylint check --profile run.jfr"
	}
	run, samples := "the recorded run "+oneLine(r.Recording.Files[0]), ""
	if more := len(r.Recording.Files) - 1; more > 0 {
		run = "the recorded runs " + oneLine(r.Recording.Files[0]) + " and " + prose.Counted(more, "more file")
	}
	if r.Recording.Samples > 0 {
		samples = prose.Counted(r.Recording.Samples, "sample") + ", "
	}
	s := fmt.Sprintf("%s: %s%s in the code under analysis and what it calls", run, samples, quantity.Percent(r.Recording.Covered))
	if seen := finding.LeastSeen(r.Recording.Samples); seen > finding.LeastRecorded {
		s += fmt.Sprintf("; so few samples tell only of what takes %s of the run and more", quantity.Percent(seen))
	}
	return s
}

// repairPhrase says how many findings in Java sources that are here are of rules with a kind of repair; it is empty where none is. In which the
// repair is certain, energylint fix finds out.
func repairPhrase(r *finding.Report) string {
	n := 0
	for _, f := range r.Findings {
		if f.Active() && f.Location.Source && strings.HasSuffix(f.Location.File, ".java") && r.RuleByID(f.Rule).Fix != "" {
			n++
		}
	}
	switch {
	case n == 0:
		return ""
	case n == 1:
		return "1 finding has a kind of repair: energylint fix --diff shows it if it is certain"
	}
	return prose.Counted(n, "finding") + " have a kind of repair: energylint fix --diff shows those that are certain"
}

// modePhrase says in which execution mode findings were priced where the user did not choose it; it is empty otherwise, and where no
// finding has a price.
func modePhrase(r *finding.Report) string {
	priced := func(f finding.Finding) bool { return f.Energy != nil }
	if r.Mode == "" || !r.ModeDefault || r.Methods == 0 || !slices.ContainsFunc(r.Findings, priced) && len(r.Silent) == 0 {
		return ""
	}
	return fmt.Sprintf("findings are priced for compiled code (%s); --mode, or mode under [model], chooses", r.Mode)
}

// unrepeatedPhrase says how what runs once in a call becomes a finding; it is empty where there is no such thing.
func unrepeatedPhrase(r *finding.Report) string {
	if !r.Unrepeated || r.Recording != nil {
		return ""
	}
	return "what a call runs only once is not reported, unless --hot METHOD ('**' for all) is given"
}

// percent writes a confidence as it was configured: 95%, 99.9%, 99.999%.
func percent(c float64) string {
	return strings.TrimRight(strings.TrimRight(fmt.Sprintf("%.4f", c*100), "0"), ".") + "%"
}

// verdictOrder lists the verdicts, worst first.
var verdictOrder = []finding.Verdict{finding.Violated, finding.Exceeded, finding.Unknown, finding.Inconclusive, finding.ProvedAssuming, finding.Proved}

// budgetsByVerdict returns the budgets, the worst verdicts first.
func budgetsByVerdict(r *finding.Report) []finding.BudgetResult {
	out := slices.Clone(r.Budgets)
	slices.SortStableFunc(out, func(a, b finding.BudgetResult) int {
		return cmp.Or(
			cmp.Compare(slices.Index(verdictOrder, a.Verdict), slices.Index(verdictOrder, b.Verdict)),
			cmp.Compare(a.Location.QualifiedSignature(), b.Location.QualifiedSignature()),
			cmp.Compare(a.Origin, b.Origin),
			cmp.Compare(a.Budget, b.Budget))
	})
	return out
}

// probability writes the probability of a budget's excess, empty where it is not known.
func probability(p float64) string {
	if p < 0 || math.IsNaN(p) {
		return ""
	}
	return quantity.Probability(p)
}

// ruleTitle is "EL2001 KeySetThenGet".
func ruleTitle(r *finding.Report, id string) string {
	return strings.TrimSpace(id + " " + r.RuleByID(id).Name)
}
