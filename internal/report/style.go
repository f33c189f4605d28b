package report

import (
	"strings"

	"github.com/fatih/color"
	"github.com/rivo/uniseg"

	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/plain"
)

// palette colours text; without colour every style returns its argument.
type palette struct{ on bool }

func (p palette) paint(s string, attrs ...color.Attribute) string {
	if !p.on || s == "" {
		return s
	}
	c := color.New(attrs...)
	c.EnableColor()
	return c.Sprint(s)
}

func (p palette) bold(s string) string   { return p.paint(s, color.Bold) }
func (p palette) faint(s string) string  { return p.paint(s, color.Faint) }
func (p palette) file(s string) string   { return p.paint(s, color.Bold, color.Underline) }
func (p palette) red(s string) string    { return p.paint(s, color.FgRed) }
func (p palette) green(s string) string  { return p.paint(s, color.FgGreen) }
func (p palette) yellow(s string) string { return p.paint(s, color.FgYellow) }
func (p palette) cyan(s string) string   { return p.paint(s, color.FgCyan) }

func (p palette) level(l finding.Level, s string) string {
	switch l {
	case finding.Error:
		return p.paint(s, color.Bold, color.FgRed)
	case finding.Warning:
		return p.paint(s, color.Bold, color.FgYellow)
	}
	return p.paint(s, color.Bold, color.FgCyan)
}

func (p palette) verdict(v finding.Verdict, s string) string {
	switch v {
	case finding.Violated, finding.Exceeded:
		return p.red(s)
	case finding.Unknown, finding.Inconclusive:
		return p.yellow(s)
	}
	return p.green(s)
}

// mark is the sign before a verdict.
func mark(v finding.Verdict) string {
	switch v {
	case finding.Violated, finding.Exceeded:
		return "✗"
	case finding.Unknown, finding.Inconclusive:
		return "?"
	}
	return "✓"
}

// maxWord is how long a word may be that is shown, in bytes: names in class files have up to 65,535.
const maxWord = 400

// oneLine is plain text with every run of white space as one blank.
func oneLine(s string) string { return strings.Join(words(plain.Text(s)), " ") }

// words splits text at white space, and leaves out the middle of long words.
func words(s string) []string {
	ws := strings.Fields(s)
	for i, w := range ws {
		ws[i] = plain.Short(w, maxWord)
	}
	return ws
}

// width is how many columns s takes on a terminal.
func width(s string) int { return uniseg.StringWidth(s) }

// wrap breaks text at blanks into lines of at most limit columns; words that are longer get a line of their own.
func wrap(s string, limit int) []string {
	var lines []string
	for para := range strings.SplitSeq(plain.Text(s), "\n") {
		line, used := "", 0
		for _, word := range together(words(para)) {
			n := width(word)
			if used > 0 && used+1+n > limit {
				lines = append(lines, line)
				line, used = "", 0
			}
			if used > 0 {
				line += " "
				used++
			}
			line += word
			used += n
		}
		if used > 0 {
			lines = append(lines, line)
		}
	}
	return lines
}

// together joins what a line is not broken between: a number and its unit, what is computed before a size and the size, as
// in "escape: append().length()".
func together(all []string) []string {
	out := all[:0]
	for i, w := range all {
		n := len(out)
		unit := strings.TrimRight(w, ").,;:")
		switch {
		case i > 0 && strings.HasSuffix(unit, "J") && len(unit) <= 2 && strings.ContainsRune("0123456789", rune(all[i-1][len(all[i-1])-1])),
			i > 0 && strings.HasSuffix(out[n-1], ":") && strings.Contains(w, "()."):
			out[n-1] += " " + w
		default:
			out = append(out, w)
		}
	}
	return out
}

// padRight fills s with blanks up to n columns.
func padRight(s string, n int) string { return s + strings.Repeat(" ", max(0, n-width(s))) }

// padLeft puts blanks before s up to n columns.
func padLeft(s string, n int) string { return strings.Repeat(" ", max(0, n-width(s))) + s }

// cutRight shortens s to n columns, with an ellipsis at its end.
func cutRight(s string, n int) string {
	if width(s) <= n {
		return s
	}
	var b strings.Builder
	used := 0
	for g := uniseg.NewGraphemes(s); g.Next(); {
		if used+g.Width() > n-1 {
			break
		}
		used += g.Width()
		b.WriteString(g.Str())
	}
	return b.String() + "…"
}

// cutLeft shortens s to n columns, with an ellipsis at its start: the end of a class name tells more.
func cutLeft(s string, n int) string {
	if width(s) <= n {
		return s
	}
	runes := []rune(s)
	for len(runes) > 0 && width(string(runes)) > n-1 {
		runes = runes[1:]
	}
	return "…" + string(runes)
}
