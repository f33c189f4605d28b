// Package plain makes text of others fit for a terminal and for the log of a CI service. Names in class files and
// archives, paths, and what a configuration says are data of whoever wrote them: they can hold control characters that
// move the cursor, characters that reorder what is shown, and lines that GitHub Actions takes as commands.
package plain

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Unsafe reports whether a character is not shown as it is: a control character, one without a glyph that can reorder
// or hide text, or a separator of lines. The joiners that scripts and emoji need are not.
func Unsafe(r rune) bool {
	switch {
	case r == '\u200C' || r == '\u200D':
		return false
	}
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || unicode.Is(unicode.Zl, r) || unicode.Is(unicode.Zp, r)
}

// Line makes s one line in which nothing is a command: unsafe characters, line ends and bytes that are no UTF-8 become
// Go escapes.
func Line(s string) string { return commands(escape(s, "")) }

// Text is Line for text of several lines: line feeds and tabs stay.
func Text(s string) string {
	s = escape(s, "\n\t")
	if !strings.Contains(s, "::") && !strings.Contains(s, "##[") {
		return s
	}
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = commands(lines[i])
	}
	return strings.Join(lines, "\n")
}

// Valid replaces bytes that are no UTF-8 by Go escapes, so that different names stay different in JSON.
func Valid(s string) string {
	if utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		if _, n := utf8.DecodeRuneInString(s[i:]); r == utf8.RuneError && n == 1 {
			fmt.Fprintf(&b, `\x%02x`, s[i])
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Short is s with its middle left out where it is longer than n bytes.
func Short(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n/2], "") + " … " + strings.ToValidUTF8(s[len(s)-n/2:], "")
}

// escape writes unsafe characters as Go escapes, but for those to keep.
func escape(s, keep string) string {
	s = Valid(s)
	if !strings.ContainsFunc(s, Unsafe) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		switch {
		case !Unsafe(r) || strings.ContainsRune(keep, r):
			b.WriteRune(r)
		case r == '\n':
			b.WriteString(`\n`)
		case r == '\r':
			b.WriteString(`\r`)
		case r == '\t':
			b.WriteString(`\t`)
		case r < 0x80:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	return b.String()
}

// commands breaks what the runner of GitHub Actions takes as a command: "::" at the start of a line, behind white space
// or not, and "##[" anywhere. A word that begins with "::" is broken, too, because text may be wrapped before it.
func commands(s string) string {
	s = strings.ReplaceAll(s, "##[", "## [")
	if !strings.Contains(s, "::") {
		return s
	}
	var b strings.Builder
	start := true // of a word
	for i, r := range s {
		if start && strings.HasPrefix(s[i:], "::") {
			b.WriteString(": ")
		} else {
			b.WriteRune(r)
		}
		start = unicode.IsSpace(r) || start && r == ':'
	}
	return b.String()
}

// Writer makes what is written to it plain, line by line. Close writes a last line that has no end.
type Writer struct {
	w    io.Writer
	rest []byte
}

// NewWriter returns a Writer to w, for output without colours and without commands of its own.
func NewWriter(w io.Writer) *Writer { return &Writer{w: w} }

// Write implements io.Writer.
func (w *Writer) Write(p []byte) (int, error) {
	w.rest = append(w.rest, p...)
	end := bytes.LastIndexByte(w.rest, '\n')
	if end < 0 {
		return len(p), nil
	}
	_, err := io.WriteString(w.w, Text(string(w.rest[:end+1])))
	w.rest = append(w.rest[:0], w.rest[end+1:]...)
	if err != nil {
		return 0, err
	}
	return len(p), nil
}

// Close implements io.Closer.
func (w *Writer) Close() error {
	_, err := io.WriteString(w.w, Text(string(w.rest)))
	w.rest = nil
	return err
}
