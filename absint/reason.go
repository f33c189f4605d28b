package absint

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Reason is why a cost has no bound.
type Reason struct {
	Unpriced string // the call that could not be priced, "com/lib/X.y()V"; empty for a loop or recursion
	Text     string
	Line     int
	Symbol   string // the call symbol that has no value, it.next(); empty where something else is missing
	Method   string // where it is, com.acme.Codec.encode(byte[], int)
}

func compareReasons(a, b Reason) int {
	return cmp.Or(cmp.Compare(a.Method, b.Method), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Text, b.Text), cmp.Compare(a.Unpriced, b.Unpriced), cmp.Compare(a.Symbol, b.Symbol))
}

// String is the reason with its line.
func (r Reason) String() string {
	var b strings.Builder
	b.WriteString(r.Text)
	if r.Line > 0 && !strings.Contains(r.Text, "line ") {
		fmt.Fprintf(&b, " (line %d)", r.Line)
	}
	return b.String()
}

// maxReasons bounds the reasons that one result carries: after so many nobody reads on.
const maxReasons = 16

func unionReasons(a, b []Reason) []Reason {
	if len(a) == 0 {
		return b
	}
	out := a[:len(a):len(a)]
	for _, r := range b {
		if len(out) >= maxReasons {
			break
		}
		if !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	return out
}
