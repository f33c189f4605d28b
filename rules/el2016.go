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
		ID: "EL2016", Name: "AddOneByOne", Level: finding.Warning, Precision: "very-high", Tags: []string{"performance", "collections"},
		Sampled: finding.InItself,
		Summary: "A loop adds all elements of an array or collection to a list or map one by one; addAll or putAll makes room once",
	},
	Needs: Needs{Calls: [][]string{{"add", "put"}, {"hasNext", "size"}}, Repeats: true, Within: true},
	OrNeeds: &Needs{
		Calls: [][]string{{"add"}}, Ops: []classfile.Op{classfile.OpAaload}, Repeats: true, Within: true,
		Or: &Needs{
			Calls: [][]string{{"add"}, {"java/util/List.get", "java/util/ArrayList.get"}}, Repeats: true, Within: true,
			Or: &Needs{Calls: [][]string{{"forEach" + consumerCall, "forEachOrdered" + consumerCall, "forEach" + entryCall}}},
		},
	},
	Check: addOneByOne,
})

const (
	collectionAdd = "(Ljava/lang/Object;)Z"
	mapPut        = "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;"
)

// addOneByOne finds loops that do nothing but add the elements of an array or collection, or a part of them, to a list, or of a map to a map.
func addOneByOne(m *Method) {
	f := m.Func()
	for l := range m.Graph().Loops {
		e, part := m.eachLoop(l), false
		if e == nil {
			e, part = m.partLoop(l), true
		}
		if e == nil || !m.complete(e) || m.countsMore(e) {
			continue
		}
		rest := m.work(e)
		v := ssa.ID(0)
		switch {
		case len(rest) == 1 && m.IsCall(rest[0], "add", collectionAdd) && m.uncast(f.Args(rest[0])[1], e.element) && !m.declaresOther(e.from, f.Args(rest[0])[1]):
			v = rest[0]
		case len(rest) == 3 && m.putsEntry(rest, e.element):
			v = rest[2]
		default:
			continue
		}
		target := f.Args(v)[0]
		c, _ := f.Member(v)
		bulk, pair := m.bulk(v, c, e, part)
		if bulk == "" || !m.Stable(target, l) || m.Same(target, e.from) || m.IsThis(m.Strip(e.from)) || m.IsThis(m.Strip(target)) || m.temporary(target) || m.rare(v) {
			continue
		}
		cost := m.TilesOf(append(e.steps, v)...).Add(m.Engine.LibraryCost("java/util/ArrayList", "add", collectionAdd, 1))
		if energy := m.Energy(Change{At: v, Cost: cost, Repaired: m.Engine.movedElement(), Per: "element", Case: pair, Few: m.fewAdded(e, part)}); energy != nil {
			name, elements := m.nameOr(target, "the collection"), "the elements"
			if part {
				elements = "a part of the elements"
			}
			m.Report(v, c.Name, fmt.Sprintf("the loop only adds %s of %s to %s one by one; use %s", elements, m.nameOr(m.Strip(e.from), "another"), name, bulk), energy)
		}
	}
	m.addedByForEach()
}

// countsMore reports whether a loop counts something that is used and is not the index of its elements.
func (m *Method) countsMore(e *eachLoop) bool {
	f := m.Func()
	for _, b := range m.Graph().Loops[e.loop].Blocks {
		for _, v := range f.Body[b] {
			x := &f.Values[v]
			if x.Kind != ssa.Instr || x.Op != classfile.OpIinc || slices.Contains(e.steps, v) {
				continue
			}
			counter := f.Args(v)[0]
			unused := func(u ssa.ID) bool { return u == v || u == counter }
			if slices.ContainsFunc(slices.Concat(m.uses().of(v), m.uses().of(counter)), func(u ssa.ID) bool { return !unused(u) }) {
				return true
			}
		}
	}
	return false
}

// work is rest without reads of fields that stay the same in the loop: this.words.add(word).
func (m *Method) work(e *eachLoop) []ssa.ID {
	f := m.Func()
	return slices.DeleteFunc(m.rest(e), func(v ssa.ID) bool {
		op := f.Values[v].Op
		return (op == classfile.OpGetfield || op == classfile.OpGetstatic) && m.Stable(v, e.loop) && !m.volatile(v)
	})
}

// putsEntry reports whether the instructions put the key and value of a map's entry into a map.
func (m *Method) putsEntry(rest []ssa.ID, entry ssa.ID) bool {
	f := m.Func()
	of := func(v ssa.ID, name string) bool {
		return m.IsCall(v, name, "()Ljava/lang/Object;") && m.Strip(f.Args(v)[0]) == entry
	}
	if !of(rest[0], "getKey") || !of(rest[1], "getValue") || !m.IsCall(rest[2], "put", mapPut) {
		return false
	}
	args := f.Args(rest[2])
	return m.uncast(args[1], rest[0]) && m.uncast(args[2], rest[1])
}

// bulk returns the method that does what the loop does, and the case of the evidence; empty where there is none that costs less: a hash
// set has none.
func (m *Method) bulk(v ssa.ID, c classfile.Member, e *eachLoop, part bool) (name, pair string) {
	f := m.Func()
	target := f.Args(v)[0]
	switch {
	case m.Engine.own(c.Class) || m.mayRunOwn(target, c):
		return "", ""
	case c.Name == "put":
		if m.Type(target) == "Ljava/util/HashMap;" && m.ofEntries(e.from) && !m.castsEntries(v, f.Args(m.Strip(e.from))[0]) {
			return "putAll", "PutEntries"
		}
	case m.Type(target) == "Ljava/util/ArrayList;" || m.Engine.IsClass(c.Class, "java/util/List") && !m.Engine.IsClass(c.Class, "java/util/AbstractSequentialList") && !m.copiesOnWrite(target, c.Class) && m.Type(target) != "Ljava/util/LinkedList;":
		switch array := f.Values[e.element].Op == classfile.OpAaload; {
		case array && part:
			return "addAll of Arrays.asList(Arrays.copyOfRange(...))", "AddPart"
		case array:
			return "addAll of Arrays.asList", "AddArray" // Collections.addAll adds one by one itself
		case part:
			if m.partIsList(e) {
				return "addAll of its subList", "AddSubList"
			}
			return "", ""
		}
		if from := className(m.Type(e.from)); m.Engine.IsClass(from, "java/util/Collection") && !m.Engine.iteratesOtherwise(from) {
			return "addAll", "AddElements"
		}
	}
	return "", ""
}

// iteratesOtherwise reports whether a class is one of the program whose iterator or array of elements is of its own: addAll, which takes the
// array, may then add other elements than a loop.
func (e *Engine) iteratesOtherwise(class string) bool {
	return e.own(class) && (e.redefines(class, "iterator", "()Ljava/util/Iterator;") || e.redefines(class, "toArray", "()[Ljava/lang/Object;"))
}

// ofEntries reports whether a value is the set of entries of a map.
func (m *Method) ofEntries(v ssa.ID) bool { return m.IsCall(v, "entrySet", "()Ljava/util/Set;") }

// uncast reports whether a value is an element as a loop takes it. A cast tells that the element has another type than the target's,
// but for the one that generic types need, which follows the call that takes the element.
func (m *Method) uncast(v, element ssa.ID) bool {
	f := m.Func()
	x := &f.Values[v]
	if x.Kind != ssa.Instr || x.Op != classfile.OpCheckcast || f.Args(v)[0] != element {
		return v == element
	}
	return f.IsCall(element) && m.behind(int(f.Values[element].PC), int(x.PC))
}

// behind reports whether an instruction follows another, or what Kotlin's compiler puts in between in code that it inlines: a store to a
// variable and the load of it.
func (m *Method) behind(pc, next int) bool {
	code := m.Func().Code
	at := code.Next(pc)
	if at == next || !isKotlin(m.Func().Method.Class) || at >= next {
		return at == next
	}
	load := code.Next(at)
	if load >= next || code.Next(load) != next || !code.Op(at).IsStore() || !code.Op(load).IsLoad() {
		return false
	}
	stored, _ := code.Local(at)
	loaded, _ := code.Local(load)
	return stored == loaded
}

// castsEntries reports whether a call of put casts a key or value to another type than the source declares for the map that it comes from;
// Properties holds objects.
func (m *Method) castsEntries(put, from ssa.ID) bool {
	f := m.Func()
	arguments := m.typeArguments(m.Strip(from))
	if m.Engine.IsClass(className(m.Type(from)), "java/util/Properties") {
		arguments = []string{objectDesc, objectDesc}
	}
	return len(arguments) == 2 && (m.castsTo(f.Args(put)[1], arguments[0]) || m.castsTo(f.Args(put)[2], arguments[1]))
}

// declaresOther reports whether the source declares the elements of a parameter with another type than a loop casts them to: "?", or
// List<Object> whose strings are added.
func (m *Method) declaresOther(from, v ssa.ID) bool {
	arguments := m.typeArguments(m.Strip(from))
	return len(arguments) == 1 && m.castsTo(v, arguments[0])
}

// castsTo reports whether a value is cast to a class that is not the one of a type argument.
func (m *Method) castsTo(v ssa.ID, argument string) bool {
	f := m.Func()
	x := &f.Values[v]
	if x.Kind != ssa.Instr || x.Op != classfile.OpCheckcast {
		return false
	}
	declared, _, _ := strings.Cut(strings.TrimSuffix(argument, ";"), "<")
	return declared == "*" || strings.HasPrefix(declared, "L") && declared[1:] != className(f.Static(v))
}
