package callgraph

import (
	"testing"

	"github.com/energylint/energylint/internal/classfile"
)

func TestRelated(t *testing.T) {
	libraryClasses := []string{"class java/lang/Object", "interface l/I", "interface l/J : l/I", "interface l/K", "class l/C : l/I", "final class l/F : l/I", "class l/D"}
	for _, tc := range []struct {
		name     string
		analysed []string
		a, b     string
		want     bool
	}{
		{name: "one is above the other", a: "l/I", b: "l/J", want: true},
		{name: "the same", a: "l/D", b: "l/D", want: true},
		{name: "two classes", a: "l/C", b: "l/D", want: false},
		{name: "interfaces that unseen classes implement", a: "l/J", b: "l/K", want: true},
		{name: "a class that unseen classes extend", a: "l/C", b: "l/K", want: true},
		{name: "a final class", a: "l/F", b: "l/K", want: false},
		{name: "unknown", a: "x/X", b: "l/F", want: true},
		{name: "an interface that nothing implements", analysed: []string{"interface A"}, a: "A", b: "l/I", want: false},
		{name: "implemented elsewhere", analysed: []string{"interface A", "class B : A", "class C : l/I"}, a: "A", b: "l/I", want: false},
		{name: "a class below both", analysed: []string{"interface A", "interface B : A", "class C < l/C : B"}, a: "A", b: "l/I", want: true},
		{name: "a class that a class below makes implement it", analysed: []string{"class A", "class B < A : l/J"}, a: "A", b: "l/I", want: true},
		{name: "a class below that may implement it", analysed: []string{"interface A", "class B < x/X : A"}, a: "A", b: "l/I", want: true},
		{name: "a class that may be below", analysed: []string{"interface A", "class B < x/X : l/I"}, a: "A", b: "l/I", want: true},
		{name: "a class that is adrift from both", analysed: []string{"interface A", "class B < x/X"}, a: "A", b: "l/I", want: false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var cs, ls []*classfile.Class
			for _, s := range tc.analysed {
				cs = append(cs, class(t, s))
			}
			for _, s := range libraryClasses {
				ls = append(ls, class(t, s))
			}
			h := New(cs, library(ls...), 1)
			for range 2 { // the second answer is remembered
				if got := h.Related(tc.a, tc.b); got != tc.want {
					t.Errorf("%s and %s: %v, want %v", tc.a, tc.b, got, tc.want)
				}
				if got := h.Related(tc.b, tc.a); got != tc.want {
					t.Errorf("%s and %s: %v, want %v", tc.b, tc.a, got, tc.want)
				}
			}
		})
	}
}
