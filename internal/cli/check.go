package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/energylint/energylint/internal/baseline"
	"github.com/energylint/energylint/internal/changed"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/config"
	"github.com/energylint/energylint/internal/driver"
	"github.com/energylint/energylint/internal/files"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/nearest"
	"github.com/energylint/energylint/internal/quantity"
	"github.com/energylint/energylint/internal/report"
	"github.com/energylint/energylint/internal/snapshot"
	"github.com/energylint/energylint/internal/unit"
	"github.com/energylint/energylint/sarif"
)

const pathHelp = `A PATH is a .class, .jar, .war, .jmod, a directory (class files, jars inside), @FILE with a path per line, or a
project whose build output is recognised (target/classes, build/classes/java/main). With no PATH, what the
configuration names, else the project here. Of a Spring Boot jar, a war or a jar with jars in it the application's
own classes are analysed, and the libraries inside are class path.

A directory that has an energylint.toml is a project: that configuration says what is analysed, and how. DIR/... is
every project in and below DIR, each with its own configuration. For every other PATH the configuration is looked
for upward from the working directory.`

func (p *program) checkCommand() *cobra.Command {
	f := &flags{}
	c := &cobra.Command{
		Use:   "check [PATH...]",
		Short: "Analyse, verify budgets, run the rules (the default)",
		Long: `Analyse compiled classes, verify energy budgets and run the rules.

` + pathHelp + `

Exit codes: 0 nothing at or above --fail-on; 1 findings; 2 wrong usage or configuration; 3 an input could not be read
or part of the analysis failed (what could be analysed is still reported).`,
		Example: `  energylint check                                     this project
  energylint check --format text --format sarif=energylint.sarif
  energylint check --classpath 'lib/*.jar' build/app.jar
  energylint check --assume 'names.size()<=1000' --fail-on warning target/classes
  energylint check --write-baseline energylint-baseline.json   accept what there is
  energylint check --baseline energylint-baseline.json         and report only what is new
  energylint check --since main.snapshot                       and report costs that grew
  energylint check --new-from-rev origin/main                  findings on changed lines
  energylint check --profile run.jfr                           findings that a recorded run would gain from`,
		RunE: func(c *cobra.Command, args []string) error { return p.check(c.Context(), f, args) },
	}
	f.input(c.Flags(), "findings only: no summary, no progress", "whole critical paths; suppressed and known findings too")
	f.pricing(c.Flags())
	f.execution(c.Flags())
	f.reporting(c.Flags())
	c.Flags().StringArrayVar(&f.profile, "profile", nil, "samples of a run, a `FILE` of the Flight Recorder, collapsed stacks, pprof or JoularJX, or a directory of recordings; repeatable: report what would save "+quantity.Percent(finding.LeastRecorded)+" of the run, the most first")
	c.Flags().StringVar(&f.writeBaseline, "write-baseline", "", "write the findings as known to `FILE`")
	withConfigHelp(c)
	return c
}

func (p *program) check(ctx context.Context, f *flags, paths []string) error {
	projects, output, err := p.load(f, paths)
	if err != nil {
		return err
	}
	if err := p.readRecordings(ctx, projects); err != nil {
		return err
	}
	since, err := p.earlierState(f, projects)
	if err != nil {
		return err
	}
	reports, err := p.reports(ctx, f, projects, since)
	if err != nil {
		return err
	}
	if f.writeBaseline != "" {
		var b *baseline.Baseline
		together(reports, func(fs []finding.Finding) {
			b = baseline.From(fs)
			b.Mark(fs)
		})
		if err := b.WriteFile(f.writeBaseline); err != nil {
			return failure(err)
		}
		if !output.Quiet {
			p.say("%s: use --baseline %s, or baseline = %q under [output]", knownNow(len(b.Entries)), f.writeBaseline, f.writeBaseline)
		}
	}
	if err := notCovered(projects, reports); err != nil {
		return err
	}
	r := finding.Merge(reports)
	if err := p.write(output, r); err != nil {
		return err
	}
	if driver.Failed(r) {
		return &exit{code: ExitFailure}
	}
	if !output.Quiet && slices.Contains(output.Format, "text") && len(r.Budgets) == 0 && r.Methods > 0 && !slices.ContainsFunc(r.Findings, unread) && !slices.ContainsFunc(projects, func(s *Settings) bool { return s.Config.File != "" }) {
		p.say("there are no budgets yet: energylint suggest proposes some, energylint init writes a configuration")
	}
	for i, s := range projects {
		if fails(reports[i], s.Config.Output.FailOn) || s.Config.Output.FailOnLostProof && lostProof(reports[i]) {
			return &exit{code: ExitFindings}
		}
	}
	return nil
}

// unread reports whether a finding is about a budget or another specification that could not be read.
func unread(f finding.Finding) bool { return f.Rule == driver.RuleInvalid }

// reports analyses projects, and marks what their baselines know.
func (p *program) reports(ctx context.Context, f *flags, projects []*Settings, since *snapshot.Snapshot) ([]*finding.Report, error) {
	known := make([]*baseline.Baseline, len(projects))
	for i, s := range projects {
		if file := s.Config.Output.Baseline; file != "" && f.writeBaseline != file {
			var err error
			if known[i], err = baseline.Read(s.Config.TreeOf("output.baseline"), file); err != nil {
				return nil, &exit{ExitUsage, err}
			}
		}
	}
	reports := make([]*finding.Report, len(projects))
	var methods []string // of which a pattern of --hot may mean one
	for i, s := range projects {
		var err error
		if reports[i], err = p.analyse(ctx, s, since, f.newFromRev); err != nil {
			return nil, err
		}
		methods = append(methods, s.unheated...)
	}
	for _, hot := range f.hotPatterns {
		if !hot.Matched() && len(methods) > 0 && !slices.ContainsFunc(reports, driver.Failed) {
			return nil, usage("--hot: no method under analysis matches %q%s", hot, nearest.DidYouMeanMethod(hot.String(), methods))
		}
	}
	if f.set("baseline") && known[0] != nil { // one file for all projects
		together(reports, func(fs []finding.Finding) { reports[0].Absent = known[0].Mark(fs) })
	} else {
		for i, b := range known {
			if b != nil {
				reports[i].Absent = b.Mark(reports[i].Findings)
			}
		}
	}
	return reports, nil
}

// together calls f with the findings of all reports in one list, and lets them keep what it changes.
func together(reports []*finding.Report, f func([]finding.Finding)) {
	var all []finding.Finding
	for _, r := range reports {
		all = append(all, r.Findings...)
	}
	f(all)
	for _, r := range reports {
		n := copy(r.Findings, all)
		all = all[n:]
	}
}

// analyse loads a project and checks it, compares it with an earlier state unless since is nil, and leaves out findings that
// are not new since a git revision unless rev is empty.
func (p *program) analyse(ctx context.Context, s *Settings, since *snapshot.Snapshot, rev string) (r *finding.Report, err error) {
	var changes *changed.Files
	if rev != "" {
		if changes, err = changesSince(ctx, s.Root, rev); err != nil {
			return nil, err
		}
	}
	progress := newProgress(p.stderr, s.Config.Output.Quiet)
	defer progress.done()
	s.fixes = s.fixes || slices.ContainsFunc(s.Config.Output.Format, func(f string) bool { return strings.HasPrefix(f, "sarif") })
	o := p.options(s)
	o.Progress = progress.driverProgress()
	var compareErr error
	if p.engine.Verify != nil {
		o.Verify = func(ctx context.Context, pr *unit.Program, us []*unit.Unit) driver.Verification {
			v := p.engine.Verify(ctx, s, pr, us)
			if since != nil && ctx.Err() == nil {
				var worse []finding.Finding
				worse, compareErr = p.compare(ctx, s, since, pr, &v)
				v.Findings = append(v.Findings, worse...)
			}
			return v
		}
		o.Compared = since != nil
		s.exact = since != nil
	}
	a, err := driver.Load(ctx, o)
	if err != nil {
		return nil, failure(err)
	}
	defer func() {
		if cerr := a.Close(); err == nil && cerr != nil {
			err = failure(cerr)
		}
	}()
	if r, err = a.Check(ctx); err != nil {
		return nil, failure(err)
	}
	for _, hot := range s.Config.Rules.HotGiven {
		if !a.MatchesAny(hot.MatchRepeated) && a.MatchesAny((*classfile.Method).HasCode) {
			s.unheated = a.MethodNames()
		}
	}
	if compareErr != nil {
		return nil, compareErr
	}
	if changes != nil {
		if err := onlyNew(s, a, r, changes); err != nil {
			return nil, failure(err)
		}
	}
	p.keep(s)
	return r, nil
}

// fails reports whether a finding that counts is at or above the level.
func fails(r *finding.Report, level string) bool {
	if level == "never" {
		return false
	}
	return slices.ContainsFunc(r.Findings, func(f finding.Finding) bool {
		return f.Active() && f.Level.Rank() >= finding.Level(level).Rank()
	})
}

// write writes the report in every format. Where none goes to a person, problems of the analysis are told on stderr
// as well.
func (p *program) write(c config.Output, r *finding.Report) error {
	color, err := report.ParseColor(c.Color)
	if err != nil {
		return &exit{ExitUsage, err}
	}
	o := report.Options{Color: color, Quiet: c.Quiet, Verbose: c.Verbose, FailOn: finding.Level(c.FailOn), SARIF: sarif.Options{}}
	if c.FailOn == "never" {
		o.FailOn = finding.Off
	}
	told := false
	var errs []error
	for _, spec := range c.Format {
		format, file, err := config.ParseFormat(spec)
		if err != nil {
			return usage("--format %w", err)
		}
		w := p.stdout
		var buf bytes.Buffer
		if file != "" {
			w = &buf
		} else {
			told = told || format == "text"
		}
		if err := report.Write(w, format, r, o); err != nil {
			errs = append(errs, err)
			continue
		}
		if file != "" {
			errs = append(errs, writeFile(c.Tree, file, buf.Bytes()))
		}
	}
	if !told {
		for _, n := range finding.Told(r.Notifications) {
			if n.Level == finding.Error || n.Level == finding.Warning {
				p.say("%s: %s", n.Level, strings.TrimPrefix(n.Path+": "+n.Message, ": "))
			}
		}
	}
	if err := errors.Join(errs...); err != nil {
		return failure(err)
	}
	return nil
}

// writeFile writes a report, making its directory, in a tree where the configuration names the file.
func writeFile(tree *files.Tree, file string, data []byte) error {
	if err := tree.Write(file, data); err != nil {
		return fmt.Errorf("cannot write the report: %w", err)
	}
	return nil
}

// isTerminal reports whether a writer is a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// knownNow says how many findings a new baseline has.
func knownNow(n int) string {
	if n == 1 {
		return "1 finding is known now"
	}
	return fmt.Sprintf("%d findings are known now", n)
}
