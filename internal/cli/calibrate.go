package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/energylint/energylint/internal/atomicfile"
	"github.com/energylint/energylint/internal/plain"
	"github.com/energylint/energylint/models/calibrate"
)

// calibration are the flags of model calibrate.
type calibration struct {
	output, meter, java, device string
	replicates                  int
	seed                        uint64
	joules                      float64
	log                         string
	offset                      time.Duration
	cpu                         calibrate.CPU
}

func (p *program) calibrateCommand() *cobra.Command {
	var f calibration
	c := &cobra.Command{
		Use: "calibrate", Short: "Measure what this machine's virtual machine costs, pattern by pattern", Args: cobra.NoArgs,
		Long: `Measure every pattern of the energy model on this machine: microbenchmarks, generated as class files, run in the
interpreter, in a random order, with the empty loop subtracted. The observations are a table for "energylint model fit".

Meters:
  rapl          the processor's energy counters (Linux powercap); joules
  csv           an external meter's log of time and watts, or volts and amperes, read with --log; joules
  cpu-power     processor time times power, from --tdp, --frequency and --voltage; an estimate of joules
  perf          machine instructions, counted by the processor (perf stat)
  valgrind      machine instructions, counted exactly, without any hardware; slower
  instructions  perf if it finds counters, else valgrind
  auto          rapl if it can be read, else instructions (default)

Instructions stay instructions, and so does the model, unless --joules-per-instruction says what one costs.

A calibration that was interrupted goes on where it stopped when the command is given again. Another device, given a
name with --device, is appended to the same file.`,
		Example: "  energylint model calibrate -o observations.tsv\n" +
			"  energylint model calibrate -o observations.tsv --meter instructions --java /usr/lib/jvm/java-17/bin/java --replicates 3",
		RunE: func(c *cobra.Command, _ []string) error { return p.calibrate(c.Context(), f) },
	}
	fs := c.Flags()
	fs.StringVarP(&f.output, "output", "o", "", "the `FILE` of observations, appended to")
	fs.StringVar(&f.meter, "meter", "auto", "the `METER`: rapl, csv, cpu-power, perf, valgrind, instructions or auto")
	fs.StringVar(&f.java, "java", "", "the java `COMMAND` (default: of JAVA_HOME, else of the path)")
	fs.StringVar(&f.device, "device", "", "the `NAME` of the device in the observations (default: the host's name; for instructions the virtual machine's release)")
	fs.IntVar(&f.replicates, "replicates", 0, "how often everything is measured (default 10; with valgrind, which is exact, 2)")
	fs.Uint64Var(&f.seed, "seed", 1, "the seed of the random order")
	fs.Float64Var(&f.joules, "joules-per-instruction", 0, "turn instructions into joules")
	fs.StringVar(&f.log, "log", "", "the external meter's log, a CSV `FILE`")
	fs.DurationVar(&f.offset, "clock-offset", 0, "how much the external meter's clock is ahead of this machine's")
	fs.Float64Var(&f.cpu.TDP, "tdp", 0, "the processor's thermal design power, in watts")
	fs.Float64Var(&f.cpu.Frequency, "frequency", 0, "its frequency during the runs, in GHz (default: that of the thermal design power)")
	fs.Float64Var(&f.cpu.Voltage, "voltage", 0, "its voltage at that frequency, in volts (default: likewise)")
	fs.Float64Var(&f.cpu.TDPFrequency, "tdp-frequency", 0, "the frequency of the thermal design power, in GHz")
	fs.Float64Var(&f.cpu.TDPVoltage, "tdp-voltage", 0, "the voltage of the thermal design power, in volts")
	fs.IntVar(&f.cpu.Cores, "cores", runtime.NumCPU(), "how many processors share the thermal design power")
	return c
}

func (p *program) calibrate(ctx context.Context, f calibration) error {
	if f.output == "" {
		return usage(`calibrate needs a file for the observations: "energylint model calibrate -o observations.tsv"`)
	}
	if f.replicates < 0 || !(f.joules >= 0) || math.IsInf(f.joules, 0) {
		return usage("--replicates and --joules-per-instruction are numbers of at least 0")
	}
	for _, name := range []string{f.output, calibrate.JournalOf(f.output)} {
		if err := atomicfile.Check(name); err != nil {
			return failure(fmt.Errorf("cannot write the observations: %w", err))
		}
	}
	java, err := javaCommand(f.java)
	if err != nil {
		return &exit{ExitUsage, err}
	}
	dir, err := os.MkdirTemp("", "energylint-meter")
	if err != nil {
		return failure(err)
	}
	defer os.RemoveAll(dir)
	m, err := p.openMeter(f, dir)
	if err != nil {
		return &exit{ExitUsage, err}
	}
	counts := m.Unit() == "instruction"
	if f.joules > 0 && !counts {
		return usage("--joules-per-instruction is for meters of instructions; %s measures %s", m.Name(), m.Unit())
	}
	if f.device == "" {
		if counts {
			f.device, err = calibrate.JVMRelease(ctx, java)
		} else {
			f.device, err = os.Hostname()
		}
		if err != nil {
			return failure(err)
		}
	}
	if m.Shortest() == 0 && f.replicates == 0 {
		f.replicates = 2
	}
	p.say("measuring %d patterns of device %q: %s", len(calibrate.Patterns()), f.device, m.Name())
	show := p.newMeasuring(f.output)
	err = calibrate.Run(ctx, calibrate.Options{
		Java: java, Meter: m, Device: f.device, Replicates: f.replicates, Seed: f.seed, Output: f.output,
		JoulesPerInstruction: f.joules, Now: time.Now(),
		Warn:     func(text string) { p.say("warning: %s", text) },
		Progress: show.step,
	})
	show.bar.done()
	switch {
	case errors.Is(err, calibrate.ErrPending):
		_, err = fmt.Fprintf(plain.NewWriter(p.stdout), "%v: when it does, give the command again with --log FILE (the times are in %s)\n", calibrate.ErrPending, calibrate.JournalOf(f.output))
		return writeError(err)
	case errors.Is(err, context.Canceled):
		return err // run says how much is done
	case err != nil:
		return failure(err)
	}
	_, err = fmt.Fprintf(plain.NewWriter(p.stdout), "%s has the observations; \"energylint model fit %s\" makes a model of them\n", f.output, f.output)
	return writeError(err)
}

// openMeter opens the meter that the flags name, and says what this machine cannot do.
func (p *program) openMeter(f calibration, dir string) (calibrate.Meter, error) {
	switch f.meter {
	case "rapl":
		return calibrate.NewRAPL(calibrate.PowercapRoot)
	case "csv":
		return calibrate.NewLog(f.log, f.offset)
	case "cpu-power":
		return calibrate.NewCPUPower(f.cpu)
	case "perf":
		return calibrate.NewPerf(dir)
	case "valgrind":
		return calibrate.NewValgrind(dir)
	case "instructions":
		return calibrate.NewInstructions(dir, p.note)
	case "auto":
		m, err := calibrate.NewRAPL(calibrate.PowercapRoot)
		if err == nil {
			return m, nil
		}
		p.say("energy cannot be measured here: %v", err)
		const left = "--meter csv reads an external meter, --meter cpu-power estimates from processor time"
		i, ierr := calibrate.NewInstructions(dir, p.note)
		if ierr != nil {
			return nil, fmt.Errorf("%w; what is left: %s", ierr, left)
		}
		p.say("counting instructions instead; %s", left)
		return i, nil
	}
	return nil, fmt.Errorf("unknown meter %q: expected rapl, csv, cpu-power, perf, valgrind, instructions or auto", f.meter)
}

// note is say for a text that is complete.
func (p *program) note(text string) { p.say("%s", text) }

// javaCommand finds the virtual machine to measure.
func javaCommand(given string) (string, error) {
	if home := os.Getenv("JAVA_HOME"); given == "" && home != "" {
		given = filepath.Join(home, "bin", "java")
	}
	path, err := exec.LookPath(cmp.Or(given, "java"))
	if err != nil {
		return "", fmt.Errorf("no Java virtual machine to measure: %s; set JAVA_HOME or give --java COMMAND", strings.TrimPrefix(err.Error(), "exec: "))
	}
	return filepath.Abs(path)
}
