package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL2005", Name: "FrontOfArrayList", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "collections"},
		Sampled: finding.AtCall,
		Summary: "Adding or removing at the front of an array list moves all its elements; a deque does not",
	},
	Needs: Needs{Calls: [][]string{append(slices.Sorted(maps.Keys(frontChanges)), formsOf("java/util/List", "remove")...)}, RepeatsOrLambda: true},
	Check: frontOfArrayList,
})

// frontChanges are the calls, by name and descriptor, and what does the same where the order is kept another way.
var frontChanges = map[string]string{
	"remove(I)Ljava/lang/Object;":     "an ArrayDeque gives its first element at no such cost, an index that goes on none",
	"removeFirst()Ljava/lang/Object;": "an ArrayDeque gives its first element at no such cost",
	"add(ILjava/lang/Object;)V":       "add at the end and reverse once, or use an ArrayDeque",
	"addFirst(Ljava/lang/Object;)V":   "add at the end and reverse once, or use an ArrayDeque",
}

// useDeque is what to do where a list that is filled from its front is used before it is full, so that it cannot be reversed once.
const useDeque = "use an ArrayDeque, which adds at both ends at no such cost"

// reversible reports whether elements that are added at the front may be added at the end, and the list reversed once: the loop does nothing
// else with the list.
func (m *Method) reversible(add ssa.ID, l int) bool {
	f := m.Func()
	list := m.Strip(f.Args(add)[0])
	c, _ := f.Member(add)
	for v := range m.Instructions() {
		if v == add || l >= 0 && !m.InLoop(v, l) || f.Values[v].Op == classfile.OpCheckcast {
			continue
		}
		for i, a := range f.Args(v) {
			if !m.Same(m.Strip(a), list) {
				continue
			}
			if other, _ := f.Member(v); i > 0 || !f.IsCall(v) || other.Name != c.Name || other.Desc != c.Desc || c.Name == "add" && !isZero(f, f.Args(v)[1]) {
				return false
			}
		}
	}
	return true
}

// frontOfArrayList finds remove(0) and add(0, x) on an array list that a loop keeps.
func frontOfArrayList(m *Method) {
	f := m.Func()
	seen := map[ssa.ID]bool{} // lists that are reported: what takes and what adds is repaired by one deque
	for v, c := range m.Calls("remove", "add", "removeFirst", "removeFirstOrNull", "addFirst") {
		does := m.javaForm(v)
		instead := frontChanges[does.Name+does.Desc]
		static := f.Values[v].Op == classfile.OpInvokestatic // removeFirst of a list, a function of Kotlin's
		if instead == "" || static && does == c {
			continue
		}
		args := f.Args(v)
		if strings.Contains(c.Desc, "(I") && !isZero(f, args[1]) || !m.movesElements(args[0], does.Class) {
			continue
		}
		if seen[m.Strip(args[0])] || m.usedByIndex(args[0]) {
			continue
		}
		r, ok := m.byObject(v)
		if !ok || r.loop >= 0 && (m.passedOn(args[0], r.loop) || m.callsAnalysed(r.loop) && m.givenAway(args[0])) || !m.settled(args[0], r) && (r.loop < 0 || !m.Stable(args[0], r.loop)) || m.holdsNull(args[0]) {
			continue
		}
		if strings.HasPrefix(does.Name, "add") && !m.reversible(v, r.loop) {
			instead = useDeque
		}
		name := m.nameOr(args[0], "the list")
		if energy := m.Energy(Change{At: v, Cost: m.Engine.movedElement(), Per: r.unit() + " and element of " + name, Factor: name + ".size()", Case: "RemoveFirst"}); energy != nil {
			seen[m.Strip(args[0])] = true
			m.Report(v, c.Name, fmt.Sprintf("%s moves all elements of the list, %s; %s", frontCall(m.Call(v), c), r.again(), instead), energy)
		}
	}
}

// indexed are the calls by which a list is used where no deque takes its place.
var indexed = []string{"add", "get", "set", "remove", "subList", "listIterator", "sort"}

// usedByIndex reports whether the method uses a list at an index that is not 0, or sorts it, itself or by a method of Collections that
// takes a list (sort, swap).
func (m *Method) usedByIndex(list ssa.ID) bool {
	f := m.Func()
	for v, c := range m.Calls() {
		if c.Class != collectionsClass {
			continue
		}
		args := f.Args(v)
		for i, p := range classfile.Params(c.Desc) {
			if p == "Ljava/util/List;" && i < len(args) && m.Same(args[i], list) {
				return true
			}
		}
	}
	for v, c := range m.Calls(indexed...) {
		args := f.Args(v)
		if f.Values[v].Op == classfile.OpInvokestatic || !m.Same(args[0], list) {
			continue
		}
		if c.Name == "subList" || c.Name == "listIterator" || c.Name == "sort" || strings.HasPrefix(c.Desc, "(I") && !isZero(f, args[1]) {
			return true
		}
	}
	return false
}

// passedOn reports whether a loop passes a list to a method of the program, which may ask for a list, and change it. A private one can be changed
// with the list.
func (m *Method) passedOn(list ssa.ID, l int) bool {
	f := m.Func()
	for v, c := range m.Calls() {
		args := f.Args(v)
		if f.Values[v].Op != classfile.OpInvokestatic && len(args) > 0 {
			args = args[1:]
		}
		if !m.InLoop(v, l) || !m.Engine.own(c.Class) {
			continue
		}
		if t := m.Engine.Program.Resolve(c.Class, c.Name, c.Desc).Method; t != nil && t.Access&classfile.AccPrivate != 0 {
			continue
		}
		if slices.ContainsFunc(args, func(a ssa.ID) bool { return m.Same(a, list) }) {
			return true
		}
	}
	return false
}

// holdsNull reports whether null is added to a list, in the method or, where it is in a field, elsewhere in the class: no ArrayDeque takes it.
func (m *Method) holdsNull(list ssa.ID) bool {
	return m.somewhere(list, func(n *Method, of func(ssa.ID) bool) bool {
		for v, c := range n.Calls("add", "addFirst", "addLast", "set") {
			args := n.Func().Args(v)
			if len(args) > 1 && n.Func().Values[v].Op != classfile.OpInvokestatic && strings.HasPrefix(classfile.Params(c.Desc)[len(args)-2], "L") &&
				n.Func().IsNull(args[len(args)-1]) && of(args[0]) {
				return true
			}
		}
		return false
	})
}

// givenAway reports whether a method of the class that others can call returns the list in a field, which is to stay a list then.
func (m *Method) givenAway(list ssa.ID) bool {
	return m.somewhere(list, func(n *Method, of func(ssa.ID) bool) bool {
		if n.Func().Method.Access&classfile.AccPrivate != 0 {
			return false
		}
		for v := range n.Instructions() {
			if n.Func().Values[v].Op == classfile.OpAreturn && of(n.Func().Args(v)[0]) {
				return true
			}
		}
		return false
	})
}

// somewhere reports whether found holds of the method or, where v is read from a field, of another method of the class that has the field.
// of reports whether a value of that method is v, or what is in the field.
func (m *Method) somewhere(v ssa.ID, found func(n *Method, of func(ssa.ID) bool) bool) bool {
	f := m.Func()
	v = m.Strip(v)
	if found(m, func(a ssa.ID) bool { return m.Same(a, v) }) {
		return true
	}
	field, ok := f.Member(v)
	if op := f.Values[v].Op; !ok || op != classfile.OpGetfield && op != classfile.OpGetstatic {
		return false
	}
	c := m.Engine.Program.Lookup(field.Class)
	if c == nil || !m.Engine.own(field.Class) {
		return false
	}
	for i := range c.Methods {
		code, err := c.Methods[i].Code()
		if err != nil || code == nil || &c.Methods[i] == f.Method || !readsField(code, field) {
			continue
		}
		n := m.Engine.reader(&c.Methods[i])
		if n == nil {
			continue
		}
		if found(n, func(a ssa.ID) bool {
			a = n.Strip(a)
			got, _ := n.Func().Member(a)
			op := n.Func().Values[a].Op
			return (op == classfile.OpGetfield || op == classfile.OpGetstatic) && got == field
		}) {
			return true
		}
	}
	return false
}

// frontCall writes the call with the index that makes it one at the front.
func frontCall(call string, c classfile.Member) string {
	switch c.Name {
	case "remove":
		return call + "(0)"
	case "add":
		return call + "(0, ...)"
	}
	return call
}

// movesElements reports whether a list is certainly one that keeps its elements in an array from the first place on.
func (m *Method) movesElements(v ssa.ID, class string) bool {
	for _, array := range []string{"java/util/ArrayList", "java/util/Vector"} {
		if !m.Engine.own(class) && m.Engine.IsClass(class, array) || m.Type(v) == "L"+array+";" {
			return true
		}
	}
	return false
}
