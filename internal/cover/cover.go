// Package cover chooses few facts that complete many sets of facts.
package cover

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// Need is a set of facts and how often it is needed. It is met once all of its facts are chosen.
type Need struct {
	Facts []string // sorted, each once
	Count int
}

// Needs returns the distinct sets among the lists, with how often each occurs, in the order of their facts.
func Needs(lists [][]string) []Need {
	var all []Need
	for _, l := range lists {
		facts := slices.Clone(l)
		slices.Sort(facts)
		all = append(all, Need{slices.Compact(facts), 1})
	}
	slices.SortFunc(all, func(a, b Need) int { return slices.Compare(a.Facts, b.Facts) })
	var out []Need
	for _, n := range all {
		if last := len(out) - 1; last >= 0 && slices.Equal(out[last].Facts, n.Facts) {
			out[last].Count++
			continue
		}
		out = append(out, n)
	}
	return out
}

// Greedy chooses at most limit facts. In each step it completes the need whose missing facts meet most needs for each fact, and
// adds these. The facts are in the order of the steps; met is how often the needs that they meet are needed.
//
// To choose the facts that meet most needs is NP-hard, as the densest subgraph with k vertices is a special case; the greedy
// choice is the usual approximation.
func Greedy(needs []Need, limit int) (facts []string, met int) {
	chosen := map[string]bool{}
	for {
		best, bestGain := []string(nil), 0
		for _, n := range needs {
			missing := missingOf(n.Facts, chosen)
			if len(missing) == 0 || len(facts)+len(missing) > limit {
				continue
			}
			gain := 0
			for _, other := range needs {
				if rest := missingOf(other.Facts, chosen); len(rest) > 0 && within(rest, missing) {
					gain += other.Count
				}
			}
			if best == nil || cmp.Or(bestGain*len(missing)-gain*len(best), len(missing)-len(best), slices.Compare(missing, best)) < 0 {
				best, bestGain = missing, gain
			}
		}
		if best == nil {
			break
		}
		for _, f := range best {
			chosen[f] = true
		}
		facts = append(facts, best...)
	}
	for _, n := range needs {
		if len(missingOf(n.Facts, chosen)) == 0 {
			met += n.Count
		}
	}
	return facts, met
}

// scope separates a name from the class that it means something in.
const scope = "\x00"

// local is the name of a parameter or variable, or of its size: n, names.size(), a.length.
var local = regexp.MustCompile(`^[\pL_$][\pL\pN_$]*(\.size\(\)|\.length\(\)|\.length)?$`)

// Scoped returns the facts of a method of a class. That another class has a parameter or variable of the same name is chance, so it is
// another fact there.
func Scoped(class string, facts []string) []string {
	out := slices.Clone(facts)
	for i, f := range out {
		if local.MatchString(f) {
			out[i] = f + scope + class
		}
	}
	return out
}

// Unscoped returns the name of a fact.
func Unscoped(fact string) string {
	name, _, _ := strings.Cut(fact, scope)
	return name
}

func missingOf(facts []string, chosen map[string]bool) []string {
	var out []string
	for _, f := range facts {
		if !chosen[f] {
			out = append(out, f)
		}
	}
	return out
}

// within reports whether sorted b holds all of a.
func within(a, b []string) bool {
	return !slices.ContainsFunc(a, func(f string) bool {
		_, ok := slices.BinarySearchFunc(b, f, strings.Compare)
		return !ok
	})
}
