package models

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/tomlline"
)

// priceRows finds the parameters of every pattern.
func (b *builder) priceRows() {
	for i := range pattern.Triples {
		id := pattern.ID(i)
		r, ok := row{}, true
		for _, key := range parameterKeys(id) {
			k, found := b.byKey[key]
			if !found {
				ok = false
				break
			}
			r.param[r.n] = int16(k)
			r.n++
		}
		if !ok || id == 0 {
			r.n = noRow
		} else {
			b.addPatternEffect(id, &r)
		}
		b.rows[i] = r
	}
}

// noRow marks a pattern that lacks a parameter.
const noRow = 255

func parameterKeys(id pattern.ID) []string {
	var keys []string
	if o := id.Operation(); o != pattern.NoOperation {
		keys = append(keys, "Operation:"+o.String())
	}
	if t := id.Type(); t != pattern.NoType {
		keys = append(keys, "Data type:"+t.String())
	}
	if s := id.Size(); s != pattern.NoSize {
		keys = append(keys, "Data size:"+s.String())
	}
	return keys
}

func (b *builder) missing(id pattern.ID) string {
	var out []string
	for _, key := range parameterKeys(id) {
		if _, ok := b.byKey[key]; !ok {
			out = append(out, fmt.Sprintf("%q", key))
		}
	}
	return strings.Join(out, ", ")
}

// selection is the parsed form of operations, types and sizes; nil types or sizes are all.
type selection struct {
	operations []pattern.Operation
	types      []pattern.Type
	sizes      []pattern.Size
}

func (b *builder) selection(table string, i int, operations, types, sizes []string) (s selection, ok bool) {
	ok = true
	if len(operations) == 0 {
		b.fail(table, i, "", "operations are missing: say of which patterns this is")
		ok = false
	}
	part := func(key, operation, dataType, size string) pattern.ID {
		id, err := pattern.Parse(operation, dataType, size)
		if err != nil {
			if near := tomlline.Nearest(operation, operationNames()); operation != "" && near != "" {
				err = fmt.Errorf("%w; did you mean %q?", err, near)
			}
			b.fail(table, i, key, "%v", err)
			ok = false
		}
		return id
	}
	for _, o := range operations {
		s.operations = append(s.operations, part("operations", o, "", "").Operation())
	}
	for _, t := range types {
		s.types = append(s.types, part("types", "", t, "").Type())
	}
	for _, z := range sizes {
		s.sizes = append(s.sizes, part("sizes", "", "", z).Size())
	}
	return s, ok
}

func operationNames() []string {
	var names []string
	for _, o := range pattern.Operations() {
		names = append(names, o.String())
	}
	return names
}

func (s selection) contains(id pattern.ID) bool {
	return slices.Contains(s.operations, id.Operation()) &&
		(s.types == nil || slices.Contains(s.types, id.Type())) && (s.sizes == nil || slices.Contains(s.sizes, id.Size()))
}

func (b *builder) readMeasured() {
	for i, set := range b.file.Measured {
		if len(set.Types) == 0 || len(set.Sizes) == 0 {
			b.fail("measured", i, "", `measured patterns need types and sizes; "-" stands for none`)
			continue
		}
		s, ok := b.selection("measured", i, set.Operations, set.Types, set.Sizes)
		if !ok {
			continue
		}
		for _, o := range s.operations {
			for _, t := range s.types {
				for _, z := range s.sizes {
					id := pattern.Of(o, t, z)
					if b.rows[id].n == noRow {
						b.fail("measured", i, "operations", "%s was measured but has no parameter %s", id, b.missing(id))
						continue
					}
					b.basis[id], b.expanded[id] = measured, []share{{id, 1}}
				}
			}
		}
	}
}

func (b *builder) readDerived() {
	for i, d := range b.file.Derived {
		s, ok := b.selection("derived", i, d.Operations, d.Types, d.Sizes)
		if !ok {
			continue
		}
		if len(d.Terms) == 0 {
			b.fail("derived", i, "terms", "terms are missing: say what these patterns cost; nothing costs nothing")
			continue
		}
	patterns:
		for k := range pattern.Triples {
			id := pattern.ID(k)
			if b.basis[id] != unpriced || !s.contains(id) {
				continue // measured, or derived by an entry above
			}
			shares, err := b.terms(id, d.Terms)
			if err != nil {
				b.fail("derived", i, "terms", "%s: %v", id, err)
				break patterns
			}
			b.basis[id], b.expanded[id], b.note[id] = derived, shares, d.Note
		}
	}
}

// readIncluded notes which parts of tiles have no price of their own.
func (b *builder) readIncluded() {
	const table = "included"
	for i, inc := range b.file.Included {
		s, ok := b.selection(table, i, inc.Operations, nil, nil)
		if !ok {
			continue
		}
		for _, o := range s.operations {
			if !o.Part() {
				b.fail(table, i, "operations", "%q is no part of a tile, so no other pattern includes it: give it a parameter or a [[derived]] entry", o)
			} else if _, priced := b.byKey["Operation:"+o.String()]; priced {
				b.fail(table, i, "operations", "%q has a parameter, so it is not included in others", o)
			}
		}
		for k := range b.expanded {
			if id := pattern.ID(k); s.contains(id) && id.Operation().Part() && b.basis[id] == unpriced {
				b.basis[id], b.expanded[id], b.note[id] = included, []share{}, inc.Note
			}
		}
	}
}

// readShapes notes how much the cost of a pattern varies with its shape.
func (b *builder) readShapes() {
	const table = "shape"
	for i, shape := range b.file.Shapes {
		s, ok := b.selection(table, i, shape.Operations, nil, nil)
		if !(shape.SD >= 0) || math.IsInf(shape.SD, 0) {
			b.fail(table, i, "sd", "sd %v is no standard deviation: expected 0 or more", shape.SD)
			continue
		}
		if !ok {
			continue
		}
		for _, o := range s.operations {
			if b.shape2[o] != 0 {
				b.fail(table, i, "operations", "%q has a shape already", o)
			}
			b.shape2[o] = shape.SD * shape.SD
		}
	}
}

// noteParts reports whether a part of a tile has a price of its own.
func (b *builder) noteParts() {
	for i, basis := range b.basis {
		b.parts = b.parts || basis != included && pattern.ID(i).Operation().Part()
	}
}

// terms resolves the terms of a derived pattern. Terms are patterns with parameters, never derived ones
// themselves, so that a reader of the file sees the price at once.
func (b *builder) terms(id pattern.ID, terms []Term) ([]share, error) {
	var out []share
	for _, t := range terms {
		if len(t.Pattern) != 3 {
			return nil, fmt.Errorf(`a term is a pattern of three names, ["Array load", "int", "Load"], not %q`, t.Pattern)
		}
		own := []string{id.Operation().String(), id.Type().String(), id.Size().String()}
		names := slices.Clone(t.Pattern)
		for k, n := range names {
			if n == "*" {
				names[k] = own[k]
			}
		}
		of, err := pattern.Parse(names[0], names[1], names[2])
		if err != nil {
			return nil, err
		}
		if b.rows[of].n == noRow {
			return nil, fmt.Errorf("the term %s has no parameter %s", of, b.missing(of))
		}
		n := 1.0
		if t.Count != nil {
			n = *t.Count
		}
		if !(n > 0 && n < 1e9) {
			return nil, fmt.Errorf("the term %s has count %v: expected a number above 0", of, n)
		}
		if j := slices.IndexFunc(out, func(s share) bool { return s.id == of }); j >= 0 {
			out[j].n += n
		} else {
			out = append(out, share{of, n})
		}
	}
	return out, nil
}

// priceRest prices what was neither measured nor derived but has parameters: the model is additive, so it prices
// combinations that nobody measured.
func (b *builder) priceRest() {
	for k := range pattern.Triples {
		id := pattern.ID(k)
		if b.basis[id] == unpriced && b.rows[id].n != noRow && id.Operation() != pattern.NoOperation {
			b.basis[id], b.expanded[id] = derived, []share{{id, 1}}
			b.note[id] = "not measured in this combination: priced by its parameters"
		}
	}
}

// complete checks that every pattern the analysis can count has a price.
func (b *builder) complete() {
	if len(b.problems) > 0 {
		return
	}
	for _, key := range []string{"Data type:int", "Data type:long", "Data type:float", "Data type:double", "Data type:Reference",
		"Data size:Constant", "Data size:Load", "Data size:32-bit", "Data size:64-bit", "Data size:Reference"} {
		if _, ok := b.byKey[key]; !ok {
			category, name, _ := strings.Cut(key, ":")
			b.fail("", 0, "", "the model has no parameter for %s %q", strings.ToLower(category), name)
		}
	}
	if len(b.problems) > 0 {
		return
	}
	for _, o := range pattern.Operations() {
		for i := range pattern.Triples {
			if id := pattern.ID(i); id.Operation() == o && b.basis[i] == unpriced {
				remedy := "a [[derived]] entry that names similar ones"
				if o.Part() {
					remedy = "an [[included]] entry that names it, if the patterns were measured with it"
				}
				b.fail("", 0, "", "operation %q has no price: add a [[parameter]], or %s (missing for %s)", o, remedy, id)
				break
			}
		}
	}
}
