package validate

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

// callgrind counts the machine instructions of the thread that runs the programs, with a tool of valgrind. The counts
// repeat to about one in a thousand.
type callgrind struct {
	command, version, dir string
	dumps                 int // read so far
}

// NewCallgrind returns the meter of machine instructions; its dumps go to dir.
func NewCallgrind(dir string) (Meter, error) {
	command, err := exec.LookPath("valgrind")
	if err != nil {
		return nil, errors.New("counting instructions needs valgrind, which is not installed (package valgrind of most Linux distributions)")
	}
	out, err := exec.Command(command, "--version").Output()
	if err != nil {
		return nil, fmt.Errorf("%s --version: %w", command, err)
	}
	return &callgrind{command: command, version: strings.TrimSpace(string(out)), dir: dir}, nil
}

func (v *callgrind) Name() string {
	return "machine instructions of the running thread, counted by " + v.version + " (callgrind)"
}
func (v *callgrind) Unit() string            { return "instruction" }
func (v *callgrind) Shortest() time.Duration { return 0 }

// dumpAt is the function of the virtual machine that Runner calls before and after a run, by Runtime.totalMemory: each
// call writes what was counted since the last.
const dumpAt = "JVM_TotalMemory"

func (v *callgrind) Wrap(argv []string) []string {
	return append([]string{v.command, "--tool=callgrind", "--quiet", "--separate-threads=yes", "--dump-before=" + dumpAt,
		"--callgrind-out-file=" + filepath.Join(v.dir, "out")}, argv...)
}

func (v *callgrind) Start(int) error {
	v.dumps = 0
	return nil
}

func (v *callgrind) Begin() error { return nil }

// End reads the dump of the second of the two calls.
func (v *callgrind) End() (float64, error) {
	v.dumps += 2
	n, err := readTotals(filepath.Join(v.dir, "out."+strconv.Itoa(v.dumps)+"-02"))
	if errors.Is(err, fs.ErrNotExist) {
		return 0, fmt.Errorf("%s wrote no dump at %s, so this virtual machine calls it otherwise: %w", v.version, dumpAt, err)
	}
	if err != nil {
		return 0, err
	}
	stale, err := filepath.Glob(filepath.Join(v.dir, "out.*"))
	for _, f := range stale {
		err = errors.Join(err, os.Remove(f))
	}
	return n, err
}

// readTotals reads the line "totals: N" of a dump.
func readTotals(file string) (float64, error) {
	f, err := os.Open(file)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		if rest, ok := strings.CutPrefix(s.Text(), "totals:"); ok {
			n, err := strconv.ParseFloat(strings.TrimSpace(rest), 64)
			if err != nil {
				return 0, fmt.Errorf("%s: %q is no count", file, rest)
			}
			return n, nil
		}
	}
	return 0, errors.Join(fmt.Errorf("%s has no line of totals", file), s.Err())
}
