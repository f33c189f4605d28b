package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
)

// unpriced are the library calls without a cost: the number of methods that have no bound because of each, and the first
// reason that was met.
type unpriced struct {
	methods map[string]int
	reasons map[string]string
}

func newUnpriced() unpriced {
	return unpriced{methods: map[string]int{}, reasons: map[string]string{}}
}

// add counts the calls that a method has no bound because of.
func (u unpriced) add(calls, reasons []string) {
	for _, c := range calls {
		u.methods[c]++
		if u.reasons[c] != "" {
			continue
		}
		name, _, _ := strings.Cut(c, "(")
		begin := "the call of " + classfile.External(name) + " " // at a line, where the class file has lines
		for _, r := range reasons {
			if _, why, ok := strings.Cut(r, " has no price: "); ok && strings.HasPrefix(r, begin) {
				u.reasons[c] = root(why)
				break
			}
		}
	}
}

// root is the part of a reason that is not about the way to it, without lines and numbers.
func root(why string) string {
	if i := strings.LastIndex(why, " has no price: "); i >= 0 {
		why = why[i+len(" has no price: "):]
	}
	why, _, _ = strings.Cut(why, ", in ")
	return normalise(why)
}

// unpricedOf returns the calls of all programs but the JDK.
func unpricedOf(all []*counts) unpriced {
	sum := newUnpriced()
	for _, c := range all {
		if c.name == platformProgram {
			continue
		}
		for call, n := range c.unpriced.methods {
			sum.methods[call] += n
			sum.reasons[call] = cmp.Or(sum.reasons[call], c.unpriced.reasons[call])
		}
	}
	return sum
}

// ranked returns the given number of calls, those first because of which most methods have no bound.
func (u unpriced) ranked(most int) []string {
	var calls []string
	for c := range u.methods {
		calls = append(calls, c)
	}
	slices.SortFunc(calls, func(a, b string) int {
		return cmp.Or(cmp.Compare(u.methods[b], u.methods[a]), strings.Compare(a, b))
	})
	return calls[:min(most, len(calls))]
}

// table lists the most frequent calls with the reasons.
func (u unpriced) table(most int) string {
	var b strings.Builder
	b.WriteString("\n| methods | call | reason |\n| ---: | --- | --- |\n")
	for _, c := range u.ranked(most) {
		fmt.Fprintf(&b, "| %d | `%s` | %s |\n", u.methods[c], c, strings.ReplaceAll(u.reasons[c], "|", "\\|"))
	}
	return b.String()
}
