package mutants

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/difference"
	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/snapshot"
)

// A Score is what a comparison found of known differences.
type Score struct {
	Right    int               // regressions with the right class, symbol and cause
	First    int               // of these, the ones whose first cause is the right one
	Wrong    []string          // what was not found or named otherwise, one line each
	Kinds    map[string]string // by the kind of change that went wrong, the first of Wrong
	False    []string          // causes of regressions that are not known ones
	Excluded int               // answers about methods that have no bound in the base, or are not in it
}

// Judge holds a comparison against what is known of the differences. An answer without changes is that of a refactoring.
// Nothing can be said of a regression in a method that has no bound before it, nor of a constant beside exponential growth.
func Judge(r *difference.Result, base *snapshot.Snapshot, answers []Answer) Score {
	s := Score{Kinds: map[string]string{}}
	known, costs := map[string]bool{}, costsOf(base)
	for _, a := range answers {
		if len(a.Changes) == 0 {
			continue
		}
		known[a.Class+"."+a.Method] = true
		if cost := costs[a.Class+"."+a.Method]; !a.Lambda && (!cost.bounded || cost.exponential && slices.Equal(a.Changes, []string{"regressed"})) {
			s.Excluded++
			continue
		}
		problem, first := a.check(r)
		switch {
		case problem != "":
			text := fmt.Sprintf("%s %s.%s: %s", a.Seed, a.Class, a.Method, problem)
			s.Wrong = append(s.Wrong, text)
			if s.Kinds[a.Seed] == "" {
				s.Kinds[a.Seed] = text
			}
		case first:
			s.First++
			s.Right++
		default:
			s.Right++
		}
	}
	for _, c := range r.Changes {
		if c.Class.Worse() && c.Root() && !known[dotted(&c)] && !known[dotted(&c)[:strings.LastIndexByte(dotted(&c), '.')+1]+enclosing(c.Method.Name)] {
			s.False = append(s.False, Describe(&c))
		}
	}
	return s
}

// cost is what a base says of the methods of a name, under whatever parameters.
type cost struct{ bounded, exponential bool }

func costsOf(s *snapshot.Snapshot) map[string]cost {
	costs := map[string]cost{}
	for i := range s.Methods {
		m := &s.Methods[i]
		name := strings.ReplaceAll(m.Class, "/", ".") + "." + m.Name
		now := cost{bounded: m.Status == result.Bounded || m.Status == result.Parametric}
		if m.Expression != nil {
			for _, term := range m.Expression.Terms {
				now.exponential = now.exponential || slices.ContainsFunc(term.Factors, func(f result.Factor) bool { return f.Kind == result.FactorPower })
			}
		}
		if before, seen := costs[name]; seen {
			now = cost{now.bounded && before.bounded, now.exponential || before.exponential}
		}
		costs[name] = now
	}
	return costs
}

// check compares an answer with what a comparison found: the problem, or whether the first of the causes is the right one.
func (a *Answer) check(r *difference.Result) (problem string, first bool) {
	i := slices.IndexFunc(r.Changes, func(c difference.Change) bool {
		return a.about(&c) && c.Class != difference.Added && c.Class != difference.Removed
	})
	if i < 0 {
		return "not found", false
	}
	c := &r.Changes[i]
	is := func(change string) bool { return c.Is(difference.Class(change)) }
	// A callee that has a regression, too, can make more of it.
	alsoCallee := slices.ContainsFunc(c.Causes, func(cause difference.Cause) bool { return cause.Kind == difference.Callee })
	if !c.Class.Worse() || !slices.ContainsFunc(a.Changes, is) && !alsoCallee {
		return fmt.Sprintf("want %s, found %s", strings.Join(a.Changes, " or "), Describe(c)), false
	}
	if !c.Root() && !alsoCallee {
		return "want a cause of its own, found " + Describe(c), false
	}
	if len(a.Symbols) > 0 && c.Is(difference.Grown) && !alsoCallee && !slices.ContainsFunc(c.Growth, a.grows) {
		return fmt.Sprintf("want growth in %s, found %s", strings.Join(a.Symbols, " or "), Describe(c)), false
	}
	at := slices.IndexFunc(c.Causes, a.caused)
	if at < 0 {
		return fmt.Sprintf("want the cause %s at %v, found %s", strings.Join(a.Causes, " or "), a.Lines, Describe(c)), false
	}
	return "", at == 0
}

// about reports whether a change is one of the method of the answer.
func (a *Answer) about(c *difference.Change) bool {
	if a.Lambda {
		return strings.ReplaceAll(c.Method.Class, "/", ".") == a.Class && strings.HasPrefix(c.Method.Name, "lambda$") && enclosing(c.Method.Name) == a.Method
	}
	return dotted(c) == a.Class+"."+a.Method && c.Method.Line <= a.Lines[0] && a.Lines[0] <= c.Method.Last
}

// enclosing is the method that a lambda is written in: that of lambda$name$1.
func enclosing(name string) string {
	inner, ok := strings.CutPrefix(name, "lambda$")
	if !ok {
		return name
	}
	return inner[:max(strings.LastIndexByte(inner, '$'), 0)]
}

func (a *Answer) grows(g difference.Growth) bool {
	return slices.ContainsFunc(g.In, func(in string) bool { return slices.Contains(a.Symbols, in) })
}

func (a *Answer) caused(c difference.Cause) bool {
	return slices.Contains(a.Causes, string(c.Kind)) && slices.Contains(a.Lines, c.Line)
}

// dotted names the method of a change as answers do.
func dotted(c *difference.Change) string {
	return strings.ReplaceAll(c.Method.Class, "/", ".") + "." + c.Method.Name
}

// Describe is a change in a line.
func Describe(c *difference.Change) string {
	var causes []string
	for _, cause := range c.Causes {
		causes = append(causes, fmt.Sprintf("%s at %d (%s)", cause.Kind, cause.Line, cause.Text))
	}
	text := fmt.Sprintf("%s: %s", dotted(c), c.Class)
	for _, g := range c.Growth {
		text += fmt.Sprintf(", %s to %s in %s", g.Base, g.Head, strings.Join(g.In, ", "))
	}
	if c.Base != nil {
		text += fmt.Sprintf(", base [%s]", c.Base.Formula)
	}
	if c.Head != nil {
		text += fmt.Sprintf(", head [%s]", c.Head.Formula)
	}
	if c.Because != "" {
		text += ", because of " + c.Because
	}
	if c.Reason != "" {
		text += ", reason: " + c.Reason
	}
	return text + ", causes: " + strings.Join(causes, "; ")
}
