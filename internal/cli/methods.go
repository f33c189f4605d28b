package cli

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/energylint/energylint/internal/config"
	"github.com/energylint/energylint/internal/driver"
	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/methodpattern"
	"github.com/energylint/energylint/internal/nearest"
	"github.com/energylint/energylint/internal/report"
)

func (p *program) methodsCommand() *cobra.Command {
	f := &flags{}
	list := &methodList{}
	var patterns []string
	c := &cobra.Command{
		Use:   "methods [PATH...]",
		Short: "Show every method's energy",
		Long:  "Show the energy of every method: worst and best case as distributions, formula, loops.\n\n" + pathHelp,
		Example: `  energylint methods target/classes
  energylint methods --sort energy --top 20 --status bounded,assumed target/classes
  energylint methods --method 'com.acme.Codec.*' --format json build/app.jar`,
		RunE: func(c *cobra.Command, args []string) error {
			if err := list.check(c.Flags()); err != nil {
				return err
			}
			var only []*methodpattern.Pattern
			for _, text := range patterns {
				m, err := methodpattern.CompileSuffix(text)
				if err != nil {
					return usage("--method: %w", err)
				}
				only = append(only, m)
			}
			var all *result.MethodReport
			var rows []*report.MethodRows
			var candidates []string
			return p.withAnalyses(c.Context(), f, args, func(s *Settings, a *driver.Analysis) error {
				s.exact = list.format != "text"
				var packed *report.MethodRows
				if list.packs() {
					packed = &report.MethodRows{}
					rows = append(rows, packed)
					p.atExit(closeRows(rows))
				}
				r, err := p.engine.Methods(c.Context(), s, a, func(class, name, desc string) bool {
					return len(only) == 0 || slices.ContainsFunc(only, func(m *methodpattern.Pattern) bool { return m.Match(class, name, desc) })
				}, packed)
				if err != nil {
					return failure(err)
				}
				if len(only) > 0 {
					candidates = append(candidates, a.MethodNames()...)
				}
				all, err = joinMethods(all, r)
				return err
			}, func(output config.Output) error {
				for _, m := range only {
					if !m.Matched() {
						p.say("warning: --method %s matches no method%s", m, nearest.DidYouMeanMethod(m.String(), candidates))
					}
				}
				mode, err := report.ParseColor(output.Color)
				if err != nil {
					return &exit{ExitUsage, err}
				}
				o := report.Options{Color: mode, Quiet: output.Quiet, Verbose: output.Verbose, Ranked: list.order == "energy", Methods: len(all.Methods), Rows: rows}
				all.Methods = list.selected(all.Methods)
				return writeError(report.WriteMethods(p.stdout, list.format, all, o))
			})
		},
	}
	f.input(c.Flags(), "the table only: no notes, no summary, no progress", "whole formulas, every call and reason")
	f.pricing(c.Flags())
	list.flags(c)
	c.Flags().StringVar(&f.color, "color", "auto", "`WHEN` to colour text: auto, always or never")
	c.Flags().StringArrayVar(&patterns, "method", nil, "show the methods that match `PATTERN` only, as in a budget, the package may be left out; repeatable")
	return c
}

// closeRows returns a function that removes the files of rows. Nothing can be done about one that remains.
func closeRows(rows []*report.MethodRows) func() {
	return func() {
		for _, r := range rows {
			_ = r.Close()
		}
	}
}

// joinMethods puts the methods of two projects into one report. They must be priced alike: the report has one model,
// device and confidence.
func joinMethods(a, b *result.MethodReport) (*result.MethodReport, error) {
	if a == nil {
		return b, nil
	}
	for _, x := range []struct{ a, b, flag string }{
		{a.Model, b.Model, "--model"}, {a.Device, b.Device, "--device"}, {fmt.Sprint(a.Confidence), fmt.Sprint(b.Confidence), "--confidence"},
	} {
		if x.a != x.b {
			return nil, usage("the projects are configured for %s and for %s: give %s, or list them one by one", x.a, x.b, x.flag)
		}
	}
	out := *a
	if out.JDK != b.JDK {
		out.JDK = ""
	}
	out.Methods = slices.Concat(a.Methods, b.Methods)
	out.Capped = a.Capped.Add(b.Capped)
	return &out, nil
}

// withAnalyses loads the input of every project for a command other than check, and calls use with each and then
// finish. Problems of the analysis are told on stderr and are the exit code where the command itself has none.
func (p *program) withAnalyses(ctx context.Context, f *flags, paths []string, use func(*Settings, *driver.Analysis) error, finish func(config.Output) error) error {
	projects, output, err := p.load(f, paths)
	if err != nil {
		return err
	}
	var notes []finding.Notification
	for _, s := range projects {
		ns, err := p.withAnalysis(ctx, s, use)
		if err != nil {
			return err
		}
		notes = append(notes, ns...)
	}
	finished := finish(output)
	failed := false
	for _, n := range notes {
		failed = failed || n.Level == finding.Error
	}
	for _, n := range finding.Told(notes) {
		if n.Level != finding.Note {
			p.say("%s: %s", n.Level, strings.TrimPrefix(n.Path+": "+n.Message, ": "))
		}
	}
	switch {
	case finished != nil:
		return finished
	case failed:
		return &exit{code: ExitFailure}
	}
	return nil
}

func (p *program) withAnalysis(ctx context.Context, s *Settings, use func(*Settings, *driver.Analysis) error) (notes []finding.Notification, err error) {
	progress := newProgress(p.stderr, s.Config.Output.Quiet)
	o := p.options(s)
	o.Progress = progress.driverProgress()
	a, err := driver.Load(ctx, o)
	progress.done()
	if err != nil {
		return nil, failure(err)
	}
	defer func() {
		if cerr := a.Close(); err == nil && cerr != nil {
			err = failure(cerr)
		}
	}()
	err = use(s, a)
	p.keep(s)
	return a.Notifications(), err
}

// explainCommand shows one rule's page or, where the engine can, one method.
func (p *program) explainCommand() *cobra.Command {
	f := &flags{}
	dump := ""
	use, short := "explain RULE", "Explain a rule"
	long := "Show the documentation of a rule, by its id or name."
	example := "  energylint explain EL2001\n  energylint explain KeySetThenGet"
	if p.engine.Explain != nil {
		use, short = "explain METHOD|RULE [PATH...]", "Explain a method's energy, or a rule"
		long = `Show one method: formula, distribution, critical path and the lines that dominate. Or show the documentation of a rule,
by its id or name. The package of a METHOD may be left out.

` + dumpHelp + "\n\n" + pathHelp
		example += "\n  energylint explain com.acme.Codec.encode build/app.jar\n  energylint explain 'com.acme.Codec.encode(byte[], int)'\n  energylint explain com.acme.Codec.encode --dump bounds build/app.jar"
	}
	c := &cobra.Command{
		Use: use, Short: short, Long: long, Example: example,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usage("explain what? Give %s", strings.Fields(use)[1])
			}
			return nil
		},
		ValidArgsFunction: func(c *cobra.Command, args []string, toComplete string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveDefault
			}
			if p.engine.Explain == nil {
				return p.ruleCompletions(), cobra.ShellCompDirectiveNoFileComp
			}
			methods, _ := completeMethods(c, nil, toComplete)
			if len(methods) > 0 && toComplete != "" {
				return methods, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
			}
			return append(p.ruleCompletions(), methods...), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: func(c *cobra.Command, args []string) error { return p.explain(c.Context(), f, dump, args[0], args[1:]) },
	}
	if p.engine.Explain != nil {
		f.input(c.Flags(), "no progress", "the whole critical path, every formula and call")
		f.pricing(c.Flags())
		c.Flags().StringVar(&f.color, "color", "auto", "`WHEN` to colour text: auto, always or never")
		dumpFlag(c, &dump)
	}
	return c
}

// explain writes what is known of a rule, or of the methods in paths that match a pattern.
func (p *program) explain(ctx context.Context, f *flags, dump, what string, paths []string) error {
	if err := checkDump(dump); err != nil {
		return err
	}
	for _, r := range p.engine.Rules {
		if strings.EqualFold(what, r.ID) || strings.EqualFold(what, r.Name) {
			if len(paths) > 0 {
				return usage("explain %s takes no paths: it shows the rule's documentation", what)
			}
			if dump != "" {
				return usage("explain %s --dump %s: a rule has no such representation; name a method", what, dump)
			}
			_, err := fmt.Fprintln(p.stdout, strings.TrimRight(r.Help, "\n"))
			return writeError(err)
		}
	}
	rule := looksLikeRule(what)
	if p.engine.Explain == nil || rule {
		return usage("there is no rule %q%s (energylint rules lists them)", what, nearest.DidYouMean(what, p.ruleNames()))
	}
	if err := pathForMethod(what, paths); err != nil {
		return err
	}
	pattern, err := methodpattern.CompileSuffix(what)
	if err != nil {
		if hint := nearest.DidYouMean(what, p.ruleNames()); hint != "" {
			return usage("there is no rule %q%s (energylint rules lists them)", what, hint)
		}
		return usage("%q is no rule, and no method: %s", what, strings.TrimPrefix(err.Error(), fmt.Sprintf("method pattern %q: ", what)))
	}
	found, unread := false, false
	var searched, candidates []string
	return p.withAnalyses(ctx, f, paths, func(s *Settings, a *driver.Analysis) error {
		s.dump = dump
		ok, err := p.engine.Explain(ctx, s, a, pattern)
		if err != nil {
			return failure(err)
		}
		found = found || ok
		searched = append(searched, s.Paths...)
		unread = unread || slices.ContainsFunc(a.Notifications(), func(n finding.Notification) bool { return n.Level == finding.Error })
		if !found {
			candidates = append(candidates, a.MethodNames()...)
		}
		return nil
	}, func(config.Output) error {
		if !found && unread { // the method may be in what could not be analysed
			if len(candidates) > 0 {
				p.say("no method matches %s in what could be analysed of %s", what, strings.Join(searched, ", "))
			}
			return nil // the problems of the analysis are told
		}
		if !found && len(candidates) == 0 {
			return usage("no method matches %s in %s: the classes there have no methods; give the path of those that have", what, strings.Join(searched, ", "))
		}
		if !found {
			hint := nearest.DidYouMean(what, p.ruleNames())
			if hint == "" {
				hint = nearest.DidYouMeanMethod(what, candidates)
			}
			return usage("no method matches %s in %s%s (energylint methods lists what there is)", what, strings.Join(searched, ", "), hint)
		}
		return nil
	})
}

// pathForMethod returns an error where a path stands in the place of the method, nil otherwise.
func pathForMethod(what string, paths []string) error {
	isPath := func(name string) bool { _, err := os.Stat(name); return err == nil }
	if !isPath(what) || slices.ContainsFunc(paths, isPath) {
		return nil
	}
	return usage("%s is a path, and the METHOD comes first: energylint explain METHOD PATH (energylint methods %[1]s lists what there is)", what)
}

// looksLikeRule reports whether a word has the form of a rule's id.
func looksLikeRule(s string) bool {
	return len(s) > 2 && strings.EqualFold(s[:2], "EL") && strings.Trim(s[2:], "0123456789") == ""
}
