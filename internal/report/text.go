package report

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"path"
	"strings"

	"github.com/energylint/energylint/internal/budget"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/prose"
	"github.com/energylint/energylint/internal/quantity"
)

// maxSteps is how many steps of a critical path are shown without Verbose.
const maxSteps = 10

// textWriter writes for a person at a terminal.
type textWriter struct {
	*bufio.Writer
	palette
	report  *finding.Report
	options Options
	columns int
	sources map[string][]string // lines by file, nil where it cannot be read
	other   string              // why the source of the file of the next findings is not what was compiled, empty where it may be
}

func writeText(w io.Writer, r *finding.Report, o Options) error {
	t := &textWriter{
		Writer: bufio.NewWriter(w), palette: palette{useColor(w, o.Color)}, report: r, options: o,
		columns: columns(w, o.Width), sources: map[string][]string{},
	}
	t.findings()
	t.silent()
	t.budgets()
	t.notifications()
	t.summary()
	return t.Flush()
}

func (t *textWriter) line(parts ...string) {
	t.WriteString(strings.TrimRight(strings.Join(parts, ""), " "))
	t.WriteByte('\n')
}

func (t *textWriter) findings() {
	file, first := "", true
	folded := unknownFolded(t.report, t.options)
	for _, f := range finding.RankedByFile(t.report.Findings) {
		if !f.Active() && !t.options.Verbose || folded && f.Rule == budget.RuleNotProved && f.Properties["verdict"] == string(finding.Unknown) {
			continue
		}
		if p := f.Location.Path(); first || p != file {
			file, first = p, false
			t.other = t.otherSource(f.Location)
			t.line(t.fileHeader(f.Location))
		}
		t.finding(f)
	}
	if t.options.Quiet && !first {
		t.line()
	}
}

func (t *textWriter) fileHeader(l finding.Location) string {
	s := t.file(oneLine(l.Path()))
	if !l.Source && l.Input != "" && l.Input != l.Path() {
		s += t.faint("  from " + oneLine(l.Input))
	}
	if t.other != "" {
		s += t.faint("  is not what was compiled: " + t.other)
	}
	return s
}

func (t *textWriter) finding(f finding.Finding) {
	at := ""
	if f.Location.Line > 0 {
		at = fmt.Sprintf("line %d", f.Location.Line)
		if f.Location.Column > 0 {
			at += fmt.Sprintf(":%d", f.Location.Column)
		}
	}
	if s := f.Location.Signature(); s != "" {
		at = strings.TrimSpace(at + " in " + oneLine(s))
	}
	head := "  " + t.level(f.Level, fmt.Sprintf("%-7s", f.Level)) + "  " + t.bold(oneLine(ruleTitle(t.report, f.Rule))) + "  " + t.faint(at)
	switch {
	case f.SuppressedBy == finding.ByProfile:
		head += t.faint("  left out: " + oneLine(f.Suppressed))
	case f.Suppressed != "" || f.SuppressedBy != "":
		head += t.faint("  suppressed: " + oneLine(f.Suppressed))
	case f.Baseline == "unchanged":
		head += t.faint("  in the baseline")
	case f.Baseline == "new":
		head += "  " + t.cyan("new")
	}
	t.line(head)
	for _, l := range wrap(f.Message, t.columns-4) {
		t.line("    ", l)
	}
	if t.options.Quiet {
		return
	}
	if t.other == "" {
		t.snippet(f.Location, func(s string) string { return t.level(f.Level, s) })
	}
	t.energy(f.Energy)
	if f.Energy != nil && f.Energy.Recorded != nil {
		t.detail("recorded", prose.Recorded(f.Energy))
	}
	t.flow(f)
	for _, l := range f.Related {
		t.detail("see", t.place(f.Location, l)+"  "+oneLine(l.Message))
	}
	t.fix(f)
	t.line()
}

// labelWidth is the column in which the details of a finding start, behind their labels.
const labelWidth = 11

// detail writes a labelled text, wrapped under its start.
func (t *textWriter) detail(label, s string) {
	for i, l := range wrap(s, t.columns-4-labelWidth) {
		if i > 0 {
			label = ""
		}
		t.line("    ", t.faint(padRight(label, labelWidth)), l)
	}
}

// energy writes what the finding costs, what its repair costs and the difference, as an aligned table.
func (t *textWriter) energy(e *finding.Energy) {
	if e == nil {
		return
	}
	if e.Measured != nil {
		label := "saves"
		text := strings.TrimPrefix(prose.Measured(e), "saves ")
		if e.Measured.Missing {
			label = "saving"
		}
		t.detail(label, text)
		if !t.options.Verbose && !e.Measured.Missing {
			if e.Multiplier != "" {
				t.detail("times", e.Multiplier)
			}
			return
		}
	}
	rows := []struct {
		label string
		d     finding.Distribution
		note  string
	}{{"costs", e.Cost, ""}, {"repaired", e.Repaired, ""}, {"saves", e.Saving, prose.Interval(e)}}
	if e.Per != "" {
		rows[0].note = "per " + oneLine(e.Per)
	}
	if rows[2].note != "" {
		rows[2].note = "(" + percent(t.report.Confidence) + ": " + rows[2].note + ")"
	}
	mean, sd := make([]string, len(rows)), make([]string, len(rows))
	for i, r := range rows {
		mean[i] = quantity.In(r.d.Unit).FormatFixed(r.d.Mean)
		if bounded(r.d.Mean) && bounded(r.d.SD) && r.d.SD != 0 {
			sd[i] = quantity.In(r.d.Unit).FormatFixed(r.d.SD)
		}
	}
	wideMean, wideSD := widest(mean), widest(sd)
	for i, r := range rows {
		numbers := padLeft(mean[i], wideMean)
		if sd[i] != "" {
			numbers += " ± " + padLeft(sd[i], wideSD)
		} else {
			numbers = padRight(numbers, wideMean+3+wideSD)
		}
		if r.label == "saves" {
			numbers = t.green(numbers)
		}
		t.line("    ", t.faint(padRight(r.label, labelWidth)), numbers, "  ", t.faint(r.note))
	}
	for i, r := range rows {
		// The saving's formula says most; the others are long, and wait for Verbose.
		if r.d.Formula != "" && (i == 2 || e.Saving.Formula == "" || t.options.Verbose) {
			t.detail([]string{"cost =", "repaired =", "saving ="}[i], formulaText(t.options.Verbose)(r.d.Formula)+finding.Where(r.d.Conditions))
		}
	}
	if e.Multiplier != "" {
		t.detail("times", e.Multiplier)
	}
	if e.DerivedShare >= 0.005 {
		t.detail("of which", quantity.Percent(e.DerivedShare)+" rests on patterns that were derived, not measured")
	}
}

func widest(cells []string) int {
	n := 0
	for _, s := range cells {
		n = max(n, width(s))
	}
	return n
}

func bounded(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) }

// flow writes the critical path as numbered steps.
func (t *textWriter) flow(f finding.Finding) {
	steps := f.Flow
	if len(steps) == 0 {
		return
	}
	left := 0
	if !t.options.Verbose && len(steps) > maxSteps {
		left = len(steps) - maxSteps
		steps = steps[:maxSteps]
	}
	places, wide := make([]string, len(steps)), 0
	for i, s := range steps {
		places[i] = t.place(f.Location, s)
		wide = max(wide, width(places[i]))
	}
	for i, s := range steps {
		label := ""
		if i == 0 {
			label = "path"
		}
		indent := 4 + labelWidth + wide + 2
		lines := wrap(s.Message, max(t.columns-indent, 20))
		if len(lines) == 0 {
			lines = []string{oneLine(s.Signature())}
		}
		t.line("    ", t.faint(padRight(label, labelWidth)), t.cyan(padRight(places[i], wide)), "  ", lines[0])
		for _, l := range lines[1:] {
			t.line(strings.Repeat(" ", indent), l)
		}
	}
	if left > 0 {
		t.detail("", fmt.Sprintf("and %s more (--verbose shows all)", quantity.Count(float64(left))))
	}
}

// place is where l is, seen from another place: "line 12", or "Codec.java:12" in another file.
func (t *textWriter) place(from, l finding.Location) string {
	if l.Path() == from.Path() {
		if l.Line == 0 {
			return "here"
		}
		return fmt.Sprintf("line %d", l.Line)
	}
	s := oneLine(path.Base(l.Path()))
	if l.Line > 0 {
		s += fmt.Sprintf(":%d", l.Line)
	}
	return s
}

func (t *textWriter) notifications() {
	if len(t.report.Notifications) == 0 {
		return
	}
	t.line(t.bold("Problems of the analysis"))
	for _, n := range t.report.Notifications {
		s := n.Message
		if n.Path != "" {
			s = n.Path + ": " + s
		}
		for i, l := range wrap(s, t.columns-11) {
			label := ""
			if i == 0 {
				label = string(n.Level)
			}
			t.line("  ", t.level(n.Level, padRight(label, 7)), "  ", l)
		}
	}
	t.line()
}

func (t *textWriter) summary() {
	c := count(t.report)
	result, s := c.outcome(t.report)
	s = strings.ToUpper(s[:1]) + s[1:]
	sign := t.green("✓")
	switch result {
	case failed, erroneous:
		sign = t.red("✗")
	case doubtful:
		sign = t.yellow("!")
	}
	t.line(sign, " ", t.bold(s))
	scope := scopePhrase(t.report)
	if hidden := c.hiddenPhrase(t.report.Absent); hidden != "" {
		scope = hidden + "; " + scope
	}
	lines := wrap(scope, t.columns-2)
	if !t.options.Quiet {
		lines = append(lines, wrap(cappedPhrase(t.report.Capped), t.columns-2)...)
	}
	if !t.options.Quiet {
		lines = append(lines, wrap(recordingPhrase(t.report), t.columns-2)...)
		lines = append(lines, wrap(repairPhrase(t.report), t.columns-2)...)
		lines = append(lines, wrap(modePhrase(t.report), t.columns-2)...)
		if c.total() == 0 {
			lines = append(lines, wrap(unrepeatedPhrase(t.report), t.columns-2)...)
		}
	}
	for _, l := range lines {
		t.line("  ", t.faint(l))
	}
}

// silent lists, for Verbose, what is not reported because the repair was measured to save nothing in the execution mode.
func (t *textWriter) silent() {
	if !t.options.Verbose || len(t.report.Silent) == 0 {
		return
	}
	t.line(t.bold("Without gain in compiled code"))
	for _, f := range t.report.Silent {
		place := oneLine(f.Location.Path())
		if f.Location.Line > 0 {
			place += fmt.Sprintf(":%d", f.Location.Line)
		}
		t.line("  ", oneLine(ruleTitle(t.report, f.Rule)), "  ", t.faint(place), "  ", t.faint(prose.Measured(f.Energy)))
	}
	t.line()
}
