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
		ID: "EL2012", Name: "NestedLoopSearch", Level: finding.Warning, Precision: "high", Tags: []string{"performance", "collections"},
		Summary: "A loop searches all elements for the one with an equal key, in every iteration of another loop; a map finds it at once",
	},
	Needs:   Needs{Calls: [][]string{{"equals", "areEqual"}}, Repeats: true, Within: true},
	OrNeeds: &Needs{Calls: searchingStreams, RepeatsOrLambda: true, Within: true, Or: &Needs{Calls: searchingStreams, Recurs: true}},
	Check:   nestedLoopSearch,
})

// nestedLoopSearch finds loops inside others that only look for the element with a key that is equal to something.
func nestedLoopSearch(m *Method) {
	for l := range m.Graph().Loops {
		outer := repetition{loop: int(m.Graph().Loops[l].Parent)}
		if outer.loop < 0 {
			outer.site = m.PerElement()
		}
		e := m.eachLoop(l)
		if e == nil || m.complete(e) || !m.Engine.IsClass(className(m.Type(e.from)), "java/util/Collection") || m.short(m.Strip(e.from)) {
			continue
		}
		repeats := outer.loop >= 0 || outer.site != nil
		if repeats && !m.repeatsSearchOf(m.Strip(e.from), e.element, outer) {
			continue
		}
		test, key := m.searchTest(m.rest(e), e.element, l)
		if test == 0 || !m.hashesAsEqual(test) {
			continue
		}
		if outer, repeats = m.repeatedSearch(m, test, m.Strip(e.from), key, outer, repeats); !repeats || !m.within(test, outer) {
			continue
		}
		name := m.nameOr(e.from, "the list")
		per := fmt.Sprintf("%s and element of %s", outer.unit(), name)
		again := outer.again()
		if outer.loop >= 0 {
			per, again = fmt.Sprintf("iteration of the outer loop and element of %s", name), "in every iteration of the outer loop"
		}
		energy := m.Energy(Change{At: test, Cost: m.TilesOf(append(m.rest(e), e.steps...)...), Per: per, Factor: m.sizeText(e.from), Case: "FieldEquals"})
		if energy == nil {
			continue
		}
		m.Report(test, "equals", fmt.Sprintf("the loop goes through %s for the one that is equal or has an equal key, %s; make a HashMap or HashSet of it before", name, again), energy, outer.related()...)
	}
	m.streamSearches()
}

// repeatedSearch returns what repeats a search of a collection that stays the same for a key that does not: r, if it repeats the search at all, else
// the loop that calls the method. ok is false where nothing does. The test of equality is one of the method in.
func (m *Method) repeatedSearch(in *Method, test, collection, key ssa.ID, r repetition, repeats bool) (by repetition, ok bool) {
	if repeats {
		return r, !m.changesKeys(in, test, r.loop) && !m.mayStayEqual(key, r)
	}
	if s := m.sameSearched(in, test, collection, key); s != nil {
		return s.repetition(), true
	}
	return r, false
}

// sameSearched returns the loop that calls the method to search a collection that stays the same for a key that does not, where the method itself
// does not change the collection, and the loop neither it nor a key of its elements; else nil. The test of equality is one of the method in.
func (m *Method) sameSearched(in *Method, test, collection, key ssa.ID) *searchLoop {
	if m.altersIn(collection, -1, "stream") {
		return nil
	}
	s := m.searchedByLoop(test, collection, key)
	if s == nil || m.changesKeys(in, test, -1) || s.changesKeys(in, test, s.loop) {
		return nil
	}
	if field, _ := m.ownField(collection); s.alters(field) {
		return nil
	}
	return s
}

// rearranges reports whether a loop passes a collection to a method of the program, or to one of Collections that changes what is at which place,
// or changes it by an iterator: a map of it that is made before tells something else then.
func (m *Method) rearranges(collection ssa.ID, l int) bool {
	f := m.Func()
	for v, c := range m.Calls() {
		if m.InLoop(v, l) && m.Engine.IsClass(c.Class, "java/util/Iterator") && (c.Name == "remove" || c.Name == "set" || c.Name == "add") && m.iterates(f.Args(v)[0], collection) {
			return true
		}
		changes := m.Engine.own(c.Class) || c.Class == collectionsClass && strings.HasPrefix(c.Desc, "(Ljava/util/List;") && strings.HasSuffix(c.Desc, ")V")
		if changes && m.InLoop(v, l) && slices.ContainsFunc(f.Args(v), func(a ssa.ID) bool { return m.Same(a, collection) }) {
			return true
		}
	}
	return false
}

// iterates reports whether a value is an iterator over a collection.
func (m *Method) iterates(iterator, collection ssa.ID) bool {
	made := m.Strip(iterator)
	return (m.IsCall(made, "iterator", "") || m.IsCall(made, "listIterator", "")) && m.Same(m.Func().Args(made)[0], collection)
}

// changesKeys reports whether a loop, or all of the method for -1, stores to a field by which a test of equality reads a key, itself or in a method of
// the program that it calls: a map that is made before has the old keys. The test is one of the method in.
func (m *Method) changesKeys(in *Method, test ssa.ID, l int) bool {
	for _, a := range in.Func().Args(test) {
		fields := in.getters(in.Strip(a))
		if field, ok := in.fieldOf(in.Strip(a)); ok {
			fields = append(fields, field)
		}
		if slices.ContainsFunc(fields, func(field classfile.Member) bool { return !in.final(field) && m.storesIn(l, field) }) {
			return true
		}
	}
	return false
}

// hashesAsEqual reports whether the classes of the program whose equals a test runs have a hashCode that goes with it.
func (m *Method) hashesAsEqual(test ssa.ID) bool {
	f := m.Func()
	c, _ := f.Member(test)
	return !slices.ContainsFunc(f.Args(test), func(a ssa.ID) bool {
		class := className(m.Type(a))
		if class == "" || class == "java/lang/Object" {
			class = c.Class
		}
		return m.Engine.equalWithoutHash(class)
	})
}

// equalWithoutHash reports whether a class of the program has an equals of its own, and the hashCode of a class above the one that declares it:
// a hash table does not find its equal objects.
func (e *Engine) equalWithoutHash(class string) bool {
	if !e.own(class) {
		return false
	}
	equals, hash := e.Program.Resolve(class, "equals", keyTest).Method, e.Program.Resolve(class, "hashCode", "()I").Method
	return equals != nil && equals.Class.Name != "java/lang/Object" && (hash == nil || hash.Class.Name != equals.Class.Name && e.IsClass(equals.Class.Name, hash.Class.Name))
}

// searchTest returns the call of equals that decides whether an element is the one that a loop looks for, and what it is compared with; 0 where its
// other instructions, rest, do anything else. l is -1 in a lambda that returns the answer.
func (m *Method) searchTest(rest []ssa.ID, element ssa.ID, l int) (test, key ssa.ID) {
	f := m.Func()
	ofElement := map[ssa.ID]bool{element: true}
	for _, v := range rest {
		x := &f.Values[v]
		switch {
		case m.IsCall(v, "equals", keyTest) || m.IsCall(v, "equalsIgnoreCase", "(Ljava/lang/String;)Z") || f.IsCallTo(v, "java/util/Objects", "equals") ||
			m.IsCall(v, "areEqual", "(Ljava/lang/Object;Ljava/lang/Object;)Z"):
			if test != 0 {
				return 0, 0
			}
			test = v
			args := f.Args(v)
			a, b := ofElement[m.Strip(args[0])], ofElement[m.Strip(args[1])]
			switch {
			case a == b:
				return 0, 0
			case a:
				key = args[1]
			default:
				key = args[0]
			}
			if l >= 0 && !m.steadyKey(key, l) {
				return 0, 0
			}
		case x.Op == classfile.OpGetfield && ofElement[m.Strip(f.Args(v)[0])]:
			ofElement[v] = true
		case f.IsCall(v) && len(f.Args(v)) == 1 && ofElement[m.Strip(f.Args(v)[0])] && x.Op != classfile.OpInvokedynamic && test == 0:
			if _, ok := m.getter(v); !ok && len(m.getters(v)) == 0 && !m.boxes(v) {
				c, _ := f.Member(v)
				if x.Type != 'a' || c.Name != "getKey" && c.Name != "getValue" && c.Name != "getName" && c.Name != "name" {
					return 0, 0
				}
			}
			ofElement[v] = true
		case (x.Op == classfile.OpIfeq || x.Op == classfile.OpIfne) && l >= 0:
			if leaves, of := m.leaves(v, l), f.Args(v)[0]; of == test && !leaves && !m.endsByFlag(l) || of != test && !(leaves && m.isFlag(of, l)) {
				return 0, 0
			}
		case x.Op == classfile.OpIreturn && l < 0:
			if f.Args(v)[0] != test {
				return 0, 0
			}
		case x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic || m.keySource(v) != v || m.takesElement(v): // the key
		default:
			return 0, 0
		}
	}
	return test, key
}

// endsByFlag reports whether a flag that the iterations set ends a loop: j < n && !found.
func (m *Method) endsByFlag(l int) bool {
	f := m.Func()
	return slices.ContainsFunc(m.exitTests(l), func(test ssa.ID) bool {
		op := f.Values[test].Op
		return (op == classfile.OpIfeq || op == classfile.OpIfne) && m.isFlag(f.Args(test)[0], l)
	})
}

// isFlag reports whether a variable of a loop has no values but constants: false where it is entered, true from some iteration on.
func (m *Method) isFlag(v ssa.ID, l int) bool {
	f := m.Func()
	if x := &f.Values[v]; x.Kind != ssa.Phi || x.Block != m.Graph().Loops[l].Header {
		return false
	}
	w := visit(v)
	for v := range w.all() {
		switch x := &f.Values[v]; {
		case len(w.seen) > 8:
			return false
		case x.Kind == ssa.Phi:
			w.add(f.Args(v)...)
		case x.Kind != ssa.Int:
			return false
		}
	}
	return true
}

// steadyKey reports whether a key is the same in every iteration of a loop: it is read, by fields and getters, from what is, or from the element of
// a list that the loop does not change.
func (m *Method) steadyKey(key ssa.ID, l int) bool {
	f := m.Func()
	for range 4 {
		key = m.Strip(key)
		if m.Stable(m.keySource(key), l) {
			return true
		}
		switch _, get := m.getter(key); {
		case m.takesElement(key):
			return m.Stable(f.Args(key)[0], l) && m.Stable(f.Args(key)[1], l)
		case f.Values[key].Op == classfile.OpGetfield || get && f.Values[key].Op != classfile.OpInvokestatic:
			key = f.Args(key)[0]
		default:
			return false
		}
	}
	return false
}

// takesElement reports whether an instruction takes an element of a list of the library by its index.
func (m *Method) takesElement(v ssa.ID) bool {
	c, _ := m.Func().Member(v)
	return m.IsCall(v, "get", "(I)Ljava/lang/Object;") && m.Engine.IsClass(c.Class, listClass) && !m.Engine.own(c.Class)
}

// keyOwner returns the object from which getters and fields give a key, else the key.
func (m *Method) keyOwner(key ssa.ID) ssa.ID {
	f := m.Func()
	for range 4 {
		key = m.keySource(key)
		if f.Values[key].Op != classfile.OpGetfield {
			break
		}
		key = f.Args(key)[0]
	}
	return m.Strip(key)
}

// keySource returns the object from which getters take a key, else the key.
func (m *Method) keySource(key ssa.ID) ssa.ID {
	f := m.Func()
	for range 4 {
		key = m.Strip(key)
		if _, ok := m.getter(key); !ok || f.Values[key].Op == classfile.OpInvokestatic {
			return key
		}
		key = f.Args(key)[0]
	}
	return key
}
