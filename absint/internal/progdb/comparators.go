package progdb

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Comparators of collections that are made elsewhere: whether the program gives any collection an order of its own, and whether it makes
// comparators of functions.
//
// Sound because a class that makes a collection with a comparator, or a comparator of a function, names the method that does it in its constant pool, and the
// comparator that a call passes is one that its method makes, or may be any.

// comparators is what the code under analysis tells of comparators.
type comparators struct {
	ordering   bool // a collection in order may be made with a comparator of the program
	unknown    bool // with one that may be any
	ofFunction bool // a comparator may be made of a function
}

// OrdersCollections reports whether a class under analysis may make a collection in order with a comparator of the program.
func (t *FieldTable) OrdersCollections() bool { return t.comparatorFacts().ordering }

// OrdersByFunctions reports whether one of them may be a comparator that is made of a function, as by Comparator.comparing: its compare runs
// the function.
func (t *FieldTable) OrdersByFunctions() bool {
	facts := t.comparatorFacts()
	return facts.unknown && facts.ofFunction
}

func (t *FieldTable) comparatorFacts() comparators {
	t.compares.Do(func() {
		if t.H.Misses() {
			t.comparators = comparators{true, true, true}
			return
		}
		for _, c := range t.H.Classes() {
			if t.readComparators(&c.Pool) {
				t.readOrders(c)
			}
		}
	})
	return t.comparators
}

// readComparators adds what a constant pool tells. orders reports whether it names a method that makes a collection with a comparator.
func (t *FieldTable) readComparators(pool *classfile.Pool) (orders bool) {
	f := &t.comparators
	for i := 1; i < pool.Len(); i++ {
		switch pool.Tag(i) {
		case classfile.TagMethodref, classfile.TagInterfaceMethodref:
			m, _ := pool.Member(i)
			orders = orders || !t.H.Analysed(m.Class) && givesOrder(m)
			f.ofFunction = f.ofFunction || t.comparesByFunction(m)
		case classfile.TagMethodHandle:
			if h, ok := pool.Handle(i); ok && !t.H.Analysed(h.Member.Class) && givesOrder(h.Member) {
				f.ordering, f.unknown = true, true
			}
		}
	}
	return orders
}

// readOrders adds the comparators that the methods of a class make collections with.
func (t *FieldTable) readOrders(c *classfile.Class) {
	for i := range c.Methods {
		if !c.Methods[i].HasCode() {
			continue
		}
		b := t.body(&c.Methods[i])
		if b.Err != nil {
			t.comparators.ordering, t.comparators.unknown = true, true
			continue
		}
		for v := range b.F.Values {
			if v := ssa.ID(v); b.F.IsCall(v) {
				t.readOrder(b, v)
			}
		}
	}
}

// readOrder adds the comparator that a call makes a collection with.
func (t *FieldTable) readOrder(b *Body, call ssa.ID) {
	m, _ := b.F.Member(call)
	if t.H.Analysed(m.Class) || !givesOrder(m) {
		return
	}
	args := b.F.Args(call)
	v := b.F.Uncast(args[len(args)-len(classfile.Params(m.Desc))+slices.Index(classfile.Params(m.Desc), platform.Desc(platform.Comparator))])
	x := &b.F.Values[v]
	switch own := x.Kind == ssa.Instr && x.Op == classfile.OpNew && t.H.Analysed(platform.ClassName(b.F.Static(v))); {
	case b.F.IsNull(v), naturalComparator(b, v):
	case x.Kind == ssa.Instr && x.Op == classfile.OpGetstatic && LibraryOrder(b, v): // of strings
	default:
		t.comparators.ordering = true
		t.comparators.unknown = t.comparators.unknown || !own && LambdaOf(b.F, v) == nil
	}
}

// givesOrder reports whether a library method may give a collection that it makes a comparator: a constructor of a collection in order, one
// that returns a collection in order, or any method of a library that is none of the platform.
func givesOrder(m classfile.Member) bool {
	if !strings.Contains(m.Desc, platform.Desc(platform.Comparator)) || !slices.Contains(classfile.Params(m.Desc), platform.Desc(platform.Comparator)) {
		return false
	}
	return m.Name != "<init>" && !platform.IsPlatform(m.Class) || MadeInOrder(m) != ""
}

// MadeInOrder returns the class of the collection in order that a library method makes or returns, empty if there is none.
func MadeInOrder(m classfile.Member) string {
	made := m.Class
	if m.Name != "<init>" {
		made = platform.ClassName(classfile.Return(m.Desc))
	}
	if !platform.FindsByOrder.Has(made) {
		return ""
	}
	return made
}

// comparesByFunction reports whether a method may make a comparator of a function: one of Comparator, perhaps by a class of the program that inherits it,
// or one of a library that is none of the platform.
func (t *FieldTable) comparesByFunction(m classfile.Member) bool {
	if !strings.HasSuffix(m.Desc, ")"+platform.Desc(platform.Comparator)) {
		return false
	}
	if t.H.Analysed(m.Class) || platform.IsPlatform(m.Class) {
		m.Class = platform.Comparator
		return platform.ComparatorOfFunction.Has(m)
	}
	return m.Desc[1] != ')'
}

// ComparedBy returns the class that a compare method casts its arguments to: that of the method which a bridge calls (JLS 15.12.4.5).
func ComparedBy(bridge *classfile.Method) string {
	if bridge.Access&classfile.AccBridge != 0 {
		for i := range bridge.Class.Methods {
			if m := &bridge.Class.Methods[i]; m.Name == bridge.Name && m.Desc != bridge.Desc && len(classfile.Params(m.Desc)) == 2 && m.Access&classfile.AccBridge == 0 {
				return Parameter(m.Desc, 0, "")
			}
		}
	}
	return platform.ObjectClass
}
