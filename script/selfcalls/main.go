// Command selfcalls writes the generated part of absint/internal/platform/selfcalls.tsv: what the JDK's methods that have a
// model, or that a call of one with a model may run, call on their own object.
//
//	go run ./script/selfcalls JDK
//
// A method whose object leaves its own code in another way than in an iterator or a view that it returns has no row.
package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/energylint/energylint/internal/archive"
	"github.com/energylint/energylint/internal/atomicfile"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/summaries"
	"github.com/energylint/energylint/models/library"
)

// marker begins the generated rows.
const marker = "# The rows below are written by script/selfcalls.\n"

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: selfcalls JDK")
		os.Exit(2)
	}
	if err := run(filepath.Join("absint", "internal", "platform", "selfcalls.tsv"), os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "selfcalls:", err)
		os.Exit(1)
	}
}

// run replaces the generated rows of the table.
func run(table, home string) error {
	old, err := os.ReadFile(table)
	if err != nil {
		return err
	}
	head, _, ok := bytes.Cut(old, []byte(marker))
	if !ok {
		return fmt.Errorf("%s has no line %q", table, marker)
	}
	rows, err := generate(home)
	if err != nil {
		return err
	}
	return atomicfile.Write(table, append(append(head, marker...), rows...))
}

// generate returns the rows of a JDK.
func generate(home string) (string, error) {
	paths, err := filepath.Glob(filepath.Join(home, "jmods", "*.jmod"))
	if err != nil {
		return "", err
	}
	if len(paths) == 0 {
		return "", errors.New(home + " has no jmods: install the whole JDK")
	}
	classes, err := summaries.ReadClasses(paths, archive.Options{})
	if err != nil {
		return "", err
	}
	models, err := library.Shipped()
	if err != nil {
		return "", err
	}
	f := newFinder(callgraph.New(classes, nil, 0))
	return f.table(func(class, name, desc string) bool {
		_, ok := models.Lookup(class, name, desc)
		return ok
	}), nil
}
