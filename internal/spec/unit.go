package spec

import (
	"fmt"
	"strconv"
	"strings"
)

// units are the units of energy with their powers of ten, smallest first. µ is U+00B5 or U+03BC.
var units = []struct {
	name string
	exp  int
}{
	{"aJ", -18}, {"fJ", -15}, {"pJ", -12}, {"nJ", -9}, {"uJ", -6}, {"mJ", -3}, {"J", 0}, {"kJ", 3}, {"MJ", 6}, {"GJ", 9},
}

const unitNames = "aJ, fJ, pJ, nJ, uJ, mJ, J, kJ, MJ or GJ"

// unitScale returns what a unit of energy stands for: a power of ten times a factor, 1 for joules and 3600 for watt-hours.
func unitScale(unit string) (exp int, factor float64, ok bool) {
	if rest, found := strings.CutPrefix(unit, "\u00b5"); found {
		unit = "u" + rest
	} else if rest, found := strings.CutPrefix(unit, "\u03bc"); found {
		unit = "u" + rest
	}
	factor = 1
	if rest, found := strings.CutSuffix(unit, "Wh"); found {
		unit, factor = rest+"J", 3600
	}
	for _, u := range units {
		if u.name == unit {
			return u.exp, factor, true
		}
	}
	return 0, 0, false
}

// joules returns the nearest float64 to the decimal number times ten to exp. Shifting the exponent before
// rounding, not multiplying after it, is what makes formatting and parsing exact inverses.
func joules(number string, exp int) (float64, error) {
	number = strings.ReplaceAll(number, "_", "")
	if i := strings.IndexAny(number, "eE"); i >= 0 {
		e, err := strconv.Atoi(number[i+1:])
		if err != nil {
			return 0, strconv.ErrRange
		}
		number, exp = number[:i], exp+e
	}
	return strconv.ParseFloat(number+"e"+strconv.Itoa(exp), 64)
}

// formatJoules writes an energy exactly, with the prefix that leaves one to three digits before the point.
func formatJoules(j float64) string {
	if j == 0 {
		return "0 J"
	}
	s := strconv.FormatFloat(j, 'e', -1, 64)
	i := strings.IndexByte(s, 'e')
	exp, err := strconv.Atoi(s[i+1:])
	if err != nil || exp < -18 || exp >= 12 {
		return s + " J"
	}
	unit := units[(exp+18)/3]
	digits := strings.Replace(s[:i], ".", "", 1)
	point := 1 + exp - unit.exp
	if len(digits) < point {
		digits += strings.Repeat("0", point-len(digits))
	}
	if len(digits) > point {
		digits = digits[:point] + "." + digits[point:]
	}
	return digits + " " + unit.name
}

// unitMeant returns a hint at the unit that differs from text in upper and lower case only, the smallest of them; empty if none does.
func unitMeant(text string) string {
	for _, u := range units {
		if strings.EqualFold(u.name, text) {
			return fmt.Sprintf("; did you mean %q?", u.name)
		}
	}
	return ""
}
