package progdb

import (
	"slices"
	"sync"

	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
)

// Fields: resolution (JVMS 5.4.3.2), constants, and which fields only constructors write. Sound because a field is
// stable only if all its writes are known.

// fieldFact is what the class file and its nest prove of a field.
type fieldFact struct {
	Constant *int64 // the value of a static final int or long with a ConstantValue
	Stable   bool   // only the constructors of its own class write it
	Path     string // identifies the field among all: a class may hide one of its superclass by name
}

// FieldTable resolves fields and memoizes what is known of them. It is safe for concurrent use.
type FieldTable struct {
	H     *callgraph.Hierarchy
	Nests *nests
	body  func(*classfile.Method) *Body
	memo  sync.Map // classfile.Member (Desc and Interface kept) to fieldFact

	alone     sync.Map // classfile.Member to bool, see HoldsItsOwn
	Accessors sync.Map // classfile.Member to *effects.Accessor
	held      sync.Map // classfile.Member to *Lengths, see HeldLengths
	elements  sync.Map // classfile.Member to *int64, see HeldElements
	natural   sync.Map // classfile.Member to bool, see HeldInNaturalOrder

	declaring sync.Once
	declared  map[Named][]*classfile.Class // see StableInAll

	fills     sync.Once
	overrides bool // see FillsStackTraces

	compares    sync.Once
	comparators comparators // see OrdersCollections and ComparesByFunctions
}

// FillsStackTraces reports whether a class under analysis declares fillInStackTrace. Then the constructor of an
// exception may run it.
func (t *FieldTable) FillsStackTraces() bool {
	t.fills.Do(func() {
		t.overrides = t.H.Misses()
		for _, c := range t.H.Classes() {
			for i := range c.Methods {
				t.overrides = t.overrides || c.Methods[i].Name == "fillInStackTrace"
			}
		}
	})
	return t.overrides
}

// StableInAll reports whether only the constructors of their own classes write the fields of a name and descriptor that classes under analysis
// have. It does not hold where there is none.
func (t *FieldTable) StableInAll(field Named) bool {
	t.declaring.Do(func() {
		t.declared = map[Named][]*classfile.Class{}
		for _, c := range t.H.Classes() {
			for i := range c.Fields {
				n := Named{c.Fields[i].Name, c.Fields[i].Desc}
				t.declared[n] = append(t.declared[n], c)
			}
		}
	})
	classes := t.declared[field]
	return len(classes) > 0 && !slices.ContainsFunc(classes, func(c *classfile.Class) bool {
		return !t.Resolve(classfile.Member{Class: c.Name, Name: field.Name, Desc: field.Desc}).Stable
	})
}

// Resolve returns what is known of a field, nothing if it cannot be found.
func (t *FieldTable) Resolve(mem classfile.Member) fieldFact {
	return memo.Memoize(&t.memo, mem, func() fieldFact {
		c, f := t.Find(mem)
		if c == nil {
			return fieldFact{}
		}
		return t.fact(c, f)
	})
}

// Find resolves a field (JVMS 5.4.3.2): in the class, its superinterfaces, its superclasses. Each class is visited
// once.
func (t *FieldTable) Find(mem classfile.Member) (*classfile.Class, *classfile.Field) {
	seen := map[string]bool{}
	for stack := []string{mem.Class}; len(stack) > 0; {
		name := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[name] {
			continue
		}
		seen[name] = true
		c := t.H.Lookup(name)
		if c == nil {
			continue
		}
		for i := range c.Fields {
			if f := &c.Fields[i]; f.Name == mem.Name && f.Desc == mem.Desc {
				return c, f
			}
		}
		if c.Super != "" {
			stack = append(stack, c.Super)
		}
		for _, s := range slices.Backward(c.Interfaces) {
			stack = append(stack, s)
		}
	}
	return nil, nil
}

// fact computes Resolve for a field that was found.
func (t *FieldTable) fact(c *classfile.Class, f *classfile.Field) fieldFact {
	final := f.Access&classfile.AccFinal != 0
	path := c.Name + ":" + f.Name + ":" + f.Desc
	if i, ok := f.ConstantValue(); ok && final && f.Access&classfile.AccStatic != 0 {
		switch c.Pool.Tag(i) {
		case classfile.TagInteger:
			v := int64(c.Pool.Integer(i))
			return fieldFact{Constant: &v, Stable: true, Path: path}
		case classfile.TagLong:
			v := c.Pool.Long(i)
			return fieldFact{Constant: &v, Stable: true, Path: path}
		}
	}
	if f.Access&classfile.AccVolatile != 0 {
		return fieldFact{}
	}
	if f.Access&classfile.AccStatic == 0 { // a static final field never changes
		final = final && !t.Nests.reflected(c, Named{f.Name, f.Desc})
	}
	return fieldFact{Stable: final || f.Access&classfile.AccPrivate != 0 && !t.writtenOutside(c, f), Path: path}
}

// writtenOutside reports whether a private field may be written outside of its class's constructors (for a static
// field, its initializer), or by them to another object. Only the class and its nest mates can write it (JVMS 5.4.4).
func (t *FieldTable) writtenOutside(c *classfile.Class, f *classfile.Field) bool {
	init := "<init>"
	if f.Access&classfile.AccStatic != 0 {
		init = "<clinit>"
	}
	u, ok := t.Nests.UsesOf(c, Named{f.Name, f.Desc})
	return !ok || slices.ContainsFunc(u.Writes, func(w use) bool {
		return w.Method.Class != c || w.Method.Name != init || init == "<init>" && !t.writesThis(w)
	})
}

// writesThis reports whether a putfield in a constructor stores to the object under construction.
func (t *FieldTable) writesThis(w use) bool {
	b := t.body(w.Method)
	if b.Err != nil {
		return false
	}
	put := b.F.At(w.Pc)
	return put == 0 || b.F.Args(put)[0] == b.F.Params[0] // 0 is unreachable
}
