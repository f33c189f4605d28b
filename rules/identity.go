package rules

import (
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// identities are classes that tell equal objects apart, or keep them no longer than others do, with the method that does where others do not.
var identities = map[string]string{
	"java/util/IdentityHashMap": "", "java/util/WeakHashMap": "", "java/lang/System": "identityHashCode",
	"java/lang/ref/WeakReference": "", "java/lang/ref/SoftReference": "", "java/lang/ref/PhantomReference": "",
}

// tellsEqualApart reports whether a method of a class whose calls tell equal objects apart does so itself.
func tellsEqualApart(c classfile.Member) bool {
	only, known := identities[c.Class]
	return known && (only == "" || only == c.Name)
}

// isIdentity reports whether the objects of a class tell others apart that are equal.
func isIdentity(class string) bool {
	only, known := identities[class]
	return known && only == ""
}

// needsIdentity reports whether a new object is compared by ==, locked, or given to what tells equal objects apart: here, in a method of the
// program that gets it, or where a field that it is stored in is read.
func (m *Method) needsIdentity(made ssa.ID) bool { return m.identityOf(made, true) }

// identityOf is needsIdentity; further says to look into called methods and at fields.
func (m *Method) identityOf(made ssa.ID, further bool) bool {
	f := m.Func()
	for v, u := range m.usersOf(made) {
		x := &f.Values[u]
		c, _ := f.Member(u)
		switch {
		case isIdentityTest(x.Op),
			f.IsCall(u) && (tellsEqualApart(c) || c.Name == "assertSame" || c.Name == "assertNotSame"),
			f.IsCall(u) && c.Name != "<init>" && x.Op != classfile.OpInvokestatic && f.Args(u)[0] != v && m.keepsIdentity(f.Args(u)[0], 0),
			further && f.IsCall(u) && m.calleeTellsApart(u, v),
			further && (x.Op == classfile.OpPutfield || x.Op == classfile.OpPutstatic) && m.Engine.fieldTellsApart(c):
			return true
		}
	}
	return false
}

// identityDepth bounds the fields and methods that a collection is looked for in.
const identityDepth = 3

// wrapping are the methods of Collections that return a collection which asks the one that they are given.
const wrapping = "java/util/Collections"

// keepsIdentity reports whether a collection is one that tells equal objects apart, or keeps no longer than others do what it is given: by its
// type, or as a method of the program makes it, or the class of a field that it is in.
func (m *Method) keepsIdentity(v ssa.ID, depth int) bool {
	f := m.Func()
	v = m.Strip(v)
	c, _ := f.Member(v)
	x := &f.Values[v]
	inArguments := func() bool {
		return slices.ContainsFunc(f.Args(v), func(a ssa.ID) bool { return a != 0 && a != v && m.keepsIdentity(a, depth+1) })
	}
	switch {
	case depth > identityDepth:
		return false
	case isIdentity(className(m.Type(v))):
		return true
	case x.Kind == ssa.Phi, f.IsCall(v) && c.Class == wrapping:
		return inArguments()
	case x.Kind != ssa.Instr:
		return false
	case x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic:
		own := m.Engine.Program.Lookup(c.Class)
		if own == nil {
			return false
		}
		values, ok := m.Engine.storesIn(m.Engine.storers(own)[c], c)
		if !ok {
			return false
		}
		for in, stored := range values {
			if in.keepsIdentity(stored, depth+1) {
				return true
			}
		}
	case f.IsCall(v) && x.Op != classfile.OpInvokedynamic && m.Engine.own(c.Class):
		for _, target := range m.dispatch(v).Targets {
			if callee := m.Engine.reader(target); callee != nil && callee.returnsIdentity(depth+1) {
				return true
			}
		}
	}
	return false
}

// returnsIdentity reports whether a method may return a collection that keepsIdentity is about.
func (m *Method) returnsIdentity(depth int) bool {
	for v := range m.Instructions() {
		if m.Func().Values[v].Op == classfile.OpAreturn && m.keepsIdentity(m.Func().Args(v)[0], depth) {
			return true
		}
	}
	return false
}

// calleeTellsApart reports whether a method of the program that a call runs needs the identity of an argument.
func (m *Method) calleeTellsApart(call, v ssa.ID) bool {
	f := m.Func()
	if f.Values[call].Op == classfile.OpInvokedynamic {
		return false
	}
	for _, target := range m.dispatch(call).Targets {
		if !target.HasCode() || !m.Engine.Program.Analysed(target.Class.Name) {
			continue
		}
		callee := m.Engine.reader(target)
		if callee == nil {
			return true
		}
		for i, a := range f.Args(call) {
			if a == v && i < len(callee.Func().Params) && callee.identityOf(callee.Func().Params[i], false) {
				return true
			}
		}
	}
	return false
}

// fieldTellsApart reports whether a method of the program compares or locks by identity what it reads from a field.
func (e *Engine) fieldTellsApart(field classfile.Member) bool {
	for _, c := range e.Program.Classes() {
		if !e.mentions(c, field.Class) {
			continue
		}
		for i := range c.Methods {
			code, err := c.Methods[i].Code()
			if err != nil || code == nil || !hasIdentityTest(code) || !readsField(code, field) {
				continue
			}
			x := e.reader(&c.Methods[i])
			if x == nil || x.testsField(field) {
				return true
			}
		}
	}
	return false
}

// readsField reports whether code reads a field.
func readsField(code *classfile.Code, field classfile.Member) bool {
	for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
		if op := code.Op(pc); op == classfile.OpGetfield || op == classfile.OpGetstatic {
			if c, _ := code.Method.Class.Pool.Member(code.Index(pc)); c == field {
				return true
			}
		}
	}
	return false
}

// testsField reports whether the method compares or locks by identity what it reads from a field.
func (m *Method) testsField(field classfile.Member) bool {
	f := m.Func()
	for v := range m.Instructions() {
		if op := f.Values[v].Op; op != classfile.OpGetfield && op != classfile.OpGetstatic {
			continue
		}
		if c, _ := f.Member(v); c == field && m.identityOf(v, false) {
			return true
		}
	}
	return false
}
