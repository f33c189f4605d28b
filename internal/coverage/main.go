// Coverage writes how much of real programs has a bound: for each program of the corpus (script/corpus --all) its loops
// and methods by status, its calls by how they were priced, and why loops have no bound. The numbers are those of
// `energylint methods --format json`, the same that everybody else gets.
//
// Usage: go run ./internal/coverage [-energylint FILE] [-page FILE] [-reasons N] [PROGRAM...]
//
//	go run ./internal/coverage -services [-page FILE]
//
// PROGRAM is a name of the list, such as guava (default: all of them), or a path. With -page the tables replace what is
// between <!-- coverage --> and <!-- end --> in that file, and the library calls without a cost what is between
// <!-- unpriced --> and <!-- end -->. With -reasons N it prints the N most frequent reasons of each
// program, with three loops of each.
//
// With -services it counts the methods of the controllers, services and validators of the web application in testdata/fixtures/lending,
// which is analysed without the framework that it uses. Their table stands between <!-- services --> and <!-- end -->; a test
// fails where it is stale.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/corpus"
	"github.com/energylint/energylint/internal/pagemarks"
)

// program is a part of the corpus.
type program struct {
	name string
	file string
	goal float64 // the share of loops that is to have a number or a formula, 0 for none

	classPath []string // files of the corpus that are libraries of the program
}

var programs = []program{
	{name: "TheAlgorithms/Java", file: "thealgorithms.jar", goal: 0.90, classPath: []string{"commons-lang3.jar"}}, // the library that its pom.xml names and its code uses
	{name: "commons-lang3", file: "commons-lang3.jar", goal: 0.80},
	{name: "commons-io", file: "commons-io.jar"},
	{name: "guava", file: "guava.jar", goal: 0.80},
	{name: platformProgram, file: "java.base.jmod", goal: 0.70},
	{name: "Closure compiler", file: "compiler.jar"},
	{name: "Kotlin's standard library", file: "kotlin-stdlib.jar"},
	{name: "ReCheck (Scala)", file: "recheck.jar"},
}

// platformProgram is the JDK's own code: no call in it is one of a library.
const platformProgram = "java.base"

// mostUnpriced is the length of the list of calls without a price.
const mostUnpriced = 100

func main() {
	binary := flag.String("energylint", "", "the program to measure (default: build ./cmd/energylint)")
	page := flag.String("page", "", "write the tables into this Markdown page")
	services := flag.Bool("services", false, "count the methods of a web application instead")
	most := flag.Int("reasons", 0, "print so many reasons, with examples")
	flag.Parse()
	var err error
	if *services {
		err = runServices(*page)
	} else {
		err = run(*binary, *page, *most, flag.Args())
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "coverage: %v\n", err)
		os.Exit(1)
	}
}

func run(binary, page string, most int, names []string) error {
	chosen, err := choose(names)
	if err != nil {
		return err
	}
	if binary == "" {
		dir, err := os.MkdirTemp("", "energylint-coverage-")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		binary = filepath.Join(dir, "energylint")
		build := exec.Command("go", "build", "-o", binary, "./cmd/energylint")
		build.Stderr = os.Stderr
		if err := build.Run(); err != nil {
			return fmt.Errorf("go build ./cmd/energylint: %w", err)
		}
	}
	var all []*counts
	for _, p := range chosen {
		c, err := measure(binary, p)
		if err != nil {
			return err
		}
		all = append(all, c)
	}
	if page != "" {
		if err := pagemarks.Insert(page, "coverage", tables(all)); err != nil {
			return err
		}
		if err := pagemarks.Insert(page, "unpriced", unpricedOf(all).table(mostUnpriced)); err != nil {
			return err
		}
	} else if most == 0 {
		fmt.Print(tables(all), unpricedOf(all).table(mostUnpriced))
	}
	for _, c := range all {
		if most > 0 {
			fmt.Print(c.examples(most))
		}
	}
	return nil
}

// runServices writes the table of the web application into a page, or prints it.
func runServices(page string) error {
	all, err := measureServices(webApplication)
	if err != nil {
		return err
	}
	if page == "" {
		fmt.Print(servicesTable(all))
		return nil
	}
	return pagemarks.Insert(page, "services", servicesTable(all))
}

// choose finds programs by name, by file or by path.
func choose(names []string) ([]program, error) {
	if len(names) == 0 {
		return programs, nil
	}
	var out []program
	for _, n := range names {
		i := slices.IndexFunc(programs, func(p program) bool {
			return strings.EqualFold(p.name, n) || p.file == n || strings.TrimSuffix(p.file, filepath.Ext(p.file)) == n
		})
		switch {
		case i >= 0:
			out = append(out, programs[i])
		default:
			if _, err := os.Stat(n); err != nil {
				return nil, fmt.Errorf("%s is neither a program of the list nor a file", n)
			}
			out = append(out, program{name: filepath.Base(n), file: n})
		}
	}
	return out, nil
}

// measure runs energylint over one program and counts what it writes.
func measure(binary string, p program) (*counts, error) {
	var files []string // the program, then its libraries
	for _, file := range append([]string{p.file}, p.classPath...) {
		if filepath.Base(file) == file {
			file = corpus.Path(file)
		}
		if _, err := os.Stat(file); err != nil {
			return nil, fmt.Errorf("%w: run script/corpus --all", err)
		}
		files = append(files, file)
	}
	path := files[0]
	args := []string{"methods", "--format", "json", path}
	for _, library := range files[1:] {
		args = append(args, "--classpath", library)
	}
	cmd := exec.Command(binary, args...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	c := newCounts(p)
	readErr := c.read(out)
	if readErr != nil { // else it waits for somebody to read the rest
		return nil, errors.Join(readErr, cmd.Process.Kill(), cmd.Wait())
	}
	err = cmd.Wait()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 3 { // a part of the input cannot be analysed: the rest was
		err = nil
	}
	if err != nil {
		return nil, fmt.Errorf("energylint methods %s: %w\n%s", path, err, stderr.String())
	}
	return c, nil
}
