package rules

import (
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Cases of a rule that cost less than the usual ones by a factor, as the code shows: keys that are numbers, which are compared at once
// and have no characters to hash, and texts that are short. Each has a pair of its own.
const (
	ofNumbers = "OfNumbers"
	short     = "Short"
	ofWord    = "Word"
)

// The longest texts for which the short pair is nearer than the other: the mean, by ratio, of the lengths in both.
const (
	longestShortPattern = 5 // \d+ and [a-z]+-\d+
	longestShortWord    = 7 // utf-8 and content-type
)

// searchCase names the case of a search of a collection for a key, by what the keys are: name, or that of numbers. key is 0 where it is
// not seen.
func (m *Method) searchCase(name string, of, key ssa.ID) string {
	if key != 0 && isNumber(m.Func().Static(key)) || m.hasNumbers(of) {
		return name + ofNumbers
	}
	return name
}

// hasNumbers reports whether the source declares a collection to be of numbers, or a map to have such keys.
func (m *Method) hasNumbers(of ssa.ID) bool {
	arguments := m.typeArguments(m.Strip(of))
	return len(arguments) > 0 && isNumber(arguments[0])
}

// isNumber reports whether a type is that of boxed numbers.
func isNumber(desc string) bool {
	w, ok := wrappers[className(desc)]
	return ok && w.primitive != "Z"
}

// patternCase names the case of compiling a regular expression, by its length where it is a constant.
func patternCase(name, text string, constant bool) string {
	if constant && len(text) <= longestShortPattern {
		return name + short
	}
	return name
}

// comparisons are methods of String that compare a text with a whole one or look for it in another, by whether the text that they
// are called on is as short, too.
var comparisons = map[string]bool{
	"equals": true, "equalsIgnoreCase": true, "compareTo": true, "compareToIgnoreCase": true, "contentEquals": true,
	"startsWith": false, "endsWith": false, "contains": false, "indexOf": false, "lastIndexOf": false,
}

// isWord reports whether a text is only compared or looked for in others, as words are.
func (m *Method) isWord(v ssa.ID) bool {
	f := m.Func()
	users := m.uses().of(v)
	for _, u := range users {
		if !f.IsCall(u) || f.Values[u].Op == classfile.OpInvokestatic {
			return false
		}
		c, _ := f.Member(u)
		receiver, ok := comparisons[c.Name]
		if !ok || c.Class != stringClass || f.Args(u)[0] == v && !receiver {
			return false
		}
	}
	return len(users) > 0
}
