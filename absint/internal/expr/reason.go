package expr

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// What the reasons of results say that a cap is behind.
const (
	ManyMayRun  = "methods may run"
	TooLarge    = "is too large an expression"
	TooManyStep = "is computed in too many steps"
	TooManyWays = "an iteration has too many paths"
)

// A recursion over objects has an object at each call from which the next calls follow links: a node of a list or a
// tree. What it uses up is a size of the data structure, as for the loops of walks.go and worklists.go. Where a call
// makes at most one recursive call, that is the longest way along the links, the symbol nodes(n.next). Where it makes
// several, but each link leads to one of them, it is the nodes below the first, once for each way there: the symbol
// tree(n.left|right). Both count the object itself and no null, and hold while the links stay as they are.
//
// Methods that call each other with the same object are one step of such a recursion: node.accept(visitor) and
// visitor.visit(node).

// MaxDescending bounds the methods of a recursion over objects, maxLinks the links that it follows: whatever implements
// an interface by asking others is no data structure that anybody could name the size of.
const MaxDescending = 48

const NoModel = "it is library code without a model"

// Reason is why a cost has no bound.
type Reason struct {
	Unpriced string // the call that could not be priced, "com/lib/X.y()V"; empty for a loop or recursion
	Text     string
	Line     int
	Symbol   string // the call symbol that has no value, it.next(); empty where something else is missing
	Method   string // where it is, com.acme.Codec.encode(byte[], int)
}

func CompareReasons(a, b Reason) int {
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

func UnionReasons(a, b []Reason) []Reason {
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
