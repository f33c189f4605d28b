// Compareresults compares what two revisions of energylint compute: it builds both, runs `energylint methods --format
// json` of each on the same programs, and reports whether every method has the same values. A change of texts of
// reasons alone is reported, and is no failure. It is the regression test of changes that must not alter results.
//
// Usage: script/compare-results [--quick] [--strict] [--show N] [--input NAME] BASE [HEAD]
//
// BASE and HEAD are git revisions; without HEAD, it is the working tree as it is. The programs are the fixtures and
// examples of HEAD and the corpus (script/corpus --all); one that is not on this machine is skipped with the reason.
// Exit status 0: the values are the same; 1: they differ; 2: they could not be compared.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/pflag"
)

// The exit statuses.
const (
	statusSame   = 0
	statusDiffer = 1
	statusFailed = 2
)

// options are those of the command line.
type options struct {
	base, head string // head is empty for the working tree
	quick      bool
	strict     bool // texts of reasons count as values
	show       int
	only       []string
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status := run(ctx, os.Args[1:], ".", os.Stdout, os.Stderr)
	stop()
	os.Exit(status)
}

// run compares in the repository at root, and returns the exit status.
func run(ctx context.Context, args []string, root string, stdout, stderr io.Writer) int {
	o, err := parse(args, stderr)
	if errors.Is(err, pflag.ErrHelp) {
		return statusSame
	}
	var differ bool
	if err == nil {
		differ, err = compareRevisions(ctx, root, o, stdout)
	}
	switch {
	case err != nil:
		fmt.Fprintf(stderr, "compare-results: %v\n", err)
		return statusFailed
	case differ:
		return statusDiffer
	}
	return statusSame
}

func parse(args []string, stderr io.Writer) (options, error) {
	var o options
	f := pflag.NewFlagSet("compare-results", pflag.ContinueOnError)
	f.SetOutput(stderr)
	f.Usage = func() {
		fmt.Fprintf(stderr, "usage: script/compare-results [flags] BASE [HEAD]\n%s", f.FlagUsages())
	}
	f.BoolVar(&o.quick, "quick", false, "compare only fixtures, examples, commons-lang3 and guava")
	f.BoolVar(&o.strict, "strict", false, "fail where texts of reasons differ, as where values do")
	f.IntVar(&o.show, "show", 5, "print the first `N` differing methods of each program")
	f.StringArrayVar(&o.only, "input", nil, "compare only the program `NAME`, as the table has it; repeatable")
	if err := f.Parse(args); err != nil {
		return o, err
	}
	switch f.NArg() {
	case 1:
		o.base = f.Arg(0)
	case 2:
		o.base, o.head = f.Arg(0), f.Arg(1)
	default:
		return o, errors.New("expected BASE [HEAD], two git revisions; --help lists the flags")
	}
	return o, nil
}

// compareRevisions builds both revisions, compares them on every program and prints the table. It reports whether
// something differs that fails the comparison.
func compareRevisions(ctx context.Context, root string, o options, stdout io.Writer) (bool, error) {
	dir, err := os.MkdirTemp("", "energylint-compare-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	r := &runner{dir: dir}
	if err := r.build(ctx, root, o); err != nil {
		return false, errors.Join(err, r.close())
	}
	inputs, err := choose(inputs(r.tree), o)
	if err != nil {
		return false, errors.Join(err, r.close())
	}
	t := table{out: stdout, show: o.show}
	t.heading(o)
	compared := 0
	for _, in := range inputs {
		if in.missing != "" {
			t.skipped(in)
			continue
		}
		result, err := r.compare(ctx, in, o.show)
		if err != nil {
			return false, errors.Join(fmt.Errorf("%s: %w", in.name, err), r.close())
		}
		compared++
		t.row(in, result)
	}
	t.close()
	if err := r.close(); err != nil {
		return false, err
	}
	if compared == 0 {
		return false, errors.New("nothing was compared: script/corpus --all fetches the programs")
	}
	return t.values > 0 || o.strict && t.reasons > 0, nil
}
