package report

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/energylint/energylint/internal/difference"
	"github.com/energylint/energylint/internal/energy/result"
)

// hostileDifference has many changes with names that would be markup, commands or control characters.
func hostileDifference(n int) *difference.Result {
	const name = "x|y`<script>@all #1 \x1b[31m\n::error::z \u202e](http://x)"
	r := &difference.Result{Schema: difference.Schema, Model: name, Unit: "J", Device: name, Confidence: 0.95, Matched: n, Warnings: []string{name}, Roots: map[difference.Class]int{}, Methods: map[difference.Class]int{}}
	classes := []difference.Class{difference.Lost, difference.Grown, difference.Unbounded, difference.Improved, difference.Incomparable, difference.Added, difference.Removed}
	for i := range n {
		class := classes[i*len(classes)/n]
		r.Roots[class]++
		r.Methods[class]++
		key := fmt.Sprintf("a/%s%d.m(L%s;)V", name, i, name)
		r.Changes = append(r.Changes, difference.Change{
			Class: class, Classes: []difference.Class{class}, Method: difference.Method{Class: "a/" + name + fmt.Sprint(i), Name: "m", Descriptor: "(L" + name + ";)V", File: name, Line: 3},
			Was: name, Base: &difference.Cost{Status: result.Parametric, Formula: strings.Repeat(name+" + ", 50)}, Head: &difference.Cost{Status: result.Parametric, Formula: name},
			Growth: []difference.Growth{{In: []string{name}, Base: "constant", Head: "linear"}}, Budgets: []difference.BudgetChange{{Energy: name, Base: "proved", Head: "unknown"}},
			Sizes: []difference.AtSize{{Size: 10, Base: 1, Head: 2, Mean: 1, SD: 0.1, Probability: 1}}, Reason: name,
			Causes: []difference.Cause{{Kind: difference.NewCall, Line: 7, Text: name, Key: key}}, Dependants: []string{key},
		})
	}
	return r
}

func TestHostileDifference(t *testing.T) {
	for _, n := range []int{7, 30, 50, 5000} {
		r := hostileDifference(n)
		o := DifferenceOptions{Gates: []difference.Gate{difference.GateLost}}
		for _, format := range Formats() {
			var b bytes.Buffer
			if err := WriteDifference(&b, format, r, o); err != nil {
				t.Fatal(err)
			}
			text := b.String()
			if !utf8.ValidString(text) || strings.Contains(text, "\x1b") || strings.Contains(text, "\u202e") && format != "json" && format != "sarif" {
				t.Errorf("%s of %d changes has characters that a terminal obeys", format, n)
			}
			switch format {
			case "markdown":
				checkMarkdown(t, text)
			case "github", "text":
				for line := range strings.Lines(text) {
					if strings.HasPrefix(strings.TrimSpace(line), "::error::") {
						t.Errorf("%s has a command of a name: %.200q", format, line)
					}
				}
			case "json", "sarif":
				if !json.Valid(b.Bytes()) {
					t.Errorf("%s of %d changes is no JSON", format, n)
				}
			case "junit":
				var v struct{}
				if err := xml.Unmarshal(b.Bytes(), &v); err != nil {
					t.Errorf("junit of %d changes is no XML: %v", n, err)
				}
			}
		}
	}
}

func checkMarkdown(t *testing.T, text string) {
	t.Helper()
	if len(text) > maxDifference {
		t.Errorf("the comment has %d bytes", len(text))
	}
	if !strings.HasPrefix(text, DifferenceMarker+"\n## ") {
		t.Errorf("the comment starts with %.80q", text)
	}
	if a, b := strings.Count(text, "<details>"), strings.Count(text, "</details>"); a != b || a == 0 {
		t.Errorf("%d details, %d ends of them", a, b)
	}
	if !strings.HasSuffix(text, "</sub>\n") {
		t.Errorf("the comment ends with %.80q", text[len(text)-80:])
	}
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "| ") && strings.Count(strings.ReplaceAll(line, `\|`, ""), "|") != 8 {
			t.Errorf("a row of the table has other columns: %.200q", line)
		}
		outside := false
		for i, part := range strings.Split(line, "`") {
			outside = outside || i%2 == 0 && strings.Contains(part, "<script>")
		}
		if outside && !strings.Contains(line, "``") {
			t.Errorf("markup of a name: %.200q", line)
		}
	}
}

// TestDifferenceFolded fails where a comment about many methods is long before it is unfolded, or a row is lost.
func TestDifferenceFolded(t *testing.T) {
	for _, c := range []struct {
		changes, open int
		more          string
	}{{1, 1, ""}, {20, 20, ""}, {25, 25, ""}, {26, 20, "<summary>6 more methods</summary>"}, {90, 20, "<summary>70 more methods</summary>"}} {
		r := &difference.Result{Schema: difference.Schema, Unit: "J", Confidence: 0.95, Roots: map[difference.Class]int{}, Methods: map[difference.Class]int{}}
		for i := range c.changes {
			r.Changes = append(r.Changes, difference.Change{
				Class: difference.Grown, Classes: []difference.Class{difference.Grown}, Method: difference.Method{Class: "a/B", Name: fmt.Sprint("m", i), Descriptor: "()V"},
				Base: &difference.Cost{Status: result.Parametric, Formula: "n"}, Head: &difference.Cost{Status: result.Parametric, Formula: "n^2"},
			})
		}
		var b bytes.Buffer
		if err := WriteDifference(&b, "markdown", r, DifferenceOptions{}); err != nil {
			t.Fatal(err)
		}
		before, _, _ := strings.Cut(b.String(), "<details>")
		if n := strings.Count(before, "\n| ▲"); n != c.open {
			t.Errorf("%d changes: %d rows are open, want %d", c.changes, n, c.open)
		}
		if n := strings.Count(b.String(), "\n| ▲"); n != c.changes {
			t.Errorf("%d changes: %d rows", c.changes, n)
		}
		if c.more != "" && !strings.Contains(b.String(), c.more) {
			t.Errorf("%d changes: no %q", c.changes, c.more)
		}
		if c.more == "" && strings.Contains(b.String(), "more method") {
			t.Errorf("%d changes: some are folded away", c.changes)
		}
	}
}
