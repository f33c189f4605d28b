package spec

import (
	"fmt"
	"regexp"
	"slices"
)

// Origin is where a specification is written: a place in a source file, or an annotation in a class file.
type Origin struct {
	File       string
	Line, Col  int    // 1-based; 0 for annotations and where not known. Columns count characters.
	Annotation string // "@EnergyBudget", empty in source files
	joined     *joined
}

// At returns where the byte at an offset of a parsed text stands, for the nodes of a clause in a source file.
// Annotations have no places inside: it is the annotation itself.
func (o Origin) At(offset int) Origin {
	if o.joined == nil {
		return o
	}
	return o.joined.origin(offset)
}

func (o Origin) String() string {
	switch {
	case o.Annotation != "" && o.File != "":
		return o.Annotation + " in " + o.File
	case o.Annotation != "":
		return o.Annotation
	case o.Col > 0:
		return fmt.Sprintf("%s:%d:%d", o.File, o.Line, o.Col)
	case o.Line > 0:
		return fmt.Sprintf("%s:%d", o.File, o.Line)
	}
	return o.File
}

// Problem is a mistake in a specification. It becomes a finding of EL0004.
type Problem struct {
	Origin  Origin
	Message string
}

func (p Problem) String() string { return p.Origin.String() + ": " + p.Message }

// Budget is the energy that one call of a method may take.
type Budget struct {
	Energy     Expr // of dimension Joule
	Text       string
	Confidence float64   // in (0, 1); 0 is the configured one
	When       Predicate // the budget holds for calls that satisfy it; nil for all
	Origin     Origin
	// EnergyLine and WhenLine are the lines of Energy and When if these have lines of their own; 0 for those of Origin.
	EnergyLine, WhenLine int
	// Unknown are the names that the method does not declare, each with what is wrong with it: a formula may have a size of that
	// name all the same.
	Unknown []Unknown
}

// Same reports whether two budgets are written in the same words, wherever that is.
func (b Budget) Same(c Budget) bool {
	when := func(p Predicate) string {
		if p == nil {
			return ""
		}
		return fmt.Sprint(p)
	}
	return b.Confidence == c.Confidence && b.Text == c.Text && b.Energy.String() == c.Energy.String() && when(b.When) == when(c.When)
}

// Unknown is a name that neither a parameter nor a field explains.
type Unknown struct {
	Name    string
	Problem Problem
}

// Suppression silences rules for a method or class.
type Suppression struct {
	Rules  []string // ids or names as written, EL2001 or KeySetThenGet; empty for every rule
	Reason string
	Origin Origin
}

// Covers reports whether the suppression names the rule, by its id or its name.
func (s Suppression) Covers(id, name string) bool {
	return len(s.Rules) == 0 || slices.Contains(s.Rules, id) || slices.Contains(s.Rules, name)
}

// Fact is a predicate or an expression, and where it is written.
type Fact struct {
	Pred   Predicate // requires, assume, maintaining
	Expr   Expr      // measured_by, loop_bound, decreases
	Origin Origin
}

// LoopSpec is what is said of one loop. Which loop it is: the one whose statement starts at Line; else the one of
// that Order in the source, from 1; else the method's only loop.
type LoopSpec struct {
	Line, Order int
	Bound       []Fact // each an upper bound on iterations: back edges taken per entry of the loop
	Decreases   []Fact // variants: at least 0 at the start of every iteration and strictly decreasing
	Maintaining []Fact // conjuncts of the invariant
	Assume      []Fact // conjuncts that hold whenever the loop is entered from outside
	Origin      Origin
}

// MethodSpec is all that is said of one method.
type MethodSpec struct {
	Budgets      []Budget
	Requires     []Fact // conjuncts of the precondition, Opaque ones included
	MeasuredBy   []Fact // bounds the depth of recursion
	Suppressions []Suppression
	Loops        []LoopSpec
}

// Empty reports whether nothing is said.
func (m *MethodSpec) Empty() bool {
	return len(m.Budgets) == 0 && len(m.Requires) == 0 && len(m.MeasuredBy) == 0 && len(m.Suppressions) == 0 && len(m.Loops) == 0
}

// Merge adds what another source, such as the method's annotations, says of the same method.
func (m *MethodSpec) Merge(o MethodSpec) {
	m.Budgets = append(m.Budgets, o.Budgets...)
	m.Requires = append(m.Requires, o.Requires...)
	m.MeasuredBy = append(m.MeasuredBy, o.MeasuredBy...)
	m.Suppressions = append(m.Suppressions, o.Suppressions...)
	m.Loops = append(m.Loops, o.Loops...)
}

// Predicates returns the facts' predicates, for FactsOf.
func Predicates(fs []Fact) []Predicate {
	ps := make([]Predicate, 0, len(fs))
	for _, f := range fs {
		if f.Pred != nil {
			ps = append(ps, f.Pred)
		}
	}
	return ps
}

var ruleID = regexp.MustCompile(`^EL[0-9]{4}$`)
var ruleName = regexp.MustCompile(`^([A-Z][a-z0-9]*){2,}$`)

// ValidRule reports whether s can name a rule: by its id, EL2001, or by its name, KeySetThenGet.
func ValidRule(s string) bool {
	return ruleID.MatchString(s) || ruleName.MatchString(s) && !regexp.MustCompile(`^EL[0-9]+$`).MatchString(s)
}

// MethodFromClauses puts the clauses of a method's specification together. A specification with several cases,
// separated by also, promises its budgets only for calls that satisfy the precondition of their case, and its
// precondition is that one of the cases applies.
func MethodFromClauses(cs []Clause) (MethodSpec, []Problem) {
	var m MethodSpec
	var problems []Problem
	cases := splitCases(cs)
	for _, c := range cases {
		var requires []Fact
		first := len(m.Budgets)
		for _, c := range c {
			switch c.Kind {
			case Requires, Assume:
				for _, p := range c.Conjuncts {
					requires = append(requires, Fact{Pred: p, Origin: c.Origin})
				}
			case EnergyClause:
				m.Budgets = append(m.Budgets, Budget{Energy: c.Expr, Text: c.Text, Confidence: c.Confidence, When: c.When, Origin: c.Origin})
			case MeasuredBy:
				m.MeasuredBy = append(m.MeasuredBy, Fact{Expr: c.Expr, Origin: c.Origin})
			default:
				problems = append(problems, Problem{c.Origin, fmt.Sprintf("%s describes a loop: it must stand directly before one", c.Keyword)})
			}
		}
		if len(cases) == 1 {
			m.Requires = requires
			break
		}
		for i := first; i < len(m.Budgets); i++ {
			m.Budgets[i].When = conjunction(requires, m.Budgets[i].When)
		}
	}
	if len(cases) > 1 {
		if p := disjunction(cases); p != nil {
			m.Requires = []Fact{{Pred: p, Origin: cases[0][0].Origin}}
		}
	}
	return m, problems
}

func splitCases(cs []Clause) [][]Clause {
	var cases [][]Clause
	var cur []Clause
	for _, c := range cs {
		if c.Kind != Also {
			cur = append(cur, c)
		} else if cur != nil {
			cases, cur = append(cases, cur), nil
		}
	}
	if cur != nil {
		cases = append(cases, cur)
	}
	return cases
}

// conjunction leaves out what is opaque: the budget then holds for more calls than written, never for fewer.
func conjunction(fs []Fact, last Predicate) Predicate {
	var p Predicate
	for _, f := range fs {
		if _, opaque := f.Pred.(Opaque); opaque {
			continue
		}
		p = and(p, f.Pred)
	}
	if last != nil {
		p = and(p, last)
	}
	return p
}

func and(p, q Predicate) Predicate {
	if p == nil {
		return q
	}
	return Logical{"&&", p, q, at(p.Offset())}
}

// disjunction returns the precondition of a specification with several cases, nil where one case has none.
func disjunction(cases [][]Clause) Predicate {
	var p Predicate
	for _, cs := range cases {
		var q Predicate
		for _, c := range cs {
			if c.Kind == Requires || c.Kind == Assume {
				for _, x := range c.Conjuncts {
					if _, opaque := x.(Opaque); !opaque {
						q = and(q, x)
					}
				}
			}
		}
		if q == nil {
			return nil
		}
		if p == nil {
			p = q
		} else {
			p = Logical{"||", p, q, at(p.Offset())}
		}
	}
	return p
}

// LoopFromClauses puts the clauses before the loop at a line together.
func LoopFromClauses(line int, cs []Clause) (LoopSpec, []Problem) {
	l := LoopSpec{Line: line}
	var problems []Problem
	for i, c := range cs {
		if i == 0 {
			l.Origin = c.Origin
		}
		switch c.Kind {
		case LoopBound:
			l.Bound = append(l.Bound, Fact{Expr: c.Expr, Origin: c.Origin})
		case Decreases:
			l.Decreases = append(l.Decreases, Fact{Expr: c.Expr, Origin: c.Origin})
		case Assume:
			for _, p := range c.Conjuncts {
				l.Assume = append(l.Assume, Fact{Pred: p, Origin: c.Origin})
			}
		case Maintaining:
			for _, p := range c.Conjuncts {
				l.Maintaining = append(l.Maintaining, Fact{Pred: p, Origin: c.Origin})
			}
		default:
			problems = append(problems, Problem{c.Origin, fmt.Sprintf("%s describes a method: it must stand before its declaration, not before a loop", c.Keyword)})
		}
	}
	return l, problems
}
