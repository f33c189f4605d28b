package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
)

// event is a line of go test -json (go doc test2json).
type event struct {
	Action      string
	Package     string
	ImportPath  string // of build-output and build-fail
	Test        string
	Elapsed     float64
	Output      string
	FailedBuild string
}

// test is what is known about one test or, with an empty name, one package.
type test struct {
	output []string
	done   bool
}

type key struct{ pkg, test string }

// summary collects the events of one run of go test and prints what a person needs of them.
type summary struct {
	out                     io.Writer
	tests                   map[key]*test
	order                   []key
	builds                  map[string][]string
	failedIn                map[string]int // tests that failed, by package
	skips                   []string
	passed, failed, skipped int
}

func newSummary(out io.Writer) *summary {
	return &summary{
		out:      out,
		tests:    map[key]*test{},
		builds:   map[string][]string{},
		failedIn: map[string]int{},
	}
}

// read consumes events until the end of the stream. Lines that are no events are passed through.
func (s *summary) read(r io.Reader) error {
	in := bufio.NewReader(r)
	for {
		line, err := in.ReadBytes('\n')
		if len(line) > 0 {
			var e event
			if json.Unmarshal(line, &e) != nil || e.Action == "" {
				fmt.Fprintf(s.out, "%s", line)
			} else {
				s.handle(e)
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading the events of go test: %w", err)
		}
	}
}

func (s *summary) handle(e event) {
	switch e.Action {
	case "build-output":
		s.builds[e.ImportPath] = append(s.builds[e.ImportPath], e.Output)
		return
	case "build-fail":
		return
	}
	k := key{e.Package, e.Test}
	t := s.tests[k]
	if t == nil {
		t = &test{}
		s.tests[k] = t
		s.order = append(s.order, k)
	}
	switch e.Action {
	case "output":
		t.output = append(t.output, e.Output)
	case "pass", "fail", "skip":
		t.done = true
		if e.Test == "" {
			s.packageEnd(e, t)
		} else {
			s.testEnd(e, t)
		}
	}
}

func (s *summary) testEnd(e event, t *test) {
	switch e.Action {
	case "pass":
		s.passed++
	case "skip":
		s.skipped++
		s.skips = append(s.skips, fmt.Sprintf("%s %s: %s", e.Package, e.Test, reason(t.output)))
	case "fail":
		s.failed++
		s.failedIn[e.Package]++
		fmt.Fprintf(s.out, "FAIL %s %s\n%s", e.Package, e.Test, indent(body(t.output)))
	}
	t.output = nil
}

func (s *summary) packageEnd(e event, t *test) {
	s.unfinished(e.Package)
	if e.Action == "fail" && s.failedIn[e.Package] == 0 {
		s.failed++
		output := t.output
		if e.FailedBuild != "" {
			output = append(slices.Clone(s.builds[e.FailedBuild]), output...)
		}
		fmt.Fprintf(s.out, "FAIL %s\n%s", e.Package, indent(body(output)))
	} else if e.Action == "fail" {
		// What is left belongs to no test: TestMain, a panic outside tests.
		if rest := strings.TrimSpace(strings.Join(body(t.output), "")); rest != "" {
			fmt.Fprintf(s.out, "%s\n", rest)
		}
	}
	if e.Action == "pass" {
		fmt.Fprintf(s.out, "ok   %s %.1fs\n", e.Package, e.Elapsed)
	}
	t.output = nil
}

// unfinished fails the tests of a package that began and never ended: a panic, a timeout, os.Exit.
func (s *summary) unfinished(pkg string) {
	for _, k := range s.order {
		t := s.tests[k]
		if k.pkg != pkg || k.test == "" || t.done {
			continue
		}
		t.done = true
		s.failed++
		s.failedIn[pkg]++
		fmt.Fprintf(s.out, "FAIL %s %s (did not end)\n%s", k.pkg, k.test, indent(body(t.output)))
	}
}

// close prints the skipped tests and the closing line; bad says that go test itself failed. It reports success.
func (s *summary) close(bad bool) bool {
	pkgs := map[string]bool{}
	for _, k := range s.order {
		if !pkgs[k.pkg] {
			pkgs[k.pkg] = true
			s.unfinished(k.pkg)
		}
	}
	for _, line := range s.skips {
		fmt.Fprintf(s.out, "SKIP %s\n", line)
	}
	if bad && s.failed == 0 {
		s.failed++
		fmt.Fprintln(s.out, "FAIL go test failed without naming a test")
	}
	if s.passed+s.failed == 0 {
		fmt.Fprintln(s.out, "FAIL no test ran")
	}
	fmt.Fprintf(s.out, "%d passed, %d failed, %d skipped\n", s.passed, s.failed, s.skipped)
	return s.failed == 0 && s.passed > 0
}

// body drops the lines with which the testing package and go test frame a test.
func body(output []string) []string {
	var lines []string
	for _, line := range output {
		text := strings.TrimSpace(line)
		if strings.HasPrefix(text, "=== ") || strings.HasPrefix(text, "--- ") || text == "PASS" ||
			text == "FAIL" || strings.HasPrefix(text, "FAIL\t") {
			continue
		}
		lines = append(lines, line)
	}
	return lines
}

func indent(lines []string) string {
	text := strings.TrimRight(strings.Join(lines, ""), "\n")
	if text == "" {
		return ""
	}
	return "    " + strings.ReplaceAll(text, "\n", "\n    ") + "\n"
}

// reason is what a skipped test said, on one line.
func reason(output []string) string {
	text := strings.Join(strings.Fields(strings.Join(body(output), " ")), " ")
	if text == "" {
		return "no reason given"
	}
	return text
}
