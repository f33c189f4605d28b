package callgraph

import (
	"fmt"
	"runtime"
	"sync"
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

// TestLoadedAtOnce holds that a library class that several goroutines ask for at the same time has one node: a class that reaches two
// nodes of an interface would have two default methods, of which none runs.
func TestLoadedAtOnce(t *testing.T) {
	classes := []*classfile.Class{class(t, "class java/lang/Object"), class(t, "interface l/Top { public m }"), class(t, "interface l/I : l/Top"), class(t, "class l/Base : l/I")}
	const below = 16
	for i := range below {
		classes = append(classes, class(t, fmt.Sprintf("class l/C%d < l/Base : l/I", i)))
	}
	find := library(classes...)
	for range 300 {
		h := New(nil, func(name string) *classfile.Class {
			runtime.Gosched() // the others get as far as this one
			return find(name)
		}, 1)
		var all sync.WaitGroup
		for _, name := range []string{"l/Top", "l/I", "l/Base"} {
			all.Go(func() { h.Supers(name) })
		}
		for i := range below {
			all.Go(func() { h.Supers(fmt.Sprintf("l/C%d", i)) })
		}
		all.Wait()
		for i := range below {
			if d := h.Exact(fmt.Sprintf("l/C%d", i), "m", "()V"); d == nil || len(d.Targets) != 1 {
				t.Fatalf("l/C%d runs %+v, want the method of l/Top", i, d)
			}
		}
	}
}
