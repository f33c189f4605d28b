package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/energylint/energylint/internal/driver"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/nearest"
	"github.com/energylint/energylint/internal/prose"
	"github.com/energylint/energylint/internal/repair"
)

func (p *program) fixCommand() *cobra.Command {
	f := &flags{}
	var diff bool
	var only []string
	c := &cobra.Command{
		Use:   "fix [PATH...]",
		Short: "Repair Java sources where a repair is certain",
		Long: `Check like energylint check, and repair the Java sources of findings where that is certain and local: the program
does the same afterwards, with the same exceptions, for every input. Other findings are left as they are;
--verbose tells why. Compile before, and again afterwards: a source that is newer than its classes is not changed.

` + pathHelp + `

Exit codes: 0 done, or nothing to do; 1 with --diff where there are repairs; 2 wrong usage or configuration; 3 an
input could not be read or part of the analysis failed.`,
		Example: `  energylint fix --diff                        show what would change in this project
  energylint fix --rule EL2004 target/classes  repair the findings of one rule`,
		RunE: func(c *cobra.Command, args []string) error { return p.fix(c.Context(), f, args, only, diff) },
	}
	f.input(c.Flags(), "repair only: no list, no summary, no progress", "why each finding that is left is not repaired")
	f.pricing(c.Flags())
	f.execution(c.Flags())
	f.selection(c.Flags())
	c.Flags().BoolVar(&diff, "diff", false, "write the changes as a unified diff, and change nothing")
	c.Flags().StringSliceVar(&only, "rule", nil, "repair only findings of the `RULE`, by id or name; repeatable")
	withConfigHelp(c)
	return c
}

func (p *program) fix(ctx context.Context, f *flags, paths, only []string, diff bool) error {
	for _, r := range only {
		if ids := p.ruleNames(); !slices.Contains(ids, r) {
			return usage("--rule: there is no rule %q%s (energylint rules lists them)", r, nearest.DidYouMean(r, ids))
		}
	}
	projects, output, err := p.load(f, paths)
	if err != nil {
		return err
	}
	for _, s := range projects {
		s.fixes = true
	}
	reports, err := p.reports(ctx, f, projects, nil)
	if err != nil {
		return err
	}
	t := repairTally{program: p, diff: diff, quiet: output.Quiet, verbose: output.Verbose}
	for _, r := range reports {
		findings := slices.DeleteFunc(slices.Clone(r.Findings), func(x finding.Finding) bool {
			rule := r.RuleByID(x.Rule)
			return !x.Active() || len(only) > 0 && !slices.Contains(only, rule.ID) && !slices.Contains(only, rule.Name)
		})
		t.repair(r.Root, findings)
	}
	merged := finding.Merge(reports)
	for _, n := range finding.Told(merged.Notifications) {
		if n.Level == finding.Error || n.Level == finding.Warning {
			p.say("%s: %s: %s", n.Level, n.Path, n.Message)
		}
	}
	if merged.Methods > 0 {
		t.summary()
	}
	switch err := errors.Join(t.errs...); {
	case err != nil:
		return failure(err)
	case driver.Failed(merged):
		return &exit{code: ExitFailure}
	case diff && t.done > 0:
		return &exit{code: ExitFindings}
	}
	return nil
}

// repairTally makes repairs and counts them.
type repairTally struct {
	*program
	diff, quiet, verbose      bool
	done, files, later, never int
	why                       map[string]int // how many findings are left for each reason
	errs                      []error
}

// repair makes the repairs of findings in sources below root.
func (t *repairTally) repair(root string, findings []finding.Finding) {
	for _, f := range findings {
		if f.Site != nil && f.Fix == nil {
			if t.why == nil {
				t.why = map[string]int{}
			}
			t.never++
			t.why[f.Unfixed]++
			if t.verbose {
				t.say("%s:%d: %s is left: %s", f.Location.File, f.Location.Line, f.Rule, f.Unfixed)
			}
		}
	}
	changes, err := repair.Changes(root, findings)
	if err != nil {
		t.errs = append(t.errs, err)
		return
	}
	for _, c := range changes {
		if t.diff {
			err = t.writeDiff(c.Diff())
		} else {
			err = c.Write()
		}
		if err != nil {
			t.errs = append(t.errs, err)
			continue
		}
		t.files++
		t.done += len(c.Done)
		t.later += len(c.Later)
		if !t.diff && !t.quiet {
			for _, f := range c.Done {
				t.say("%s:%d: %s repaired: %s", c.File, f.Location.Line, f.Rule, f.Fix.Description)
			}
		}
		for _, f := range c.Later {
			t.say("%s:%d: %s overlaps another repair: compile, and run energylint fix again", c.File, f.Location.Line, f.Rule)
		}
	}
}

// writeDiff writes a difference: for a program as it is, for a terminal without control characters.
func (t *repairTally) writeDiff(diff []byte) error {
	if isTerminal(t.stdout) {
		return t.plainly(func(w io.Writer) error { _, err := w.Write(diff); return err })
	}
	_, err := t.stdout.Write(diff)
	return writeError(err)
}

// summary tells how much was done.
func (t *repairTally) summary() {
	if t.quiet {
		return
	}
	all := t.done + t.later + t.never
	text := fmt.Sprintf("repaired %d of %s with a kind of repair, in %s", t.done, prose.Counted(all, "finding"), prose.Counted(t.files, "file"))
	if t.diff {
		text = fmt.Sprintf("%d of %s with a kind of repair can be repaired, in %s", t.done, prose.Counted(all, "finding"), prose.Counted(t.files, "file"))
	}
	switch {
	case all == 0:
		text = "there are no findings with a kind of repair"
	case t.verbose || t.never == 0:
	default:
		text += "; left: " + t.reasons()
	}
	t.say("%s", text)
}

// shownReasons is how many reasons for findings that are left the summary of fix has.
const shownReasons = 3

// reasons tells why findings are left, the most frequent reasons first, with their numbers if there is more than one.
func (t *repairTally) reasons() string {
	all := slices.SortedFunc(maps.Keys(t.why), func(x, y string) int { return cmp.Or(t.why[y]-t.why[x], strings.Compare(x, y)) })
	if len(all) == 1 {
		return all[0]
	}
	var b strings.Builder
	for i, r := range all[:min(shownReasons, len(all))] {
		if i > 0 {
			b.WriteString("; ")
		}
		fmt.Fprintf(&b, "%d: %s", t.why[r], r)
	}
	if more := len(all) - shownReasons; more > 0 {
		fmt.Fprintf(&b, "; and %s", prose.Counted(more, "other reason"))
	}
	return b.String() + " (--verbose names each finding)"
}
