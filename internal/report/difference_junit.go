package report

import (
	"fmt"
	"io"

	"github.com/energylint/energylint/internal/difference"
)

// writeDifferenceJUnit writes each cause, and each proof that was lost, as a test case, which fails where a gate does not
// let it pass. Where nothing changed, one case says so.
func writeDifferenceJUnit(w io.Writer, r *difference.Result, o DifferenceOptions) error {
	s := junitSuite{Name: "energylint.diff"}
	levels := difference.Levels(o.Gates)
	for i := range r.Changes {
		c := &r.Changes[i]
		if !shownAlone(c) {
			continue
		}
		x := junitCase{ClassName: oneLine(c.Method.Location().ClassName()), Name: oneLine(c.Method.Location().Signature() + " " + string(c.Class)), File: oneLine(c.Method.Location().Path()), Line: c.Line()}
		base, head := costTexts(c)
		text := fmt.Sprintf("change: %s\nbase: %s\nhead: %s\n", oneLine(c.Text()), oneLine(base), oneLine(head))
		if p := certainty(c); p != "" {
			text += "certainty: " + p + "\n"
		}
		for _, cause := range c.Causes {
			text += "cause: " + oneLine(cause.Located()) + "\n"
		}
		if more := c.DependantsText(); more != "" {
			text += more + "\n"
		}
		switch {
		case c.Fails(levels):
			x.Failure = &junitOutcome{Message: oneLine(c.Text()), Type: string(c.Class), Text: xmlText(text)}
			s.Failures++
		case c.Class == difference.Incomparable:
			x.Skipped = &junitOutcome{Message: oneLine(c.Reason), Text: xmlText(text)}
			s.Skipped++
		default:
			x.Out = &junitText{xmlText(text)}
		}
		s.Cases = append(s.Cases, x)
	}
	if len(s.Cases) == 0 {
		s.Cases = []junitCase{{ClassName: "energylint", Name: "nothing changed"}}
	}
	s.Tests = len(s.Cases)
	out := junitSuites{Name: "energylint", Tests: s.Tests, Failures: s.Failures, Skipped: s.Skipped, Suites: []junitSuite{s}}
	return encodeXML(w, out)
}
