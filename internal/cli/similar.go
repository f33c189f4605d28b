package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"github.com/energylint/energylint/internal/difference"
	"github.com/energylint/energylint/internal/methodpattern"
	"github.com/energylint/energylint/internal/nearest"
	"github.com/energylint/energylint/internal/report"
	"github.com/energylint/energylint/internal/similar"
)

// similarFlags are the flags of diff --similar.
type similarFlags struct {
	similar    bool
	alpha      int
	roots, app []string
}

func (s *similarFlags) register(fs *pflag.FlagSet) {
	fs.BoolVar(&s.similar, "similar", false, "compare two programs that do the same job: which tasks of the first cost more than in the second")
	fs.IntVar(&s.alpha, "alpha", similar.AutoAlpha, "with --similar: `EDITS` by which the call paths of a task may differ, 0 to 5; -1 takes the least that matches 20% of the tasks")
	fs.StringArrayVar(&s.roots, "root", nil, "with --similar: start from the methods that match `METHOD`, as in com.acme.Main.main; repeatable (default main methods and tests)")
	fs.StringArrayVar(&s.app, "app", nil, "with --similar: `PACKAGES` of the programs themselves, all others are frameworks; repeatable (default all that is analysed)")
}

// diffOnly are the flags of diff that --similar does not have.
var diffOnly = []string{"fail-on", "threshold", "base", "build", "confidence"}

// similarOnly are the flags that only --similar has.
var similarOnly = []string{"alpha", "root", "app"}

// misused returns an error for a flag that is not for this comparison.
func (s *similarFlags) misused(changed func(name string) bool) error {
	names, text := similarOnly, "--%s is for --similar"
	if s.similar {
		names, text = diffOnly, "--%s is not for --similar"
	}
	for _, name := range names {
		if changed(name) {
			return usage(text, name)
		}
	}
	if s.alpha < similar.AutoAlpha || s.alpha > similar.MaxAlpha {
		return usage("--alpha %d: expected a number of edits from 0 to %d, or -1", s.alpha, similar.MaxAlpha)
	}
	return nil
}

// match returns the methods that --root names, nil for none.
func (s *similarFlags) match() (func(class, name, descriptor string) bool, []*methodpattern.Pattern, error) {
	var ps []*methodpattern.Pattern
	for _, text := range s.roots {
		m, err := methodpattern.CompileSuffix(text)
		if err != nil {
			return nil, nil, usage("--root: %w", err)
		}
		ps = append(ps, m)
	}
	if len(ps) == 0 {
		return nil, nil, nil
	}
	return func(class, name, descriptor string) bool {
		found := false
		for _, m := range ps {
			found = m.Match(class, name, descriptor) || found
		}
		return found
	}, ps, nil
}

// similarPrograms compares two programs that do the same job.
func (p *program) similarPrograms(ctx context.Context, f *flags, d *diffFlags, args []string) error {
	if len(args) != 2 {
		return usage("diff --similar compares two programs: give A and B, each a path or a snapshot that was written with --call-energy")
	}
	_, outputs, err := d.check()
	if err != nil {
		return err
	}
	for _, x := range outputs {
		if !slices.Contains(report.SimilarFormats(), x.format) {
			return usage("--format %s: --similar has %s%s", x.format, strings.Join(report.SimilarFormats(), " and "), nearest.DidYouMean(x.format, report.SimilarFormats()))
		}
	}
	match, patterns, err := d.similar.match()
	if err != nil {
		return err
	}
	f.callEnergy = true
	a, b, err := p.diffStates(ctx, f, d, args)
	if err != nil {
		return err
	}
	if err := difference.Comparable(a.Snapshot, b.Snapshot); err != nil {
		return &exit{ExitUsage, err}
	}
	var trees [2]*similar.Tree
	for i, s := range []*state{a, b} {
		if trees[i], err = similar.Build(s.Snapshot, similar.Options{App: d.similar.app, Roots: match}); err != nil {
			return usage("%s: %w", s.name, err)
		}
	}
	for _, m := range patterns {
		if !m.Matched() {
			p.say("warning: --root %s matches no method", m)
		}
	}
	c := similar.Compare(trees[0], trees[1], d.similar.alpha)
	c.A.Name, c.B.Name, c.Version, c.Model, c.Unit = a.name, b.name, a.Version, a.Settings.Model, a.Settings.Unit
	if err := p.writeSimilar(f, c, outputs); err != nil {
		return err
	}
	if a.failed || b.failed {
		return &exit{code: ExitFailure}
	}
	return nil
}

// writeSimilar writes the comparison in every format.
func (p *program) writeSimilar(f *flags, c *similar.Comparison, outputs []output) error {
	color, err := report.ParseColor(f.color)
	if err != nil {
		return &exit{ExitUsage, err}
	}
	o := report.Options{Color: color, Quiet: f.quiet, Verbose: f.verbose}
	var errs []error
	for _, x := range outputs {
		if x.file == "" {
			errs = append(errs, writeError(report.WriteSimilar(p.stdout, x.format, c, o)))
			continue
		}
		var b bytes.Buffer
		err := report.WriteSimilar(&b, x.format, c, o)
		if err == nil {
			err = writeFile(nil, x.file, b.Bytes())
		}
		if err != nil {
			errs = append(errs, failure(fmt.Errorf("write %s: %w", x.file, err)))
		}
	}
	return errors.Join(errs...)
}
