package calibrate

import (
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/energylint/energylint/internal/atomicfile"
	"github.com/energylint/energylint/models/fit"
)

// output is the file of observations and its journal.
type output struct {
	path, device string
	unit         string
	done         map[string]bool // replicates of this device that the observations have
	journal      map[string]measurement
}

// identity is what must not change between runs that append to one journal.
func identity(o Options, jvm string) string {
	return fmt.Sprintf("# device=%s\tmeter=%s\tjvm=%s\tseed=%d", o.Device, o.Meter.Name(), jvm, o.Seed)
}

// unit is the unit of the observations.
func (o Options) unit() string {
	if o.JoulesPerInstruction > 0 && o.Meter.Unit() == "instruction" {
		return "J"
	}
	return o.Meter.Unit()
}

// openOutput reads what there is, and begins the files.
func openOutput(o Options, jvm string) (*output, error) {
	if strings.ContainsAny(o.Device, "\t\n\r") || o.Device == "" {
		return nil, fmt.Errorf("%q cannot name a device: it is a column of a table", o.Device)
	}
	out := &output{path: o.Output, device: o.Device, unit: o.unit(), done: make(map[string]bool), journal: make(map[string]measurement)}
	f, err := os.Open(o.Output)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	default:
		obs, err := fit.Read(f, fit.ReadOptions{})
		_ = f.Close() // only read
		if err != nil && !errors.Is(err, fit.ErrNoObservations) {
			return nil, fmt.Errorf("%s: %w", o.Output, err)
		}
		if err == nil && obs.Unit != out.unit {
			return nil, fmt.Errorf("%s is in the unit %q, and this meter's is %q: choose another file", o.Output, obs.Unit, out.unit)
		}
		for _, ob := range obs.List {
			if ob.Device == o.Device {
				r, _, _ := strings.Cut(ob.Replicate, " ")
				out.done[r] = true
			}
		}
	}
	if len(out.done) == 0 {
		if err := out.head(o, jvm); err != nil {
			return nil, err
		}
	}
	return out, out.openJournal(identity(o, jvm))
}

// head writes the comments that say how the observations of this device were made, and the columns' names.
func (out *output) head(o Options, jvm string) error {
	text := ""
	info, err := os.Stat(out.path)
	if errors.Is(err, fs.ErrNotExist) || err == nil && info.Size() == 0 {
		text = "# Made by energylint model calibrate.\n"
	} else if data, err := os.ReadFile(out.path); err != nil {
		return err
	} else if strings.Contains(string(data), "# device: "+out.device+"\n") {
		return nil // by a run that was interrupted
	}
	first := text != ""
	text += fmt.Sprintf("# device: %s\n# unit: %s\n# meter: %s\n# jvm: %s\n# flags: %s\n# date: %s\n",
		out.device, out.unit, o.Meter.Name(), jvm, strings.Join(flags, " "), o.Now.Format(time.DateOnly))
	if o.unit() != o.Meter.Unit() {
		text += fmt.Sprintf("# joules per instruction: %g\n", o.JoulesPerInstruction)
	}
	if first {
		text += "operation\ttype\tsize\tdevice\treplicate\tenergy_" + out.unit + "\n"
	}
	return out.extend(text)
}

// extend adds text to the observations, all of it or nothing.
func (out *output) extend(text string) error {
	data, err := os.ReadFile(out.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return atomicfile.Write(out.path, append(data, text...))
}

func (out *output) complete(r int) bool { return out.done[strconv.Itoa(r)] }

func (out *output) measured(r int, name string) bool {
	_, ok := out.journal[strconv.Itoa(r)+"\t"+name]
	return ok
}

// later is a meter whose readings come from a log.
type later interface {
	Between(begin, end time.Time) (float64, error)
}

// finish writes the observations of a replicate.
func (out *output) finish(o Options, list []microbenchmark, r int) error {
	prefix := strconv.Itoa(r) + "\t"
	readings := make(map[string]measurement)
	for k, m := range out.journal {
		name, ok := strings.CutPrefix(k, prefix)
		if !ok {
			continue
		}
		if math.IsNaN(m.reading) {
			l, ok := o.Meter.(later)
			if !ok {
				return ErrPending
			}
			var err error
			if m.reading, err = l.Between(m.begin, m.end); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		readings[name] = m
	}
	values, err := evaluate(list, readings)
	if err != nil {
		return err
	}
	factor := 1.0
	if o.unit() != o.Meter.Unit() {
		factor = o.JoulesPerInstruction
	}
	var lines []string
	for i := range list {
		b := &list[i]
		if v := values[b.key()]; b.target == 0 || math.IsInf(v, 0) || math.IsNaN(v) {
			continue
		}
		p := b.target
		lines = append(lines, strings.Join([]string{p.Operation().String(), orNone(p.Type().String()), orNone(p.Size().String()),
			out.device, strconv.Itoa(r) + " " + b.shape, strconv.FormatFloat(values[b.key()]*factor, 'g', 8, 64)}, "\t"))
	}
	slices.Sort(lines)
	return out.extend(strings.Join(lines, "\n") + "\n")
}

func orNone(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
