package cli

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/energylint/energylint/internal/config"
	"github.com/energylint/energylint/internal/driver"
	"github.com/energylint/energylint/internal/energy"
	"github.com/energylint/energylint/internal/files"
	"github.com/energylint/energylint/internal/methodpattern"
	"github.com/energylint/energylint/internal/nearest"
	"github.com/energylint/energylint/internal/quantity"
	"github.com/energylint/energylint/internal/suggest"
	"github.com/energylint/energylint/internal/unit"
)

// suggestFlags are the flags of the suggest command.
type suggestFlags struct {
	methods, annotations []string
	top, facts           int
	margin, size, call   string
	write                bool
	given                func(flag string) bool
}

func (p *program) suggestCommand() *cobra.Command {
	f, x := &flags{}, &suggestFlags{}
	c := &cobra.Command{
		Use: "suggest [PATH...]", Short: "Propose budgets and assumptions for " + config.FileName,
		Long: `Propose a budget for each of the selected methods: what energylint computed, plus a margin. And the few assumptions that
make most budgets provable, those that are proposed and those that there are. Each proposal was held against its method:
check proves it. Without a selection these are the ten most expensive methods that --assumptions suffices for.

The values of assumptions are not computed. They are --size and --call: write what holds in your program, and run the
command again. --write appends the proposals to ` + config.FileName + ` and keeps what is in it.

` + pathHelp,
		Example: `  energylint suggest                                       the ten most expensive methods
  energylint suggest --annotation GetMapping --annotation Scheduled
  energylint suggest --method 'com.acme.shop.*.*' --margin 50%
  energylint suggest --top 20 --size 500 --call 2mJ --write`,
		RunE: func(c *cobra.Command, args []string) error {
			x.given = c.Flags().Changed
			o, err := x.options()
			if err != nil {
				return err
			}
			return p.suggest(c, f, x, o, args)
		},
	}
	f.input(c.Flags(), "no progress", "every method without a proposal, with the reason")
	f.pricing(c.Flags())
	fs := c.Flags()
	fs.StringArrayVar(&x.methods, "method", nil, "propose budgets for the methods that match `PATTERN`, as in a budget, the package may be left out; repeatable")
	fs.StringArrayVar(&x.annotations, "annotation", nil, "propose budgets for the methods with `ANNOTATION`, by its simple or full name, or with one that has it; repeatable")
	fs.IntVar(&x.top, "top", 0, "of these, or of all methods, the `N` most expensive only")
	fs.StringVar(&x.margin, "margin", "20%", "`SHARE` of the bound that a budget is above it")
	fs.IntVar(&x.facts, "assumptions", 10, "propose at most `N` assumptions")
	fs.StringVar(&x.size, "size", "100", "the greatest `VALUE` of a size that is assumed")
	fs.StringVar(&x.call, "call", "1 mJ", "the `ENERGY` that a call is assumed to cost at most")
	fs.BoolVar(&x.write, "write", false, "append the proposals to "+config.FileName+"; assumptions need --size or --call")
	return c
}

// options parses the flags.
func (x *suggestFlags) options() (o suggest.Options, err error) {
	for _, text := range x.methods {
		m, err := methodpattern.CompileSuffix(text)
		if err != nil {
			return o, usage("--method: %w", err)
		}
		o.Selection.Methods = append(o.Selection.Methods, m)
	}
	for _, text := range x.annotations {
		o.Selection.Annotations = append(o.Selection.Annotations, suggest.NewAnnotation(text))
	}
	switch {
	case x.given("top") && x.top < 1:
		return o, usage("--top %d: expected a number of methods, 1 or more", x.top)
	case x.facts < 0:
		return o, usage("--assumptions %d: expected a number, 0 or more", x.facts)
	}
	if o.Top = x.top; o.Selection.Empty() && o.Top == 0 {
		o.Top = 10
	}
	o.MaxFacts = x.facts
	if o.Margin, err = share(x.margin); err != nil {
		return o, usage("--margin %q: expected a share such as 20%% or 0.2", x.margin)
	}
	if o.Size, err = number(x.size); err != nil || o.Size < 0 || o.Size != math.Trunc(o.Size) || o.Size > 1<<53 {
		return o, usage("--size %q: expected a whole number, such as 100", x.size)
	}
	var a config.Assume
	if err := a.ParseEnergy(x.call); err != nil {
		return o, usage("--call %q: %w", x.call, err)
	}
	o.Call, o.Joules = a.Energy, a.Joules
	var spaced config.Assume // 200 uJ for 200uJ
	if err := spaced.ParseEnergy(quantity.Format(o.Joules)); err == nil && math.Abs(spaced.Joules-o.Joules) <= 1e-12*o.Joules {
		o.Call, o.Joules = spaced.Energy, spaced.Joules
	}
	return o, nil
}

// share parses 20% and 0.2.
func share(s string) (float64, error) {
	text, percent := strings.CutSuffix(strings.TrimSpace(s), "%")
	v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if percent {
		v /= 100
	}
	if err == nil && !(v >= 0 && v <= 1000) {
		err = errors.New("out of range")
	}
	return v, err
}

func (p *program) suggest(c *cobra.Command, f *flags, x *suggestFlags, o suggest.Options, args []string) error {
	return p.withAnalyses(c.Context(), f, args, func(s *Settings, a *driver.Analysis) error {
		if len(a.MethodNames()) == 0 {
			return nil // the problems of the analysis are told
		}
		plan, err := p.engine.Suggest(s, a, o)
		if err != nil {
			return failure(err)
		}
		for _, m := range o.Selection.Methods {
			if !m.Matched() {
				p.say("warning: --method %s matches no method%s", m, nearest.DidYouMeanMethod(m.String(), a.MethodNames()))
			}
		}
		for _, n := range o.Selection.Annotations {
			if !n.Matched() {
				p.say("warning: no method has the annotation %s%s", n, nearest.DidYouMean(strings.TrimPrefix(n.String(), "@"), suggest.AnnotationNames(a.Program)))
			}
		}
		confidence := 0.0
		if f.set("confidence") {
			confidence = s.Config.Model.Confidence
		}
		entries := plan.TOML(o, confidence)
		if !x.write {
			return writeError(plan.WriteText(p.stdout, entries, s.Config.Output.Verbose))
		}
		return p.writeSuggestions(s, x, plan, entries)
	}, func(config.Output) error { return nil })
}

// writeSuggestions appends the proposals to the configuration of a project, or makes one.
func (p *program) writeSuggestions(s *Settings, x *suggestFlags, plan *suggest.Plan, entries []byte) error {
	for _, fact := range plan.Facts {
		if flag := map[bool]string{false: "size", true: "call"}[fact.Call]; !x.given(flag) {
			return usage("--write: %d of the proposals are assumptions, whose values energylint does not compute: give --%s, or --assumptions 0 for budgets only", len(plan.Facts), flag)
		}
	}
	file := s.Config.File
	if file == "" {
		file = filepath.Join(s.Project, config.FileName)
	}
	if len(entries) > 0 {
		tree := s.Config.TreeOf("")
		old, err := tree.Read(file, files.MaxConfig)
		if err != nil && !(errors.Is(err, fs.ErrNotExist) && s.Config.File == "") {
			return failure(fmt.Errorf("cannot read %s: %s", file, files.Reason(err)))
		}
		data, err := suggest.Append(file, old, entries)
		if err == nil {
			err = tree.Write(file, data)
		}
		if err != nil {
			return failure(fmt.Errorf("cannot write %s: %w", file, err))
		}
	}
	return writeError(plan.WriteSummary(p.stdout, file, s.Config.Output.Verbose))
}

// suggestBudgets makes a plan of proposals.
func suggestBudgets(s *Settings, a *driver.Analysis, o suggest.Options) (*suggest.Plan, error) {
	if counted := s.Model.Counts(); counted != "" {
		return nil, fmt.Errorf("budgets are energies, and model %s counts %ss: choose another with --model", s.Model.Name(), counted)
	}
	e, err := energyEngine(s, a.Program)
	if err != nil {
		return nil, err
	}
	o.Configured = configured(s)
	o.With = func(more []config.Assume) (*energy.Engine, error) { return engineAssuming(s, a.Program, more) }
	return suggest.Make(e, o)
}

// engineAssuming returns an engine with further assumptions.
func engineAssuming(s *Settings, p *unit.Program, more []config.Assume) (*energy.Engine, error) {
	c, t := *s.Config, *s
	c.Assumes = append(append([]config.Assume(nil), c.Assumes...), more...)
	t.Config, t.mistaken = &c, &mistaken{}
	var err error
	if t.Model, t.costs, err = loadModel(&c); err != nil {
		return nil, err
	}
	return newEngine(&t, p)
}
