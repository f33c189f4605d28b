package report

import (
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/finding"
)

func TestHints(t *testing.T) {
	const size, loop, recursion, price, overflow = "To bound a size", "To bound a loop", "To bound a recursion", "To price a call", "To exclude an overflow"
	for _, test := range []struct {
		name    string
		missing []string
		want    []string // the beginning of each hint, in order
	}{
		{"nothing is missing", nil, nil},
		{"nothing that a hint is about", []string{"the analysis failed"}, nil},
		{"a size", []string{"n has no upper bound (line 10)"}, []string{size}},
		{"each kind once", []string{
			"the loop at line 3: an iteration can skip the exit test at line 4", "words.size() has no upper bound", "n has no upper bound",
			"the call of X.y at line 2 has no price: it is library code without a model", "the loop at line 9: x may overflow",
		}, []string{size + `: [[assume]] symbol = "words.size()", method = "a.B.c", max`, loop, price}},
		{"a loop of a library", []string{"the call of X.y at line 2 has no price: the loop at line 7: x may overflow, in X.y()"}, []string{price}},
		{"a library that is missing", []string{"the call of X.y at line 2 has no price: no model prices it, and its library is not on the class path"}, []string{price + ": the jars of its library (--classpath PATH)"}},
		{"a class that is broken", []string{"the call of X.y at line 2 has no price: its class file could not be read"}, nil},
		{"a recursion", []string{"a.B.c(int) calls itself, to a depth that has no bound (line 13), in a.B.c(int)"}, []string{recursion}},
		{"a condition", []string{"the bound holds only if 2 * n <= 2147483647 (int overflow otherwise)"}, []string{overflow}},
	} {
		got := hints(lacksOf(finding.Location{Class: "a/B", Method: "c", Desc: "(I)V"}, test.missing))
		if !slices.EqualFunc(got, test.want, strings.HasPrefix) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
