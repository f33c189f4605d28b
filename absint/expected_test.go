package absint

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/energylint/energylint/internal/classfile"
)

// drawSet is a set of a table, and the methods that are in it.
func drawSet(t *rapid.T, table *methodTable, label string) (*callSet, map[classfile.Member]bool) {
	var s *callSet
	want := map[classfile.Member]bool{}
	for _, n := range rapid.SliceOfN(rapid.IntRange(0, 200), 0, 5).Draw(t, label) {
		m := classfile.Member{Class: "a/B", Name: fmt.Sprint("m", n), Desc: "()V"}
		s = s.unite(table.single(m))
		want[m] = true
	}
	return s, want
}

// TestCallSets: the union of sets is that of what is in them, whatever the numbers are, and commutes; one set within the
// other is the other itself; a set is the same in another table.
func TestCallSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var table, other methodTable
		for _, n := range rapid.SliceOfN(rapid.IntRange(0, 200), 0, 200).Draw(t, "numbered before") {
			table.single(classfile.Member{Class: "a/B", Name: fmt.Sprint("m", n), Desc: "()V", Interface: n%2 == 0})
		}
		a, inA := drawSet(t, &table, "a")
		b, inB := drawSet(t, &table, "b")
		before := fmt.Sprint(table.list(a), table.list(b))
		union := a.unite(b)
		var want []classfile.Member
		for m := range inA {
			want = append(want, m)
		}
		for m := range inB {
			if !inA[m] {
				want = append(want, m)
			}
		}
		slices.SortFunc(want, compareMembers)
		for _, got := range [][]classfile.Member{table.list(union), table.list(b.unite(a)), other.list(other.adopt(&table, union)), table.list(table.adopt(&table, union))} {
			if !slices.Equal(got, want) {
				t.Fatalf("%v, want %v", got, want)
			}
		}
		if union.unite(a) != union || a.unite(union) != union && len(want) > len(inA) || a.unite(a) != a {
			t.Fatal("a union with a part of itself is another set")
		}
		if after := fmt.Sprint(table.list(a), table.list(b)); after != before {
			t.Fatalf("a union changed what it is of: %s, before %s", after, before)
		}
	})
}
