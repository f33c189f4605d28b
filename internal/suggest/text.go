package suggest

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/plain"
	"github.com/energylint/energylint/internal/prose"
)

const (
	maxOmitted = 3 // methods without a proposal that are named for a reason
	maxReasons = 8 // reasons that are told unless all are asked for
)

var (
	reasonLine = regexp.MustCompile(` \(line [0-9]+\)`)
	callPlace  = regexp.MustCompile(`^(the call of \S+)(?: at line [0-9]+)?( has no price: .*?)(, in \S+\([^()]*\))?$`)
)

// withoutPlace is a reason without the places that differ where several methods have it: those of a call without a price.
func withoutPlace(reason string) string {
	return callPlace.ReplaceAllString(reasonLine.ReplaceAllString(reason, ""), "$1$2")
}

// WriteText writes the proposals as TOML to paste, with what there is to say about them as comments.
func (p *Plan) WriteText(w io.Writer, entries []byte, verbose bool) error {
	var b bytes.Buffer
	for _, l := range p.summary(verbose) {
		fmt.Fprintf(&b, "# %s\n", plain.Line(l))
	}
	if b.Len() > 0 && len(entries) > 0 {
		b.WriteByte('\n')
	}
	out := plain.NewWriter(w)
	if _, err := out.Write(append(b.Bytes(), entries...)); err != nil {
		return err
	}
	return out.Close()
}

// WriteSummary says what was written to a file.
func (p *Plan) WriteSummary(w io.Writer, file string, verbose bool) error {
	var b strings.Builder
	switch {
	case len(p.Budgets) == 0 && len(p.Facts) == 0:
		fmt.Fprintf(&b, "Nothing to add to %s.\n", plain.Line(file))
	case len(p.Facts) == 0:
		fmt.Fprintf(&b, "Added %s to %s.\n", prose.Counted(len(p.Budgets), "budget"), plain.Line(file))
	default:
		fmt.Fprintf(&b, "Added %s and %s to %s.\n", prose.Counted(len(p.Budgets), "budget"), prose.Counted(len(p.Facts), "assumption"), plain.Line(file))
	}
	for _, l := range p.summary(verbose) {
		fmt.Fprintln(&b, plain.Line(l))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// summary says in lines what the proposals come to: how much the facts prove, and what has no proposal.
func (p *Plan) summary(verbose bool) []string {
	var out []string
	if len(p.Facts) > 0 {
		verb := "prove"
		if len(p.Facts) == 1 {
			verb = "proves"
		}
		of := fmt.Sprintf("%d of the %s", p.Proved, prose.Counted(p.Unproved, "budget"))
		switch {
		case p.Unproved == 1 && p.Proved == 1:
			of = "the one budget"
		case p.Unproved == 2 && p.Proved == 2:
			of = "both budgets"
		case p.Unproved == p.Proved:
			of = "all " + prose.Counted(p.Unproved, "budget")
		}
		out = append(out, fmt.Sprintf("%s %s %s that cannot be proved without.", prose.Counted(len(p.Facts), "assumption"), verb, of))
	}
	if n := len(p.Had); n > 0 {
		out = append(out, fmt.Sprintf("%s: no proposal, there is a budget already: %s", prose.Counted(n, "method"), some(p.Had)))
	}
	out = append(out, reasonLines(p.Open, "budget", "not proved", verbose)...)
	out = append(out, reasonLines(p.Omitted, "method", "no proposal", verbose)...)
	if n := p.PassedOver; n > 0 {
		needs := "needs"
		if n > 1 {
			needs = "need"
		}
		out = append(out, fmt.Sprintf("%s that %s more than %s: not considered, --method selects them", prose.Counted(n, "dearer method"), needs, prose.Counted(p.MaxFacts, "assumption")))
	}
	if len(p.Budgets) == 0 && len(out) == 0 {
		out = append(out, "No method is selected.")
	}
	return out
}

// reasonLines says why methods are left, the most frequent reason first.
func reasonLines(left []Omitted, noun, what string, verbose bool) (out []string) {
	groups := byReason(left)
	more := 0
	for i, g := range groups {
		if i >= maxReasons && !verbose {
			more += len(g.methods)
			continue
		}
		out = append(out, fmt.Sprintf("%s: %s, %s: %s", prose.Counted(len(g.methods), noun), what, g.reason, some(g.methods)))
	}
	if more > 0 {
		out = append(out, fmt.Sprintf("%s more: %s, for %s (--verbose lists them)", prose.Counted(more, noun), what, prose.Counted(len(groups)-maxReasons, "other reason")))
	}
	return out
}

type omittedGroup struct {
	reason  string
	methods []string
}

// byReason groups methods by their reason, the most frequent first.
func byReason(omitted []Omitted) []omittedGroup {
	at := map[string]int{}
	var out []omittedGroup
	for _, x := range omitted {
		reason := withoutPlace(x.Reason)
		i, ok := at[reason]
		if !ok {
			i = len(out)
			at[reason] = i
			out = append(out, omittedGroup{reason: reason})
		}
		out[i].methods = append(out[i].methods, x.Method)
	}
	slices.SortStableFunc(out, func(a, b omittedGroup) int { return len(b.methods) - len(a.methods) })
	return out
}

// some names the first of some methods.
func some(methods []string) string {
	if more := len(methods) - maxOmitted; more > 1 {
		return fmt.Sprintf("%s and %d more", strings.Join(methods[:maxOmitted], ", "), more)
	}
	return strings.Join(methods, ", ")
}
