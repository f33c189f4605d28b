package progdb

import (
	"slices"
	"sync"

	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
)

// fieldFact is what the class says of one field.
type fieldFact struct {
	Constant *int64 // value of a static final int or long with a ConstantValue
	Stable   bool   // nothing changes it but the constructors of its own class
	Path     string // identifies the field among all: a class may hide one of its superclass by name
}

// FieldTable resolves fields and remembers. It is safe for concurrent use.
type FieldTable struct {
	H     *callgraph.Hierarchy
	Nests *nests
	body  func(*classfile.Method) *Body
	memo  sync.Map // classfile.Member (Desc and Interface kept) to fieldFact

	Accessors sync.Map // classfile.Member to []FieldStore, see reads
	held      sync.Map // classfile.Member to *int64, see HeldLength

	fills     sync.Once
	overrides bool // see FillsStackTraces
}

// FillsStackTraces says whether a class under analysis declares fillInStackTrace: then the constructor of an exception
// may run it.
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

func (t *FieldTable) Resolve(mem classfile.Member) fieldFact {
	return memo.Memoize(&t.memo, mem, func() fieldFact {
		c, f := t.Find(mem)
		if c == nil {
			return fieldFact{}
		}
		return t.fact(c, f)
	})
}

// Find is field resolution (JVMS 5.4.3.2): the class, its interfaces with all that is above them, its superclass. Each class
// is looked at once.
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
	if f.Access&classfile.AccStatic == 0 { // nothing changes one that is static and final
		final = final && !t.Nests.reflected(c, Named{f.Name, f.Desc})
	}
	return fieldFact{Stable: final || f.Access&classfile.AccPrivate != 0 && !t.writtenOutside(c, f), Path: path}
}

// writtenOutside says whether a private field may be written anywhere but in its class's own constructors, to the object
// that they make (or static initializer, for a static one). Only the class and its nest mates can (JVMS 5.4.4).
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

// writesThis says whether a putfield in a constructor is to the object that it makes, and not to one that there is already.
func (t *FieldTable) writesThis(w use) bool {
	b := t.body(w.Method)
	if b.Err != nil {
		return false
	}
	put := b.F.At(w.Pc)
	return put == 0 || b.F.Args(put)[0] == b.F.Params[0] // 0 is never reached
}
