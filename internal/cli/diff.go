package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/energylint/energylint/internal/config"
	"github.com/energylint/energylint/internal/difference"
	"github.com/energylint/energylint/internal/driver"
	"github.com/energylint/energylint/internal/files"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/nearest"
	"github.com/energylint/energylint/internal/quantity"
	"github.com/energylint/energylint/internal/report"
	"github.com/energylint/energylint/internal/snapshot"
)

// diffFlags are the flags of diff besides those about input and pricing.
type diffFlags struct {
	formats, failOn []string
	threshold       string
	base, build     string
	baseLabel       string // what the report calls the base, in place of its file
	headLabel       string
	changed         func(name string) bool
	similar         similarFlags
}

func (p *program) diffCommand() *cobra.Command {
	f, d := &flags{}, &diffFlags{}
	c := &cobra.Command{
		Use:   "diff BASE HEAD",
		Short: "Compare two states of a program: what costs more, and why",
		Long: `Compare the energy of every method in two states of a program, and name the causes of what changed: a loop that is new, a
bound that is another one, a call, a cost that is not known any more. Methods that changed only because they call such a
method are folded under it.

BASE and HEAD are each a snapshot (energylint snapshot), or a path as for check. Both must be analysed with the same
settings: model, device, confidence, JDK, library models and assumptions.

With --base REF the base is that revision: it is checked out to a temporary directory (git worktree), built there by the
command of --build, which the shell runs with your rights, and analysed like the PATHs here, which are HEAD.

With --similar BASE and HEAD are two programs that do the same job. What is compared are their tasks, library calls in their
calling context: those of BASE that HEAD does without or performs for less, by what could be saved.

Exit codes: 0 nothing that --fail-on names; 1 a change that it names; 2 wrong usage or configuration, or states with different
settings; 3 a state is missing or could not be read, or part of the analysis failed.`,
		Example: `  energylint diff main.snapshot target/classes
  energylint diff old.jar new.jar --format markdown=comment.md --format text
  energylint diff --similar one.jar other.jar
  energylint diff --base origin/main --build 'mvn -q compile' target/classes
  energylint diff main.snapshot build/app.jar --fail-on lost,growth,regression --threshold '1 uJ'`,
		RunE: func(c *cobra.Command, args []string) error { return p.diff(c.Context(), f, d, args) },
	}
	fs := c.Flags()
	f.input(fs, "what is worse only: no summary, no progress", "every dependant, and what is new, gone or cannot be compared")
	f.pricing(fs)
	fs.Lookup("confidence").Usage = "`PROBABILITY` from which on a change is one; else that of the states"
	fs.Lookup("confidence").DefValue = "0"
	d.changed = fs.Changed
	// These mean something else here than in the configuration.
	f.set = func(name string) bool {
		return name != "confidence" && name != "format" && name != "fail-on" && fs.Changed(name)
	}
	fs.StringArrayVarP(&d.formats, "format", "f", []string{"text"}, "`FORMAT[=FILE]`: "+strings.Join(config.Formats, ", ")+"; repeatable")
	fs.StringSliceVar(&d.failOn, "fail-on", []string{"lost", "growth"}, "`CHANGES` that make the exit code 1: lost (a proof), growth (in a size, or a bound is gone), regression (any higher cost) or never")
	fs.StringVar(&d.threshold, "threshold", "5%", "least `CHANGE` that counts: a share of the cheaper state, or an energy such as '1 uJ'")
	d.similar.register(fs)
	fs.StringVar(&d.base, "base", "", "compare with the revision `REF` of the git repository here")
	fs.StringVar(&d.build, "build", "", "`COMMAND` that builds the revision of --base, in its directory")
	fs.StringVar(&d.baseLabel, "base-label", "", "`TEXT` that names BASE in the report; else the argument")
	fs.StringVar(&d.headLabel, "head-label", "", "`TEXT` that names HEAD in the report; else the argument")
	fs.StringVar(&f.color, "color", "auto", "`WHEN` to colour text: auto, always or never")
	offer(c, "fail-on", gateNames())
	return c
}

func gateNames() []string {
	var out []string
	for _, g := range difference.Gates() {
		out = append(out, string(g))
	}
	return out
}

// diff compares two states and writes what differs.
func (p *program) diff(ctx context.Context, f *flags, d *diffFlags, args []string) error {
	if err := d.similar.misused(d.changed); err != nil {
		return err
	}
	if d.similar.similar {
		return p.similarPrograms(ctx, f, d, args)
	}
	gates, outputs, err := d.check()
	if err != nil {
		return err
	}
	var base, head *state
	switch {
	case d.base != "":
		base, head, err = p.diffRevision(ctx, f, d, args)
	case d.build != "":
		return usage("--build: say what it builds: --base REF")
	case len(args) != 2:
		return usage("diff compares two states: give BASE and HEAD, each a path or a snapshot, or --base REF --build COMMAND [PATH...]")
	default:
		base, head, err = p.diffStates(ctx, f, d, args)
	}
	if err != nil {
		return err
	}
	if err := withMethods(base, head); err != nil {
		return err
	}
	o, err := d.options(f, head)
	if err != nil {
		return err
	}
	r, err := difference.Compare(base.Snapshot, head.Snapshot, o)
	if err != nil {
		return &exit{ExitUsage, err}
	}
	r.Base.Name, r.Head.Name = cmp.Or(d.baseLabel, base.name), cmp.Or(d.headLabel, head.name)
	if err := p.writeDifference(f, r, gates, outputs); err != nil {
		return err
	}
	switch {
	case base.failed || head.failed:
		return &exit{code: ExitFailure}
	case r.Fails(gates):
		return &exit{code: ExitFindings}
	}
	return nil
}

// output is a format and the file that it goes to, empty for standard output.
type output struct{ format, file string }

// check parses the flags.
func (d *diffFlags) check() (gates []difference.Gate, outputs []output, err error) {
	for _, g := range d.failOn {
		if !slices.Contains(gateNames(), g) {
			return nil, nil, usage("--fail-on %q: expected %s%s", g, strings.Join(gateNames(), ", "), nearest.DidYouMean(g, gateNames()))
		}
		gates = append(gates, difference.Gate(g))
	}
	stdout := ""
	for _, s := range d.formats {
		format, file, err := config.ParseFormat(s)
		if err != nil {
			return nil, nil, usage("--format %w", err)
		}
		if file == "" && stdout != "" {
			return nil, nil, usage("--format %s and --format %s both write to standard output: give one a file, as in --format %s=FILE", stdout, format, format)
		}
		if file == "" {
			stdout = format
		}
		outputs = append(outputs, output{format, file})
	}
	return gates, outputs, nil
}

// options returns the options of the comparison.
func (d *diffFlags) options(f *flags, head *state) (o difference.Options, err error) {
	if o.Model, err = snapshotModel(&head.Settings); err != nil {
		return o, &exit{ExitUsage, err}
	}
	if d.changed("confidence") {
		if !(f.confidence > 0 && f.confidence < 1) {
			return o, usage("--confidence %v: expected a probability between 0 and 1, such as 0.95", f.confidence)
		}
		o.Confidence = f.confidence
	}
	o.Threshold, err = parseThreshold(d.threshold, o.Model.Unit())
	return o, err
}

// parseThreshold reads "5%" or an amount of the unit.
func parseThreshold(s string, unit quantity.Unit) (difference.Threshold, error) {
	if share, ok := strings.CutSuffix(strings.TrimSpace(s), "%"); ok {
		v, err := strconv.ParseFloat(strings.TrimSpace(share), 64)
		if err != nil || !(v >= 0) || math.IsInf(v, 0) {
			return difference.Threshold{}, usage("--threshold %q: expected a share such as 5%%", s)
		}
		return difference.Threshold{Share: max(v/100, math.SmallestNonzeroFloat64)}, nil
	}
	v, err := unit.Parse(s)
	if err != nil {
		return difference.Threshold{}, usage("--threshold %q: expected a share such as 5%%, or an amount: %w", s, err)
	}
	return difference.Threshold{Amount: max(v, math.SmallestNonzeroFloat64)}, nil
}

// state is one side of a comparison.
type state struct {
	*snapshot.Snapshot
	name   string // as the user gave it
	failed bool   // part of its analysis failed; the rest is there
	stored bool   // it is read from a snapshot
	build  string // the command that built it in a worktree; empty if it is no revision
}

// diffStates returns the states that two arguments name.
func (p *program) diffStates(ctx context.Context, f *flags, d *diffFlags, args []string) (base, head *state, err error) {
	driver.DelayCollection()
	var states [2]*state
	var stored [2]func() (*snapshot.Snapshot, error) // both are read at the same time
	paths := 0
	for i, arg := range args {
		if isSnapshot(arg) {
			stored[i] = sync.OnceValues(func() (*snapshot.Snapshot, error) { return snapshotFile(arg) })
			go stored[i]()
			continue
		}
		paths++
		if _, err := os.Stat(strings.TrimPrefix(arg, "@")); errors.Is(err, os.ErrNotExist) && !strings.HasSuffix(arg, everyProject) && !files.IsPattern(arg) {
			return nil, nil, failure(missingState(ctx, i == 0, arg))
		}
	}
	if err := d.unused(f, paths); err != nil {
		return nil, nil, err
	}
	for i, arg := range args {
		if stored[i] != nil {
			s, err := stored[i]()
			if err != nil {
				return nil, nil, failure(err)
			}
			states[i] = &state{Snapshot: s, name: arg, stored: true}
			continue
		}
		if states[i], err = p.analysedState(ctx, f, []string{arg}); err != nil {
			return nil, nil, err
		}
		states[i].name = arg
	}
	return states[0], states[1], nil
}

// missingState is the error of a state that is not there. Who writes a revision where paths are expected is told how revisions are compared.
func missingState(ctx context.Context, base bool, name string) error {
	_, err := commitOf(ctx, name)
	switch {
	case err == nil && base:
		return fmt.Errorf("there is no file %s, but a revision of the repository: energylint diff --base %s --build COMMAND [PATH...] compares with it", name, name)
	case err == nil:
		return fmt.Errorf("there is no file %s, but a revision of the repository: the head is what was built here; energylint diff --base REF --build COMMAND [PATH...] compares it with a revision", name)
	case !base:
		return fmt.Errorf("the head %s is missing: there is no such file or directory", name)
	}
	return fmt.Errorf("the base %s is missing, so there is nothing to compare with: energylint snapshot -o %s writes it in the state to compare with, and energylint check needs none", name, name)
}

// withMethods returns an error for a state of which nothing could be analysed, or a snapshot of one. A program of interfaces
// without code is a state, too: its snapshot is taken for one if the other state has no code either.
func withMethods(base, head *state) error {
	missing := func(s, other *state) bool {
		return len(s.Methods) == 0 && (s.failed || s.stored && len(other.Methods) > 0)
	}
	switch {
	case missing(base, head) && base.build != "":
		return failure(fmt.Errorf("the base %s has no classes that could be analysed after --build %q: it has to build there what is compared here, %s", base.name, base.build, cmp.Or(head.name, "the classes of the project")))
	case missing(base, head):
		return failure(fmt.Errorf("the base %s has no classes that could be analysed, so there is nothing to compare with: compile it first", base.name))
	case missing(head, base):
		return failure(fmt.Errorf("the head %s has no classes that could be analysed: compile it first", head.name))
	}
	return nil
}

// unused returns an error for a flag about the analysis where nothing is analysed.
func (d *diffFlags) unused(f *flags, paths int) error {
	if paths > 0 {
		return nil
	}
	of := pflag.NewFlagSet("", pflag.ContinueOnError)
	(&flags{}).pricing(of)
	var name string
	of.VisitAll(func(x *pflag.Flag) {
		if name == "" && f.set(x.Name) {
			name = x.Name
		}
	})
	if name != "" {
		return usage("--%s: both states are snapshots, and the costs in these are computed", name)
	}
	return nil
}

// isSnapshot reports whether a file is a snapshot, by its first bytes.
func isSnapshot(name string) bool {
	in, err := os.Open(name)
	if err != nil {
		return false
	}
	defer in.Close()
	var start [64]byte
	n, _ := in.Read(start[:])
	return snapshot.IsSnapshot(start[:n])
}

// analysedState analyses paths.
func (p *program) analysedState(ctx context.Context, f *flags, paths []string) (*state, error) {
	out := &state{}
	err := p.withAnalyses(ctx, f, paths, func(s *Settings, a *driver.Analysis) error {
		one, err := p.stateOf(ctx, s, a)
		if err != nil {
			return err
		}
		out.Snapshot, err = joinSnapshots(out.Snapshot, one)
		return err
	}, func(config.Output) error { return nil })
	var x *exit
	if errors.As(err, &x) && x.cause == nil && out.Snapshot != nil { // told already
		out.failed, err = true, nil
	}
	return out, err
}

// writeDifference writes the comparison in every format.
func (p *program) writeDifference(f *flags, r *difference.Result, gates []difference.Gate, outputs []output) error {
	color, err := report.ParseColor(f.color)
	if err != nil {
		return &exit{ExitUsage, err}
	}
	root := repository(".")
	o := report.DifferenceOptions{Options: report.Options{Color: color, Quiet: f.quiet, Verbose: f.verbose}, Gates: gates, Root: root}
	for _, rule := range p.engine.Rules {
		if rule.ID == difference.RegressionRule || rule.ID == difference.LostProofRule {
			o.Rules = append(o.Rules, rule)
		}
	}
	var errs []error
	told := false
	for _, x := range outputs {
		var b bytes.Buffer
		if x.file == "" { // colours depend on where it goes
			told = told || x.format == "text" || x.format == "github" || x.format == "markdown"
			errs = append(errs, writeError(report.WriteDifference(p.stdout, x.format, r, o)))
			continue
		}
		if err := report.WriteDifference(&b, x.format, r, o); err != nil {
			errs = append(errs, failure(err))
		} else if err := writeFile(nil, x.file, b.Bytes()); err != nil {
			errs = append(errs, failure(err))
		}
	}
	if !told {
		for _, text := range r.Warnings {
			p.say("%s: %s", finding.Warning, text)
		}
	}
	return errors.Join(errs...)
}
