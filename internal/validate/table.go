package validate

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Recorded are measurements with what they were made by.
type Recorded struct {
	Unit, Meter, JVM string
	List             []Measurement
}

const valueColumn = "measured_"

// Write writes measurements as a table that Read reads.
func (r *Recorded) Write() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# One repetition of each program.\n# meter: %s\n# jvm: %s\nprogram\tsize\t%s%s\n", r.Meter, r.JVM, valueColumn, r.Unit)
	for _, m := range r.List {
		fmt.Fprintf(&b, "%s\t%d\t%s\n", m.Program, m.Size, strconv.FormatFloat(m.Value, 'g', 9, 64))
	}
	return b.Bytes()
}

// Read reads measurements. Errors name the line.
func Read(in io.Reader) (*Recorded, error) {
	r := &Recorded{}
	known := map[Case]bool{}
	for _, c := range Cases() {
		known[c] = true
	}
	s := bufio.NewScanner(in)
	header := false
	for line := 1; s.Scan(); line++ {
		text := strings.TrimRight(s.Text(), "\r")
		if note, ok := strings.CutPrefix(text, "#"); ok {
			key, value, _ := strings.Cut(strings.TrimSpace(note), ":")
			switch value = strings.TrimSpace(value); key {
			case "meter":
				r.Meter = value
			case "jvm":
				r.JVM = value
			}
			continue
		}
		if strings.TrimSpace(text) == "" {
			continue
		}
		fields := strings.Split(text, "\t")
		if len(fields) != 3 {
			return nil, fmt.Errorf("line %d: %d fields: expected program, size and what was measured", line, len(fields))
		}
		if !header {
			unit, ok := strings.CutPrefix(fields[2], valueColumn)
			if fields[0] != "program" || fields[1] != "size" || !ok || unit == "" {
				return nil, fmt.Errorf("line %d: the header is %q: expected program, size, %sinstruction or %sJ", line, text, valueColumn, valueColumn)
			}
			r.Unit, header = unit, true
			continue
		}
		size, err1 := strconv.Atoi(fields[1])
		value, err2 := strconv.ParseFloat(fields[2], 64)
		c := Case{fields[0], size}
		switch {
		case err1 != nil || err2 != nil || !(value > 0) || value > 1e300:
			return nil, fmt.Errorf("line %d: %q: expected a size and a number above 0", line, text)
		case !known[c]:
			return nil, fmt.Errorf("line %d: %s is no program that models are validated on", line, c)
		}
		delete(known, c)
		r.List = append(r.List, Measurement{c, value})
	}
	if err := s.Err(); err != nil {
		return nil, err
	}
	if len(r.List) == 0 {
		return nil, fmt.Errorf("no measurements")
	}
	return r, nil
}
