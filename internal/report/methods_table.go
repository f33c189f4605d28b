package report

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"strings"

	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/prose"
	"github.com/energylint/energylint/internal/quantity"
)

// writeMethodTable writes the methods, in their order and with a heading for each class, each with its worst and best
// case. Under a method stands what a number cannot say: its formula, or why it has no bound.
func writeMethodTable(w io.Writer, m *result.MethodReport, o Options) error {
	t := &textWriter{Writer: bufio.NewWriter(w), palette: palette{useColor(w, o.Color)}, options: o, columns: columns(w, o.Width)}
	table := [][]string{{"line", "method", "status", "worst case", "± sd", "bound", "best case"}}
	for _, x := range m.Methods {
		unit := quantity.In(m.Unit)
		or := func(j result.Joules, format func(float64) string) string {
			if !bounded(float64(j)) {
				return "-" // the status says why
			}
			return format(float64(j))
		}
		number := func(j result.Joules) string { return or(j, unit.FormatFixed) }
		line := ""
		if x.Line > 0 {
			line = fmt.Sprint(x.Line)
		}
		l := finding.Location{Class: x.Class, Method: x.Name, Desc: x.Descriptor}
		name := l.Signature()
		if o.Ranked {
			name = l.ClassName()[strings.LastIndexByte(l.ClassName(), '.')+1:] + "." + name
		}
		table = append(table, []string{line, oneLine(name), string(x.Status), number(x.Worst.Mean), number(x.Worst.SD),
			or(x.Worst.Upper, unit.FormatFixedUp), number(x.Best.Mean)})
	}
	wide := make([]int, len(table[0]))
	total := 0
	for c := range wide {
		column := make([]string, len(table))
		for i := range table {
			column[i] = table[i][c]
		}
		wide[c] = widest(column)
		total += wide[c] + 2
	}
	if total > t.columns {
		wide[1] = max(16, wide[1]-(total-t.columns))
	}
	row := func(cells []string, paint func(c int, s string) string) {
		var b strings.Builder
		for c, s := range cells {
			switch c {
			case 1, 2:
				s = padRight(cutRight(s, wide[c]), wide[c])
			default:
				s = padLeft(s, wide[c])
			}
			b.WriteString("  " + paint(c, s))
		}
		t.line(b.String())
	}
	class := ""
	statuses := map[result.Status]int{}
	for i, x := range m.Methods {
		if i == 0 {
			row(table[0], func(_ int, s string) string { return t.faint(s) })
		}
		if !o.Ranked && (x.Class != class || i == 0) {
			class = x.Class
			if i > 0 {
				t.line()
			}
			head := t.file(oneLine(finding.Location{Class: x.Class}.ClassName()))
			if x.File != "" {
				head += t.faint("  " + oneLine(x.File))
			}
			t.line(head)
		}
		row(table[i+1], func(c int, s string) string {
			switch c {
			case 0:
				return t.faint(s)
			case 2:
				return t.status(x.Status, s)
			}
			return s
		})
		statuses[x.Status]++
		if o.Quiet {
			continue
		}
		for _, note := range methodNotes(x, quantity.In(m.Unit), o.Verbose) {
			for _, l := range wrap(note, max(t.columns-wide[0]-6, 20)) {
				t.line(strings.Repeat(" ", wide[0]+6), t.faint(l))
			}
		}
	}
	if len(m.Methods) > 0 {
		t.line()
	}
	var parts []string
	for _, s := range result.Statuses() {
		if n := statuses[s]; n > 0 {
			parts = append(parts, quantity.Count(float64(n))+" "+string(s))
		}
	}
	s := prose.Counted(len(m.Methods), "method")
	if o.Methods > len(m.Methods) {
		s += " of " + quantity.Count(float64(o.Methods))
	}
	if len(parts) > 0 {
		s += ": " + strings.Join(parts, ", ")
	}
	t.line(t.bold(s))
	scope := m.Model
	if m.Device != "" {
		scope += " (" + m.Device + ")"
	}
	if scope != "" {
		t.line(t.faint(oneLine(scope + " at " + percent(float64(m.Confidence)))))
	}
	if !o.Quiet {
		for _, l := range wrap(cappedPhrase(m.Capped), t.columns) {
			t.line(t.faint(l))
		}
	}
	return t.Flush()
}

// formulaText returns how a formula is written for people: whole where they ask for everything.
func formulaText(verbose bool) func(formula string) string {
	if verbose {
		return func(formula string) string { return formula }
	}
	return finding.Abbreviated
}

// methodNotes says what the numbers do not: the formula of a parametric method, assumptions, why a loop has no
// bound, calls without a price, the budget.
func methodNotes(x result.Method, unit quantity.Unit, verbose bool) []string {
	var notes []string
	formula := formulaText(verbose)
	if x.Formula != "" && (x.Status == result.Parametric || x.Status == result.Assumed || verbose) {
		if x.Rounded != "" {
			notes = append(notes, "≤ "+formula(x.Rounded))
		}
		if x.Rounded == "" || verbose {
			notes = append(notes, "≤ "+formula(x.Formula))
		}
		if verbose && x.MeanFormula != "" {
			notes = append(notes, "mean "+formula(x.MeanFormula))
		}
		if len(x.Conditions) > 0 {
			notes = append(notes, strings.TrimSpace(oneLine(finding.Where(x.Conditions))))
		}
	}
	for _, a := range x.Assumptions {
		most := quantity.Count(float64(a.Max))
		if a.Cost {
			most = unit.Format(float64(a.Max))
		}
		notes = append(notes, fmt.Sprintf("assumes %s <= %s", a.Symbol, most))
	}
	before := len(notes)
	for _, l := range x.Loops {
		switch {
		case l.Status == result.Unbounded:
			reason := strings.TrimPrefix(l.Reason, fmt.Sprintf("the loop at line %d: ", l.Line))
			notes = append(notes, strings.TrimSuffix(fmt.Sprintf("loop at line %d: %s", l.Line, reason), ": "))
		case verbose:
			at := fmt.Sprintf("loop at line %d: %s", l.Line, l.Status)
			if l.Bound != "" {
				at += ", " + oneLine(l.Bound+finding.Where(l.Conditions))
			}
			notes = append(notes, at)
		}
	}
	for i, u := range x.Unpriced {
		if i == 3 && !verbose {
			notes = append(notes, fmt.Sprintf("and %s more (--verbose shows all)", quantity.Count(float64(len(x.Unpriced)-i))))
			break
		}
		notes = append(notes, "no price for "+memberName(u))
	}
	if (x.Status == result.Unbounded || x.Status == result.Unknown) && len(notes) == before { // it is in what the method calls
		for i, r := range listedReasons(x.Reasons, verbose) {
			if i == 2 && !verbose {
				notes = append(notes, "and more (energylint explain shows all)")
				break
			}
			notes = append(notes, oneLine(r))
		}
	}
	if b := x.Budget; b != nil {
		s := fmt.Sprintf("budget %s at %s: %s", b.Energy, percent(float64(b.Confidence)), b.Verdict)
		holds := b.Verdict == string(finding.Proved) || b.Verdict == string(finding.ProvedAssuming)
		if p := probability(float64(b.Exceeded)); p != "" && !holds {
			s += ", P(exceeded) " + p
		}
		notes = append(notes, s)
	}
	return notes
}

var (
	atLine = regexp.MustCompile(` \(line ([0-9]+)\)`)
	// packageOf matches the package of a class and the class. Names of variables and their fields are in parts no package and class.
	packageOf = regexp.MustCompile(`\b(?:[a-z_][a-z0-9_]*\.)+([A-Z]\w*[a-z]\w*)`)
)

// listedReasons returns reasons for a list of methods: classes without their packages, and one reason for all lines that it is of. Verbose has
// them as they are.
func listedReasons(reasons []string, verbose bool) []string {
	if verbose {
		return reasons
	}
	var out []string
	at := map[string]int{}
	lines := map[string][]string{}
	for _, r := range reasons {
		key := packageOf.ReplaceAllString(r, "$1")
		line := atLine.FindStringSubmatchIndex(key)
		if line != nil {
			n := key[line[2]:line[3]]
			key = key[:line[0]] + "\x00" + key[line[1]:]
			lines[key] = append(lines[key], n)
		}
		if _, ok := at[key]; !ok {
			at[key] = len(out)
			out = append(out, key)
		}
	}
	for i, key := range out {
		word := "line "
		if len(lines[key]) > 1 {
			word = "lines "
		}
		out[i] = strings.ReplaceAll(key, "\x00", " ("+word+prose.List(lines[key])+")")
	}
	return out
}

// memberName writes java/util/List.get(I)Ljava/lang/Object; as java.util.List.get(int).
func memberName(member string) string {
	name, desc, ok := strings.Cut(member, "(")
	dot := strings.LastIndexByte(name, '.')
	if !ok || dot < 0 {
		return oneLine(member)
	}
	return oneLine(finding.Location{Class: name[:dot], Method: name[dot+1:], Desc: "(" + desc}.QualifiedSignature())
}

func (p palette) status(st result.Status, s string) string {
	switch st {
	case result.Unbounded, result.Unknown:
		return p.yellow(s)
	case result.Parametric, result.Assumed:
		return p.cyan(s)
	}
	return p.green(s)
}
