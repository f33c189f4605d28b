package energy

import (
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/models/library"
)

// partsOf returns what pushes and stores add to a pattern of a library model, which names none: at most all that the
// pattern can have, or where the model is of the expected case what patterns usually have.
func partsOf(id pattern.ID, c library.Case) pattern.Counts {
	pushes, stores := 1.0, 1.0
	if c == library.Expected {
		pushes, stores = pattern.TypicalPushes, pattern.TypicalStores
	}
	return pattern.Single(id, 1).WithParts(pushes, stores).AddScaled(pattern.Single(id, 1), -1)
}
