package rules

import (
	"fmt"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL6002", Name: "WriteOfCopyOnWriteList", Level: finding.Warning, Precision: "high", Tags: []string{"performance", "concurrency", "collections"},
		Sampled: finding.AtCall,
		Summary: "A change to a copy-on-write collection copies all of it; one bulk change copies it once",
	},
	Needs: Needs{Calls: [][]string{copyingNames}, On: copyOnWrite, RepeatsOrLambda: true, Within: true},
	// names.forEach(list::add)
	OrNeeds: &Needs{Calls: [][]string{{"forEach"}}, References: copyingNames},
	Check:   writeOfCopyOnWrite,
})

var (
	// copyOnWrite are the collections that copy their elements for every change.
	copyOnWrite = []string{"java/util/concurrent/CopyOnWriteArrayList", "java/util/concurrent/CopyOnWriteArraySet"}
	// copyingNames are their methods that change one element, copyingInstead what changes many at once.
	copyingNames   = []string{"add", "addFirst", "addLast", "addIfAbsent", "set", "remove", "removeFirst", "removeLast"}
	copyingInstead = map[string]string{
		"add": "collect the elements and add them with addAll", "addFirst": "collect the elements and add them with addAll", "addLast": "collect the elements and add them with addAll",
		"addIfAbsent": "collect the elements and add them with addAllAbsent", "set": "use replaceAll",
		"remove": "use removeIf or removeAll", "removeFirst": "use removeIf or removeAll", "removeLast": "use removeIf or removeAll",
	}
	// waitingCalls are methods by which a loop waits for what comes next: it does not run often.
	waitingCalls = []string{"accept", "take", "poll", "await", "sleep", "wait", "park", "read", "readLine", "readObject", "readUTF", "join", "get", "receive", "select"}
	// elementOwnersOfGet are classes whose get waits for nothing.
	elementOwnersOfGet = []string{"java/util/Collection", "java/util/Map"}
)

// writeOfCopyOnWrite finds changes to a copy-on-write collection that a loop keeps.
func writeOfCopyOnWrite(m *Method) {
	f := m.Func()
	for v, c := range m.Calls(copyingNames...) {
		if f.Values[v].Op == classfile.OpInvokestatic {
			continue
		}
		list := f.Args(v)[0]
		if len(m.uses().of(v)) > 0 || !m.copiesOnWrite(list, c.Class) {
			continue // one call for all elements does not tell of each whether it was there
		}
		r, ok := m.repetition(v)
		// A method with a name of its own that is passed as a reference mostly registers one listener.
		if !ok || r.loop < 0 && !f.Method.Synthetic() || !m.settled(list, r) && (r.loop < 0 || !m.Stable(list, r.loop)) {
			continue
		}
		if m.tellsOthers(list, r.loop) || r.loop >= 0 && (m.waits(r.loop) || m.rare(v) || c.Name != "set" && m.asksIn(list, r.loop) || m.seenIn(list, r.loop)) {
			continue
		}
		name := m.nameOr(list, "the list")
		if energy := m.Energy(Change{At: v, Cost: m.Engine.movedElement(), Per: r.unit() + " and element of " + name, Factor: name + ".size()", Case: "AddAll"}); energy != nil {
			m.Report(v, c.Name, fmt.Sprintf("%s copies all elements of the collection %s; %s", m.Call(v), r.again(), copyingInstead[c.Name]), energy)
		}
	}
	m.copiedByReference()
}

// copiedByReference finds references to a method that copies, which forEach calls for every element of a collection.
func (m *Method) copiedByReference() {
	f := m.Func()
	for r := range m.references() {
		c, _ := f.Member(r.Call)
		if c.Name != "forEach" || !slices.Contains(copyingNames, r.body.Name) || len(f.Args(r.Lambda)) != 1 || !m.Engine.IsClass(className(m.Type(f.Args(r.Call)[0])), "java/util/Collection") {
			continue
		}
		list := m.Strip(f.Args(r.Lambda)[0])
		if !m.copiesOnWrite(list, r.body.Class) {
			continue
		}
		name := m.nameOr(list, "the list")
		if energy := m.Energy(Change{At: r.Lambda, Cost: m.Engine.movedElement(), Per: "element and element of " + name, Factor: name + ".size()", Case: "AddAll"}); energy != nil {
			m.Report(r.Lambda, r.body.Name, fmt.Sprintf("%s copies all elements of the collection for every element; %s", m.referenced(r), copyingInstead[r.body.Name]), energy)
		}
	}
}

// asksIn reports whether a loop asks a collection what is left in it, or for its elements: it does something else where all are removed at once.
func (m *Method) asksIn(collection ssa.ID, l int) bool {
	f := m.Func()
	for v, c := range m.Calls("isEmpty", "size", "get", "getFirst", "getLast") {
		if m.InLoop(v, l) && f.Values[v].Op != classfile.OpInvokestatic && m.Same(f.Args(v)[0], collection) && m.Engine.IsClass(c.Class, "java/util/Collection") {
			return true
		}
	}
	return false
}

// seenIn reports whether a loop calls what may look at a collection, beside methods of the collection itself: it sees each change.
func (m *Method) seenIn(collection ssa.ID, l int) bool {
	f := m.Func()
	for v := range m.Calls() {
		of := f.Values[v].Op != classfile.OpInvokestatic && len(f.Args(v)) > 0 && m.Same(f.Args(v)[0], collection)
		if m.InLoop(v, l) && !of && m.touches(v, collection) {
			return true
		}
	}
	return false
}

// tellsOthers reports whether a loop, or the method where l is -1, signals another thread or runs code that is not known, such as a listener's: it
// may look at the collection after each change.
func (m *Method) tellsOthers(collection ssa.ID, l int) bool {
	f := m.Func()
	for v, c := range m.Calls() {
		if !m.InLoop(v, l) || f.Values[v].Op != classfile.OpInvokestatic && len(f.Args(v)) > 0 && m.Same(f.Args(v)[0], collection) {
			continue
		}
		if callsBack(c) || m.reachesMethod(v, func(_ *classfile.Method, d *does) bool { return d.callsBack }) || m.runsUnknown(v, c) {
			return true
		}
	}
	return false
}

// copiesOnWrite reports whether a value is certainly a copy-on-write collection of the library.
func (m *Method) copiesOnWrite(v ssa.ID, class string) bool {
	if m.Engine.own(class) {
		return false
	}
	return slices.Contains(copyOnWrite, class) || m.mayBeTyped(v, copyOnWrite) && slices.Contains(copyOnWrite, className(m.Type(v)))
}

// waits reports whether a loop calls a method that waits for what comes next.
func (m *Method) waits(l int) bool {
	for v, c := range m.Calls(waitingCalls...) {
		if m.InLoop(v, l) && !slices.ContainsFunc(elementOwnersOfGet, func(o string) bool { return c.Name == "get" && m.Engine.IsClass(c.Class, o) }) {
			return true
		}
	}
	return false
}
