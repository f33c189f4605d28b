package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL7002", Name: "FormatterPerCall", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "formatting"},
		Sampled: finding.AtCall,
		Summary: "The same formatter of dates or numbers is made again and again; making it parses a pattern and looks up a locale",
	},
	Needs: Needs{Recurs: true, Calls: [][]string{formatterNames()}},
	Check: formatterPerCall,
})

const (
	formatterClass = "java/time/format/DateTimeFormatter"
	// Calls that make formatters have a price in the library models, or that of a call they begin with.
	formatterBuilder = "java/time/format/DateTimeFormatterBuilder"
	// sharedAdvice is for formatters that threads can share.
	sharedAdvice = "keep it in a static final field"
	// threadAdvice is for those that they cannot.
	threadAdvice = "make it once in front of the loop, or use a DateTimeFormatter, which threads can share"
	numberAdvice = "make it once in front of the loop, or keep one for each thread"
)

// formatter is a class of formatters, and the methods that make one of patterns, styles and locales.
type formatter struct {
	class   string
	makers  []string
	instead string
}

var formatters = []formatter{
	{"java/text/SimpleDateFormat", []string{"<init>"}, threadAdvice},
	{"java/text/DateFormat", []string{"getDateInstance", "getDateTimeInstance", "getTimeInstance", "getInstance"}, threadAdvice},
	{"java/text/DecimalFormat", []string{"<init>"}, numberAdvice},
	{"java/text/NumberFormat", []string{"getInstance", "getNumberInstance", "getIntegerInstance", "getCurrencyInstance", "getPercentInstance"}, numberAdvice},
	{formatterClass, []string{"ofPattern"}, sharedAdvice},
}

func formatterNames() (names []string) {
	for _, f := range formatters {
		for _, n := range f.makers {
			names = append(names, f.class+"."+n)
		}
	}
	return names
}

// formatterPerCall finds formatters that are the same each time and that only this code uses.
func formatterPerCall(m *Method) {
	f := m.Func()
	for v, c := range m.Calls() {
		k := formatterMadeBy(c)
		if k == nil || f.Method.Name == "<clinit>" || m.callsInClass(setsLocale) {
			continue
		}
		uses := m.uses()
		r, ok := m.recurs(v)
		if !ok {
			continue
		}
		made, args := v, f.Args(v)
		if c.Name == "<init>" {
			made, args = args[0], args[1:]
		}
		if !m.steadyAll(uses, args, r) || !m.formatsOnly(uses, made, r) {
			continue
		}
		size := 1.0
		what := strings.TrimPrefix(c.Class, "java/text/")
		if len(args) > 0 {
			if s, ok := f.StringConstant(args[0]); ok {
				size = float64(len(s))
				what += " " + quoted(s)
			}
		}
		cost := m.TilesOf(v).Add(m.Engine.LibraryCost(c.Class, c.Name, c.Desc, size))
		if c.Class == formatterClass {
			what = "DateTimeFormatter" + strings.TrimPrefix(what, formatterClass)
			cost = cost.Add(m.Engine.LibraryCost(formatterBuilder, "<init>", "()V", 1))
		}
		if energy := m.Energy(Change{At: v, Cost: cost, Per: r.per(), Case: formatterCases[c.Class]}); energy != nil {
			m.Report(v, what, fmt.Sprintf("the %s is made anew %s; %s", what, r.again(), r.advice(m.keptIn(k.instead, args, r))), energy, r.related()...)
		}
	}
}

func formatterMadeBy(c classfile.Member) *formatter {
	for i := range formatters {
		if k := &formatters[i]; k.class == c.Class {
			for _, n := range k.makers {
				if n == c.Name {
					return k
				}
			}
		}
	}
	return nil
}

// steadyAll reports whether values are the same each time that r runs.
func (m *Method) steadyAll(t *useTable, vs []ssa.ID, r repetition) bool {
	for _, v := range vs {
		if !m.steady(t, v, r, 0) {
			return false
		}
	}
	return true
}

// steady reports whether a value is a constant, a static field, or made of such values by the library; or, inside a loop, the same in
// each iteration.
func (m *Method) steady(t *useTable, v ssa.ID, r repetition, depth int) bool {
	f := m.Func()
	v = m.Strip(v)
	x := &f.Values[v]
	if x.Kind == ssa.Int || x.Kind == ssa.Const || x.Op != classfile.OpGetstatic && m.settled(v, r) {
		return true
	}
	if x.Kind != ssa.Instr || depth > 4 {
		return false
	}
	made := f.Args(v)
	switch x.Op {
	case classfile.OpGetstatic:
		return !m.sets(v, repetition{loop: -1})
	case classfile.OpInvokestatic:
		if c, _ := f.Member(v); !strings.HasPrefix(c.Class, "java/") {
			return false
		}
	case classfile.OpInvokevirtual:
		if !m.IsCall(v, "getClass", "()Ljava/lang/Class;") && !f.IsCallTo(v, "java/lang/Class", "getClassLoader") {
			return false
		}
	case classfile.OpNew:
		made = nil
		for _, u := range t.of(v) {
			c, _ := f.Member(u)
			switch {
			case !f.IsCall(u) || !strings.HasPrefix(c.Class, "java/"):
				return false
			case f.Args(u)[0] == v: // the constructor, and setters
				made = append(made, f.Args(u)[1:]...)
			}
		}
	default:
		return false
	}
	for _, a := range made {
		if !m.steady(t, a, r, depth+1) {
			return false
		}
	}
	return true
}

// formatsOnly reports whether a formatter is only set, the same way each time, and used to format and parse: what keeps it, returns
// it or passes it on may change it or need one of its own.
func (m *Method) formatsOnly(t *useTable, made ssa.ID, r repetition) bool {
	f := m.Func()
	w := visit(made)
	used := false
	var set, asked []ssa.ID
	for v := range w.all() {
		for _, u := range t.of(v) {
			c, _ := f.Member(u)
			switch {
			case f.Values[u].Kind == ssa.Instr && f.Values[u].Op == classfile.OpCheckcast:
				w.add(u)
			case !f.IsCall(u) || !strings.HasPrefix(c.Class, "java/text/") && !strings.HasPrefix(c.Class, "java/time/"):
				return false
			case c.Name == "<init>":
			case strings.HasPrefix(c.Name, "with"): // another formatter
				if !m.steadyAll(t, f.Args(u)[1:], r) {
					return false
				}
				w.add(u)
			case strings.HasPrefix(c.Name, "set") || strings.HasPrefix(c.Name, "apply"):
				if f.Args(u)[0] != v || !m.steadyAll(t, f.Args(u)[1:], r) {
					return false
				}
				set = append(set, u)
			case strings.HasPrefix(c.Name, "format") || strings.HasPrefix(c.Name, "parse"):
				used, asked = true, append(asked, u)
			default:
				return false
			}
		}
	}
	// What is set under a condition, or behind a use, is not set in a new formatter where the next use begins.
	return used && !slices.ContainsFunc(set, func(s ssa.ID) bool {
		return slices.ContainsFunc(asked, func(u ssa.ID) bool { return !m.precedes(s, u) })
	})
}

// formatterCases are the cases, by the class that is made.
var formatterCases = map[string]string{
	formatterClass: "OfPattern", "java/text/SimpleDateFormat": "DatePattern", "java/text/DateFormat": "DatePattern",
	"java/text/DecimalFormat": "DecimalPattern", "java/text/NumberFormat": "DecimalPattern",
}
