package rules

import (
	"fmt"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Calls of forEach of EL2016.

const (
	consumerCall = "(Ljava/util/function/Consumer;)V"
	entryCall    = "(Ljava/util/function/BiConsumer;)V"
)

// addedByForEach finds calls of forEach of a collection, or of a stream of all its elements, that do nothing but add them to a list:
// given.forEach(names::add).
func (m *Method) addedByForEach() {
	f := m.Func()
	for v, c := range m.Calls("forEach", "forEachOrdered") {
		if c.Desc == entryCall {
			m.putByForEach(v)
			continue
		}
		if c.Desc != consumerCall || f.Values[v].Op == classfile.OpInvokestatic {
			continue
		}
		from := m.goneThrough(v)
		if from == 0 || m.IsThis(from) {
			continue
		}
		in, target, add := m.addingTo(f.Args(v)[1], "add", collectionAdd)
		if in == nil || in == m && m.Same(target, from) || in.IsThis(target) || in.temporary(target) || !in.takesBulk(target, add) {
			continue
		}
		cost := callTiles().Add(m.Engine.LibraryCost("java/util/ArrayList", "add", collectionAdd, 1))
		if energy := m.Energy(Change{At: v, Cost: cost, Repaired: m.Engine.movedElement(), Per: "element", Case: "AddElements"}); energy != nil {
			name := in.nameOr(target, "the collection")
			m.Report(v, add.Name, fmt.Sprintf("forEach only adds the elements of %s to %s one by one; use addAll", m.nameOr(from, "another"), name), energy)
		}
	}
}

// goneThrough returns the collection whose elements, all and in its order, a call of forEach passes on: its receiver, or what a stream
// without other steps is of. It is 0 for another receiver, and where a class of the program may pass on other elements than addAll takes.
func (m *Method) goneThrough(forEach ssa.ID) ssa.ID {
	f := m.Func()
	from, stream := m.Strip(f.Args(forEach)[0]), false
	if stream = m.IsCall(from, "stream", "()L"+streamClass+";"); stream {
		from = m.Strip(f.Args(from)[0])
	}
	class := className(m.Type(from))
	switch own := m.Engine.own(class); {
	case !m.Engine.IsClass(class, "java/util/Collection"), m.Engine.iteratesOtherwise(class):
		return 0
	case own && (stream || m.Engine.redefines(class, "forEach", consumerCall)):
		return 0
	}
	return from
}

// putByForEach finds calls of forEach of a map that do nothing but put its entries into a HashMap: given.forEach(counts::put).
func (m *Method) putByForEach(v ssa.ID) {
	f := m.Func()
	from := m.Strip(f.Args(v)[0])
	class := className(m.Type(from))
	if !m.Engine.IsClass(class, "java/util/Map") || m.Engine.own(class) || m.IsThis(from) {
		return
	}
	in, target, put := m.addingTo(f.Args(v)[1], "put", mapPut)
	if in == nil || in == m && m.Same(target, from) || in.IsThis(target) || in.temporary(target) || in.Type(target) != "Ljava/util/HashMap;" || in.mayRunOwn(target, put) {
		return
	}
	cost := callTiles().Add(m.Engine.LibraryCost("java/util/HashMap", "put", mapPut, 1))
	if energy := m.Energy(Change{At: v, Cost: cost, Repaired: m.Engine.movedElement(), Per: "element", Case: "PutEntries"}); energy != nil {
		m.Report(v, put.Name, fmt.Sprintf("forEach only puts the entries of %s into %s one by one; use putAll", m.nameOr(from, "another map"), in.nameOr(target, "the map")), energy)
	}
}

// addingTo returns the list or map to which a lambda or method reference adds its arguments by a method, in the method that makes the function or, of a list in a field, in
// the body of the lambda; and the call of add. in is nil where it does anything else.
func (m *Method) addingTo(function ssa.ID, name, desc string) (in *Method, list ssa.ID, add classfile.Member) {
	f := m.Func()
	member, made := m.function(function)
	if !made || len(f.Args(function)) != 1 {
		return nil, 0, add
	}
	captured := m.Strip(f.Args(function)[0])
	body := m.lambdaBody(member)
	if body == nil {
		if member.Name == name && member.Desc == desc {
			in = m
		}
		return in, captured, member
	}
	g := body.Func()
	if len(g.Params) != 1+len(classfile.Params(desc)) {
		return nil, 0, add
	}
	for v := range body.Instructions() {
		switch x := &g.Values[v]; {
		case in == nil && body.IsCall(v, name, desc) && slices.Equal(g.Args(v)[1:], g.Params[1:]):
			add, _ = g.Member(v)
			in, list = m, captured
			if to := g.Args(v)[0]; to != g.Params[0] {
				in, list = body, to
			}
		case x.Op == classfile.OpReturn, x.Op == classfile.OpGetfield && g.Args(v)[0] == g.Params[0] && !body.volatile(v):
		default:
			return nil, 0, add
		}
	}
	return in, list, add
}

// takesBulk reports whether addAll of a list makes room once: it is no linked list, no list that is copied for each change, and none of the program.
func (m *Method) takesBulk(list ssa.ID, add classfile.Member) bool {
	t := className(m.Type(list))
	return m.Engine.IsClass(t, listClass) && !m.Engine.own(t) && !m.Engine.IsClass(t, "java/util/AbstractSequentialList") && !slices.Contains(copyOnWrite, t) && !m.mayRunOwn(list, add)
}
