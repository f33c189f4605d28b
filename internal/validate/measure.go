package validate

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strconv"
	"strings"
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
	s, err := start(ctx, append(append([]string{java}, flags...), "-cp", dir, "Runner"), meter)
	if err != nil {
		return nil, err
	}
	defer func() {
		if e := s.close(); err == nil {
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

// session is one running virtual machine.
type session struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Scanner
	stderr bytes.Buffer
	meter  calibrate.Meter
}

func start(ctx context.Context, argv []string, meter calibrate.Meter) (*session, error) {
	argv = meter.Wrap(argv)
	s := &session{cmd: exec.CommandContext(ctx, argv[0], argv[1:]...), meter: meter}
	s.cmd.Stderr = &s.stderr
	s.cmd.WaitDelay = 10 * time.Second
	var err error
	if s.in, err = s.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	s.out = bufio.NewScanner(out)
	if err := s.cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting %s: %w", argv[0], err)
	}
	return s, meter.Start(s.cmd.Process.Pid)
}

// times chooses two numbers of repetitions. A meter that does not count exactly gets runs that are long enough for it.
func (s *session) times(c Case, shortest time.Duration) (few, more int, err error) {
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
func (s *session) run(c Case, times int) (reading float64, result int32, err error) {
	if err := s.send(fmt.Sprintf("%s\n%d\n%d\n", c.Program, c.Size, times)); err != nil {
		return 0, 0, err
	}
	if err := s.await("ready"); err != nil {
		return 0, 0, err
	}
	if err := s.meter.Begin(); err != nil {
		return 0, 0, err
	}
	if err := s.send("\n"); err != nil {
		return 0, 0, err
	}
	if err := s.await("done"); err != nil {
		return 0, 0, err
	}
	if reading, err = s.meter.End(); err != nil {
		return 0, 0, err
	}
	if !s.out.Scan() {
		return 0, 0, s.died(s.out.Err())
	}
	n, err := strconv.ParseInt(s.out.Text(), 10, 32)
	return reading, int32(n), err
}

func (s *session) send(text string) error {
	if _, err := io.WriteString(s.in, text); err != nil {
		return s.died(err)
	}
	return nil
}

// await reads lines until the mark; a virtual machine writes warnings there too.
func (s *session) await(mark string) error {
	for s.out.Scan() {
		if s.out.Text() == mark {
			return nil
		}
	}
	return s.died(s.out.Err())
}

// died explains why the virtual machine does not answer.
func (s *session) died(cause error) error {
	_ = s.cmd.Process.Kill() // it is gone, or about to be; what matters is what it said
	_ = s.cmd.Wait()
	said := strings.TrimSpace(s.stderr.String())
	if len(said) > 2000 {
		said = said[:2000]
	}
	text := fmt.Sprintf("the Java virtual machine ended too early (%s)", s.cmd.ProcessState)
	if cause != nil {
		text += ": " + cause.Error()
	}
	return errors.New(strings.TrimSpace(text + "\n" + said))
}

// close lets the virtual machine end.
func (s *session) close() error {
	if s.cmd.ProcessState != nil { // died has waited
		return nil
	}
	if err := s.in.Close(); err != nil {
		return s.died(err)
	}
	for s.out.Scan() { // Wait closes the pipe: read it first
	}
	if err := s.cmd.Wait(); err != nil {
		return fmt.Errorf("the Java virtual machine: %w\n%s", err, s.stderr.String())
	}
	return nil
}
