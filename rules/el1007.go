package rules

import (
	"fmt"
	"slices"

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
	// map(String::trim).anyMatch(String::isEmpty)
	OrNeeds: &Needs{Calls: [][]string{{streamClass + ".map"}, {"filter", "anyMatch", "allMatch", "noneMatch"}}, References: trimming},
	Check:   trimForEmptyCheck,
	Repair:  repair.IsBlank,
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
	m.trimmedByReference()
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

// trimmedByReference finds references to such methods in a stream of which only whether the texts are empty matters:
// lines.stream().map(String::trim).filter(String::isEmpty).count().
func (m *Method) trimmedByReference() {
	f := m.Func()
	for r := range m.references() {
		if r.body.Class != stringClass || !slices.Contains(trimming, r.body.Name) || r.Member.Name != "map" || !m.onlyAskedForEmpty(r.Call) {
			continue
		}
		c, _ := f.Member(r.Call)
		if c.Class != streamClass {
			continue
		}
		cost := callTiles().Add(m.Engine.LibraryCost(stringClass, "trim", "()Ljava/lang/String;", 1))
		repaired := m.Engine.LibraryCost(stringClass, "charAt", "(I)C", 1)
		if energy := m.Energy(Change{At: r.Lambda, Cost: cost, Repaired: repaired, Per: r.unit(), Case: "TrimIsEmpty"}); energy != nil {
			m.Report(r.Lambda, r.body.Name, fmt.Sprintf("String::%s copies the string only for a test whether it is empty, for every element: use isBlank", r.body.Name), energy)
		}
	}
}

// onlyAskedForEmpty reports whether of the elements of a stream only matters whether they are empty: one of anyMatch, allMatch and noneMatch tests
// that, or a filter whose elements are counted.
func (m *Method) onlyAskedForEmpty(stream ssa.ID) bool {
	f := m.Func()
	user, arg, ok := m.onlyUser(m.uses(), stream)
	if c, _ := f.Member(user); !ok || arg != 0 || !f.IsCall(user) || c.Class != streamClass || !m.asksForEmpty(f.Args(user)[len(f.Args(user))-1]) {
		return false
	}
	switch c, _ := f.Member(user); c.Name {
	case "anyMatch", "allMatch", "noneMatch":
		return true
	case "filter":
		end, _, ok := m.onlyUser(m.uses(), user)
		return ok && m.IsCall(end, "count", "()J")
	}
	return false
}

// asksForEmpty reports whether a function tests whether a string is empty: String::isEmpty, Predicate.not of it, or a lambda.
func (m *Method) asksForEmpty(function ssa.ID) bool {
	f := m.Func()
	if f.IsCallTo(function, "java/util/function/Predicate", "not") {
		function = f.Args(function)[0]
	}
	member, ok := m.function(function)
	if !ok {
		return false
	}
	body := m.lambdaBody(member)
	if body == nil {
		return member.Class == stringClass && (member.Name == "isEmpty" || member.Name == "isBlank")
	}
	if g := body.Func(); len(g.Params) == 1 {
		user, _, ok := body.onlyUser(body.uses(), g.Params[0])
		return ok && body.testsForEmpty(body.uses(), user)
	}
	return false
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
