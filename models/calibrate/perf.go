package calibrate

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// perf counts the machine instructions of the virtual machine's process in user mode with the processor's own counters,
// by the command perf stat. It is far faster than valgrind, and a count differs by some thousands from run to run: the
// process's other threads, and interrupts.
type perf struct {
	command, version string
	dir              string // of what perf writes
	pid              int
	patience         time.Duration // how long perf may take to answer, and to end

	running      *exec.Cmd
	stderr       *bytes.Buffer
	control, ack *os.File
}

// perfEvent is what is counted: instructions in user mode, which need no privilege where perf_event_paranoid is at
// most 2.
const perfEvent = "instructions:u"

// perfPatience is how long perf may take to answer, unless a test has less time.
const perfPatience = 10 * time.Second

// NewPerf returns the meter of instructions that reads the processor's counters; dir is for its files. The error
// explains what is missing.
func NewPerf(dir string) (Meter, error) {
	command, err := exec.LookPath("perf")
	if err != nil {
		return nil, errors.New("perf is not installed (package linux-perf or linux-tools of most Linux distributions)")
	}
	version, err := exec.Command(command, "--version").Output()
	if err != nil {
		return nil, fmt.Errorf("%s --version: %w", command, err)
	}
	out, err := exec.Command(command, "stat", "-x", ",", "-e", perfEvent, "--", command, "--version").CombinedOutput()
	switch text := string(out); {
	case strings.Contains(text, "perf_event_paranoid") || strings.Contains(text, "ermission"):
		return nil, errors.New("perf may not read the processor's counters: as root, sysctl kernel.perf_event_paranoid=2 (or less); a container needs the capability PERFMON, too")
	case strings.Contains(text, "not supported") || strings.Contains(text, "not counted"):
		return nil, errors.New("perf finds no counter of instructions: most virtual machines have none")
	case err != nil:
		return nil, fmt.Errorf("perf stat -e %s fails: %w: %s", perfEvent, err, strings.TrimSpace(text))
	}
	return &perf{command: command, version: strings.TrimSpace(string(version)), dir: dir, patience: perfPatience}, nil
}

func (p *perf) Name() string {
	return "machine instructions of the process in user mode, counted by the processor (" + p.version + ")"
}
func (p *perf) Unit() string { return "instruction" }

// Shortest makes a run some hundred million instructions, of which what the counters pick up besides is hardly anything.
func (p *perf) Shortest() time.Duration { return 100 * time.Millisecond }

func (p *perf) Wrap(argv []string) []string { return argv }

func (p *perf) Start(pid int) error {
	p.pid = pid
	return nil
}

func (p *perf) output() string { return filepath.Join(p.dir, "perf.csv") }

// Begin attaches perf to the process, with counters that stand still, and starts them. perf says when they run.
func (p *perf) Begin() error {
	if err := os.Remove(p.output()); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	controlIn, control, err := os.Pipe()
	if err != nil {
		return err
	}
	ack, ackOut, err := os.Pipe()
	if err != nil {
		return errors.Join(err, controlIn.Close(), control.Close())
	}
	p.control, p.ack, p.stderr = control, ack, &bytes.Buffer{}
	p.running = exec.Command(p.command, "stat", "-x", ",", "-e", perfEvent, "-p", strconv.Itoa(p.pid),
		"--delay", "-1", "--control", "fd:3,4", "-o", p.output())
	p.running.ExtraFiles = []*os.File{controlIn, ackOut}
	p.running.Stderr = p.stderr
	p.running.WaitDelay = p.patience
	err = p.running.Start()
	// Its ends of the pipes are its own now: when it ends, ours say so.
	if closed := errors.Join(controlIn.Close(), ackOut.Close()); err == nil {
		err = closed
	}
	if err != nil {
		return errors.Join(fmt.Errorf("starting %s: %w", p.command, err), control.Close(), ack.Close())
	}
	if err := p.tell("enable"); err != nil {
		return p.failed(err)
	}
	return nil
}

// End stops the counters and reads them.
func (p *perf) End() (float64, error) {
	if err := p.tell("disable"); err != nil {
		return 0, p.failed(err)
	}
	if err := p.running.Process.Signal(os.Interrupt); err != nil {
		return 0, p.failed(err)
	}
	// It ends by the signal, which is no failure: what it has written shows whether it worked. One that ignores the signal is ended.
	ends := time.AfterFunc(p.patience, func() { _ = p.running.Process.Kill() })
	_ = p.running.Wait()
	ends.Stop()
	if err := errors.Join(p.control.Close(), p.ack.Close()); err != nil {
		return 0, err
	}
	text, err := os.ReadFile(p.output())
	if err != nil {
		return 0, fmt.Errorf("%s wrote no counts: %w\n%s", p.version, err, strings.TrimSpace(p.stderr.String()))
	}
	return parsePerf(string(text))
}

// tell gives perf a command and waits until it says that it has done it.
func (p *perf) tell(command string) error {
	if err := p.ask(command); err != nil {
		return fmt.Errorf("%s does not acknowledge %s: %w", p.version, command, err)
	}
	return nil
}

func (p *perf) ask(command string) error {
	if _, err := io.WriteString(p.control, command+"\n"); err != nil { // it may have ended already
		return err
	}
	if err := p.ack.SetReadDeadline(time.Now().Add(p.patience)); err != nil {
		return err
	}
	var answer []byte
	buffer := make([]byte, 64)
	for !bytes.Contains(answer, []byte("ack\n")) {
		n, err := p.ack.Read(buffer)
		if err != nil {
			return err
		}
		answer = append(answer, buffer[:n]...)
	}
	return nil
}

// failed ends perf and adds what it said.
func (p *perf) failed(cause error) error {
	_ = p.running.Process.Kill() // it may be gone
	_ = p.running.Wait()
	_ = p.control.Close()
	_ = p.ack.Close()
	if said := strings.TrimSpace(p.stderr.String()); said != "" {
		return fmt.Errorf("%w\n%s", cause, said)
	}
	return cause
}

// parsePerf reads the count from what perf stat -x , writes: value, unit, event, and how long it ran. A processor with
// two kinds of cores has a counter of each.
func parsePerf(text string) (float64, error) {
	sum, counted := 0.0, false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, ",")
		if len(fields) < 3 || !strings.Contains(fields[2], "instructions") {
			continue
		}
		if n, err := strconv.ParseFloat(fields[0], 64); err == nil { // else <not counted> on cores of this kind
			sum, counted = sum+n, true
		}
	}
	if !counted {
		return 0, fmt.Errorf("perf stat counted no instructions: %q", strings.TrimSpace(text))
	}
	return sum, nil
}

// NewInstructionsAs returns the meter of machine instructions that calls itself so, or else NewInstructions.
func NewInstructionsAs(name, dir string, say func(text string)) (Meter, error) {
	switch {
	case strings.Contains(name, "callgrind"):
		return NewValgrind(dir)
	case strings.Contains(name, "counted by the processor"):
		return NewPerf(dir)
	}
	return NewInstructions(dir, say)
}

// NewInstructions returns the better meter of machine instructions that this machine has: the processor's counters, else
// valgrind. say is told what is missing for the better one.
func NewInstructions(dir string, say func(text string)) (Meter, error) {
	m, err := NewPerf(dir)
	if err == nil {
		return m, nil
	}
	v, verr := NewValgrind(dir)
	if verr != nil {
		return nil, fmt.Errorf("instructions cannot be counted here: %w; %w", err, verr)
	}
	say(err.Error() + "; counting with valgrind instead, which is exact and slower")
	return v, nil
}
