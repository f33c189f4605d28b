// Package quantity reads and writes the numbers that people see: energies with SI prefixes ("36.7 nJ"),
// percentages and counts. Inside the program an energy is a float64 in the model's unit, usually joules; a
// prefix exists only here, at the edge. What is written never contains NaN, Inf or more than three significant
// digits of a measurement.
package quantity

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Unit is what an energy model's numbers count.
type Unit struct {
	// Symbol is how the unit is written, without a prefix.
	Symbol string
	// spaced units keep their prefix apart: "1.2 k instr".
	spaced bool
	// names are the spellings that Parse accepts, each with how many of the unit it is.
	names []spelling
}

type spelling struct {
	name  string
	scale float64
}

var (
	// Joule is the SI unit of energy. Parse also reads watt hours and watt seconds.
	Joule = Unit{Symbol: "J", names: []spelling{{"J", 1}, {"Wh", 3600}, {"Ws", 1}}}
	// Second and Watt are the SI units of time and power.
	Second = Unit{Symbol: "s", names: []spelling{{"s", 1}}}
	Watt   = Unit{Symbol: "W", names: []spelling{{"W", 1}}}
	// Instruction counts executed machine instructions, for models whose meter counts them.
	Instruction = Unit{Symbol: "instr", spaced: true, names: []spelling{{"instructions", 1}, {"instruction", 1}, {"instr", 1}}}
)

// UnitNamed returns the unit that a model file names: "J" or "instruction".
func UnitNamed(name string) (Unit, error) {
	switch name {
	case "J":
		return Joule, nil
	case "instruction", "instr":
		return Instruction, nil
	}
	return Unit{}, fmt.Errorf("unknown unit %q: expected \"J\" or \"instruction\"", name)
}

// In returns the unit that a result names: joules where it names none.
func In(unit string) Unit {
	if u, err := UnitNamed(unit); err == nil {
		return u
	}
	return Joule
}

// prefixes are the SI prefixes that are written, smallest first.
var prefixes = []struct {
	symbol string
	exp    int
}{
	{"a", -18}, {"f", -15}, {"p", -12}, {"n", -9}, {"u", -6}, {"m", -3}, {"", 0}, {"k", 3}, {"M", 6}, {"G", 9}, {"T", 12},
}

// Unbounded is what stands where a number is missing because there is no bound.
const Unbounded = "unbounded"

// Format writes v with a prefix and three significant digits, trailing zeros left out: "36.7 nJ", "5 mJ".
// Infinities and NaN, which mean that there is no bound, are written "unbounded".
func (u Unit) Format(v float64) string { return u.format(v, nearest) }

// FormatUp is Format of a bound from above: what is written is not below v. FormatDown is it from below.
func (u Unit) FormatUp(v float64) string { return u.format(v, up) }

// FormatDown is Format of a bound from below: what is written is not above v.
func (u Unit) FormatDown(v float64) string { return u.format(v, down) }

// FormatNotBelow is FormatUp for Parse: what it returns is not below v, not even by what float64 rounds.
func (u Unit) FormatNotBelow(v float64) string {
	text := u.FormatUp(v)
	if back, err := u.Parse(text); err == nil && back < v {
		text = u.FormatUp(v + math.Abs(v)*beyondExact)
	}
	return text
}

// FormatNotAbove is FormatDown for Parse: what it returns is not above v.
func (u Unit) FormatNotAbove(v float64) string {
	text := u.FormatDown(v)
	if back, err := u.Parse(text); err == nil && back > v {
		text = u.FormatDown(v - math.Abs(v)*beyondExact)
	}
	return text
}

// FormatExact writes a number without a prefix and with all its digits: Parse returns v.
func (u Unit) FormatExact(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return Unbounded
	}
	return strconv.FormatFloat(v, 'g', -1, 64) + u.suffix("")
}

// Digits writes a positive number with at most n significant digits, rounded up or down. Trailing zeros are left out.
func Digits(v float64, n int, roundUp bool) string {
	text := strconv.FormatFloat(v, 'g', n, 64)
	near, err := strconv.ParseFloat(text, 64)
	if err != nil || near == v || (near > v) == roundUp {
		return text
	}
	_, exponent, _ := strings.Cut(strconv.FormatFloat(v, 'e', -1, 64), "e")
	exp, _ := strconv.Atoi(exponent)
	step := math.Pow10(exp - n + 1)
	if !roundUp {
		step = -step
	}
	return strconv.FormatFloat(near+step, 'g', n, 64)
}

func (u Unit) format(v float64, to rounding) string {
	number, prefix, ok := split(v, to)
	if !ok {
		return Unbounded
	}
	return trimZeros(number) + u.suffix(prefix)
}

// FormatFixed is Format with the trailing zeros kept: always three significant digits, as tables want them.
func (u Unit) FormatFixed(v float64) string { return u.formatFixed(v, nearest) }

// FormatFixedUp is FormatFixed of a bound from above: what is written is not below v.
func (u Unit) FormatFixedUp(v float64) string { return u.formatFixed(v, up) }

func (u Unit) formatFixed(v float64, to rounding) string {
	number, prefix, ok := split(v, to)
	if !ok {
		return Unbounded
	}
	return number + u.suffix(prefix)
}

// FormatSigned is Format with a plus before positive numbers, for differences.
func (u Unit) FormatSigned(v float64) string {
	if v > 0 && !math.IsInf(v, 0) {
		return "+" + u.Format(v)
	}
	return u.Format(v)
}

func (u Unit) suffix(prefix string) string {
	if u.spaced && prefix != "" {
		return " " + prefix + " " + u.Symbol
	}
	return " " + prefix + u.Symbol
}

// rounding is the direction in which a number is rounded.
type rounding int

const (
	down rounding = iota - 1
	nearest
	up
)

// What float64 itself rounds is not taken for a part of a number: exact of it. What is more than that is, beyondExact.
const (
	exact       = 1e-12
	beyondExact = 1e-11
)

// digits writes v with three digits: d.dde±xx.
func (to rounding) digits(v float64) string {
	digits := strconv.FormatFloat(v, 'e', 2, 64)
	near, err := strconv.ParseFloat(digits, 64)
	if beside := (v - near) * float64(to); err != nil || beside <= math.Abs(v)*exact {
		return digits
	}
	_, exponent, _ := strings.Cut(strconv.FormatFloat(v, 'e', -1, 64), "e") // of digits, it may be one more
	exp, _ := strconv.Atoi(exponent)
	return strconv.FormatFloat(near+float64(to)*math.Pow10(exp-2), 'e', 2, 64)
}

// split rounds v to three significant digits and takes the prefix out. The number is written with its trailing
// zeros. Rounding comes first, so that 999.9 nJ becomes 1.00 uJ and not 1000 nJ.
func split(v float64, to rounding) (number, prefix string, ok bool) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "", "", false
	}
	if v == 0 {
		return "0", "", true
	}
	digits := to.digits(v)
	mantissa, exponent, _ := strings.Cut(digits, "e")
	exp, _ := strconv.Atoi(exponent)
	first, last := prefixes[0], prefixes[len(prefixes)-1]
	if exp < first.exp || exp >= last.exp+3 {
		return digits, "", true
	}
	i := (exp - first.exp) / 3
	point := (exp - first.exp) % 3 // digits to move from behind the decimal point
	sign := ""
	if mantissa[0] == '-' {
		sign, mantissa = "-", mantissa[1:]
	}
	d := mantissa[:1] + mantissa[2:] // three digits
	number = sign + d[:1+point]
	if point < 2 {
		number += "." + d[1+point:]
	}
	return number, prefixes[i].symbol, true
}

func trimZeros(s string) string {
	mantissa, exponent, has := strings.Cut(s, "e")
	if strings.Contains(mantissa, ".") {
		mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
	}
	if has {
		return mantissa + "e" + exponent
	}
	return mantissa
}

// Parse reads an energy in joules: "5 mJ", "1.5uJ", "3e-6 J", "2 mWh".
func Parse(s string) (float64, error) { return Joule.Parse(s) }

// Format writes an energy in joules; see Unit.Format.
func Format(joules float64) string { return Joule.Format(joules) }

// Parse reads a number with a prefix and the unit. Between number and unit there may be spaces; micro is u or µ;
// digits may be grouped with underscores. The error says what was expected.
func (u Unit) Parse(s string) (float64, error) {
	text := strings.TrimSpace(s)
	end := numberEnd(text)
	if end == 0 {
		return 0, fmt.Errorf("%q is not an energy: expected a number and a unit, such as \"%s\"", s, u.example())
	}
	digits := strings.ReplaceAll(text[:end], "_", "")
	v, err := strconv.ParseFloat(digits, 64)
	if err != nil {
		if math.IsInf(v, 0) {
			return 0, fmt.Errorf("%q is too large a number", text[:end])
		}
		return 0, fmt.Errorf("%q is not a number: expected digits, such as \"%s\"", text[:end], u.example())
	}
	scale, err := u.scale(strings.TrimSpace(text[end:]))
	if err != nil {
		return 0, fmt.Errorf("energy %q: %w", s, err)
	}
	v *= scale
	if math.IsInf(v, 0) {
		return 0, fmt.Errorf("energy %q is too large", s)
	}
	return v, nil
}

// Scale returns how many of the unit a prefixed unit such as "nJ" is: 1e-9.
func (u Unit) Scale(unit string) (float64, error) { return u.scale(unit) }

func (u Unit) scale(unit string) (float64, error) {
	if unit == "" {
		return 0, fmt.Errorf("the unit is missing: expected one such as %q", u.exampleUnit())
	}
	for _, n := range u.names {
		p, ok := strings.CutSuffix(unit, n.name)
		if !ok {
			continue
		}
		if u.spaced {
			p = strings.TrimSpace(p)
		}
		switch p {
		case "µ", "μ": // U+00B5 and U+03BC look alike
			p = "u"
		}
		for _, prefix := range prefixes {
			if prefix.symbol == p {
				return math.Pow10(prefix.exp) * n.scale, nil
			}
		}
		return 0, fmt.Errorf("unknown prefix %q in %q: expected n, u, m, k or another SI prefix before %s", p, unit, n.name)
	}
	return 0, fmt.Errorf("unknown unit %q: expected one such as %q", unit, u.exampleUnit())
}

func (u Unit) example() string { return "5 " + u.exampleUnit() }

func (u Unit) exampleUnit() string {
	if u.spaced {
		return "k " + u.Symbol
	}
	return "m" + u.Symbol
}

// numberEnd returns the length of the decimal number that s begins with, 0 if none. An e belongs to the number
// only if digits follow it.
func numberEnd(s string) int {
	i := 0
	if i < len(s) && (s[i] == '+' || s[i] == '-') {
		i++
	}
	digits := 0
	for i < len(s) && (isDigit(s[i]) || s[i] == '.' || s[i] == '_' && digits > 0) {
		if isDigit(s[i]) {
			digits++
		}
		i++
	}
	if digits == 0 {
		return 0
	}
	if i < len(s) && (s[i] == 'e' || s[i] == 'E') {
		j := i + 1
		if j < len(s) && (s[j] == '+' || s[j] == '-') {
			j++
		}
		if j < len(s) && isDigit(s[j]) {
			for j < len(s) && isDigit(s[j]) {
				j++
			}
			i = j
		}
	}
	return i
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// Percent writes a share between 0 and 1: "42%", "3.1%", "<0.1%". What is no number is "n/a".
func Percent(share float64) string {
	p := 100 * share
	switch a := math.Abs(p); {
	case math.IsNaN(p) || math.IsInf(p, 0):
		return "n/a"
	case a == 0:
		return "0%"
	case a < 0.1:
		if p < 0 {
			return ">-0.1%"
		}
		return "<0.1%"
	case a < 9.95:
		return trimZeros(strconv.FormatFloat(p, 'f', 1, 64)) + "%"
	case a >= 1e6:
		return trimZeros(strconv.FormatFloat(p, 'e', 2, 64)) + "%"
	}
	return strconv.FormatFloat(p, 'f', 0, 64) + "%"
}

// Probability writes a probability without rounding it to certainty: "0.03%", "99.98%", ">99.99%", "<0.01%". A 0 and a 1 are ones that
// were rounded: no quantile of a normal distribution is certain.
func Probability(p float64) string {
	switch {
	case math.IsNaN(p) || p < 0 || p > 1:
		return "n/a"
	case p < 1e-4:
		return "<0.01%"
	case p > 1-1e-4:
		return ">99.99%"
	case p < 0.1 || p > 0.9:
		return trimZeros(strconv.FormatFloat(100*p, 'f', 2, 64)) + "%"
	}
	return trimZeros(strconv.FormatFloat(100*p, 'f', 1, 64)) + "%"
}

// Count writes a number of things: whole numbers below 10^15 with grouped thousands ("12,345"), others with three
// significant digits. Infinities and NaN are "unbounded".
func Count(n float64) string {
	switch {
	case math.IsNaN(n) || math.IsInf(n, 0):
		return Unbounded
	case math.Abs(n) >= 1e15:
		return trimZeros(strconv.FormatFloat(n, 'e', 2, 64))
	case n != math.Trunc(n) && math.Abs(n) < 1000:
		return strconv.FormatFloat(n, 'g', 3, 64)
	}
	s := strconv.FormatFloat(math.Round(n), 'f', 0, 64)
	sign := ""
	if s[0] == '-' {
		sign, s = "-", s[1:]
	}
	var b strings.Builder
	for i, c := range s {
		if i > 0 && (len(s)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(c)
	}
	return sign + b.String()
}

// Column writes energies so that they line up under each other: three significant digits, decimal points in one
// column and the units in another, all strings of equal width.
func (u Unit) Column(values []float64) []string {
	type parts struct{ whole, fraction, unit string }
	cells := make([]parts, len(values))
	var whole, fraction, unit int
	for i, v := range values {
		number, suffix, found := strings.Cut(u.FormatFixed(v), " ")
		if !found { // unbounded: where the whole digits are, so that it reads as a large number
			cells[i] = parts{whole: number}
		} else {
			w, f, has := strings.Cut(number, ".")
			if has {
				f = "." + f
			}
			cells[i] = parts{w, f, suffix}
		}
		whole, fraction, unit = max(whole, len(cells[i].whole)), max(fraction, len(cells[i].fraction)), max(unit, len(cells[i].unit))
	}
	out := make([]string, len(values))
	for i, c := range cells {
		// The unit is right-aligned: "J" stands under the "J" of "nJ".
		out[i] = fmt.Sprintf("%*s%-*s %*s", whole, c.whole, fraction, c.fraction, unit, c.unit)
	}
	return out
}
