package main

import (
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"

	"github.com/rivo/uniseg"
)

// The picture of a terminal, in pixels.
const (
	cellWidth  = 7.8
	lineHeight = 18
	fontSize   = 13
	margin     = 16
	titleBar   = 28
)

// style is how a piece of text on a terminal looks.
type style struct {
	bold, faint, underline bool
	color                  string
}

// colors are the foreground colours by their SGR parameter (ECMA-48, 8.3.117).
var colors = map[int]string{31: "#ff7b72", 32: "#56d364", 33: "#e3b341", 34: "#79c0ff", 35: "#d2a8ff", 36: "#56d4dd"}

const foreground, faded, background = "#e6edf3", "#9198a1", "#0d1117"

// apply returns the style after the parameters of an SGR sequence; unknown ones change nothing.
func (s style) apply(params string) style {
	for p := range strings.SplitSeq(params, ";") {
		n, err := strconv.Atoi(p)
		if p == "" {
			n, err = 0, nil
		}
		switch {
		case err != nil:
		case n == 0:
			s = style{}
		case n == 1:
			s.bold = true
		case n == 2:
			s.faint = true
		case n == 4:
			s.underline = true
		case n == 22:
			s.bold, s.faint = false, false
		case n == 24:
			s.underline = false
		case n == 39:
			s.color = ""
		case colors[n] != "":
			s.color = colors[n]
		}
	}
	return s
}

func (s style) attributes() string {
	fill := s.color
	switch {
	case s.faint:
		fill = faded
	case fill == "":
		fill = foreground
	}
	out := fmt.Sprintf(` fill="%s"`, fill)
	if s.bold {
		out += ` font-weight="bold"`
	}
	if s.underline {
		out += ` text-decoration="underline"`
	}
	return out
}

// span is text of one style on one line; at is its column.
type span struct {
	style
	text string
	at   int
}

// spans splits output into lines of spans, following SGR sequences. Other control sequences are left out.
func spans(output string) [][]span {
	var lines [][]span
	var now style
	for line := range strings.SplitSeq(strings.TrimRight(output, "\n"), "\n") {
		var out []span
		at := 0
		add := func(text string) {
			if text != "" {
				out = append(out, span{now, text, at})
				at += uniseg.StringWidth(text)
			}
		}
		for {
			before, rest, found := strings.Cut(line, "\x1b[")
			add(before)
			if !found {
				break
			}
			end := strings.IndexFunc(rest, func(r rune) bool { return r >= 0x40 && r <= 0x7e })
			if end < 0 {
				break
			}
			if rest[end] == 'm' {
				now = now.apply(rest[:end])
			}
			line = rest[end+1:]
		}
		lines = append(lines, out)
	}
	return lines
}

// picture draws a terminal of so many columns in which a command was run, as SVG. Each span has its place and its length, so
// that columns are aligned in every font.
func picture(command, output string, columns int) string {
	lines := append([][]span{{{style{color: colors[32]}, "$", 0}, {style{bold: true}, command, 2}}}, spans(output)...)
	for _, l := range lines {
		for _, s := range l {
			columns = max(columns, s.at+uniseg.StringWidth(s.text))
		}
	}
	width, height := 2*margin+float64(columns)*cellWidth, 2*margin+titleBar+len(lines)*lineHeight
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%d" viewBox="0 0 %[1]g %[2]d" role="img" aria-label="%[3]s">`+"\n", width, height, escaped(command))
	fmt.Fprintf(&b, "<!-- Written by make docs. -->\n<rect width=\"100%%\" height=\"100%%\" rx=\"8\" fill=\"%s\"/>\n", background)
	for i, c := range []string{"#ff5f57", "#febc2e", "#28c840"} {
		fmt.Fprintf(&b, `<circle cx="%d" cy="20" r="6" fill="%s"/>`+"\n", margin+6+20*i, c)
	}
	fmt.Fprintf(&b, `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="%d">`+"\n", fontSize)
	for i, l := range lines {
		for _, s := range l {
			text := strings.TrimLeft(s.text, " ")
			s.at += len(s.text) - len(text)
			if text = strings.TrimRight(text, " "); text == "" {
				continue
			}
			fmt.Fprintf(&b, `<text x="%.1f" y="%d" textLength="%.1f" lengthAdjust="spacingAndGlyphs" xml:space="preserve"%s>%s</text>`+"\n",
				margin+float64(s.at)*cellWidth, margin+titleBar+i*lineHeight+fontSize, float64(uniseg.StringWidth(text))*cellWidth, s.attributes(), escaped(text))
		}
	}
	b.WriteString("</g>\n</svg>\n")
	return b.String()
}

func escaped(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // a Builder has no errors
	return b.String()
}
