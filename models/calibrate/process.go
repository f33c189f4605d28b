package calibrate

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"time"
)

// Process is a running Java virtual machine whose program does what it is told on its standard input, under a meter.
type Process struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Scanner
	stderr bytes.Buffer
	meter  Meter
}

// StartProcess starts a virtual machine, whose command is argv, under a meter. dir is where it works: where it writes
// about it if it crashes.
func StartProcess(ctx context.Context, argv []string, dir string, meter Meter) (*Process, error) {
	argv = meter.Wrap(argv)
	p := &Process{cmd: exec.CommandContext(ctx, argv[0], argv[1:]...), meter: meter}
	p.cmd.Stderr = &p.stderr
	p.cmd.Dir = dir
	p.cmd.WaitDelay = 10 * time.Second
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.out = bufio.NewScanner(out)
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("starting %s: %w", argv[0], err)
	}
	if err := meter.Start(p.cmd.Process.Pid); err != nil {
		return nil, errors.Join(err, p.kill())
	}
	return p, nil
}

// Measure sends a request, waits until the program says that it is ready, and measures what it does from then on until
// it says that it is done. begin and end are when that was.
func (p *Process) Measure(request, ready, done string) (reading float64, begin, end time.Time, err error) {
	if err = p.Send(request); err != nil {
		return
	}
	if err = p.await(ready); err != nil {
		return
	}
	if err = p.meter.Begin(); err != nil {
		return
	}
	begin = time.Now()
	if err = p.Send("\n"); err != nil {
		return
	}
	if err = p.await(done); err != nil {
		return
	}
	end = time.Now()
	reading, err = p.meter.End()
	return
}

// ReadLine reads what the program says next.
func (p *Process) ReadLine() (string, error) {
	if !p.out.Scan() {
		return "", p.died(p.out.Err())
	}
	return strings.TrimSpace(p.out.Text()), nil
}

// Send sends a request whose execution is not measured.
func (p *Process) Send(text string) error {
	if _, err := io.WriteString(p.in, text); err != nil {
		return p.died(err)
	}
	return nil
}

// await reads lines until the mark; a virtual machine writes warnings there too.
func (p *Process) await(mark string) error {
	var said []string
	for p.out.Scan() {
		if strings.TrimSpace(p.out.Text()) == mark {
			return nil
		}
		if text := strings.Trim(p.out.Text(), "# "); text != "" && !strings.HasPrefix(text, "If you") && len(said) < 3 {
			said = append(said, text)
		}
	}
	cause := p.out.Err()
	if len(said) > 0 {
		cause = errors.New(strings.Join(said, "; "))
	}
	return p.died(cause)
}

// died explains why the virtual machine does not answer. cause may be nil.
func (p *Process) died(cause error) error {
	_ = p.kill() // it is gone, or about to be; what matters is what it said
	said := strings.TrimSpace(p.stderr.String())
	if len(said) > 2000 {
		said = said[:2000]
	}
	return &crashError{state: p.cmd.ProcessState.String(), cause: cause, said: said}
}

// crashError says that the virtual machine ended while it was to measure.
type crashError struct {
	state string
	cause error
	said  string
}

func (e *crashError) Error() string {
	text := fmt.Sprintf("the Java virtual machine ended too early (%s)", e.state)
	if e.cause != nil {
		text += ": " + e.cause.Error()
	}
	if e.said != "" {
		text += "\n" + e.said
	}
	return text
}

func (e *crashError) Unwrap() error { return e.cause }

// Stderr returns what the program wrote to its standard error. It is called after Close.
func (p *Process) Stderr() string { return p.stderr.String() }

func (p *Process) kill() error {
	_ = p.cmd.Process.Kill() // fails where it has ended, which Wait reports
	return p.cmd.Wait()
}

// Close lets the program end, unless it has.
func (p *Process) Close() error {
	if p.cmd.ProcessState != nil { // died has waited
		return nil
	}
	if err := p.in.Close(); err != nil {
		return p.died(err)
	}
	for p.out.Scan() { // Wait closes the pipe: read it first
	}
	if err := p.cmd.Wait(); err != nil {
		return fmt.Errorf("the Java virtual machine: %w\n%s", err, strings.TrimSpace(p.stderr.String()))
	}
	return nil
}
