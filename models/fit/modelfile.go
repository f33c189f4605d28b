package fit

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/energylint/energylint/models"
)

// ModelInfo is what a model file says besides the numbers. Only Name is required.
type ModelInfo struct {
	Name                    string
	Source                  string // where the observations are from
	Meter, JVM, Flags, Date string // see models.File
	Note                    string // put before the note that describes the fit
	Device                  string // the device's name, where the observations name none; default "device"
	CorrelationFile         string // default: Name + ".correlation.tsv"
	// Derived prices patterns that were not measured; nil: as in rpi5-nyholm.
	Derived []models.Derivation
}

// File is the model as a file says it, and the correlation of its parameters.
//
// An additive fit's residual is sigma: noise and lack of fit cannot be told apart. A pooled fit's
// residual is omega, the spread of the pattern effects, which is what is not known of a pattern that
// was not measured; a measured pattern has its effect as a parameter instead. sigma is how far
// observations of one pattern are apart. What of it is noise of the meter is no property of a program
// and only mentioned in the note; what is left between the shapes of a pattern is in the Shapes.
//
// An operation that was measured loses its derivations.
func (r *Result) File(info ModelInfo) (models.File, [][]float64, error) {
	f := models.File{
		Name: info.Name, Unit: r.Unit, Source: info.Source, Meter: info.Meter, JVM: info.JVM,
		Flags: info.Flags, Date: info.Date, Residual: "pattern", Covariance: "full",
		Correlation: info.CorrelationFile,
	}
	if f.Correlation == "" {
		f.Correlation = info.Name + ".correlation.tsv"
	}
	f.ResidualSD = r.Parameters[len(r.Parameters)-1].Mean
	if r.Structure == Pooled {
		f.ResidualSD = r.Parameters[len(r.Parameters)-2].Mean
		f.Shapes = r.shapes()
	}
	f.Note = strings.TrimSpace(info.Note + "\n" + r.describe())
	correlation := r.Correlation()
	n := correlation.SymmetricDim()
	matrix := make([][]float64, n, n+1)
	for i := range matrix {
		matrix[i] = make([]float64, n, n+1)
		for j := range matrix[i] {
			matrix[i][j] = correlation.At(i, j)
		}
	}
	for _, p := range r.Effects() {
		f.Parameters = append(f.Parameters, models.Parameter{Category: p.Category, Name: p.Name, Mean: p.Mean, SD: p.SD})
	}
	if len(r.design.levels[len(categories)-1]) == 0 {
		// Every model has a device; the operations of this one contain it.
		name := info.Device
		if name == "" {
			name = "device"
		}
		f.Parameters = append(f.Parameters, models.Parameter{Category: CategoryDevice, Name: name})
		for i := range matrix {
			matrix[i] = append(matrix[i], 0)
		}
		matrix = append(matrix, make([]float64, n+1))
		matrix[n][n] = 1
	}
	f.Measured = measuredSets(r.Patterns)
	shipped, err := models.Load("rpi5-nyholm")
	if err != nil {
		return f, nil, fmt.Errorf("fit: derivations of the shipped model: %w", err)
	}
	derived := info.Derived
	if derived == nil {
		derived = shipped.File().Derived
	}
	f.Derived = withoutMeasured(derived, r.Patterns)
	f.Included = included(shipped.File().Included, r.Patterns)
	m, err := models.New(f, matrix)
	if err != nil {
		return f, matrix, nil // whoever builds the model reports it
	}
	f.Costliest = r.costliest(m)
	return f, matrix, nil
}

// describe says in the model's note how its numbers came about.
func (r *Result) describe() string {
	d := r.Diagnostics()
	text := fmt.Sprintf("Posterior means and standard deviations of the %s structure given %d observations of %d patterns; %s.",
		r.Structure, len(r.obs.List), len(r.Patterns), d)
	if r.Structure == Pooled {
		text += fmt.Sprintf(" Observations of one pattern: sd %.4g %s.", r.Parameters[len(r.Parameters)-1].Mean, r.Unit)
	}
	for _, n := range r.notes {
		text += " Note: " + n + "."
	}
	return text
}

// CheckNames returns an error, with its line, for an observation of an operation, data type or data size that no model can have:
// Result.Model would refuse them, after the sampling.
func (o Observations) CheckNames() error {
	seen := map[Pattern]bool{}
	for _, list := range [][]Observation{o.List, o.Costliest} {
		for _, x := range list {
			if seen[x.Pattern] {
				continue
			}
			seen[x.Pattern] = true
			for _, p := range []models.Parameter{{Category: CategoryOperation, Name: x.Operation}, {Category: CategoryType, Name: x.Type}, {Category: CategorySize, Name: x.Size}} {
				if p.Name == "" && p.Category != CategoryOperation {
					continue
				}
				if err := p.CheckName(); err != nil {
					return &LineError{x.Line, err}
				}
			}
		}
	}
	return nil
}

// Model is the fitted model, checked. The error says what a model would still need, e.g. operations
// that were neither measured nor derived.
func (r *Result) Model(info ModelInfo) (*models.Model, error) {
	f, correlation, err := r.File(info)
	if err != nil {
		return nil, err
	}
	return models.New(f, correlation)
}

// WriteTOML writes the model file, and the correlation that it names, in the form that
// models.ParseFile reads.
func (r *Result) WriteTOML(model, correlation io.Writer, info ModelInfo) error {
	f, matrix, err := r.File(info)
	if err != nil {
		return err
	}
	if _, err := correlation.Write(models.WriteCorrelation(f.Parameters, matrix)); err != nil {
		return fmt.Errorf("writing the correlation: %w", err)
	}
	if _, err := model.Write(r.encode(f)); err != nil {
		return fmt.Errorf("writing the model: %w", err)
	}
	return nil
}

// included are the parts of tiles that were not measured apart from the tiles.
func included(all []models.Inclusion, patterns []Pattern) []models.Inclusion {
	var out []models.Inclusion
	for _, inc := range all {
		var operations []string
		for _, o := range inc.Operations {
			if !slices.ContainsFunc(patterns, func(p Pattern) bool { return p.Operation == o }) {
				operations = append(operations, o)
			}
		}
		if len(operations) > 0 {
			out = append(out, models.Inclusion{Operations: operations, Note: "the observations are of whole statements, pushes and stores included"})
		}
	}
	return out
}

// encode formats a model file. Every parameter's comment says how far its draws can be trusted.
func (r *Result) encode(f models.File) []byte {
	var b bytes.Buffer
	key := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s = %s\n", name, quote(value))
		}
	}
	fmt.Fprintf(&b, "# Fitted by energylint model fit. Numbers are in the unit below.\n\n")
	key("name", f.Name)
	key("unit", f.Unit)
	key("source", f.Source)
	key("meter", f.Meter)
	key("jvm", f.JVM)
	key("flags", f.Flags)
	key("date", f.Date)
	key("note", f.Note)
	fmt.Fprintf(&b, "\nresidual_sd = %s\n", number(f.ResidualSD))
	key("residual", f.Residual)
	b.WriteByte('\n')
	key("covariance", f.Covariance)
	key("correlation", f.Correlation)
	for _, m := range f.Measured {
		fmt.Fprintf(&b, "\n[[measured]]\noperations = %s\ntypes = %s\nsizes = %s\n", list(m.Operations), list(m.Types), list(m.Sizes))
	}
	for _, d := range f.Derived {
		fmt.Fprintf(&b, "\n[[derived]]\noperations = %s\n", list(d.Operations))
		if d.Types != nil {
			fmt.Fprintf(&b, "types = %s\n", list(d.Types))
		}
		if d.Sizes != nil {
			fmt.Fprintf(&b, "sizes = %s\n", list(d.Sizes))
		}
		terms := make([]string, len(d.Terms))
		for i, t := range d.Terms {
			terms[i] = "{ pattern = " + list(t.Pattern)
			if t.Count != nil {
				terms[i] += ", count = " + number(*t.Count)
			}
			terms[i] += " }"
		}
		fmt.Fprintf(&b, "terms = [%s]\n", strings.Join(terms, ", "))
		key("note", d.Note)
	}
	for _, inc := range f.Included {
		fmt.Fprintf(&b, "\n[[included]]\noperations = %s\n", list(inc.Operations))
		key("note", inc.Note)
	}
	for _, s := range f.Shapes {
		fmt.Fprintf(&b, "\n[[shape]]\noperations = %s\nsd = %s\n", list(s.Operations), number(s.SD))
	}
	for _, c := range f.Costliest {
		fmt.Fprintf(&b, "\n[[costliest]]\noperations = %s\ntypes = %s\nsizes = %s\nextra = %s\n", list(c.Operations), list(c.Types), list(c.Sizes), number(c.Extra))
	}
	effects := r.Effects()
	for i, p := range f.Parameters {
		b.WriteString("\n[[parameter]]")
		if i < len(effects) {
			e := effects[i]
			fmt.Fprintf(&b, " # MCSE %.2g, bulk ESS %.0f, tail ESS %.0f, R-hat %.4f", e.MCSE, e.BulkESS, e.TailESS, e.RHat)
		}
		fmt.Fprintf(&b, "\ncategory = %s\nname = %s\nmean = %s\nsd = %s\n", quote(p.Category), quote(p.Name), number(p.Mean), number(p.SD))
	}
	return b.Bytes()
}

// quote writes a basic string of TOML, whose escapes are those of JSON.
func quote(s string) string {
	var b strings.Builder
	b.WriteByte('"')
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteRune(c)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\t':
			b.WriteString(`\t`)
		case c < ' ' || c == 0x7f:
			fmt.Fprintf(&b, `\u%04X`, c)
		default:
			b.WriteRune(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

func list(items []string) string {
	quoted := make([]string, len(items))
	for i, s := range items {
		quoted[i] = quote(s)
	}
	return "[" + strings.Join(quoted, ", ") + "]"
}

// number writes a float of TOML, which is not an integer, with the digits that a posterior has.
func number(x float64) string {
	s := strconv.FormatFloat(x, 'g', 8, 64)
	if math.Trunc(x) == x && !strings.ContainsAny(s, ".e") {
		s += ".0"
	}
	return s
}

func orNone(s string) string {
	if s == "" {
		return "-"
	}
	return s
}

// measuredSets lists the measured patterns: one set per type and size, with all their operations.
func measuredSets(patterns []Pattern) []models.PatternSet {
	type key struct{ dataType, size string }
	at := make(map[key]int)
	var sets []models.PatternSet
	for _, p := range patterns {
		k := key{orNone(p.Type), orNone(p.Size)}
		i, ok := at[k]
		if !ok {
			i = len(sets)
			at[k] = i
			sets = append(sets, models.PatternSet{Types: []string{k.dataType}, Sizes: []string{k.size}})
		}
		sets[i].Operations = append(sets[i].Operations, p.Operation)
	}
	return sets
}

// withoutMeasured drops the derivations of operations that were measured.
func withoutMeasured(derived []models.Derivation, patterns []Pattern) []models.Derivation {
	measured := make(map[string]bool)
	for _, p := range patterns {
		measured[p.Operation] = true
	}
	var out []models.Derivation
	for _, d := range derived {
		d.Operations = slices.DeleteFunc(slices.Clone(d.Operations), func(o string) bool { return measured[o] })
		if len(d.Operations) > 0 {
			out = append(out, d)
		}
	}
	return out
}
