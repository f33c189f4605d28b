// Testsummary runs go test and says what came of it: failures in full, skipped tests with their reason, and one
// closing line, "12 passed, 0 failed, 1 skipped". Its arguments are those of go test; the packages of ./... begin with those that
// take longest.
//
// It exits with status 1 where a test or a package failed, and where no test ran at all: a run that tested nothing
// must not look like success. gotestsum (v1.13.0) exits with status 0 in that case and has no flag against it, so it cannot
// stand behind the closing line.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

func run(args []string, stdout, stderr io.Writer) int {
	args, err := ordered(args)
	if err != nil {
		fmt.Fprintf(stderr, "testsummary: %v\n", err)
		return 1
	}
	cmd := exec.Command("go", append([]string{"test", "-json"}, args...)...)
	cmd.Stderr = stderr
	events, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		fmt.Fprintf(stderr, "testsummary: cannot run go test: %v\n", err)
		return 1
	}
	s := newSummary(stdout)
	readErr := s.read(events)
	waitErr := cmd.Wait()
	if readErr != nil {
		fmt.Fprintf(stderr, "testsummary: %v\n", readErr)
	}
	var exit *exec.ExitError
	if waitErr != nil && !errors.As(waitErr, &exit) {
		fmt.Fprintf(stderr, "testsummary: %v\n", waitErr)
	}
	ok := s.close(waitErr != nil || readErr != nil)
	if !ok {
		return 1
	}
	return 0
}
