package plain

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestLine(t *testing.T) {
	for in, want := range map[string]string{
		"":                    "",
		"java.util.Map$Entry": "java.util.Map$Entry",
		"Größe 漢字 नमस्ते 👩‍💻":                "Größe 漢字 नमस्ते 👩‍💻",
		"x\n::error file=A.java,line=1::no":  `x\n::error file=A.java,line=1::no`,
		"::error::no":                        ": :error::no",
		" \u00a0::error::no":                 " \u00a0: :error::no",
		"::::error::no":                      ": : : :error::no",
		"say ::stop-commands::x":             "say : :stop-commands::x",
		"String::length":                     "String::length",
		"a##[error]b ##[group]":              "a## [error]b ## [group]",
		"###[error]":                         "### [error]",
		"\x1b]0;title\x07\x1b[2J":            `\x1b]0;title\x07\x1b[2J`,
		"a\rb\x00c\x7f\u009b31m":             `a\rb\x00c\x7f\u009b31m`,
		"\u202eevil\u2066\u2069\u200e\u061c": `\u202eevil\u2066\u2069\u200e\u061c`,
		"a\u2028b\ufeff\U000e0041":           `a\u2028b\ufeff\U000e0041`,
		"\xff\xed\xa0\x80":                   `\xff\xed\xa0\x80`,
		"\ufffd":                             "\ufffd",
	} {
		if got := Line(in); got != want {
			t.Errorf("Line(%q)\n got %q\nwant %q", in, got, want)
		}
	}
	if got := Text("a\n ::error::\tb\r\n##[x]\n"); got != "a\n : :error::\tb\\r\n## [x]\n" {
		t.Errorf("Text: %q", got)
	}
}

// harmless returns what of a text is not plain, empty where all is.
func harmless(s string) string {
	if !utf8.ValidString(s) {
		return "no UTF-8"
	}
	for _, r := range s {
		if Unsafe(r) && r != '\n' && r != '\t' {
			return "an unsafe character"
		}
	}
	for line := range strings.Lines(s) {
		if strings.HasPrefix(strings.TrimLeftFunc(line, unicode.IsSpace), "::") || strings.Contains(line, "##[") {
			return "a command"
		}
	}
	return ""
}

func TestAnyText(t *testing.T) {
	pieces := rapid.SampledFrom([]string{":", "::", "#", "##[", "[", " ", "\t", "\n", "\r", "\x1b", "\u202e", "\u0085", "\u2028", "\xff", "error", "\\", "a"})
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOf(rapid.OneOf(pieces, rapid.String())).Draw(t, "pieces"), "")
		line, text := Line(s), Text(s)
		if problem := harmless(line); problem != "" || strings.ContainsAny(line, "\n\t") {
			t.Errorf("Line(%q) = %q: %s", s, line, problem)
		}
		if problem := harmless(text); problem != "" {
			t.Errorf("Text(%q) = %q: %s", s, text, problem)
		}
		if Line(line) != line || Text(text) != text {
			t.Errorf("%q: not the same a second time", s)
		}
		var b bytes.Buffer
		w := NewWriter(&b)
		for rest := s; rest != ""; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "n")
			if _, err := io.WriteString(w, rest[:n]); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		if err := w.Close(); err != nil || b.String() != text {
			t.Errorf("Writer: %q, want %q (%v)", b.String(), text, err)
		}
	})
}

// Names that differ only in bytes that are no UTF-8 stay different.
func TestValid(t *testing.T) {
	if a, b := Valid("x\xff"), Valid("x\xfe"); a == b || !utf8.ValidString(a) {
		t.Errorf("%q and %q", a, b)
	}
}
