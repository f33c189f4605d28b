package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/energylint/energylint/internal/difference"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/prose"
	"github.com/energylint/energylint/internal/quantity"
)

// maxDependants is how many dependants of a change text names, unless it is verbose.
const maxDependants = 5

// writeDifferenceText writes the causes one after another, the worst last line is the headline: it stands where the eye is.
func writeDifferenceText(w io.Writer, r *difference.Result, o DifferenceOptions) error {
	b := bufio.NewWriter(w)
	t := &differenceText{Writer: b, palette: palette{useColor(w, o.Color)}, columns: columns(w, o.Width), unit: quantity.In(r.Unit), options: o, byKey: changesByKey(r)}
	levels := difference.Levels(o.Gates)
	incomparable := 0
	for i := range r.Changes {
		c := &r.Changes[i]
		switch {
		case c.Class == difference.Incomparable && !o.Verbose:
			if c.Root() {
				incomparable++
			}
		case shownAlone(c):
			if !o.Quiet || c.Class.Worse() {
				t.change(c, c.Fails(levels))
			}
		}
	}
	if o.Verbose {
		t.names(r, difference.Added)
		t.names(r, difference.Removed)
		for i := range r.Throwing {
			fmt.Fprintf(t, "%s %s\n", t.faint("more only where it throws:"), oneLine(r.Throwing[i].Signature()))
		}
	}
	for _, text := range r.Warnings {
		fmt.Fprintf(t, "%s %s\n", t.level(finding.Warning, "warning:"), oneLine(text))
	}
	if o.Quiet {
		return b.Flush()
	}
	head := r.Headline()
	if r.Fails(o.Gates) {
		head = t.red(head)
	}
	fmt.Fprintf(t, "%s\n", t.bold("Energy: ")+head)
	scope := scopeOf(r)
	if incomparable > 0 {
		scope += " (-v shows those that cannot be compared)"
	}
	fmt.Fprintf(t, "%s\n", t.faint(oneLine(scope)))
	if text := throwingText(r); text != "" && !o.Verbose {
		fmt.Fprintf(t, "%s\n", t.faint(text+" (-v names them)"))
	}
	return b.Flush()
}

func changesByKey(r *difference.Result) map[string]*difference.Change {
	at := make(map[string]*difference.Change, len(r.Changes))
	for i := range r.Changes {
		at[r.Changes[i].Method.Key()] = &r.Changes[i]
	}
	return at
}

type differenceText struct {
	*bufio.Writer
	palette
	columns int
	unit    quantity.Unit
	options DifferenceOptions
	byKey   map[string]*difference.Change
}

// change writes one change: the method, what changed, both costs and the causes.
func (t *differenceText) change(c *difference.Change, fails bool) {
	mark := sign(c)
	switch {
	case fails:
		mark = t.red(mark)
	case c.Class.Worse():
		mark = t.yellow(mark)
	case c.Class.Better() && !c.Against():
		mark = t.green(mark)
	}
	at := c.Method.Location()
	at.Line = c.Line()
	fmt.Fprintf(t, "%s %s  %s\n", mark, t.bold(oneLine(c.Method.Signature())), t.file(oneLine(where(at))))
	if c.Was != "" {
		t.line("was", c.Was)
	}
	text := c.Text()
	if p := certainty(c); p != "" && p != "proved" {
		text += " (P " + p + ")"
	} else if p != "" {
		text += " (proved)"
	}
	t.line(string(c.Class), text)
	base, head := costTexts(c)
	t.line("base", base)
	t.line("head", head)
	if s := t.sizes(c); s != "" {
		t.line("means at", s)
	}
	for _, x := range c.Causes {
		t.line("cause", x.Located())
	}
	if c.Because != "" {
		if root := t.byKey[c.Because]; root != nil {
			t.line("because", root.Method.Signature())
		}
	}
	if n := len(c.Dependants); n > 0 {
		shown := n
		if !t.options.Verbose {
			shown = min(n, maxDependants)
		}
		names := make([]string, 0, shown+1)
		for _, k := range c.Dependants[:shown] {
			if d := t.byKey[k]; d != nil {
				names = append(names, d.Method.Short())
			}
		}
		if n > shown {
			names = append(names, fmt.Sprintf("%d more", n-shown))
		}
		t.line("with it", prose.List(names))
	}
	fmt.Fprintln(t)
}

// sizes writes the change at the sizes where it is compared, once where it is the same.
func (t *differenceText) sizes(c *difference.Change) string {
	var parts []string
	for _, s := range c.DistinctSizes() {
		if s.Size == 0 {
			continue
		}
		at := s.Text()
		if c.SameAtAllSizes() {
			at = "any size"
		}
		parts = append(parts, fmt.Sprintf("%s: %s to %s", at, t.unit.Format(float64(s.Base)), t.unit.Format(float64(s.Head))))
	}
	return strings.Join(parts, "; ")
}

const labelColumns = 14

// line writes a labelled text, wrapped behind its label.
func (t *differenceText) line(label, text string) {
	if text == "" {
		return
	}
	for i, l := range wrap(text, t.columns-labelColumns-2) {
		if i > 0 {
			label = ""
		}
		fmt.Fprintf(t, "  %s%s\n", t.faint(padRight(label, labelColumns)), l)
	}
}

// names lists the methods of a class.
func (t *differenceText) names(r *difference.Result, class difference.Class) {
	any := false
	for i := range r.Changes {
		if c := &r.Changes[i]; c.Class == class {
			any = true
			fmt.Fprintf(t, "%s %s\n", t.faint(string(class)), oneLine(c.Method.Signature()))
		}
	}
	if any {
		fmt.Fprintln(t)
	}
}
