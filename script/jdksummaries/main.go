// Command jdksummaries makes the database of the JDK's public API that energylint carries, from the class files of a
// JDK: what calls of its methods cost, and its classes without their code.
//
//	go run ./script/jdksummaries JDK FILE
//
// Every module of the JDK counts, since a class of any of them may override a method of the API.
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/energylint/energylint/internal/archive"
	"github.com/energylint/energylint/internal/atomicfile"
	"github.com/energylint/energylint/internal/energy"
	"github.com/energylint/energylint/internal/summaries"
	"github.com/energylint/energylint/models/library"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: jdksummaries JDK FILE")
		os.Exit(2)
	}
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintf(os.Stderr, "jdksummaries: %v\n", err)
		os.Exit(1)
	}
}

func run(home, file string) error {
	data, err := build(home)
	if err != nil {
		return err
	}
	fmt.Printf("%s: %d bytes\n", file, len(data))
	return atomicfile.Write(file, data)
}

// build makes the database of a JDK.
func build(home string) ([]byte, error) {
	release, err := summaries.ReleaseOf(home)
	if err != nil {
		return nil, err
	}
	models, err := library.Shipped()
	if err != nil {
		return nil, err
	}
	paths, err := filepath.Glob(filepath.Join(home, "jmods", "*.jmod"))
	if err != nil {
		return nil, err
	}
	if len(paths) == 0 {
		return nil, errors.New(home + " has no jmods: install the whole JDK")
	}
	classes, err := summaries.ReadClasses(paths, archive.Options{})
	if err != nil {
		return nil, err
	}
	l := summaries.NewLibrary(classes, energy.Priced(models), nil, nil, 0)
	return summaries.Encode(l.Classes(summaries.Published), summaries.Engine(), release)
}
