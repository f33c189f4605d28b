package absinttest

import (
	"fmt"

	"pgregory.net/rapid"

	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/internal/classfile"
)

// DrawSet is a set of a table, and the methods that are in it.
func DrawSet(t *rapid.T, table *cost.MethodTable, label string) (*cost.CallSet, map[classfile.Member]bool) {
	var s *cost.CallSet
	want := map[classfile.Member]bool{}
	for _, n := range rapid.SliceOfN(rapid.IntRange(0, 200), 0, 5).Draw(t, label) {
		m := classfile.Member{Class: "a/B", Name: fmt.Sprint("m", n), Desc: "()V"}
		s = s.Unite(table.Single(m))
		want[m] = true
	}
	return s, want
}
