package absint

import (
	"slices"
	"sync"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
)

// fieldFact is what the class says of one field.
type fieldFact struct {
	constant *int64 // value of a static final int or long with a ConstantValue
	stable   bool   // nothing changes it but the constructors of its own class
	path     string // identifies the field among all: a class may hide one of its superclass by name
}

// fieldTable resolves fields and remembers. It is safe for concurrent use.
type fieldTable struct {
	h     *callgraph.Hierarchy
	nests *nests
	body  func(*classfile.Method) *body
	memo  sync.Map // classfile.Member (Desc and Interface kept) to fieldFact

	accessors sync.Map // classfile.Member to []fieldStore, see reads
	held      sync.Map // classfile.Member to *int64, see heldLength

	fills     sync.Once
	overrides bool // see fillsStackTraces
}

// fillsStackTraces says whether a class under analysis declares fillInStackTrace: then the constructor of an exception
// may run it.
func (t *fieldTable) fillsStackTraces() bool {
	t.fills.Do(func() {
		t.overrides = t.h.Misses()
		for _, c := range t.h.Classes() {
			for i := range c.Methods {
				t.overrides = t.overrides || c.Methods[i].Name == "fillInStackTrace"
			}
		}
	})
	return t.overrides
}

func (t *fieldTable) resolve(mem classfile.Member) fieldFact {
	return memoize(&t.memo, mem, func() fieldFact {
		c, f := t.find(mem)
		if c == nil {
			return fieldFact{}
		}
		return t.fact(c, f)
	})
}

// find is field resolution (JVMS 5.4.3.2): the class, its interfaces with all that is above them, its superclass. Each class
// is looked at once.
func (t *fieldTable) find(mem classfile.Member) (*classfile.Class, *classfile.Field) {
	seen := map[string]bool{}
	for stack := []string{mem.Class}; len(stack) > 0; {
		name := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if seen[name] {
			continue
		}
		seen[name] = true
		c := t.h.Lookup(name)
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

func (t *fieldTable) fact(c *classfile.Class, f *classfile.Field) fieldFact {
	final := f.Access&classfile.AccFinal != 0
	path := c.Name + ":" + f.Name + ":" + f.Desc
	if i, ok := f.ConstantValue(); ok && final && f.Access&classfile.AccStatic != 0 {
		switch c.Pool.Tag(i) {
		case classfile.TagInteger:
			v := int64(c.Pool.Integer(i))
			return fieldFact{constant: &v, stable: true, path: path}
		case classfile.TagLong:
			v := c.Pool.Long(i)
			return fieldFact{constant: &v, stable: true, path: path}
		}
	}
	if f.Access&classfile.AccVolatile != 0 {
		return fieldFact{}
	}
	if f.Access&classfile.AccStatic == 0 { // nothing changes one that is static and final
		final = final && !t.nests.reflected(c, named{f.Name, f.Desc})
	}
	return fieldFact{stable: final || f.Access&classfile.AccPrivate != 0 && !t.writtenOutside(c, f), path: path}
}

// writtenOutside says whether a private field may be written anywhere but in its class's own constructors, to the object
// that they make (or static initializer, for a static one). Only the class and its nest mates can (JVMS 5.4.4).
func (t *fieldTable) writtenOutside(c *classfile.Class, f *classfile.Field) bool {
	init := "<init>"
	if f.Access&classfile.AccStatic != 0 {
		init = "<clinit>"
	}
	u, ok := t.nests.usesOf(c, named{f.Name, f.Desc})
	return !ok || slices.ContainsFunc(u.writes, func(w use) bool {
		return w.method.Class != c || w.method.Name != init || init == "<init>" && !t.writesThis(w)
	})
}

// writesThis says whether a putfield in a constructor is to the object that it makes, and not to one that there is already.
func (t *fieldTable) writesThis(w use) bool {
	b := t.body(w.method)
	if b.err != nil {
		return false
	}
	put := b.f.At(w.pc)
	return put == 0 || b.f.Args(put)[0] == b.f.Params[0] // 0 is never reached
}
