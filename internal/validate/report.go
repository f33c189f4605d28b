package validate

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path"
	"path/filepath"
	"runtime"

	"gonum.org/v1/gonum/stat"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/energy"
	"github.com/energylint/energylint/internal/source"
	"github.com/energylint/energylint/internal/unit"
	"github.com/energylint/energylint/models"
	"github.com/energylint/energylint/models/fit"
	"github.com/energylint/energylint/models/library"
)

// Row compares one case with what the model says of it, per repetition, in the model's unit.
type Row struct {
	Case
	Instructions int64 // bytecode instructions executed
	Measured     float64
	Predicted    models.Gaussian // from the patterns that were executed
	// Worst is the static worst case at the confidence of the report, for problems of at most this size; not known
	// where the analysis finds no bound, and Why says why.
	Worst      float64
	WorstKnown bool
	Why        string
	// Derived is the share of the prediction that rests on patterns that were not measured.
	Derived float64
}

// Error is the relative error of the prediction: 0.1 is 10% too much.
func (r *Row) Error() float64 { return r.Predicted.Mean/r.Measured - 1 }

// Within reports whether the measurement is in the central interval of so many standard deviations.
func (r *Row) Within(z float64) bool {
	return math.Abs(r.Measured-r.Predicted.Mean) <= z*r.Predicted.SD
}

// The numbers of standard deviations of the central 50% and 95% intervals.
const (
	z50 = 0.6744897501960817
	z95 = 1.959963984540054
)

// Report is how good a model is.
type Report struct {
	Model      *models.Model
	Device     string
	Meter, JVM string
	Confidence float64 // of the worst cases
	Rows       []Row

	MeanAbsoluteError  float64 // of the relative errors
	Bias               float64 // mean of the relative errors
	R                  float64 // correlation of the logarithms of predicted and measured
	Within50, Within95 int     // measurements inside of the intervals
	Bounded, Below     int     // static worst cases that are known, and of these those below the measurement

	// Observations and Patterns are cross-validations over the observations that the model was fitted to, if given.
	Observations, Patterns *fit.CrossValidation
}

// New holds measurements against a model.
func New(m *models.Model, device string, confidence float64, ms []Measurement) (r *Report, err error) {
	devices, err := m.Resolve(device)
	if err != nil {
		return nil, err
	}
	r = &Report{Model: m, Device: devices[0], Confidence: confidence}
	if device == models.AnyDevice {
		r.Device = device
	}
	static, err := newAnalysis(m, r.Device, confidence)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, static.close()) }()
	around, err := Execute(Case{"Nothing", 0})
	if err != nil {
		return nil, err
	}
	for _, x := range ms {
		if !(x.Value > 0) {
			return nil, fmt.Errorf("%s was measured as %v: expected a number above 0", x.Case, x.Value)
		}
		done, err := Execute(x.Case)
		if err != nil {
			return nil, err
		}
		row := Row{
			Case: x.Case, Instructions: done.Instructions, Measured: x.Value,
			Predicted: m.Price(done.Counts, r.Device), Derived: m.DerivedShare(done.Counts, r.Device),
		}
		w, why, err := static.worst(x.Case)
		if err != nil {
			return nil, err
		}
		if row.Why = why; why == "" {
			// The loop around the program is measured, too.
			row.Worst, row.WorstKnown = w+m.Price(around.Counts, r.Device).At(models.Z(confidence)), true
		}
		r.Rows = append(r.Rows, row)
	}
	r.summarise()
	return r, nil
}

func (r *Report) summarise() {
	var measured, predicted []float64
	for i := range r.Rows {
		row := &r.Rows[i]
		n := float64(len(r.Rows))
		r.MeanAbsoluteError += math.Abs(row.Error()) / n
		r.Bias += row.Error() / n
		if row.Within(z50) {
			r.Within50++
		}
		if row.Within(z95) {
			r.Within95++
		}
		if row.WorstKnown {
			r.Bounded++
			if row.Worst < row.Measured {
				r.Below++
			}
		}
		measured, predicted = append(measured, math.Log(row.Measured)), append(predicted, math.Log(row.Predicted.Mean))
	}
	r.R = stat.Correlation(measured, predicted, nil)
}

// analysis computes static worst cases of the programs.
type analysis struct {
	model      *models.Model
	device     string
	confidence float64
	classes    []*classfile.Class
	hierarchy  *callgraph.Hierarchy
	units      []*unit.Class
	library    *library.Library
	specs      *energy.Specs
	sources    string // directory
}

func newAnalysis(m *models.Model, device string, confidence float64) (*analysis, error) {
	classes, err := parsed()
	if err != nil {
		return nil, err
	}
	lib, err := library.Shipped()
	if err != nil {
		return nil, err
	}
	sources, err := writeSources()
	if err != nil {
		return nil, err
	}
	a := &analysis{model: m, device: device, confidence: confidence, classes: classes, library: lib, sources: sources}
	a.specs = energy.NewSpecs(source.New([]string{sources}, ""))
	a.hierarchy = callgraph.New(classes, nil, runtime.GOMAXPROCS(0))
	for _, c := range classes {
		a.units = append(a.units, &unit.Class{Class: c, Path: c.Name + ".class"})
	}
	return a, nil
}

// close removes the sources.
func (a *analysis) close() error { return os.RemoveAll(a.sources) }

// writeSources writes the sources of the programs to a temporary directory, where their specifications are read.
func writeSources() (dir string, err error) {
	if dir, err = os.MkdirTemp("", "energylint-validate-"); err != nil {
		return "", err
	}
	entries, err := programs.ReadDir(sourcesDir)
	for _, e := range entries {
		if err != nil || e.IsDir() {
			continue
		}
		var data []byte
		if data, err = programs.ReadFile(path.Join(sourcesDir, e.Name())); err == nil {
			err = os.WriteFile(filepath.Join(dir, e.Name()), data, 0o644)
		}
	}
	if err != nil {
		return "", errors.Join(err, os.RemoveAll(dir))
	}
	return dir, nil
}

// worst returns the bound of a case, or why there is none.
func (a *analysis) worst(c Case) (bound float64, why string, err error) {
	e, err := energy.New(unit.NewProgram(a.hierarchy, a.units, 0), energy.Options{
		Model: a.model, Device: a.device, Confidence: a.confidence, Library: a.library, Specs: a.specs,
		Assume: func(_ *classfile.Method, name string) (float64, string, bool) {
			if v, ok := assumed[c.Program][name]; ok {
				return v, "the program", true
			}
			return float64(c.Size), "the size", name == "n"
		},
	})
	if err != nil {
		return 0, "", err
	}
	for _, k := range a.classes {
		for i := range k.Methods {
			m := &k.Methods[i]
			if k.Name != c.Program || m.ID() != "run(I)I" {
				continue
			}
			w := e.Evaluate([]*classfile.Method{m}).Worst(m, a.confidence)
			if !w.Numbers.Known || math.IsInf(w.Bound, 1) {
				why := "no bound"
				if len(w.Numbers.Missing) > 0 {
					why = w.Numbers.Missing[0].String()
				}
				return 0, why, nil
			}
			return w.Bound, "", nil
		}
	}
	return 0, "", fmt.Errorf("no method int run(int) in %s", c.Program)
}
