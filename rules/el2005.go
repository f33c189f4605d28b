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
// else with the list, and the method adds nothing at its end elsewhere, which would change places.
func (m *Method) reversible(add ssa.ID, l int) bool {
	f := m.Func()
	list := m.Strip(f.Args(add)[0])
	c, _ := f.Member(add)
	for v := range m.Instructions() {
		if v == add || f.Values[v].Op == classfile.OpCheckcast {
			continue
		}
		other, _ := f.Member(v)
		outside := !m.InLoop(v, l)
		if outside && !(f.IsCall(v) && (other.Name == "add" || other.Name == "addAll" || other.Name == "addLast")) {
			continue
		}
		for i, a := range f.Args(v) {
			if !m.sameList(a, list) || outside && i > 0 {
				continue
			}
			if i > 0 || !f.IsCall(v) || other.Name != c.Name || other.Desc != c.Desc || c.Name == "add" && !isZero(f, f.Args(v)[1]) {
				return false
			}
		}
	}
	return true
}

// sameList reports whether two values are the same list, or are read from the same field of this object.
func (m *Method) sameList(a, b ssa.ID) bool {
	f := m.Func()
	a, b = m.Strip(a), m.Strip(b)
	if a == b || m.Same(a, b) {
		return true
	}
	x, one := f.Member(a)
	y, other := f.Member(b)
	return one && other && x == y && f.Values[a].Op == classfile.OpGetfield && f.Values[b].Op == classfile.OpGetfield && m.IsThis(f.Args(a)[0]) && m.IsThis(f.Args(b)[0])
}

// frontOfArrayList finds remove(0) and add(0, x) on an array list that a loop keeps.
func frontOfArrayList(m *Method) {
	f := m.Func()
	var seen []ssa.ID // lists that are reported: what takes and what adds is repaired by one deque
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
		if slices.ContainsFunc(seen, func(list ssa.ID) bool { return m.sameList(list, args[0]) }) || m.needsList(args[0]) {
			continue
		}
		r, ok := m.byObject(v)
		if !ok || r.loop >= 0 && m.passedOn(args[0], r.loop) || (r.loop < 0 && !m.capturesNew(args[0]) || r.loop >= 0 && m.callsAnalysed(r.loop)) && m.givenAway(args[0]) || !m.settled(args[0], r) && (r.loop < 0 || !m.Stable(args[0], r.loop)) || m.holdsNull(args[0]) || m.isWindow(v, r.loop, smallWindow) {
			continue
		}
		if m.mayRunOwn(args[0], does) {
			continue
		}
		if strings.HasPrefix(does.Name, "add") && (r.calls() || !m.reversible(v, r.loop)) {
			if instead = useDeque; m.keptAsList(args[0]) {
				continue
			}
		}
		name := m.nameOr(args[0], "the list")
		if energy := m.Energy(Change{At: v, Cost: m.Engine.movedElement(), Per: r.unit() + " and element of " + name, Factor: name + ".size()", Case: "RemoveFirst"}); energy != nil {
			seen = append(seen, args[0])
			m.Report(v, c.Name, fmt.Sprintf("%s moves all elements of the list, %s; %s", frontCall(m.Call(v), c), r.again(), instead), energy)
		}
	}
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
