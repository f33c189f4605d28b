package models

import (
	"math"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/pattern"
)

func TestPartsAndShapesErrors(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(f *File)
		want   string
	}{
		{"parts without a price", func(f *File) { f.Included = nil }, `operation "Operand push" has no price: add a [[parameter]], or an [[included]] entry`},
		{"one part without", func(f *File) { f.Included[0].Operations = []string{"Operand push"} }, `operation "Result store" has no price`},
		{"included tile", func(f *File) { f.Included[0].Operations = append(f.Included[0].Operations, "Throw") }, `"Throw" is no part of a tile`},
		{"included and priced", func(f *File) {
			f.Parameters = append(f.Parameters, Parameter{Category: "Operation", Name: "Result store", Mean: 1e-9})
		}, `"Result store" has a parameter, so it is not included`},
		{"no such operation", func(f *File) { f.Included[0].Operations = []string{"Operand pull"} }, `unknown operation "Operand pull"; did you mean "Operand push"?`},
		{"no operations", func(f *File) { f.Shapes = []Shape{{SD: 1}} }, "operations are missing"},
		{"negative shape", func(f *File) { f.Shapes = []Shape{{[]string{"Addition"}, -1}} }, "sd -1 is no standard deviation"},
		{"shape that is no number", func(f *File) { f.Shapes = []Shape{{[]string{"Addition"}, math.NaN()}} }, "sd NaN is no standard deviation"},
		{"costliest below the mean", func(f *File) {
			f.Costliest = []Costliest{{[]string{"Modulo"}, []string{"double"}, []string{"Load"}, -1}}
		}, "extra -1 is nothing that a pattern can cost more"},
		{"costliest of nothing", func(f *File) { f.Costliest = []Costliest{{nil, nil, nil, 1}} }, "operations are missing"},
		{"two shapes", func(f *File) { f.Shapes = []Shape{{[]string{"Addition"}, 1e-9}, {[]string{"Addition"}, 2e-9}} }, `"Addition" has a shape already`},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := rpi5(t).File()
			f.Covariance, f.Correlation = "comonotone", ""
			f.Included = []Inclusion{{Operations: append([]string(nil), f.Included[0].Operations...)}}
			f.Parameters = append([]Parameter(nil), f.Parameters...)
			c.change(&f)
			if _, err := New(f, nil); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// A model of whole statements prices counts with parts like those without; one that prices parts adds them.
func TestPricesParts(t *testing.T) {
	add, push := id(t, "Addition", "int", "Load"), id(t, "Operand push", "int", "Load")
	plain := pattern.Single(add, 3)
	with := plain.Add(pattern.Single(push, 5))
	statements := rpi5(t)
	if statements.PricesParts() {
		t.Error("rpi5-nyholm prices parts")
	}
	if a, b := statements.Price(plain, ""), statements.Price(with, ""); a != b {
		t.Errorf("%v, with parts %v", a, b)
	}
	parts, err := Load("hotspot-xint-instructions")
	if err != nil {
		t.Fatal(err)
	}
	if !parts.PricesParts() || !parts.Measured(push) {
		t.Error("hotspot-xint-instructions does not price parts")
	}
	a, b, one := parts.Price(plain, ""), parts.Price(with, ""), parts.Price(pattern.Single(push, 1), "")
	if !near(b.Mean, a.Mean+5*one.Mean, 1e-9) || one.Mean < 3 || one.Mean > 9 {
		t.Errorf("%v, with parts %v; one costs %v", a, b, one)
	}
}
