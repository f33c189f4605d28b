package rules

import (
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
	Needs:   Needs{Calls: [][]string{{"get", "set"}}, RepeatsOrLambda: true, Within: true},
	OrNeeds: &Needs{Calls: [][]string{{intStreamClass + ".range", intStreamClass + ".rangeClosed"}, rangeSteps}, References: []string{"get"}},
	Check:   indexedLinkedList,
})

const getDesc = "(I)Ljava/lang/Object;"

// indexedLinkedList finds get(i) and set(i, x) on a linked list with an index that a loop changes, or that is a number of a range.
func indexedLinkedList(m *Method) {
	f := m.Func()
	for v, c := range m.Calls("get", "set") {
		if c.Desc != getDesc && c.Desc != "(ILjava/lang/Object;)Ljava/lang/Object;" || f.Values[v].Op == classfile.OpInvokestatic {
			continue
		}
		args := f.Args(v)
		list := m.Strip(args[0])
		l := m.LoopOf(v)
		switch {
		case l < 0:
			if m.isLinked(list, c) && m.countsRange(args[1], list) {
				m.reportIndexed(v, list, ofRange, m.Call(v))
			}
		case m.counts(args[1], l, 0) && m.Iterates(v, l) && m.Stable(list, l) && m.isLinked(list, c):
			m.reportIndexed(v, list, "iteration", m.Call(v))
		}
	}
	m.referencedIndices()
}

// isLinked reports whether a list, of which a method is called, is certainly linked and searches the index as one of the library.
func (m *Method) isLinked(list ssa.ID, c classfile.Member) bool {
	const linked = "java/util/AbstractSequentialList"
	return !m.Engine.own(c.Class) && !m.IsThis(list) && (m.Engine.IsClass(c.Class, linked) || m.Is(list, linked)) && !m.mayRunOwn(list, c)
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
