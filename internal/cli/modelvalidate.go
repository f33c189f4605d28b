package cli

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/energylint/energylint/internal/atomicfile"
	"github.com/energylint/energylint/internal/files"
	"github.com/energylint/energylint/internal/validate"
	"github.com/energylint/energylint/models"
	"github.com/energylint/energylint/models/calibrate"
	"github.com/energylint/energylint/models/fit"
)

// validateFlags are the flags of model validate.
type validateFlags struct {
	java, device, format, plots             string
	measurements, save, observations, struc string
	confidence                              float64
	folds                                   int
	quiet                                   bool
}

// validationFlags are those of the virtual machine where the model names none: the interpreter, and a young generation
// that a program does not fill.
const validationFlags = "-Xint -Xnoclassgc -XX:+UseSerialGC -XX:-UsePerfData -Xshare:auto -Xms256m -Xmn192m"

func (p *program) modelValidateCommand() *cobra.Command {
	var f validateFlags
	c := &cobra.Command{
		Use: "validate MODEL", Short: "Hold a model against programs that it has not seen", Args: oneModel,
		Long: `Run programs, measure them, and compare what the model says of them: from the patterns that they executed, and from
the static worst case. The programs are compiled into energylint: matrix multiplication in four types, Fibonacci, sorting,
searching, a sieve, text, queues, tables, trees, dispatch, bits and more. The meter must be that of the model. Models in
instructions are measured with perf or valgrind, as the model was, which takes a minute or two; for others, give
--measurements.

--observations adds a cross-validation over what the model was fitted to. The exit code is 1 if a static worst case is
below its measurement.`,
		Example: `  energylint model validate hotspot-xint-instructions --plots plots
  energylint model validate our-device.toml --measurements measured.tsv --format markdown`,
		RunE:              func(c *cobra.Command, args []string) error { return p.modelValidate(c.Context(), args[0], &f) },
		ValidArgsFunction: completeModel,
	}
	fs := c.Flags()
	fs.StringVar(&f.java, "java", "", "the `COMMAND` that runs Java (default: that of JAVA_HOME, or java)")
	fs.StringVar(&f.device, "device", "", "of the model (default: its first)")
	fs.Float64Var(&f.confidence, "confidence", 0.95, "of the static worst cases")
	fs.StringVar(&f.format, "format", "text", "text, markdown or json")
	fs.StringVar(&f.plots, "plots", "", "write plots to `DIR`, as SVG and PNG")
	fs.StringVar(&f.measurements, "measurements", "", "take the measurements from `FILE` instead of measuring")
	fs.StringVar(&f.save, "save", "", "write the measurements to `FILE`")
	fs.StringVar(&f.observations, "observations", "", "cross-validate over the observations in `FILE`")
	fs.StringVar(&f.struc, "structure", fit.Additive.String(), "of the model that is cross-validated: additive or pooled")
	fs.IntVar(&f.folds, "folds", fit.DefaultFolds, "of the cross-validation")
	fs.BoolVarP(&f.quiet, "quiet", "q", false, "show no progress")
	return c
}

func (p *program) modelValidate(ctx context.Context, name string, f *validateFlags) error {
	write := map[string]func(*validate.Report) error{
		"text":     func(r *validate.Report) error { return p.plainly(r.Text) },
		"markdown": func(r *validate.Report) error { return p.plainly(r.Markdown) },
		"json":     func(r *validate.Report) error { return r.JSON(p.stdout) },
	}[f.format]
	if write == nil {
		return usage("unknown format %q: expected text, markdown or json", f.format)
	}
	if !(f.confidence > 0 && f.confidence < 1) {
		return usage("--confidence %v: expected a number between 0 and 1", f.confidence)
	}
	structure, err := fit.ParseStructure(f.struc)
	if err != nil {
		return usage("--structure: %w", err)
	}
	m, err := modelNamed(name)
	if err != nil {
		return &exit{ExitUsage, err}
	}
	if _, err := m.Resolve(f.device); err != nil {
		return &exit{ExitUsage, err}
	}
	ms, err := p.measurements(ctx, m, f)
	if err != nil {
		return err
	}
	r, err := validate.New(m, f.device, f.confidence, ms.List)
	if err != nil {
		return failure(err)
	}
	r.Meter, r.JVM = ms.Meter, ms.JVM
	if f.observations != "" {
		obs, _, err := p.readObservations(f.observations, fit.ReadOptions{})
		if err != nil {
			return err
		}
		opts := fit.Options{Structure: structure, Seed: 1}
		limited, stop := context.WithTimeout(ctx, defaultFitTime)
		defer stop()
		if r.Observations, err = fit.CrossValidate(limited, obs, opts, f.folds, fit.LeaveObservations); err == nil {
			r.Patterns, err = fit.CrossValidate(limited, obs, opts, f.folds, fit.LeavePatterns)
		}
		if err != nil {
			return notFitted(f.observations, defaultFitTime, err)
		}
	}
	if f.plots != "" {
		if err := os.MkdirAll(f.plots, 0o777); err != nil {
			return failure(fmt.Errorf("cannot write the plots: %w", err))
		}
		if _, err := r.Plots(f.plots); err != nil {
			return failure(fmt.Errorf("cannot write the plots: %w", err))
		}
	}
	if err := write(r); err != nil {
		return writeError(err)
	}
	if r.Below > 0 {
		return &exit{ExitFindings, fmt.Errorf("%d static worst cases are below what was measured: this model must not be trusted with budgets", r.Below)}
	}
	return nil
}

// measurements reads or makes the measurements that a model is held against.
func (p *program) measurements(ctx context.Context, m *models.Model, f *validateFlags) (*validate.Recorded, error) {
	unit := m.File().Unit
	if f.measurements != "" {
		data, err := files.Read(f.measurements, files.MaxData)
		if err != nil {
			return nil, failure(fmt.Errorf("cannot read the measurements: %w", err))
		}
		r, err := validate.Read(bytes.NewReader(data))
		if err != nil {
			return nil, usage("%s: %w", f.measurements, err)
		}
		if r.Unit != unit {
			return nil, usage("%s is in the unit %q, but %s in %q", f.measurements, r.Unit, m.Name(), unit)
		}
		return r, nil
	}
	if unit != "instruction" {
		return nil, usage("%s was measured by %q, which cannot be read here: give what it says of the programs with --measurements (docs/model-validate.md)", m.Name(), m.File().Meter)
	}
	dir, err := os.MkdirTemp("", "energylint-meter-")
	if err != nil {
		return nil, failure(err)
	}
	defer os.RemoveAll(dir)
	meter, err := calibrate.NewInstructionsAs(m.File().Meter, dir, p.note)
	if err != nil {
		return nil, failure(err)
	}
	java := f.java
	if home := os.Getenv("JAVA_HOME"); java == "" && home != "" {
		java = filepath.Join(home, "bin", "java")
	} else if java == "" {
		java = "java"
	}
	version, err := exec.CommandContext(ctx, java, "-version").CombinedOutput()
	if err != nil {
		return nil, failure(fmt.Errorf("cannot run %s -version: %w (--java names another command)", java, err))
	}
	flags := javaFlags(m.File().Flags)
	if len(flags) == 0 {
		flags = strings.Fields(validationFlags)
	}
	cases := validate.Cases()
	b := newProgress(p.stderr, f.quiet)
	var done func(int)
	if b != nil {
		b.Phase("measuring programs", len(cases))
		done = b.Step
	}
	list, err := validate.Measure(ctx, java, flags, meter, cases, done)
	b.done()
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, failure(err)
	}
	first, _, _ := strings.Cut(strings.ReplaceAll(string(version), "\r", ""), "\n")
	r := &validate.Recorded{Unit: unit, Meter: meter.Name(), JVM: first + ", " + strings.Join(flags, " "), List: list}
	if f.save != "" {
		if err := atomicfile.Write(f.save, r.Write()); err != nil {
			return nil, failure(fmt.Errorf("cannot write the measurements: %w", err))
		}
	}
	return r, nil
}

// javaFlags are the flags of the virtual machine among what a model says of its flags, which is for people.
func javaFlags(text string) []string {
	var out []string
	for _, w := range strings.Fields(text) {
		if w = strings.TrimRight(w, ",;."); strings.HasPrefix(w, "-X") {
			out = append(out, w)
		}
	}
	return out
}
