package callgraph

import (
	"fmt"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
)

// TestAncestors holds that ancestors are found, each once, whether they are few enough to be searched and remembered or not.
func TestAncestors(t *testing.T) {
	for _, n := range []int{1, 15, 16, 17, fewAncestors - 1, fewAncestors, 3 * fewAncestors} {
		var classes []*classfile.Class
		for i := range n {
			c := &classfile.Class{Name: fmt.Sprintf("p/C%d", i), Super: "p/Root", Interfaces: []string{"p/I", "p/I"}}
			if i > 0 {
				c.Super = fmt.Sprintf("p/C%d", i-1)
			}
			classes = append(classes, c)
		}
		root := &classfile.Class{Name: "p/Root"}
		classes = append(classes, root, &classfile.Class{Name: "p/I", Super: "p/Root", Access: classfile.AccInterface}, &classfile.Class{Name: "p/Other", Super: "p/Root"})
		h := New(classes, nil, 1)
		last := fmt.Sprintf("p/C%d", n-1)
		for range 2 { // the second time they may be remembered
			if got := h.Supers(last); len(got) != n+1 { // the classes of the chain above, the root, the interface
				t.Fatalf("%d classes in a chain: %d ancestors: %v", n, len(got), got)
			}
			for above, want := range map[string]bool{"p/C0": true, "p/Root": true, "p/I": true, "p/Other": false} {
				if is, known := h.IsSubtype(last, above); is != want || !known {
					t.Errorf("%d classes in a chain: below %s: %t, known %t; want %t", n, above, is, known, want)
				}
			}
			if got := h.Subs("p/Root"); len(got) != n+2 {
				t.Errorf("%d classes in a chain: %d below the root", n, len(got))
			}
		}
	}
}
