// Package rules is what energylint reports about code besides budgets: known-expensive patterns, each with the energy
// that it costs and that its repaired form would save.
//
// A rule is data and one function, in a file of its own; its page is in doc, embedded. Rules look at one method at a
// time, in SSA form. They run together: one pass reads the code of every method once, finds out cheaply which rules
// can have something to say about it, and puts only methods for which there are such rules into SSA form (see candidates.go).
// Bounds and costs are computed where a rule prices a finding.
// Each rule is then a go/analysis pass whose result is its part of what was found.
package rules

import (
	"embed"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/repair"
	"github.com/energylint/energylint/internal/ssa"
)

// Rule is one rule.
type Rule struct {
	finding.RuleInfo
	// Needs is what a method must contain for Check to be called.
	Needs Needs
	// OrNeeds is what a method may contain instead; nil where there is no alternative.
	OrNeeds *Needs
	// Looped reports whether a method is one of which the rule looks for a call in a loop; nil where it looks for none. It is asked
	// when the code of the whole program is read, before a method with such loops is put into SSA form.
	Looped func(e *Engine, c classfile.Member) bool
	// InLambda reports whether the body of a lambda has a call that the rule looks for, too, where Looped is set; nil where it looks for none.
	InLambda func(e *Engine, body *classfile.Method) bool
	// Active reports whether the rule can find anything in this run; nil is always.
	Active func(e *Engine) bool
	// Check looks at one method and reports to it. It is called from several goroutines. It is nil for rules whose
	// findings come from elsewhere: budgets, specifications, suppressions.
	Check func(m *Method)
	// Repair is the kind of repair of the source that a finding at a call can have; nil for none.
	Repair *repair.Kind
	// Facts adds to the site of a finding at an instruction what the kind of repair asks for besides the call and its operands.
	Facts func(m *Method, at ssa.ID, s *finding.Site)
}

var registered []*Rule

// register adds a rule; it is called once per rule file, before main.
func register(r *Rule) *Rule {
	registered = append(registered, r)
	return r
}

//go:embed doc/*.md
var pages embed.FS

// Pages is where the pages of the rules are published.
const Pages = "https://github.com/energylint/energylint/blob/main/docs/rules/"

// headings are those that every page has, in this order.
var headings = []string{"What it does", "Why it costs", "Example", "Use instead", "Limits"}

// All returns every rule, by id, with its page.
func All() []*Rule {
	all := slices.Clone(registered)
	slices.SortFunc(all, func(a, b *Rule) int { return strings.Compare(a.ID, b.ID) })
	for _, r := range all {
		if r.Help != "" {
			continue
		}
		if r.Repair != nil {
			r.Fix = r.Repair.Title
		}
		page, err := pages.ReadFile("doc/" + r.ID + ".md")
		if err != nil {
			page = []byte(r.Summary) // a test holds that every rule has its page
		}
		r.Help = string(page)
		r.HelpURI = Pages + r.ID + ".md"
	}
	return all
}

// Infos returns the descriptions of all rules, by id.
func Infos() []finding.RuleInfo {
	var out []finding.RuleInfo
	for _, r := range All() {
		out = append(out, r.RuleInfo)
	}
	return out
}
