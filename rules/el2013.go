package rules

import (
	"fmt"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL2013", Name: "SortAfterEachAdd", Level: finding.Warning, Precision: "high", Tags: []string{"performance", "collections"},
		Summary: "A loop sorts a list again after each element that it adds; sorting once behind the loop, or a queue in order, does less",
	},
	Needs: Needs{Calls: [][]string{{"java/util/Collections.sort", "sort"}, {"add"}}, Repeats: true, Within: true},
	Check: sortAfterEachAdd,
})

// refills are methods that give a list other elements, which are then to be sorted.
var refills = []string{"clear", "addAll", "removeAll", "retainAll", "removeIf", "replaceAll", "set"}

// sortAfterEachAdd finds sorts of a list in a loop that adds one element to it in an iteration.
func sortAfterEachAdd(m *Method) {
	f := m.Func()
	for v, c := range m.Calls("sort") {
		list := f.Args(v)[0]
		if c.Class != "java/util/Collections" && (f.Values[v].Op == classfile.OpInvokestatic || !m.isList(m.Strip(list), c.Class)) {
			continue
		}
		l := m.LoopOf(v)
		if l < 0 || m.repeats(v) != l || !m.Stable(list, l) || !m.growsByOne(list, l) || m.rare(v) {
			continue
		}
		name := m.nameOr(list, "the list")
		cost := m.Engine.perUnit("java/util/Collections", "sort", "(Ljava/util/List;)V")
		if energy := m.Energy(Change{At: v, Cost: cost, Per: "iteration and element of " + name, Factor: name + ".size()", Case: "AddAndSort"}); energy != nil {
			m.Report(v, c.Name, fmt.Sprintf("%s is sorted again after each element that is added, in every iteration of the loop; sort once behind it, or use a PriorityQueue or TreeSet", name), energy)
		}
	}
}

// growsByOne reports whether the only change to a list in loop l is that single elements are added or removed, outside of other
// loops in it.
func (m *Method) growsByOne(list ssa.ID, l int) bool {
	f := m.Func()
	adds := false
	for v, c := range m.Calls() {
		if !m.InLoop(v, l) || f.Values[v].Op == classfile.OpInvokestatic || len(f.Args(v)) == 0 || !m.Same(f.Args(v)[0], list) {
			continue
		}
		if slices.Contains(refills, c.Name) || c.Name == "add" && m.LoopOf(v) != l {
			return false
		}
		adds = adds || c.Name == "add"
	}
	return adds
}
