package report

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/plain"
	"github.com/energylint/energylint/internal/prose"
)

// The JUnit format as CI servers read it: https://github.com/testmoapp/junitxml lists what they agree on.
type (
	junitSuites struct {
		XMLName  xml.Name     `xml:"testsuites"`
		Name     string       `xml:"name,attr"`
		Tests    int          `xml:"tests,attr"`
		Failures int          `xml:"failures,attr"`
		Errors   int          `xml:"errors,attr"`
		Skipped  int          `xml:"skipped,attr"`
		Suites   []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		ClassName string        `xml:"classname,attr"`
		Name      string        `xml:"name,attr"`
		File      string        `xml:"file,attr,omitempty"`
		Line      int           `xml:"line,attr,omitempty"`
		Failure   *junitOutcome `xml:"failure"`
		Error     *junitOutcome `xml:"error"`
		Skipped   *junitOutcome `xml:"skipped"`
		Out       *junitText    `xml:"system-out"`
	}
	junitOutcome struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr,omitempty"`
		Text    string `xml:",cdata"`
	}
	junitText struct {
		Text string `xml:",cdata"`
	}
)

// writeJUnit writes each budget as a test case, and each rule: a rule without findings passes, and every finding of
// a rule is a case of its own, which fails from the level FailOn on. What cannot be decided is skipped, as are rules
// without a class to look at. Problems of the analysis are a third suite, where there are any.
func writeJUnit(w io.Writer, r *finding.Report, o Options) error {
	out := junitSuites{Name: "energylint"}
	for _, s := range []junitSuite{junitBudgets(r), junitRules(r, cmp.Or(o.FailOn, finding.Error)), junitNotifications(r)} {
		if s.Name == "" {
			continue
		}
		for _, c := range s.Cases {
			s.Tests++
			switch {
			case c.Failure != nil:
				s.Failures++
			case c.Error != nil:
				s.Errors++
			case c.Skipped != nil:
				s.Skipped++
			}
		}
		out.Tests, out.Failures, out.Errors, out.Skipped = out.Tests+s.Tests, out.Failures+s.Failures, out.Errors+s.Errors, out.Skipped+s.Skipped
		out.Suites = append(out.Suites, s)
	}
	return encodeXML(w, out)
}

func junitBudgets(r *finding.Report) junitSuite {
	s := junitSuite{Name: "energylint.budgets"}
	for _, b := range r.Budgets {
		c := junitCase{ClassName: oneLine(b.Location.ClassName()), Name: oneLine(b.Location.Signature() + " uses at most " + b.Budget + " at " + percent(b.Confidence)),
			File: oneLine(b.Location.Path()), Line: b.Location.Line}
		text := fmt.Sprintf("verdict: %s\nbudget: %s at %s (%s)\nsound bound: %s\ncritical path: %s\nbest case: %s\n", b.Verdict, b.Budget, percent(b.Confidence),
			b.Origin, soundBound(b), criticalPath(b), prose.Spread(b.Best))
		if p := probability(b.Probability); p != "" {
			text += "probability of exceeding it: " + p + "\n"
		}
		for _, a := range b.Assumptions {
			text += "assumes: " + a + "\n"
		}
		if len(b.Operands) > 0 {
			text += "bound with " + operandsText(b.Operands) + "\n"
		}
		if len(b.Expected) > 0 {
			text += "rests on the expected, not the worst, cost of: " + expectedCalls(b.Expected, true) + "\n"
		}
		for _, m := range b.Missing {
			text += "missing: " + m + "\n"
		}
		if b.Lacking.Line > 0 {
			text += "missing at: " + where(b.Lacking) + "\n"
		}
		outcome := &junitOutcome{Message: fmt.Sprintf("%s: the sound bound is %s, the budget %s", b.Verdict, soundBound(b), oneLine(b.Budget)), Type: string(b.Verdict), Text: xmlText(text)}
		switch b.Verdict {
		case finding.Exceeded, finding.Violated:
			c.Failure = outcome
		case finding.Inconclusive, finding.Unknown:
			outcome.Type = ""
			c.Skipped = outcome
		default:
			c.Out = &junitText{xmlText(text)}
		}
		s.Cases = append(s.Cases, c)
	}
	return s
}

func junitRules(r *finding.Report, failOn finding.Level) junitSuite {
	s := junitSuite{Name: "energylint.rules"}
	found := map[string]bool{}
	for _, f := range r.Findings {
		found[f.Rule] = true
		c := junitCase{ClassName: oneLine(ruleTitle(r, f.Rule)), Name: oneLine(strings.TrimSpace(f.Location.QualifiedSignature() + " (" + where(f.Location) + ")")),
			File: oneLine(f.Location.Path()), Line: f.Location.Line}
		text := xmlText(findingText(f) + "\n")
		for _, l := range f.Flow {
			text += xmlText(oneLine(where(l)+": "+l.Message)) + "\n"
		}
		switch {
		case f.Suppressed != "" || f.SuppressedBy != "":
			c.Skipped = &junitOutcome{Message: "suppressed: " + oneLine(f.Suppressed)}
		case f.Baseline == "unchanged":
			c.Skipped = &junitOutcome{Message: "in the baseline"}
		case f.Level.Rank() > 0 && f.Level.Rank() >= failOn.Rank() && failOn.Rank() > 0:
			c.Failure = &junitOutcome{Message: oneLine(f.Message), Type: string(f.Level), Text: text}
		default:
			c.Out = &junitText{string(f.Level) + ": " + text}
		}
		s.Cases = append(s.Cases, c)
	}
	var clean []junitCase
	for _, info := range r.Rules {
		if !found[info.ID] {
			c := junitCase{ClassName: oneLine(ruleTitle(r, info.ID)), Name: "no findings"}
			if r.Classes == 0 {
				c.Skipped = &junitOutcome{Message: "no class could be analysed"}
			}
			clean = append(clean, c)
		}
	}
	slices.SortFunc(clean, func(a, b junitCase) int { return cmp.Compare(a.ClassName, b.ClassName) })
	s.Cases = append(s.Cases, clean...)
	return s
}

func junitNotifications(r *finding.Report) junitSuite {
	if len(r.Notifications) == 0 {
		return junitSuite{}
	}
	s := junitSuite{Name: "energylint.analysis"}
	for _, n := range r.Notifications {
		c := junitCase{ClassName: "analysis", Name: cmp.Or(oneLine(n.Path), oneLine(n.Message)), File: oneLine(n.Path)}
		if n.Level == finding.Error {
			c.Error = &junitOutcome{Message: oneLine(n.Message), Type: string(n.Level)}
		} else {
			c.Out = &junitText{xmlText(string(n.Level) + ": " + n.Message)}
		}
		s.Cases = append(s.Cases, c)
	}
	return s
}

// xmlText makes text fit for XML 1.0: without the characters that it has no way to write.
func xmlText(s string) string {
	lines := strings.Split(plain.Text(s), "\n")
	for i := range lines {
		lines[i] = plain.Short(lines[i], maxAnnotation)
	}
	return strings.Map(func(r rune) rune {
		if r == '\uFFFE' || r == '\uFFFF' {
			return '\uFFFD'
		}
		return r
	}, strings.Join(lines, "\n"))
}
