package rules

import (
	"fmt"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/repair"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL1007", Name: "TrimForEmptyCheck", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "strings"},
		Sampled: finding.AtCall,
		Summary: "A string is trimmed only to learn whether anything is left; isBlank makes no string",
	},
	Needs: Needs{Recurs: true, Calls: [][]string{
		append(methodsOf(stringClass, trimming...), formsOf(stringClass, "trim")...),
		append(methodsOf(stringClass, "isEmpty", "isBlank", "length", "equals"), sequenceClass+".length"),
	}},
	Check:  trimForEmptyCheck,
	Repair: repair.IsBlank,
})

// trimming are the methods that remove white space from the ends of a string.
var trimming = []string{"trim", "strip", "stripLeading", "stripTrailing"}

// trimForEmptyCheck finds strings that are trimmed only to be tested for being empty.
func trimForEmptyCheck(m *Method) {
	f := m.Func()
	kotlin := isKotlin(f.Method.Class) // has an isBlank of its own
	if f.Method.Class.Major < java11 && !kotlin {
		return
	}
	uses := m.uses()
	for v, c := range m.Calls(trimming...) {
		if m.javaForm(v).Class != stringClass {
			continue
		}
		user, _, ok := m.onlyUser(uses, v)
		if ok && m.IsCall(user, "toString", "()"+stringDesc) { // the text of the trimmed sequence
			user, _, ok = m.onlyUser(uses, user)
		}
		if !ok || !m.testsForEmpty(uses, user) {
			continue
		}
		r, ok := m.recurs(v)
		if !ok {
			continue
		}
		cost := m.TilesOf(v).Add(m.Engine.LibraryCost(stringClass, "trim", "()Ljava/lang/String;", 1))
		repaired := m.Engine.LibraryCost(stringClass, "charAt", "(I)C", 1)
		if energy := m.Energy(Change{At: v, Cost: cost, Repaired: repaired, Per: r.per(), Case: "TrimIsEmpty"}); energy != nil {
			m.Report(v, c.Name, fmt.Sprintf("%s copies the string only for a test whether it is empty, %s: use isBlank", m.Call(v), r.again()), energy, r.related()...)
		}
	}
}

// testsForEmpty reports whether a call is isEmpty, isBlank, equals with the empty string, or length that is only compared with zero.
func (m *Method) testsForEmpty(t *useTable, user ssa.ID) bool {
	f := m.Func()
	c, _ := f.Member(user)
	if !f.IsCall(user) || c.Class != stringClass && c.Class != sequenceClass {
		return false
	}
	switch c.Name + c.Desc {
	case "isEmpty()Z", "isBlank()Z":
		return true
	case "equals(Ljava/lang/Object;)Z":
		for _, a := range f.Args(user) {
			if s, ok := f.StringConstant(a); ok && s == "" {
				return true
			}
		}
	case "length()I":
		test, arg, ok := m.onlyUser(t, user)
		if !ok {
			return false
		}
		return m.againstZero(test, arg)
	}
	return false
}

// againstZero reports whether a branch on a length only tells 0 from the others: it compares it with 0, or with 1 in order.
func (m *Method) againstZero(test ssa.ID, arg int) bool {
	f := m.Func()
	op, args := f.Values[test].Op, f.Args(test)
	switch op {
	case classfile.OpIfeq, classfile.OpIfne, classfile.OpIfle, classfile.OpIfgt:
		return true
	case classfile.OpIfIcmpeq, classfile.OpIfIcmpne:
		return isZero(f, args[1-arg])
	case classfile.OpIfIcmplt, classfile.OpIfIcmpge: // length < 1, 0 < length
		return isInt(f, args[1-arg], int64(1-arg))
	case classfile.OpIfIcmpgt, classfile.OpIfIcmple: // 1 > length, length > 0
		return isInt(f, args[1-arg], int64(arg))
	}
	return false
}
