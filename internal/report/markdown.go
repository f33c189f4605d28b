package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/plain"
	"github.com/energylint/energylint/internal/prose"
	"github.com/energylint/energylint/internal/quantity"
)

// A job summary on GitHub holds 1 MiB; these keep well below it.
const (
	maxMarkdownRows    = 500
	maxMarkdownDetails = 100
)

// writeMarkdown writes a summary for a job or a pull request: tables of the budgets and of the findings, with the
// details folded away.
func writeMarkdown(w io.Writer, r *finding.Report) error {
	b := bufio.NewWriter(w)
	c := count(r)
	result, phrase := c.outcome(r)
	sign := map[outcome]string{passed: "✅", doubtful: "⚠️", erroneous: "❌", failed: "❌"}[result]
	fmt.Fprintf(b, "## %s Energy: %s\n\n", sign, phrase)
	var more []string
	for _, part := range []string{c.hiddenPhrase(r.Absent), scopePhrase(r)} {
		if part != "" {
			more = append(more, markdown(part))
		}
	}
	fmt.Fprintf(b, "%s.\n", strings.Join(more, "; "))
	markdownBudgets(b, r)
	markdownFindings(b, r)
	if len(r.Notifications) > 0 {
		fmt.Fprintf(b, "\n### Problems of the analysis\n\n")
		for i, n := range r.Notifications {
			if i == maxMarkdownRows {
				fmt.Fprintf(b, "- and %s more\n", quantity.Count(float64(len(r.Notifications)-i)))
				break
			}
			path := ""
			if n.Path != "" {
				path = " " + code(n.Path) + ":"
			}
			fmt.Fprintf(b, "- **%s**:%s %s\n", n.Level, path, markdown(n.Message))
		}
	}
	return b.Flush()
}

func markdownBudgets(b *bufio.Writer, r *finding.Report) {
	if len(r.Budgets) == 0 {
		return
	}
	fmt.Fprintf(b, "\n### Budgets\n\n| | Verdict | Method | Budget | Sound bound | Critical path | P(exceeded) |\n|---|---|---|---|--:|--:|--:|\n")
	for i, x := range budgetsByVerdict(r) {
		if i == maxMarkdownRows {
			fmt.Fprintf(b, "\nand %s more\n", prose.Counted(len(r.Budgets)-i, "budget"))
			break
		}
		sign := map[string]string{"✗": "❌", "?": "❔", "✓": "✅"}[mark(x.Verdict)]
		bound, path := soundBound(x), criticalPath(x)
		if parametric(x) {
			bound, path = cell(bound), "" // one formula says enough in a table
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s at %s | %s | %s | %s |\n", sign, x.Verdict, cell(x.Location.QualifiedSignature()), cell(x.Budget),
			percent(x.Confidence), bound, path, markdown(probability(x.Probability)))
	}
	var notes []string
	for _, x := range budgetsByVerdict(r) {
		for _, s := range x.Assumptions {
			notes = append(notes, code(x.Location.QualifiedSignature())+" assumes "+code(s))
		}
		for _, s := range x.Missing {
			notes = append(notes, code(x.Location.QualifiedSignature())+" misses: "+markdown(s))
		}
	}
	if len(notes) > 0 {
		fmt.Fprintf(b, "\n<details><summary>Assumptions and what is missing</summary>\n\n")
		for _, n := range notes[:min(len(notes), maxMarkdownRows)] {
			fmt.Fprintf(b, "- %s\n", n)
		}
		fmt.Fprintf(b, "\n</details>\n")
	}
}

func markdownFindings(b *bufio.Writer, r *finding.Report) {
	findings := finding.Ranked(active(r)) // the tables may be cut
	if len(findings) == 0 {
		return
	}
	fmt.Fprintf(b, "\n### Findings\n\n| Level | Rule | Where | Cost | Saving |\n|---|---|---|--:|--:|\n")
	for i, f := range findings {
		if i == maxMarkdownRows {
			fmt.Fprintf(b, "\nand %s more\n", prose.Counted(len(findings)-i, "finding"))
			break
		}
		cost, saving := "", ""
		if f.Energy != nil {
			cost, saving = prose.Spread(f.Energy.Cost), quantity.In(f.Energy.Saving.Unit).Format(f.Energy.Saving.Mean)
			if f.Energy.Per != "" {
				cost += " per " + markdown(f.Energy.Per)
			}
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s |\n", f.Level, markdownRule(r, f.Rule), cell(where(f.Location)), cost, saving)
	}
	fmt.Fprintf(b, "\n<details><summary>Details</summary>\n")
	for i, f := range findings {
		if i == maxMarkdownDetails {
			fmt.Fprintf(b, "\nThe details of %s more are left out.\n", prose.Counted(len(findings)-i, "finding"))
			break
		}
		fmt.Fprintf(b, "\n**%s** %s in %s\n\n%s\n", markdown(ruleTitle(r, f.Rule)), code(where(f.Location)), code(f.Location.QualifiedSignature()), markdown(f.Message))
		if f.Energy != nil {
			fmt.Fprintf(b, "\n%s\n", markdown(prose.Energy(f.Energy)))
		}
		if len(f.Flow) > 0 {
			fmt.Fprintf(b, "\n")
			for _, l := range f.Flow[:min(len(f.Flow), maxSteps)] {
				fmt.Fprintf(b, "1. %s: %s\n", code(where(l)), markdown(l.Message))
			}
			if n := len(f.Flow) - maxSteps; n > 0 {
				fmt.Fprintf(b, "\nand %s more.\n", prose.Counted(n, "step"))
			}
		}
		if f.Fix != nil {
			fmt.Fprintf(b, "\n%s:\n\n%s\n", markdown(f.Fix.Description), fenced("java", f.Fix.Text))
		}
	}
	fmt.Fprintf(b, "\n</details>\n")
}

// markdownRule names a rule, with a link where its page is known.
func markdownRule(r *finding.Report, id string) string {
	s := markdown(ruleTitle(r, id))
	if uri := r.RuleByID(id).HelpURI; uri != "" {
		return "[" + s + "](" + strings.NewReplacer("(", "%28", ")", "%29", " ", "%20", "|", "%7C", "\n", "").Replace(uri) + ")"
	}
	return s
}

// where is "src/A.java:12".
func where(l finding.Location) string {
	if l.Line == 0 {
		return l.Path()
	}
	return fmt.Sprintf("%s:%d", l.Path(), l.Line)
}

// markdown escapes text so that it shows as it is, on one line, in a table too. Character references are used for what
// HTML reads. GitHub looks for mentions and addresses in the finished page, where a reference is a character again: an
// empty comment breaks them. A reference in "://" and "www." keeps them from becoming links.
func markdown(s string) string { return markdownEscapes.Replace(oneLine(s)) }

var markdownEscapes = strings.NewReplacer(
	"&", "&amp;", "<", "&lt;", ">", "&gt;", "|", "\\|", "`", "\\`", "*", "\\*", "_", "\\_", "[", "\\[", "]", "\\]",
	"\\", "\\\\", "~", "\\~", "@", "@<!-- -->", "#", "#<!-- -->", "$", "&#36;",
	"://", "&#58;//", "www.", "www&#46;", "WWW.", "WWW&#46;",
)

// cell is s as inline code in a table, where a bar has to be escaped even in code.
func cell(s string) string { return strings.ReplaceAll(code(s), "|", "\\|") }

// code is s as inline code, on one line.
func code(s string) string {
	s = oneLine(s)
	if s == "" {
		return ""
	}
	ticks := "`"
	for strings.Contains(s, ticks) {
		ticks += "`"
	}
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") {
		s = " " + s + " "
	}
	return ticks + s + ticks
}

// fenced is s as a block of code, whatever it holds.
func fenced(language, s string) string {
	ticks := "```"
	for strings.Contains(s, ticks) {
		ticks += "`"
	}
	return ticks + language + "\n" + strings.TrimSuffix(plain.Text(s), "\n") + "\n" + ticks
}
