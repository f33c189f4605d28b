package rules

import (
	"cmp"
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
	Needs:   Needs{Recurs: true, Calls: [][]string{{"add", "put", "append"}, madeNames()}, Ops: []classfile.Op{classfile.OpNew}},
	OrNeeds: &Needs{Recurs: true, Calls: [][]string{append(unusedNames(), streamResultNames()...)}, Ops: []classfile.Op{classfile.OpPop, classfile.OpPop2}},
	Check:   unusedWork,
})

// filled are the classes of the library that are there to be read, and fills the methods that fill them.
var (
	filled = []string{"java/util/ArrayList", "java/util/LinkedList", "java/util/HashMap", "java/util/LinkedHashMap", "java/util/TreeMap", "java/util/HashSet", "java/util/LinkedHashSet",
		"java/util/TreeSet", "java/util/Vector", "java/util/Hashtable", "java/util/ArrayDeque", "java/lang/StringBuilder", "java/lang/StringBuffer", "java/util/Stack"}
	fills = []string{"<init>", "add", "addAll", "put", "putAll", "append", "addElement", "addFirst", "addLast", "push", "clear", "setLength", "ensureCapacity", "remove", "removeAll", "retainAll",
		"insert", "appendCodePoint", "reverse", "deleteCharAt", "delete", "setCharAt", "trimToSize", "removeIf", "replaceAll"}
	// empties are those of them that need something to be there.
	empties = []string{"clear", "setLength", "ensureCapacity", "remove", "removeAll", "retainAll", "reverse", "deleteCharAt", "delete", "setCharAt", "trimToSize", "removeIf",
		"replaceAll"}
)

// madeNames returns the constructors of filled.
func madeNames() (out []string) {
	for _, class := range filled {
		out = append(out, class+".<init>")
	}
	return out
}

// unusedWork finds such collections, texts and results.
func unusedWork(m *Method) {
	f := m.Func()
	calls := m.allCalls() // in the order of the instructions
	for v := range m.Instructions() {
		switch {
		case f.Values[v].Op == classfile.OpNew:
			m.onlyFilled(v)
		case f.IsCall(v):
			c := calls[0].Member
			calls = calls[1:]
			if len(m.uses().of(v)) > 0 || classfile.Return(c.Desc) == "V" {
				continue
			}
			u, ok := onlyComputes(c)
			ok = ok && m.onlyFunctions(v, c)
			if (ok || slices.Contains(streamResults, c.Name)) && !m.tried(v) && (ok || m.onlyStreams(v, c)) {
				m.reportUnused(v, c, cmp.Or(u.measured, "Result"))
			}
		}
	}
}

func (m *Method) reportUnused(v ssa.ID, c classfile.Member, measured string) {
	r, ok := m.recurs(v)
	if !ok || r.loop >= 0 && m.timed(r.loop) || javaBuilders[c.Class] && isKotlin(m.Func().Method.Class) {
		return // Kotlin's inline functions compute the text that a lambda gives, and may drop it
	}
	cost := m.TilesOf(v).Add(m.Engine.LibraryCost(c.Class, c.Name, c.Desc, 1))
	if energy := m.Energy(Change{At: v, Cost: cost, Per: r.per(), Case: measured}); energy != nil {
		m.Report(v, c.Class+"."+c.Name, fmt.Sprintf("The result of %s is not used, %s, and it does nothing else: leave the call out", m.Call(v), r.again()), energy, r.related()...)
	}
}

// timed reports whether the method reads a clock before a loop and behind it: what the loop does is done to be timed.
func (m *Method) timed(l int) bool {
	f, g := m.Func(), m.Graph()
	before, behind := false, false
	for v, c := range m.Calls("nanoTime", "currentTimeMillis") {
		if c.Class != "java/lang/System" || m.InLoop(v, l) {
			continue
		}
		header, b := int(g.Loops[l].Header), int(f.Values[v].Block)
		before = before || g.Dominators.Dominates(b, header)
		behind = behind || g.Dominators.Dominates(header, b)
	}
	return before && behind
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

// repeatedFilling returns the first of the calls that a loop of the method repeats, or else the first that each call of the method
// repeats; 0 where nothing repeats any.
func (m *Method) repeatedFilling(filling []ssa.ID) (last ssa.ID, r repetition) {
	for _, u := range filling {
		if x, ok := m.repetition(u); ok {
			return u, x
		}
	}
	for _, u := range filling {
		if x, ok := m.recurs(u); ok {
			return u, x
		}
	}
	return 0, r
}

// onlyFilled reports a collection or text that is only filled, and that again and again.
func (m *Method) onlyFilled(made ssa.ID) {
	f := m.Func()
	class := className(f.Static(made))
	if !slices.Contains(filled, class) {
		return
	}
	t := m.uses()
	var filling []ssa.ID
	w := visit(made)
	for v := range w.all() {
		for _, u := range t.of(v) {
			c, _ := f.Member(u)
			if !f.IsCall(u) || f.Values[u].Op == classfile.OpInvokestatic || f.Args(u)[0] != v || slices.Contains(f.Args(u)[1:], v) || !slices.Contains(fills, c.Name) || !m.onlyFunctions(u, c) {
				return
			}
			switch {
			case javaBuilders[class] && classfile.Return(c.Desc) == "L"+class+";":
				w.add(u) // it returns itself
			case len(t.of(u)) > 0:
				return // whether it was new, or what was there before
			}
			if c.Name != "<init>" && !slices.Contains(empties, c.Name) {
				filling = append(filling, u)
			}
		}
	}
	if m.temporary(made) {
		return
	}
	last, r := m.repeatedFilling(filling)
	if last == 0 || !m.returns(last) || r.loop >= 0 && m.timed(r.loop) {
		return
	}
	c, _ := f.Member(last)
	cost := m.TilesOf(last).Add(m.Engine.LibraryCost(c.Class, c.Name, c.Desc, 1))
	measured := "Filled"
	if r.calls() {
		measured = "FilledOnce"
	}
	if energy := m.Energy(Change{At: last, Cost: cost, Per: r.per(), Case: measured}); energy != nil {
		m.Report(made, class, fmt.Sprintf("The %s is filled %s, and never read: leave it out", m.nameOr(made, simpleName(class)), r.again()), energy, m.Related(last, "filled here"))
	}
}
