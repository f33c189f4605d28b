package cli

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/energylint/energylint/internal/files"
	"github.com/energylint/energylint/internal/plain"
	"github.com/energylint/energylint/internal/prose"
	"github.com/energylint/energylint/internal/quantity"
	"github.com/energylint/energylint/models"
)

func (p *program) modelCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "model", Short: "List, show, check, measure, fit or validate energy models",
		Long: `An energy model prices patterns: an operation on a data type, with operands of a data size, on a device. Models are
shipped, or TOML files of your own (--model FILE.toml, or file = "FILE.toml" under [model]).

calibrate measures a machine, fit makes a model of the measurements, validate says how good it is. What calls into native
code and components such as a radio or a disk cost is added to a model in a file that extends it:

  name = "node"
  extends = "rpi5-nyholm"
  [[component]]
  name = "radio"
  unit = "byte"
  base = { mean = 1.2e-3, sd = 4e-5 }
  slope = { mean = 4.6e-7, sd = 3e-8 }
  [[call]]
  method = "com.acme.Radio.send(byte[])"
  uses = [{ component = "radio", units = "arg0.length" }]`,
		Args: noSuchSubcommand,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(
		p.calibrateCommand(),
		&cobra.Command{
			Use: "list", Short: "List the shipped models and their devices", Args: cobra.NoArgs,
			RunE: func(*cobra.Command, []string) error { return p.modelList() },
		},
		&cobra.Command{
			Use: "show MODEL", Short: "Show a model: where it is from, and its parameters", Args: oneModel,
			Example: "  energylint model show rpi5-nyholm\n  energylint model show models/our-device.toml",
			RunE: func(_ *cobra.Command, args []string) error {
				m, err := modelNamed(args[0])
				if err != nil {
					return &exit{ExitUsage, err}
				}
				return p.plainly(func(w io.Writer) error { return showModel(w, m) })
			},
			ValidArgsFunction: completeModel,
		},
		&cobra.Command{
			Use: "check MODEL", Short: "Check a model file", Args: oneModel,
			Long:    "Read a model file and say everything that is wrong with it, by line. The exit code is 2 if anything is.",
			Example: "  energylint model check models/our-device.toml",
			RunE: func(_ *cobra.Command, args []string) error {
				m, err := modelNamed(args[0])
				if err != nil {
					return &exit{ExitUsage, err}
				}
				full := "a full covariance"
				if !m.Full() {
					full = "marginals only (comonotone)"
				}
				f := m.File()
				text := fmt.Sprintf("%s is a model of %d parameters with %s, for %s", args[0], len(m.Parameters()), full, strings.Join(m.Devices(), ", "))
				if len(f.Calls) > 0 {
					text += "; it prices " + prose.Counted(len(f.Calls), "call")
					if len(f.Components) > 0 {
						text += " and " + prose.Counted(len(f.Components), "component")
					}
				}
				for _, r := range m.Remarks() {
					p.complain(fmt.Errorf("%s: warning: %s", args[0], r))
				}
				_, err = fmt.Fprintln(p.stdout, plain.Line(text))
				return writeError(err)
			},
			ValidArgsFunction: completeModel,
		},
		p.modelFitCommand(), p.modelValidateCommand(),
	)
	return c
}

func oneModel(c *cobra.Command, args []string) error {
	if len(args) != 1 {
		return usage(`%q takes one MODEL: a name of "energylint model list", or a .toml file`, c.CommandPath())
	}
	return nil
}

func completeModel(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return models.Names(), cobra.ShellCompDirectiveDefault
}

// modelNamed loads a shipped model by its name, or a file.
func modelNamed(s string) (*models.Model, error) {
	if strings.HasSuffix(s, ".toml") || strings.ContainsAny(s, `/\`) {
		return modelFile(s, nil)
	}
	return models.Load(s)
}

// modelFile reads a model file, in a tree where the configuration names it. The files that it names are in the same
// repository.
func modelFile(path string, tree *files.Tree) (*models.Model, error) {
	own, named := modelTrees(path, tree)
	return models.ParseFile(path, own, named)
}

// modelTrees returns what a model's file, and what the files that it names, must not lead out of.
func modelTrees(path string, tree *files.Tree) (own, named *files.Tree) {
	if tree == nil {
		return nil, files.In(repository(filepath.Dir(path)))
	}
	return tree, tree
}

func (p *program) modelList() error {
	w := tabwriter.NewWriter(p.stdout, 0, 8, 2, ' ', 0)
	fmt.Fprintln(w, "MODEL\tUNIT\tDEVICES\tMETER") // Flush reports errors
	for _, name := range models.Names() {
		m, err := models.Load(name)
		if err != nil {
			return failure(err)
		}
		f := m.File()
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", name, f.Unit, strings.Join(m.Devices(), ", "), cmp.Or(f.Meter, "-"))
	}
	return writeError(w.Flush())
}

// shapes says how much the cost of one pattern varies with its shape.
func shapes(m *models.Model) string {
	var sds []float64
	for _, s := range m.File().Shapes {
		sds = append(sds, s.SD)
	}
	if len(sds) == 0 {
		return ""
	}
	return fmt.Sprintf("sd %s to %s, by operation", m.Unit().Format(slices.Min(sds)), m.Unit().Format(slices.Max(sds)))
}

func showModel(out io.Writer, m *models.Model) error {
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	f := m.File()
	for _, line := range [][2]string{
		{"Model", f.Name}, {"Extends", f.Extends}, {"Unit", f.Unit}, {"Source", f.Source}, {"Meter", f.Meter}, {"JVM", f.JVM}, {"Machine", f.Machine}, {"Flags", f.Flags}, {"Date", f.Date},
		{"Devices", strings.Join(m.Devices(), ", ")}, {"Covariance", f.Covariance},
		{"Residual", fmt.Sprintf("sd %s per %s", m.Unit().Format(m.ResidualSD()), m.Residual())}, {"Shapes", shapes(m)}, {"Note", f.Note},
	} {
		if text := strings.Join(strings.Fields(line[1]), " "); text != "" {
			fmt.Fprintf(w, "%s:\t%s\n", line[0], text) // Flush reports errors
		}
	}
	if err := w.Flush(); err != nil {
		return err
	}
	ps := m.Parameters()
	var means, sds []float64
	for _, q := range ps {
		means, sds = append(means, q.Mean), append(sds, q.SD)
	}
	mean, sd := m.Unit().Column(means), m.Unit().Column(sds)
	fmt.Fprintf(w, "\nCATEGORY\tPARAMETER\tMEAN\tSD\n")
	for i, q := range ps {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", q.Category, q.Name, mean[i], sd[i])
	}
	if err := w.Flush(); err != nil {
		return err
	}
	measured, derived := 0, []string{}
	for _, d := range f.Derived {
		derived = append(derived, d.Operations...)
	}
	for _, s := range f.Measured {
		measured += len(s.Operations) * max(1, len(s.Types)) * max(1, len(s.Sizes))
	}
	slices.Sort(derived)
	derived = slices.Compact(derived)
	_, err := fmt.Fprintf(out, "\n%s patterns are measured; %s operations are derived from similar ones: %s.\n",
		quantity.Count(float64(measured)), quantity.Count(float64(len(derived))), strings.Join(derived, ", "))
	return err
}
