package driver

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/methodpattern"
)

// RuleUnused is the id of UnusedSuppression, RuleInvalid that of InvalidEnergySpecification.
const (
	RuleInvalid = "EL0004"
	RuleUnused  = "EL0005"
)

// Suppression is an entry of the configuration that accepts findings.
type Suppression struct {
	Rules   []string // ids or names; none for every rule
	Method  string   // as written, for messages
	Matches func(class, method, desc string) bool
	InClass func(class string) bool // whether it may be about a method of a class, by the class's internal name
	Reason  string
	File    string // of the configuration
	Line    int
}

// suppression is one suppression, from the configuration or an annotation.
type suppression struct {
	rules    []string // ids
	all      bool     // rules are not named: every rule
	own      bool     // it is about energylint: having no effect is worth a finding
	unread   bool     // it may be about a class that could not be read
	reason   string
	by       string // "annotation", "configuration"
	origin   string // for messages
	location finding.Location
	class    string // annotations: the class it is on, and what is inside
	method   *classfile.Method
	matches  func(class, method, desc string) bool // configuration
	used     map[string]bool                       // by rule
}

// covers reports whether the suppression is about the finding's place and rule.
func (s *suppression) covers(f *finding.Finding) bool {
	if !s.all && !slices.Contains(s.rules, f.Rule) {
		return false
	}
	l := f.Method()
	switch {
	case s.matches != nil:
		return l.Class != "" && s.matches(l.Class, l.Method, l.Desc)
	case s.method == nil:
		return l.Class == s.class || strings.HasPrefix(l.Class, s.class+"$")
	case l.Class != s.class:
		return false
	case l.Method == s.method.Name && l.Desc == s.method.Desc:
		return true
	}
	return methodpattern.LambdaOf(l.Method) == s.method.Name
}

// suppressor applies suppressions to findings.
type suppressor struct {
	list    []*suppression
	byClass map[string][]*suppression // annotations, by the class they are on
	known   map[string]bool           // rule ids
	ran     map[string]bool
}

// newSuppressor collects the suppressions of an analysis; ran has the ids of the rules that ran.
func newSuppressor(a *Analysis, ran map[string]bool) *suppressor {
	p, classes := a.Program, a.loaded.classes
	s := &suppressor{byClass: map[string][]*suppression{}, known: map[string]bool{}, ran: ran}
	names := map[string]string{}
	for _, r := range a.options.Infos {
		names[r.Name] = r.ID
		s.known[r.ID] = true
	}
	for _, c := range a.options.Suppressions {
		x := &suppression{
			own: true, reason: c.Reason, by: "configuration", matches: c.Matches, unread: a.loaded.unreadIn(c.InClass) != nil,
			origin: "[[suppress]] of " + c.Method, location: finding.Location{File: c.File, Line: c.Line, Source: true},
		}
		x.all = len(c.Rules) == 0
		for _, r := range c.Rules {
			x.rules = append(x.rules, ruleID(r, names))
		}
		if x.reason == "" {
			x.reason = x.origin
		}
		s.list = append(s.list, x)
	}
	found := make([][]*suppression, len(classes))
	p.Parallel(len(classes), func(i int) { found[i] = inCode(p, classes[i], names) })
	for i, xs := range found {
		for _, x := range xs {
			s.list = append(s.list, x)
			s.byClass[classes[i].Name] = append(s.byClass[classes[i].Name], x)
		}
	}
	for _, x := range s.list {
		x.used = map[string]bool{}
	}
	return s
}

// apply marks the finding if a suppression covers it. Every suppression that does counts as used; the innermost
// gives the reason.
func (s *suppressor) apply(f *finding.Finding) {
	mark := func(x *suppression) {
		if !x.covers(f) {
			return
		}
		x.used[f.Rule] = true
		if f.Suppressed == "" {
			f.Suppressed, f.SuppressedBy = x.reason, x.by
		}
	}
	if name := f.Method().Class; name != "" {
		for {
			on := s.byClass[name]
			for _, methods := range [...]bool{true, false} {
				for _, x := range on {
					if (x.method != nil) == methods {
						mark(x)
					}
				}
			}
			i := strings.LastIndexByte(name, '$')
			if i <= strings.LastIndexByte(name, '/')+1 {
				break
			}
			name = name[:i]
		}
	}
	for _, x := range s.list {
		if x.by == "configuration" {
			mark(x)
		}
	}
}

// unused returns a finding for every suppression without effect. Of a rule that did not run nothing can be said.
func (s *suppressor) unused() []finding.Finding {
	var out []finding.Finding
	for _, x := range s.list {
		if !x.own {
			continue
		}
		report := func(rule, message string) {
			out = append(out, finding.Finding{Rule: RuleUnused, Level: finding.Warning, Message: message, Location: x.location, Subject: cmp.Or(rule, "all") + " " + x.origin})
		}
		if x.all && len(x.used) == 0 && !x.unread {
			report("", fmt.Sprintf("%s suppresses nothing: remove it", x.origin))
		}
		for _, r := range x.rules {
			switch {
			case !s.known[r]:
				report(r, fmt.Sprintf("%s names %q, which is no rule: see energylint rules", x.origin, r))
			case !x.used[r] && s.ran[r] && !x.unread:
				report(r, fmt.Sprintf("%s suppresses no %s: remove it", x.origin, r))
			}
		}
	}
	return out
}
