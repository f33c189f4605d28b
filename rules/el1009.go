package rules

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/repair"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL1009", Name: "FormatForConcatenation", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "strings"},
		Sampled: finding.AtCall,
		Summary: "A format that only joins its arguments, or their hexadecimal digits, is parsed and interpreted each time; concatenation is compiled",
	},
	Needs:  Needs{Recurs: true, Calls: [][]string{{"java/lang/String.format", "java/lang/String.formatted"}}},
	Check:  formatForConcatenation,
	Repair: repair.Concatenate,
	Facts:  formatFacts,
})

// formatForConcatenation finds calls of String.format that concatenation replaces. Those of one loop are one finding.
func formatForConcatenation(m *Method) {
	reported := map[int]bool{}                     // by loop
	for _, converts := range []bool{true, false} { // a format without arguments stands for none that has some
		for v, c := range m.Calls("format", "formatted") {
			m.checkFormat(v, c, converts, reported)
		}
	}
}

// checkFormat reports a call of String.format that concatenation replaces, if its format converts arguments or not, as converts says.
func (m *Method) checkFormat(v ssa.ID, c classfile.Member, converts bool, reported map[int]bool) {
	f := m.Func()
	how, ok := composers[c.Name+c.Desc]
	if !ok || c.Class != stringClass {
		return
	}
	args := f.Args(v)
	format, constant := f.StringConstant(args[how.array-1])
	array, made := m.argumentArray(args[how.array])
	if !constant || !made {
		return
	}
	elements := m.argumentsIn(array)
	conversions, plain := plainFormat(format)
	lineEnds := strings.Contains(strings.ReplaceAll(format, "%%", ""), "%n")
	if !plain || converts != (len(conversions) > 0) || !converts && (len(elements) > 0 || !lineEnds) || !m.convertible(conversions, elements) || m.complains(v) || m.guardedCall(v) || m.grows(v, elements) || m.writesDigitsOf(args[:how.array-1], conversions) {
		return
	}
	r, ok := m.recurs(v)
	if !ok || reported[r.loop] || r.loop >= 0 && m.rare(v) {
		return
	}
	e := m.Engine
	cost := callTiles().Add(m.TilesOf(array)).Add(e.LibraryCost(c.Class, c.Name, c.Desc, float64(len(conversions))))
	repaired := e.concatenates(2*len(conversions)+1, len(format))
	parts := "concatenate the parts"
	if lineEnds {
		parts += ", System.lineSeparator() for %n"
	}
	measured, instead := "FormatTwoStrings", parts
	if i := slices.IndexFunc(conversions, formatted.hexadecimal); i >= 0 {
		measured, instead = "FormatHex", m.hexadecimal(conversions[i], m.argumentClass(elements[conversions[i].argument]))
		if len(conversions) > 1 || len(format) > len("%08x") {
			instead = parts + "; " + instead
		}
	}
	size := 0.0
	if !converts {
		size, repaired, instead = withoutArguments, nil, "write the text itself, System.lineSeparator() for %n"
		if format == "%n" {
			instead = "use System.lineSeparator()"
		}
	}
	if energy := m.Energy(Change{At: v, Cost: cost, Repaired: repaired, Per: r.per(), Case: measured, Size: size}); energy != nil {
		reported[r.loop] = true
		m.Report(v, "format", fmt.Sprintf("String.%s parses the format %s, %s: %s", c.Name, quoted(format), r.again(), instead), energy, r.related()...)
	}
}

// withoutArguments is which share of the case with two arguments a format without any takes, as String.format("%n") in a loop does (OpenJDK 17).
const withoutArguments = 0.4

// formatFacts adds the format and its arguments, and whether the text is only appended.
func formatFacts(m *Method, at ssa.ID, s *finding.Site) {
	f := m.Func()
	args := f.Args(at)
	how, ok := composers[s.Call.Name+s.Call.Desc]
	if !ok {
		return
	}
	s.Text, _ = f.StringConstant(args[how.array-1])
	if user, _, ok := m.onlyUser(m.uses(), at); ok && f.IsCall(user) {
		c, _ := f.Member(user)
		s.Facts = map[string]bool{repair.OnlyAppended: builders[c.Class] && c.Name == "append" && m.Strip(f.Args(user)[0]) != at}
	}
	array, made := m.argumentArray(args[how.array])
	if !made {
		return
	}
	for _, e := range m.argumentsIn(array) {
		kind := f.Values[m.Strip(e)].Kind
		o := finding.Operand{Type: f.Static(e), Constant: kind == ssa.Const}
		if class, call, _ := box(m, m.uses(), m.Strip(e)); class != "" {
			number := f.Args(call)[len(f.Args(call))-1]
			o = finding.Operand{Type: "L" + class + ";", NonNull: true, Constant: f.Values[number].Kind == ssa.Int || f.Values[number].Kind == ssa.Const}
		}
		s.Parts = append(s.Parts, o)
	}
}

// grows reports whether a text is put together of itself in each iteration, which is StringConcatenationInLoop's.
func (m *Method) grows(v ssa.ID, parts []ssa.ID) bool {
	f := m.Func()
	return slices.ContainsFunc(parts, func(p ssa.ID) bool {
		p = m.Strip(p)
		return f.Values[p].Kind == ssa.Phi && slices.ContainsFunc(f.Args(p), func(a ssa.ID) bool { return a != 0 && m.Strip(a) == v })
	})
}

// argumentArray returns the array that is made for a call with a variable number of arguments; Kotlin copies it.
func (m *Method) argumentArray(v ssa.ID) (array ssa.ID, made bool) {
	f := m.Func()
	v = m.Strip(v)
	if f.IsCallTo(v, "java/util/Arrays", "copyOf") {
		v = m.Strip(f.Args(v)[0])
	}
	return v, f.Values[v].Kind == ssa.Instr && f.Values[v].Op == classfile.OpAnewarray
}

// argumentsIn are the elements of an array that is made for a call.
func (m *Method) argumentsIn(array ssa.ID) (out []ssa.ID) {
	for _, e := range m.elements(array) {
		out = append(out, e)
	}
	return out
}

// hexadecimal says what to do instead of a conversion that writes hexadecimal digits of a number of a class.
func (m *Method) hexadecimal(c formatted, class string) string {
	name := simpleName(class)
	value := "the value"
	instead := name + ".toHexString"
	switch {
	case c.filled != "" && m.Func().Method.Class.Major >= java17:
		format := "HexFormat.of()"
		if c.letter == 'X' {
			format += ".withUpperCase()"
		}
		return format + ".toHexDigits(value, " + c.filled + ") makes the digits"
	case c.filled != "":
		return "Character.forDigit for four bits each makes the digits"
	case name == "Byte":
		instead, value = "Integer.toHexString", "the value & 0xff"
	case name == "Short":
		instead, value = "Integer.toHexString", "the value & 0xffff"
	}
	if c.letter == 'X' {
		return instead + " of " + value + ", and toUpperCase of Locale.ROOT, make the digits"
	}
	return instead + " of " + value + " makes the digits"
}

// writesDigitsOf reports whether a format is given a locale that may have digits of its own, and writes a decimal number. Those that Locale
// names have none.
func (m *Method) writesDigitsOf(locale []ssa.ID, conversions []formatted) bool {
	f := m.Func()
	if len(locale) == 0 || f.Static(locale[0]) != "Ljava/util/Locale;" || !slices.ContainsFunc(conversions, func(c formatted) bool { return c.letter == 'd' }) {
		return false
	}
	c, _ := f.Member(locale[0])
	return !f.IsNull(locale[0]) && !(f.Values[locale[0]].Op == classfile.OpGetstatic && c.Class == "java/util/Locale")
}

// formatted is one place of a format: its letter, which of the arguments it writes, and how many digits zeros fill it up to; empty for none.
type formatted struct {
	letter   byte
	argument int
	filled   string
}

func (c formatted) hexadecimal() bool { return c.letter == 'x' || c.letter == 'X' }

// conversionSpec is a format specifier: index, flags and width, precision, letter (java.util.Formatter).
var conversionSpec = regexp.MustCompile(`^%(?:([1-9]\d?)\$)?([-#+ 0,(<]*\d*)(\.\d+)?([a-zA-Z%])`)

// filledByZeros is a width with the flag 0.
var filledByZeros = regexp.MustCompile(`^0[1-9]\d?$`)

// plainFormat returns the conversions of a format, and whether it does no more than put texts and hexadecimal digits, filled up by zeros,
// one after the other: no other width, no flag and no precision.
func plainFormat(format string) (conversions []formatted, ok bool) {
	next := 0
	for {
		i := strings.IndexByte(format, '%')
		if i < 0 {
			return conversions, true
		}
		spec := conversionSpec.FindStringSubmatch(format[i:])
		if spec == nil || spec[3] != "" {
			return nil, false
		}
		c := formatted{letter: spec[4][0], filled: strings.TrimPrefix(spec[2], "0")}
		if spec[2] != "" && !(c.hexadecimal() && filledByZeros.MatchString(spec[2])) {
			return nil, false
		}
		switch c.letter {
		case 's', 'd', 'c', 'b', 'x', 'X':
			if spec[1] != "" {
				n, _ := strconv.Atoi(spec[1])
				c.argument = n - 1
			} else {
				c.argument = next
				next++
			}
			conversions = append(conversions, c)
		case '%', 'n':
			if spec[1] != "" {
				return nil, false
			}
		default:
			return nil, false
		}
		format = format[i+len(spec[0]):]
	}
}

// convertible reports whether concatenation writes the arguments as their conversions do: %d of an integer, %x of a box of one, %c of a
// character, %b of a boolean, %s of anything but an array.
func (m *Method) convertible(conversions []formatted, elements []ssa.ID) bool {
	for _, c := range conversions {
		if c.argument >= len(elements) {
			return false
		}
		class := m.argumentClass(elements[c.argument])
		ok := true
		switch c.letter {
		case 's':
			ok = !m.Engine.IsClass(class, "java/util/Formattable")
		case 'd': // of a type parameter, as that of e.getValue(): %d takes nothing but whole numbers
			ok = class == "java/lang/Object" || slices.Contains(wholeNumbers, class)
		case 'x', 'X':
			ok = slices.Contains([]string{"java/lang/Integer", "java/lang/Long", "java/lang/Short", "java/lang/Byte"}, class)
		case 'c':
			ok = class == "java/lang/Character"
		case 'b':
			ok = class == booleanBox
		}
		if !ok {
			return false
		}
	}
	return true
}

// argumentClass returns the class of an argument of a format: that of the box that is made for it, else of its type.
func (m *Method) argumentClass(argument ssa.ID) string {
	if class, _, _ := box(m, m.uses(), m.Strip(argument)); class != "" {
		return class
	}
	return className(m.Func().Static(argument))
}

// complains reports whether a text is made for a logger or about what went wrong: the first is EagerLogArgument's, the
// second seldom runs.
func (m *Method) complains(v ssa.ID) bool {
	f := m.Func()
	for range 4 { // through concatenations and builders
		user, _, ok := m.onlyUser(m.uses(), v)
		if !ok {
			return false
		}
		if f.IsCall(user) {
			if c, _ := f.Member(user); isLogger(c.Class) || toldOfTrouble(c) {
				return true
			}
		}
		v = user
	}
	return false
}

// concatenates is what it costs to put so many parts together by one call that gives so many characters.
func (e *Engine) concatenates(parts, length int) pattern.Counts {
	two := e.LibraryCost(stringClass, "concat", "(Ljava/lang/String;)Ljava/lang/String;", float64(length)/float64(parts))
	return callTiles().AddScaled(two, float64(parts)/2)
}
