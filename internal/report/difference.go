package report

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/difference"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/prose"
	"github.com/energylint/energylint/internal/quantity"
)

// DifferenceOptions are what the formats need besides the comparison.
type DifferenceOptions struct {
	Options
	Gates []difference.Gate // what fails
	Root  string            // directory that files are relative to
	Rules []finding.RuleInfo
}

// WriteDifference writes a comparison in one of Formats.
func WriteDifference(w io.Writer, format string, r *difference.Result, o DifferenceOptions) error {
	var err error
	switch format {
	case "text":
		err = writeDifferenceText(w, r, o)
	case "json":
		err = encode(w, r, false)
	case "sarif", "gitlab", "checkstyle", "sonar":
		return Write(w, format, differenceReport(r, o), o.Options)
	case "github":
		err = writeDifferenceGitHub(w, r, o)
	case "markdown":
		err = writeDifferenceMarkdown(w, r, o)
	case "junit":
		err = writeDifferenceJUnit(w, r, o)
	default:
		return fmt.Errorf("unknown format %q: expected one of %s", format, strings.Join(Formats(), ", "))
	}
	if err != nil {
		return fmt.Errorf("write the comparison as %s: %w", format, err)
	}
	return nil
}

// differenceReport returns what became worse as findings.
func differenceReport(r *difference.Result, o DifferenceOptions) *finding.Report {
	out := &finding.Report{
		Findings: r.Findings(difference.Levels(o.Gates)), Model: r.Model, Device: r.Device, Confidence: float64(r.Confidence), Methods: r.Matched,
		Root: o.Root, Version: r.Head.Version, Rules: o.Rules,
	}
	if r.Unit != "J" {
		out.Unit = r.Unit
	}
	for _, text := range r.Warnings {
		out.Notifications = append(out.Notifications, finding.Notification{Level: finding.Warning, Message: text})
	}
	return out
}

// writeDifferenceGitHub writes workflow commands for what became worse, and the headline.
func writeDifferenceGitHub(w io.Writer, r *difference.Result, o DifferenceOptions) error {
	b := bufio.NewWriter(w)
	f := differenceReport(r, o)
	writeCommands(b, f)
	fmt.Fprintln(b, oneLine("energylint: "+r.Headline()+"; "+scopeOf(r)))
	return b.Flush()
}

// scopeOf says what was compared: "12 methods compared, 1 added, 2 removed".
func scopeOf(r *difference.Result) string {
	parts := []string{prose.Counted(r.Matched, "method") + " compared"}
	for _, class := range []difference.Class{difference.Added, difference.Removed} {
		if n := r.Methods[class]; n > 0 {
			parts = append(parts, quantity.Count(float64(n))+" "+string(class))
		}
	}
	return strings.Join(parts, ", ")
}

// throwingText says how many methods cost more in calls that end by an exception alone; empty where there is none.
func throwingText(r *difference.Result) string {
	if len(r.Throwing) == 0 {
		return ""
	}
	verb := " cost"
	if len(r.Throwing) == 1 {
		verb = " costs"
	}
	return prose.Counted(len(r.Throwing), "method") + verb + " more only in calls that end by an exception"
}

// costText is one side of a change: what it costs at most, a formula or a number, or its mean where there is no other; what has
// no bound says so.
func costText(c *difference.Cost) string {
	switch {
	case c == nil:
		return ""
	case c.Formula == "":
		return "no bound"
	}
	return bound(c) + finding.Abbreviated(c.Formula)
}

// bound is "≤ " where the formula is a bound.
func bound(c *difference.Cost) string {
	if c.MeanFormula != "" {
		return "≤ "
	}
	return ""
}

// costTexts are both sides of a change. Of long formulas they have the terms that differ, and conditions where these do.
func costTexts(c *difference.Change) (base, head string) {
	if c.Base == nil || c.Head == nil || c.Base.Formula == "" || c.Head.Formula == "" {
		return costText(c.Base), costText(c.Head)
	}
	base, head = finding.Differing(c.Base.Formula, c.Head.Formula)
	base, head = bound(c.Base)+base, bound(c.Head)+head
	if !slices.Equal(c.Base.Conditions, c.Head.Conditions) {
		base, head = base+finding.Where(c.Base.Conditions), head+finding.Where(c.Head.Conditions)
	}
	return base, head
}

// uncertain is the largest probability that is written: nothing is certain of a model.
const uncertain = 1 - 1e-9

// certainty is the probability that head is dearer, or cheaper where that is what is said; "proved" where the bounds do not
// overlap; empty where it is not known.
func certainty(c *difference.Change) string {
	p := float64(c.Probability)
	switch {
	case c.Proved:
		return "proved"
	case math.IsNaN(p) || c.Is(difference.Incomparable) || c.Against():
		return ""
	case c.Class.Better() || c.Is(difference.Improved) || c.Is(difference.Shrunk):
		p = 1 - p
	}
	return quantity.Probability(min(p, uncertain))
}

// sign marks a class.
func sign(c *difference.Change) string {
	switch {
	case c.Is(difference.Lost):
		return "✗"
	case c.Class.Worse():
		return "▲"
	case c.Class == difference.Gained:
		return "✓"
	case c.Class.Better() && !c.Against():
		return "▼"
	}
	return "≠"
}

// shownAlone reports whether a change has a row of its own: causes, and proofs that were lost or gained.
func shownAlone(c *difference.Change) bool {
	switch c.Class {
	case difference.Added, difference.Removed:
		return false
	}
	return c.Root() || c.Is(difference.Lost) || c.Is(difference.Gained)
}
