package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// row is a program and what its row is about.
type row struct {
	program, about string
	size           int
	symbols        map[string]float64 // that its bound depends on, apart from n
	below          string             // the expected cost because of which the bound may be below the measurement
}

// fields reads the lines of a table, without comments and the header, of so many columns.
func fields(path string, columns int) ([][]string, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var out [][]string
	header := true
	s := bufio.NewScanner(f)
	for line := 1; s.Scan(); line++ {
		if s.Text() == "" || strings.HasPrefix(s.Text(), "#") {
			continue
		}
		cells := strings.Split(s.Text(), "\t")
		if len(cells) != columns {
			return nil, fmt.Errorf("%s:%d: %d columns, want %d", path, line, len(cells), columns)
		}
		if !header {
			out = append(out, cells)
		}
		header = false
	}
	return out, s.Err()
}

func readRows(path string) ([]row, error) {
	lines, err := fields(path, 5)
	if err != nil {
		return nil, err
	}
	var rows []row
	for _, l := range lines {
		r := row{program: l[0], about: l[4], symbols: map[string]float64{}}
		if r.size, err = strconv.Atoi(l[1]); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", path, r.program, err)
		}
		if slices.ContainsFunc(rows, func(x row) bool { return x.program == r.program }) {
			return nil, fmt.Errorf("%s: %s stands there twice", path, r.program)
		}
		if l[2] != "-" {
			for s := range strings.SplitSeq(l[2], ";") {
				name, value, _ := strings.Cut(s, "=")
				if r.symbols[name], err = strconv.ParseFloat(value, 64); err != nil {
					return nil, fmt.Errorf("%s: %s: %q: expected symbol=value", path, r.program, s)
				}
			}
		}
		if l[3] != "-" {
			r.below = l[3]
		}
		rows = append(rows, r)
	}
	return rows, nil
}

// device is a virtual machine that is measured: the name of its file, and its device in the model.
type device struct{ file, name string }

var devices = []device{{"openjdk17", "OpenJDK 17"}, {"openjdk25", "OpenJDK 25"}}

// programDirs hold the classes of the programs; those of the second need Java 21.
var programDirs = []string{"programs/classes", "programs21/classes"}

// runnerDir holds the class Runner, which runs the programs: that of the programs that models are validated on.
const runnerDir = "../validate/programs/classes"

// nothing is the program whose measurement is taken away from the others': that of the loop around them.
const nothing = "Nothing"

func measuredPath(dir, device string) string { return filepath.Join(dir, "measured", device+".tsv") }

// readMeasured reads the measurements of a device, by program.
func readMeasured(path string) (map[string]float64, error) {
	lines, err := fields(path, 2)
	if err != nil {
		return nil, err
	}
	out := map[string]float64{}
	for _, l := range lines {
		if out[l[0]], err = strconv.ParseFloat(l[1], 64); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", path, l[0], err)
		}
	}
	return out, nil
}
