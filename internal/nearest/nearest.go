// Package nearest finds the known word that a misspelled one probably means, for error messages.
package nearest

import "strings"

// Word returns the candidate that word most probably means: the one with the smallest edit distance, if that is
// at most a third of the longer word's letters (but at least one). Empty where none is near enough. Case does
// not count. Ties go to the first candidate.
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
	return best
}

// DidYouMean returns `; did you mean "x"?` for an error message, or nothing where no candidate is near.
func DidYouMean(word string, candidates []string) string {
	if w := Word(word, candidates); w != "" {
		return `; did you mean "` + w + `"?`
	}
	return ""
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
