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
		ID: "EL2006", Name: "RemoveAllList", Level: finding.Warning, Precision: "high", Tags: []string{"performance", "collections"},
		Sampled: finding.AtCall,
		Summary: "removeAll, retainAll and containsAll search a list once for every element; a hash set finds each at once",
	},
	Needs: Needs{Recurs: true, Calls: [][]string{{"removeAll", "retainAll", "containsAll"}}},
	Check: removeAllList,
})

// bulkSearches are the bulk methods of collections, by whether the receiver is searched for each element of the argument; else
// the argument is searched for each element of the receiver.
var bulkSearches = map[string]bool{"removeAll": false, "retainAll": false, "containsAll": true}

// searchesItself are collections that search in another way than from their first element on, or that copy the argument.
var searchesItself = []string{"java/util/concurrent/ConcurrentHashMap", "java/util/EnumSet"}

// removesEach are sets whose removeAll takes one element of the argument after the other and never searches it.
const removesEach = "java/util/concurrent/ConcurrentSkipListSet"

// fewResults are methods of reflection whose results have few elements.
var fewResults = []string{"getParameterTypes", "getGenericParameterTypes", "getExceptionTypes", "getInterfaces", "getTypeParameters", "getAnnotations", "getActualTypeArguments", "values"}

const bulkDesc = "(Ljava/util/Collection;)Z"

// removeAllList finds bulk operations that search a list for every element of another collection.
func removeAllList(m *Method) {
	f := m.Func()
	for v, c := range m.Calls("removeAll", "retainAll", "containsAll") {
		if c.Desc != bulkDesc || f.Values[v].Op == classfile.OpInvokestatic || !m.libraryCollection(f.Args(v)[0], c.Class) || c.Name == "removeAll" && m.Is(f.Args(v)[0], removesEach) {
			continue
		}
		searched, each := f.Args(v)[1], f.Args(v)[0]
		if bulkSearches[c.Name] {
			searched, each = each, searched
		}
		if !m.searchedList(searched) || m.few(searched) || m.few(each) || m.IsThis(searched) || m.IsThis(each) || m.unhashed(searched, 0) || m.unhashed(each, 0) {
			continue
		}
		if m.mayRunOwn(f.Args(v)[0], c) || m.mayRunOwn(searched, classfile.Member{Class: c.Class, Name: "contains", Desc: searches["contains"]}) {
			continue
		}
		r, ok := m.recurrence(v)
		if !ok || r.loop >= 0 && m.rare(v) || r.calls() && m.isCollection() || m.changesWith(searched, r) || m.fromOthers(each) {
			continue // a collection passes on what it is asked
		}
		model := m.listModel(searched, "")
		step := m.Engine.perUnit(model, "contains", searches["contains"])
		list, other := m.nameOr(searched, "the list"), m.nameOr(each, "the other collection")
		if list == other { // order.getItems().removeAll(returned.getItems())
			list, other = "the argument", "the receiver"
			if bulkSearches[c.Name] {
				list, other = other, list
			}
		}
		energy := m.Energy(Change{At: v, Cost: step, Per: fmt.Sprintf("%s and element of %s and of %s", r.unit(), list, other), Factor: list + ".size() * " + other + ".size()", Case: m.bulkCase(c.Name, searched, each)})
		if energy != nil {
			search := fmt.Sprintf("%s compares every element of %s with those of %s one by one", m.Call(v), other, list)
			advice := "make a HashSet of " + list + " first"
			if c.Name == "removeAll" && m.isHashed(each) {
				search, advice = search+" where the set has no more than the list", fmt.Sprintf("call remove of %s for each element of %s", other, list)
			}
			m.Report(v, c.Name, search+", "+r.again()+"; "+advice, energy, r.related()...)
		}
	}
}

// isHashed reports whether a value is a set that finds an element by its hash, and whose removeAll goes through the smaller of both collections: to
// remove one element of the list after the other takes no second set.
func (m *Method) isHashed(v ssa.ID) bool {
	return m.Is(v, "java/util/Set") && !m.Is(v, "java/util/SortedSet") && !m.Is(v, "java/util/concurrent/CopyOnWriteArraySet")
}

// changesWith reports whether a list that a bulk operation searches again and again changes in between: a loop adds to it, or the method does that is
// called again with the same list. A hash set that is made first would lack what was added. One that is cleared in between is another list each time.
func (m *Method) changesWith(list ssa.ID, r repetition) bool {
	f := m.Func()
	list = m.Strip(list)
	if r.loop >= 0 && !m.Stable(list, r.loop) || r.loop < 0 && f.Values[list].Kind != ssa.Param && !m.isField(list) {
		return false
	}
	changes := false
	for v, c := range m.Calls() {
		op := f.Values[v].Op
		if r.loop >= 0 && !m.InLoop(v, r.loop) || op == classfile.OpInvokestatic || op == classfile.OpInvokedynamic || !m.Same(f.Args(v)[0], list) {
			continue
		}
		if c.Name == "clear" {
			return false
		}
		changes = changes || !looksUp[c.Name] && c.Name != "containsAll"
	}
	return changes
}

// bulkCase names the case of a bulk operation. What one of both collections has, the other is searched for.
func (m *Method) bulkCase(name string, searched, each ssa.ID) string {
	measured := "RemoveAll"
	if name == "retainAll" {
		measured = "RetainAll"
	}
	if m.hasNumbers(each) {
		searched = each
	}
	return m.searchCase(measured, searched, 0)
}

// few reports whether a collection has few elements: it stands in the source, or is a list of what reflection returned.
func (m *Method) few(v ssa.ID) bool {
	f := m.Func()
	v = m.Strip(v)
	if m.short(v) {
		return true
	}
	if !f.IsCallTo(v, "java/util/Arrays", "asList") {
		return false
	}
	of := m.Strip(f.Args(v)[0])
	c, _ := f.Member(of)
	return f.IsCall(of) && slices.Contains(fewResults, c.Name)
}

// knownLibraries are the packages of libraries whose collections search as those of the JDK do.
var knownLibraries = []string{"java/", "kotlin/"}

// fromOthers reports whether a collection is what code of a library that is not analysed returns: its class may do a bulk operation in another way
// than those of the JDK and of Kotlin.
func (m *Method) fromOthers(v ssa.ID) bool {
	f := m.Func()
	v = m.Strip(v)
	if !f.IsCall(v) {
		return false
	}
	c, _ := f.Member(v)
	return !m.Engine.own(c.Class) && !slices.ContainsFunc(knownLibraries, func(p string) bool { return strings.HasPrefix(c.Class, p) })
}

// libraryCollection reports whether the receiver of a call is a collection whose bulk methods are those of the library.
func (m *Method) libraryCollection(v ssa.ID, class string) bool {
	e := m.Engine
	if e.own(class) || !e.IsClass(class, "java/util/Collection") {
		return false
	}
	exact := className(m.Type(v))
	for _, other := range searchesItself {
		if e.IsClass(class, other) || exact != "" && e.IsClass(exact, other) {
			return false
		}
	}
	return e.IsClass(class, "java/util/List") || e.IsClass(class, "java/util/Set") || m.Is(v, "java/util/List") || m.Is(v, "java/util/Set")
}

// searchedList reports whether a value is certainly a list of the library's.
func (m *Method) searchedList(v ssa.ID) bool {
	class := className(m.Type(v))
	return class != "" && !m.Engine.own(class) && m.Is(v, "java/util/List")
}
