package platform

import (
	"regexp"
	"strconv"
	"strings"
)

// Printing is how often a format writes one of its arguments: the most of them.
type Printing struct {
	Texts  int // by its text, or by formatTo
	Hashes int // by its hash code
}

// conversions are the conversions of a Formatter (java.util.Formatter, "Format String Syntax"): the argument, and the conversion.
var conversions = regexp.MustCompile(`%(\d+\$|<)?[-#+ 0,(]*\d*(?:\.\d+)?([a-zA-Z%])`)

// PrintedByFormat returns how often a format of a Formatter writes one argument. One that ends by an exception counts up to its end and on.
func PrintedByFormat(format string) (most Printing) {
	next, last := 0, 0
	by := map[int]Printing{}
	for _, m := range conversions.FindAllStringSubmatch(format, -1) {
		if m[2] == "%" || m[2] == "n" {
			continue
		}
		switch n, err := strconv.Atoi(strings.TrimSuffix(m[1], "$")); {
		case err == nil:
			last = n
		case m[1] == "":
			next++
			last = next
		}
		p := by[last]
		if m[2] == "h" || m[2] == "H" {
			p.Hashes++
		} else {
			p.Texts++
		}
		by[last] = p
		most = Printing{max(most.Texts, p.Texts), max(most.Hashes, p.Hashes)}
	}
	return most
}

// placeholders are those of a MessageFormat.
var placeholders = regexp.MustCompile(`\{\s*(\d+)`)

// PrintedByMessage returns how often a pattern of MessageFormat writes one argument.
func PrintedByMessage(pattern string) (most Printing) {
	by := map[string]int{}
	for _, m := range placeholders.FindAllStringSubmatch(pattern, -1) {
		by[m[1]]++
		most.Texts = max(most.Texts, by[m[1]])
	}
	return most
}
