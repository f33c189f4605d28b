package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/prose"
	"github.com/energylint/energylint/internal/quantity"
)

// budgetRow is a budget as the table shows it.
type budgetRow struct {
	verdict                                        finding.Verdict
	method, budget, bound, mean, exceeded, written string
	notes                                          []string
}

// budgets writes the budgets as a table, the worst verdicts first.
func (t *textWriter) budgets() {
	rows := t.budgetRows()
	if len(rows) == 0 && !unknownFolded(t.report, t.options) {
		return
	}
	heads := []string{"verdict", "method", "budget", "bound", "critical path", "P(exceeded)", "written in"}
	table := [][]string{heads}
	for _, r := range rows {
		table = append(table, []string{mark(r.verdict) + " " + string(r.verdict), r.method, r.budget, r.bound, r.mean, r.exceeded, r.written})
	}
	wide := t.fit(table)
	t.line(t.bold("Budgets"))
	if len(rows) == 0 {
		table = nil
	}
	for i, cells := range table {
		var b strings.Builder
		for c, s := range cells {
			if wide[c] == 0 {
				continue
			}
			switch {
			case c == 1:
				s = padRight(cutLeft(s, wide[c]), wide[c])
			case c == 2 || c == 6:
				s = padRight(cutRight(s, wide[c]), wide[c])
			case c >= 3 && c <= 5:
				s = padLeft(s, wide[c])
			default:
				s = padRight(s, wide[c])
			}
			switch {
			case i == 0:
				s = t.faint(s)
			case c == 0:
				s = t.verdict(rows[i-1].verdict, s)
			case c == 6:
				s = t.faint(s)
			}
			b.WriteString("  " + s)
		}
		t.line(b.String())
		if i == 0 || t.options.Quiet {
			continue
		}
		notes := rows[i-1].notes
		if width(cells[2]) > wide[2] {
			notes = append([]string{"budget " + cells[2]}, notes...)
		}
		for _, n := range notes {
			for _, l := range wrap(n, max(t.columns-4-wide[0], 20)) {
				t.line(strings.Repeat(" ", 4+wide[0]), t.faint(l))
			}
		}
	}
	if !t.options.Quiet {
		t.machine()
		t.reasons()
		var missing []lack
		for _, b := range budgetsByVerdict(t.report) {
			missing = append(missing, lacksOf(b.Location, b.Missing)...)
		}
		for _, h := range hints(missing) {
			t.hanging(h)
		}
	}
	t.line()
}

// reasons writes the reasons that many budgets share, and how many could be checked with how few assumptions.
func (t *textWriter) reasons() {
	budgets := budgetsByVerdict(t.report)
	phrase := factsPhrase(budgets)
	name := shortNames(budgets)
	switch {
	case len(budgets) <= manyBudgets || t.options.Verbose:
	case unknownFolded(t.report, t.options):
		t.hanging(fmt.Sprintf("? %s cannot be checked (--verbose shows each)", prose.Counted(count(t.report).verdicts[finding.Unknown], "budget")))
		blocked := slices.DeleteFunc(budgets, func(b finding.BudgetResult) bool { return len(b.Facts) > 0 })
		groups := reasonGroups(blocked, name, 1)
		for _, g := range groups[:min(shownReasons, len(groups))] {
			t.hanging(g.String())
		}
		if more := len(groups) - shownReasons; more > 0 {
			t.hanging(fmt.Sprintf("and %s", prose.Counted(more, "other reason")))
		}
	default:
		for _, g := range reasonGroups(budgets, name, 2) {
			t.hanging(g.String())
		}
	}
	if phrase != "" {
		t.hanging(phrase)
	}
}

// hanging writes a text whose further lines are indented.
func (t *textWriter) hanging(text string) {
	for i, l := range wrap(text, max(t.columns-4, 20)) {
		t.line([]string{"  ", "    "}[min(i, 1)], t.faint(l))
	}
}

func (t *textWriter) budgetRows() []budgetRow {
	var rows []budgetRow
	budgets := budgetsByVerdict(t.report)
	name := func(l finding.Location) string { return oneLine(l.QualifiedSignature()) }
	grouped := map[string]bool{}
	if len(budgets) > manyBudgets {
		name = shortNames(budgets)
		for _, g := range reasonGroups(budgets, name, 2) {
			grouped[g.reason] = !t.options.Verbose
		}
	}
	folded := unknownFolded(t.report, t.options)
	for _, b := range budgets {
		if folded && b.Verdict == finding.Unknown {
			continue
		}
		if t.options.Quiet && (b.Verdict == finding.Proved || b.Verdict == finding.ProvedAssuming) {
			continue
		}
		r := budgetRow{verdict: b.Verdict, method: name(b.Location), budget: oneLine(b.Budget),
			exceeded: probability(b.Probability), written: oneLine(b.Origin)}
		if b.Confidence != t.report.Confidence && b.Confidence > 0 {
			r.budget += " at " + percent(b.Confidence)
		}
		if r.exceeded == "" {
			r.exceeded = "-"
		}
		for _, a := range groupedAssumptions(b.Assumptions, t.options.Verbose) {
			r.notes = append(r.notes, "assumes "+oneLine(a))
		}
		if len(b.Operands) > 0 && t.options.Verbose {
			r.notes = append(r.notes, "bound with "+operandsText(b.Operands))
		}
		if len(b.Expected) > 0 && t.options.Verbose { // as nearly every bound does
			r.notes = append(r.notes, "rests on the expected, not the worst, cost of "+expectedCalls(b.Expected, true))
		}
		missing := b.Missing
		if values := prose.MissingValues(b); values != "" && !t.options.Verbose {
			r.notes, missing = append(r.notes, "missing: values of "+oneLine(values)), nil
		}
		for _, m := range missing {
			if grouped[sharedReason(m)] {
				continue
			}
			r.notes = append(r.notes, "missing: "+oneLine(m))
		}
		if b.Verdict == finding.Violated {
			r.notes = append(r.notes, "even the best case of a call that returns uses "+prose.Spread(b.Best))
		}
		r.bound, r.mean = quantity.In(b.Worst.Unit).FormatFixedUp(b.Worst.Upper), "-"
		if parametric(b) {
			r.bound = "-"
			r.notes = append(r.notes, "costs "+oneLine(b.Worst.Readable()))
		}
		if bounded(b.Worst.Mean) {
			r.mean = quantity.In(b.Worst.Unit).FormatFixed(b.Worst.Mean)
		}
		rows = append(rows, r)
	}
	return rows
}

// parametric reports whether a method costs a number for each size, and none for all.
func parametric(b finding.BudgetResult) bool { return !bounded(b.Worst.Upper) && b.Worst.Formula != "" }

// soundBound writes the bound of a budget's method, where it is parametric as a formula.
func soundBound(b finding.BudgetResult) string {
	if parametric(b) {
		return oneLine(strings.TrimPrefix(b.Worst.Readable(), "at most "))
	}
	return quantity.In(b.Worst.Unit).FormatUp(b.Worst.Upper)
}

// criticalPath writes what the critical path of a budget's method costs, where it is parametric as a formula.
func criticalPath(b finding.BudgetResult) string {
	if parametric(b) && b.Worst.MeanFormula != "" {
		return oneLine(finding.Abbreviated(b.Worst.MeanFormula))
	}
	return prose.Spread(b.Worst)
}

// groupedAssumptions puts those with the same value from the same place together: "a.size(), b.size() <= 50 (energylint.toml:3)".
// Verbose lists each.
func groupedAssumptions(all []string, verbose bool) []string {
	if verbose {
		return all
	}
	var values []string
	names := map[string][]string{} // by what is behind the name
	for _, a := range all {
		name, value := a, ""
		if i := strings.LastIndex(a, " <= "); i >= 0 {
			name, value = a[:i], a[i:]
		}
		if names[value] == nil {
			values = append(values, value)
		}
		names[value] = append(names[value], name)
	}
	var out []string
	for _, v := range values {
		if v == "" {
			out = append(out, names[v]...)
			continue
		}
		out = append(out, few(names[v])+v)
	}
	return out
}

// few names the first of many: "a.size() and 3 more".
func few(names []string) string {
	if more := len(names) - namedAssumptions; more > 1 {
		return fmt.Sprintf("%s and %s more", strings.Join(names[:namedAssumptions], ", "), quantity.Count(float64(more)))
	}
	return strings.Join(names, ", ")
}

// The least that is left of a budget's and a method's column where the table does not fit.
const (
	minBudget = 12
	minMethod = 12
)

// fit chooses column widths so that the table fits: it drops the mean of the critical path, then the packages, then
// where the budget is written, and then shortens budgets and methods.
func (t *textWriter) fit(table [][]string) []int {
	wide := make([]int, len(table[0]))
	measure := func(c int) {
		wide[c] = 0
		for _, cells := range table {
			wide[c] = max(wide[c], width(cells[c]))
		}
	}
	for c := range wide {
		measure(c)
	}
	excess := func() int {
		n := -t.columns
		for _, w := range wide {
			if w > 0 {
				n += w + 2
			}
		}
		return n
	}
	if excess() > 0 {
		wide[4] = 0
	}
	if excess() > 0 {
		for _, cells := range table[1:] {
			cells[1] = withoutPackage(cells[1])
		}
		measure(1)
	}
	if excess() > 0 {
		wide[6] = 0
	}
	for _, c := range []struct{ column, least int }{{2, minBudget}, {1, minMethod}} {
		if n := excess(); n > 0 {
			wide[c.column] = max(min(wide[c.column], c.least), wide[c.column]-n)
		}
	}
	return wide
}

// withoutPackage strips the package from a qualified signature: Codec.encode(byte[], int).
func withoutPackage(signature string) string {
	name, params, found := strings.Cut(signature, "(")
	parts := strings.Split(name, ".")
	if len(parts) > 2 {
		parts = parts[len(parts)-2:]
	}
	if found {
		params = "(" + params
	}
	return strings.Join(parts, ".") + params
}

// machine says what the budgets are of: a model of one machine, which others are not.
func (t *textWriter) machine() {
	if t.report.Machine == "" {
		return
	}
	text := fmt.Sprintf("The bounds are of %s; for other machines compare, or calibrate (energylint model calibrate).", t.report.Machine)
	for _, l := range wrap(text, t.columns-2) {
		t.line("  ", t.faint(l))
	}
}
