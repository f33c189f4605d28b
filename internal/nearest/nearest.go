// Package nearest finds the known word that a misspelled one probably means, for error messages.
package nearest

import (
	"slices"
	"strings"
)

// Word returns the candidate that word most probably means: the one with the smallest edit distance, if that is
// at most a third of the longer word's letters (but at least one), else the only one that begins with it and is at most twice as long. Empty where there is none.
// Case does not count. Ties go to the first candidate.
func Word(word string, candidates []string) string {
	best, bestDist := "", 1<<30
	for _, c := range candidates {
		if strings.EqualFold(word, c) {
			return c
		}
		d := distance([]rune(strings.ToLower(word)), []rune(strings.ToLower(c)))
		limit := max(1, max(len(word), len(c))/3)
		// A one-letter name is one edit away from any other: that is no hint.
		if d <= limit && d < bestDist && d < len([]rune(c)) {
			best, bestDist = c, d
		}
	}
	if best == "" && len(word) >= leastPrefix {
		begins := slices.Compact(slices.DeleteFunc(slices.Sorted(slices.Values(candidates)), func(c string) bool { return !strings.HasPrefix(strings.ToLower(c), strings.ToLower(word)) }))
		if len(begins) == 1 && len(begins[0]) <= 2*len(word) {
			best = begins[0]
		}
	}
	return best
}

// leastPrefix is how many letters tell a word by its beginning.
const leastPrefix = 3

// DidYouMean returns `; did you mean "x"?` for an error message, or nothing where no candidate is near.
func DidYouMean(word string, candidates []string) string {
	if w := Word(word, candidates); w != "" {
		return `; did you mean "` + w + `"?`
	}
	return ""
}

// Method returns the candidate that a method's name means, as in com.acme.Codec.encode: the one with the same class and method, if
// only one has them, else the nearest one, else the one whose class and method are nearest. A long class name does not make another method
// near: Statistics.foo is not Statistics.sum.
func Method(name string, candidates []string) string {
	candidates = slices.DeleteFunc(slices.Clone(candidates), func(c string) bool { return otherMethod(name, c) })
	var tails []string
	for _, c := range candidates {
		tails = append(tails, classAndMethod(c))
	}
	tail := classAndMethod(name)
	if i := slices.Index(tails, tail); i >= 0 && !slices.ContainsFunc(candidates[i+1:], func(c string) bool { return c != candidates[i] && classAndMethod(c) == tail }) {
		return candidates[i]
	}
	if w := Word(name, candidates); w != "" {
		return w
	}
	if w := Word(tail, tails); w != "" {
		return candidates[slices.Index(tails, w)]
	}
	return ""
}

// otherMethod reports whether more than half of the letters of two methods' own names differ.
func otherMethod(x, y string) bool {
	own := func(name string) []rune { return []rune(strings.ToLower(name[strings.LastIndexByte(name, '.')+1:])) }
	a, b := own(x), own(y)
	return 2*distance(a, b) > max(len(a), len(b))
}

// DidYouMeanMethod is DidYouMean for a pattern of methods, which may have the wrong parameters, lack the package, or name a class.
func DidYouMeanMethod(pattern string, candidates []string) string {
	name, _, _ := strings.Cut(pattern, "(")
	if c := class(strings.TrimSpace(name), candidates); c != "" {
		return `; it is a class: "` + c + `.*" stands for its methods`
	}
	if w := Method(strings.TrimSpace(name), candidates); w != "" && w != pattern {
		return `; did you mean "` + w + `"?`
	}
	return ""
}

// class returns the class of one of the methods that a name stands for, with or without its package; empty if it stands for none.
func class(name string, methods []string) string {
	if name == "" {
		return ""
	}
	found := ""
	for _, m := range methods {
		c := m[:max(0, strings.LastIndexByte(m, '.'))]
		switch dotted := strings.ReplaceAll(c, "$", "."); {
		case c == name || dotted == name:
			return c
		case found == "" && (strings.HasSuffix(c, "."+name) || strings.HasSuffix(dotted, "."+name)):
			found = c
		}
	}
	return found
}

// classAndMethod leaves out the package of a.b.C.m.
func classAndMethod(name string) string {
	dot := strings.LastIndexByte(name, '.')
	return name[strings.LastIndexByte(name[:max(dot, 0)], '.')+1:]
}

// distance is the optimal string alignment distance: insertions, deletions, substitutions and transpositions of
// neighbours cost 1 each.
func distance(a, b []rune) int {
	prev2, prev, cur := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range prev {
		prev[j] = j
	}
	for i := 1; i <= len(a); i++ {
		cur[0] = i
		for j := 1; j <= len(b); j++ {
			sub := prev[j-1]
			if a[i-1] != b[j-1] {
				sub++
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, sub)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				cur[j] = min(cur[j], prev2[j-2]+1)
			}
		}
		prev2, prev, cur = prev, cur, prev2
	}
	return prev[len(b)]
}
