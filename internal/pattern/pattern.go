// Package pattern names what the energy model prices: patterns, triples of operation, data type and data size
// (Nyholm, Mostowski, Reichenbach 2025, section 3), and vectors that count them. The engine counts patterns and
// knows no joules; a model prices counts and knows no bytecode.
package pattern

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Type is the data type of a pattern; byte, char, short and boolean count as Int.
type Type uint8

// The data types.
const (
	NoType Type = iota
	Int
	Long
	Float
	Double
	Reference
	numTypes
)

var typeNames = [numTypes]string{"", "int", "long", "float", "double", "Reference"}

// String returns the type's name as model files spell it, empty for NoType.
func (t Type) String() string { return typeNames[t] }

// TypeOf returns the type of a field descriptor or of a type letter (i, l, f, d, a; void is NoType).
func TypeOf(desc string) Type {
	if desc == "" {
		return NoType
	}
	switch desc[0] {
	case 'I', 'B', 'C', 'S', 'Z', 'i':
		return Int
	case 'J', 'l':
		return Long
	case 'F', 'f':
		return Float
	case 'D', 'd':
		return Double
	case 'L', '[', 'a':
		return Reference
	}
	return NoType
}

// Size is the data size of a pattern: where its costliest operand came from. Larger is costlier.
type Size uint8

// The data sizes, cheapest first. SizeReference is the paper's data size of method calls.
const (
	NoSize Size = iota
	Constant
	Load
	Bits32
	Bits64
	SizeReference
	numSizes
)

var sizeNames = [numSizes]string{"", "Constant", "Load", "32-bit", "64-bit", "Reference"}

// String returns the size's name as model files spell it, empty for NoSize.
func (s Size) String() string { return sizeNames[s] }

// ID identifies a pattern, densely: usable as an index into slices of length Num.
type ID uint32

// NumOperations is the number of operations, NoOperation included.
const NumOperations = int(numOperations)

// Triples is the number of IDs of patterns: those below it. The others are entries.
const Triples = int(numOperations) * int(numTypes) * int(numSizes)

// Num is the number of IDs.
const Num = Triples + MaxEntries

// Of returns the ID of a pattern.
func Of(op Operation, t Type, s Size) ID {
	return ID((int(op)*int(numTypes)+int(t))*int(numSizes) + int(s))
}

// Operation returns what the pattern does, NoOperation for an entry.
func (id ID) Operation() Operation {
	if int(id) >= Triples {
		return NoOperation
	}
	return Operation(int(id) / int(numSizes) / int(numTypes))
}

// Type returns the pattern's data type, NoType for an entry.
func (id ID) Type() Type {
	if int(id) >= Triples {
		return NoType
	}
	return Type(int(id) / int(numSizes) % int(numTypes))
}

// Size returns the pattern's data size, NoSize for an entry.
func (id ID) Size() Size {
	if int(id) >= Triples {
		return NoSize
	}
	return Size(int(id) % int(numSizes))
}

// String formats the pattern as "Addition, int, Load", leaving out what it has not.
func (id ID) String() string {
	if i, ok := id.Entry(); ok {
		return "entry " + strconv.Itoa(i)
	}
	parts := make([]string, 0, 3)
	for _, s := range []string{id.Operation().String(), id.Type().String(), id.Size().String()} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, ", ")
}

// Parse returns the pattern of three names as String spells them; "-" and "" both mean none.
func Parse(operation, dataType, size string) (ID, error) {
	find := func(names []string, s, what string) (int, error) {
		if s == "-" {
			s = ""
		}
		if i := slices.Index(names, s); i >= 0 {
			return i, nil
		}
		return 0, fmt.Errorf("unknown %s %q", what, s)
	}
	o, err := find(operationNames[:], operation, "operation")
	if err != nil {
		return 0, err
	}
	t, err := find(typeNames[:], dataType, "data type")
	if err != nil {
		return 0, err
	}
	s, err := find(sizeNames[:], size, "data size")
	if err != nil {
		return 0, err
	}
	return Of(Operation(o), Type(t), Size(s)), nil
}

// Operations returns all operations, in order, NoOperation left out.
func Operations() []Operation {
	os := make([]Operation, 0, numOperations-1)
	for o := NoOperation + 1; o < numOperations; o++ {
		os = append(os, o)
	}
	return os
}

// Count is how often one pattern runs: a whole number, or one of quarters, thirds and sixths, as sums over triangles and
// pyramids have. It is NaN where float64 would not hold it exactly enough any more, see exactly.
type Count struct {
	ID ID
	N  float64
}

// exactly is a count, NaN where it is not below 2^53, from where on not all whole numbers are floating-point numbers (2^53
// may stand for one more): what such counts leave when they cancel each other is not what is left in truth. Of what is no
// number of quarters, 2^43 leaves an error of a thousandth.
func exactly(n float64) float64 {
	const rounded, whole = 1 << 43, 1 << 53
	if m := math.Abs(n); !(m <= rounded) && (!(m < whole) || 4*n != math.Trunc(4*n)) {
		return math.NaN()
	}
	return n
}

// Lost reports whether a count is not known: what was computed is beyond what float64 holds.
func (c Counts) Lost() bool {
	return slices.ContainsFunc(c, func(n Count) bool { return math.IsNaN(n.N) })
}

// Counts is a sparse vector of pattern counts, sorted by ID, without zeros. Counts are values: no function
// changes one in place.
type Counts []Count

// Single returns the vector that counts one pattern n times.
func Single(id ID, n float64) Counts {
	if n == 0 {
		return nil
	}
	return Counts{{id, exactly(n)}}
}

// Tally returns the vector that counts every given pattern once per mention.
func Tally(ids ...ID) Counts {
	s := slices.Clone(ids)
	slices.Sort(s)
	var c Counts
	for _, id := range s {
		if n := len(c); n > 0 && c[n-1].ID == id {
			c[n-1].N++
		} else {
			c = append(c, Count{id, 1})
		}
	}
	return c
}

// AddScaled returns c + k*d.
func (c Counts) AddScaled(d Counts, k float64) Counts {
	if k == 0 || len(d) == 0 {
		return c
	}
	// Most of what both have they share, and sums are kept: space for what is there, not for what might be.
	n, i, j := len(c), 0, 0
	for _, x := range d {
		for i < len(c) && c[i].ID < x.ID {
			i++
		}
		if i == len(c) || c[i].ID != x.ID {
			n++
		}
	}
	out := make(Counts, 0, n)
	i = 0
	for i < len(c) || j < len(d) {
		switch {
		case j == len(d) || i < len(c) && c[i].ID < d[j].ID:
			out = append(out, c[i])
			i++
		case i == len(c) || d[j].ID < c[i].ID:
			out = append(out, Count{d[j].ID, exactly(k * d[j].N)})
			j++
		default:
			if n := exactly(c[i].N + exactly(k*d[j].N)); n != 0 {
				out = append(out, Count{c[i].ID, n})
			}
			i++
			j++
		}
	}
	return out
}

// Accumulate adds d to c in the memory of c, of which the caller must be the only owner, and returns the sum, which equals
// that of Add.
func (c Counts) Accumulate(d Counts) Counts {
	n, i := len(c), 0
	for _, x := range d {
		for i < len(c) && c[i].ID < x.ID {
			i++
		}
		if i == len(c) || c[i].ID != x.ID {
			n++
		}
	}
	// From the end, so that no count is written to before it was read.
	i = len(c) - 1
	c = slices.Grow(c, n-len(c))[:n]
	zeros := false
	for j, k := len(d)-1, n-1; j >= 0; k-- {
		switch {
		case i < 0 || c[i].ID < d[j].ID:
			c[k] = Count{d[j].ID, exactly(d[j].N)}
			j--
		case d[j].ID < c[i].ID:
			c[k] = c[i]
			i--
		default:
			c[k] = Count{c[i].ID, exactly(c[i].N + exactly(d[j].N))}
			zeros = zeros || c[k].N == 0
			i--
			j--
		}
	}
	if zeros {
		c = slices.DeleteFunc(c, func(n Count) bool { return n.N == 0 })
	}
	return c
}

// Add returns c + d.
func (c Counts) Add(d Counts) Counts {
	if len(c) == 0 {
		return d
	}
	return c.AddScaled(d, 1)
}

// Scale returns k*c.
func (c Counts) Scale(k float64) Counts {
	if k == 1 {
		return c
	}
	return Counts(nil).AddScaled(c, k)
}

// Dot returns the inner product with weights indexed by ID.
func (c Counts) Dot(weights []float64) float64 {
	sum := 0.0
	for _, n := range c {
		sum += n.N * weights[n.ID]
	}
	return sum
}

// Of returns how often the pattern runs.
func (c Counts) Of(id ID) float64 {
	i, ok := slices.BinarySearchFunc(c, id, func(n Count, id ID) int { return int(n.ID) - int(id) })
	if !ok {
		return 0
	}
	return c[i].N
}

// Total returns the number of executed patterns.
func (c Counts) Total() float64 {
	sum := 0.0
	for _, n := range c {
		sum += n.N
	}
	return sum
}
