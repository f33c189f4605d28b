package fit

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Pattern names what was executed: an operation on a data type with operands of a data size. An
// empty type or size says that the pattern has none.
type Pattern struct {
	Operation, Type, Size string
}

// String gives the pattern as "Addition, int, Load", without the parts that it does not have.
func (p Pattern) String() string {
	parts := []string{p.Operation}
	for _, s := range []string{p.Type, p.Size} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, ", ")
}

// Observation is one measurement: the energy of executing a pattern once on a device.
type Observation struct {
	Pattern
	Device    string  // "" where the data name none
	Replicate string  // as written; "" where the data have no such column
	Energy    float64 // in the unit of the Observations
	Line      int     // of the input, from 1; 0 where it was not read from one
}

// Observations are measurements in one unit: "J" for energies (whatever prefix they were read
// with), otherwise the unit's name as the caller gave it, e.g. "instruction".
type Observations struct {
	Unit string
	List []Observation
	// Costliest are the observations of patterns with the operands that cost most, which nothing is fitted to.
	Costliest []Observation
}

// Columns are the names in the header of a table of observations. An empty name stands for the
// default: operation, type, size, device, replicate, and energy_<unit> for the energy.
type Columns struct {
	Operation, Type, Size, Device, Replicate, Energy string
}

// ReadOptions say how a table of observations is to be read.
type ReadOptions struct {
	Columns Columns
	// Unit of the energy column: J with or without an SI prefix (nJ, uJ, mJ, ...), or the name of
	// anything else that is counted. Empty: taken from the column's name (energy_J, energy_nJ).
	Unit string
}

// maxLineBytes bounds one line of a table, so that a binary file is refused early.
const maxLineBytes = 1 << 20

// maxEnergy bounds an observation.
const maxEnergy = 1e100

// ErrNoObservations is returned (wrapped) for a table with a header and nothing else.
var ErrNoObservations = errors.New("no observations")

// Read reads a table of observations: a header line with the columns' names, then one measurement
// per line, separated by tabs (or by commas, if the header has no tab). Empty lines and lines that
// start with # are skipped. "-" or nothing as a type, size or device means none. The columns type,
// size, device and replicate may be missing. Errors name the line.
func Read(r io.Reader, opts ReadOptions) (Observations, error) {
	sc := bufio.NewScanner(r)
	sc.Buffer(make([]byte, 0, 64<<10), maxLineBytes)
	t := table{opts: opts, seen: make(map[Observation]int)}
	line := 0
	for sc.Scan() {
		line++
		text := strings.TrimSuffix(sc.Text(), "\r")
		if line == 1 {
			text = strings.TrimPrefix(text, "\ufeff")
		}
		if strings.TrimSpace(text) == "" || strings.HasPrefix(text, "#") {
			continue
		}
		var err error
		if t.columns == nil {
			err = t.header(text)
		} else {
			err = t.row(text, line)
		}
		if err != nil {
			return Observations{}, &LineError{line, err}
		}
	}
	if err := sc.Err(); err != nil {
		if errors.Is(err, bufio.ErrTooLong) {
			return Observations{}, &LineError{line + 1, fmt.Errorf("longer than %d bytes; is this a table of observations?", maxLineBytes)}
		}
		return Observations{}, fmt.Errorf("reading observations after line %d: %w", line, err)
	}
	if t.columns == nil {
		return Observations{}, fmt.Errorf("%w: the input is empty; expected a header line such as %q",
			ErrNoObservations, "operation\ttype\tsize\tdevice\treplicate\tenergy_J")
	}
	if len(t.obs.List) == 0 {
		return Observations{}, fmt.Errorf("%w: the header is the only line", ErrNoObservations)
	}
	return t.obs, nil
}

// table is the state of reading one table.
type table struct {
	opts    ReadOptions
	sep     string
	width   int
	columns map[string]int // default name -> index
	factor  float64        // from the column's unit to the unit of obs
	obs     Observations
	seen    map[Observation]int // without energy and line -> line
}

// header finds the columns and the unit.
func (t *table) header(text string) error {
	t.sep = "\t"
	if !strings.Contains(text, "\t") {
		t.sep = ","
	}
	names := t.split(text)
	t.width = len(names)
	at := make(map[string]int, len(names))
	for i, n := range names {
		if _, dup := at[n]; dup {
			return fmt.Errorf("the header names column %q twice", n)
		}
		at[n] = i
	}
	t.columns = make(map[string]int)
	c := t.opts.Columns
	for _, col := range []struct {
		role, given string
		required    bool
	}{
		{"operation", c.Operation, true}, {"type", c.Type, false}, {"size", c.Size, false},
		{"device", c.Device, false}, {"replicate", c.Replicate, false},
	} {
		name := col.given
		if name == "" {
			name = col.role
		}
		i, ok := at[name]
		switch {
		case ok:
			t.columns[col.role] = i
		case col.required || col.given != "":
			return fmt.Errorf("no column %q for the %s; the header has: %s", name, col.role, strings.Join(names, ", "))
		}
	}
	energy, unit, err := energyColumn(names, c.Energy)
	if err != nil {
		return err
	}
	if t.opts.Unit != "" {
		unit = t.opts.Unit
	}
	if unit == "" {
		return fmt.Errorf("the unit of column %q is not known: name it like energy_J, or give the unit", names[energy])
	}
	t.columns["energy"] = energy
	t.obs.Unit, t.factor = baseUnit(unit)
	return nil
}

// energyColumn finds the column of the measurements, and the unit that its name ends in.
func energyColumn(names []string, given string) (index int, unit string, err error) {
	index = -1
	for i, n := range names {
		switch {
		case given != "" && n != given:
			continue
		case given == "" && n != "energy" && !strings.HasPrefix(n, "energy_"):
			continue
		case index >= 0:
			return 0, "", fmt.Errorf("columns %q and %q both look like the energy; say which", names[index], n)
		}
		index = i
	}
	if index < 0 {
		want := given
		if want == "" {
			want = "energy_J"
		}
		return 0, "", fmt.Errorf("no column %q for the measured energy; the header has: %s", want, strings.Join(names, ", "))
	}
	if _, after, ok := strings.Cut(names[index], "_"); ok {
		unit = after
	}
	return index, unit, nil
}

// baseUnit turns a unit of energy into joules and leaves any other unit alone.
func baseUnit(unit string) (base string, factor float64) {
	if prefix, ok := strings.CutSuffix(unit, "J"); ok {
		if f, ok := map[string]float64{
			"": 1, "k": 1e3, "m": 1e-3, "u": 1e-6, "µ": 1e-6, "μ": 1e-6, "n": 1e-9, "p": 1e-12, "f": 1e-15,
		}[prefix]; ok {
			return "J", f
		}
	}
	return unit, 1
}

func (t *table) split(text string) []string {
	fields := strings.Split(text, t.sep)
	for i, f := range fields {
		fields[i] = strings.TrimSpace(f)
	}
	return fields
}

// row reads one measurement.
func (t *table) row(text string, line int) error {
	fields := t.split(text)
	if len(fields) != t.width {
		return fmt.Errorf("%d fields, but the header has %d", len(fields), t.width)
	}
	get := func(role string) string {
		i, ok := t.columns[role]
		if !ok || fields[i] == "-" {
			return ""
		}
		return fields[i]
	}
	o := Observation{
		Pattern: Pattern{Operation: get("operation"), Type: get("type"), Size: get("size")},
		Device:  get("device"), Replicate: get("replicate"),
	}
	if o.Operation == "" {
		return errors.New("no operation: every measurement is of one")
	}
	if o.Replicate != "" {
		if first, dup := t.seen[o]; dup {
			return fmt.Errorf("replicate %s of %s on %q was already given on line %d", o.Replicate, o.Pattern, o.Device, first)
		}
		t.seen[o] = line
	}
	text = fields[t.columns["energy"]]
	e, err := strconv.ParseFloat(text, 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return fmt.Errorf("energy %q is not a number", text)
	}
	o.Energy, o.Line = e*t.factor, line
	// Sums of squares of the energies must be finite too.
	if !(math.Abs(o.Energy) < maxEnergy) {
		return fmt.Errorf("energy %q is not finite, or too large to compute with", text)
	}
	if strings.HasPrefix(shapeOf(o), Costliest) {
		t.obs.Costliest = append(t.obs.Costliest, o)
	} else {
		t.obs.List = append(t.obs.List, o)
	}
	return nil
}
