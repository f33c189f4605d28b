package cost_test

import (
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/internal/classfile"
)

// TestCallSets: union is the set union independent of numbering, commutes, and returns the larger set if it includes the
// other; adopting a set into another table keeps its methods.
func TestCallSets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var table, other cost.MethodTable
		for _, n := range rapid.SliceOfN(rapid.IntRange(0, 200), 0, 200).Draw(t, "numbered before") {
			table.Single(classfile.Member{Class: "a/B", Name: fmt.Sprint("m", n), Desc: "()V", Interface: n%2 == 0})
		}
		a, inA := absinttest.DrawSet(t, &table, "a")
		b, inB := absinttest.DrawSet(t, &table, "b")
		before := fmt.Sprint(table.List(a), table.List(b))
		union := a.Unite(b)
		var want []classfile.Member
		for m := range inA {
			want = append(want, m)
		}
		for m := range inB {
			if !inA[m] {
				want = append(want, m)
			}
		}
		slices.SortFunc(want, cost.CompareMembers)
		for _, got := range [][]classfile.Member{table.List(union), table.List(b.Unite(a)), other.List(other.Adopt(&table, union)), table.List(table.Adopt(&table, union))} {
			if !slices.Equal(got, want) {
				t.Fatalf("%v, want %v", got, want)
			}
		}
		if union.Unite(a) != union || a.Unite(union) != union && len(want) > len(inA) || a.Unite(a) != a {
			t.Fatal("a union with a part of itself is another set")
		}
		if after := fmt.Sprint(table.List(a), table.List(b)); after != before {
			t.Fatalf("a union changed what it is of: %s, before %s", after, before)
		}
	})
}
