package models

import (
	"math"
	"slices"

	"github.com/energylint/energylint/internal/pattern"
)

// Costliest is how much more than their mean patterns cost with the operands for which they cost most. What an instruction
// does can depend on its operands: a remainder of floating-point numbers takes a step for each power of two by which they
// differ. An expectation takes the mean, an upper bound adds this.
type Costliest struct {
	Operations []string `toml:"operations"`
	Types      []string `toml:"types"`
	Sizes      []string `toml:"sizes"`
	Extra      float64  `toml:"extra"` // of one execution, in the file's unit
}

// readCostliest notes what patterns cost with their costliest operands.
func (b *builder) readCostliest() {
	const table = "costliest"
	for i, c := range b.file.Costliest {
		s, ok := b.selection(table, i, c.Operations, c.Types, c.Sizes)
		if !(c.Extra >= 0) || math.IsInf(c.Extra, 0) {
			b.fail(table, i, "extra", "extra %v is nothing that a pattern can cost more: expected 0 or more", c.Extra)
			continue
		}
		if !ok {
			continue
		}
		if b.extra == nil {
			b.extra = make(map[pattern.ID]float64)
		}
		for k := range pattern.Triples {
			if id := pattern.ID(k); s.contains(id) {
				b.extra[id] = max(b.extra[id], c.Extra)
			}
		}
	}
}

// extraOf returns how much more than its mean one execution of a pattern costs with its costliest operands.
func (m *Model) extraOf(id pattern.ID) float64 {
	if len(m.extra) == 0 {
		return 0
	}
	sum := 0.0
	for _, s := range m.expanded[id] {
		sum += s.n * m.extra[s.id]
	}
	return sum
}

// farAbove is how often the mean a pattern's costliest operands must cost for results to name it.
const farAbove = 4

// OperandDependent returns the patterns among the counted ones that cost much more than their mean with their costliest
// operands, which upper bounds take for granted, as "Modulo of double": sorted, each once.
func (m *Model) OperandDependent(c pattern.Counts, device string) []string {
	var out []string
	for _, n := range c {
		if extra := m.extraOf(n.ID); n.N > 0 && extra > farAbove*m.Mean(pattern.Single(n.ID, 1), device) {
			out = append(out, n.ID.Operation().String()+" of "+n.ID.Type().String())
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
