package finding

import (
	"fmt"
	"unicode/utf8"
)

// maxFormula is how many bytes of a formula people are shown. Machines get all of it.
const maxFormula = 600

// Abbreviated returns a formula as people are shown it: of a long one, the terms that fit and how many are left out; of a
// long term, how it begins.
func Abbreviated(formula string) string {
	if len(formula) <= maxFormula {
		return formula
	}
	ends := termEnds(formula)
	shown := 0
	for shown < len(ends) && ends[shown] <= maxFormula {
		shown++
	}
	if shown == 0 {
		cut := maxFormula
		for !utf8.RuneStart(formula[cut]) {
			cut--
		}
		return fmt.Sprintf("%s… (%d of %d characters)", formula[:cut], utf8.RuneCountInString(formula[:cut]), utf8.RuneCountInString(formula))
	}
	terms := "terms"
	if len(ends)-shown == 1 {
		terms = "term"
	}
	return fmt.Sprintf("%s + … (and %d more %s)", formula[:ends[shown-1]], len(ends)-shown, terms)
}

// termEnds are the offsets at which the terms of a sum end. A name may have any character in it, also a parenthesis
// that is never closed: then less is cut, never inside of a character.
func termEnds(sum string) []int {
	var ends []int
	depth := 0
	for i := range len(sum) {
		switch sum[i] {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case ' ':
			if depth == 0 && i+2 < len(sum) && (sum[i+1] == '+' || sum[i+1] == '-') && sum[i+2] == ' ' {
				ends = append(ends, i)
			}
		}
	}
	return append(ends, len(sum))
}
