package rules

import (
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Collections and texts of EL5006 that lambdas fill.

// consuming are the methods that call a function for every element and do nothing with what it returns.
var consuming = []string{"forEach", "forEachOrdered", "forEachRemaining"}

// filledForEach returns where a function is passed that is called for every element and does nothing with a captured value of a class but fill
// it: words.forEach(w -> seen.add(w)), words.forEach(seen::add); nil where it is none. made makes the function.
func (m *Method) filledForEach(made, v ssa.ID, class string) *Site {
	f := m.Func()
	if f.Values[made].Op != classfile.OpInvokedynamic {
		return nil
	}
	member, ok := m.function(made)
	users := m.uses().of(made)
	if !ok || len(users) != 1 || !f.IsCall(users[0]) {
		return nil
	}
	c, _ := f.Member(users[0])
	if !slices.Contains(consuming, c.Name) {
		return nil
	}
	site := siteOf(m.Code, made, users[0], slices.Index(f.Args(users[0]), made), m.uses().of)
	if site == nil || site.Compares {
		return nil
	}
	place := slices.Index(f.Args(made), v)
	if slices.Contains(f.Args(made)[place+1:], v) { // it is captured twice
		return nil
	}
	if body := m.lambdaBody(member); body != nil {
		ok = place < len(body.Func().Params) && body.onlyFills(body.Func().Params[place], class)
	} else {
		ok = len(f.Args(made)) == 1 && slices.Contains(filledNames(rowFills, class), member.Name) && !m.Engine.own(member.Class)
	}
	if !ok {
		return nil
	}
	return site
}

// onlyFills reports whether the body of a lambda does nothing with a value of a class but fill it, at least once.
func (m *Method) onlyFills(captured ssa.ID, class string) bool {
	f, t := m.Func(), m.uses()
	fills := false
	w := visit(captured)
	for v := range w.all() {
		for _, u := range t.of(v) {
			what, itself := m.fillingOf(u, v, class)
			switch {
			case what == readsFilled, !itself && len(t.of(u)) > 0:
				return false
			case itself:
				w.add(u)
			}
			fills = fills || what == fillsIt
			if c, _ := f.Member(u); m.refused(u, c) {
				return false
			}
		}
	}
	return fills
}
