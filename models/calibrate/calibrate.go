// Package calibrate measures what the patterns of the energy model cost on this machine.
//
// It follows Nyholm, Mostowski, Reichenbach 2025, sections 3.1 and 4: a microbenchmark for every pattern, generated as a
// class file so that it is exactly the intended bytecode, runs in a loop on the interpreter; the empty loop is
// measured too and subtracted; the garbage is collected before; the order is random within each replicate (split plot:
// a replicate is one start of the virtual machine), from a seed, so that it can be repeated.
package calibrate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/energylint/energylint/internal/pattern"
)

// Options say what to measure and how.
type Options struct {
	Java       string // the java command
	Meter      Meter
	Device     string // names the machine, or whatever the model shall tell apart
	Replicates int    // how often everything is measured; the paper's 10 if 0
	Seed       uint64 // of the order
	// Output is the file of observations, appended to. Beside it, in Output + ".journal", is what has been measured of
	// replicates that are not complete.
	Output string
	// JoulesPerInstruction turns counts into joules; 0 leaves them.
	JoulesPerInstruction float64
	Now                  time.Time // the date that the file is given
	// Warn, if set, is told what could not be measured.
	Warn func(text string)
	// Progress, if set, is called after each measurement.
	Progress func(done, total int)
}

// ErrPending says that everything has run, and that the log of the meter is needed to read it.
var ErrPending = errors.New("the runs are done and their times noted; the log of the meter does not cover all of them yet")

// baselines is how often the empty loop is measured in a replicate.
const baselines = 3

// cell is one measurement of a replicate.
type cell struct {
	benchmark int
	repeat    int // of the baseline
}

// plan returns the order of a replicate's measurements: every microbenchmark once, the baseline several times.
func plan(n int, seed uint64, replicate int) []cell {
	var cells []cell
	for i := range n {
		cells = append(cells, cell{benchmark: i})
	}
	for k := 1; k < baselines; k++ {
		cells = append(cells, cell{repeat: k})
	}
	r := rand.New(rand.NewPCG(seed, uint64(replicate)))
	r.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
	return cells
}

// Run measures and writes observations. What a run before has measured is not measured again.
func Run(ctx context.Context, o Options) error {
	if o.Replicates == 0 {
		o.Replicates = 10
	}
	jvm, err := DescribeJVM(ctx, o.Java)
	if err != nil {
		return err
	}
	list := benchmarks()
	files, err := program(list)
	if err != nil {
		return fmt.Errorf("the microbenchmarks: %w", err)
	}
	dir, err := os.MkdirTemp("", "energylint-calibrate")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir) // of no use to anyone; what stays is in the temporary directory
	if err := writeClasses(dir, files); err != nil {
		return err
	}
	out, err := openOutput(o, jvm)
	if err != nil {
		return err
	}
	total := o.Replicates * (len(list) + baselines - 1)
	done, pending := 0, false
	for r := 1; r <= o.Replicates; r++ {
		cells := plan(len(list), o.Seed, r)
		if !out.complete(r) {
			if err := o.replicate(ctx, dir, list, cells, r, out, func() {
				done++
				o.progress(done, total)
			}); err != nil {
				return err
			}
			switch err := out.finish(o, list, r); {
			case errors.Is(err, ErrPending):
				pending = true
			case err != nil:
				return err
			}
		}
		done = r * len(cells)
		o.progress(done, total)
	}
	if pending {
		return ErrPending
	}
	return out.removeJournal()
}

func (o Options) progress(done, total int) {
	if o.Progress != nil {
		o.Progress(done, total)
	}
}

// replicate measures what the journal has not.
func (o Options) replicate(ctx context.Context, dir string, list []microbenchmark, cells []cell, r int, out *output, step func()) (err error) {
	var s *session
	failures := 0
	defer func() {
		if s != nil && err != nil {
			_ = s.kill() // the error that is returned says more
		}
	}()
	for _, c := range cells {
		name := list[c.benchmark].key()
		if c.repeat > 0 {
			name += " " + strconv.Itoa(c.repeat)
		}
		if out.measured(r, name) {
			step()
			continue
		}
		if s == nil {
			if s, err = start(ctx, o.Java, dir, o.Meter); err != nil {
				return err
			}
		}
		m, err := s.measure(className(c.benchmark))
		if ctx.Err() != nil {
			return ctx.Err()
		}
		var crash *crashError
		switch {
		case errors.As(err, &crash) && failures < mostFailures && list[c.benchmark].shape != baseline:
			// The others can still be measured, by another virtual machine.
			failures++
			s, m = nil, measurement{iterations: 1, reading: failed}
			o.warn(fmt.Sprintf("%s cannot be measured: %v", name, err))
		case err != nil:
			return fmt.Errorf("%s: %w", name, err)
		}
		if err := out.note(r, name, m); err != nil {
			return err
		}
		step()
	}
	if s == nil {
		return nil
	}
	return s.Close()
}

// failed is the reading of a microbenchmark that the virtual machine did not survive under the meter. Neither it nor what
// depends on it becomes an observation.
var failed = math.Inf(1)

// mostFailures in one replicate: more say that something else is wrong.
const mostFailures = 40

func (o Options) warn(text string) {
	if o.Warn != nil {
		o.Warn(text)
	}
}

// measurement is one reading.
type measurement struct {
	iterations int
	reading    float64 // NaN: pending
	begin, end time.Time
}

// trialIterations is how many iterations say how long a microbenchmark takes.
const trialIterations = 2000

// measure runs a microbenchmark long enough for the meter.
func (s *session) measure(class string) (m measurement, err error) {
	m.iterations = exactIterations
	if least := s.meter.Shortest(); least > 0 {
		m.iterations = trialIterations
		for {
			_, begin, end, err := s.run(class, m.iterations)
			if err != nil {
				return m, err
			}
			// Twice as long as needed, against what the clock does not see.
			n := float64(m.iterations) * 2 * least.Seconds() / max(end.Sub(begin).Seconds(), 1e-6)
			if n <= float64(m.iterations)*20 || m.iterations > math.MaxInt32/40 {
				m.iterations = int(min(max(n, 1), math.MaxInt32))
				break
			}
			m.iterations *= 20
		}
	}
	m.reading, m.begin, m.end, err = s.run(class, m.iterations)
	return m, err
}

// evaluate turns the readings of a replicate, by name, into what each microbenchmark's pattern costs.
func evaluate(list []microbenchmark, readings map[string]measurement) (map[string]float64, error) {
	perIteration := 0.0
	for k := range baselines {
		name := baseline
		if k > 0 {
			name += " " + strconv.Itoa(k)
		}
		m := readings[name]
		perIteration += m.reading / float64(m.iterations) / baselines
	}
	values := make(map[string]float64, len(list))
	for i := range list {
		b := &list[i]
		m, ok := readings[b.key()]
		if !ok {
			return nil, fmt.Errorf("%s was not measured", b.key())
		}
		v := (m.reading/float64(m.iterations) - perIteration) / unroll
		for _, t := range b.terms() {
			other, ok := values[t.key]
			if !ok {
				return nil, fmt.Errorf("%s depends on %s, which is not before it", b.key(), t.key)
			}
			v -= t.n * other
		}
		values[b.key()] = v / b.perSnippet()
	}
	return values, nil
}

// Patterns returns the patterns that a calibration measures, in order.
func Patterns() []pattern.ID {
	seen := make(map[pattern.ID]bool)
	var out []pattern.ID
	for _, b := range benchmarks() {
		if b.target != 0 && !seen[b.target] {
			seen[b.target] = true
			out = append(out, b.target)
		}
	}
	return out
}

// JournalOf is the file beside the observations that holds the readings of incomplete replicates.
func JournalOf(output string) string { return filepath.Clean(output) + ".journal" }
