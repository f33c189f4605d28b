package calibrate

import (
	"bufio"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// valgrind counts the machine instructions of the thread that runs the microbenchmarks, with valgrind's tool callgrind.
// The counts are exact and repeatable. Other threads of the virtual machine, and with them most of a garbage
// collection, are left out.
type valgrind struct {
	command, version string
	dir              string // of the dumps
	dumps            int    // read so far
}

// NewValgrind returns the meter of instructions that writes its dumps into dir.
func NewValgrind(dir string) (Meter, error) {
	command, err := exec.LookPath("valgrind")
	if err != nil {
		return nil, errors.New("the meter of instructions needs valgrind, which is not installed (package valgrind of most Linux distributions)")
	}
	out, err := exec.Command(command, "--version").Output()
	if err != nil {
		return nil, fmt.Errorf("%s --version: %w", command, err)
	}
	return &valgrind{command: command, version: strings.TrimSpace(string(out)), dir: dir}, nil
}

func (v *valgrind) Name() string {
	return "machine instructions of the running thread, counted by " + v.version + " (callgrind)"
}
func (v *valgrind) Unit() string            { return "instruction" }
func (v *valgrind) Shortest() time.Duration { return 0 }

// dumpAt is the function of the virtual machine that the harness calls before and after a run, by
// Runtime.totalMemory: each call makes callgrind write what was counted since the last.
const dumpAt = "JVM_TotalMemory"

func (v *valgrind) Wrap(argv []string) []string {
	return append([]string{v.command, "--tool=callgrind", "--quiet", "--separate-threads=yes", "--dump-before=" + dumpAt,
		"--callgrind-out-file=" + filepath.Join(v.dir, "out")}, argv...)
}

func (v *valgrind) Start(int) error {
	v.dumps = 0
	return nil
}

func (v *valgrind) Begin() error { return nil }

// End reads the dump of the second of two calls, which counts the run and nothing else.
func (v *valgrind) End() (float64, error) {
	before := v.dump(v.dumps + 1)
	after := v.dump(v.dumps + 2)
	v.dumps += 2
	n, err := readTotals(after)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, fmt.Errorf("%s wrote no dump at %s, so this virtual machine calls it otherwise: %w", v.version, dumpAt, err)
	}
	if err != nil {
		return 0, err
	}
	stale, err := filepath.Glob(filepath.Join(v.dir, "out.*"))
	if err != nil {
		return 0, err
	}
	for _, f := range append(stale, before) {
		if err := os.Remove(f); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return 0, err
		}
	}
	return n, nil
}

// dump is the name of a dump of the second thread: the first only starts the virtual machine, in the second.
func (v *valgrind) dump(n int) string {
	return filepath.Join(v.dir, "out."+strconv.Itoa(n)+"-02")
}

// readTotals reads the line "totals: N" of a dump.
func readTotals(path string) (float64, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	for s.Scan() {
		if rest, ok := strings.CutPrefix(s.Text(), "totals:"); ok {
			n, err := strconv.ParseFloat(strings.TrimSpace(rest), 64)
			if err != nil {
				return 0, fmt.Errorf("%s: %q is no count", path, rest)
			}
			return n, nil
		}
	}
	if err := s.Err(); err != nil {
		return 0, err
	}
	return 0, fmt.Errorf("%s: no totals", path)
}
