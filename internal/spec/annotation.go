package spec

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/nearest"
)

// annotationNames are the ends of the type descriptors of the annotations that are read.
var annotationNames = []string{"EnergyBudget;", "LoopBound;", "SuppressEnergyWarnings;", "SuppressFBWarnings;"}

// Annotated reports whether an annotation that FromMethod or FromClass reads may be in a class: most classes have none, and
// it takes no decoding of the others that they have.
func Annotated(c *classfile.Class) bool { return c.Pool.TextEndsWith(annotationNames...) }

// FromMethod reads the annotations of a method: @EnergyBudget, @LoopBound, @SuppressEnergyWarnings and
// @SuppressFBWarnings, matched by their simple names in any package, alone or in a container annotation.
func FromMethod(m *classfile.Method) (MethodSpec, []Problem) {
	name := m.Name
	if name == "<init>" {
		name = simpleName(m.Class.Name)
	}
	r := annotationReader{where: classfile.External(m.Class.Name) + "." + name}
	r.all(m.Annotations(), true)
	return r.spec, r.problems
}

// FromClass reads the suppressions of a class, which cover all of its methods. Budgets and loop bounds on a class
// are problems: they belong on methods.
func FromClass(c *classfile.Class) ([]Suppression, []Problem) {
	r := annotationReader{where: classfile.External(c.Name)}
	r.all(c.Annotations(), true)
	for _, b := range r.spec.Budgets {
		r.problems = append(r.problems, Problem{b.Origin, "a budget belongs on a method, not on a class"})
	}
	for _, l := range r.spec.Loops {
		r.problems = append(r.problems, Problem{l.Origin, "a loop bound belongs on a method, not on a class"})
	}
	return r.spec.Suppressions, r.problems
}

type annotationReader struct {
	where    string
	spec     MethodSpec
	problems []Problem
	cur      Origin
}

// simpleName is the last part of a type's internal name: behind the package and the enclosing classes.
func simpleName(internal string) string {
	return internal[strings.LastIndexAny(internal, "/$")+1:]
}

func (r *annotationReader) problem(format string, args ...any) {
	r.problems = append(r.problems, Problem{r.cur, fmt.Sprintf(format, args...)})
}

func (r *annotationReader) all(as []classfile.Annotation, outer bool) {
	for _, a := range as {
		name := simpleName(strings.TrimSuffix(strings.TrimPrefix(a.Type, "L"), ";"))
		r.cur = Origin{File: r.where, Annotation: "@" + name}
		switch name {
		case "EnergyBudget":
			r.budget(a)
		case "LoopBound":
			r.loopBound(a)
		case "SuppressEnergyWarnings":
			r.suppress(a, true)
		case "SuppressFBWarnings":
			r.suppress(a, false)
		default:
			// The container of a repeated annotation holds annotations in its value (JLS 9.6.3).
			vs, _ := a.Value("value").([]any)
			if !outer {
				vs = nil
			}
			for _, v := range vs {
				if inner, ok := v.(classfile.Annotation); ok {
					r.all([]classfile.Annotation{inner}, false)
				}
			}
		}
	}
}

// check reports elements that the annotation does not have: a misspelled one must not be ignored.
func (r *annotationReader) check(a classfile.Annotation, elements ...string) {
	for _, v := range a.Values {
		if !contains(elements, v.Name) {
			r.problem("unknown element %q%s", v.Name, nearest.DidYouMean(v.Name, elements))
		}
	}
}

// inValue says where in an annotation's string a mistake is.
func (r *annotationReader) inValue(element, text string, err error) {
	var e *Error
	if errors.As(err, &e) {
		r.problem("%s = %q: %s at character %d", element, text, e.Msg, len([]rune(text[:min(e.Offset, len(text))]))+1)
		return
	}
	r.problem("%s = %q: %s", element, text, err)
}

func (r *annotationReader) budget(a classfile.Annotation) {
	r.check(a, "value", "when", "confidence")
	text, ok := a.Value("value").(string)
	if !ok {
		r.problem(`value is missing: write an energy, as in @EnergyBudget("5 mJ")`)
		return
	}
	b := Budget{Text: text, Origin: r.cur}
	var err error
	if b.Energy, err = ParseEnergy(text); err != nil {
		r.inValue("value", text, err)
		return
	}
	switch when := a.Value("when").(type) {
	case nil:
	case string:
		if strings.TrimSpace(when) == "" { // the default of the element
			break
		}
		if b.When, err = ParsePredicate(when); err != nil {
			r.inValue("when", when, err)
			return
		}
	default:
		r.problem("when must be a string")
		return
	}
	switch c := a.Value("confidence").(type) {
	case nil:
	case float64:
		if c == 0 { // the default of the element
			break
		}
		if !(c > 0 && c < 1) {
			r.problem("confidence = %g: a confidence lies between 0 and 1, as in 0.95", c)
			return
		}
		b.Confidence = c
	default:
		r.problem("confidence must be a number")
		return
	}
	r.spec.Budgets = append(r.spec.Budgets, b)
}

func (r *annotationReader) loopBound(a classfile.Annotation) {
	r.check(a, "value", "line", "order")
	var e Expr
	switch v := a.Value("value").(type) {
	case int64:
		if v < 0 {
			r.problem("value = %d: a loop bound is at least 0", v)
			return
		}
		e = Number{Value: float64(v)}
	case string:
		var err error
		if e, err = ParseCount(v); err != nil {
			r.inValue("value", v, err)
			return
		}
	default:
		r.problem(`value is missing: write the greatest number of iterations, as in @LoopBound("64")`)
		return
	}
	l := LoopSpec{Origin: r.cur, Bound: []Fact{{Expr: e, Origin: r.cur}}}
	for _, x := range []struct {
		name string
		to   *int
	}{{"line", &l.Line}, {"order", &l.Order}} {
		switch v := a.Value(x.name).(type) {
		case nil:
		case int64:
			if v < 0 || v > 1<<24 {
				r.problem("%s = %d is no %s", x.name, v, map[string]string{"line": "line number", "order": "loop's place in the method, from 1"}[x.name])
				return
			}
			*x.to = int(v)
		default:
			r.problem("%s must be a whole number", x.name)
			return
		}
	}
	if l.Line > 0 && l.Order > 0 {
		r.problem("line and order both say which loop is meant: write one of them")
		return
	}
	r.spec.Loops = append(r.spec.Loops, l)
}

// suppress reads a suppression. Of SpotBugs' annotation only what names rules of this tool counts, or an empty
// value, which means every pattern there.
func (r *annotationReader) suppress(a classfile.Annotation, own bool) {
	s := Suppression{Origin: r.cur}
	reason := "justification"
	if own {
		reason = "reason"
		r.check(a, "value", "reason")
	}
	s.Reason, _ = a.Value(reason).(string)
	var vs []any
	switch v := a.Value("value").(type) {
	case nil:
	case []any:
		vs = v
	default:
		vs = []any{v}
	}
	for _, v := range vs {
		rule, ok := v.(string)
		switch {
		case ok && ValidRule(rule):
			s.Rules = append(s.Rules, rule)
		case own && ok:
			r.problem("%s is neither a rule's id, like EL2001, nor a rule's name, like KeySetThenGet", strconv.Quote(rule))
		case own:
			r.problem("value must be a rule's id or several")
		}
	}
	if len(vs) > 0 && len(s.Rules) == 0 {
		return
	}
	r.spec.Suppressions = append(r.spec.Suppressions, s)
}
