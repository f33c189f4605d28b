package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/plain"
)

func TestEscapes(t *testing.T) {
	for _, c := range []struct {
		name    string
		escape  func(string) string
		in, out string
	}{
		{"github data", escapeData, "100%\r\n::error::x", `100%25\r%0A: :error::x`},
		{"github property", escapeProperty, "a,b:c%\n", `a%2Cb%3Ac%25\n`},
		{"log line", oneLine, "x\n::add-mask::y ##[error]z", "x : :add-mask::y ## [error]z"},
		{"markdown", markdown, "a|b\n<b> *c* _d_ `e` [f](g) \\ @team #1 &amp;", "a\\|b &lt;b&gt; \\*c\\* \\_d\\_ \\`e\\` \\[f\\](g) \\\\ @<!-- -->team #<!-- -->1 &amp;amp;"},
		{"markdown links", markdown, "see https://evil www.evil a@b.c", "see https&#58;//evil www&#46;evil a@<!-- -->b.c"},
		{"code", code, "a|`b`", "`` a|`b` ``"},
		{"cell", cell, "a|b", "`a\\|b`"},
		{"empty code", code, "", ""},
		{"fenced", func(s string) string { return fenced("java", s) }, "```\n", "````java\n```\n````"},
		{"xml", xmlText, "a\x00b\x1b[31m\uFFFE\n", `a\x00b\x1b[31m` + "\uFFFD\n"},
		{"text", plain.Text, "\x1b]0;title\x07 \u202Eevil\ttab \xff", `\x1b]0;title\x07 \u202eevil` + "\ttab " + `\xff`},
		{"one line", oneLine, " a\n\tb\rc ", `a b\rc`},
	} {
		if got := c.escape(c.in); got != c.out {
			t.Errorf("%s: %q\n got %q\nwant %q", c.name, c.in, got, c.out)
		}
	}
}

func TestMarkLine(t *testing.T) {
	for _, c := range []struct {
		src           string
		column, limit int
		shown, marker string
	}{
		{"\t\tint x = y;", 0, 80, "int x = y;", "^~~~~~~~~~"},
		{"\t\tint x = yy;", 11, 80, "int x = yy;", "        ^~"},
		{"  a\tb = c;", 5, 80, "a   b = c;", "    ^"},
		{"x = 漢字 + y;", 5, 80, "x = 漢字 + y;", "    ^~~~"},
		{"x = 漢字 + y;", 10, 80, "x = 漢字 + y;", "           ^"},
		{"int x = 1;", 99, 80, "int x = 1;", "^~~~~~~~~~"},
		{strings.Repeat("a", 50), 0, 20, strings.Repeat("a", 19) + "…", "^" + strings.Repeat("~", 19)},
		{strings.Repeat("a", 50) + " + bbb", 54, 20, "…" + strings.Repeat("a", 13) + " + bbb", strings.Repeat(" ", 17) + "^~~"},
		{"x\x1b[2Jy;", 0, 80, `x\x1b[2Jy;`, "^~~~~~~~~~"},
	} {
		shown, marker := markLine(c.src, c.column, c.limit)
		if shown != c.shown || marker != c.marker {
			t.Errorf("markLine(%q, %d, %d)\n got %q\n     %q\nwant %q\n     %q", c.src, c.column, c.limit, shown, marker, c.shown, c.marker)
		}
	}
}

func TestAnnotationLimit(t *testing.T) {
	var r finding.Report
	for i := range 15 {
		r.Findings = append(r.Findings, finding.Finding{Rule: "EL2001", Level: finding.Warning, Message: "m\n::error::injected", Location: finding.Location{File: "A.java", Line: i + 1},
			Energy: &finding.Energy{Saving: finding.Distribution{Mean: float64(i)}}})
	}
	r.Notifications = []finding.Notification{{Level: finding.Warning, Message: "w"}}
	got := string(write(t, "github", &r, Options{}))
	if n := strings.Count(got, "\n::warning "); n != 9 {
		t.Errorf("%d warnings annotated besides the notification, want 9", n)
	}
	if strings.Contains(got, "line=6,") || !strings.Contains(got, "line=7,") {
		t.Error("not the findings with the largest savings are annotated")
	}
	if !strings.Contains(got, "::group::energylint: 6 findings not annotated") || !strings.Contains(got, "\nwarning A.java:6: EL2001: m : :error::injected") {
		t.Errorf("the others are not listed:\n%s", got)
	}
	for line := range strings.Lines(got) {
		if strings.HasPrefix(line, "::error") {
			t.Errorf("a message became a command: %s", line)
		}
	}
}

func TestUnknownFormat(t *testing.T) {
	if err := Write(io.Discard, "yaml", &finding.Report{}, Options{}); err == nil || !strings.Contains(err.Error(), `unknown format "yaml": expected one of text, json,`) {
		t.Error(err)
	}
	if err := WriteMethods(io.Discard, "xml", &result.MethodReport{}, Options{}); err == nil {
		t.Error("xml is accepted")
	}
}

// anyReport draws a report of odd strings and numbers.
func anyReport(rt *rapid.T) *finding.Report {
	s := func(label string) string {
		return rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"", "\x00\x1b]]>", "NaN", "a|b\n```", "%0A::error::", "##[error]", "\n::error::x", "\u202e\u0085", "\xff"})).Draw(rt, label)
	}
	f := func(label string) float64 { return rapid.Float64().Draw(rt, label) }
	d := func() finding.Distribution {
		return finding.Distribution{Mean: f("mean"), SD: f("sd"), Upper: f("upper"), Formula: s("formula")}
	}
	l := func() finding.Location {
		return finding.Location{Class: s("class"), Method: s("method"), Desc: s("desc"), File: s("file"), Source: rapid.Bool().Draw(rt, "source"),
			Input: s("input"), Line: rapid.IntRange(-1, 3).Draw(rt, "line"), Column: rapid.IntRange(-1, 30).Draw(rt, "column"), Message: s("at")}
	}
	level := func() finding.Level {
		return finding.Level(rapid.SampledFrom([]string{"error", "warning", "note", "none", "odd"}).Draw(rt, "level"))
	}
	return &finding.Report{
		Findings: []finding.Finding{{
			Rule: s("rule"), Level: level(), Message: s("message"), Location: l(), Suppressed: s("reason"), Baseline: s("baseline"),
			Energy:  &finding.Energy{Cost: d(), Repaired: d(), Saving: d(), SavingLow: f("low"), SavingHigh: f("high"), Per: s("per"), Multiplier: s("times"), DerivedShare: f("derived")},
			Related: []finding.Location{l()}, Flow: []finding.Location{l()},
			Fix:        &finding.Fix{Description: s("fix"), StartLine: rapid.IntRange(-1, 3).Draw(rt, "start"), EndLine: rapid.IntRange(-1, 3).Draw(rt, "end"), Text: s("text")},
			Properties: map[string]any{s("key"): f("value"), "list": []any{f("item")}},
		}},
		Budgets: []finding.BudgetResult{{Location: l(), Budget: s("budget"), Origin: s("origin"), Confidence: f("confidence"),
			Verdict: finding.Verdict(rapid.SampledFrom([]string{"proved", "unknown", "exceeded", "odd"}).Draw(rt, "verdict")), Worst: d(), Best: d(), Probability: f("p"),
			Assumptions: []string{s("assumption")}, Expected: []string{s("expected"), "a/" + s("owner") + ".m()V"}, Missing: []string{s("missing")}}},
		Notifications: []finding.Notification{{Level: level(), Path: s("path"), Message: s("problem")}},
		Model:         s("model"), Device: s("device"), Confidence: f("confidence"),
	}
}

func TestAnyReport(t *testing.T) {
	source := func(string) ([]byte, error) { return []byte("\tint x = 1;\r\n\x1b[2J\xff\tz\n"), nil }
	rapid.Check(t, func(rt *rapid.T) {
		r := anyReport(rt)
		o := Options{ReadSource: source, Width: rapid.IntRange(0, 120).Draw(rt, "width"), Verbose: rapid.Bool().Draw(rt, "verbose")}
		out := map[string][]byte{}
		for _, format := range Formats() {
			var b bytes.Buffer
			if err := Write(&b, format, r, o); err != nil {
				rt.Fatalf("%s: %v", format, err)
			}
			out[format] = b.Bytes()
		}
		for _, format := range []string{"json", "sarif", "gitlab", "sonar"} {
			if !json.Valid(out[format]) {
				rt.Errorf("%s is not JSON: %s", format, out[format])
			}
		}
		for _, format := range []string{"junit", "checkstyle"} {
			if err := wellFormed(out[format]); err != nil {
				rt.Errorf("%s: %v: %s", format, err, out[format])
			}
		}
		for format, b := range out {
			for _, c := range string(b) {
				if plain.Unsafe(c) && c != '\n' && c != '\t' {
					rt.Errorf("%s has the character %q: %q", format, c, b)
					break
				}
			}
			if bytes.Contains(b, []byte("##[")) {
				rt.Errorf("%s has a command: %q", format, b)
			}
			for line := range strings.Lines(string(b)) {
				if format != "github" && strings.HasPrefix(strings.TrimSpace(line), "::") {
					rt.Errorf("%s has a command: %q", format, line)
				}
			}
		}
		for line := range strings.Lines(string(out["github"])) {
			if rest, ok := strings.CutPrefix(line, "::"); ok {
				command, _, _ := strings.Cut(rest, " ")
				if command != "error" && command != "warning" && command != "notice" {
					rt.Errorf("odd command %q", line)
				}
			}
		}
	})
}

func wellFormed(doc []byte) error {
	d := xml.NewDecoder(bytes.NewReader(doc))
	for {
		_, err := d.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("not well-formed: %w", err)
		}
	}
}
