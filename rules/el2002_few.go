package rules

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// What repeats a search of EL2002, and searches that a hash table does not make cheaper, as the code shows: the loop seldom has a second iteration, what is searched for stands
// near the front, or the list is made for a few elements.

// searchedPer returns what repeats a search of a list that is the same each time, for something that is not: "iteration", "element", "comparison" or
// "call"; empty where nothing does. loop is the one that calls the method, where only that does.
func (m *Method) searchedPer(v ssa.ID, c classfile.Member, list ssa.ID) (per string, loop *searchLoop) {
	what := m.Func().Args(v)[1]
	if l := m.LoopOf(v); l >= 0 {
		if !m.Iterates(v, l) || !m.Stable(m.viewed(list), l) || m.Stable(what, l) || m.rare(v) || c.Name != "remove" && m.removesFrom(list, l) || m.keptFew(list, l) {
			return "", nil
		}
		return "iteration", nil
	}
	if s := m.PerElement(); s != nil && m.sameForAll(m.viewed(list), s) && !m.sameForAll(what, s) {
		return s.unit(), nil
	}
	if c.Name == "remove" || m.isCollection() {
		return "", nil
	}
	if r, ok := m.byObject(v); ok && r.hot && m.settled(list, r) && !m.settled(what, r) {
		return "call", nil
	}
	if loop = m.searchedByLoop(v, list, what); loop != nil && !m.somewhere(list, (*Method).removesElements) {
		return "call", loop
	}
	return "", nil
}

// searchedSeldom reports whether a search in a loop, or in a lambda, is one that costs little as it is.
func (m *Method) searchedSeldom(search ssa.ID, c classfile.Member, list, what ssa.ID) bool {
	l := m.LoopOf(search)
	if l >= 0 && c.Name == "remove" && (!m.overElements(l, what) || m.collectedFrom(what, list)) {
		return true
	}
	return m.madeSmall(list) || l >= 0 && m.onTextNode(search, l) || l >= 0 && c.Name != "remove" && m.partOfArgument(list, l)
}

// taking are the methods, beside those of iterators and lists, that take one element after the other of what they are called on.
var taking = append([]string{"take", "nextToken", "readLine"}, removals...)

// overElements reports whether a loop that removes something goes over the elements of a collection, array or input, or ends by a size. Else what
// repeats it is ordinarily there once, as how many are too many is: for (int i = 0; i < used + 1 - most; i++).
func (m *Method) overElements(l int, removed ssa.ID) bool {
	f, g := m.Func(), m.Graph()
	if c, _ := f.Member(m.Strip(removed)); f.IsCall(m.Strip(removed)) && slices.Contains(taking, c.Name) {
		return true
	}
	for _, b := range g.Loops[l].Blocks {
		for _, v := range f.Body[b] {
			if _, ok := m.elementOf(v, l); ok || m.IsCall(v, "hasNext", "()Z") || m.IsCall(v, "hasMoreElements", "()Z") {
				return true
			}
		}
	}
	return slices.ContainsFunc(m.exitTests(l), func(test ssa.ID) bool {
		return slices.ContainsFunc(f.Args(test), func(a ssa.ID) bool {
			return m.isSize(a) || m.IsCall(a, "isEmpty", "()Z") || m.IsCall(a, "ready", "()Z")
		})
	})
}

// isSize reports whether a value is the size of a collection, the length of an array, or one more or less.
func (m *Method) isSize(v ssa.ID) bool {
	f := m.Func()
	x := &f.Values[v]
	if x.Kind == ssa.Instr && (x.Op == classfile.OpIadd || x.Op == classfile.OpIsub) && f.Values[f.Args(v)[1]].Kind == ssa.Int {
		return m.isSize(f.Args(v)[0])
	}
	c, _ := f.Member(v)
	return x.Kind == ssa.Instr && x.Op == classfile.OpArraylength || f.IsCall(v) && strings.HasSuffix(c.Desc, ")I") && (c.Name == "length" || strings.HasPrefix(c.Name, "size") ||
		strings.HasSuffix(c.Name, "Size") || strings.HasSuffix(c.Name, "Count") || strings.HasSuffix(c.Name, "Length"))
}

// collectedFrom reports whether what a loop removes from a list was collected from the same list, in its order, in a list that the method makes: what
// stands in front of each is what stays.
func (m *Method) collectedFrom(what, list ssa.ID) bool {
	f := m.Func()
	of := func(v ssa.ID) ssa.ID {
		v = m.Strip(v)
		if m.IsCall(v, "get", "(I)Ljava/lang/Object;") {
			return m.Strip(f.Args(v)[0])
		}
		return m.iteratedOver(v)
	}
	collected := of(what)
	if collected == 0 || !m.isObjectMade(collected) {
		return false
	}
	found := false
	for v, c := range m.Calls("add", "addAll", "addFirst", "addLast") {
		if args := f.Args(v); f.Values[v].Op != classfile.OpInvokestatic && m.Same(args[0], collected) {
			if found = c.Name == "add" && c.Desc == collectionAdd && of(args[1]) != 0 && m.sameList(of(args[1]), list); !found {
				return false
			}
		}
	}
	return found
}

// madeSmall reports whether a list is made for a few elements, by its capacity: here, in all that is stored in a field, or in all calls of the method
// that the program shows.
func (m *Method) madeSmall(list ssa.ID) bool {
	if field, ok := m.fieldOf(list); ok {
		return m.Engine.holdsOnly(field, (*Method).makesSmall)
	}
	f := m.Func()
	i := slices.Index(f.Params, list)
	if i < 0 || f.Method.Synthetic() {
		return m.makesSmall(list)
	}
	found, left := false, callsAbove
	for caller, call := range m.Engine.callsOf(f.Method) {
		args := caller.Func().Args(call)
		if left--; left < 0 || i >= len(args) {
			return false
		}
		passed := caller.Strip(args[i])
		if found = caller.makesSmall(passed) || caller.fewGiven(passed); !found {
			return false
		}
	}
	return found
}

// makesSmall reports whether an instruction makes a list with a capacity of a few elements that stands in the source.
func (m *Method) makesSmall(made ssa.ID) bool {
	f := m.Func()
	return m.isObjectMade(made) && slices.ContainsFunc(m.uses().of(made), func(u ssa.ID) bool {
		if !m.IsCall(u, "<init>", "(I)V") || f.Args(u)[0] != made {
			return false
		}
		n := &f.Values[f.Args(u)[1]]
		return n.Kind == ssa.Int && n.Aux >= 1 && n.Aux <= fewElements
	})
}

// fewGiven reports whether a value is a list of fixed size of a few elements: List.of("a", "b").
func (m *Method) fewGiven(v ssa.ID) bool {
	f := m.Func()
	if !f.IsCall(v) || f.Values[v].Op != classfile.OpInvokestatic {
		return false
	}
	c, _ := f.Member(v)
	args := f.Args(v)
	array := len(args) == 1 && strings.HasPrefix(f.Static(args[0]), "[")
	switch c.Name {
	case "of", "asList", "singletonList", "emptyList", "listOf":
		return !array || m.fewInArray(m.Strip(args[0]), callersAbove)
	case "unmodifiableList":
		return len(args) == 1 && m.fewGiven(m.Strip(args[0]))
	}
	return false
}

// wrapsFew reports whether a value is a collection that a method of the program makes of a few elements for one call: Lists.newList("a", "b").
func (m *Method) wrapsFew(v ssa.ID) bool {
	f := m.Func()
	if !f.IsCall(v) || f.Values[v].Op != classfile.OpInvokestatic || !m.Is(v, "java/util/Collection") {
		return false
	}
	c, _ := f.Member(v)
	args, uses := f.Args(v), m.uses().of(v)
	return m.Engine.own(c.Class) && len(args) == 1 && strings.HasPrefix(f.Static(args[0]), "[") && len(uses) == 1 && f.IsCall(uses[0]) && m.fewInArray(m.Strip(args[0]), callersAbove)
}

// fewInArray reports whether an array has a few elements: it is made here, or each call of the method that the program shows makes one for it,
// or passes on what it got itself, as the constructor of an anonymous class does.
func (m *Method) fewInArray(array ssa.ID, above int) bool {
	if n, ok := m.elementsOf(array); ok {
		return n <= fewElements
	}
	f := m.Func()
	i := slices.Index(f.Params, array)
	if i < 0 || above == 0 || f.Method.Synthetic() {
		return false
	}
	found, left := false, callsAbove
	for caller, call := range m.Engine.callsOf(f.Method) {
		args := caller.Func().Args(call)
		if left--; left < 0 || i >= len(args) {
			return false
		}
		if found = caller.fewInArray(caller.Strip(args[i]), above-1); !found {
			return false
		}
	}
	return found
}

// elementsOf returns how many elements an array of objects has that is made here.
func (m *Method) elementsOf(array ssa.ID) (n int64, ok bool) {
	return m.madeWith(array, classfile.OpAnewarray)
}

// given returns how many elements a list has that stand in the source; 0 where they do not.
func (m *Method) given(list ssa.ID) float64 {
	f := m.Func()
	if !f.IsCallTo(list, "java/util/Arrays", "asList") && !f.IsCallTo(list, "java/util/List", "of") || len(f.Args(list)) != 1 {
		return 0
	}
	n, _ := m.elementsOf(m.Strip(f.Args(list)[0]))
	return float64(n)
}

// partOfArgument reports whether a hash table of a list would have to be made in each call of the method for few searches of identical objects: the
// list is a parameter of which the method does nothing but search it, the only loop goes over what a method of another parameter returns, and the
// elements are of a class of the program that does not say when they are equal.
func (m *Method) partOfArgument(list ssa.ID, l int) bool {
	f, g := m.Func(), m.Graph()
	if f.Values[list].Kind != ssa.Param || g.Loops[l].Parent >= 0 || !m.byIdentity(list) {
		return false
	}
	for v, c := range m.Calls() {
		if slices.ContainsFunc(f.Args(v), func(a ssa.ID) bool { return m.Same(a, list) }) && searches[c.Name] != c.Desc {
			return false
		}
	}
	for _, b := range g.Loops[l].Blocks {
		for _, v := range f.Body[b] {
			from, ok := m.elementOf(v, l)
			if !ok {
				continue
			}
			if m.IsCall(m.Strip(from), "iterator", "()Ljava/util/Iterator;") {
				from = f.Args(m.Strip(from))[0]
			}
			from = m.Strip(from)
			return f.IsCall(from) && f.Values[from].Op != classfile.OpInvokestatic && f.Values[m.Strip(f.Args(from)[0])].Kind == ssa.Param && !m.IsThis(m.Strip(f.Args(from)[0]))
		}
	}
	return false
}

// byIdentity reports whether the source names a class of the program for the elements of a list of which no object is equal to another.
func (m *Method) byIdentity(list ssa.ID) bool {
	classes := m.elementClasses(list)
	return len(classes) == 1 && m.Engine.own(classes[0]) && !m.Engine.redefines(classes[0], "equals", keyTest)
}

// textNodes are what getNodeType of a node of a document returns for its texts, of which an element has one as a rule (org.w3c.dom.Node).
var textNodes = []int64{3, 4}

// onTextNode reports whether a loop runs an instruction only for nodes that are texts.
func (m *Method) onTextNode(v ssa.ID, l int) bool {
	f, g := m.Func(), m.Graph()
	isText := func(a ssa.ID) bool {
		x := &f.Values[a]
		return x.Kind == ssa.Int && slices.Contains(textNodes, x.Aux)
	}
	for b := int(f.Values[v].Block); b >= 0 && g.InLoop(b, l); b = g.Dominators.Parent(b) {
		parent := g.Dominators.Parent(b)
		if parent < 0 {
			break
		}
		test := f.At(g.Blocks[parent].Last)
		if test == 0 || !m.onEqual(parent, test, b) {
			continue
		}
		if args := f.Args(test); len(args) == 2 && m.IsCall(args[0], "getNodeType", "()S") && isText(args[1]) {
			return true
		}
	}
	return false
}
