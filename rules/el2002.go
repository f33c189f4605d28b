package rules

import (
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/pattern"
	"github.com/energylint/energylint/internal/ssa"
)

var _ = register(&Rule{
	RuleInfo: finding.RuleInfo{
		ID: "EL2002", Name: "LinearSearchInLoop", Level: finding.Warning, Precision: "high", Tags: []string{"performance", "collections"},
		Sampled: finding.AtCall,
		Summary: "Searching a list from its beginning in every iteration costs as much as both sizes multiplied; a hash set does not",
	},
	Needs: Needs{Calls: [][]string{{"contains", "indexOf", "lastIndexOf", "remove"}}, RepeatsOrLambda: true},
	// anyMatch(list::contains), sort(comparingInt(list::indexOf))
	OrNeeds: &Needs{
		Calls: [][]string{perElementNames},
		Called: func(_ *Engine, c classfile.Member) bool {
			return c.Name != "remove" && c.Desc == searches[c.Name]
		},
		CalledNames: func(*Engine) []string { return []string{"contains", "indexOf", "lastIndexOf"} },
		// boolean has(String name) { return names.contains(name); }
		Or: &Needs{Recurs: true, Calls: [][]string{{"contains(Ljava/lang/Object;)Z", "indexOf(Ljava/lang/Object;)I", "lastIndexOf(Ljava/lang/Object;)I"}}},
	},
	Check: linearSearch,
})

// searches are the methods of lists that compare element after element.
var searches = map[string]string{
	"contains": "(Ljava/lang/Object;)Z", "indexOf": "(Ljava/lang/Object;)I", "lastIndexOf": "(Ljava/lang/Object;)I", "remove": "(Ljava/lang/Object;)Z",
}

// instead is what to do in their place.
var instead = map[string]string{
	"contains": "ask a HashSet", "indexOf": "ask a HashMap from elements to positions", "lastIndexOf": "ask a HashMap from elements to positions",
	"remove": "collect what is to go in a HashSet and remove it at once with removeAll, or count it in a HashMap where elements repeat",
}

// linearSearch finds searches of a list that stays the same in a loop, for something that does not.
func linearSearch(m *Method) {
	f := m.Func()
	for v, c := range m.Calls("contains", "indexOf", "lastIndexOf", "remove") {
		if searches[c.Name] != c.Desc || f.Values[v].Op == classfile.OpInvokestatic {
			continue
		}
		args := f.Args(v)
		list := m.Strip(args[0])
		passed := m.isPassed(list, c)
		if !passed && !m.isList(list, c.Class) && (c.Name != "contains" || m.likeList(list, c.Class) == "") || m.IsThis(list) || m.isOuterThis(list) || m.short(list) || c.Name == "remove" && (m.copiesOnWrite(list, c.Class) || m.seesRemoval(v)) {
			continue // EL6002 reports changes to a list that they copy
		}
		per, loop := m.searchedPer(v, c, list)
		if per == "" || m.searchedSeldom(v, c, list, args[1]) || passed && !loop.passesList() {
			continue
		}
		m.reportSearch(v, c, list, args[1], per, m.Call(v), loop)
	}
	m.referencedSearches()
}

// isPassed reports whether a method asks a collection that it is given whether something is in it, of which nothing more is known: what a loop passes
// may be a list.
func (m *Method) isPassed(collection ssa.ID, c classfile.Member) bool {
	return c.Name == "contains" && (c.Class == "java/util/Collection" || c.Class == "java/lang/Iterable") && m.Func().Values[collection].Kind == ssa.Param && !m.isList(collection, c.Class)
}

// viewed returns the array or collection that a list shows, which is made for one search: Arrays.asList(names).contains(name); else the list.
func (m *Method) viewed(list ssa.ID) ssa.ID {
	f := m.Func()
	for range 4 {
		c, _ := f.Member(list)
		if !f.IsCall(list) || c.Class != "java/util/Arrays" && c.Class != collectionsClass || c.Name != "asList" && !strings.HasPrefix(c.Name, "unmodifiable") {
			break
		}
		list = m.Strip(f.Args(list)[0])
	}
	return list
}

// isCollection reports whether the method is one of a collection, which passes on what it is asked.
func (m *Method) isCollection() bool {
	return m.Engine.IsClass(m.Func().Method.Class.Name, "java/util/Collection")
}

// removesFrom reports whether a loop removes elements of a list one by one: a set would forget that one of two equal ones is left.
func (m *Method) removesFrom(list ssa.ID, l int) bool {
	for v, c := range m.Calls("remove") {
		if c.Desc == searches["remove"] && m.InLoop(v, l) && m.Same(m.Strip(m.Func().Args(v)[0]), list) {
			return true
		}
	}
	return false
}

// seesRemoval reports whether it matters when an element is removed: something depends on whether it was there, or the loop asks the
// list for something else. Removing all at once then does another thing.
func (m *Method) seesRemoval(remove ssa.ID) bool {
	f := m.Func()
	if len(m.uses().of(remove)) > 0 {
		return true
	}
	l := m.LoopOf(remove)
	if l < 0 {
		return false
	}
	for v := range m.Calls() {
		if v != remove && m.InLoop(v, l) && slices.ContainsFunc(f.Args(v), func(a ssa.ID) bool { return m.Same(a, f.Args(remove)[0]) }) {
			return true
		}
	}
	return false
}

// reportSearch reports a search of a list for what, 0 where it is not seen, called text, that runs once per what per says. loop is the one that calls
// the method, nil where that does not repeat it.
func (m *Method) reportSearch(v ssa.ID, c classfile.Member, list, what ssa.ID, per, text string, loop *searchLoop) {
	if m.mayRunOwn(list, classfile.Member{Class: c.Class, Name: c.Name, Desc: searches[c.Name]}) || m.unhashed(list, what) || m.hashesMaps(list, what) || m.changesElements(v, list, what) || strings.HasSuffix(strings.ToLower(c.Name), "indexof") && (per == "iteration" && m.reorders(list, m.LoopOf(v)) || per == "call" && m.somewhere(list, (*Method).movesPlaces)) {
		return
	}
	name := m.nameOr(list, "the list")
	// Model what differs: one step of the search on one side, nothing on the other, where the size is not known.
	model := m.listModel(list, c.Class)
	one, step := m.Engine.LibraryCost(model, "contains", searches["contains"], 1), m.Engine.perUnit(model, "contains", searches["contains"])
	energy := m.Energy(Change{At: v, Cost: step, Per: per + " and element of " + name, Factor: name + ".size()", Case: m.searchCase(simpleName(model), list, what), Elements: m.given(list)})
	if energy == nil {
		return
	}
	when := "in every " + per
	var related []finding.Location
	switch {
	case loop != nil:
		r := loop.repetition()
		when, related = r.again(), r.related()
	case per == "call":
		when = repetition{loop: -1, hot: true}.again()
	case per == "element" || per == "comparison":
		when = "for every " + per
	}
	kind := "list"
	if m.likeList(list, c.Class) != "" {
		kind = "collection"
	}
	message := fmt.Sprintf("%s compares one element of the %s after the other, %s; %s", text, kind, when, instead[c.Name])
	if n := m.breakEven(one, step); n > 0 && !m.Engine.compiled() { // the model is of the interpreter
		message += fmt.Sprintf(", which pays from %d elements on", n)
	}
	m.Report(v, c.Name, message, energy, related...)
}

// unhashed reports whether the elements of a list, or what it is searched for, are of a class of the program whose equal objects a hash table does
// not find.
func (m *Method) unhashed(list, what ssa.ID) bool {
	if what != 0 && m.Engine.equalWithoutHash(className(m.Type(what))) {
		return true
	}
	return slices.ContainsFunc(m.typeArguments(m.Strip(list)), func(a string) bool { return m.Engine.equalWithoutHash(className(a)) })
}

// hashesMaps reports whether the elements of a list, or what it is searched for, are maps: a hash table reads each of them as a whole, which a list
// does only for those that are of one size and begin alike, and it never finishes with one that holds itself.
func (m *Method) hashesMaps(list, what ssa.ID) bool {
	return slices.ContainsFunc(append(m.elementClasses(list), m.typesOf(what)...), func(class string) bool { return m.Engine.IsClass(class, "java/util/Map") })
}

// movesPlaces reports whether the method changes which element of a list is at which place, but by adding one at the end: it removes some, sorts or swaps
// them. of tells of the list.
func (m *Method) movesPlaces(of func(ssa.ID) bool) bool {
	f := m.Func()
	for v, c := range m.Calls() {
		args := f.Args(v)
		static := f.Values[v].Op == classfile.OpInvokestatic
		switch {
		case len(args) == 0 || f.Values[v].Op == classfile.OpInvokedynamic || !of(args[0]):
		case static && c.Class == collectionsClass && strings.HasSuffix(c.Desc, ")V"):
			return true
		case !static && (strings.HasPrefix(c.Name, "remove") || c.Name == "retainAll" || c.Name == "sort" || c.Name == "set" || c.Name == "add" && strings.HasPrefix(c.Desc, "(I")):
			return true
		}
	}
	return false
}

// changesElements reports whether what repeats a search, a loop or else the method, changes what the elements of the list or what it is searched for
// are equal to: a hash table that is made before has the old ones.
func (m *Method) changesElements(search, list, what ssa.ID) bool {
	l := m.LoopOf(search)
	among := func(v ssa.ID) bool { return m.InLoop(v, l) }
	of := func(v ssa.ID) bool { return m.Same(v, list) }
	return slices.ContainsFunc(append(m.elementClasses(list), m.typesOf(what)...), func(class string) bool { return m.changesEquality(class, among, of) })
}

// reorders reports whether a loop changes which element of a list is at which place, but by adding one at the end.
func (m *Method) reorders(list ssa.ID, l int) bool {
	return l >= 0 && (m.rearranges(list, l) || m.altersIn(list, l, "add", "indexOf", "lastIndexOf"))
}

// referencedSearches finds references to searches of a list that are passed to be called for every element.
func (m *Method) referencedSearches() {
	f := m.Func()
	for r := range m.references() {
		if r.body.Name == "remove" || r.body.Desc != searches[r.body.Name] || len(f.Args(r.Lambda)) != 1 {
			continue
		}
		list := m.Strip(f.Args(r.Lambda)[0])
		if of := className(f.Static(list)); m.Engine.IsClass(of, r.body.Class) {
			r.body.Class = of // the compiler names the class that declares the method
		}
		if (m.isList(list, r.body.Class) || r.body.Name == "contains" && m.likeList(list, r.body.Class) != "") && !m.IsThis(list) && !m.short(list) {
			m.reportSearch(r.Lambda, r.body, list, 0, r.unit(), m.referenced(r), nil)
		}
	}
}

// breakEven is the number of elements from which a search in a hash set costs less than one in the list.
func (m *Method) breakEven(one, step pattern.Counts) int {
	e := m.Engine
	hash := e.LibraryCost("java/util/HashSet", "contains", "(Ljava/lang/Object;)Z", 1)
	perElement := e.Model.Mean(step, e.Device)
	if perElement <= 0 {
		return 0
	}
	n := 1 + math.Ceil((e.Model.Mean(hash, e.Device)-e.Model.Mean(one, e.Device))/perElement)
	return int(math.Max(2, n))
}

// isList reports whether a value is certainly a list: by the class that the call names or by where the value comes from.
func (m *Method) isList(v ssa.ID, class string) bool {
	e := m.Engine
	if e.own(class) {
		return false // a list of the program's own may search in another way
	}
	if e.IsClass(class, "java/util/List") {
		return true
	}
	return e.IsClass(class, "java/util/Collection") && (m.Is(v, "java/util/List") || linear[class] != "" && e.isType(m.Type(v), "java/util/List"))
}

//go:embed linear.tsv
var linearText string

// linear are the rows of linear.tsv: by the class of a collection, the list that is most like it.
var linear = func() map[string]string {
	out := map[string]string{}
	for c := range rows(linearText) {
		out[c[0]] = c[1]
	}
	return out
}()

// likeList returns the list by which linear.tsv prices the collection that a value is; empty where its class may be no class of that table.
func (m *Method) likeList(v ssa.ID, class string) string {
	if m.Engine.own(class) {
		return ""
	}
	t := className(m.Type(v))
	switch x := &m.Func().Values[v]; {
	case linear[t] != "" && (x.Kind == ssa.Instr && x.Op == classfile.OpNew || !m.Engine.searchesOtherwise(t)):
		return linear[t]
	case m.Engine.IsClass(t, "java/util/List"):
		return ""
	case class == "java/util/Collection" && m.onlyLinear(v):
		return "java/util/ArrayList"
	case linear[class] == "" || m.Engine.searchesOtherwise(class):
		return ""
	}
	return linear[class]
}

// searchesOtherwise reports whether a class of the program below one of linear has a contains of its own, which may not compare one element
// after the other, as that of a queue in Guava.
func (e *Engine) searchesOtherwise(class string) bool {
	return e.redefines(class, "contains", searches["contains"])
}

// onlyLinear reports whether a value of several classes is of none but lists and collections of linear: what a field holds, or what several paths
// bring.
func (m *Method) onlyLinear(v ssa.ID) bool {
	f := m.Func()
	found := false
	w := visit(v)
	for v := range w.all() {
		v = m.Strip(v)
		x := &f.Values[v]
		switch {
		case len(w.seen) > 8:
			return false
		case x.Kind == ssa.Phi:
			w.add(f.Args(v)...)
		case v == 0 || f.IsNull(v):
		case x.Kind == ssa.Instr && (x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic):
			c, _ := f.Member(v)
			if found = m.Engine.holdsLinear(c); !found {
				return false
			}
		default:
			if found = m.Engine.searchedInOrder(f.Static(v)); !found {
				return false
			}
		}
	}
	return found
}

// searchedInOrder reports whether a type is that of a list or a collection of linear.
func (e *Engine) searchedInOrder(desc string) bool {
	class := className(desc)
	return class != "" && !e.own(class) && (linear[class] != "" && !e.searchesOtherwise(class) || e.IsClass(class, "java/util/List"))
}

// holdsLinear reports whether all that is stored in a field are such collections.
func (e *Engine) holdsLinear(field classfile.Member) bool {
	storing, ok := e.storing(field)
	if !ok || len(storing) == 0 {
		return false
	}
	for _, m := range storing {
		stored, ok := e.storedBy(m)
		if !ok || slices.ContainsFunc(stored, func(s storedType) bool { return s.field == field && !e.searchedInOrder(s.desc) }) {
			return false
		}
	}
	return true
}

// listModel is the class whose library model prices a search.
func (m *Method) listModel(v ssa.ID, class string) string {
	if like := m.likeList(v, class); like != "" {
		return like
	}
	if m.Engine.IsClass(class, "java/util/LinkedList") || m.Is(v, "java/util/LinkedList") {
		return "java/util/LinkedList"
	}
	return "java/util/ArrayList"
}

// fewElements is up to how many elements a list in the source is taken for short.
const fewElements = 8

// short reports whether a list has few elements that stand in the source: List.of("a", "b"), Arrays.asList, a list made here
// that a few calls of add outside of loops fill, or a field that holds nothing else; also a static final field: what it was
// given is seldom long.
func (m *Method) short(v ssa.ID) bool {
	f := m.Func()
	x := &f.Values[v]
	if x.Kind == ssa.Phi && !m.headsLoop(v) { // one of several
		return !slices.ContainsFunc(f.Args(v), func(a ssa.ID) bool { return a == 0 || f.Values[m.Strip(a)].Kind != ssa.Instr || !m.short(m.Strip(a)) })
	}
	if x.Kind != ssa.Instr {
		return false
	}
	switch {
	case x.Op == classfile.OpGetstatic || x.Op == classfile.OpGetfield:
		c, _ := f.Member(v)
		return x.Op == classfile.OpGetstatic && m.final(c) || m.Engine.holdsShort(c)
	case x.Op == classfile.OpNew:
		return m.filledHere(v)
	}
	return m.fewGiven(v) || m.wrapsFew(v)
}

// holdsShort reports whether all that is stored in a field are lists of a few elements and of fixed size: a list
// that can grow says nothing by what it was at first.
func (e *Engine) holdsShort(field classfile.Member) bool {
	return e.holdsOnly(field, (*Method).fewGiven)
}

// holdsOnly reports whether all that is stored in a field is as said, and something is.
func (e *Engine) holdsOnly(field classfile.Member, is func(m *Method, v ssa.ID) bool) bool {
	storing, ok := e.storing(field)
	if !ok {
		storing, ok = e.storingInPackage(field)
	}
	if !ok {
		return false
	}
	values, ok := e.storesIn(storing, field)
	if !ok {
		return false
	}
	any := false
	for m, v := range values {
		if any = true; !is(m, m.Strip(v)) {
			return false
		}
	}
	return any
}

// filledHere reports whether a list that this method makes empty is filled by a few calls of add outside of loops, and not passed
// to other code.
func (m *Method) filledHere(made ssa.ID) bool {
	f := m.Func()
	t := m.uses()
	added := 0
	w := visit(made)
	for v := range w.all() {
		for _, u := range t.of(v) {
			if x := &f.Values[u]; x.Kind == ssa.Phi || x.Op == classfile.OpCheckcast {
				w.add(u)
				continue
			}
			if !f.IsCall(u) || f.Args(u)[0] != v || slices.Contains(f.Args(u)[1:], v) {
				return false
			}
			switch c, _ := f.Member(u); c.Name {
			case "add", "addFirst", "addLast":
				if added++; m.LoopOf(u) >= 0 {
					return false
				}
			case "<init>":
				if c.Desc != "()V" && c.Desc != "(I)V" {
					return false
				}
			case "contains", "indexOf", "lastIndexOf", "remove", "size", "isEmpty", "get", "iterator", "clear":
			default:
				return false
			}
		}
	}
	return added <= fewElements
}

// rare reports whether an instruction is known to run a few times only.
func (m *Method) rare(v ssa.ID) bool {
	s := m.Bounds()
	if s.Err() != nil {
		return false
	}
	o, obj := s.Executions(v)
	n := s.Range(o, obj, m.Engine.Assume)
	return n.Known && n.Header <= fewElements
}

// sameForAll reports whether a value in the body of a lambda is the same for all elements.
func (m *Method) sameForAll(v ssa.ID, s *Site) bool {
	f := m.Func()
	v = m.Strip(v)
	if m.IsCaptured(v, s) {
		return true
	}
	x := &f.Values[v]
	switch {
	case x.Kind == ssa.Int || x.Kind == ssa.Const:
		return true
	case x.Kind == ssa.Instr && (x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic):
		c, _ := f.Member(v)
		return !m.Writes(c) && (x.Op == classfile.OpGetstatic || m.sameForAll(f.Args(v)[0], s))
	}
	return false
}
