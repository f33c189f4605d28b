package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/prose"
	"github.com/energylint/energylint/internal/quantity"
	"github.com/energylint/energylint/internal/similar"
)

// SimilarFormats are the formats of a comparison of similar programs.
func SimilarFormats() []string { return []string{"text", "json"} }

// maxTasks is how many tasks text shows, unless it is verbose; maxFlask how many calls of a flask.
const (
	maxTasks = 10
	maxFlask = 8
)

// WriteSimilar writes a comparison of similar programs in one of SimilarFormats.
func WriteSimilar(w io.Writer, format string, c *similar.Comparison, o Options) error {
	var err error
	switch format {
	case "json":
		err = encode(w, c, false)
	case "text":
		err = writeSimilarText(w, c, o)
	default:
		return fmt.Errorf("unknown format %q: expected one of %s", format, strings.Join(SimilarFormats(), ", "))
	}
	if err != nil {
		return fmt.Errorf("write the comparison as %s: %w", format, err)
	}
	return nil
}

type similarText struct {
	*bufio.Writer
	palette
	unit    quantity.Unit
	verbose bool
}

// writeSimilarText writes the tasks of A, those first that B could save most of.
func writeSimilarText(w io.Writer, c *similar.Comparison, o Options) error {
	b := bufio.NewWriter(w)
	t := &similarText{b, palette{useColor(w, o.Color)}, quantity.In(c.Unit), o.Verbose}
	shown := 0
	for i := range c.Tasks {
		x := &c.Tasks[i]
		if !o.Verbose && (shown == maxTasks || x.Room <= 0) {
			break
		}
		t.task(x)
		shown++
	}
	if left := len(c.Tasks) - shown; left > 0 {
		fmt.Fprintf(t, "%s\n\n", t.faint(fmt.Sprintf("%d more (-v shows them)", left)))
	}
	if !o.Quiet {
		t.summary(c)
	}
	return b.Flush()
}

// task writes a task: what it costs in either program, and the flasks.
func (t *similarText) task(x *similar.Task) {
	name := t.bold(oneLine(x.A.Method))
	switch {
	case x.B == nil:
		fmt.Fprintf(t, "%s  %s, only in A\n", name, t.energy(x.A.Energy, x.A.Bounded))
	default:
		fmt.Fprintf(t, "%s  %s, in B %s", name, t.energy(x.A.Energy, x.A.Bounded), t.energy(x.B.Energy, x.B.Bounded))
		if x.Edits > 0 {
			fmt.Fprintf(t, " (%s)", prose.Counted(x.Edits, "edit"))
		}
		fmt.Fprintln(t)
	}
	t.flask("A", &x.A)
	if x.B != nil && (x.Edits > 0 || t.verbose || len(x.B.Calls) > 0) {
		t.flask("B", x.B)
	}
	fmt.Fprintln(t)
}

// energy writes an energy; what is not bounded is at least that.
func (t *similarText) energy(e result.Joules, bounded bool) string {
	switch {
	case bounded:
		return t.unit.Format(float64(e))
	case e == 0:
		return "no bound"
	}
	return "at least " + t.unit.Format(float64(e))
}

// flask writes the path, the first call sites and the calls inside.
func (t *similarText) flask(side string, f *similar.Flask) {
	path := append(append([]string{}, f.Path...), f.Method)
	fmt.Fprintf(t, "  %s  %s\n", side, oneLine(strings.Join(path, " > ")))
	var sites []string
	for i, s := range f.Sites {
		if i == 3 && !t.verbose {
			sites = append(sites, fmt.Sprintf("%d more", len(f.Sites)-i))
			break
		}
		sites = append(sites, place(s))
	}
	fmt.Fprintf(t, "     %s\n", t.faint(oneLine(strings.Join(sites, ", "))))
	left := maxFlask
	if t.verbose {
		left = -1
	}
	t.inside(f.Calls, 1, &left)
}

func place(s similar.Site) string {
	switch {
	case s.File == "":
		return s.Method
	case s.Line == 0:
		return s.File
	}
	return fmt.Sprintf("%s:%d", s.File, s.Line)
}

// inside writes calls in a flask, indented, up to a number of them.
func (t *similarText) inside(calls []similar.Inner, depth int, left *int) {
	for i := range calls {
		if *left == 0 {
			fmt.Fprintf(t, "     %s...\n", strings.Repeat("  ", depth))
			*left--
			return
		}
		if *left < -1 {
			return
		}
		if *left > 0 {
			*left--
		}
		c := &calls[i]
		fmt.Fprintf(t, "     %s%s  %s\n", strings.Repeat("  ", depth), oneLine(c.Method), t.faint(t.energy(c.Energy, c.Bounded)))
		t.inside(c.Calls, depth+1, left)
	}
}

func (t *similarText) summary(c *similar.Comparison) {
	fmt.Fprintf(t, "%s%s of %s of A are in B, too; %s on the same path\n", t.bold("Similar: "), quantity.Count(float64(c.A.Matched)), prose.Counted(c.A.Tasks, "task"), quantity.Count(float64(c.Exact)))
	for _, p := range []struct {
		side string
		*similar.Program
	}{{"A", &c.A}, {"B", &c.B}} {
		cut := ""
		if p.Cut {
			cut = ", the deepest calls left out"
		}
		fmt.Fprintf(t, "%s\n", t.faint(oneLine(fmt.Sprintf("%s  %s: %s, %s, %s%s", p.side, p.Name, t.energy(p.Energy, p.Bounded), prose.Counted(p.Tasks, "task"), prose.Counted(p.Nodes, "call"), cut))))
	}
	text := fmt.Sprintf("paths differ by at most %s (alpha %d)", prose.Counted(c.Alpha, "edit"), c.Alpha)
	if c.Stopped != nil {
		text += fmt.Sprintf("; alpha %d takes more work than the limit", *c.Stopped)
	}
	fmt.Fprintf(t, "%s\n", t.faint(text))
}
