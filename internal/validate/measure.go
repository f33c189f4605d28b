package validate

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strconv"
	"time"

	"github.com/energylint/energylint/models/calibrate"
)

// Measurement is what one repetition of a case consumed.
type Measurement struct {
	Case
	Value float64
}

// The repetitions of the two runs, for meters that count exactly. Two are what Execute has the result of.
const exactFew, exactMore = 2, 4

// Measure measures every case on a Java virtual machine with the given flags: the difference of two runs with different
// numbers of repetitions, divided by the difference of these. done, if set, is called after each case.
func Measure(ctx context.Context, java string, flags []string, meter calibrate.Meter, cases []Case, done func(n int)) (ms []Measurement, err error) {
	dir, err := os.MkdirTemp("", "energylint-validate-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	names, err := classNames()
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		data, err := programs.ReadFile(path.Join(classesDir, name))
		if err != nil {
			return nil, err
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			return nil, err
		}
	}
	s, err := start(ctx, append(append([]string{java}, flags...), "-cp", dir, "Runner"), dir, meter)
	if err != nil {
		return nil, err
	}
	defer func() {
		if e := s.Close(); err == nil {
			err = e
		}
	}()
	for i, c := range cases {
		x, err := Execute(c)
		if err != nil {
			return nil, err
		}
		few, more, err := s.times(c, meter.Shortest())
		if err != nil {
			return nil, err
		}
		a, result, err := s.run(c, few)
		if err != nil {
			return nil, err
		}
		b, _, err := s.run(c, more)
		if err != nil {
			return nil, err
		}
		if few == 2 && result != x.Result {
			return nil, fmt.Errorf("%s returned %d on the virtual machine, %d when its patterns were counted", c, result, x.Result)
		}
		ms = append(ms, Measurement{c, (b - a) / float64(more-few)})
		if done != nil {
			done(i + 1)
		}
	}
	return ms, nil
}

// session is a virtual machine that runs the programs.
type session struct{ *calibrate.Process }

func start(ctx context.Context, argv []string, dir string, meter calibrate.Meter) (session, error) {
	p, err := calibrate.StartProcess(ctx, argv, dir, meter)
	return session{p}, err
}

// times chooses two numbers of repetitions. A meter that does not count exactly gets runs that are long enough for it.
func (s session) times(c Case, shortest time.Duration) (few, more int, err error) {
	if shortest == 0 {
		return exactFew, exactMore, nil
	}
	for n := 1; ; n *= 4 {
		begin := time.Now()
		if _, _, err := s.run(c, n); err != nil {
			return 0, 0, err
		}
		if took := time.Since(begin); took > shortest || n > 1<<24 {
			return n, 3 * n, nil
		}
	}
}

// run executes a case and returns what the meter says and the program's result.
func (s session) run(c Case, times int) (reading float64, result int32, err error) {
	reading, _, _, err = s.Measure(fmt.Sprintf("%s\n%d\n%d\n", c.Program, c.Size, times), "ready", "done")
	if err != nil {
		return 0, 0, err
	}
	line, err := s.ReadLine()
	if err != nil {
		return 0, 0, err
	}
	n, err := strconv.ParseInt(line, 10, 32)
	if err != nil {
		return 0, 0, fmt.Errorf("%s says %q where its result is expected", c, line)
	}
	return reading, int32(n), nil
}
