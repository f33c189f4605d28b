package models

import (
	"fmt"
	"strings"

	"github.com/energylint/energylint/internal/pattern"
)

// patternCategory is the category of the parameters of a pooled model that belong to one measured pattern: what it
// costs more, or less, than the sum of its other parameters. A pattern that has one has no other lack of fit than that of
// its shapes (Shape), so the residual, in such a model the spread of these effects, is for the patterns without. Names are the pattern's
// three, "-" for none: "Static method call, -, Reference".
const patternCategory = "Pattern"

// PatternName returns the name of a pattern's own parameter.
func PatternName(id pattern.ID) string {
	parts := []string{id.Operation().String(), id.Type().String(), id.Size().String()}
	for i, p := range parts {
		if p == "" {
			parts[i] = "-"
		}
	}
	return strings.Join(parts, ", ")
}

func parsePatternName(name string) (pattern.ID, error) {
	parts := strings.Split(name, ", ")
	if len(parts) != 3 {
		return 0, fmt.Errorf(`%q is no pattern: expected an operation, a type and a size, such as "Addition, int, Load"; "-" stands for none`, name)
	}
	return pattern.Parse(parts[0], parts[1], parts[2])
}

// addPatternEffect gives a pattern's row its own parameter, if the model has one.
func (b *builder) addPatternEffect(id pattern.ID, r *row) {
	k, ok := b.byKey[patternCategory+":"+PatternName(id)]
	if !ok {
		return
	}
	r.param[r.n] = int16(k)
	r.n++
	r.fitted = true
}
