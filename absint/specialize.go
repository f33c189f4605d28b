package absint

import (
	"maps"
	"math"

	"github.com/energylint/energylint/absint/internal/expr"
)

// At returns the summary for calls in which symbols have known values: value is asked for each by its path
// ("p0" for the first parameter, "len(p1)" for the length of the second, "static.acme/Table:size:I" for a static field).
// What was derived for all calls stays the same; only ranges are narrower.
func (s *Summary) At(values map[string]float64) *Summary {
	if s.M == nil {
		return s
	}
	m := *s.M
	m.Env.Symbols = maps.Clone(m.Env.Symbols)
	if m.Env.Symbols == nil {
		m.Env.Symbols = map[string]expr.Interval{}
	}
	for path, v := range values {
		r, ok := m.Env.Symbols[path]
		if !ok {
			r = expr.Everything
		}
		m.Env.Symbols[path] = expr.Interval{Lo: math.Max(r.Lo, v), Hi: math.Min(r.Hi, v)}
	}
	return newSummary(s.WithMethod(&m))
}
