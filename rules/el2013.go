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
		ID: "EL2013", Name: "SortAfterEachAdd", Level: finding.Warning, Precision: "high", Tags: []string{"performance", "collections"},
		Summary: "A loop sorts a list again after each element that it adds; sorting once behind the loop, or a queue in order, does less",
	},
	Needs: Needs{Calls: [][]string{{"java/util/Collections.sort", "sort", kotlinCollections + ".sortWith"}, {"add"}}, Repeats: true, Within: true},
	Check: sortAfterEachAdd,
})

// refills are methods that give a list other elements, which are then to be sorted.
var refills = []string{"clear", "addAll", "removeAll", "retainAll", "removeIf", "replaceAll", "set"}

// sortAfterEachAdd finds sorts of a list in a loop that adds one element to it in an iteration.
func sortAfterEachAdd(m *Method) {
	f := m.Func()
	for v, c := range m.Calls("sort", "sortWith") {
		list := f.Args(v)[0]
		if c.Class != "java/util/Collections" && c.Class != kotlinCollections && (f.Values[v].Op == classfile.OpInvokestatic || !m.isList(m.Strip(list), c.Class)) {
			continue
		}
		l := m.LoopOf(v)
		if l < 0 || m.repeats(v) != l || !m.Stable(list, l) || !m.growsByOne(list, l) || m.rare(v) || !m.sameOrder(v, l) || m.keptFew(list, l) || m.changesElementsOf(list, l) {
			continue
		}
		instead := "sort once behind it, or use a PriorityQueue or TreeSet"
		if m.usedByPlace(list, l) || m.shownIn(list, v, l) {
			instead = "insert it at the place that binarySearch finds"
		}
		name := m.nameOr(list, "the list")
		cost := m.Engine.perUnit("java/util/Collections", "sort", "(Ljava/util/List;)V")
		if energy := m.Energy(Change{At: v, Cost: cost, Per: "iteration and element of " + name, Factor: name + ".size()", Case: "AddAndSort"}); energy != nil {
			m.Report(v, c.Name, fmt.Sprintf("%s is sorted again after each element that is added, in every iteration of the loop; %s", name, instead), energy)
		}
	}
}

// growsByOne reports whether the only change to a list in loop l is that single elements are added or removed, outside of other
// loops in it.
func (m *Method) growsByOne(list ssa.ID, l int) bool {
	f := m.Func()
	adds := false
	for v, c := range m.Calls() {
		if !m.InLoop(v, l) || f.Values[v].Op == classfile.OpInvokestatic || len(f.Args(v)) == 0 || !m.Same(f.Args(v)[0], list) {
			continue
		}
		if slices.Contains(refills, c.Name) || c.Name == "add" && m.LoopOf(v) != l {
			return false
		}
		adds = adds || c.Name == "add"
	}
	return adds
}

// sameOrder reports whether a sort in loop l is by the same order each time: that of the elements, a comparator that stays the same, or a lambda that
// captures nothing that changes.
func (m *Method) sameOrder(sort ssa.ID, l int) bool {
	f := m.Func()
	for _, order := range f.Args(sort)[1:] {
		order = m.Strip(order)
		made := f.Values[order].Kind == ssa.Instr && (f.Values[order].Op == classfile.OpInvokedynamic || f.Values[order].Op == classfile.OpInvokestatic)
		if !f.IsNull(order) && !m.Stable(order, l) && !m.makesAlike(order) && (!made || slices.ContainsFunc(f.Args(order), func(a ssa.ID) bool { return !m.fixed(a, l) })) {
			return false
		}
	}
	return true
}

// makesAlike reports whether an instruction makes an object by a constructor without arguments, as Kotlin makes the comparator of sortBy.
func (m *Method) makesAlike(v ssa.ID) bool {
	f := m.Func()
	return f.Values[v].Kind == ssa.Instr && f.Values[v].Op == classfile.OpNew && slices.ContainsFunc(m.uses().of(v), func(u ssa.ID) bool {
		return m.IsCall(u, "<init>", "()V") && f.Args(u)[0] == v
	})
}

// fixed reports whether a value is the same in each iteration of loop l, or a function that captures nothing.
func (m *Method) fixed(v ssa.ID, l int) bool {
	x := &m.Func().Values[v]
	return m.Stable(v, l) || x.Kind == ssa.Instr && x.Op == classfile.OpInvokedynamic && len(m.Func().Args(v)) == 0
}

// changesElementsOf reports whether loop l stores to a field or an array of an element that it takes from a list and leaves there, or calls a method
// of the program's class of such an element that stores to a field: the order is another one then.
func (m *Method) changesElementsOf(list ssa.ID, l int) bool {
	f := m.Func()
	for v, c := range m.Calls("get", "getFirst", "getLast", "next", "peek") {
		from := f.Args(v)[0]
		if !m.InLoop(v, l) || f.Values[v].Op == classfile.OpInvokestatic || !m.Same(from, list) && (c.Name != "next" || !m.iterates(from, list)) {
			continue
		}
		w := visit(v)
		for e := range w.all() {
			for _, u := range m.uses().of(e) {
				switch op := f.Values[u].Op; {
				case f.Values[u].Kind != ssa.Instr:
				case op == classfile.OpCheckcast:
					w.add(u)
				case f.IsCall(u) && m.setsFieldOf(u, className(f.Static(e))), f.Args(u)[0] == e && (op == classfile.OpPutfield || op >= classfile.OpIastore && op <= classfile.OpSastore):
					return true
				}
			}
		}
	}
	return false
}

// setsFieldOf reports whether a method of the program that a call runs stores to a field of objects of a class.
func (m *Method) setsFieldOf(call ssa.ID, class string) bool {
	return class != "" && m.reachesMethod(call, func(cm *classfile.Method, d *does) bool {
		return cm.Name != "<init>" && slices.ContainsFunc(d.writes, func(c classfile.Member) bool { return m.Engine.IsClass(class, c.Class) })
	})
}

// shownIn reports whether loop l iterates over a list or passes it to a call other than the sort, which sees the order of each iteration.
func (m *Method) shownIn(list, sort ssa.ID, l int) bool {
	f := m.Func()
	for v, c := range m.Calls() {
		if v == sort || !m.InLoop(v, l) {
			continue
		}
		at := slices.IndexFunc(f.Args(v), func(a ssa.ID) bool { return m.Same(a, list) })
		if at > 0 || at == 0 && (f.Values[v].Op == classfile.OpInvokestatic || f.Values[v].Op == classfile.OpInvokedynamic || slices.Contains(goesThrough, c.Name)) {
			return true
		}
	}
	return false
}

// goesThrough are methods by which all elements of a list are seen in their order.
var goesThrough = []string{"iterator", "listIterator", "forEach", "stream", "toString", "toArray", "equals", "hashCode"}

// usedByPlace reports whether loop l takes elements of a list from other places than its ends.
func (m *Method) usedByPlace(list ssa.ID, l int) bool {
	f := m.Func()
	for v, c := range m.Calls("get", "remove", "subList") {
		args := f.Args(v)
		if !m.InLoop(v, l) || f.Values[v].Op == classfile.OpInvokestatic || !strings.HasPrefix(c.Desc, "(I") || !m.Same(args[0], list) || isZero(f, args[1]) {
			continue
		}
		if x := &f.Values[args[1]]; x.Op != classfile.OpIsub || !m.IsCall(f.Args(args[1])[0], "size", "()I") || !isInt(f, f.Args(args[1])[1], 1) {
			return true
		}
	}
	return false
}
