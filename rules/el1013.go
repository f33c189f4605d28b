package rules

import (
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL1013", Name: "SubstringForAppend", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "strings"},
		Sampled: finding.InItself,
		Summary: "A part of a string is copied into a string of its own only to be appended; append takes the range",
	},
	Needs: Needs{Recurs: true, Calls: [][]string{calls(appendedParts), {stringClass + ".substring"}}},
	Check: func(m *Method) { m.replaceable(appendedParts) },
})

// appendedParts are append of the builders, with the append that takes a part of a string.
var appendedParts = []replacement{appendOfPart(builderClass), appendOfPart(bufferClass)}

func appendOfPart(builder string) replacement {
	result := "L" + builder + ";"
	whole := classfile.Member{Class: builder, Name: "append", Desc: "(" + stringDesc + ")" + result}
	return replacement{
		class: builder, name: whole.Name, desc: whole.Desc, applies: appendsPart,
		by:     []classfile.Member{whole},
		of:     []classfile.Member{whole, {Class: stringClass, Name: "substring", Desc: "(II)" + stringDesc}},
		wastes: "copies a part of a string twice", instead: "give append the string and where the part begins and ends", pair: "AppendShortPart",
	}
}

// appendsPart reports whether what is appended is a substring that is made for this call, of a string without another name than
// a variable's: append needs it twice, where the part goes to its end.
func appendsPart(m *Method, v ssa.ID) bool {
	f := m.Func()
	part := f.Args(v)[1]
	if !f.IsCallTo(part, stringClass, "substring") || m.inConcatenation(m.uses(), v) {
		return false
	}
	_, _, alone := m.onlyUser(m.uses(), part)
	c, _ := f.Member(part)
	return alone && m.LoopOf(part) == m.LoopOf(v) && !m.caughtAs(part, stringIndexException) && (c.Desc == "(II)"+stringDesc || m.hasVariable(f.Args(part)[0]))
}

// hasVariable reports whether a value can be taken once more at no cost: it is in a local variable, or read from a field.
func (m *Method) hasVariable(v ssa.ID) bool {
	x := &m.Func().Values[v]
	return x.Kind != ssa.Instr || x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic || m.stored(v)
}
