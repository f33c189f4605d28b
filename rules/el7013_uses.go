package rules

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// What an order is used for: only a sort compares an element often enough that it pays to keep what is compared.

// fewComparisons are the methods that compare an element once or twice, or a few of many elements: to compute what is compared of every element
// before costs as much or more.
var fewComparisons = map[string]bool{
	"java/util/Arrays.binarySearch": true, "java/util/Collections.binarySearch": true, "java/util/Collections.max": true, "java/util/Collections.min": true,
	"java/util/stream/Stream.max": true, "java/util/stream/Stream.min": true, "java/util/stream/Collectors.maxBy": true, "java/util/stream/Collectors.minBy": true,
	"java/util/function/BinaryOperator.maxBy": true, "java/util/function/BinaryOperator.minBy": true,
	"kotlin/collections/CollectionsKt.maxWithOrNull": true, "kotlin/collections/CollectionsKt.minWithOrNull": true,
	"kotlin/collections/CollectionsKt.maxWithOrThrow": true, "kotlin/collections/CollectionsKt.minWithOrThrow": true,
	"kotlin/collections/CollectionsKt.binarySearch$default": true,
}

// neverSorts reports whether an order that the method is a part of, as the body of a lambda or a method of an anonymous class, only goes to
// fewComparisons.
func (m *Method) neverSorts() bool {
	own := m.Func().Method
	host, makes := own.Class, func(n *Method, v ssa.ID) bool {
		if n.Func().Values[v].Op != classfile.OpInvokedynamic {
			return false
		}
		body, ok := n.function(v)
		return ok && body.Name == own.Name && body.Desc == own.Desc && body.Class == own.Class.Name
	}
	if m.view.lambda(own) == nil {
		if host = m.Engine.around(own.Class.Name); host == nil {
			return false // others may make it
		}
		makes = func(n *Method, v ssa.ID) bool { return n.isNew(v, own.Class.Name) }
	}
	used := false
	for i := range host.Methods {
		code, err := host.Methods[i].Code()
		if err != nil || code == nil || !hasOp(code, func(op classfile.Op) bool { return op == classfile.OpInvokedynamic || op == classfile.OpNew }) {
			continue
		}
		n := m.Engine.reader(&host.Methods[i])
		if n == nil {
			return false
		}
		for v := range n.Instructions() {
			if !makes(n, v) {
				continue
			}
			if !n.comparesFew(v) {
				return false
			}
			used = true
		}
	}
	return used
}

// around returns the class whose method makes the objects of an anonymous class, by its name: Kotlin's names have the method, too. It is nil for
// other classes.
func (e *Engine) around(name string) *classfile.Class {
	at := strings.LastIndexByte(name, '$')
	if at < 0 || strings.Trim(name[at+1:], "0123456789") != "" {
		return nil
	}
	for ; at > 0; at = strings.LastIndexByte(name[:at], '$') {
		if host := e.Program.Lookup(name[:at]); host != nil {
			return host
		}
	}
	return nil
}

// comparesFew reports whether an order, or a function of keys, only goes to fewComparisons, itself or as part of another order.
func (m *Method) comparesFew(order ssa.ID) bool {
	f := m.Func()
	compared := false
	w := visit(order)
	for v := range w.all() {
		for _, u := range m.uses().of(v) {
			c, _ := f.Member(u)
			switch x := &f.Values[u]; {
			case x.Kind == ssa.Phi || x.Op == classfile.OpCheckcast:
				w.add(u)
			case !f.IsCall(u) || x.Op == classfile.OpInvokedynamic:
				return false
			case fewComparisons[c.Class+"."+c.Name]:
				compared = true
			case c.Class == comparatorClass && strings.HasSuffix(c.Desc, ")L"+comparatorClass+";"), c.Class == collectionsClass && c.Name == "reverseOrder":
				w.add(u)
			case c.Name != "<init>" || slices.Contains(f.Args(u)[1:], v):
				return false
			}
		}
	}
	return compared
}
