package cli

import (
	"bytes"
	"io"
	"regexp"
	"strings"

	"github.com/rivo/uniseg"
	"github.com/spf13/cobra"

	"github.com/energylint/energylint/internal/report"
)

// Help is as wide as COLUMNS or the terminal says within these limits, and has the greatest width elsewhere.
const (
	minHelpWidth = 60
	maxHelpWidth = 120
)

// wrapHelp makes the help of a command and of those below it as wide as its output.
func wrapHelp(root *cobra.Command) {
	help := root.HelpFunc()
	root.SetHelpFunc(func(c *cobra.Command, args []string) {
		out := c.OutOrStdout()
		var b bytes.Buffer
		c.SetOut(&b)
		help(c, args)
		c.SetOut(out)
		_, _ = io.WriteString(out, wrapText(b.String(), helpWidth(out))) // as cobra does
	})
}

func helpWidth(w io.Writer) int {
	if n, ok := report.Columns(w); ok {
		return min(max(n, minHelpWidth), maxHelpWidth)
	}
	return maxHelpWidth
}

// lastColumn matches what stands before the last column of a line: a flag or a key, and blanks.
var lastColumn = regexp.MustCompile(`^ +\S.*?\S? {2,}`)

// wrapText wraps lines that are longer than width. Paragraphs are filled; what stands in columns goes on in its last one.
func wrapText(text string, width int) string {
	var out strings.Builder
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		if !strings.HasPrefix(line, " ") && line != "" {
			paragraph, long := []string{}, false
			for ; i < len(lines) && lines[i] != "" && !strings.HasPrefix(lines[i], " "); i++ {
				paragraph = append(paragraph, lines[i])
				long = long || uniseg.StringWidth(lines[i]) > width
			}
			i--
			if line = strings.Join(paragraph, "\n"); long {
				line = wrapLine(strings.Join(paragraph, " "), "", width)
			}
		} else if uniseg.StringWidth(line) > width {
			indent := lastColumn.FindString(line)
			if indent == "" || len(indent) > width/2 {
				indent = line[:len(line)-len(strings.TrimLeft(line, " "))]
			}
			line = wrapLine(line[len(indent):], indent, width)
		}
		out.WriteString(line)
		if i < len(lines)-1 {
			out.WriteByte('\n')
		}
	}
	return out.String()
}

// wrapLine breaks text at blanks. The first line begins with head, the others are indented as much.
func wrapLine(text, head string, width int) string {
	var b strings.Builder
	b.WriteString(head)
	at := len(head)
	for i, word := range strings.Fields(text) {
		n := uniseg.StringWidth(word)
		switch {
		case i == 0:
		case at+1+n > width:
			b.WriteString("\n" + strings.Repeat(" ", len(head)))
			at = len(head)
		default:
			b.WriteByte(' ')
			at++
		}
		b.WriteString(word)
		at += n
	}
	return b.String()
}
