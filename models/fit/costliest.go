package fit

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/models"
)

// Costliest begins the shapes in which a pattern was measured with the operands that cost most: a remainder of numbers of
// very different magnitude, the conversion of NaN. They are no sample of what programs do, so no parameter is fitted to
// them; the model's upper bounds are.
const Costliest = "costliest "

// costliest returns what patterns cost at most beyond their mean: those that were measured with their costliest operands,
// and those of which one shape costs more than the bound at confidence 0.95 that mean and standard deviation give.
func (r *Result) costliest(m *models.Model) []models.Costliest {
	most := map[Pattern]float64{}
	var order []Pattern
	z := models.Z(0.95)
	note := func(o Observation, always bool) {
		id, err := pattern.Parse(orNone(o.Operation), orNone(o.Type), orNone(o.Size))
		if err != nil {
			return // the model would not have been made
		}
		g := m.Price(pattern.Single(id, 1), o.Device)
		if x := o.Energy - g.Mean; x > most[o.Pattern] && (always || x > z*g.SD) {
			if most[o.Pattern] == 0 {
				order = append(order, o.Pattern)
			}
			most[o.Pattern] = x
		}
	}
	for _, o := range r.obs.Costliest {
		note(o, true)
	}
	for _, o := range r.obs.List {
		note(o, false)
	}
	slices.SortFunc(order, func(a, b Pattern) int { return strings.Compare(a.String(), b.String()) })
	var out []models.Costliest
	for _, p := range order {
		out = append(out, models.Costliest{
			Operations: []string{p.Operation}, Types: []string{orNone(p.Type)}, Sizes: r.sizesLike(p), Extra: roundUp(most[p]),
		})
	}
	return out
}

// sizesLike returns the data size of a pattern. For an operand that is a variable it adds those in which the operation was
// measured with no operands at all.
func (r *Result) sizesLike(p Pattern) []string {
	sizes := []string{orNone(p.Size)}
	if p.Size != pattern.Load.String() {
		return sizes
	}
	for _, s := range []pattern.Size{pattern.Constant, pattern.Bits32, pattern.Bits64} {
		other := Pattern{Operation: p.Operation, Type: p.Type, Size: s.String()}
		if !slices.Contains(r.Patterns, other) {
			sizes = append(sizes, s.String())
		}
	}
	return sizes
}
