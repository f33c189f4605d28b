package rules

import (
	"fmt"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL1008", Name: "SplitForFirstPart", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "strings"},
		Sampled: finding.AtCall,
		Summary: "A string is split into all its parts, of which only the first or second is used",
	},
	Needs:   Needs{Recurs: true, Calls: [][]string{{"java/lang/String.split"}}, Ops: []classfile.Op{classfile.OpAaload}},
	OrNeeds: &Needs{Recurs: true, InOrder: true, Calls: [][]string{formsOf(stringClass, "split"), {"java/util/List.get", firstOfList}}},
	Check:   splitForFirstPart,
})

// firstOfList is Kotlin's function that returns the first element of a list.
const firstOfList = kotlinCollections + ".first(Ljava/util/List;)Ljava/lang/Object;"

// splitForFirstPart finds calls of split at one text of whose array or list one of the first two elements alone is used.
func splitForFirstPart(m *Method) {
	f := m.Func()
	for v, c := range m.Calls("split", "split$default") {
		if m.javaForm(v).Class != stringClass {
			continue
		}
		args := f.Args(v)
		kotlin := c.Class != stringClass
		if kotlin && !m.oneSeparator(args[1]) {
			continue
		}
		// Another separator is a regular expression: RegexCompiledRepeatedly.
		if text, ok := f.StringConstant(args[1]); !kotlin && (!ok || !splitsWithoutPattern(text)) {
			continue
		}
		index, ok := m.partTaken(v)
		if !ok || index != 0 && (index != 1 || !kotlin && len(args) > 2) {
			continue
		}
		r, ok := m.recurs(v)
		if !ok {
			continue
		}
		part := "first"
		if index == 1 {
			part = "second"
		}
		instead := "indexOf and substring"
		if kotlin {
			instead = "substringBefore, or indexOf and substring"
		}
		e := m.Engine
		cost := m.TilesOf(v).Add(e.LibraryCost(stringClass, "split", "(Ljava/lang/String;)[Ljava/lang/String;", 1))
		repaired := callTiles().Add(callTiles()).Add(e.LibraryCost(stringClass, "indexOf", "(I)I", 1)).Add(e.LibraryCost(stringClass, "substring", "(II)Ljava/lang/String;", 1))
		if energy := m.Energy(Change{At: v, Cost: cost, Repaired: repaired, Per: r.per(), Case: "FirstPart"}); energy != nil {
			m.Report(v, "split", fmt.Sprintf("%s makes strings of all parts and only the %s is used, %s: use %s", m.Call(v), part, r.again(), instead), energy, r.related()...)
		}
	}
}

// partTaken returns the index of the only element of an array or list that is used, once or several times; ok is false where there are others, or
// the array or list has another use.
func (m *Method) partTaken(parts ssa.ID) (index int64, ok bool) {
	f := m.Func()
	for _, u := range m.usersOf(parts) {
		i, taken := m.elementTaken(u)
		if !taken || m.Strip(f.Args(u)[0]) != parts || m.LoopOf(u) != m.LoopOf(parts) || ok && i != index {
			return 0, false
		}
		index, ok = i, true
	}
	return index, ok
}

// elementTaken returns the index of the element that an instruction takes of an array or list that it is given first, where it is a constant.
func (m *Method) elementTaken(v ssa.ID) (index int64, ok bool) {
	f := m.Func()
	switch {
	case f.Values[v].Op == classfile.OpAaload || m.IsCall(v, "get", "(I)Ljava/lang/Object;"):
		x := &f.Values[f.Args(v)[1]]
		return x.Aux, x.Kind == ssa.Int
	case f.IsCall(v):
		c, _ := f.Member(v)
		return 0, c.Class+"."+c.Name+c.Desc == firstOfList
	}
	return 0, false
}

// oneSeparator reports whether the array of separators that Kotlin's split is given has one.
func (m *Method) oneSeparator(array ssa.ID) bool {
	f := m.Func()
	x := &f.Values[m.Strip(array)]
	return x.Kind == ssa.Instr && (x.Op == classfile.OpAnewarray || x.Op == classfile.OpNewarray) && isOne(f, f.Args(m.Strip(array))[0])
}
