package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/repair"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL1003", Name: "ConversionForAppend", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "strings"},
		Sampled: finding.InItself,
		Summary: "A value becomes a string only to be appended or concatenated, which takes the value itself",
	},
	Needs: Needs{Recurs: true, InOrder: true, Calls: [][]string{
		conversionNames(),
		{"java/lang/StringBuilder.append", "java/lang/StringBuffer.append", "makeConcatWithConstants", "makeConcat"},
	}},
	// append("" + n)
	OrNeeds: &Needs{Recurs: true, InOrder: true, Calls: [][]string{
		{"makeConcatWithConstants", "makeConcat"},
		{"java/lang/StringBuilder.append", "java/lang/StringBuffer.append"},
	}},
	Check:  conversionForAppend,
	Repair: repair.AppendValue,
	Facts: func(m *Method, at ssa.ID, s *finding.Site) {
		if user, _, ok := m.onlyUser(m.uses(), at); ok && concatenates(m.Func(), user) {
			s.Parts = m.concatenatedParts(user)
		}
	},
})

// conversion is a method that makes a string of what append and concatenation take as it is.
type conversion struct {
	class, name, param string
	concat             bool // concatenation takes it, too, and makes no string of it
}

// conversions leave out those that save nothing: of an object, for which append calls toString, and of a boolean, whose strings
// are constants.
var conversions = []conversion{
	{stringClass, "valueOf", "I", true},
	{stringClass, "valueOf", "J", true},
	{stringClass, "valueOf", "C", true},
	{stringClass, "valueOf", "F", false},
	{stringClass, "valueOf", "D", false},
	{stringClass, "valueOf", "[C", false},
	{stringClass, "valueOf", partOfArray, false},
	{stringClass, "copyValueOf", "[C", false},
	{stringClass, "copyValueOf", partOfArray, false},
	{stringClass, "<init>", "[C", false},
	{stringClass, "<init>", partOfArray, false},
	{"java/lang/Integer", "toString", "I", true},
	{"java/lang/Long", "toString", "J", true},
	{"java/lang/Short", "toString", "S", true},
	{"java/lang/Byte", "toString", "B", true},
	{"java/lang/Character", "toString", "C", true},
	{"java/lang/Float", "toString", "F", false},
	{"java/lang/Double", "toString", "D", false},
	{"java/lang/StringBuilder", "toString", "", false},
	{bufferClass, "toString", "", false},
}

// partOfArray are the parameters of a conversion of some characters of an array, which append takes as well.
const partOfArray = "[CII"

// desc is the descriptor of the conversion.
func (k *conversion) desc() string {
	if k.name == "<init>" {
		return "(" + k.param + ")V"
	}
	return "(" + k.param + ")" + stringDesc
}

// measured is the case of the conversion.
func (k *conversion) measured() string {
	if k.param == "" {
		return "AppendBuilder"
	}
	return "AppendValueOf"
}

func conversionNames() (names []string) {
	for _, c := range conversions {
		if n := c.class + "." + c.name + c.desc(); !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	return names
}

// conversionForAppend finds conversions to strings that a builder or a concatenation makes itself, without a string.
func conversionForAppend(m *Method) {
	f := m.Func()
	for v := range m.Instructions() {
		k, value := m.conversionBy(v)
		if k == nil {
			continue
		}
		uses := m.uses()
		text := v
		user, _, ok := m.onlyUser(uses, v)
		if k.name == "<init>" {
			text = f.Args(v)[0]
			user, ok = m.onlyUserOfNew(v)
		}
		if !ok || m.LoopOf(user) != m.LoopOf(v) || !m.takesUnconverted(uses, user, text, k) || k.changes() && m.changesBetween(value, v, user) {
			continue
		}
		r, ok := m.recurs(v)
		if !ok {
			continue
		}
		what := "a concatenation"
		if f.IsCall(user) && !m.inConcatenation(uses, user) {
			what = m.appending(user)
		}
		// What the repaired form has no more are the call, the string and its copy; the digits are written all the same.
		cost := m.TilesOf(v).Add(m.Engine.LibraryCost(builderClass, "toString", "()Ljava/lang/String;", 1))
		if energy := m.Energy(Change{At: v, Cost: cost, Repaired: pattern.Counts{}, Per: r.per(), Case: k.measured()}); energy != nil {
			c, _ := f.Member(v)
			written, instead := m.writtenAs(v, c), "give it"
			converted := m.converted(value, k)
			if k.name == "concat" {
				written = `"" + ` + converted
			}
			if m.addsNumbers(user) || f.IsCall(user) && m.inConcatenation(uses, user) && m.addsNumbersByBuilder(uses, user) {
				instead = `begin it with "" and give it`
			}
			itself := converted + " itself"
			if beside := m.besideNumber(user, v); beside != "" {
				itself += ", with " + beside + " as a string beside it"
			}
			if k.param == partOfArray {
				itself = converted + ", the offset and the number of characters"
			}
			if k.param == "I" && m.isChar(value) {
				itself = converted + " as an int"
			}
			m.Report(v, k.class+"."+k.name, fmt.Sprintf("%s makes a string only for %s, %s: %s %s", written, what, r.again(), instead, itself), energy, r.related()...)
		}
	}
}

// onlyUserOfNew returns the only instruction that uses the object of a constructor but the constructor itself.
func (m *Method) onlyUserOfNew(constructor ssa.ID) (user ssa.ID, ok bool) {
	f := m.Func()
	made := f.Args(constructor)[0]
	if f.Values[made].Kind != ssa.Instr || f.Values[made].Op != classfile.OpNew {
		return 0, false
	}
	for _, u := range m.uses().of(made) {
		if u == constructor {
			continue
		}
		if user != 0 || f.Values[u].Kind != ssa.Instr {
			return 0, false
		}
		user = u
	}
	return user, user != 0
}

// changes reports whether what is converted may change: the characters of a builder or of an array.
func (k *conversion) changes() bool { return k.param == "" || k.param[0] == '[' }

// changesBetween reports whether what a builder or an array holds may change between two instructions: something else is done with it, or code of
// the program runs.
func (m *Method) changesBetween(builder, from, to ssa.ID) bool {
	f := m.Func()
	return m.between(from, to, func(v ssa.ID) bool {
		if f.Values[v].Op == classfile.OpCastore {
			return true
		}
		c, _ := f.Member(v)
		return f.IsCall(v) && (m.Engine.own(c.Class) || slices.ContainsFunc(f.Args(v), func(a ssa.ID) bool { return m.Same(a, builder) }))
	})
}

// conversionOf returns the place of a method in conversions, or -1.
func conversionOf(c classfile.Member) int {
	return slices.IndexFunc(conversions, func(k conversion) bool {
		return k.class == c.Class && k.name == c.Name && c.Desc == k.desc()
	})
}

// conversionBy returns what an instruction converts, and how; nil where it is no conversion: "" + n is one of a number, where it is
// appended.
func (m *Method) conversionBy(v ssa.ID) (k *conversion, value ssa.ID) {
	f := m.Func()
	if f.IsCall(v) {
		c, _ := f.Member(v)
		i := conversionOf(c)
		if i < 0 {
			return nil, 0
		}
		if n := m.numberInChain(v); n != 0 {
			return &conversion{class: stringClass, name: "concat", param: "I"}, n
		}
		if c.Name == "<init>" {
			return &conversions[i], f.Args(v)[1]
		}
		return &conversions[i], f.Args(v)[0]
	}
	if recipe, ok := m.recipe(v); !ok || recipe != "\x01" {
		return nil, 0
	}
	d, _ := f.Method.Class.Pool.Dynamic(f.Code.Index(int(f.Values[v].PC)))
	if params := classfile.Params(d.Desc); len(params) == 1 && strings.Contains(appendedNumbers, params[0]) {
		return &conversion{class: stringClass, name: "concat", param: params[0]}, f.Args(v)[0]
	}
	return nil, 0
}

// appendedNumbers are the types of numbers and characters, for which append makes no string.
const appendedNumbers = "IJCSBFD"

// numberInChain returns the only part of a concatenation by a builder, where it is a number; else 0.
func (m *Method) numberInChain(toString ssa.ID) ssa.ID {
	f := m.Func()
	if c, _ := f.Member(toString); c.Name != "toString" || !javaBuilders[c.Class] {
		return 0
	}
	user, _, alone := m.onlyUser(m.uses(), toString)
	if c, _ := f.Member(user); !alone || !f.IsCall(user) || !appendsString(c) {
		return 0
	}
	chain := m.byChain(m.uses(), toString)
	if chain == nil || len(chain.lengths) != 1 || len(chain.operands) != 1 {
		return 0
	}
	n := chain.operands[0]
	for _, u := range m.uses().of(n) {
		if c, _ := f.Member(u); f.IsCall(u) && c.Name == "append" && javaBuilders[c.Class] && strings.Contains(appendedNumbers, classfile.Params(c.Desc)[0]) {
			return n
		}
	}
	return 0
}

// addsNumbers reports whether a concatenation begins with two parts of which none is a text without the conversions: + then adds them.
func (m *Method) addsNumbers(concat ssa.ID) bool {
	f := m.Func()
	recipe, ok := m.recipe(concat)
	for i, a := range f.Args(concat) {
		if !ok || i > 1 || i >= len(recipe) || recipe[i] != '\x01' {
			return false
		}
		c, _ := f.Member(a)
		if k := conversionOf(c); f.Static(a) == stringDesc && (!f.IsCall(a) || k < 0 || !conversions[k].concat) && !m.ofObject(a) {
			return false
		}
		if i == 1 {
			return true
		}
	}
	return false
}

// ofObject reports whether a call makes the string of an object, as javac writes an operand of a concatenation.
func (m *Method) ofObject(v ssa.ID) bool {
	f := m.Func()
	c, _ := f.Member(v)
	return f.IsCallTo(v, stringClass, "valueOf") && c.Desc == "(Ljava/lang/Object;)"+stringDesc && f.Static(m.Strip(f.Args(v)[0])) != stringDesc
}

// besideNumber returns, as it is written in a string, the constant that is one of the first two parts of a concatenation beside a conversion,
// where the source may have a number, a character, a boolean or null for it, to which + adds what is converted, or cannot; empty for others.
func (m *Method) besideNumber(concat, conversion ssa.ID) string {
	recipe, ok := m.recipe(concat)
	at := slices.Index(m.Func().Args(concat), conversion)
	if !ok || at != 0 {
		return ""
	}
	before, behind, _ := strings.Cut(recipe, "\x01")
	if before == "" { // only a constant alone is looked at: others mostly begin with a string
		before, _, _ = strings.Cut(behind, "\x01")
	}
	if utf8.RuneCountInString(before) == 1 || numeral.MatchString(before) {
		return strconv.Quote(before)
	}
	return ""
}

// numeral is the text of a constant that may be no string.
var numeral = regexp.MustCompile(`^(-?[0-9]+(\.[0-9]+)?(E-?[0-9]+)?|-?Infinity|NaN|true|false|null)$`)

// addsNumbersByBuilder is addsNumbers of a concatenation by a builder, one of whose appends gets the string of a conversion.
func (m *Method) addsNumbersByBuilder(t *useTable, part ssa.ID) bool {
	f := m.Func()
	number := func(call ssa.ID) bool {
		c, _ := f.Member(call)
		if !f.IsCall(call) || c.Name != "append" {
			return false
		}
		a := f.Args(call)[1]
		k, _ := f.Member(a)
		i := conversionOf(k)
		return !strings.HasPrefix(c.Desc, "("+stringDesc) || f.IsCall(a) && i >= 0 && conversions[i].concat
	}
	before := f.Args(part)[0]
	if !f.IsCall(before) { // the first part
		next, _, ok := m.onlyUser(t, part)
		return ok && number(next)
	}
	return !f.IsCall(f.Args(before)[0]) && number(before)
}

// converted names what a conversion converts: a constant of type char as it is written.
func (m *Method) converted(value ssa.ID, k *conversion) string {
	if x := &m.Func().Values[value]; x.Kind == ssa.Int && k.param == "C" {
		return strconv.QuoteRune(rune(x.Aux))
	}
	if n := m.Name(value); n != "" && n != "this" && !strings.HasSuffix(n, ")") {
		return n
	}
	return "the value"
}

// isChar reports whether an int is a char in the source, of which append would write the character.
func (m *Method) isChar(v ssa.ID) bool {
	f := m.Func()
	x := &f.Values[v]
	return f.Static(v) == "C" || x.Kind == ssa.Instr && (x.Op == classfile.OpCaload || x.Op == classfile.OpI2c)
}

// takesUnconverted reports whether the user of a conversion's string takes what is converted as well.
func (m *Method) takesUnconverted(t *useTable, user, v ssa.ID, k *conversion) bool {
	f := m.Func()
	if f.Values[user].Op == classfile.OpInvokedynamic {
		return k.concat && m.byRecipe(user) != nil
	}
	c, _ := f.Member(user)
	if !f.IsCall(user) || !appendsString(c) || c.Desc[1:len(stringDesc)+1] != stringDesc || f.Args(user)[1] != v {
		return false
	}
	if !k.concat && m.inConcatenation(t, user) {
		return false // the concatenation makes the string itself
	}
	return k.param != "" || m.byChain(t, v) == nil // that is AppendOfConcatenation
}
