package absint

import (
	"maps"
	"math"
)

// At returns the summary for calls in which symbols have known values: value is asked for each by its path
// ("p0" for the first parameter, "len(p1)" for the length of the second, "static.acme/Table:size:I" for a static field).
// What was derived for all calls stays the same; only ranges are narrower.
func (s *Summary) At(values map[string]float64) *Summary {
	if s.m == nil {
		return s
	}
	m := *s.m
	m.ranges.symbols = maps.Clone(m.ranges.symbols)
	if m.ranges.symbols == nil {
		m.ranges.symbols = map[string]Range{}
	}
	for path, v := range values {
		r, ok := m.ranges.symbols[path]
		if !ok {
			r = everything
		}
		m.ranges.symbols[path] = Range{math.Max(r.Lo, v), math.Min(r.Hi, v)}
	}
	return &Summary{s.withMethod(&m)}
}
