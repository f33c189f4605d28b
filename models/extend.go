package models

import (
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/tomlline"
)

// maxExtensions bounds how many models stand on one another; more of them go in a circle.
const maxExtensions = 8

// extend reads a model that is another one with costs of calls and components added: a shipped model by its name, or a
// file beside this one.
func extend(file string, f File, index *tomlline.Index, open func(name string) ([]byte, error), depth int) (*Model, error) {
	at := func(key, format string, args ...any) error {
		return &tomlline.Error{File: file, Line: index.Line("", 0, key), Text: fmt.Sprintf(format, args...)}
	}
	if depth >= maxExtensions {
		return nil, at("extends", "%d models stand on one another: does one extend itself?", maxExtensions+1)
	}
	var base *Model
	var err error
	if strings.HasSuffix(f.Extends, ".toml") {
		var data []byte
		if data, err = open(f.Extends); err == nil {
			dir := path.Dir(f.Extends)
			base, err = parse(f.Extends, data, func(name string) ([]byte, error) {
				if !filepath.IsAbs(name) {
					name = path.Join(dir, name)
				}
				return open(name)
			}, depth+1)
		}
	} else {
		base, err = Load(f.Extends)
	}
	if err != nil {
		return nil, at("extends", "cannot extend %s: %v", f.Extends, err)
	}
	b := &builder{Model: base.clone(), byKey: map[string]int{}}
	if f.Name == "" {
		b.fail("", 0, "", `the model has no name: add name = "..."`)
	}
	if f.Unit != "" && f.Unit != base.file.Unit {
		b.fail("", 0, "unit", "the unit is %q, but that of %s is %q, and all energies are added", f.Unit, f.Extends, base.file.Unit)
	}
	for _, k := range []struct {
		table, key string
		given      bool
	}{
		{"", "meter", f.Meter != ""}, {"", "jvm", f.JVM != ""}, {"", "machine", f.Machine != ""}, {"", "flags", f.Flags != ""}, {"", "date", f.Date != ""},
		{"", "residual_sd", f.ResidualSD != 0}, {"", "residual", f.Residual != ""}, {"", "covariance", f.Covariance != ""},
		{"", "correlation", f.Correlation != ""}, {"parameter", "", len(f.Parameters) > 0}, {"measured", "", len(f.Measured) > 0},
		{"derived", "", len(f.Derived) > 0}, {"included", "", len(f.Included) > 0}, {"shape", "", len(f.Shapes) > 0},
	} {
		if k.given {
			b.fail(k.table, 0, k.key, "%s comes from %s, which this model extends: what it adds are [[call]] and [[component]]; say in source or note how they were measured", k.key+k.table, f.Extends)
		}
	}
	b.calls = nil
	b.readEntries(f.Components, f.Calls)
	b.calls = append(b.calls, base.calls...)
	if len(b.problems) > 0 {
		return nil, problemsError(file, index, b.problems)
	}
	own := &b.file
	own.Name, own.Extends = f.Name, f.Extends
	own.Source = joined(f.Source, own.Source)
	own.Note = joined(f.Note, own.Note)
	own.Components = slices.Concat(f.Components, own.Components)
	own.Calls = slices.Concat(f.Calls, own.Calls)
	return b.Model, nil
}

func joined(a, b string) string {
	return strings.TrimSpace(strings.TrimSpace(a) + "\n" + strings.TrimSpace(b))
}

// clone returns a copy whose tables can grow without the model's noticing.
func (m *Model) clone() *Model {
	c := *m
	c.parameters, c.mean, c.sd = slices.Clone(m.parameters), slices.Clone(m.mean), slices.Clone(m.sd)
	c.entries = slices.Clone(m.entries)
	c.components = maps.Clone(m.components)
	return &c
}
