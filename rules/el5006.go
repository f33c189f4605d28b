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
		ID: "EL5006", Name: "UnusedWork", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance"},
		Summary: "A collection or text is only filled and never read, or the result of a call that does nothing else is not used",
	},
	Needs:   Needs{Calls: [][]string{{"add", "put", "append"}}, Ops: []classfile.Op{classfile.OpNew}, Within: true, Repeats: true},
	OrNeeds: &Needs{Recurs: true, Calls: [][]string{unusedNames()}, Ops: []classfile.Op{classfile.OpPop}},
	Check:   unusedWork,
})

// filled are the classes of the library that are there to be read, and fills the methods that fill them.
var (
	filled = []string{"java/util/ArrayList", "java/util/LinkedList", "java/util/HashMap", "java/util/LinkedHashMap", "java/util/TreeMap", "java/util/HashSet", "java/util/LinkedHashSet",
		"java/util/TreeSet", "java/util/Vector", "java/util/Hashtable", "java/util/ArrayDeque", "java/lang/StringBuilder", "java/lang/StringBuffer", "java/util/Stack"}
	fills = []string{"<init>", "add", "addAll", "put", "putAll", "append", "addElement", "addFirst", "addLast", "push", "clear", "setLength", "ensureCapacity"}
)

// unusedResults are methods that do nothing but compute a result, by class. Those that are called for their exception are left out.
var unusedResults = map[string][]string{
	"java/lang/String":        {"toLowerCase", "toUpperCase", "trim", "strip", "replace", "replaceAll", "concat", "repeat", "toCharArray", "getBytes", "split"},
	"java/math/BigDecimal":    {"add", "subtract", "multiply", "negate", "abs", "setScale", "pow"},
	"java/math/BigInteger":    {"add", "subtract", "multiply", "negate", "abs", "pow", "shiftLeft", "shiftRight"},
	"java/time/LocalDate":     {"plusDays", "minusDays", "plusMonths", "minusMonths", "plusYears", "minusYears", "withDayOfMonth"},
	"java/time/LocalDateTime": {"plusDays", "minusDays", "plusHours", "minusHours", "plusMinutes", "minusMinutes", "plusSeconds"},
	"java/time/Instant":       {"plusMillis", "plusSeconds", "minusMillis", "minusSeconds"},
	"java/time/Duration":      {"plusMillis", "plusSeconds", "plusMinutes", "plus", "minus"},
	"java/lang/Math":          {"sqrt", "pow", "sin", "cos", "exp", "log", "abs", "max", "min"},
}

func unusedNames() (out []string) {
	for class, names := range unusedResults {
		out = append(out, methodsOf(class, names...)...)
	}
	slices.Sort(out)
	return out
}

// unusedWork finds such collections, texts and results.
func unusedWork(m *Method) {
	f := m.Func()
	for v := range m.Instructions() {
		switch {
		case f.Values[v].Op == classfile.OpNew:
			m.onlyFilled(v)
		case f.IsCall(v):
			c, _ := f.Member(v)
			if slices.Contains(unusedResults[c.Class], c.Name) && len(m.uses().of(v)) == 0 && !m.tried(v) {
				m.reportUnused(v, c)
			}
		}
	}
}

func (m *Method) reportUnused(v ssa.ID, c classfile.Member) {
	if strings.HasSuffix(c.Desc, ")V") {
		return // it fills an array, as getBytes(int, int, byte[], int) does
	}
	r, ok := m.recurs(v)
	if !ok {
		return
	}
	cost := m.TilesOf(v).Add(m.Engine.LibraryCost(c.Class, c.Name, c.Desc, 1))
	if energy := m.Energy(Change{At: v, Cost: cost, Per: r.per(), Case: "Result"}); energy != nil {
		m.Report(v, c.Class+"."+c.Name, fmt.Sprintf("The result of %s is not used, %s, and it does nothing else: leave the call out", m.Call(v), r.again()), energy, r.related()...)
	}
}

// tried reports whether a handler catches what a call throws: then that may be what it is called for.
func (m *Method) tried(v ssa.ID) bool {
	pc := int(m.Func().Values[v].PC)
	return slices.ContainsFunc(m.Func().Code.Handlers, func(h classfile.Handler) bool { return pc >= h.Start && pc < h.End && h.Type != "" })
}

// temporaries are parts of the names of variables that compilers make: Groovy keeps the results of a spread call in one, though
// the statement does not use them.
var temporaries = []string{"$spreadresult", "$spreadtarget"}

// temporary reports whether a compiler made the variable that holds a value.
func (m *Method) temporary(v ssa.ID) bool {
	name := m.Describe(v)
	return slices.ContainsFunc(temporaries, func(t string) bool { return strings.Contains(name, t) })
}

// onlyFilled reports a collection or text that is only filled, and that again and again.
func (m *Method) onlyFilled(made ssa.ID) {
	f := m.Func()
	class := className(f.Static(made))
	if !slices.Contains(filled, class) || m.temporary(made) {
		return
	}
	t := m.uses()
	var last ssa.ID
	var r repetition
	w := visit(made)
	for v := range w.all() {
		for _, u := range t.of(v) {
			c, _ := f.Member(u)
			if !f.IsCall(u) || f.Values[u].Op == classfile.OpInvokestatic || f.Args(u)[0] != v || slices.Contains(f.Args(u)[1:], v) || !slices.Contains(fills, c.Name) {
				return
			}
			switch {
			case c.Name == "append":
				w.add(u) // it returns itself
			case len(t.of(u)) > 0:
				return // whether it was new, or what was there before
			}
			if c.Name == "<init>" {
				continue
			}
			if x, ok := m.repetition(u); ok && last == 0 {
				last, r = u, x
			}
		}
	}
	if last == 0 || !m.returns(last) {
		return
	}
	c, _ := f.Member(last)
	cost := m.TilesOf(last).Add(m.Engine.LibraryCost(c.Class, c.Name, c.Desc, 1))
	if energy := m.Energy(Change{At: last, Cost: cost, Per: r.per(), Case: "Filled"}); energy != nil {
		m.Report(made, class, fmt.Sprintf("The %s is filled %s, and never read: leave it out", m.nameOr(made, simpleName(class)), r.again()), energy, m.Related(last, "filled here"))
	}
}
