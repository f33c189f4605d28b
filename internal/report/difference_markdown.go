package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/energylint/energylint/internal/difference"
	"github.com/energylint/energylint/internal/plain"
	"github.com/energylint/energylint/internal/prose"
	"github.com/energylint/energylint/internal/quantity"
)

// DifferenceMarker is the first line of a comparison in Markdown: by it a bot finds its own comment and replaces it.
const DifferenceMarker = "<!-- energylint-diff -->"

// A comment on GitHub holds 65,536 characters. The table takes at most maxDifferenceTable bytes, everything maxDifference.
const (
	maxDifference      = 60_000
	maxDifferenceTable = 35_000
	maxCell            = 300
	mostOpenRows       = 20 // of the table; a few more are not worth folding away
)

const differenceColumns = "\n| | Method | Base | Head | Change | P | Cause |\n|---|---|---|---|---|--:|---|\n"

// limited collects text up to a limit. Parts are added whole or not at all.
type limited struct {
	strings.Builder
	left int
}

// add adds a part, and reports whether there is space for it.
func (l *limited) add(part string) bool {
	if len(part) > l.left {
		return false
	}
	l.left -= len(part)
	l.WriteString(part)
	return true
}

// writeDifferenceMarkdown writes the comment on a pull request: a table of the causes, the details folded away.
func writeDifferenceMarkdown(w io.Writer, r *difference.Result, o DifferenceOptions) error {
	out := &limited{left: maxDifference}
	mark := ""
	if r.Fails(o.Gates) {
		mark = "❌ "
	}
	out.add(DifferenceMarker + "\n## " + mark + "Energy: " + r.Headline() + "\n")
	m := &differenceMarkdown{result: r, byKey: changesByKey(r), unit: quantity.In(r.Unit)}
	m.table(out)
	for _, text := range r.Warnings {
		out.add("\n> **Warning:** " + cut(text) + "\n")
	}
	foot := m.foot()
	out.left -= len(foot)
	m.details(out)
	m.others(out)
	out.left += len(foot)
	out.add(foot)
	_, err := io.WriteString(w, out.String())
	return err
}

type differenceMarkdown struct {
	result *difference.Result
	byKey  map[string]*difference.Change
	unit   quantity.Unit
}

// shown returns the changes that are rows, in their order.
func (m *differenceMarkdown) shown() []*difference.Change {
	var out []*difference.Change
	for i := range m.result.Changes {
		if c := &m.result.Changes[i]; shownAlone(c) && c.Class != difference.Incomparable {
			out = append(out, c)
		}
	}
	return out
}

func (m *differenceMarkdown) table(out *limited) {
	rows := m.shown()
	if len(rows) == 0 {
		return
	}
	const end = "\n</details>\n"
	part := &limited{left: min(maxDifferenceTable, out.left-200)}
	part.add(differenceColumns)
	folded := len(rows) > mostOpenRows+mostOpenRows/4
	for i, c := range rows {
		row := m.row(c)
		if folded && i == mostOpenRows {
			part.left -= len(end)
			row = fmt.Sprintf("\n<details><summary>%s</summary>\n", prose.Counted(len(rows)-i, "more method")) + differenceColumns + row
		}
		if !part.add(row) {
			part.left = 100
			part.add(fmt.Sprintf("\nand %s more\n", quantity.Count(float64(len(rows)-i))))
			folded = folded && i > mostOpenRows
			break
		}
	}
	out.add(part.String())
	if folded {
		out.add(end)
	}
}

// row is the line of the table about a change.
func (m *differenceMarkdown) row(c *difference.Change) string {
	cause := c.CauseText()
	if c.Because != "" {
		if root := m.byKey[c.Because]; root != nil {
			cause = root.Method.Short()
		}
	}
	if more := c.DependantsText(); more != "" {
		cause += " (" + more + ")"
	}
	name := shortCell(c.Method.Short())
	if c.Was != "" {
		name += " was " + shortCell(c.Was)
	}
	base, head := costTexts(c)
	return fmt.Sprintf("| %s | %s | %s | %s | %s | %s | %s |\n", sign(c), name, cut(base), cut(head), cut(c.Text()), markdown(certainty(c)), cut(cause))
}

// cut is text as markdown, without its middle where it is too long for a cell.
func cut(s string) string { return markdown(plain.Short(oneLine(s), maxCell)) }

func shortCell(s string) string { return cell(plain.Short(oneLine(s), maxCell)) }

// details writes what the table has no space for: whole names, places, all causes, costs at sizes and dependants.
func (m *differenceMarkdown) details(out *limited) {
	rows := m.shown()
	if len(rows) == 0 {
		return
	}
	const end = "\n</details>\n"
	out.left -= len(end) + 100
	out.add("\n<details><summary>Details</summary>\n")
	left := 0
	for _, c := range rows {
		if !out.add(m.detail(c)) {
			left++
		}
	}
	out.left += len(end) + 100
	if left > 0 {
		out.add(fmt.Sprintf("\nThe details of %s are left out.\n", prose.Counted(left, "method")))
	}
	out.add(end)
}

func (m *differenceMarkdown) detail(c *difference.Change) string {
	var b strings.Builder
	at := c.Method.Location()
	at.Line = c.Line()
	fmt.Fprintf(&b, "\n**%s** %s in %s\n\n", c.Class, shortCell(c.Method.Signature()), code(plain.Short(where(at), maxCell)))
	item := func(label, text string) {
		if text != "" {
			fmt.Fprintf(&b, "- %s: %s\n", label, text)
		}
	}
	item("change", cut(c.Text()))
	item("was", cut(c.Was))
	for _, x := range c.Causes {
		item("cause", cut(x.Located()))
	}
	for _, s := range c.DistinctSizes() {
		if s.Size > 0 {
			item("means at sizes of "+s.Text(), fmt.Sprintf("%s to %s, difference %s ± %s", m.unit.Format(float64(s.Base)), m.unit.Format(float64(s.Head)), m.unit.FormatSigned(float64(s.Mean)), m.unit.Format(float64(s.SD))))
		}
	}
	const most = 20
	var names []string
	for _, k := range c.Dependants[:min(len(c.Dependants), most)] {
		if d := m.byKey[k]; d != nil {
			names = append(names, shortCell(d.Method.Short()))
		}
	}
	if n := len(c.Dependants) - most; n > 0 {
		names = append(names, quantity.Count(float64(n))+" more")
	}
	item("with it", strings.Join(names, ", "))
	return b.String()
}

// others lists what is neither better nor worse.
func (m *differenceMarkdown) others(out *limited) {
	for _, x := range []struct {
		class difference.Class
		text  string
	}{{difference.Incomparable, "Not comparable"}, {difference.Added, "Added"}, {difference.Removed, "Removed"}} {
		n := m.result.Methods[x.class]
		if n == 0 {
			continue
		}
		const end = "\n</details>\n"
		part := &limited{left: min(out.left, 8000) - len(end) - 100}
		if part.left <= 200 {
			return
		}
		part.add(fmt.Sprintf("\n<details><summary>%s: %s</summary>\n\n", x.text, quantity.Count(float64(n))))
		written := 0
		for i := range m.result.Changes {
			c := &m.result.Changes[i]
			if c.Class != x.class {
				continue
			}
			line := "- " + shortCell(c.Method.Signature())
			if c.Reason != "" {
				line += ": " + cut(c.Reason)
			} else if c.Head != nil && c.Class == difference.Added {
				line += ": " + cut(costText(c.Head))
			}
			if !part.add(line + "\n") {
				break
			}
			written++
		}
		part.left += len(end) + 100
		if written < n {
			part.add(fmt.Sprintf("\nand %s more\n", quantity.Count(float64(n-written))))
		}
		part.add(end)
		out.add(part.String())
	}
}

// foot says what was compared, and how.
func (m *differenceMarkdown) foot() string {
	r := m.result
	names := ""
	if r.Base.Name != "" && r.Head.Name != "" {
		names = code(plain.Short(r.Base.Name, maxCell)) + " to " + code(plain.Short(r.Head.Name, maxCell)) + ": "
	}
	throwing := ""
	if text := throwingText(r); text != "" {
		throwing = "; " + text
	}
	return fmt.Sprintf("\n<sub>%s%s%s. Model %s, device %s, confidence %s, energylint %s.</sub>\n", names, markdown(scopeOf(r)), throwing, cut(r.Model), cut(r.Device), percent(float64(r.Confidence)), cut(r.Head.Version))
}
