package difference

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/quantity"
)

// headlines are the phrases of Headline, for one and for several.
var headlines = []struct {
	class     Class
	one, many string
}{
	{Lost, "1 proof lost", "%d proofs lost"},
	{Grown, "1 method grew", "%d methods grew"},
	{Unbounded, "1 lost its bound", "%d lost their bounds"},
	{Regressed, "1 costs more", "%d cost more"},
	{Gained, "1 proof gained", "%d proofs gained"},
	{Shrunk, "1 grows more slowly", "%d grow more slowly"},
	{Bounded, "1 has a bound now", "%d have bounds now"},
	{Improved, "1 improved", "%d improved"},
	{Incomparable, "1 not comparable", "%d not comparable"},
}

// Headline counts the causes in one line: "1 method grew, 1 proof lost, 2 improved".
func (r *Result) Headline() string {
	var parts []string
	for _, h := range headlines {
		switch n := r.Roots[h.class]; n {
		case 0:
		case 1:
			parts = append(parts, h.one)
		default:
			parts = append(parts, fmt.Sprintf(h.many, n))
		}
	}
	if len(parts) == 0 {
		return "nothing changed"
	}
	return strings.Join(parts, ", ")
}

// Text says in one phrase how the method changed: "linear to quadratic in n", "+12% at 1,000".
func (c *Change) Text() string {
	var parts []string
	for _, b := range c.Budgets {
		parts = append(parts, b.Text())
	}
	switch {
	case c.Is(Grown) || c.Is(Shrunk):
		for _, g := range c.Growth[:min(len(c.Growth), 2)] {
			parts = append(parts, g.text())
		}
		if c.Against() {
			parts = append(parts, "but "+c.shareText())
		}
	case c.Is(Unbounded):
		parts = append(parts, "no bound: "+c.Reason)
	case c.Is(Bounded):
		parts = append(parts, "has a bound now")
	case c.Is(Incomparable):
		parts = append(parts, c.Reason)
	case c.Is(Regressed) || c.Is(Improved):
		parts = append(parts, c.shareText())
	}
	return strings.Join(parts, "; ")
}

// Against reports whether a method that grows faster costs less at the sizes that are compared, or one that grows more slowly more.
func (c *Change) Against() bool {
	p := float64(c.Probability)
	return c.Is(Grown) && p < 0.5 || c.Is(Shrunk) && !c.Is(Grown) && p > 0.5
}

// maxTogether is how many sizes that grow together are named.
const maxTogether = 3

// text says how both sides grow: "linear to quadratic in n".
func (g Growth) text() string {
	in := strings.Join(g.In[:min(len(g.In), maxTogether)], " and ")
	if more := len(g.In) - maxTogether; more > 0 {
		in += fmt.Sprintf(" and %d more", more)
	}
	return fmt.Sprintf("%s to %s in %s", g.Base, g.Head, in)
}

// Text says how a verdict changed: "5 mJ: proved to unknown".
func (b BudgetChange) Text() string {
	head, base := b.Head, b.Base
	if head == "" {
		head = "no budget"
	}
	if base == "" {
		base = "no budget"
	}
	energy := b.Energy
	if b.Was != "" {
		energy += " (was " + b.Was + ")"
	}
	return "budget " + energy + ": " + base + " to " + head
}

// shareText is the change relative to the base, at the largest size that shows it.
func (c *Change) shareText() string {
	share := float64(c.Share)
	text := signedPercent(share)
	if math.Abs(share) < leastShare {
		if c.Is(Improved) {
			return "fewer calls of unknown cost"
		}
		return "more calls of unknown cost"
	}
	if math.IsInf(share, 0) {
		text = "from nothing"
	}
	if c.SameAtAllSizes() {
		return text
	}
	for i := len(c.Sizes) - 1; i >= 0; i-- {
		if s := c.Sizes[i]; s.Probability == c.Probability && ratio(float64(s.Mean), float64(s.Base)) == share && s.Size != 0 {
			return text + " where sizes are " + s.Text()
		}
	}
	return text
}

// maxOthers is how many sizes with a value of their own are named.
const maxOthers = 2

// Text says at which sizes the costs are compared: "100", or "100 (n = 20)".
func (s AtSize) Text() string {
	text := quantity.Count(float64(s.Size))
	if len(s.Others) == 0 {
		return text
	}
	var others []string
	for _, o := range s.Others[:min(len(s.Others), maxOthers)] {
		others = append(others, o.Symbol+" = "+quantity.Count(float64(o.Value)))
	}
	if more := len(s.Others) - maxOthers; more > 0 {
		others = append(others, fmt.Sprintf("%d more", more))
	}
	return text + " (" + strings.Join(others, ", ") + ")"
}

// DistinctSizes are the sizes at which the costs are shown: one where no mean depends on it.
func (c *Change) DistinctSizes() []AtSize {
	if c.SameAtAllSizes() {
		return c.Sizes[:min(len(c.Sizes), 1)]
	}
	return c.Sizes
}

// SameAtAllSizes reports whether no mean depends on the size that all have. That is not known where some could not be
// computed.
func (c *Change) SameAtAllSizes() bool {
	if len(c.Sizes) < cmp.Or(c.points, len(sizes)) && slices.ContainsFunc(c.Sizes, func(s AtSize) bool { return s.Size != 0 }) {
		return false
	}
	if len(c.Sizes) == 1 && c.Sizes[0].Size != 0 {
		return false
	}
	return !slices.ContainsFunc(c.Sizes, func(s AtSize) bool { return s.Base != c.Sizes[0].Base || s.Head != c.Sizes[0].Head })
}

// leastShare is the least share of a change that is written. A change of less is one of calls whose cost is not known.
const leastShare = 0.0005

// leastTimes is how many times as much a cost is from which on it is told so: of more, a percentage is hard to read.
const leastTimes = 10

func signedPercent(share float64) string {
	if times := 1 + share; times >= leastTimes && times < 1e15 {
		return thousands(int64(math.Round(times))) + " times as much"
	}
	if share > 0 {
		return "+" + quantity.Percent(share)
	}
	return quantity.Percent(share)
}

// Located says what the cause is, with its line.
func (x Cause) Located() string {
	if x.Line == 0 {
		return x.Text
	}
	line := fmt.Sprintf("line %d", x.Line)
	if x.Kind == LostLoop || x.Kind == LostCall {
		line += " of base"
	}
	return line + ": " + x.Text
}

// CauseText returns the most important causes in one line.
func (c *Change) CauseText() string {
	var parts []string
	for _, x := range c.Causes[:min(len(c.Causes), 2)] {
		parts = append(parts, x.Located())
	}
	return strings.Join(parts, "; ")
}

// DependantsText says how many methods depend on the change: " and 37 callers".
func (c *Change) DependantsText() string {
	switch n := len(c.Dependants); n {
	case 0:
		return ""
	case 1:
		return "and 1 caller"
	default:
		return "and " + quantity.Count(float64(n)) + " callers"
	}
}

// Line returns the line to show: that of the cause where it is in head, else the method's.
func (c *Change) Line() int {
	for _, x := range c.Causes {
		if x.Line > 0 && x.Kind != LostLoop && x.Kind != LostCall {
			return x.Line
		}
	}
	return c.Method.Line
}

// The rules of findings about differences.
const (
	RegressionRule = "EL0006"
	LostProofRule  = "EL0007"
)

// Findings returns what became worse as findings: each proof that was lost, and each cause of a cost that grew. Levels are
// by class; a class without one is left out.
func (r *Result) Findings(levels map[Class]finding.Level) []finding.Finding {
	var out []finding.Finding
	at := make(map[string]*Change, len(r.Changes))
	for i := range r.Changes {
		at[r.Changes[i].Method.Key()] = &r.Changes[i]
	}
	for i := range r.Changes {
		c := &r.Changes[i]
		if level := levels[Lost]; c.Is(Lost) && level != "" {
			for _, b := range c.Budgets {
				if proofRank(b.Base) > proofRank(b.Head) {
					f := c.finding(LostProofRule, level, "lost a proof: "+b.Text())
					f.Subject = b.Energy
					f.Properties["was"], f.Properties["verdict"], f.Properties["budget"] = b.Base, b.Head, b.Energy
					out = append(out, f)
				}
			}
		}
		for _, class := range c.Classes {
			level := levels[class]
			if !class.Worse() || class == Lost || !c.Root() || level == "" {
				continue
			}
			f := c.finding(RegressionRule, level, verbs[class]+": "+c.costText())
			f.Subject = string(class)
			for _, key := range c.Dependants[:min(len(c.Dependants), maxGroup)] {
				if d := at[key]; d != nil {
					l := d.Method.Location()
					l.Message = l.QualifiedSignature() + " depends on it"
					f.Related = append(f.Related, l)
				}
			}
			out = append(out, f)
		}
	}
	return out
}

// costText is Text without the budgets.
func (c *Change) costText() string {
	x := *c
	x.Budgets = nil
	return x.Text()
}

func (c *Change) finding(rule string, level finding.Level, what string) finding.Finding {
	l := c.Method.Location()
	message := c.Method.Short() + " " + what
	if cause := c.CauseText(); cause != "" {
		message += ". Cause: " + cause
	}
	if more := c.DependantsText(); more != "" {
		message += " (" + more + ")"
	}
	l.Line = c.Line()
	p := map[string]any{"class": string(c.Class), "proved": c.Proved}
	if c.Base != nil && c.Base.Formula != "" {
		p["base"] = c.Base.Formula
	}
	if c.Head != nil && c.Head.Formula != "" {
		p["head"] = c.Head.Formula
	}
	if v := float64(c.Probability); !math.IsNaN(v) {
		p["probability"] = v
	}
	return finding.Finding{Rule: rule, Level: level, Message: message, Location: l, Properties: p, Baseline: "new"}
}

// Gate is what makes a comparison fail.
type Gate string

// The gates, as --fail-on takes them.
const (
	GateLost       Gate = "lost"       // a proof was lost
	GateGrowth     Gate = "growth"     // a cost grows faster, or has no bound any more
	GateRegression Gate = "regression" // a cost is higher
	GateNever      Gate = "never"
)

// Gates lists the gates.
func Gates() []Gate { return []Gate{GateLost, GateGrowth, GateRegression, GateNever} }

// Levels returns the levels of findings: errors where a gate fails, warnings elsewhere.
func Levels(gates []Gate) map[Class]finding.Level {
	level := func(g Gate) finding.Level {
		if slices.Contains(gates, g) && !slices.Contains(gates, GateNever) {
			return finding.Error
		}
		return finding.Warning
	}
	return map[Class]finding.Level{
		Lost: level(GateLost), Grown: level(GateGrowth), Unbounded: level(GateGrowth), Regressed: level(GateRegression),
	}
}

// Fails reports whether a change is one that a gate does not let pass.
func (r *Result) Fails(gates []Gate) bool {
	levels := Levels(gates)
	return slices.ContainsFunc(r.Changes, func(c Change) bool { return c.Fails(levels) })
}

// Fails reports whether a class of the change has the level of an error.
func (c *Change) Fails(levels map[Class]finding.Level) bool {
	return slices.ContainsFunc(c.Classes, func(x Class) bool { return levels[x] == finding.Error })
}
