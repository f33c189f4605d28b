//go:build linux

// Bench measures energylint on the jars of the corpus (script/corpus) and prints a Markdown table: wall time of
// `energylint check` beside that of `unzip -t` on the same jar, both with the jar in the page cache, and the peak of
// resident memory. A ratio says more than seconds do: it is about the same on any machine.
//
// Usage: go run ./internal/bench [-runs 3] [-cpus 2] [-energylint FILE] [-page FILE] [JAR...]
//
// With -page the table replaces what is between <!-- bench --> and <!-- end --> in that file.
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
)

func main() {
	runs := flag.Int("runs", 3, "measure each command this often and take the fastest")
	cpus := flag.Int("cpus", 2, "processors for energylint, as GOMAXPROCS")
	program := flag.String("energylint", "", "the program to measure (default: build ./cmd/energylint)")
	page := flag.String("page", "", "write the table into this Markdown page, too")
	flag.Parse()
	var table strings.Builder
	err := run(*runs, *cpus, *program, flag.Args(), io.MultiWriter(os.Stdout, &table))
	if err == nil && *page != "" {
		err = insert(*page, table.String())
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1)
	}
}

func run(runs, cpus int, program string, names []string, out io.Writer) error {
	if runs < 1 || cpus < 1 {
		return errors.New("-runs and -cpus must be at least 1")
	}
	if program == "" {
		dir, err := os.MkdirTemp("", "energylint-bench-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		program = filepath.Join(dir, "energylint")
		build := exec.Command("go", "build", "-o", program, "./cmd/energylint")
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
	fmt.Fprintln(out, "| jar | classes | `unzip -t` | `energylint check` | ratio | memory |")
	fmt.Fprintln(out, "| --- | ---: | ---: | ---: | ---: | ---: |")
	for _, name := range names {
		row, err := measureJar(runs, cpus, program, name)
		if err != nil {
			return err
		}
		fmt.Fprintln(out, row)
	}
	return nil
}

// insert puts the table into the page.
func insert(page, table string) error {
	data, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	before, rest, ok := strings.Cut(string(data), "<!-- bench -->\n")
	_, after, ended := strings.Cut(rest, "<!-- end -->\n")
	if !ok || !ended {
		return fmt.Errorf("%s has no <!-- bench --> with an <!-- end -->", page)
	}
	return os.WriteFile(page, []byte(before+"<!-- bench -->\n\n"+table+"\n<!-- end -->\n"+after), 0o666)
}

func measureJar(runs, cpus int, program, name string) (string, error) {
	classes, err := countClasses(name)
	if err != nil {
		return "", fmt.Errorf("%w (script/corpus fetches the corpus)", err)
	}
	unzip, err := fastest(runs, nil, "unzip", "-tqq", name)
	if err != nil {
		return "", err
	}
	env := append(os.Environ(), "GOMAXPROCS="+strconv.Itoa(cpus))
	check, err := fastest(runs, env, program, "check", "--format", "json=/dev/null", name)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("| %s | %d | %.2f s | %.2f s | %.1f | %.0f MB |", filepath.Base(name), classes,
		unzip.wall.Seconds(), check.wall.Seconds(), check.wall.Seconds()/unzip.wall.Seconds(), float64(check.peak)/1e6), nil
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
	peak int64 // bytes of resident memory
}

// fastest runs the command several times and returns the fastest run with the highest peak. Findings (exit status 1)
// and parts of the input that cannot be analysed (3) are no failure of a benchmark.
func fastest(runs int, env []string, name string, args ...string) (cost, error) {
	var best cost
	for i := range runs {
		cmd := exec.Command(name, args...)
		cmd.Env = env
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
		if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
			best.peak = max(best.peak, usage.Maxrss*1024) // getrusage(2): kilobytes
		}
	}
	return best, nil
}
