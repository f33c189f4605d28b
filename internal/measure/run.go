package measure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"gonum.org/v1/gonum/stat"

	"github.com/energylint/energylint/models/calibrate"
	"github.com/energylint/energylint/rules/evidence"
)

// Options say what to measure and how.
type Options struct {
	Java  string
	Meter calibrate.Meter // nil measures CPU time
	Pairs []*evidence.Pair
	Modes []evidence.Mode // empty for all
	// ClassPath are jars that pairs need: the drivers of databases.
	ClassPath []string
	// Rounds is how often each size is measured in each of Forks processes.
	Forks, Rounds int
	// Round is how long a round takes, Warm how much CPU time warming up takes at least for each size.
	Round, Warm time.Duration
	Seed        uint64
	Now         time.Time
	// Warn is told of pairs that are left out, since the virtual machine does not execute them in a mode.
	Warn func(text string)
	// Progress is told before a pair is measured in a mode.
	Progress func(done, total int, what string)
}

// Defaults of Options: fifteen rounds.
const (
	DefaultForks  = 3
	DefaultRounds = 5
	defaultRound  = 10 * time.Millisecond
	defaultWarm   = 200 * time.Millisecond
)

// sides are the sides of a pair, as the harness names them.
var sides = [2]string{"written", "repaired"}

// Run measures pairs. A pair whose two sides return different results is an error; one that the virtual machine does not
// execute in a mode is left out of it.
func Run(ctx context.Context, o Options) (*evidence.Table, error) {
	o.Forks, o.Rounds = cmp.Or(o.Forks, DefaultForks), cmp.Or(o.Rounds, DefaultRounds)
	o.Round, o.Warm = cmp.Or(o.Round, defaultRound), cmp.Or(o.Warm, defaultWarm)
	if len(o.Modes) == 0 {
		o.Modes = evidence.Modes
	}
	possible, missing, err := Possible(o.Pairs, o.ClassPath)
	if err != nil {
		return nil, err
	}
	for _, text := range missing {
		o.Warn(text)
	}
	o.Pairs = possible
	dir, err := os.MkdirTemp("", "energylint-measure")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	if err := Compile(ctx, o.Java, dir, o.ClassPath, o.Pairs); err != nil {
		return nil, err
	}
	different, err := Check(ctx, o.Java, dir, o.ClassPath, o.Pairs)
	if err != nil {
		return nil, err
	}
	for _, d := range different {
		return nil, fmt.Errorf("%s: asWritten(%d) and repaired(%d) return different results", d.Key, d.N, d.N)
	}
	provenance, err := o.provenance(ctx)
	if err != nil {
		return nil, err
	}
	table := evidence.NewTable(provenance)
	s := &session{Options: o, dir: dir, random: rand.New(rand.NewPCG(o.Seed, 0)), samples: map[task][]sample{}}
	tasks := s.tasks()
	left := map[task]bool{} // out, since a virtual machine did not execute them in the mode
	for i, t := range tasks {
		if o.Progress != nil {
			o.Progress(i, len(tasks), fmt.Sprintf("%s, %s", t.pair.Key, t.mode))
		}
		err := s.measure(ctx, t)
		var wrong *modeError
		switch {
		case errors.As(err, &wrong):
			o.Warn(fmt.Sprintf("%s is left out of mode %s: %v", t.pair.Key, t.mode, err))
			left[t] = true
		case err != nil:
			return nil, fmt.Errorf("%s, %s: %w", t.pair.Key, t.mode, err)
		}
	}
	for t, samples := range s.samples {
		if left[t] {
			continue
		}
		if err := table.Add(t.pair, t.mode, points(t.pair, samples)); err != nil {
			return nil, err
		}
	}
	return table, nil
}

// provenance describes what is measured.
func (o Options) provenance(ctx context.Context) (p evidence.Provenance, err error) {
	p.Meter, p.Unit, p.Date = "CPU time of the running thread, user and system, with that of collecting its garbage", "s", o.Now.Format(time.DateOnly)
	if o.Meter != nil {
		p.Meter, p.Unit = o.Meter.Name(), o.Meter.Unit()
	}
	p.Rounds = fmt.Sprintf("%d of each size and side, in %d processes", o.Forks*o.Rounds, o.Forks)
	p.CPU = processor()
	if p.JVM, err = calibrate.DescribeJVM(ctx, o.Java); err != nil {
		return p, err
	}
	p.Name, err = calibrate.JVMRelease(ctx, o.Java)
	return p, err
}

// processor names the kind of processor, as far as the system says it.
func processor() string {
	data, err := os.ReadFile("/proc/cpuinfo")
	if err != nil {
		return "unknown"
	}
	for line := range strings.Lines(string(data)) {
		if name, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return "unknown"
}

// task is a pair in a mode, measured once in processes of its own.
type task struct {
	pair *evidence.Pair
	mode evidence.Mode
}

// sample is what one side cost in one round of one process, for one call.
type sample struct {
	n, side, fork int
	cost          float64
}

// session is a run of the measurement.
type session struct {
	Options
	dir     string
	random  *rand.Rand
	samples map[task][]sample
	forks   int
}

// tasks lists what is measured, each as often as there are forks, in a random order.
func (s *session) tasks() []task {
	var out []task
	for range s.Forks {
		for _, p := range s.Pairs {
			for _, m := range s.Modes {
				out = append(out, task{p, m})
			}
		}
	}
	s.random.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// attempts is how often processes are started until both sides run in the mode; each warms up longer than the one before, and over all sizes
// once more: code that was compiled for small sizes may be given up for large ones, with which it is called too seldom to be compiled again.
const attempts = 3

// measure measures a task, and again where the virtual machine did not execute the code as the mode says.
func (s *session) measure(ctx context.Context, t task) error {
	var err error
	for i := range attempts {
		var samples []sample
		samples, err = s.fork(ctx, t, s.Warm<<(2*i), 1+i)
		var wrong *modeError
		if err == nil {
			s.samples[t] = append(s.samples[t], samples...)
			return nil
		}
		if !errors.As(err, &wrong) {
			return err
		}
	}
	return err
}

// fork starts a process for each side, warms both up, so many times over all sizes, and measures them in turns.
func (s *session) fork(ctx context.Context, t task, warm time.Duration, times int) (out []sample, err error) {
	s.forks++
	var ps [2]*process
	defer func() {
		for _, p := range ps {
			if p != nil {
				err = errors.Join(err, p.close(err == nil))
			}
		}
	}()
	for i, side := range sides {
		if ps[i], err = s.start(ctx, t, side); err != nil {
			return nil, err
		}
	}
	type turn struct{ side, n, reps int }
	var turns []turn
	for i, p := range ps {
		for again := range times {
			for _, n := range t.pair.Sizes {
				reps, err := p.warm(n, s.Round, s.warmFor(t, warm))
				if err != nil {
					return nil, err
				}
				if again == times-1 {
					turns = append(turns, turn{i, n, reps})
				}
			}
		}
	}
	for range s.Rounds {
		s.random.Shuffle(len(turns), func(i, j int) { turns[i], turns[j] = turns[j], turns[i] })
		for _, u := range turns {
			cost, err := ps[u.side].measure(u.n, u.reps)
			if err != nil {
				return nil, err
			}
			out = append(out, sample{u.n, u.side, s.forks, cost})
		}
	}
	return out, nil
}

// driverWarm is how many times longer the pair of a database is warmed up: its driver is many methods that run seldom.
const driverWarm = 5

// warmFor is how long a task is warmed up: where nothing is compiled, only until the number of calls is known.
func (s *session) warmFor(t task, warm time.Duration) time.Duration {
	if t.pair.Needs != "" && t.mode != evidence.Interpreter {
		return driverWarm * warm
	}
	if t.mode == evidence.Interpreter || t.pair.Rare {
		return 0
	}
	return warm
}

// points summarizes samples: medians for each size and side, and the standard error of their difference. Processes differ more
// than the rounds of one, since compilers decide anew in each: the error is that of the medians of processes, where
// it is larger.
func points(p *evidence.Pair, samples []sample) []evidence.Point {
	var out []evidence.Point
	for _, n := range p.Sizes {
		var median, variance [2]float64
		for side := range sides {
			var all []float64
			byFork := map[int][]float64{}
			for _, s := range samples {
				if s.n == n && s.side == side {
					all = append(all, s.cost)
					byFork[s.fork] = append(byFork[s.fork], s.cost)
				}
			}
			var forks []float64
			for _, f := range byFork {
				forks = append(forks, medianOf(f))
			}
			median[side] = medianOf(all)
			variance[side] = max(squaredError(all), squaredError(forks))
		}
		out = append(out, evidence.Point{N: n, Written: median[0], Repaired: median[1], SD: math.Sqrt(variance[0] + variance[1])})
	}
	return out
}

func medianOf(xs []float64) float64 {
	xs = slices.Clone(xs)
	slices.Sort(xs)
	if k := len(xs) / 2; len(xs)%2 == 1 {
		return xs[k]
	} else {
		return (xs[k-1] + xs[k]) / 2
	}
}

// squaredError is the square of the standard error of the median: pi/2 times that of the mean, for a Gaussian, by the
// median absolute deviation, which outliers do not change.
func squaredError(xs []float64) float64 {
	if len(xs) < 2 {
		return 0
	}
	if len(xs) < 5 {
		return stat.Variance(xs, nil) / float64(len(xs))
	}
	center := medianOf(xs)
	deviations := make([]float64, len(xs))
	for i, x := range xs {
		deviations[i] = math.Abs(x - center)
	}
	sd := 1.4826 * medianOf(deviations)
	return math.Pi / 2 * sd * sd / float64(len(xs))
}

// process is a virtual machine that runs one side of a pair.
type process struct {
	*calibrate.Process
	mode    evidence.Mode // checked at the end; empty for no check
	method  string        // as the log of the compiler names it
	metered bool
}

// flags are those of every virtual machine: a collector without threads of its own, in a heap as of a small service.
var flags = []string{"-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xms256m", "-Xmx1g", "-Xmn32m"}

// modeFlags are those that make a virtual machine execute code in a mode.
var modeFlags = map[evidence.Mode][]string{evidence.Interpreter: {"-Xint"}, evidence.C1: {"-XX:TieredStopAtLevel=1"}}

// start starts the process of one side.
func (s *session) start(ctx context.Context, t task, side string) (*process, error) {
	method := map[string]string{"written": "asWritten", "repaired": "repaired"}[side]
	p := &process{mode: t.mode, method: t.pair.Class() + "::" + method, metered: s.Meter != nil}
	if t.pair.Rare {
		p.mode = ""
	}
	meter := s.Meter
	if meter == nil {
		meter = threadTime{}
	}
	var err error
	argv := append(append([]string{s.Java}, flags...), modeFlags[t.mode]...)
	argv = append(argv, "-XX:CompileCommand=quiet", "-XX:CompileCommand=dontinline,"+p.method, "-XX:+PrintCompilation", "-XX:+DisplayVMOutputToStderr",
		"-cp", joinPath(s.dir, s.ClassPath), harnessClass, runner(t.pair), side)
	p.Process, err = calibrate.StartProcess(ctx, argv, s.dir, meter)
	return p, err
}

// warm warms up for a size and returns how many calls take a round.
func (p *process) warm(n int, round, least time.Duration) (int, error) {
	if err := p.Send(fmt.Sprintf("warm %d %d %d\n", n, round.Nanoseconds(), least.Nanoseconds())); err != nil {
		return 0, err
	}
	return p.number("reps")
}

// measure runs calls and returns what each costs.
func (p *process) measure(n, reps int) (float64, error) {
	reading, _, _, err := p.Measure(fmt.Sprintf("measure %d %d\n", n, reps), "ready", "done")
	if err != nil {
		return 0, err
	}
	ns, err := p.number("cpu")
	if !p.metered {
		reading = float64(ns) * 1e-9
	}
	return reading / float64(reps), err
}

// number reads what the harness answers.
func (p *process) number(name string) (int, error) {
	line, err := p.ReadLine()
	if err != nil {
		return 0, err
	}
	text, ok := strings.CutPrefix(line, name+" ")
	n, err := strconv.Atoi(text)
	if !ok || err != nil {
		return 0, fmt.Errorf("the harness said %q instead of %s", line, name)
	}
	return n, nil
}

// close ends the process and, where it measured all that it was asked, checks that it ran in its mode.
func (p *process) close(complete bool) error {
	if err := p.Close(); err != nil || !complete || p.mode == "" {
		return err
	}
	return checkMode(p.mode, p.method, p.Stderr())
}

// threadTime is the meter where the harness itself says what it consumed.
type threadTime struct{}

func (threadTime) Name() string                { return "CPU time" }
func (threadTime) Unit() string                { return "s" }
func (threadTime) Wrap(argv []string) []string { return argv }
func (threadTime) Start(int) error             { return nil }
func (threadTime) Begin() error                { return nil }
func (threadTime) End() (float64, error)       { return 0, nil }
func (threadTime) Shortest() time.Duration     { return 0 }
