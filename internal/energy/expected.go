package energy

import (
	"slices"

	"github.com/energylint/energylint/absint"
)

// expected are the library calls that the outcomes of a method count with an expected cost, not a worst one, as
// class.name+descriptor: sorted, each once.
func (e *Engine) expected(outcomes ...absint.Outcome) []string {
	var out []string
	for _, o := range outcomes {
		for _, m := range e.Expected(o) {
			out = append(out, m.String())
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
