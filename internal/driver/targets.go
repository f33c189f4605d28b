package driver

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/nearest"
	"github.com/energylint/energylint/internal/unit"
)

// Target is a method pattern of the configuration that is expected to match something.
type Target struct {
	What    string // "[[budget]]"
	Method  string // as written
	Matches func(m *classfile.Method) bool
	InClass func(class string) bool // whether a method of a class may be meant, by the class's internal name
	File    string
	Line    int
}

// unmatched returns a finding for every target that matches no analysed method, with the class that could not be read as
// its cause if the method may be in one.
func (a *Analysis) unmatched() []finding.Finding {
	var out []finding.Finding
	for _, t := range a.options.Targets {
		if a.MatchesAny(t.Matches) {
			continue
		}
		out = append(out, finding.Finding{
			Rule: RuleInvalid, Level: finding.Error, Subject: t.What + " " + t.Method,
			Message:  a.whyUnmatched(&t),
			Location: finding.Location{File: t.File, Line: t.Line, Source: true},
		})
	}
	return out
}

// whyUnmatched says why a target matches no analysed method.
func (a *Analysis) whyUnmatched(t *Target) string {
	unread := a.loaded.unreadIn(t.InClass)
	if unread != nil && !strings.Contains(t.Method, "*") {
		return fmt.Sprintf("%s: the class of %q could not be read: %s: %s", t.What, t.Method, unread.path, unread.why)
	}
	hint := nearest.DidYouMeanMethod(t.Method, methodNames(a.Program))
	switch {
	case hint != "":
	case unread != nil:
		hint = fmt.Sprintf("; it may be in what could not be read: %s: %s", unread.path, unread.why)
	case a.loaded.unlisted != "" && !slices.ContainsFunc(a.Program.Classes(), func(c *classfile.Class) bool { return t.InClass != nil && t.InClass(c.Name) }):
		hint = "; it may be in what could not be read: " + a.loaded.unlisted
	}
	return fmt.Sprintf("%s: no method under analysis matches %q%s", t.What, t.Method, hint)
}

func matchesAny(p *unit.Program, matches func(m *classfile.Method) bool) bool {
	for _, c := range p.Classes() {
		for i := range c.Methods {
			if matches(&c.Methods[i]) {
				return true
			}
		}
	}
	return false
}

// MatchesAny reports whether one of the analysed methods is meant.
func (a *Analysis) MatchesAny(matches func(m *classfile.Method) bool) bool {
	return matchesAny(a.Program, matches)
}

// MethodNames returns every analysed method as a developer writes it, for hints.
func (a *Analysis) MethodNames() []string { return methodNames(a.Program) }

// methodNames returns every analysed method as a developer writes it, for hints; not what a compiler made.
func methodNames(p *unit.Program) []string {
	var out []string
	for _, c := range p.Classes() {
		for i := range c.Methods {
			if m := &c.Methods[i]; m.Access&classfile.AccSynthetic == 0 && m.Name != "<clinit>" {
				out = append(out, classfile.External(c.Name)+"."+m.Name)
			}
		}
	}
	return out
}
