package models

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/energylint/energylint/internal/pattern"
)

// InstructionName is the name of what is counted where instructions are and not patterns.
const InstructionName = "instruction"

// patternNames are the names of patterns that every model has, patternsByName the patterns with these names. A type and a
// size may have one name: of two patterns that would be written alike, the second has a dash for what it has not.
var patternNames, patternsByName = func() ([]string, map[string]pattern.ID) {
	names, ids := make([]string, pattern.Triples), map[string]pattern.ID{}
	for id := range pattern.ID(pattern.Triples) {
		name := id.String()
		if _, taken := ids[name]; taken {
			name = fmt.Sprintf("%s, %s, %s", cmp.Or(id.Operation().String(), "-"), cmp.Or(id.Type().String(), "-"), cmp.Or(id.Size().String(), "-"))
		}
		names[id], ids[name] = name, id
	}
	return names, ids
}()

// PatternName returns the name of a pattern, or of an entry of the model: "Addition, int, Load", "Call: without a price".
// No other pattern or entry of the model has it.
func (m *Model) PatternName(id pattern.ID) string {
	n, ok := id.Entry()
	switch {
	case !ok && int(id) < pattern.Triples:
		return patternNames[id]
	case !ok:
		return InstructionName
	case n >= len(m.entries):
		return id.String()
	}
	name := m.entryName(n)
	for i := range n {
		if m.entryName(i) == name { // assumed of two calls that are written alike
			return fmt.Sprintf("%s (entry %d)", name, n)
		}
	}
	return name
}

// entryName returns the name of the parameter that the n-th entry is.
func (m *Model) entryName(n int) string {
	p := m.parameters[m.rows[pattern.Entry(n)].param[0]]
	return p.Category + ": " + p.Name
}

// CountsOf returns counts of patterns by their names. A name that the model has not is an error.
func (m *Model) CountsOf(names map[string]float64) (pattern.Counts, error) {
	c := make(pattern.Counts, 0, len(names))
	for name, n := range names {
		id, ok := m.PatternOf(name)
		if !ok {
			return nil, fmt.Errorf("model %s has no pattern %q", m.Name(), name)
		}
		if n != 0 {
			c = append(c, pattern.Count{ID: id, N: n})
		}
	}
	slices.SortFunc(c, func(a, b pattern.Count) int { return cmp.Compare(a.ID, b.ID) })
	return c, nil
}

// PatternOf returns the pattern or entry with a name that PatternName returns; ok is false where the model has none.
func (m *Model) PatternOf(name string) (id pattern.ID, ok bool) {
	if id, ok := patternsByName[name]; ok {
		return id, true
	}
	for n := range m.entries {
		if id := pattern.Entry(n); m.PatternName(id) == name {
			return id, true
		}
	}
	return 0, false
}
