package rules

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL1004", Name: "CaseConversionForCompare", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "strings"},
		Sampled: finding.AtCall,
		Summary: "A string is converted to one case only to be compared; a comparison that ignores case makes no string",
	},
	Needs: Needs{Recurs: true, Calls: [][]string{
		{"java/lang/String.toLowerCase", "java/lang/String.toUpperCase"},
		slices.Concat(methodsOf(stringClass, "equals", "startsWith", "endsWith", "compareTo", "equalsIgnoreCase", "compareToIgnoreCase"), formsOf(stringClass, "equals", "startsWith", "endsWith")),
	}},
	Check: caseConversionForCompare,
})

// caseComparisons are the comparisons of String, by name and descriptor, and those that ignore case.
var caseComparisons = map[string]string{
	"equals(Ljava/lang/Object;)Z":     "equalsIgnoreCase",
	"compareTo(Ljava/lang/String;)I":  "compareToIgnoreCase",
	"startsWith(Ljava/lang/String;)Z": "regionMatches(true, ...)",
	"endsWith(Ljava/lang/String;)Z":   "regionMatches(true, ...)",
}

// ignoreCase are the comparisons of String that ignore case, by name and descriptor: a conversion before them is for nothing.
var ignoreCase = map[string]string{
	"equalsIgnoreCase(Ljava/lang/String;)Z":    "equalsIgnoreCase alone",
	"compareToIgnoreCase(Ljava/lang/String;)I": "compareToIgnoreCase alone",
}

// kotlinInstead are what Kotlin calls the comparisons that ignore case.
var kotlinInstead = map[string]string{
	"equalsIgnoreCase":         "equals(other, ignoreCase = true)",
	"compareToIgnoreCase":      "compareTo(other, ignoreCase = true)",
	"regionMatches(true, ...)": "ignoreCase = true",
}

// neutralLocales are the constants of Locale in which case conversion does what equalsIgnoreCase does, for ASCII.
var neutralLocales = map[string]bool{"ROOT": true, "ENGLISH": true, "US": true, "UK": true}

// sharpInCapitals is what toUpperCase makes of ß, the one letter in use that becomes two. Comparisons that ignore case go letter by letter.
const sharpInCapitals = "SS"

// caseConversionForCompare finds strings that are converted to one case for one comparison.
func caseConversionForCompare(m *Method) {
	f := m.Func()
	done := map[ssa.ID]bool{}
	for v := range m.Calls("toLowerCase", "toUpperCase") {
		x := m.comparedInCase(v)
		if x == nil || done[x.user] {
			continue
		}
		c, user, other, instead := x.by, x.user, x.other, x.instead
		r, ok := m.recurs(v)
		if !ok {
			continue
		}
		done[user] = true
		n := 1.0
		word, constant := f.StringConstant(other)
		if constant {
			n = float64(max(len(word), 1))
		}
		conversion, _ := f.Member(v)
		repaired := m.Engine.LibraryCost(stringClass, "equalsIgnoreCase", "(Ljava/lang/String;)Z", n)
		compared := m.Engine.LibraryCost(stringClass, "equals", "(Ljava/lang/Object;)Z", n)
		if x.ignores {
			compared = repaired
		}
		cost := m.TilesOf(v).Add(m.Engine.LibraryCost(stringClass, conversion.Name, "()Ljava/lang/String;", n)).Add(compared)
		measured := "LowerCaseEquals"
		if constant && n <= longestShortWord {
			measured += short
		}
		if c.Name == "startsWith" || c.Name == "endsWith" {
			measured = "LowerCaseEndsWith"
		}
		if energy := m.Energy(Change{At: v, Cost: cost, Repaired: repaired, Per: r.per(), Case: measured}); energy != nil {
			if conversion.Name == "toUpperCase" && (!constant || strings.Contains(strings.ToUpper(word), sharpInCapitals)) {
				instead += ", to which ß is not " + sharpInCapitals
			}
			m.Report(v, conversion.Name, fmt.Sprintf("%s makes a string only to be compared, %s: use %s", m.Call(v), r.again(), instead), energy, r.related()...)
		}
	}
}

// caseComparison is a comparison that alone uses a string which is converted to one case.
type caseComparison struct {
	by      classfile.Member
	user    ssa.ID
	other   ssa.ID // what the string is compared with
	instead string
	ignores bool // it ignores case
}

// comparedInCase returns the comparison that alone uses a converted string, and that another one which ignores case replaces; nil where there
// is none.
func (m *Method) comparedInCase(v ssa.ID) *caseComparison {
	f := m.Func()
	to := m.caseOf(v)
	if to == "" {
		return nil
	}
	user, arg, ok := m.onlyUser(m.uses(), v)
	if !ok || !f.IsCall(user) {
		return nil
	}
	c := m.javaForm(user)
	ignoring, ignores := ignoreCase[c.Name+c.Desc]
	instead := cmp.Or(ignoring, caseComparisons[c.Name+c.Desc])
	if c.Class != stringClass || instead == "" || arg > 1 {
		return nil
	}
	if isKotlin(f.Method.Class) && !ignores {
		instead = kotlinInstead[instead]
	}
	other := f.Args(user)[1-arg]
	if !ignores && !m.inCase(other, to) || c.Name == "compareTo" && to != "toLowerCase" || m.LoopOf(user) != m.LoopOf(v) {
		return nil
	}
	return &caseComparison{c, user, other, instead, ignores}
}

// caseOf returns the name of the conversion that v is, in a locale that has no rules of its own or in the default one; empty where it
// is none.
func (m *Method) caseOf(v ssa.ID) string {
	f := m.Func()
	if !f.IsCall(v) {
		return ""
	}
	c, _ := f.Member(v)
	if !changesCase(c) {
		return ""
	}
	if args := f.Args(v); len(args) == 2 {
		locale, _ := f.Member(args[1])
		if f.Values[args[1]].Op != classfile.OpGetstatic || locale.Class != "java/util/Locale" || !neutralLocales[locale.Name] {
			return ""
		}
	}
	return c.Name
}

// inCase reports whether what a converted string is compared with is in that case: converted likewise, or a constant of ASCII
// characters in that case. Anything else may hold characters that make the comparison false.
func (m *Method) inCase(v ssa.ID, to string) bool {
	v = m.Strip(v)
	s, ok := m.Func().StringConstant(v)
	if !ok {
		return m.caseOf(v) == to
	}
	if strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 }) >= 0 {
		return false
	}
	if to == "toLowerCase" {
		return s == strings.ToLower(s)
	}
	return s == strings.ToUpper(s)
}
