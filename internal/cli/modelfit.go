package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/energylint/energylint/internal/atomicfile"
	"github.com/energylint/energylint/internal/files"
	"github.com/energylint/energylint/internal/quantity"
	"github.com/energylint/energylint/models/fit"
)

// fitFlags are the flags of model fit.
type fitFlags struct {
	output, structure string
	columns           []string
	read              fit.ReadOptions
	options           fit.Options
	info              fit.ModelInfo
	limit             time.Duration
	all, quiet        bool
}

// defaultFitTime is far above what the work of a fit, which is limited, takes on a slow machine.
const defaultFitTime = 10 * time.Minute

func (p *program) modelFitCommand() *cobra.Command {
	var f fitFlags
	c := &cobra.Command{
		Use: "fit OBSERVATIONS -o MODEL.toml", Short: "Fit a model to measurements",
		Long: `Sample the posterior of the energy model given measurements and write it as a model file, with the correlation of
its parameters in a second file beside it. OBSERVATIONS is a table with a header, tab-separated or comma-separated, one
measurement per line:

  operation  type  size  device  replicate  energy_J

"-" is no type or size; type, size, device and replicate may be missing. Comments above the header such as "# meter: ..."
say what the flags --meter, --jvm, --jvm-flags and --date do. Structures:

  additive  a pattern costs the sum of its operation, data type, data size and device
  pooled    likewise, and every measured pattern has an effect of its own, shrunk towards that sum

What the sampler says about itself goes to the standard output: R-hat should be below 1.01 and effective sample sizes
above 400. The exit code is 1 if they are not; the model is written all the same.`,
		Example: `  energylint model fit observations.tsv -o our-device.toml
  energylint model fit --structure pooled --unit nJ --column energy=reading log.csv -o our-device.toml`,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usage("%q takes one table of observations", c.CommandPath())
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error { return p.modelFit(c.Context(), args[0], &f) },
	}
	fs := c.Flags()
	fs.StringVarP(&f.output, "output", "o", "", "write the model to `FILE.toml`")
	fs.StringVar(&f.structure, "structure", fit.Additive.String(), "additive or pooled")
	fs.StringVar(&f.read.Unit, "unit", "", "the energies' `UNIT`: J, mJ, uJ, nJ, ... or instruction (default: what the column's name ends in)")
	fs.StringArrayVar(&f.columns, "column", nil, "`ROLE=NAME`: which column is the operation, type, size, device, replicate or energy")
	fs.IntVar(&f.options.Chains, "chains", fit.DefaultChains, "independent chains")
	fs.IntVar(&f.options.Warmup, "warmup", fit.DefaultWarmup, "draws that every chain throws away first")
	fs.IntVar(&f.options.Draws, "draws", fit.DefaultDraws, "draws that every chain keeps")
	fs.Uint64Var(&f.options.Seed, "seed", 1, "of the random numbers: the same seed gives the same model")
	fs.DurationVar(&f.limit, "max-time", defaultFitTime, "give up after this `TIME`")
	fs.StringVar(&f.info.Name, "name", "", "the model's name (default: that of the file)")
	fs.StringVar(&f.info.Source, "source", "", "where the observations are from")
	fs.StringVar(&f.info.Meter, "meter", "", "the instrument")
	fs.StringVar(&f.info.JVM, "jvm", "", "the virtual machine and its version")
	fs.StringVar(&f.info.Flags, "jvm-flags", "", "its flags")
	fs.StringVar(&f.info.Date, "date", "", "when was measured")
	fs.StringVar(&f.info.Note, "note", "", "what a reader has to know before trusting the model")
	fs.StringVar(&f.info.Device, "device", "", "name of the device, where the observations name none")
	fs.BoolVar(&f.all, "all", false, "list the effects of single patterns, too")
	fs.BoolVarP(&f.quiet, "quiet", "q", false, "print warnings only")
	return c
}

// column sets the column of one role.
func column(c *fit.Columns, s string) error {
	role, name, ok := strings.Cut(s, "=")
	to := map[string]*string{
		"operation": &c.Operation, "type": &c.Type, "size": &c.Size, "device": &c.Device,
		"replicate": &c.Replicate, "energy": &c.Energy,
	}[role]
	if !ok || to == nil || name == "" {
		return usage("--column %s: expected ROLE=NAME, with a role of operation, type, size, device, replicate, energy", s)
	}
	*to = name
	return nil
}

func (p *program) modelFit(ctx context.Context, table string, f *fitFlags) error {
	if !strings.HasSuffix(f.output, ".toml") {
		return usage("say where the model goes: -o FILE.toml (not %q)", f.output)
	}
	var err error
	if f.options.Structure, err = fit.ParseStructure(f.structure); err != nil {
		return usage("--structure: %w", err)
	}
	if f.limit <= 0 {
		return usage("--max-time %v: it must be positive", f.limit)
	}
	for _, s := range f.columns {
		if err := column(&f.read.Columns, s); err != nil {
			return err
		}
	}
	base := strings.TrimSuffix(filepath.Base(f.output), ".toml")
	if f.info.Name == "" {
		f.info.Name = base
	}
	if err := atomicfile.Check(f.output); err != nil {
		return failure(fmt.Errorf("cannot write the model: %w", err))
	}
	f.info.CorrelationFile = base + ".correlation.tsv"
	obs, made, err := p.readObservations(table, f.read)
	if err != nil {
		return err
	}
	f.info.Meter, f.info.JVM = cmp.Or(f.info.Meter, made.Meter), cmp.Or(f.info.JVM, made.JVM)
	f.info.Flags, f.info.Date = cmp.Or(f.info.Flags, made.Flags), cmp.Or(f.info.Date, made.Date)
	if _, err := quantity.UnitNamed(obs.Unit); err != nil {
		return usage("%s: %w; name the energies' unit with --unit", table, err)
	}
	if err := obs.CheckNames(); err != nil {
		return notFitted(table, f.limit, err)
	}
	b := newProgress(p.stderr, f.quiet)
	if b != nil {
		b.Phase("sampling", f.options.Chains*(f.options.Warmup+f.options.Draws))
		f.options.Progress = func(done, _ int) { b.Step(done) }
	}
	limited, stop := context.WithTimeout(ctx, f.limit)
	defer stop()
	r, err := fit.Run(limited, obs, f.options)
	b.done()
	if err != nil {
		return notFitted(table, f.limit, err)
	}
	if _, err := r.Model(f.info); err != nil {
		return usage("%s: the observations do not make a model: %w", table, err)
	}
	if err := writeModel(r, f); err != nil {
		return failure(err)
	}
	if !f.quiet {
		if err := p.plainly(func(w io.Writer) error { return writeFit(w, r, f.output, f.all) }); err != nil {
			return err
		}
	}
	for _, w := range r.Warnings() {
		p.complain(fmt.Errorf("warning: %s", w))
	}
	if !r.Diagnostics().Converged() {
		return &exit{ExitFindings, nil}
	}
	return nil
}

// notFitted returns the error of a command whose observations, in the named table, could not be read or fitted within a
// time limit.
func notFitted(table string, limit time.Duration, err error) error {
	var at *fit.LineError
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case errors.Is(err, context.DeadlineExceeded):
		return failure(fmt.Errorf("%s: not fitted after %v, and nothing is written: ask for fewer --draws, or more time with --max-time", table, limit))
	case errors.As(err, &at) && at.Line > 0:
		return usage("%s:%d: %w", table, at.Line, at.Err)
	}
	return usage("%s: %w", table, err)
}

// readObservations reads a table from a file, or from the standard input for "-".
func (p *program) readObservations(name string, opts fit.ReadOptions) (obs fit.Observations, made fit.Provenance, err error) {
	var data []byte
	if name != "-" {
		data, err = files.Read(name, files.MaxData)
	} else {
		data, err = files.ReadAll(p.stdin, files.MaxData)
	}
	if err != nil {
		return obs, made, failure(fmt.Errorf("cannot read the observations: %w", err))
	}
	if obs, err = fit.Read(bytes.NewReader(data), opts); err != nil {
		return obs, made, notFitted(name, 0, err)
	}
	return obs, fit.ReadProvenance(data), nil
}

// writeModel writes the model and its correlation, the model last: where it is, the correlation is.
func writeModel(r *fit.Result, f *fitFlags) error {
	var model, correlation bytes.Buffer
	if err := r.WriteTOML(&model, &correlation, f.info); err != nil {
		return err
	}
	beside := filepath.Join(filepath.Dir(f.output), f.info.CorrelationFile)
	if err := atomicfile.WriteAll(
		atomicfile.File{Name: beside, Data: correlation.Bytes()},
		atomicfile.File{Name: f.output, Data: model.Bytes()},
	); err != nil {
		return fmt.Errorf("cannot write the model: %w", err)
	}
	m, err := modelFile(f.output, nil)
	if err != nil {
		return fmt.Errorf("the model was written, but cannot be read back: %w", err)
	}
	if len(m.Parameters()) < len(r.Effects()) {
		return fmt.Errorf("the model was written, but has %d parameters of %d when read back", len(m.Parameters()), len(r.Effects()))
	}
	return nil
}

// writeFit prints what the draws say about the parameters.
func writeFit(out io.Writer, r *fit.Result, file string, all bool) error {
	unit, err := quantity.UnitNamed(r.Unit)
	if err != nil {
		return err
	}
	var shown []fit.Parameter
	hidden := 0
	for _, p := range r.Parameters {
		if p.Category == fit.CategoryPattern && !all {
			hidden++
			continue
		}
		shown = append(shown, p)
	}
	column := func(of func(fit.Parameter) float64) []string {
		var vs []float64
		for _, p := range shown {
			vs = append(vs, of(p))
		}
		return unit.Column(vs)
	}
	mean := column(func(p fit.Parameter) float64 { return p.Mean })
	mcse := column(func(p fit.Parameter) float64 { return p.MCSE })
	sd := column(func(p fit.Parameter) float64 { return p.SD })
	low := column(func(p fit.Parameter) float64 { return p.Q025 })
	high := column(func(p fit.Parameter) float64 { return p.Q975 })
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	fmt.Fprintf(w, "PARAMETER\tMEAN\tMCSE\tSD\t2.5%%\t97.5%%\tBULK ESS\tTAIL ESS\tR-HAT\n") // Flush reports errors
	for i, p := range shown {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", p.Key(), mean[i], mcse[i], sd[i], low[i], high[i],
			whole(p.BulkESS), whole(p.TailESS), fixed(p.RHat))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	var b strings.Builder
	b.WriteByte('\n')
	if hidden > 0 {
		fmt.Fprintf(&b, "%s effects of single patterns are not listed (--all lists them).\n", quantity.Count(float64(hidden)))
	}
	fmt.Fprintf(&b, "%s.\n", r.Diagnostics())
	pc := r.Predictive
	for _, d := range []struct {
		what string
		d    fit.Discrepancy
	}{{"means of the patterns", pc.Means}, {"scatter of the replicates", pc.Replicates}, {"largest residual", pc.Largest}} {
		if d.d.Expected > 0 {
			fmt.Fprintf(&b, "Posterior predictive check, %s: %.4g where %.4g is expected, P = %.2g.\n", d.what, d.d.Statistic, d.d.Expected, d.d.P)
		}
	}
	for _, n := range r.Notes() {
		fmt.Fprintf(&b, "Note: %s.\n", n)
	}
	fmt.Fprintf(&b, "Wrote %s.\n", filepath.ToSlash(file))
	_, err = io.WriteString(out, b.String())
	return err
}

// whole and fixed write diagnostics; those that the draws do not determine are "-".
func whole(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return "-"
	}
	return fmt.Sprintf("%.0f", x)
}

func fixed(x float64) string {
	if math.IsNaN(x) {
		return "-"
	}
	return fmt.Sprintf("%.4f", x)
}
