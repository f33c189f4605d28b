// Package verdicts reads and writes tables of findings that a reader has judged, and counts them.
package verdicts

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
)

// Finding is a finding in a real program with what a reader says of it.
type Finding struct {
	Jar, Rule, Class, Method string
	Line                     int
	Message                  string
	// True is yes where what the finding says holds, no where it does not, empty where nobody has looked.
	True string
	// Useful is yes where the repair is worth a change in compiled code, no where it is not.
	Useful string
	// Why says why not, in a few words.
	Why string
}

// key is what identifies a finding across draws.
func (f *Finding) key() string {
	return strings.Join([]string{f.Jar, f.Rule, f.Class, f.Method, strconv.Itoa(f.Line)}, "\t")
}

// Keep takes over the verdict that an earlier table has of the same finding.
func (f *Finding) Keep(earlier Table) {
	for _, e := range earlier {
		if e.key() == f.key() {
			f.True, f.Useful, f.Why = e.True, e.Useful, e.Why
		}
	}
}

// Run is a recorded run of a program.
type Run struct {
	Jar, Samples string // files
	What         string // ran
}

// ReadRuns reads a table of recorded runs, a line each: the jar of the program, the file of samples, and what ran, separated by tabs.
func ReadRuns(file string) (runs []Run, err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	for i, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		cells := strings.Split(line, "\t")
		if len(cells) != 3 {
			return nil, fmt.Errorf("%s:%d: expected a jar, a file of samples and what ran, separated by tabs", file, i+1)
		}
		runs = append(runs, Run{cells[0], cells[1], cells[2]})
	}
	return runs, nil
}

// Table is a list of findings with verdicts.
type Table []Finding

// JudgedWithout returns the findings with a verdict that other has not.
func (t Table) JudgedWithout(other Table) (out Table) {
	has := map[string]bool{}
	for i := range other {
		has[other[i].key()] = true
	}
	for _, f := range t {
		if f.True != "" && !has[f.key()] {
			out = append(out, f)
		}
	}
	return out
}

const columns = "jar\trule\tclass\tmethod\tline\tmessage\ttrue\tuseful\twhy"

// Bytes writes a table, by rule and place.
func (t Table) Bytes() []byte {
	sorted := slices.Clone(t)
	slices.SortStableFunc(sorted, func(a, b Finding) int {
		return cmp.Or(cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Jar, b.Jar), cmp.Compare(a.Class, b.Class), cmp.Compare(a.Line, b.Line))
	})
	var b bytes.Buffer
	fmt.Fprintln(&b, columns)
	for _, f := range sorted {
		fmt.Fprintf(&b, "%s\t%s\t%s\t%s\t%s\n", f.key(), f.Message, f.True, f.Useful, f.Why)
	}
	return b.Bytes()
}

// Read reads the table of a file; without the file it is empty.
func Read(file string) (Table, error) {
	data, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	t, err := Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return t, nil
}

// Parse reads a table.
func Parse(data []byte) (Table, error) {
	lines := strings.Split(strings.TrimRight(string(data), "\n"), "\n")
	if lines[0] != columns {
		return nil, errors.New("this is not a table of judged findings")
	}
	var out Table
	for i, line := range lines[1:] {
		cells := strings.Split(line, "\t")
		if len(cells) != strings.Count(columns, "\t")+1 {
			return nil, fmt.Errorf("line %d: %d columns", i+2, len(cells))
		}
		n, err := strconv.Atoi(cells[4])
		if err != nil {
			return nil, fmt.Errorf("line %d: %q is no line number", i+2, cells[4])
		}
		f := Finding{Jar: cells[0], Rule: cells[1], Class: cells[2], Method: cells[3], Line: n, Message: cells[5], True: cells[6], Useful: cells[7], Why: cells[8]}
		for _, v := range []string{f.True, f.Useful} {
			if v != "" && v != "yes" && v != "no" {
				return nil, fmt.Errorf("line %d: a verdict is yes, no or empty, not %q", i+2, v)
			}
		}
		out = append(out, f)
	}
	return out, nil
}

// Count is how many findings were judged, and how.
type Count struct{ Judged, True, Useful int }

// Counts counts the verdicts by rule, and over all rules under the empty name.
func (t Table) Counts() map[string]Count {
	out := map[string]Count{}
	for _, f := range t {
		if f.True == "" {
			continue
		}
		for _, rule := range []string{"", f.Rule} {
			c := out[rule]
			c.Judged++
			if f.True == "yes" {
				c.True++
			}
			if f.True == "yes" && f.Useful == "yes" {
				c.Useful++
			}
			out[rule] = c
		}
	}
	return out
}

// Jars is how many different jars the findings are of.
func (t Table) Jars() int {
	seen := map[string]bool{}
	for _, f := range t {
		seen[f.Jar] = true
	}
	return len(seen)
}
