//go:build linux

package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"github.com/energylint/energylint/internal/archive"
	"github.com/energylint/energylint/internal/cli"
)

const (
	// batch is how many mutants are analysed together, each of another class.
	batch = 100
	// maxBase is the size of the largest class that is mutated.
	maxBase = 30_000
	// batchLimit is the time that one analysis of a batch may take.
	batchLimit = 60 * time.Second
	// batchMemory is what the heap may grow to.
	batchMemory = 2 << 30
)

// mutation attacks with class files that differ from real ones in a few fields of the format.
type mutation struct {
	bases []*layout
	dir   string // for what fails
	out   io.Writer
}

// attackWithMutants analyses n mutants of the classes of a jar; what fails is kept in dir.
func attackWithMutants(jar, dir string, n int, seed uint64) error {
	if n == 0 {
		return nil
	}
	if dir == "" {
		var err error
		if dir, err = os.MkdirTemp("", "energylint-mutants-"); err != nil {
			return err
		}
		defer os.Remove(dir) // where nothing is kept
	}
	m, err := newMutation(jar, dir, os.Stdout)
	if err != nil {
		return fmt.Errorf("%w (script/corpus fetches the corpus)", err)
	}
	failures, err := m.run(n, seed)
	if err == nil && failures > 0 {
		err = fmt.Errorf("%d batches of mutants fail", failures)
	}
	return err
}

// newMutation reads the classes of a jar or directory.
func newMutation(path, dir string, out io.Writer) (*mutation, error) {
	entries, problems := archive.List([]string{path}, archive.Options{})
	defer archive.Close(entries)
	if len(problems) > 0 {
		return nil, fmt.Errorf("%s: %s", problems[0].Path, problems[0].Message)
	}
	m := &mutation{dir: dir, out: out}
	for i := range entries {
		if entries[i].Size > maxBase {
			continue
		}
		data, err := entries[i].Read()
		if err != nil {
			return nil, err
		}
		l, err := layoutOf(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", entries[i].Path, err)
		}
		m.bases = append(m.bases, l)
	}
	if len(m.bases) == 0 {
		return nil, fmt.Errorf("%s has no classes below %d bytes", path, maxBase)
	}
	return m, nil
}

// run analyses n mutants and returns how many batches failed.
func (m *mutation) run(n int, seed uint64) (failures int, err error) {
	var slowest time.Duration
	for from := 0; from < n; from += batch {
		r := rand.New(rand.NewPCG(seed, uint64(from)))
		var mutants [][]byte
		for _, i := range r.Perm(len(m.bases))[:min(batch, len(m.bases), n-from)] {
			mutants = append(mutants, mutate(m.bases[i], r))
		}
		jar := filepath.Join(m.dir, fmt.Sprintf("mutants-%d-%d.jar", seed, from))
		if err := writeClasses(jar, mutants); err != nil {
			return failures, err
		}
		start := time.Now()
		problem := judgeJar(jar)
		slowest = max(slowest, time.Since(start))
		if problem == "" {
			if err := os.Remove(jar); err != nil {
				return failures, err
			}
			continue
		}
		failures++
		fmt.Fprintf(m.out, "%s: %s\n", jar, problem)
	}
	fmt.Fprintf(m.out, "%d mutants of %d classes: %d batches failed; the slowest took %.1f s\n", n, len(m.bases), failures, slowest.Seconds())
	return failures, nil
}

func writeClasses(name string, classes [][]byte) error {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i, class := range classes {
		w, err := z.CreateHeader(&zip.FileHeader{Name: fmt.Sprintf("c%d.class", i), Method: zip.Store})
		if err != nil {
			return err
		}
		if _, err := w.Write(class); err != nil {
			return err
		}
	}
	if err := z.Close(); err != nil {
		return err
	}
	return os.WriteFile(name, b.Bytes(), 0o666)
}

// judgeJar analyses a jar with one and with several threads; it names what is wrong, empty where nothing is. A panic that
// the analysis isolates is reported as a failure of the class, which it asks to report.
func judgeJar(jar string) string {
	var first string
	for i, args := range [][]string{
		{"check", "--format", "json", "--jobs", "1", jar}, {"check", "--format", "json", "--jobs", "4", jar},
		{"methods", "--format", "json", "--jobs", "1", jar}, {"methods", "--format", "json", "--jobs", "4", jar},
	} {
		start := time.Now()
		out, code := analyse(args)
		took := time.Since(start)
		var memory runtime.MemStats
		runtime.ReadMemStats(&memory)
		switch {
		case code != cli.ExitOK && code != 1 && code != 3:
			return fmt.Sprintf("%s ends with %d: %s", args[0], code, firstLine(out))
		case strings.Contains(out, "please report it"):
			at := strings.Index(out, "please report it")
			return fmt.Sprintf("%s panics: %s", args[0], strings.Join(strings.Fields(out[max(0, at-300):at]), " "))
		case took > batchLimit:
			return fmt.Sprintf("%s takes %v", args[0], took)
		case memory.HeapAlloc > batchMemory:
			return fmt.Sprintf("%s takes %d MB", args[0], memory.HeapAlloc/1e6)
		case i%2 == 1 && out != first:
			return fmt.Sprintf("%s gives other results with 4 threads than with 1", args[0])
		}
		first = out
	}
	return ""
}

// analyse runs a command in this process; what panics all the way is an exit status of -1.
func analyse(args []string) (out string, code int) {
	var stdout, stderr bytes.Buffer
	defer func() {
		if p := recover(); p != nil {
			out, code = fmt.Sprintf("%v\n%s", p, debug.Stack()), -1
		}
	}()
	code = cli.Main(args, strings.NewReader(""), &stdout, &stderr)
	return stdout.String() + stderr.String(), code
}
