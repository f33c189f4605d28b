package rules

import (
	"regexp"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// needsFormat reports whether a text that a call of a logger gets is made by a format that placeholders do not stand for: a flag, a width, a
// precision, another base or case, a date, or a text that is no constant.
func (m *Method) needsFormat(call ssa.ID) bool {
	f := m.Func()
	return slices.ContainsFunc(m.messageArguments(call), func(a ssa.ID) bool {
		a = m.Strip(a)
		c, _ := f.Member(a)
		if !f.IsCall(a) {
			return false
		}
		var format ssa.ID
		switch {
		case c.Class == stringClass && (c.Name == "format" || c.Name == "formatted"):
			how, ok := composers[c.Name+c.Desc]
			if !ok {
				return true
			}
			format = f.Args(a)[how.array-1]
		case c.Class == "java/text/MessageFormat" && f.Values[a].Op == classfile.OpInvokestatic:
			format = f.Args(a)[0]
		default:
			return false
		}
		text, constant := f.StringConstant(format)
		return !constant || !plainForms[c.Class].MatchString(text)
	})
}

// plainForms are the formats, by the class that reads them, that do no more than write their arguments one after the other as a logger does.
var plainForms = map[string]*regexp.Regexp{
	stringClass:               regexp.MustCompile(`^(?s:[^%]|%[sdbcn%])*$`),
	"java/text/MessageFormat": regexp.MustCompile(`^(?s:[^{']|\{\d+\})*$`),
}
