package evidence

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Provenance says where a table comes from.
type Provenance struct {
	JVM    string // its name and version: "OpenJDK 64-Bit Server VM 17.0.15+6, Debian, amd64"
	Name   string // for people: "OpenJDK 17"
	CPU    string // the kind of processor
	Meter  string // what was measured, and how
	Unit   string // "s" of CPU time, or that of the meter
	Rounds string // "15 of each size, in 3 processes"
	Date   string // 2026-11-22
}

// fields are the lines of the head of a table.
func (p *Provenance) fields() []struct {
	name string
	to   *string
} {
	return []struct {
		name string
		to   *string
	}{{"jvm", &p.JVM}, {"name", &p.Name}, {"cpu", &p.CPU}, {"meter", &p.Meter}, {"unit", &p.Unit}, {"rounds", &p.Rounds}, {"date", &p.Date}}
}

// Point is what the two sides of a pair cost for one size.
type Point struct {
	N                 int
	Written, Repaired float64 // medians, in the unit of the table
	SD                float64 // standard error of their difference
}

// Entry is the evidence for one case in one mode.
type Entry struct {
	Key
	Mode    Mode
	Digest  string // of the pair that was measured
	CPU     string // the kind of processor, where it is not the table's
	Terms   Terms
	Written Estimate // cost of asWritten(n)
	Saving  Estimate // asWritten(n) - repaired(n)
	Points  []Point
}

// Table is the evidence that was measured on one virtual machine.
type Table struct {
	Provenance
	entries map[entryKey]*Entry
}

type entryKey struct {
	Key
	Mode
}

// NewTable returns a table without entries.
func NewTable(p Provenance) *Table { return &Table{p, map[entryKey]*Entry{}} }

// Add fits what was measured of a pair in a mode, and keeps it in place of what the table had of it.
func (t *Table) Add(p *Pair, mode Mode, points []Point) error {
	e := &Entry{Key: p.Key, Mode: mode, Digest: p.Digest(), Terms: p.Terms, Points: points}
	if err := e.fit(); err != nil {
		return fmt.Errorf("%s, %s: %w", p.Key, mode, err)
	}
	t.entries[entryKey{p.Key, mode}] = e
	return nil
}

func (e *Entry) fit() (err error) {
	n := make([]int, len(e.Points))
	written, saving, sd := make([]float64, len(n)), make([]float64, len(n)), make([]float64, len(n))
	for i, p := range e.Points {
		n[i], written[i], saving[i], sd[i] = p.N, p.Written, p.Written-p.Repaired, p.SD
	}
	if e.Written, err = fit(e.Terms, n, written, sd, written); err != nil {
		return err
	}
	e.Saving, err = fit(e.Terms, n, saving, sd, written)
	return err
}

// Entry returns the evidence for a case in a mode, nil where there is none.
func (t *Table) Entry(k Key, mode Mode) *Entry { return t.entries[entryKey{k, mode}] }

// Entries returns all evidence, by rule, case and mode.
func (t *Table) Entries() []*Entry {
	var out []*Entry
	for _, e := range t.entries {
		out = append(out, e)
	}
	slices.SortFunc(out, func(a, b *Entry) int {
		return cmp.Or(cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Case, b.Case), cmp.Compare(slices.Index(Modes, a.Mode), slices.Index(Modes, b.Mode)))
	})
	return out
}

const (
	fitColumns   = "rule\tcase\tmode\tpair\tterms\twritten\twritten_covariance\tsaving\tsaving_covariance"
	cpuColumn    = "\tcpu" // behind those of fits, where some were measured on another processor
	pointColumns = "rule\tcase\tmode\tn\twritten\trepaired\tsaving_sd"
)

// Bytes writes the table: provenance, fits, and the points that they are fitted to.
func (t *Table) Bytes() []byte {
	var b bytes.Buffer
	fmt.Fprintln(&b, "# What rules save, measured by \"energylint rules measure\": docs/evidence.md")
	for _, f := range t.fields() {
		fmt.Fprintf(&b, "# %s: %s\n", f.name, *f.to)
	}
	entries := t.Entries()
	others := slices.ContainsFunc(entries, func(e *Entry) bool { return e.CPU != "" })
	columns := fitColumns
	if others {
		columns += cpuColumn
	}
	fmt.Fprintln(&b, columns)
	for _, e := range entries {
		fmt.Fprintf(&b, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s", e.Rule, e.Case, e.Mode, e.Digest, e.Terms,
			numbers(e.Written.Coefficients), numbers(e.Written.Covariance), numbers(e.Saving.Coefficients), numbers(e.Saving.Covariance))
		if others {
			fmt.Fprintf(&b, "\t%s", e.CPU)
		}
		fmt.Fprintln(&b)
	}
	fmt.Fprintf(&b, "\n%s\n", pointColumns)
	for _, e := range entries {
		for _, p := range e.Points {
			fmt.Fprintf(&b, "%s\t%s\t%s\t%d\t%s\n", e.Rule, e.Case, e.Mode, p.N, strings.ReplaceAll(numbers([]float64{p.Written, p.Repaired, p.SD}), " ", "\t"))
		}
	}
	return b.Bytes()
}

func numbers(xs []float64) string {
	out := make([]string, len(xs))
	for i, x := range xs {
		out[i] = strconv.FormatFloat(x, 'g', 6, 64)
	}
	return strings.Join(out, " ")
}

// Parse reads a table. name is the file's, for messages. Check reads the shipped tables each time.
func Parse(name string, data []byte) (*Table, error) { return parse(name, data, allModes) }

// allModes stands for every mode where one can be chosen.
const allModes Mode = ""

// parse reads the rows of one mode, or of all.
func parse(name string, data []byte, mode Mode) (*Table, error) {
	r := rows{Table: NewTable(Provenance{})}
	number := 0
	for text := range bytes.Lines(data) {
		number++
		if mode != allModes && ofOtherMode(text, mode) {
			continue
		}
		if err := r.read(string(bytes.TrimRight(text, "\r\n"))); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, number, err)
		}
	}
	if len(r.entries) == 0 {
		return nil, fmt.Errorf("%s: %w", name, errNoTable)
	}
	for _, e := range r.entries {
		if len(e.Points) == 0 {
			return nil, fmt.Errorf("%s: %s has no points in mode %s", name, e.Key, e.Mode)
		}
	}
	return r.Table, nil
}

// ofOtherMode reports whether a line is a row of another mode: the third cell of a row is its mode, that of a header "mode".
func ofOtherMode(line []byte, mode Mode) bool {
	_, line, _ = bytes.Cut(line, []byte("\t"))
	_, line, _ = bytes.Cut(line, []byte("\t"))
	cell, _, ok := bytes.Cut(line, []byte("\t"))
	return ok && string(cell) != string(mode) && string(cell) != "mode"
}

var errNoTable = errors.New("this is not a table of evidence; energylint rules measure writes one")

// rows reads the lines of a table.
type rows struct {
	*Table
	columns string // the header above
	last    *Entry // that of the last point: those of an entry stand together
	cells   []string
}

func (r *rows) read(text string) error {
	switch {
	case strings.TrimSpace(text) == "":
		return nil
	case strings.HasPrefix(text, "#"):
		r.head(text)
		return nil
	case text == fitColumns || text == fitColumns+cpuColumn || text == pointColumns:
		r.columns = text
		return nil
	}
	r.cells = r.cells[:0]
	for cell := range strings.SplitSeq(text, "\t") {
		r.cells = append(r.cells, cell)
	}
	switch r.columns {
	case fitColumns, fitColumns + cpuColumn:
		return r.readFit(r.cells)
	case pointColumns:
		return r.readPoint(r.cells)
	}
	return errNoTable
}

func (t *Table) head(line string) {
	for _, f := range t.fields() {
		if value, ok := strings.CutPrefix(line, "# "+f.name+": "); ok {
			*f.to = value
		}
	}
}

func (r *rows) readFit(cells []string) error {
	if want := strings.Count(r.columns, "\t") + 1; len(cells) != want {
		return fmt.Errorf("%d columns; expected %d", len(cells), want)
	}
	e := &Entry{Key: Key{cells[0], cells[1]}, Mode: Mode(cells[2]), Digest: cells[3]}
	if r.columns != fitColumns {
		e.CPU = cells[9]
	}
	if !slices.Contains(Modes, e.Mode) {
		return fmt.Errorf("there is no mode %q", cells[2])
	}
	if r.Entry(e.Key, e.Mode) != nil {
		return fmt.Errorf("%s has two rows in mode %s", e.Key, e.Mode)
	}
	var err error
	if e.Terms, err = parseTerms(cells[4]); err != nil {
		return fmt.Errorf("terms %q: %w", cells[4], err)
	}
	k := len(e.Terms)
	for i, to := range []*[]float64{&e.Written.Coefficients, &e.Written.Covariance, &e.Saving.Coefficients, &e.Saving.Covariance} {
		n := k
		if i%2 == 1 {
			n = k * (k + 1) / 2
		}
		if *to, err = parseNumbers(strings.FieldsSeq(cells[5+i]), n); err != nil {
			return err
		}
	}
	r.entries[entryKey{e.Key, e.Mode}] = e
	return nil
}

func (r *rows) readPoint(cells []string) error {
	if want := strings.Count(pointColumns, "\t") + 1; len(cells) != want {
		return fmt.Errorf("%d columns; expected %d", len(cells), want)
	}
	e, key := r.last, entryKey{Key{cells[0], cells[1]}, Mode(cells[2])}
	if e == nil || e.Key != key.Key || e.Mode != key.Mode {
		if e = r.entries[key]; e == nil {
			return fmt.Errorf("%s/%s is not among the fits of mode %s", cells[0], cells[1], cells[2])
		}
		r.last = e
	}
	n, err := positive(cells[3])
	if err != nil {
		return err
	}
	x, err := parseNumbers(slices.Values(cells[4:]), 3)
	if err != nil {
		return err
	}
	e.Points = append(e.Points, Point{n, x[0], x[1], x[2]})
	return nil
}

// parseNumbers returns n numbers.
func parseNumbers(cells iter.Seq[string], n int) ([]float64, error) {
	out, found := make([]float64, 0, n), 0
	for c := range cells {
		if found++; found > n {
			continue
		}
		x, err := strconv.ParseFloat(c, 64)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, fmt.Errorf("%q is not a number", c)
		}
		out = append(out, x)
	}
	if found != n {
		return nil, fmt.Errorf("%d numbers; expected %d", found, n)
	}
	return out, nil
}

// Keep adds what an earlier table of the same virtual machine and meter has and this one has not, of pairs that are as they were. Where that was
// measured on another processor, the table gets its provenance, and what the table had names its own processor.
func (t *Table) Keep(earlier *Table) error {
	if t.JVM != earlier.JVM || t.Unit != earlier.Unit {
		return fmt.Errorf("the table is of %s, in %s; this is %s, in %s: give another file", earlier.JVM, earlier.Unit, t.JVM, t.Unit)
	}
	pairs, err := Pairs()
	if err != nil {
		return err
	}
	digests := map[Key]string{}
	for _, p := range pairs {
		digests[p.Key] = p.Digest()
	}
	own, kept := maps.Clone(t.entries), false
	for k, e := range earlier.entries {
		if own[k] == nil && digests[k.Key] == e.Digest {
			t.entries[k], kept = e, true
		}
	}
	if !kept || t.CPU == earlier.CPU {
		return nil
	}
	for _, e := range own {
		e.CPU = t.CPU
	}
	t.Provenance = earlier.Provenance
	return nil
}
