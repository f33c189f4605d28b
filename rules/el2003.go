package rules

import (
	"fmt"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL2003", Name: "IndexedAccessToLinkedList", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "collections"},
		Sampled: finding.AtCall,
		Summary: "A linked list walks from one of its ends to the index in every iteration; an iterator goes on from where it is",
	},
	Needs: Needs{Calls: [][]string{{"get", "set"}}, Repeats: true},
	Check: indexedLinkedList,
})

// indexedLinkedList finds get(i) and set(i, x) on a linked list with an index that a loop changes.
func indexedLinkedList(m *Method) {
	f := m.Func()
	for v, c := range m.Calls("get", "set") {
		if c.Desc != "(I)Ljava/lang/Object;" && c.Desc != "(ILjava/lang/Object;)Ljava/lang/Object;" || f.Values[v].Op == classfile.OpInvokestatic {
			continue
		}
		args := f.Args(v)
		list := m.Strip(args[0])
		l := m.LoopOf(v)
		if l < 0 || m.Engine.own(c.Class) || m.IsThis(list) || !m.counts(args[1], l, 0) {
			continue
		}
		const linked = "java/util/AbstractSequentialList"
		if !m.Iterates(v, l) || !m.Stable(list, l) || !m.Engine.IsClass(c.Class, linked) && !m.Is(list, linked) || m.mayRunOwn(list, c) {
			continue
		}
		const get = "(I)Ljava/lang/Object;"
		one, two := m.Engine.LibraryCost("java/util/LinkedList", "get", get, 2), m.Engine.LibraryCost("java/util/LinkedList", "get", get, 4)
		step := two.AddScaled(one, -1).Scale(0.5)
		name := m.nameOr(list, "the list")
		energy := m.Energy(Change{At: v, Cost: step, Per: "iteration and element of " + name, Factor: name + ".size()", Case: "LinkedList"})
		if energy == nil {
			continue
		}
		m.Report(v, c.Name, fmt.Sprintf("%s walks from one end of the linked list to the index, in every iteration: use an iterator, or an ArrayList", m.Call(v)), energy)
	}
}

// counts reports whether an int changes with the iterations of loop l by counting: it is a phi of the loop's header or
// arithmetic over one.
func (m *Method) counts(v ssa.ID, l, depth int) bool {
	f := m.Func()
	x := &f.Values[v]
	switch {
	case depth > 6:
		return false
	case x.Kind == ssa.Phi:
		return x.Block == m.Graph().Loops[l].Header
	case x.Kind == ssa.Instr && (x.Op >= classfile.OpIadd && x.Op <= classfile.OpIneg || x.Op == classfile.OpIinc):
		for _, a := range f.Args(v) {
			if m.counts(a, l, depth+1) {
				return true
			}
		}
	}
	return false
}
