package calibrate

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// flags of every virtual machine: the paper's interpreter without class unloading (Nyholm et al. 2025, section 4.1), a
// collector without threads of its own, a young generation that one run of a microbenchmark does not fill.
var flags = []string{"-Xint", "-Xnoclassgc", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xshare:auto", "-Xms256m", "-Xmn192m"}

// session is one running virtual machine.
type session struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Scanner
	stderr bytes.Buffer
	meter  Meter
}

// writeClasses writes the program into a directory.
func writeClasses(dir string, files map[string][]byte) error {
	for name, b := range files {
		path := filepath.Join(dir, filepath.FromSlash(name)+".class")
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, b, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// start starts the virtual machine with the classes in dir.
func start(ctx context.Context, java, dir string, meter Meter) (*session, error) {
	argv := meter.Wrap(append(append([]string{java}, flags...), "-cp", dir, strings.ReplaceAll(mainClass, "/", ".")))
	s := &session{cmd: exec.CommandContext(ctx, argv[0], argv[1:]...), meter: meter}
	s.cmd.Stderr = &s.stderr
	s.cmd.Dir = dir // where a virtual machine that crashes writes about it
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
	if err := meter.Start(s.cmd.Process.Pid); err != nil {
		return nil, errors.Join(err, s.kill())
	}
	return s, nil
}

// run executes a microbenchmark and returns what the meter says and when it ran.
func (s *session) run(class string, iterations int) (reading float64, begin, end time.Time, err error) {
	if err = s.send(fmt.Sprintf("%s\n%d\n", strings.ReplaceAll(class, "/", "."), iterations)); err != nil {
		return
	}
	if err = s.await(readyMark); err != nil {
		return
	}
	if err = s.meter.Begin(); err != nil {
		return
	}
	begin = time.Now()
	if err = s.send("\n"); err != nil {
		return
	}
	if err = s.await(doneMark); err != nil {
		return
	}
	end = time.Now()
	reading, err = s.meter.End()
	return
}

func (s *session) send(text string) error {
	if _, err := io.WriteString(s.in, text); err != nil {
		return s.died(err)
	}
	return nil
}

// await reads lines until the mark; a virtual machine writes warnings there too.
func (s *session) await(mark string) error {
	var said []string
	for s.out.Scan() {
		if strings.TrimSpace(s.out.Text()) == mark {
			return nil
		}
		if text := strings.Trim(s.out.Text(), "# "); text != "" && !strings.HasPrefix(text, "If you") && len(said) < 3 {
			said = append(said, text)
		}
	}
	return s.died(errors.New(strings.Join(said, "; ")))
}

// died explains why the virtual machine does not answer.
func (s *session) died(cause error) error {
	_ = s.kill() // it is gone, or about to be; what matters is what it said
	said := strings.TrimSpace(s.stderr.String())
	if len(said) > 2000 {
		said = said[:2000]
	}
	return &crashError{state: s.cmd.ProcessState.String(), cause: cause, said: said}
}

// crashError says that the virtual machine ended while it was to measure.
type crashError struct {
	state string
	cause error
	said  string
}

func (e *crashError) Error() string {
	text := fmt.Sprintf("the Java virtual machine ended too early (%s): %v", e.state, e.cause)
	if e.said != "" {
		text += "\n" + e.said
	}
	return text
}

func (e *crashError) Unwrap() error { return e.cause }

func (s *session) kill() error {
	_ = s.cmd.Process.Kill() // fails where it has ended, which Wait reports
	return s.cmd.Wait()
}

// close lets the virtual machine end.
func (s *session) close() error {
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
