package report

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/plain"
)

// tabWidth is how many columns a tab of a source line is shown as.
const tabWidth = 4

// source returns a line of a file, false where the file or the line is not there.
func (t *textWriter) source(l finding.Location, line int) (string, bool) {
	if !l.Source || l.File == "" || line < 1 {
		return "", false
	}
	lines, ok := t.sources[l.File]
	if !ok {
		if src, err := t.options.ReadSource(l.File); err == nil {
			lines = strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(src)), "\n")
		}
		t.sources[l.File] = lines
	}
	if line > len(lines) {
		return "", false
	}
	return lines[line-1], true
}

// otherSource returns why a file with findings is not the source of their classes, empty where it may be: code that costs is at a line of it that
// has no code. It is of another version, or was changed since.
func (t *textWriter) otherSource(file finding.Location) string {
	for _, f := range t.report.Findings {
		l := f.Location
		if l.File != file.File || !finding.OfPattern(f.Rule) || l.Line < 1 {
			continue
		}
		text, ok := t.source(l, l.Line)
		switch lines := t.sources[l.File]; {
		case len(lines) == 0:
			return ""
		case !ok:
			return fmt.Sprintf("it has no line %d", l.Line)
		case strings.TrimSpace(text) == "":
			return fmt.Sprintf("line %d is empty", l.Line)
		case commented(lines, l.Line-1):
			return fmt.Sprintf("line %d is a comment", l.Line)
		}
	}
	return ""
}

// commented reports whether line i is all of a comment, of the languages with those of C.
func commented(lines []string, i int) bool {
	text := strings.TrimSpace(lines[i])
	if end := strings.Index(text, "*/"); end >= 0 {
		return end == len(text)-2 && (strings.HasPrefix(text, "/*") || !strings.Contains(text, "/*"))
	}
	if strings.HasPrefix(text, "//") || strings.HasPrefix(text, "/*") {
		return true
	}
	for i--; i >= 0; i-- {
		open, closed := strings.LastIndex(lines[i], "/*"), strings.LastIndex(lines[i], "*/")
		if open >= 0 || closed >= 0 {
			return open > closed && strings.HasPrefix(strings.TrimSpace(lines[i]), "/*") // none in a text
		}
	}
	return false
}

// snippet writes the source line of a finding with a marker under what is meant.
func (t *textWriter) snippet(l finding.Location, paint func(string) string) {
	src, ok := t.source(l, l.Line)
	if !ok || strings.TrimSpace(src) == "" {
		return
	}
	number := fmt.Sprint(l.Line)
	shown, marker := markLine(src, l.Column, t.columns-7-len(number))
	t.line("    ", t.faint(number+" │ "), shown)
	t.line("    ", t.faint(strings.Repeat(" ", len(number))+" │ "), paint(marker))
}

// markLine returns a source line without its indentation, at most limit columns wide, and the marker under it. With
// a column (1-based, in characters) the marker stands under the word there, else under the whole line.
func markLine(src string, column, limit int) (shown, marker string) {
	runes := []rune(strings.TrimRightFunc(src, unicode.IsSpace))
	indent := 0
	for indent < len(runes) && unicode.IsSpace(runes[indent]) {
		indent++
	}
	start, end := indent, len(runes)
	if column > 0 && column-1 >= indent && column-1 < len(runes) {
		start, end = column-1, column
		if isWord(runes[start]) {
			for end < len(runes) && isWord(runes[end]) {
				end++
			}
		}
	}
	before, meant, after := expand(runes[indent:start], 0), "", ""
	meant = expand(runes[start:end], width(before))
	after = expand(runes[end:], width(before)+width(meant))
	if width(before)+width(meant) > limit {
		before = cutLeft(before, max(limit/2, limit-width(meant)))
	}
	shown = cutRight(before+meant+after, limit)
	under := min(width(meant), max(1, width(shown)-width(before)))
	return shown, strings.Repeat(" ", width(before)) + "^" + strings.Repeat("~", max(0, under-1))
}

func isWord(r rune) bool { return r == '_' || r == '$' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// expand replaces tabs, which reach to the next multiple of tabWidth from column from on.
func expand(runes []rune, from int) string {
	var b strings.Builder
	for _, part := range strings.SplitAfter(plain.Text(string(runes)), "\t") {
		cell, tab := strings.CutSuffix(part, "\t")
		b.WriteString(cell)
		from += width(cell)
		if tab {
			n := tabWidth - from%tabWidth
			b.WriteString(strings.Repeat(" ", n))
			from += n
		}
	}
	return b.String()
}

// fix writes the repair as a difference of lines.
func (t *textWriter) fix(f finding.Finding) {
	if f.Fix == nil {
		return
	}
	t.detail("repair", f.Fix.Description)
	var old []string
	for n := f.Fix.StartLine; n <= f.Fix.EndLine; n++ {
		s, ok := t.source(f.Location, n)
		if !ok {
			return
		}
		old = append(old, s)
	}
	var new []string
	if f.Fix.Text != "" {
		new = strings.Split(strings.TrimSuffix(f.Fix.Text, "\n"), "\n")
	}
	indent := commonIndent(append(old[:len(old):len(old)], new...))
	write := func(lines []string, sign string, paint func(string) string) {
		for _, s := range lines {
			s = expand([]rune(strings.TrimRight(s[min(indent, len(s)):], "\r")), 0)
			t.line("    ", strings.Repeat(" ", labelWidth), paint(cutRight(sign+" "+s, t.columns-4-labelWidth)))
		}
	}
	write(old, "-", t.red)
	write(new, "+", t.green)
}

// commonIndent is the number of leading blank bytes that all lines share.
func commonIndent(lines []string) int {
	n := -1
	prefix := ""
	for _, s := range lines {
		blank := s[:len(s)-len(strings.TrimLeft(s, " \t"))]
		if blank == s {
			continue
		}
		if n < 0 {
			prefix, n = blank, len(blank)
			continue
		}
		for n > 0 && !strings.HasPrefix(blank, prefix[:n]) {
			n--
		}
	}
	return max(n, 0)
}
