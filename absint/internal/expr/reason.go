package expr

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Phrases in the text of reasons that are due to a limit of the analysis. The command line names the limit by them.
const (
	ManyMayRun  = "methods may run"
	TooLarge    = "is too large an expression"
	TooManyStep = "is computed in too many steps"
	TooManyWays = "an iteration has too many paths"
)

// Reason explains why a cost has no bound.
type Reason struct {
	Unpriced string // the call without a cost, "com/lib/X.y()V"; empty for a loop or recursion
	Text     string
	Line     int
	Symbol   string // the call symbol without a value, it.next(); empty for other reasons
	Method   string // the method that contains it, com.acme.Codec.encode(byte[], int)
}

// CompareReasons orders reasons by method, line and text.
func CompareReasons(a, b Reason) int {
	return cmp.Or(cmp.Compare(a.Method, b.Method), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Text, b.Text), cmp.Compare(a.Unpriced, b.Unpriced), cmp.Compare(a.Symbol, b.Symbol))
}

// String formats the reason with its line.
func (r Reason) String() string {
	var b strings.Builder
	b.WriteString(r.Text)
	if r.Line > 0 && !strings.Contains(r.Text, "line ") {
		fmt.Fprintf(&b, " (line %d)", r.Line)
	}
	return b.String()
}

// maxReasons bounds the reasons of one result.
const maxReasons = 16

// UnionReasons returns a and the elements of b that a lacks, in their order, at most maxReasons in all.
func UnionReasons(a, b []Reason) []Reason {
	if len(a) == 0 {
		return b
	}
	out := a[:len(a):len(a)]
	for i, r := range b {
		if len(out) >= maxReasons {
			break
		}
		if !slices.Contains(out, r) {
			if len(out) == len(a) { // room for all others that are new
				out = append(make([]Reason, 0, min(len(a)+len(b)-i, maxReasons)), a...)
			}
			out = append(out, r)
		}
	}
	return out
}
