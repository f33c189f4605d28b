package models

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/quantity"
	"github.com/energylint/energylint/internal/tomlline"
)

// Problem is what is wrong with a model, in words.
type Problem struct {
	// Table, Index and Key say where in the file: the n-th [[table]], counted from 0, or the file's own keys
	// where Table is empty.
	Table string
	Index int
	Key   string
	Text  string
}

// New builds a model from what a file says and a correlation matrix in the order of the parameters, nil for
// covariance = "comonotone". All problems are reported, joined.
func New(f File, correlation [][]float64) (*Model, error) {
	m, problems := build(f, correlation)
	if len(problems) > 0 {
		return nil, problemsError("model "+f.Name, nil, problems)
	}
	return m, nil
}

func problemsError(file string, index *tomlline.Index, problems []Problem) error {
	errs := make([]error, len(problems))
	for i, p := range problems {
		e := &tomlline.Error{File: file, Text: p.Text}
		if index != nil && (p.Table != "" || p.Key != "") {
			e.Line = index.Line(p.Table, p.Index, p.Key)
		}
		errs[i] = e
	}
	return errors.Join(errs...)
}

// builder collects problems while it builds.
type builder struct {
	*Model
	problems []Problem
	byKey    map[string]int
}

func (b *builder) fail(table string, index int, key, format string, args ...any) {
	b.problems = append(b.problems, Problem{table, index, key, fmt.Sprintf(format, args...)})
}

func checkMarginals(f File) []Problem {
	b := &builder{Model: &Model{file: f}, byKey: map[string]int{}}
	b.header()
	b.readParameters()
	return b.problems
}

func build(f File, correlation [][]float64) (*Model, []Problem) {
	b := &builder{Model: &Model{file: f, components: map[string]componentEntries{}}, byKey: map[string]int{}}
	b.header()
	b.readParameters()
	if len(b.problems) == 0 {
		b.covariance(correlation)
		b.priceRows()
		b.readMeasured()
		b.readDerived()
		b.readIncluded()
		b.readShapes()
		b.readCostliest()
		b.noteParts()
		b.priceRest()
		b.complete()
		b.readEntries(f.Components, f.Calls)
	}
	if len(b.problems) > 0 {
		return nil, b.problems
	}
	return b.Model, nil
}

func (b *builder) header() {
	f := &b.file
	var err error
	if f.Name == "" {
		b.fail("", 0, "", `the model has no name: add name = "..."`)
	}
	if b.unit, err = quantity.UnitNamed(f.Unit); err != nil {
		b.fail("", 0, "unit", "%v", err)
	}
	if b.residual, err = ParseResidual(f.Residual); err != nil {
		b.fail("", 0, "residual", "%v", err)
	}
	if f.Covariance != "full" && f.Covariance != "comonotone" {
		b.fail("", 0, "covariance", `unknown covariance %q: expected "full" or "comonotone"`, f.Covariance)
	}
	if !(f.ResidualSD >= 0) || math.IsInf(f.ResidualSD, 0) {
		b.fail("", 0, "residual_sd", "residual_sd is %v: expected a standard deviation, 0 or more", f.ResidualSD)
	}
	b.sigma2 = f.ResidualSD * f.ResidualSD
}

var categories = []string{"Operation", "Data type", "Data size", "Device", patternCategory}

func (b *builder) readParameters() {
	b.parameters = b.file.Parameters
	const table = "parameter"
	for i, p := range b.parameters {
		switch {
		case !slices.Contains(categories, p.Category):
			text := fmt.Sprintf("unknown category %q", p.Category)
			if near := tomlline.Nearest(p.Category, categories); near != "" {
				text += fmt.Sprintf("; did you mean %q?", near)
			}
			b.fail(table, i, "category", "%s: expected one of %s", text, strings.Join(categories, ", "))
			continue
		case p.Category != "Device":
			if err := p.CheckName(); err != nil {
				b.fail(table, i, "name", "%v", err)
			}
		case p.Name == "" || p.Name == AnyDevice:
			b.fail(table, i, "name", "a device cannot be called %q", p.Name)
		}
		if first, again := b.byKey[p.Key()]; again {
			b.fail(table, i, "name", "%s %q is given twice: it is parameter %d already", p.Category, p.Name, first+1)
			continue
		}
		b.byKey[p.Key()] = i
		if p.Category == patternCategory && !math.IsNaN(p.Mean) && !math.IsInf(p.Mean, 0) {
			// A deviation: either sign will do.
		} else if !(p.Mean >= 0) || math.IsInf(p.Mean, 0) {
			b.fail(table, i, "mean", "%s %q: mean %v is not an energy: expected 0 or more", p.Category, p.Name, p.Mean)
		} else if b.file.Unit == "J" && p.Mean > 0.1 {
			b.fail(table, i, "mean", "%s %q: mean %v J for one bytecode pattern cannot be: numbers are in joules, not in nJ", p.Category, p.Name, p.Mean)
		}
		if !(p.SD >= 0) || math.IsInf(p.SD, 0) {
			b.fail(table, i, "sd", "%s %q: sd %v is no standard deviation: expected 0 or more", p.Category, p.Name, p.SD)
		}
		b.mean, b.sd = append(b.mean, p.Mean), append(b.sd, p.SD)
		if p.Category == "Device" {
			b.devices, b.device = append(b.devices, p.Name), append(b.device, i)
		}
	}
	if len(b.problems) == 0 && len(b.devices) == 0 {
		b.fail("", 0, "", "the model has no device: add a [[parameter]] with category = \"Device\"")
	}
}

// CheckName returns an error where the name is none of the parameter's category: an operation, a data type, a data size or a
// pattern that bytecode does not have. The names of devices are free.
func (p Parameter) CheckName() error {
	var err error
	switch p.Category {
	case "Operation":
		_, err = pattern.Parse(p.Name, "", "")
		if err != nil {
			var names []string
			for _, o := range pattern.Operations() {
				names = append(names, o.String())
			}
			if near := tomlline.Nearest(p.Name, names); near != "" {
				err = fmt.Errorf("%w; did you mean %q?", err, near)
			}
		}
	case "Data type":
		_, err = pattern.Parse("", p.Name, "")
	case "Data size":
		_, err = pattern.Parse("", "", p.Name)
	case patternCategory:
		_, err = parsePatternName(p.Name)
	}
	if err == nil && (p.Name == "" || p.Name == "-") {
		err = fmt.Errorf("a parameter of category %q needs a name", p.Category)
	}
	return err
}

// covariance computes D R D. R may be slightly indefinite, because it was rounded when it was written; the
// tolerance is what rounding to six digits can do.
func (b *builder) covariance(r [][]float64) {
	if b.file.Covariance != "full" {
		return
	}
	n := len(b.parameters)
	if len(r) != n {
		b.fail("", 0, "correlation", "the correlation matrix has %d rows for %d parameters", len(r), n)
		return
	}
	b.cov = make([]float64, n*n)
	shifted := mat.NewSymDense(n, nil)
	const tolerance = 1e-4
	for i := range r {
		if len(r[i]) != n {
			b.fail("", 0, "correlation", "row %d of the correlation matrix has %d values for %d parameters", i+1, len(r[i]), n)
			return
		}
		for j, v := range r[i] {
			switch {
			case !(math.Abs(v) <= 1+1e-9):
				b.fail("", 0, "correlation", "correlation %v of %q and %q is not between -1 and 1", v, b.parameters[i].Key(), b.parameters[j].Key())
				return
			case i == j && math.Abs(v-1) > 1e-6:
				b.fail("", 0, "correlation", "%q has correlation %v with itself, not 1", b.parameters[i].Key(), v)
				return
			case math.Abs(v-r[j][i]) > 1e-9:
				b.fail("", 0, "correlation", "the correlation is not symmetric: %v of %q and %q, but %v the other way round", v, b.parameters[i].Key(), b.parameters[j].Key(), r[j][i])
				return
			}
			b.cov[i*n+j] = v * b.sd[i] * b.sd[j]
			if j >= i {
				shifted.SetSym(i, j, v)
			}
		}
		shifted.SetSym(i, i, r[i][i]+tolerance)
	}
	var chol mat.Cholesky
	if !chol.Factorize(shifted) {
		b.fail("", 0, "correlation", "%s", indefinite(shifted, tolerance, b.parameters))
	}
}

// indefinite says in words which parameters make a matrix that is no correlation matrix.
func indefinite(shifted *mat.SymDense, tolerance float64, parameters []Parameter) string {
	text := "the correlation matrix is not positive semidefinite: some sum of parameters would have a negative variance"
	var eigen mat.EigenSym
	if !eigen.Factorize(shifted, true) {
		return text
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	type weight struct {
		key string
		w   float64
	}
	var ws []weight
	for i, p := range parameters {
		ws = append(ws, weight{p.Key(), math.Abs(vectors.At(i, 0))})
	}
	slices.SortStableFunc(ws, func(a, b weight) int {
		switch {
		case a.w > b.w:
			return -1
		case a.w < b.w:
			return 1
		}
		return 0
	})
	var keys []string
	for _, w := range ws[:min(3, len(ws))] {
		keys = append(keys, fmt.Sprintf("%q", w.key))
	}
	return fmt.Sprintf("%s (smallest eigenvalue %.2g, mostly of %s)", text, eigen.Values(nil)[0]-tolerance, strings.Join(keys, ", "))
}
