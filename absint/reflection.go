package absint

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Private members are used where their nest's code says, unless that code finds members by name or hands out the right to:
// by reflection, method handles, field updaters, Unsafe, native code, or a bootstrap method that gets the class's Lookup.

// memberKinds is a set of kinds of members.
type memberKinds uint8

const (
	methodMembers memberKinds = 1 << iota
	fieldMembers
	constructorMembers
	anyMember = methodMembers | fieldMembers | constructorMembers
)

// finder is a method of the platform that gives access to members of a class.
type finder struct {
	class, name string
	kinds       memberKinds
	// arg is the operand, the receiver being the first, that says which member: its name, or with reflected an object that
	// a finder has returned. It is everyName where no operand does, and lastArg for the last one.
	arg       int
	reflected bool
}

const (
	everyName = -1
	lastArg   = -2
)

// maxLookupDepth bounds how far the origin of a lookup object is followed.
const maxLookupDepth = 24

const lookupClass = "java/lang/invoke/MethodHandles$Lookup"

// finders is the reflective part of the platform's API that can call a method or change a field. What only reads is left out.
var finders = slices.Concat(
	finderGroup("java/lang/Class", methodMembers, 1, false, "getMethod", "getDeclaredMethod"),
	finderGroup("java/lang/Class", methodMembers, everyName, false, "getMethods", "getDeclaredMethods", "getEnclosingMethod"),
	finderGroup("java/lang/Class", fieldMembers, 1, false, "getField", "getDeclaredField"),
	finderGroup("java/lang/Class", fieldMembers, everyName, false, "getFields", "getDeclaredFields"),
	finderGroup("java/lang/Class", constructorMembers, everyName, false, "getConstructor", "getConstructors", "getDeclaredConstructor", "getDeclaredConstructors", "getEnclosingConstructor", "newInstance"),
	finderGroup("java/lang/reflect/Method", methodMembers, 0, true, "invoke"),
	finderGroup("java/lang/reflect/Constructor", constructorMembers, 0, true, "newInstance"),
	finderGroup("java/lang/reflect/Field", fieldMembers, 0, true, "set", "setBoolean", "setByte", "setChar", "setShort", "setInt", "setLong", "setFloat", "setDouble"),
	finderGroup(lookupClass, methodMembers, 2, false, "findVirtual", "findStatic", "findSpecial", "bind"),
	finderGroup(lookupClass, constructorMembers, everyName, false, "findConstructor"),
	finderGroup(lookupClass, fieldMembers, 2, false, "findSetter", "findStaticSetter", "findVarHandle", "findStaticVarHandle"),
	finderGroup(lookupClass, methodMembers, 1, true, "unreflect", "unreflectSpecial"),
	finderGroup(lookupClass, constructorMembers, 1, true, "unreflectConstructor"),
	finderGroup(lookupClass, fieldMembers, 1, true, "unreflectSetter", "unreflectVarHandle"),
	finderGroup("java/util/concurrent/atomic/AtomicIntegerFieldUpdater", fieldMembers, lastArg, false, "newUpdater"),
	finderGroup("java/util/concurrent/atomic/AtomicLongFieldUpdater", fieldMembers, lastArg, false, "newUpdater"),
	finderGroup("java/util/concurrent/atomic/AtomicReferenceFieldUpdater", fieldMembers, lastArg, false, "newUpdater"),
	finderGroup("sun/misc/Unsafe", fieldMembers, lastArg, true, "objectFieldOffset", "staticFieldOffset"),
	finderGroup("jdk/internal/misc/Unsafe", fieldMembers, lastArg, true, "objectFieldOffset", "staticFieldOffset"),
)

func finderGroup(class string, kinds memberKinds, arg int, reflected bool, names ...string) (out []finder) {
	for _, name := range names {
		out = append(out, finder{class, name, kinds, arg, reflected})
	}
	return out
}

// lookupSources return a Lookup with the rights of the class that calls them.
var lookupSources = []classfile.Member{
	{Class: "java/lang/invoke/MethodHandles", Name: "lookup"},
	{Class: "java/lang/invoke/MethodHandles", Name: "privateLookupIn"},
}

// knownBootstraps are the classes whose bootstrap methods use the Lookup that they get for what their arguments name only.
var knownBootstraps = []string{
	"java/lang/invoke/LambdaMetafactory", "java/lang/invoke/StringConcatFactory", "java/lang/invoke/ConstantBootstraps",
	"java/lang/runtime/ObjectMethods", "java/lang/runtime/SwitchBootstraps", "java/lang/runtime/TemplateRuntime",
	"scala/runtime/LambdaDeserialize", "scala/runtime/StructuralCallSite",
}

// handleBootstraps are methods of known bootstraps that make a handle of the field that the constant is called after.
var handleBootstraps = []classfile.Member{
	{Class: "java/lang/invoke/ConstantBootstraps", Name: "fieldVarHandle"},
	{Class: "java/lang/invoke/ConstantBootstraps", Name: "staticFieldVarHandle"},
}

// reflectivePackages are those of other languages' reflection and dynamic calls.
var reflectivePackages = []string{
	"kotlin/reflect/full/", "kotlin/reflect/jvm/", "scala/reflect/api/", "scala/reflect/runtime/",
	"groovy/lang/Meta", "groovy/lang/GroovyObject", "org/codehaus/groovy/",
}

var findersByMember = func() map[classfile.Member]*finder {
	out := map[classfile.Member]*finder{}
	for i := range finders {
		out[classfile.Member{Class: finders[i].class, Name: finders[i].name}] = &finders[i]
	}
	return out
}()

// finderOf returns the finder that a member is, nil for none.
func finderOf(m classfile.Member) *finder {
	return findersByMember[classfile.Member{Class: m.Class, Name: m.Name}]
}

func isLookupSource(m classfile.Member) bool {
	return slices.Contains(lookupSources, classfile.Member{Class: m.Class, Name: m.Name})
}

// readReflection finds out which members of a nest the code of a class may reach by name.
func (n *nest) readReflection(c *classfile.Class, bodies func(*classfile.Method) *body) {
	reflects := false
	for i := 1; i < c.Pool.Len(); i++ {
		switch c.Pool.Tag(i) {
		case classfile.TagClass:
			name := c.Pool.ClassName(i)
			if slices.ContainsFunc(reflectivePackages, func(p string) bool { return strings.HasPrefix(name, p) }) {
				n.found |= anyMember
			}
		case classfile.TagMethodref:
			m, _ := c.Pool.Member(i)
			reflects = reflects || finderOf(m) != nil || isLookupSource(m)
		case classfile.TagMethodHandle:
			if h, ok := c.Pool.Handle(i); ok {
				n.findByHandle(h.Member)
			}
		}
	}
	n.readBootstraps(c)
	for i := range c.Methods {
		m := &c.Methods[i]
		if m.Access&classfile.AccNative != 0 {
			n.found |= anyMember
		}
		if reflects && m.HasCode() {
			n.readFinders(bodies(m))
		}
	}
}

// findByHandle handles a method handle of a finder: what it is called with is not known.
func (n *nest) findByHandle(m classfile.Member) {
	if x := finderOf(m); x != nil {
		n.found |= x.kinds
	} else if isLookupSource(m) {
		n.found |= anyMember
	}
}

func (n *nest) readBootstraps(c *classfile.Class) {
	bs, _ := c.Bootstraps()
	for _, b := range bs {
		m := b.Method.Member
		switch {
		case callgraph.KindOf(b) == callgraph.LambdaSite:
		case slices.Contains(handleBootstraps, classfile.Member{Class: m.Class, Name: m.Name}):
			n.found |= fieldMembers
		case !slices.Contains(knownBootstraps, m.Class):
			n.found |= anyMember
		}
	}
}

// readFinders handles the calls of finders and the Lookups of one method.
func (n *nest) readFinders(b *body) {
	if b.err != nil {
		n.found |= anyMember
		return
	}
	for _, blk := range b.g.RPO {
		for _, v := range b.f.Body[blk] {
			if !b.f.IsCall(v) {
				continue
			}
			m, _ := b.f.Member(v)
			if isLookupSource(m) && escapes(b, v) {
				n.found |= anyMember
			}
			if x := finderOf(m); x != nil {
				n.find(x, b.f, v)
			}
		}
	}
}

// harmless are methods of a Lookup that find no way to call a method or to change a field.
var harmless = []string{
	"findGetter", "findStaticGetter", "unreflectGetter", "findClass", "accessClass", "ensureInitialized", "revealDirect", "lookupClass", "lookupModes",
	"previousLookupClass", "hasPrivateAccess", "hasFullPrivilegeAccess", "toString",
}

// escapes reports whether a Lookup is used for anything but the members that finders in the same method are asked for.
func escapes(b *body, lookup ssa.ID) bool {
	for _, blk := range b.g.RPO {
		for _, u := range b.f.Body[blk] {
			args := b.f.Args(u)
			if !slices.Contains(args, lookup) {
				continue
			}
			m, ok := b.f.Member(u)
			switch {
			case !ok || !b.f.IsCall(u):
				return true
			case isLookupSource(m): // of the rights of another class
			case m.Class != lookupClass || slices.Contains(args[1:], lookup):
				return true
			case finderOf(m) == nil && !slices.Contains(harmless, m.Name):
				return true
			}
		}
	}
	return false
}

// find handles one call of a finder.
func (n *nest) find(x *finder, f *ssa.Func, call ssa.ID) {
	args, at := f.Args(call), x.arg
	if at == lastArg {
		at = len(args) - 1
	}
	if at >= 0 && at < len(args) {
		if x.reflected && foundHere(f, args[at], 0) {
			return
		}
		if name, ok := f.StringConstant(args[at]); ok {
			n.names[name] |= x.kinds
			return
		}
	}
	n.found |= x.kinds
}

// foundHere reports whether a reflected member is what a finder in the same method has returned: that call is looked at by
// itself.
func foundHere(f *ssa.Func, v ssa.ID, depth int) bool {
	x := &f.Values[v]
	if depth > maxLookupDepth || x.Kind != ssa.Instr {
		return false
	}
	switch {
	case x.Op == classfile.OpCheckcast:
		return foundHere(f, f.Args(v)[0], depth+1)
	case x.Op == classfile.OpAaload: // of getDeclaredMethods()
		return foundHere(f, f.Args(v)[0], depth+1)
	case f.IsCall(v):
		m, _ := f.Member(v)
		y := finderOf(m)
		return y != nil && y.class == "java/lang/Class" && m.Name != "newInstance"
	}
	return false
}
