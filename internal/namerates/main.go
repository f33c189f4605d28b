// Namerates counts how many of the methods whose name begins with a word take time in recorded runs, and writes the table by which findings
// without a recorded run are ordered.
//
// Usage:
//
//	go run ./internal/namerates -o rules/worth/names.tsv TABLE
//
// TABLE names recorded runs as that of findingsample does: the jar of the program, the file of samples, and what ran, separated by tabs. Of a
// class that a run was seen in, each method with some code counts once, whatever jars it is in.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/atomicfile"
	"github.com/energylint/energylint/internal/driver"
	"github.com/energylint/energylint/internal/profile"
	"github.com/energylint/energylint/internal/verdicts"
	"github.com/energylint/energylint/rules/worth"
)

const (
	// leastShare is the share of a run that a method takes, with the libraries that it calls, to be one that takes time: as of a finding
	// that check --profile reports.
	leastShare = 0.001
	// leastCode is how many bytes of code a method has at least: smaller ones are inlined, and samples miss them.
	leastCode = 30
	// A word of fewer methods or programs says nothing.
	leastMethods, leastPrograms = 30, 10
)

func main() {
	output := flag.String("o", "", "the `FILE` of the table")
	flag.Parse()
	if err := run(*output, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "namerates:", err)
		os.Exit(1)
	}
}

// method identifies one in all programs.
type method struct{ class, name, desc string }

// counts is what recorded runs say of the methods of a word.
type counts struct {
	programs      map[string]bool
	methods, take int
}

func run(output string, args []string) error {
	if output == "" || len(args) != 1 {
		return errors.New("a table of recorded runs and the file of the table to write (-o) are needed")
	}
	runs, err := verdicts.ReadRuns(args[0])
	if err != nil {
		return err
	}
	takes := map[method]bool{}        // whether a method takes time in a run
	programs := map[string][]method{} // those of a jar that were in its runs
	for _, r := range runs {
		if err := count(r.Jar, r.Samples, takes, programs); err != nil {
			return fmt.Errorf("%s: %w", r.Samples, err)
		}
	}
	return atomicfile.Write(output, table(takes, programs))
}

// count adds the methods of the classes that a run of a jar was seen in.
func count(jar, samples string, takes map[method]bool, programs map[string][]method) (err error) {
	ctx := context.Background()
	a, err := driver.Load(ctx, driver.Options{Paths: []string{jar}})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	p, err := profile.Read(ctx, os.Open, nil, samples)
	if err != nil {
		return err
	}
	own := map[string]bool{}
	for _, c := range a.Program.Classes() {
		own[c.Name] = true
	}
	shares := p.Shares(func(class string) func(int) int {
		if !own[class] {
			return nil
		}
		return func(line int) int { return line }
	})
	for _, c := range a.Program.Classes() {
		if !shares.Seen(c.Name) {
			continue
		}
		for i := range c.Methods {
			m := &c.Methods[i]
			code, err := m.Code()
			if err != nil || code == nil || len(code.Bytes) < leastCode {
				continue
			}
			key := method{c.Name, m.Name, m.Desc}
			share := shares.Of(c.Name, m.Name, m.Desc, profile.Place{})
			takes[key] = takes[key] || share.Here >= leastShare
			programs[jar] = append(programs[jar], key)
		}
	}
	return nil
}

// table writes a row for each word, and one for all methods.
func table(takes map[method]bool, programs map[string][]method) []byte {
	words := map[string]*counts{worth.AnyWord: {programs: map[string]bool{}}}
	for m, take := range takes {
		for _, w := range []string{worth.AnyWord, worth.FirstWord(m.name)} {
			c := words[w]
			if c == nil {
				c = &counts{programs: map[string]bool{}}
				words[w] = c
			}
			if c.methods++; take {
				c.take++
			}
		}
	}
	for jar, ms := range programs {
		for _, m := range ms {
			words[worth.FirstWord(m.name)].programs[jar] = true
			words[worth.AnyWord].programs[jar] = true
		}
	}
	var out strings.Builder
	out.WriteString("# How many methods take time in recorded runs, by the first word of their name: word, or * for all; programs that have such methods;\n" +
		"# methods in classes that a run was seen in; those of them that take 0.1% of a run and more, with the libraries that they call.\n" +
		"# Written by go run ./internal/namerates.\n")
	for _, w := range slices.Sorted(maps.Keys(words)) {
		if c := words[w]; c.methods >= leastMethods && len(c.programs) >= leastPrograms {
			fmt.Fprintf(&out, "%s\t%d\t%d\t%d\n", w, len(c.programs), c.methods, c.take)
		}
	}
	return []byte(out.String())
}
