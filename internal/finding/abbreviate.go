package finding

import (
	"fmt"
	"strings"
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
	left := len(ends) - shown
	return fmt.Sprintf("%s + … (and %d more %s)", formula[:ends[shown-1]], left, termNoun(left))
}

// longFormula is how many bytes a formula has from which on people are shown what differs of it from another one.
const longFormula = 160

// Differing returns two formulas as people are shown them beside each other: of long ones the terms that the other one has not,
// and how many both have. The term without a size, which stands first, is always there.
func Differing(a, b string) (string, string) {
	if len(a) <= longFormula && len(b) <= longFormula {
		return a, b
	}
	x, y := signedTerms(a), signedTerms(b)
	return differing(x, y), differing(y, x)
}

// differing writes a formula without the terms of another one.
func differing(terms, other []string) string {
	left := map[string]int{}
	for _, t := range other {
		left[t]++
	}
	var out strings.Builder
	both := 0
	for i, t := range terms {
		if left[t] > 0 && i > 0 {
			left[t]--
			both++
			continue
		}
		out.WriteString(t)
	}
	text := Abbreviated(out.String())
	if both > 0 {
		text += fmt.Sprintf(" + … (%d %s of both)", both, termNoun(both))
	}
	return text
}

func termNoun(n int) string {
	if n == 1 {
		return "term"
	}
	return "terms"
}

// signedTerms are the terms of a sum, each but the first with its sign in front.
func signedTerms(sum string) []string {
	var out []string
	from := 0
	for _, to := range termEnds(sum) {
		out = append(out, sum[from:to])
		from = to
	}
	return out
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
