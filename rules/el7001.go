package rules

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/repair"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL7001", Name: "RegexCompiledRepeatedly", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "regex"},
		Sampled: finding.AtCall, Spent: []classfile.Member{{Class: patternClass, Name: "compile"}},
		Summary: "The same regular expression is compiled again in every iteration",
	},
	Needs: Needs{
		Calls: [][]string{{
			"java/util/regex/Pattern.compile", "java/util/regex/Pattern.matches", "java/lang/String.matches",
			"java/lang/String.replaceAll", "java/lang/String.replaceFirst", "java/lang/String.split",
			"kotlin/text/Regex.<init>", "scala/util/matching/Regex.<init>",
		}},
	},
	Check:  regexCompiledRepeatedly,
	Repair: repair.PatternField,
	Facts:  patternFacts,
})

const (
	stringDesc   = "Ljava/lang/String;"
	patternClass = "java/util/regex/Pattern"
	compileDesc  = "(Ljava/lang/String;)Ljava/util/regex/Pattern;"
)

// regexCompiledRepeatedly finds compilations of a regular expression that is the same each time.
func regexCompiledRepeatedly(m *Method) {
	f := m.Func()
	for v, c := range m.Calls("compile", "matches", "replaceAll", "replaceFirst", "split", "<init>") {
		regex, name := compiles(m, v, c)
		if name == "" {
			continue
		}
		text, constant := f.StringConstant(regex)
		size := 1.0
		if constant {
			size = float64(len(utf16.Encode([]rune(text))))
		}
		if name == "String.split" && (constant && splitsWithoutPattern(text) || !constant && !m.quotes(regex)) {
			continue // a separator that is not known may be one character
		}
		r, ok := m.repetition(v)
		if !ok && f.Method.Name != "<clinit>" && m.LoopOf(v) < 0 {
			if r, ok = m.repeatedBy(v); !ok && constant && m.returns(v) && !m.setsUp(v) {
				r, ok = m.repeatedAbove()
			}
		}
		if !ok || !m.settled(regex, r) || !m.settledFlags(v, c, r) || r.hot && m.keptInObject(v) || m.cachedInMap(v) {
			continue
		}
		cost := m.Engine.LibraryCost(patternClass, "compile", compileDesc, size)
		constantPattern := pattern.Tally(pattern.Of(pattern.ObjectGetStaticField, pattern.Reference, pattern.Load))
		energy := m.Energy(Change{At: v, Cost: cost, Repaired: constantPattern, Per: r.per(), By: r, Case: patternCase(compilations[name], text, constant)})
		if energy == nil {
			continue
		}
		what := m.Describe(regex)
		if constant {
			what = quoted(text)
		} else if m.isQuote(regex) {
			what = "that quotes " + m.variableOr(f.Args(m.Strip(regex))[0], "a text")
		} else if m.concatenation(m.uses(), regex) != nil {
			what = "of the same parts"
		}
		keep := "keep it in a Pattern that is compiled once"
		if r.calls() && !constant && !m.foreignField(regex) {
			keep = "keep its Pattern in a field beside it"
		}
		advice := keep
		if name == "String.replaceAll" && m.isQuote(regex) && m.standsForItself(f.Args(v)[2]) {
			advice = "it is plain text: use replace"
		} else if constant && name == "String.replaceAll" && m.plainReplacement(text, f.Args(v)[2]) {
			advice = "it is plain text: use replace"
			if plain, _ := repair.PlainExpression(text); plain != text {
				advice += " of " + quoted(plain)
			}
		}
		if plain := plainTest(text); constant && plain != "" && (name == "String.matches" || name == "Pattern.matches") {
			advice = plain
		}
		m.Report(v, name+" "+what, fmt.Sprintf("%s compiles the regular expression %s %s; %s", name, what, r.again(), advice), energy, r.related()...)
		m.found[len(m.found)-1].Replaced = advice != keep
	}
}

// isQuote reports whether a value is a regular expression that Pattern.quote makes of a text.
func (m *Method) isQuote(regex ssa.ID) bool {
	return m.Func().IsCallTo(m.Strip(regex), patternClass, "quote")
}

// quotes reports whether a regular expression is one that Pattern.quote makes, or is put together with one: it is longer than the separators for
// which String.split needs no Pattern.
func (m *Method) quotes(regex ssa.ID) bool {
	if m.isQuote(regex) {
		return true
	}
	k := m.concatenation(m.uses(), m.Strip(regex))
	return k != nil && slices.ContainsFunc(k.operands, m.isQuote)
}

// standsForItself reports whether replaceAll puts in a replacement as it is: a constant that names no group, or a quoted text.
func (m *Method) standsForItself(replacement ssa.ID) bool {
	f := m.Func()
	if f.IsCallTo(m.Strip(replacement), "java/util/regex/Matcher", "quoteReplacement") {
		return true
	}
	to, constant := f.StringConstant(replacement)
	if !constant {
		return false
	}
	_, plain := repair.PlainReplacement(to)
	return plain
}

// foreignField reports whether a value is read from a static field of a class that is not under analysis: File.pathSeparator.
func (m *Method) foreignField(v ssa.ID) bool {
	f := m.Func()
	c, _ := f.Member(m.Strip(v))
	return f.Values[m.Strip(v)].Op == classfile.OpGetstatic && !m.Engine.Program.Analysed(c.Class)
}

// settledFlags reports whether a compilation's flags, if it has any, are the same each time.
func (m *Method) settledFlags(v ssa.ID, c classfile.Member, r repetition) bool {
	if c.Desc != "(Ljava/lang/String;I)Ljava/util/regex/Pattern;" {
		return true
	}
	flags := m.Func().Args(v)[1]
	return m.Func().Values[flags].Kind == ssa.Int || m.settled(flags, r)
}

// keptInObject reports whether a constructor keeps a value in a field of its object: it is made once for each object.
func (m *Method) keptInObject(v ssa.ID) bool {
	f := m.Func()
	return f.Method.Name == "<init>" && slices.ContainsFunc(m.uses().of(v), func(u ssa.ID) bool {
		return f.Values[u].Op == classfile.OpPutfield && m.IsThis(f.Args(u)[0])
	})
}

// compilations are the cases of what compiles a regular expression, as the developer writes it.
var compilations = map[string]string{
	"Pattern.compile": "Compile", "Pattern.matches": "PatternMatches", "Regex": "Compile",
	"String.matches": "Matches", "String.replaceAll": "ReplaceAll", "String.replaceFirst": "ReplaceFirst", "String.split": "Split",
}

// plainReplacement reports whether replaceAll does what replace does: the expression stands for itself, or quotes what does not, and the
// replacement is a constant that names no group.
func (m *Method) plainReplacement(regex string, replacement ssa.ID) bool {
	to, constant := m.Func().StringConstant(replacement)
	_, plain := repair.PlainExpression(regex)
	_, plainTo := repair.PlainReplacement(to)
	return constant && plain && plainTo
}

// metacharacters are those that a regular expression does not take for themselves.
const metacharacters = `.$|()[]{}^?*+\`

// plainTest returns what to use instead of matching an expression that is plain text with anything before or behind it; empty for
// another expression.
func plainTest(regex string) string {
	text, after := strings.CutSuffix(regex, ".*")
	text, before := strings.CutPrefix(text, ".*")
	if text == "" || strings.ContainsAny(text, metacharacters) {
		return ""
	}
	switch {
	case before && after:
		return "it looks for plain text: use contains, where the text has one line"
	case after:
		return "it looks for plain text: use startsWith, where the text has one line"
	case before:
		return "it looks for plain text: use endsWith, where the text has one line"
	}
	return "it is plain text: use equals"
}

// compiles returns the regular expression that a call compiles, and how the developer writes the call; name is empty
// where it compiles none.
func compiles(m *Method, v ssa.ID, c classfile.Member) (regex ssa.ID, name string) {
	args := m.Func().Args(v)
	switch {
	case c.Class == patternClass && (c.Name == "compile" || c.Name == "matches"):
		return args[0], "Pattern." + c.Name
	case c.Class == stringClass && c.Name != "<init>" && len(args) > 1 && strings.HasPrefix(c.Desc, "("+stringDesc):
		return args[1], "String." + c.Name
	case (c.Class == "kotlin/text/Regex" || c.Class == "scala/util/matching/Regex") && c.Name == "<init>" && strings.HasPrefix(c.Desc, "("+stringDesc):
		return args[1], "Regex"
	}
	return 0, ""
}

// splitsWithoutPattern reports whether String.split has its own way for a separator, without a Pattern: one character
// that is no metacharacter, or a backslash and an ASCII character that is neither letter nor digit; surrogates
// excepted. The JDK's own condition, since JDK 7.
func splitsWithoutPattern(separator string) bool {
	u := utf16.Encode([]rune(separator))
	var c uint16
	switch {
	case len(u) == 1 && !(u[0] < 128 && strings.IndexByte(`.$|()[{^?*+\`, byte(u[0])) >= 0):
		c = u[0]
	case len(u) == 2 && u[0] == '\\' && !letterOrDigit(u[1]):
		c = u[1]
	default:
		return false
	}
	return c < 0xD800 || c > 0xDFFF
}

func letterOrDigit(c uint16) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// quoted writes a constant for a message, shortened where it is long.
func quoted(s string) string {
	if r := []rune(s); len(r) > 40 {
		s = string(r[:37]) + "..."
	}
	return fmt.Sprintf("%q", s)
}

// onlyAsked reports whether nothing is done with an object but to call its methods: then no code tells it from another one.
func (m *Method) onlyAsked(made ssa.ID) bool {
	f := m.Func()
	for v, u := range m.usersOf(made) {
		is := func(a ssa.ID) bool { return m.Strip(a) == m.Strip(v) }
		if op := f.Values[u].Op; !f.IsCall(u) || op == classfile.OpInvokestatic || op == classfile.OpInvokedynamic || !is(f.Args(u)[0]) || slices.ContainsFunc(f.Args(u)[1:], is) {
			return false
		}
	}
	return true
}

// patternFacts adds the regular expression, and what is known of the class that is to keep its pattern.
func patternFacts(m *Method, at ssa.ID, s *finding.Site) {
	f := m.Func()
	regex, _ := compiles(m, at, s.Call)
	text, constant := f.StringConstant(regex)
	if !constant {
		return
	}
	s.Text = text
	if s.Call.Name == "compile" && !m.onlyAsked(at) {
		s.Refusal = m.Engine.compares("L" + patternClass + ";")
	}
	s.Facts = map[string]bool{
		repair.PlainText:        s.Call.Name == "replaceAll" && len(f.Args(at)) == 3 && m.plainReplacement(text, f.Args(at)[2]),
		repair.InitializesAlone: m.initializesAlone(),
		repair.KeepsForm:        m.keepsForm(),
	}
}
