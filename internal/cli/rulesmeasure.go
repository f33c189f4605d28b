package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/energylint/energylint/internal/atomicfile"
	"github.com/energylint/energylint/internal/measure"
	"github.com/energylint/energylint/internal/nearest"
	"github.com/energylint/energylint/internal/plain"
	"github.com/energylint/energylint/rules/evidence"
)

// measuringRules are the flags of rules measure.
type measuringRules struct {
	calibration
	mode   []string
	jars   []string
	forks  int
	rounds int
}

const cpuTime = "cpu-time"

func (p *program) rulesMeasureCommand() *cobra.Command {
	var f measuringRules
	c := &cobra.Command{
		Use: "measure [RULE[/CASE]...]", Short: "Measure what the repairs of rules save on a Java virtual machine",
		Long: `Measure what the repairs of rules save: for each case of a rule two Java methods that do the same work, as the rule
reports it and repaired, compiled with the JDK's compiler and executed in the interpreter, compiled by C1 and compiled by C2.
The table has a linear model of the saving for each case and mode; name it as evidence under [model].

An existing table of the same virtual machine and meter is updated: what is not measured stays, and the cases name their
processor where these differ.

Meters are CPU time of the running thread (cpu-time, the default) and those of "energylint model calibrate".`,
		Example: "  energylint rules measure -o evidence.tsv\n  energylint rules measure -o evidence.tsv --java /usr/lib/jvm/java-25/bin/java EL2001 EL5002/CopyInt",
		RunE:    func(c *cobra.Command, args []string) error { return p.measureRules(c.Context(), f, args) },
	}
	fs := c.Flags()
	fs.StringVarP(&f.output, "output", "o", "", "the `FILE` of the table, updated")
	fs.StringVar(&f.meter, "meter", cpuTime, "the `METER`: cpu-time, rapl, cpu-power, perf, valgrind or instructions")
	fs.StringVar(&f.java, "java", "", "the java `COMMAND` of a JDK (default: of JAVA_HOME, else of the path)")
	fs.StringSliceVar(&f.mode, "mode", nil, "the `MODE`: interpreter, c1 or c2; repeatable (default all)")
	fs.StringArrayVar(&f.jars, "classpath", nil, "a `JAR` that pairs need, such as the driver of a database; repeatable")
	fs.IntVar(&f.forks, "processes", measure.DefaultForks, "in how many `N` processes each case is measured")
	fs.IntVar(&f.rounds, "rounds", measure.DefaultRounds, "how often, `N`, each size is measured in each process")
	fs.Uint64Var(&f.seed, "seed", 1, "the seed of the random order")
	return c
}

func (p *program) measureRules(ctx context.Context, f measuringRules, args []string) error {
	if f.output == "" {
		return usage(`measure needs a file for the table: "energylint rules measure -o evidence.tsv"`)
	}
	if f.forks < 1 || f.rounds < 1 {
		return usage("--processes and --rounds are numbers of at least 1")
	}
	if err := atomicfile.Check(f.output); err != nil {
		return failure(fmt.Errorf("cannot write the table: %w", err))
	}
	pairs, err := selectPairs(args)
	if err != nil {
		return err
	}
	var modes []evidence.Mode
	for _, m := range f.mode {
		if !slices.Contains(evidence.Modes, evidence.Mode(m)) {
			return oneOf("--mode", m, modeNames())
		}
		modes = append(modes, evidence.Mode(m))
	}
	o := measure.Options{Pairs: pairs, Modes: modes, ClassPath: f.jars, Forks: f.forks, Rounds: f.rounds, Seed: f.seed, Now: time.Now(), Progress: p.measuringProgress(), Warn: func(text string) { p.say("warning: %s", text) }}
	if o.Java, err = javaCommand(f.java); err != nil {
		return &exit{ExitUsage, err}
	}
	if f.meter != cpuTime {
		dir, err := os.MkdirTemp("", "energylint-meter")
		if err != nil {
			return failure(err)
		}
		defer os.RemoveAll(dir)
		if o.Meter, err = p.openMeter(f.calibration, dir); err != nil {
			return &exit{ExitUsage, err}
		}
	}
	return p.measureInto(ctx, f.output, o)
}

// measureInto measures, and writes what was measured into a table that may have more.
func (p *program) measureInto(ctx context.Context, file string, o measure.Options) error {
	var earlier *evidence.Table
	data, err := os.ReadFile(file)
	switch {
	case err == nil:
		if earlier, err = evidence.Parse(file, data); err != nil {
			return &exit{ExitUsage, err}
		}
	case !errors.Is(err, fs.ErrNotExist):
		return failure(err)
	}
	table, err := measure.Run(ctx, o)
	if err != nil {
		return failure(err)
	}
	if earlier != nil {
		if err := table.Keep(earlier); err != nil {
			return failure(fmt.Errorf("%s: %w", file, err))
		}
	}
	if err := atomicfile.Write(file, table.Bytes()); err != nil {
		return failure(err)
	}
	_, err = fmt.Fprintf(plain.NewWriter(p.stdout), "%s has the evidence; evidence = %q under [model] uses it\n", file, file)
	return writeError(err)
}

// measuringProgress says what is measured, each pair and mode on a line.
func (p *program) measuringProgress() func(done, total int, what string) {
	return func(done, total int, what string) { p.say("%d of %d: %s", done+1, total, what) }
}

// selectPairs returns the pairs of the rules and cases that are named; all without any.
func selectPairs(args []string) ([]*evidence.Pair, error) {
	all, err := evidence.Pairs()
	if err != nil {
		return nil, failure(err)
	}
	if len(args) == 0 {
		return all, nil
	}
	var out []*evidence.Pair
	for _, arg := range args {
		found := false
		for _, p := range all {
			if p.Rule == arg || p.Key.String() == arg {
				found = true
				if !slices.Contains(out, p) {
					out = append(out, p)
				}
			}
		}
		if !found {
			var names []string
			for _, p := range all {
				names = append(names, p.Rule, p.Key.String())
			}
			return nil, usage("there is no evidence for %q%s", arg, nearest.DidYouMean(arg, names))
		}
	}
	return out, nil
}
