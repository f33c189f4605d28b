package models

import (
	"fmt"

	"github.com/energylint/energylint/internal/pattern"
)

// InstructionName is the name of what is counted where instructions are and not patterns.
const InstructionName = "instruction"

// patternNames are the names of patterns that every model has.
var patternNames = func() []string {
	names := make([]string, pattern.Triples)
	for i := range names {
		names[i] = pattern.ID(i).String()
	}
	return names
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

var patternsByName = func() map[string]pattern.ID {
	ids := make(map[string]pattern.ID, len(patternNames))
	for i, name := range patternNames {
		if name != "" {
			ids[name] = pattern.ID(i)
		}
	}
	return ids
}()
