package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/driver"
	"github.com/energylint/energylint/internal/energy"
	"github.com/energylint/energylint/internal/source"
	"github.com/energylint/energylint/internal/summaries"
	"github.com/energylint/energylint/models"
	"github.com/energylint/energylint/models/library"
)

const (
	modelName  = "hotspot-xint-instructions"
	confidence = 0.95
)

// unmeasured are the programs that cannot be measured on OpenJDK 25: its fmod has an instruction that valgrind 3.19 does not
// know, so that the virtual machine ends.
var unmeasured = map[string]bool{"RemainderDouble": true, "RemainderFloat": true}

// result is the bound of a row on a device, beside what was measured there.
type result struct {
	measured float64 // 0 where the program does not run there
	bound    float64
	why      string   // there is no bound
	expected []string // what the result says that it rests on: calls with an expected cost
}

// ratio is what part of the measurement the bound is.
func (r *result) ratio() float64 { return r.bound / r.measured }

// compute returns the results of every row, by device.
func compute(dir string, rows []row) (out [][]result, err error) {
	var paths []string
	for _, d := range programDirs {
		paths = append(paths, filepath.Join(dir, d))
	}
	jdk, err := summaries.JDK()
	if err != nil {
		return nil, err
	}
	a, err := driver.Load(context.Background(), driver.Options{Paths: paths, Platform: jdk.Find})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	m, err := models.Load(modelName)
	if err != nil {
		return nil, err
	}
	lib, err := library.Shipped()
	if err != nil {
		return nil, err
	}
	specs := energy.NewSpecs(source.New(nil, ""))
	for _, d := range devices {
		measured, err := readMeasured(measuredPath(dir, d.file))
		if err != nil {
			return nil, err
		}
		results := make([]result, len(rows))
		for i, r := range rows {
			e, err := energy.New(a.Program, energy.Options{
				Model: m, Device: d.name, Confidence: confidence, Library: lib, Foreign: jdk, Specs: specs,
				Assume: func(_ *classfile.Method, name string) (float64, string, bool) {
					v, ok := r.symbols[name]
					if name == "n" {
						v, ok = float64(r.size), true
					}
					return v, "rows.tsv", ok
				},
			})
			if err != nil {
				return nil, err
			}
			if results[i], err = bound(e, r); err != nil {
				return nil, err
			}
			if v, ok := measured[r.program]; ok {
				results[i].measured = v - measured[nothing]
			}
		}
		out = append(out, results)
	}
	return out, nil
}

// bound evaluates a row's program.
func bound(e *energy.Engine, r row) (result, error) {
	for _, c := range e.Hierarchy.Classes() {
		for i := range c.Methods {
			m := &c.Methods[i]
			if c.Name != r.program || m.ID() != "run(I)I" {
				continue
			}
			roots := []*classfile.Method{m}
			w := e.Evaluate(roots).Worst(m, confidence)
			x := e.Methods(roots, nil, "").Methods[0]
			out := result{bound: w.Bound, expected: x.Expected}
			if !w.Numbers.Known || math.IsInf(w.Bound, 1) {
				out.why = "no bound"
				if len(w.Numbers.Missing) > 0 {
					out.why = w.Numbers.Missing[0].String()
				}
			}
			return out, nil
		}
	}
	return result{}, fmt.Errorf("%s: no method int run(int): compile the programs with script/fixtures", r.program)
}

// excused reports whether the result names the expected cost that a row gives for a bound below its measurement.
func (r *row) excused(x *result) bool {
	return r.below != "" && slices.ContainsFunc(x.expected, func(name string) bool { return short(name) == r.below })
}

// table writes the results as Markdown.
func table(rows []row, results [][]result) string {
	var b strings.Builder
	b.WriteString("| program | what it does")
	for _, d := range devices {
		fmt.Fprintf(&b, " | bound / measured, %s", d.name)
	}
	b.WriteString(" | expected costs that the result names |\n| --- | ---" + strings.Repeat(" | ---:", len(devices)) + " | --- |\n")
	for i, r := range rows {
		fmt.Fprintf(&b, "| %s | %s", r.program, r.about)
		var expected []string
		for _, of := range results {
			switch x := &of[i]; {
			case x.measured == 0 && unmeasured[r.program]:
				b.WriteString(" | cannot be measured")
			case x.measured == 0:
				b.WriteString(" | does not run")
			case x.why != "":
				fmt.Fprintf(&b, " | %s", x.why)
			default:
				fmt.Fprintf(&b, " | %.2f", x.ratio())
			}
			for _, name := range of[i].expected {
				if s := short(name); !slices.Contains(expected, s) {
					expected = append(expected, s)
				}
			}
		}
		if len(expected) == 0 {
			expected = []string{"none"}
		}
		fmt.Fprintf(&b, " | %s |\n", strings.ReplaceAll(strings.Join(expected, ", "), "<", "&lt;"))
	}
	return b.String()
}

// short is the simple class and the name of class.name+descriptor.
func short(member string) string {
	name, _, _ := strings.Cut(member, "(")
	return name[strings.LastIndexByte(name, '/')+1:]
}
