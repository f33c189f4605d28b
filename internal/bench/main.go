//go:build linux

// Bench measures energylint on the jars of the corpus (script/corpus) and prints a Markdown table: wall time of
// `energylint check` beside that of `unzip -t` on the same jar, both with the jar in the page cache, and the peak of
// resident memory. A ratio says more than seconds do: it is about the same on any machine.
//
// Usage: go run ./internal/bench [-runs 3] [-cpus 2] [-energylint FILE] [-page FILE] [-linear | -methods | -rules [-each] | -corpora | -outliers [-evaluate]] [JAR...]
//
// With -linear it compares, instead, the processor time for a jar with that for the jar and a copy of it under other
// names: twice the code is to cost at most 2.2 times as much. With -outliers it analyses every method by itself and
// compares the time per instruction with the median, which no method is to exceed a hundred times; with -evaluate it
// measures the evaluation of each with the methods that it calls instead; with -list it names those that exceed it.
//
// With -methods it compares `energylint methods --format json`, which prices everything, with check: it is to take at most
// 4 times as long for guava.jar and 5 times for compiler.jar, and at most 2 GB for kotlin-compiler.jar.
//
// With -rules it compares check with check with the first eleven rules only, in pairs of runs: the others are to take at most 10%
// of the processor time. With -each it measures what each of the others takes alone.
//
// With -corpora it runs check over the largest inputs that there are: the JDKs, /usr/share/java, the corpus, and all of
// them. None may take more than 2 GB.
//
// With -page the table replaces what is between <!-- bench --> (linear, methods, rules, corpora, outliers) and <!-- end --> in that file.
package main

import (
	"archive/zip"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/energylint/energylint/internal/corpus"
	"github.com/energylint/energylint/internal/pagemarks"
)

func main() {
	runs := flag.Int("runs", 3, "measure each command this often and take the fastest")
	cpus := flag.Int("cpus", 2, "processors for energylint, as GOMAXPROCS")
	program := flag.String("energylint", "", "the program to measure (default: build ./cmd/energylint)")
	page := flag.String("page", "", "write the table into this Markdown page, too")
	linear := flag.Bool("linear", false, "measure what twice the code costs")
	pricing := flag.Bool("methods", false, "measure what it costs to price every method")
	shares := flag.Bool("rules", false, "measure what the rules take that came after the first eleven")
	each := flag.Bool("each", false, "with -rules, measure each of them beside the first eleven")
	methods := flag.Bool("outliers", false, "measure the time per instruction of each method")
	evaluate := flag.Bool("evaluate", false, "with -outliers, measure evaluations of the methods in their program instead of their analysis by themselves")
	list := flag.Bool("list", false, "with -outliers, name the methods that exceed the limit")
	whole := flag.Bool("corpora", false, "measure one run over all classes of the JDKs, of /usr/share/java and of the corpus, each and together")
	flag.Parse()
	var table strings.Builder
	m := measurement{runs: *runs, cpus: *cpus, program: *program, out: io.MultiWriter(os.Stdout, &table)}
	mark := "bench"
	m.head = "| jar | classes | `unzip -t` | `energylint check` | ratio | memory |\n| --- | ---: | ---: | ---: | ---: | ---: |"
	m.row = m.jar
	inputs := flag.Args()
	switch {
	case *whole:
		mark = "corpora"
		m.head = "| input | classes | time | memory | exit status | not analysed |\n| --- | ---: | ---: | ---: | ---: | ---: |"
		m.row = m.whole
		inputs, _ = corpora()
	case *linear:
		mark = "linear"
		m.head = "| jar | classes | `energylint check` | with its copy | ratio |\n| --- | ---: | ---: | ---: | ---: |"
		m.row = m.twice
	case *pricing:
		mark = "methods"
		m.head = "| jar | classes | `energylint check` | `energylint methods` | ratio | processor time | memory |\n| --- | ---: | ---: | ---: | ---: | ---: | ---: |"
		m.row = m.everything
	case *shares && *each:
		mark = "each-rule"
		m.head = "| jar | rule | processor time |\n| --- | --- | ---: |"
		m.row = m.eachRule
	case *shares:
		mark = "rules"
		m.head = "| jar | eleven rules | all rules | more |\n| --- | ---: | ---: | ---: |"
		m.row = m.share
	case *methods:
		mark = "outliers"
		m.head = "| jar | methods | median per instruction | most, in medians | methods above 100 |\n| --- | ---: | ---: | ---: | ---: |"
		m.row = func(name string) (string, error) { return outliers(name, *evaluate, *list, os.Stdout) }
	}
	err := m.run(inputs)
	if err == nil && *page != "" {
		err = pagemarks.Insert(*page, mark, table.String())
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1)
	}
}

// measurement is a table of the jars.
type measurement struct {
	runs, cpus int
	program    string // energylint
	out        io.Writer
	head       string
	row        func(jar string) (string, error)
}

func (m *measurement) run(names []string) error {
	if m.runs < 1 || m.cpus < 1 {
		return errors.New("-runs and -cpus must be at least 1")
	}
	if m.program == "" {
		dir, err := os.MkdirTemp("", "energylint-bench-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		m.program = filepath.Join(dir, "energylint")
		build := exec.Command("go", "build", "-o", m.program, "./cmd/energylint")
		build.Stderr = os.Stderr
		if err := build.Run(); err != nil {
			return fmt.Errorf("go build ./cmd/energylint: %w", err)
		}
	}
	if len(names) == 0 {
		for _, name := range corpus.All {
			names = append(names, corpus.Path(name))
		}
	}
	fmt.Fprintln(m.out, m.head)
	for _, name := range names {
		row, err := m.row(name)
		if err != nil {
			return err
		}
		fmt.Fprintln(m.out, row)
	}
	return nil
}

// jar compares check with unzip -t.
func (m *measurement) jar(name string) (string, error) {
	classes, err := countClasses(name)
	if err != nil {
		return "", fmt.Errorf("%w (script/corpus fetches the corpus)", err)
	}
	unzip, err := fastest(m.runs, nil, "unzip", "-tqq", name)
	if err != nil {
		return "", err
	}
	check, err := m.check(name)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("| %s | %d | %.2f s | %.2f s | %.1f | %.0f MB |", filepath.Base(name), classes,
		unzip.wall.Seconds(), check.wall.Seconds(), check.wall.Seconds()/unzip.wall.Seconds(), float64(check.peak)/1e6), nil
}

// twice compares a jar with the jar and its twin, in processor time, which what else runs on the machine disturbs least.
func (m *measurement) twice(name string) (string, error) {
	classes, err := countClasses(name)
	if err != nil {
		return "", fmt.Errorf("%w (script/corpus fetches the corpus)", err)
	}
	dir, err := os.MkdirTemp("", "energylint-bench-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	twin := filepath.Join(dir, "twin.jar")
	if err := writeTwin(name, twin); err != nil {
		return "", fmt.Errorf("%s: %w", name, err)
	}
	one, err := m.check(name)
	if err != nil {
		return "", err
	}
	two, err := m.check(name, twin)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("| %s | %d | %.2f s | %.2f s | %.2f |", filepath.Base(name), classes, one.cpu.Seconds(), two.cpu.Seconds(),
		two.cpu.Seconds()/one.cpu.Seconds()), nil
}

// everything compares the methods command with check: the ratios are of wall time and of processor time.
func (m *measurement) everything(name string) (string, error) {
	classes, err := countClasses(name)
	if err != nil {
		return "", fmt.Errorf("%w (script/corpus fetches the corpus)", err)
	}
	check, err := m.check(name)
	if err != nil {
		return "", err
	}
	methods, err := m.energylint("methods", "--format", "json", name)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("| %s | %d | %.2f s | %.2f s | %.1f | %.1f | %.0f MB |", filepath.Base(name), classes, check.wall.Seconds(), methods.wall.Seconds(),
		methods.wall.Seconds()/check.wall.Seconds(), methods.cpu.Seconds()/check.cpu.Seconds(), float64(methods.peak)/1e6), nil
}

// check runs energylint check over jars.
func (m *measurement) check(names ...string) (cost, error) {
	return m.energylint(append([]string{"check", "--format", "json=/dev/null"}, names...)...)
}

func (m *measurement) energylint(args ...string) (cost, error) {
	return fastest(m.runs, append(os.Environ(), "GOMAXPROCS="+strconv.Itoa(m.cpus)), m.program, args...)
}

func countClasses(name string) (int, error) {
	r, err := zip.OpenReader(name)
	if err != nil {
		return 0, err
	}
	defer r.Close()
	n := 0
	for _, f := range r.File {
		if strings.HasSuffix(f.Name, ".class") {
			n++
		}
	}
	return n, nil
}

// cost is what one run of a command took.
type cost struct {
	wall time.Duration
	cpu  time.Duration // of all threads
	peak int64         // bytes of resident memory
}

// fastest runs the command several times and returns the fastest run with the highest peak. Findings (exit status 1)
// and parts of the input that cannot be analysed (3) are no failure of a benchmark.
func fastest(runs int, env []string, name string, args ...string) (cost, error) {
	return fastestIn("", runs, env, name, args...)
}

// fastestIn is fastest in a working directory, empty for that of this process.
func fastestIn(dir string, runs int, env []string, name string, args ...string) (cost, error) {
	var best cost
	for i := range runs {
		cmd := exec.Command(name, args...)
		cmd.Env, cmd.Dir = env, dir
		var stderr strings.Builder
		cmd.Stderr = &stderr
		start := time.Now()
		err := cmd.Run()
		wall := time.Since(start)
		var exit *exec.ExitError
		if err != nil && !(errors.As(err, &exit) && (exit.ExitCode() == 1 || exit.ExitCode() == 3)) {
			return cost{}, fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, stderr.String())
		}
		if i == 0 || wall < best.wall {
			best.wall = wall
		}
		if cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(); i == 0 || cpu < best.cpu {
			best.cpu = cpu
		}
		if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
			best.peak = max(best.peak, usage.Maxrss*1024) // getrusage(2): kilobytes
		}
	}
	return best, nil
}
