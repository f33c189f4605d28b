package rules

import (
	"fmt"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/repair"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL1005", Name: "SubstringForCompareOrParse", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "strings"},
		Sampled: finding.AtCall,
		Summary: "A part of a string, or a builder's text, is copied only to be compared, searched, parsed or written, which can be done in place",
	},
	Needs: Needs{Recurs: true, Calls: [][]string{{"java/lang/String.substring"}}},
	OrNeeds: &Needs{Recurs: true, InOrder: true, Calls: [][]string{
		{"java/lang/StringBuilder.toString", "java/lang/StringBuffer.toString"}, methodsOf(stringClass, "length", "isEmpty", "charAt", "equals", "indexOf", "lastIndexOf", "substring"),
	}},
	Check: func(m *Method) {
		substringForCompare(m)
		textForQuestion(m)
	},
	Repair: repair.AskBuilder,
})

// substringUse is a call that takes a part of a string, and what does the same in place.
type substringUse struct {
	class, name, desc string
	arg               int  // of the call that the part is: 0 is the receiver
	open              bool // only parts up to the end of the string
	since             uint16
	instead           string
}

// substringUses leave out StringBuilder.append, which is SubstringForAppend.
var substringUses = []substringUse{
	{stringClass, "startsWith", "(Ljava/lang/String;)Z", 0, true, 0, "startsWith(prefix, from)"},
	{stringClass, "indexOf", "(I)I", 0, true, 0, "indexOf(c, from), whose result counts from the beginning"},
	{stringClass, "indexOf", "(Ljava/lang/String;)I", 0, true, 0, "indexOf(text, from), whose result counts from the beginning"},
	{stringClass, "contains", "(Ljava/lang/CharSequence;)Z", 0, true, 0, "indexOf(text, from) >= 0"},
	{stringClass, "charAt", "(I)C", 0, false, 0, "charAt(from + index)"},
	{stringClass, "equals", "(Ljava/lang/Object;)Z", 0, true, 0, "startsWith(text, from), and compare the length"},
	{stringClass, "equals", "(Ljava/lang/Object;)Z", 0, false, 0, "regionMatches"},
	{stringClass, "equals", "(Ljava/lang/Object;)Z", 1, true, 0, "startsWith(text, from), and compare the length"},
	{stringClass, "equals", "(Ljava/lang/Object;)Z", 1, false, 0, "regionMatches"},
	{"java/lang/Integer", "parseInt", "(Ljava/lang/String;)I", 0, false, java9, "parseInt(text, from, to, 10)"},
	{"java/lang/Integer", "parseInt", "(Ljava/lang/String;I)I", 0, false, java9, "parseInt(text, from, to, radix)"},
	{"java/lang/Long", "parseLong", "(Ljava/lang/String;)J", 0, false, java9, "parseLong(text, from, to, 10)"},
	{"java/lang/Long", "parseLong", "(Ljava/lang/String;I)J", 0, false, java9, "parseLong(text, from, to, radix)"},
	{"java/io/Writer", "write", "(Ljava/lang/String;)V", 1, false, 0, "write(text, from, length)"},
}

// substringForCompare finds substrings that one call alone needs, which could look into the string itself.
func substringForCompare(m *Method) {
	f := m.Func()
	for v, c := range m.Calls("substring") {
		if c.Class != stringClass {
			continue
		}
		uses := m.uses()
		user, arg, ok := m.onlyUser(uses, v)
		if !ok || m.LoopOf(user) != m.LoopOf(v) {
			continue
		}
		u := m.usesPart(v, user, arg)
		if u == nil || m.catchesIndex(v) {
			continue
		}
		r, ok := m.recurs(v)
		if !ok {
			continue
		}
		n := 1.0
		if args := f.Args(user); len(args) > 1 {
			if s, ok := f.StringConstant(args[1-min(arg, 1)]); ok {
				n = max(n, float64(len(s)))
			}
		}
		cost := m.TilesOf(v).Add(m.Engine.LibraryCost(c.Class, c.Name, c.Desc, n))
		index := pattern.Tally(pattern.Of(pattern.Argument, pattern.Int, pattern.Load), pattern.Of(pattern.Argument, pattern.Int, pattern.Load))
		measured := "RestStartsWith"
		if u.since == java9 {
			measured = "ParsePart"
		}
		if energy := m.Energy(Change{At: v, Cost: cost, Repaired: index, Per: r.per(), Case: measured}); energy != nil {
			m.Report(v, c.Name, fmt.Sprintf("%s copies a part of the string only for %s, %s: use %s", m.Call(v), u.name, r.again(), u.instead), energy, r.related()...)
		}
	}
}

// catchesIndex reports whether a handler catches what substring throws for an index that the string does not have: in place, most calls answer
// false or -1, and the others throw an exception of another class.
func (m *Method) catchesIndex(v ssa.ID) bool {
	return m.caughtAs(v, stringIndexException, indexException)
}

// usesPart returns how user takes the substring v as an argument, nil where it needs a string of its own.
func (m *Method) usesPart(v, user ssa.ID, arg int) *substringUse {
	f := m.Func()
	if !f.IsCall(user) {
		return nil
	}
	c := m.javaForm(user)
	for i := range substringUses {
		u := &substringUses[i]
		if u.name != c.Name || u.desc != c.Desc || u.arg != arg || f.Method.Class.Major < u.since || u.open && len(f.Args(v)) != 2 {
			continue
		}
		if c.Class != u.class && !(u.arg == 1 && m.Engine.IsClass(c.Class, u.class) && !m.Engine.own(c.Class)) {
			continue
		}
		if u.name == "equals" {
			// Of any other object than a constant it is not known that it is a string, nor that it is as long as the part.
			if _, constant := f.StringConstant(f.Args(user)[1-arg]); !constant {
				return nil
			}
		}
		return u
	}
	return nil
}

// builderAnswers are the questions to a string that the builder which made it answers as well, by name and descriptor.
var builderAnswers = map[selector]string{
	{"length", "()I"}:                         "its length()",
	{"isEmpty", "()Z"}:                        "its length() == 0",
	{"equals", "(Ljava/lang/Object;)Z"}:       "its length() == 0",
	{"charAt", "(I)C"}:                        "its charAt",
	{"indexOf", "(Ljava/lang/String;)I"}:      "its indexOf",
	{"indexOf", "(Ljava/lang/String;I)I"}:     "its indexOf",
	{"lastIndexOf", "(Ljava/lang/String;)I"}:  "its lastIndexOf",
	{"lastIndexOf", "(Ljava/lang/String;I)I"}: "its lastIndexOf",
	{"substring", "(I)Ljava/lang/String;"}:    "its substring",
	{"substring", "(II)Ljava/lang/String;"}:   "its substring",
}

// textForQuestion finds texts of builders that are made for one question that the builder answers.
func textForQuestion(m *Method) {
	f := m.Func()
	for v, c := range m.Calls("toString") {
		if !javaBuilders[c.Class] {
			continue
		}
		t := m.uses()
		user, arg, ok := m.onlyUser(t, v)
		if !ok || !f.IsCall(user) || m.LoopOf(user) != m.LoopOf(v) || m.byChain(t, v) != nil && !m.writtenBuilder(v) || m.usedBetween(v, user) {
			continue
		}
		u, _ := f.Member(user)
		instead := builderAnswers[selector{u.Name, u.Desc}]
		if instead == "" || u.Class != stringClass || arg != 0 && u.Name != "equals" {
			continue
		}
		if u.Name == "equals" {
			if text, constant := f.StringConstant(f.Args(user)[1-arg]); !constant || text != "" {
				continue
			}
		}
		r, ok := m.recurs(v)
		if !ok {
			continue
		}
		cost := m.TilesOf(v).Add(m.Engine.LibraryCost(c.Class, c.Name, c.Desc, 1))
		if energy := m.Energy(Change{At: v, Cost: cost, Repaired: pattern.Counts{}, Per: r.per(), Case: "TextOfBuilder"}); energy != nil {
			m.Report(v, c.Class+"."+u.Name, fmt.Sprintf("%s copies the builder's text only for %s, %s: use %s", m.Call(v), u.Name, r.again(), instead), energy, r.related()...)
		}
	}
}

// usedBetween reports whether the builder of a text may be used between toString and the call that takes the text.
func (m *Method) usedBetween(text, user ssa.ID) bool {
	return m.between(text, user, func(v ssa.ID) bool { return m.Func().IsCall(v) || m.Func().Values[v].Op == classfile.OpInvokedynamic })
}

// between reports whether one of the instructions from one of a block to another may be as found says; those of different blocks may have any
// between them.
func (m *Method) between(from, to ssa.ID, found func(v ssa.ID) bool) bool {
	f := m.Func()
	first, last := &f.Values[from], &f.Values[to]
	return first.Block != last.Block || slices.ContainsFunc(f.Body[first.Block], func(v ssa.ID) bool {
		return f.Values[v].PC > first.PC && f.Values[v].PC < last.PC && found(v)
	})
}
