package worth

import (
	"slices"
	"strings"
	"unicode"
)

// Limit is a number that decides whether a saving is worth a change.
type Limit string

// The limits. All but Few are seconds of CPU time.
const (
	LeastPerCall            Limit = "least-per-call"
	LeastWhereSourceRepeats Limit = "least-where-source-repeats"
	LeastWhereCallersRepeat Limit = "least-where-callers-repeat"
	LeastWhereFew           Limit = "least-where-few"
	LeastInTexts            Limit = "least-in-texts"
	LeastPerSecond          Limit = "least-per-second"
	HeavyBesideLoop         Limit = "heavy-beside-loop"
	Unmeasured              Limit = "unmeasured"
	Few                     Limit = "few"
)

// Of returns a limit.
func (l Limit) Of() float64 {
	t, err := read()
	if err != nil {
		return 0 // a test holds that the tables can be read
	}
	return t.limits[l]
}

// Things returns the noun with which a name of a variable, class or method ends, where it is one for things that a program has few of:
// "parameter" for parameterNames. plural asks for the plural. It is empty where the name says nothing.
func Things(name string, plural bool) string {
	t, err := read()
	if err != nil {
		return ""
	}
	words := words(name)
	if i := slices.IndexFunc(words, func(w string) bool { return t.few["before"][w] }); i > 0 {
		words = words[:i]
	}
	for len(words) > 1 && t.few["count"][singular(words[len(words)-1])] {
		words = words[:len(words)-1]
	}
	if len(words) == 0 {
		return ""
	}
	last := words[len(words)-1]
	one := singular(last)
	if !t.few["things"][one] || plural && one == last {
		return ""
	}
	return one
}

// words splits a name into its words, in lower case: "URLPrefixes", "url_prefixes".
func words(name string) (out []string) {
	rs := []rune(name)
	from := 0
	end := func(i int) {
		if i > from {
			out = append(out, strings.ToLower(string(rs[from:i])))
		}
		from = i
	}
	for i, r := range rs {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			end(i)
			from = i + 1
		case unicode.IsUpper(r) && (i == 0 || !unicode.IsUpper(rs[i-1]) || i+1 < len(rs) && unicode.IsLower(rs[i+1])):
			end(i)
		}
	}
	end(len(rs))
	return out
}

// singular returns the singular of an English noun.
func singular(w string) string {
	switch {
	case w == "axes":
		return "axis"
	case strings.HasSuffix(w, "ies") && len(w) > 4:
		return w[:len(w)-3] + "y"
	case hasSuffix(w, "xes", "sses", "shes", "ches", "iases"):
		return w[:len(w)-2]
	case hasSuffix(w, "ss", "us", "is", "as"):
		return w
	}
	return strings.TrimSuffix(w, "s")
}

func hasSuffix(w string, suffixes ...string) bool {
	return slices.ContainsFunc(suffixes, func(s string) bool { return strings.HasSuffix(w, s) })
}
