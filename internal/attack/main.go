//go:build linux

// Attack feeds energylint classes that are made to cost as much analysis as they can, and prints a Markdown table of what
// they cost. Each generator makes a jar of a size that doubles; `energylint check` and `energylint methods` analyse it in
// a process of its own, whose processor time and peak of resident memory are measured.
//
// Then it analyses mutants of real classes, in this process: class files of which a few fields of the format are changed,
// repeated or left out. None may panic, and one thread and several are to give the same.
//
// It exits with 1 where a run takes more than -limit, more than -growth times what half the size took, or more memory than -memory, and where energylint fails in any way but by findings or classes that it refuses.
//
// Usage: go run ./internal/attack [-run REGEXP] [-limit 10s] [-growth 3] [-memory 2000] [-size 65536] [-energylint FILE] [-keep DIR] [-mutants 10000] [-seed 1] [-classes JAR]
package main

import (
	"archive/zip"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"

	"github.com/energylint/energylint/internal/corpus"
	"github.com/energylint/energylint/internal/randprog"
)

// measurable is the time from which on its growth is judged: the start of the program and the collection of garbage make
// shorter times differ by more than a size does. A time before that is shorter counts as measurable / 3, so that what reaches
// it at once is judged by the next doubling.
const measurable = 500 * time.Millisecond

// commands are the arguments before the jar.
var commands = [][]string{{"check", "--format", "json=/dev/null"}, {"methods", "--format", "json"}}

func main() {
	run := flag.String("run", "", "only the generators whose name matches")
	limit := flag.Duration("limit", 10*time.Second, "the time that a run may take")
	growth := flag.Float64("growth", 3, "by how much the time may grow where the size doubles")
	memory := flag.Int64("memory", 2000, "the MB of memory that a run may take")
	size := flag.Int("size", 1<<16, "the largest size")
	program := flag.String("energylint", "", "the program to attack (default: build ./cmd/energylint)")
	keep := flag.String("keep", "", "keep the jars in this directory")
	mutants := flag.Int("mutants", 10_000, "how many mutants to analyse")
	seed := flag.Uint64("seed", 1, "of the random choices of mutants")
	classes := flag.String("classes", corpus.Path("guava.jar"), "the jar whose classes are mutated")
	flag.Parse()
	a := &attack{limit: *limit, growth: *growth, memory: *memory * 1e6, size: *size, program: *program, dir: *keep}
	pattern, err := regexp.Compile(*run)
	if err == nil {
		err = errors.Join(a.all(pattern), attackWithMutants(*classes, *keep, *mutants, *seed))
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "attack: %v\n", err)
		os.Exit(1)
	}
}

type attack struct {
	limit   time.Duration
	growth  float64
	memory  int64 // bytes
	size    int
	program string
	dir     string // for the jars
}

func (a *attack) all(pattern *regexp.Regexp) error {
	dir, err := os.MkdirTemp("", "energylint-attack-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	a.dir = cmp.Or(a.dir, dir)
	if a.program == "" {
		a.program = filepath.Join(dir, "energylint")
		build := exec.Command("go", "build", "-o", a.program, "./cmd/energylint")
		build.Stderr = os.Stderr
		if err := build.Run(); err != nil {
			return fmt.Errorf("go build ./cmd/energylint: %w", err)
		}
	}
	fmt.Println("| what | command | size | bytes | time | growth | memory | |\n| --- | --- | ---: | ---: | ---: | ---: | ---: | --- |")
	problems := 0
	for _, g := range generators() {
		if !pattern.MatchString(g.name) {
			continue
		}
		for _, command := range commands {
			problem, err := a.grow(g, command)
			if err != nil {
				return fmt.Errorf("%s: %w", g.name, err)
			}
			if problem != "" {
				problems++
			}
		}
	}
	if problems > 0 {
		return fmt.Errorf("%d of these exceed a limit", problems)
	}
	return nil
}

// grow doubles the size of one attack up to the limits, prints the last run of it, and returns the limit that it exceeds;
// empty where it exceeds none.
func (a *attack) grow(g generator, command []string) (problem string, err error) {
	var before time.Duration
	var bytesBefore int64
	for n := min(g.start, a.size); ; n = min(2*n, g.limit, a.size) {
		jar := filepath.Join(a.dir, fmt.Sprintf("%s %d.jar", g.name, n))
		bytes, err := writeJar(jar, g, n)
		if err != nil {
			return "", fmt.Errorf("size %d: %w", n, err)
		}
		r, growth, problem := result{}, 0.0, ""
		for try := range 2 { // what else runs on the machine may take the processor's time, too: the better of two counts
			again := a.measure(append(command[:len(command):len(command)], jar))
			if try == 0 || again.failure == "" && again.cpu < r.cpu {
				r = again
			}
			growth = growthPerDoubling(before, r.cpu, bytesBefore, bytes)
			if problem = a.judge(r, growth); problem == "" || r.failure != "" {
				break
			}
		}
		last := n >= min(g.limit, a.size) || problem != ""
		if last {
			fmt.Printf("| %s | %s | %d | %d | %.2f s | %.1f | %.0f MB | %s |\n", g.name, command[0], n, bytes, r.cpu.Seconds(), growth, float64(r.peak)/1e6, problem)
			return problem, nil
		}
		before, bytesBefore = r.cpu, bytes
	}
}

// growthPerDoubling is by how much the time grows where the input doubles, 0 where it cannot be measured. Where the bytes of the
// classes more than double with the size, as with methods that all call each other, it is the growth for a doubling of the
// bytes: what reads a file takes time for each byte of it.
func growthPerDoubling(before, now time.Duration, bytesBefore, bytes int64) float64 {
	if now < measurable {
		return 0
	}
	growth := now.Seconds() / max(before, measurable/3).Seconds()
	if bytesBefore > 0 && bytes > 2*bytesBefore {
		growth = math.Pow(growth, 1/math.Log2(float64(bytes)/float64(bytesBefore)))
	}
	return growth
}

// judge names the limit that a run exceeds; empty where it exceeds none.
func (a *attack) judge(r result, growth float64) string {
	switch {
	case r.failure != "":
		return r.failure
	case r.cpu > a.limit:
		return fmt.Sprintf("above %v", a.limit)
	case r.peak > a.memory:
		return fmt.Sprintf("above %d MB", a.memory/1e6)
	case growth > a.growth:
		return fmt.Sprintf("above %g times", a.growth)
	}
	return ""
}

// writeJar writes the classes of a size and returns the number of their bytes, before compression.
func writeJar(name string, g generator, n int) (bytes int64, err error) {
	l := &listing{}
	g.make(l, n)
	classes, err := randprog.Assemble(l.String())
	if err != nil {
		return 0, err
	}
	f, err := os.Create(name)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	z := zip.NewWriter(f)
	for i, class := range classes {
		w, err := z.Create(fmt.Sprintf("c%d.class", i))
		if err != nil {
			return 0, err
		}
		if _, err := w.Write(class); err != nil {
			return 0, err
		}
		bytes += int64(len(class))
	}
	return bytes, z.Close()
}

// result is what one run took.
type result struct {
	cpu     time.Duration // of all threads
	peak    int64         // bytes of resident memory
	failure string        // how it ended where that is wrong
}

// measure runs energylint, for no longer than four times the limit: what else runs on the machine takes its share.
func (a *attack) measure(args []string) result {
	cmd := exec.Command(a.program, args...)
	cmd.Env = append(os.Environ(), "GOMEMLIMIT=8GiB")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		return result{failure: err.Error()}
	}
	timer := time.AfterFunc(4*a.limit, func() { cmd.Process.Kill() })
	err := cmd.Wait()
	timer.Stop()
	r := result{cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		r.peak = usage.Maxrss * 1024 // getrusage(2): kilobytes
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) && !exit.Exited() {
		r.failure = fmt.Sprintf("does not end in %v", 4*a.limit)
	} else if err != nil && exit.ExitCode() != 1 && exit.ExitCode() != 3 || strings.Contains(stderr.String(), "internal error") {
		r.failure = "fails: " + firstLine(stderr.String())
	}
	return r
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return line
}
