// Package mutants makes pairs of programs with known differences, and holds a comparison against what is known: seeded
// regressions, each with its method, its class of change and the line of its cause, and refactorings, which change no cost. It
// is for tests.
package mutants

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/tools/txtar"
)

//go:embed regressions.txtar
var regressionSeeds []byte

//go:embed refactorings.txtar
var refactoringSeeds []byte

// A seed is a change of the members of a class, as a template of both versions.
type seed struct {
	name    string
	method  string   // the method that changes, as a template; "lambda of $m" is the lambda in $m
	params  string   // the parameters of $m
	changes []string // the right classes of change, none for a refactoring
	symbols []string // what may be named as growing
	causes  []string // the right kinds of causes
	lines   []seedLine
}

// A seedLine is a line of a template.
type seedLine struct {
	base, head bool // the versions that have it
	cause      bool // it can be named as the cause
	text       string
}

// causeMark ends the lines that may be named as the cause.
const causeMark = " //!"

// parseSeeds reads an archive of seeds.
func parseSeeds(data []byte) ([]seed, error) {
	var seeds []seed
	for _, file := range txtar.Parse(data).Files {
		s := seed{name: file.Name, method: "$m"}
		head, body, found := strings.Cut(string(file.Data), "\n\n")
		if !found {
			return nil, fmt.Errorf("%s: no empty line between head and body", file.Name)
		}
		if err := s.parseHead(head); err != nil {
			return nil, fmt.Errorf("%s: %w", file.Name, err)
		}
		if err := s.parseBody(body); err != nil {
			return nil, fmt.Errorf("%s: %w", file.Name, err)
		}
		seeds = append(seeds, s)
	}
	return seeds, nil
}

func (s *seed) parseHead(text string) error {
	for _, line := range strings.Split(text, "\n") {
		key, value, found := strings.Cut(line, ": ")
		if !found {
			return fmt.Errorf("%q is not a field and its value", line)
		}
		switch key {
		case "method":
			s.method = value
		case "note": // why it is true
		case "params":
			s.params = value
		case "change":
			s.changes = strings.Split(value, ", ")
		case "symbol":
			s.symbols = strings.Split(value, ", ")
		case "cause":
			s.causes = strings.Split(value, ", ")
		default:
			return fmt.Errorf("unknown field %q", key)
		}
	}
	return nil
}

func (s *seed) parseBody(text string) error {
	for _, line := range strings.Split(strings.TrimRight(text, "\n"), "\n") {
		if line == "" {
			line = " "
		}
		l := seedLine{base: line[0] != '+', head: line[0] != '-', text: line[1:]}
		if !strings.ContainsRune(" +-", rune(line[0])) {
			return fmt.Errorf("line %q begins with none of blank, + and -", line)
		}
		l.text, l.cause = strings.CutSuffix(l.text, causeMark)
		s.lines = append(s.lines, l)
	}
	if len(s.changes) > 0 && !slices.ContainsFunc(s.lines, func(l seedLine) bool { return l.cause && l.head }) {
		return fmt.Errorf("no line of the cause")
	}
	return nil
}
