package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/prose"
	"github.com/energylint/energylint/internal/quantity"
)

// maxPath is how many lines of a critical path are shown without Verbose; the most expensive stay.
const maxPath = 20

// barColumns is how wide the bar of a line that makes all of the energy is.
const barColumns = 8

// WriteExplanation writes what is known of a method for a person at a terminal.
func WriteExplanation(w io.Writer, x *result.Explanation, o Options) error {
	t := &textWriter{Writer: bufio.NewWriter(w), palette: palette{useColor(w, o.Color)}, options: o, columns: columns(w, o.Width)}
	t.line(t.file(oneLine(x.Location.QualifiedSignature())))
	if p := x.Location.Path(); p != "" {
		if x.Location.Line > 0 {
			p += fmt.Sprintf(":%d", x.Location.Line)
		}
		t.line(t.faint(oneLine(p)))
	}
	t.line()
	t.explainBudgets(x)
	t.explainNumbers(x)
	t.explainLoops(x)
	t.explainPath(x)
	t.explainCalls(x)
	if err := t.Flush(); err != nil {
		return fmt.Errorf("write the explanation: %w", err)
	}
	return nil
}

// explainLabel is the column in which the facts of an explanation start.
const explainLabel = 14

// fact writes a labelled text, wrapped under its start.
func (t *textWriter) fact(label, s string, paint func(string) string) {
	for i, l := range wrap(s, max(t.columns-2-explainLabel, 20)) {
		if i > 0 {
			label = ""
		}
		if paint != nil {
			l = paint(l)
		}
		t.line("  ", t.faint(padRight(label, explainLabel)), l)
	}
}

func (t *textWriter) explainBudgets(x *result.Explanation) {
	for _, b := range x.Budgets {
		origin := b.Origin
		if rest, ok := strings.CutPrefix(origin, x.Location.Path()+":"); ok {
			line, _, _ := strings.Cut(rest, ":")
			origin = "line " + line
		}
		t.fact("Budget", fmt.Sprintf("%s at %s, from %s", b.Budget, percent(b.Confidence), origin), nil)
		s := mark(b.Verdict) + " " + string(b.Verdict)
		if p := probability(b.Probability); p != "" && b.Verdict != finding.Proved && b.Verdict != finding.ProvedAssuming {
			if math.IsNaN(b.Worst.Mean) || math.IsInf(b.Worst.Mean, 0) { // p is without what is missing
				p = "at least " + p
			}
			s += ": the critical path exceeds it with a probability of " + p
		}
		t.fact("", s, func(s string) string { return t.verdict(b.Verdict, s) })
	}
}

// explainMissing writes what is missing, and how to supply it.
func (t *textWriter) explainMissing(l finding.Location, missing []string) {
	for _, m := range missing {
		for i, l := range wrap(m, max(t.columns-4-explainLabel, 20)) {
			t.line(strings.Repeat(" ", 2+explainLabel), []string{"- ", "  "}[min(i, 1)], l)
		}
	}
	for i, h := range hints(lacksOf(l, missing)) {
		t.fact([]string{"What to do", ""}[min(i, 1)], h, nil)
	}
}

func (t *textWriter) explainNumbers(x *result.Explanation) {
	spread := func(e result.Extreme) string { return prose.SpreadIn(x.Unit, e.Mean, e.SD) }
	switch {
	case x.Parametric:
		text := "grows with sizes that have no upper bound: see the formula"
		if len(x.Symbols) > 0 {
			text = "depends on the objects that it is given: see the formula"
		}
		t.fact("Worst case", text, nil)
		t.explainMissing(x.Location, slices.DeleteFunc(slices.Clone(x.Missing), func(m string) bool { return !strings.Contains(m, notHeld) }))
	case len(x.Missing) > 0:
		t.fact("Worst case", "has no bound", t.yellow)
		t.explainMissing(x.Location, x.Missing)
	default:
		t.fact("Worst case", fmt.Sprintf("%s, at most %s with a probability of %s; sound bound %s",
			spread(x.Worst), x.Unit.FormatUp(x.Worst.Quantile), percent(x.Confidence), x.Unit.FormatUp(x.Worst.Bound)), t.bold)
	}
	t.fact("Best case", fmt.Sprintf("%s; never below %s", spread(x.Best), x.Unit.FormatDown(x.Best.Bound)), nil)
	if x.Formula != "" {
		formula, most := formulaText(t.options.Verbose), "at most, with "+percent(x.Confidence)+": "
		t.fact("Formula", most+formula(cmp.Or(x.Rounded, x.Formula)), t.cyan)
		if t.options.Verbose && x.Rounded != "" {
			t.fact("", "in full "+x.Formula, nil)
		}
		if t.options.Verbose && x.MeanFormula != "" {
			t.fact("", "mean "+x.MeanFormula, nil)
		}
		for _, c := range x.Conditions {
			t.fact("", "where "+oneLine(c), nil)
		}
		for _, c := range x.Symbols {
			t.fact("", "where "+oneLine(c.Symbol)+" is the costliest such call of "+memberName(c.Member), nil)
		}
	}
	if r := x.Returning; r != nil {
		most := x.Unit.FormatUp(r.Worst.Bound)
		if r.Formula != "" {
			most = formulaText(t.options.Verbose)(r.Formula)
		}
		t.fact("Returning", "at most, with "+percent(x.Confidence)+": "+most+"; all else is on the way to an exception", nil)
	}
	for i, a := range x.Assumptions {
		t.fact([]string{"Assumes", ""}[min(i, 1)], a, nil)
	}
	if len(x.Expected) > 0 {
		t.fact("Rests on", "the expected, not the worst, cost of "+expectedCalls(x.Expected, t.options.Verbose), nil)
	}
	if len(x.Operands) > 0 {
		t.fact("Bound with", operandsText(x.Operands), nil)
	}
	scope := x.Model
	if x.Device != "" {
		scope += " (" + x.Device + ")"
	}
	t.fact("Model", scope+" at "+percent(x.Confidence), nil)
	if x.Derived >= 0.001 {
		t.fact("", quantity.Percent(x.Derived)+" of the energy rests on patterns that were derived, not measured", nil)
	}
	var shares []string
	for _, c := range x.Classes {
		if c.Share >= 0.005 {
			shares = append(shares, c.Class+" "+quantity.Percent(c.Share))
		}
	}
	if len(shares) > 0 {
		t.fact("Operations", strings.Join(shares, ", "), nil)
	}
}

func (t *textWriter) explainLoops(x *result.Explanation) {
	if len(x.Loops) == 0 {
		return
	}
	t.line()
	t.line("  ", t.bold("Loops"))
	places := make([]string, len(x.Loops))
	statuses := make([]string, len(x.Loops))
	for i, l := range x.Loops {
		places[i] = fmt.Sprintf("line %d", l.Line)
		if l.Line == 0 {
			places[i] = fmt.Sprintf("offset %d", l.Offset)
		}
		statuses[i] = string(l.Status)
	}
	wide, wideStatus := widest(places), widest(statuses)
	indent := 2 + wide + 2 + wideStatus + 2
	for i, l := range x.Loops {
		text := strings.TrimPrefix(l.Reason, "the loop at "+places[i]+": ")
		if l.Status != result.Unbounded {
			text = oneLine(iterations(l) + finding.Where(l.Conditions))
		}
		lines := wrap(text, max(t.columns-indent, 20))
		if len(lines) == 0 {
			lines = []string{""}
		}
		for j, s := range lines {
			if j == 0 {
				t.line("  ", t.faint(padRight(places[i], wide)), "  ", t.status(l.Status, padRight(statuses[i], wideStatus)), "  ", s)
			} else {
				t.line(strings.Repeat(" ", indent), s)
			}
		}
	}
}

// iterations says how often a loop runs: "30 iterations", "at most n = 1,000 iterations".
func iterations(l result.Loop) string {
	bound, times := strings.TrimSpace(l.Bound), ""
	if l.Iterations.Max != nil {
		times = quantity.Count(float64(*l.Iterations.Max))
	}
	same := times != "" && (bound == "" || strings.ReplaceAll(times, ",", "") == bound)
	noun := " iterations"
	if same && times == "1" {
		noun = " iteration"
	}
	s := bound + " = " + times
	switch {
	case same:
		s = times
	case times == "":
		s = bound
	}
	if l.Status == result.Exact && l.Iterations.Max != nil && l.Iterations.Min == *l.Iterations.Max {
		return s + noun
	}
	return "at most " + s + noun
}

func (t *textWriter) explainPath(x *result.Explanation) {
	if len(x.Path) == 0 {
		return
	}
	lines, left := x.Path, 0
	if !t.options.Verbose && len(lines) > maxPath {
		left = len(lines) - maxPath
		lines = costliest(lines, maxPath)
	}
	head := []string{"line", "share", "", "energy", "times"}
	table := [][]string{head}
	texts := make([]string, len(lines))
	for i, l := range lines {
		line := "-"
		if l.Line > 0 {
			line = fmt.Sprint(l.Line)
		}
		table = append(table, []string{line, quantity.Percent(l.Share), bar(l.Share), x.Unit.FormatFixed(l.Energy), quantity.Count(l.Executed)})
		texts[i] = strings.TrimRight(l.Text, " \t\r")
	}
	indent := commonIndent(texts)
	wide := make([]int, len(head))
	total := 0
	for c := range wide {
		column := make([]string, len(table))
		for i := range table {
			column[i] = table[i][c]
		}
		wide[c] = widest(column)
		total += 2 + wide[c]
	}
	t.line()
	t.line("  ", t.bold("Critical path"))
	for i, cells := range table {
		var b strings.Builder
		for c, s := range cells {
			b.WriteString("  ")
			switch {
			case i == 0 && c == 2:
				b.WriteString(strings.Repeat(" ", wide[c]))
			case i == 0:
				b.WriteString(t.faint(padLeft(s, wide[c])))
			case c == 0:
				b.WriteString(t.faint(padLeft(s, wide[c])))
			case c == 2:
				b.WriteString(t.share(lines[i-1].Share, padRight(s, wide[c])))
			default:
				b.WriteString(padLeft(s, wide[c]))
			}
		}
		if i > 0 && len(texts[i-1]) > indent {
			source := expand([]rune(texts[i-1][indent:]), 0)
			b.WriteString("  " + cutRight(source, max(t.columns-total-2, 20)))
		}
		t.line(b.String())
	}
	if left > 0 {
		t.line("  ", t.faint(fmt.Sprintf("and %s that cost less (--verbose shows all)", prose.Counted(left, "line"))))
	}
}

// costliest returns the n lines that cost most, in their order.
func costliest(lines []result.PathLine, n int) []result.PathLine {
	order := make([]int, len(lines))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch x, y := lines[a].Energy, lines[b].Energy; {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	order = order[:n]
	slices.Sort(order)
	out := make([]result.PathLine, n)
	for i, at := range order {
		out[i] = lines[at]
	}
	return out
}

// bar is a share as a bar, in eighths of a column.
func bar(share float64) string {
	n := int(math.Round(min(max(share, 0), 1) * barColumns * 8))
	s := strings.Repeat("█", n/8)
	if n%8 > 0 {
		s += string([]rune("▏▎▍▌▋▊▉")[n%8-1])
	}
	return s
}

// share colours what makes much of the energy.
func (p palette) share(share float64, s string) string {
	switch {
	case share >= 0.25:
		return p.red(s)
	case share >= 0.1:
		return p.yellow(s)
	}
	return p.green(s)
}

func (t *textWriter) explainCalls(x *result.Explanation) {
	if len(x.Calls) == 0 {
		return
	}
	calls, left := x.Calls, 0
	if !t.options.Verbose && len(calls) > maxSteps {
		left = len(calls) - maxSteps
		calls = calls[:maxSteps]
	}
	t.line()
	t.line("  ", t.bold("Calls"))
	energy, times := []string{"energy"}, []string{"times"}
	for _, c := range calls {
		energy = append(energy, x.Unit.FormatFixed(c.Energy))
		times = append(times, quantity.Count(c.Times))
	}
	wideEnergy, wideTimes := widest(energy), widest(times)
	t.line("  ", t.faint(padLeft(energy[0], wideEnergy)), "  ", t.faint(padLeft(times[0], wideTimes)), "  ", t.faint("method"))
	for i, c := range calls {
		t.line("  ", padLeft(energy[i+1], wideEnergy), "  ", padLeft(times[i+1], wideTimes), "  ",
			cutRight(memberName(c.Member), max(t.columns-wideEnergy-wideTimes-6, 20)))
	}
	if left > 0 {
		t.line("  ", t.faint(fmt.Sprintf("and %s (--verbose shows all)", prose.Counted(left, "more method"))))
	}
}
