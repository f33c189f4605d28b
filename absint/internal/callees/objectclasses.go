package callees

import (
	"strings"

	"github.com/energylint/energylint/absint/internal/generic"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// The classes of objects whose static type is Object because generic code returns them: what Optional.get, Supplier.get or
// Map.Entry.getKey return without a cast.
//
// Sound unless unchecked casts put objects of other classes into generic ones (JLS 4.12.2), for objects that generic code is given
// in this method or by its declared types: generic code returns only objects that it was given (parametricity: Wadler, Theorems for
// free!, FPCA 1989), so that the result is of a class among those of its operands, their type arguments, and what the method passes along
// with them to other calls. An object of which none is found may be of any class of the program.

// maxObjects is how many values and classes one search for the classes of an object looks at.
const maxObjects = 256

// objectClasses finds the classes that objects may be of. A search that reaches its budget is not complete.
type objectClasses struct {
	*Summary
	a       *Resolver
	objects map[ssa.ID]bool // whose own classes were searched
	insides map[ssa.ID]bool // the classes of the objects that they hold
	above   map[string]bool // classes whose type arguments were searched
	found   []string
	unknown bool // objects of any class may be among them, or the budget was reached
}

func newObjectClasses(s *Summary, a *Resolver) *objectClasses {
	return &objectClasses{Summary: s, a: a, objects: map[ssa.ID]bool{}, insides: map[ssa.ID]bool{}, above: map[string]bool{}}
}

// types returns the types that were found, all if there are none or others may be among them.
func (o *objectClasses) types() (types []string) {
	if o.unknown || len(o.found) == 0 {
		return []string{generic.Any}
	}
	for _, class := range generic.Distinct(o.found) {
		types = append(types, "L"+class+";")
	}
	return types
}

// step reports whether v is not in seen yet, and puts it there within the budget.
func (o *objectClasses) step(seen map[ssa.ID]bool, v ssa.ID) bool {
	if v == 0 || seen[v] || !o.within() {
		return false
	}
	seen[v] = true
	return true
}

// within reports whether the search is within its budget.
func (o *objectClasses) within() bool {
	if len(o.objects)+len(o.insides)+len(o.above) >= maxObjects {
		o.unknown = true
		return false
	}
	return true
}

// add adds a class to those that were found. Object says nothing.
func (o *objectClasses) add(classes ...string) {
	for _, class := range classes {
		if class != "" && class != platform.ObjectClass {
			o.found = append(o.found, class)
		}
	}
}

// object adds the classes that v itself may be of: that of its static type, unless it is a cast to a type of the library that tells less than
// where the object comes from.
func (o *objectClasses) object(v ssa.ID) {
	f := o.M.Fn
	x := &f.Values[v]
	class := platform.ClassName(f.Static(v))
	switch {
	case class == "" || class == platform.ObjectClass || x.Kind == ssa.Phi:
	case x.Kind == ssa.Instr && x.Op == classfile.OpCheckcast && !o.a.Hierarchy.Analysed(class):
		before := len(o.found)
		if o.object(f.Args(v)[0]); len(o.found) == before {
			o.add(class)
		}
		return
	default:
		o.add(class)
		return
	}
	v = o.M.Uncast(v)
	if !o.step(o.objects, v) {
		return
	}
	switch x := &f.Values[v]; {
	case x.Kind == ssa.Param:
		o.add(boundClasses(o.Method.Class, o.Method, o.parameterSignature(v))...)
	case x.Kind == ssa.Phi:
		for _, arg := range f.Args(v) {
			o.object(arg)
		}
	case x.Kind != ssa.Instr:
	case x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic:
		c, signature := o.fieldSignature(o.a, v)
		o.add(boundClasses(c, nil, signature)...)
		for _, owner := range f.Args(v) {
			o.inside(owner)
		}
	case x.Op == classfile.OpAaload:
		o.inside(f.Args(v)[0])
	case f.IsCall(v):
		o.result(v)
	}
}

// result adds the classes of the objects that a call of generic code may return or hold: those of its operands and what they hold.
func (o *objectClasses) result(v ssa.ID) {
	f := o.M.Fn
	if m := o.a.methodOf(f, v); m != nil && m.HasCode() {
		o.returned(m)
	}
	args := f.Args(v)
	if f.Values[v].Op != classfile.OpInvokestatic && len(args) > 0 {
		o.inside(args[0])
		args = args[1:]
	}
	for _, arg := range args {
		o.object(arg)
		o.inside(arg)
	}
}

// inside adds the classes of the objects that v may hold: its type arguments, and of an object whose type has none what the method
// passes along with it.
func (o *objectClasses) inside(v ssa.ID) {
	f := o.M.Fn
	for f.Values[v].Kind == ssa.Instr && f.Values[v].Op == classfile.OpCheckcast {
		o.supertypes(platform.ClassName(f.Static(v)))
		v = f.Args(v)[0]
	}
	if t := f.Static(v); t != "" && t[0] != 'L' && t[0] != '[' || !o.step(o.insides, v) { // a number
		return
	}
	o.supertypes(platform.ClassName(f.Static(v)))
	if t := f.Static(v); strings.HasPrefix(t, "[") {
		o.add(platform.ClassName(strings.TrimLeft(t, "[")))
	}
	switch x := &f.Values[v]; {
	case x.Kind == ssa.Param:
		o.declared(v, o.Method.Class, o.Method, o.parameterSignature(v))
	case x.Kind == ssa.Phi:
		for _, arg := range f.Args(v) {
			o.inside(arg)
		}
	case x.Kind != ssa.Instr:
	case x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic:
		c, signature := o.fieldSignature(o.a, v)
		o.declared(v, c, nil, signature)
		for _, owner := range f.Args(v) {
			o.inside(owner)
		}
	case x.Op == classfile.OpAaload:
		o.inside(f.Args(v)[0])
	case x.Op == classfile.OpNew:
		for argument := range 2 {
			for _, t := range o.elementTypes(o.a, v, argument) {
				o.unknown = o.unknown || t == generic.Any
				o.add(generic.Erased(t))
			}
		}
		o.uses(v)
	case x.Op == classfile.OpAnewarray:
		o.add(platform.ClassName(strings.TrimLeft(f.Static(v), "[")))
		o.unknown = o.unknown || f.Static(v) == objects && !o.storesItself(o.a, v)
		o.uses(v)
	case x.Op == classfile.OpInvokedynamic:
		o.function(v)
	case f.IsCall(v):
		o.insideResult(v)
	}
}

// insideResult adds the classes of what the result of a call may hold: by its declared type or, where that does not tell, as of its operands.
func (o *objectClasses) insideResult(v ssa.ID) {
	if m := o.a.methodOf(o.M.Fn, v); m != nil && m.Signature() != "" {
		_, result, _ := strings.Cut(m.Signature(), ")")
		if o.arguments(m.Class, m, result); strings.HasPrefix(result, "L") && !strings.Contains(result, "<T") && !strings.Contains(result, ";T") && !strings.Contains(result, "+T") {
			return
		}
	}
	o.result(v)
	o.uses(v)
}

// function adds the classes of what a function returns, and of what it captures.
func (o *objectClasses) function(v ssa.ID) {
	f := o.M.Fn
	if l := progdb.LambdaOf(f, v); l != nil {
		o.add(platform.ClassName(classfile.Return(l.Dynamic)), platform.ClassName(classfile.Return(l.Body.Member.Desc)))
		if l.Body.Kind == classfile.RefNewInvokeSpecial {
			o.add(l.Body.Member.Class)
		} else if platform.ClassName(classfile.Return(l.Dynamic)) == platform.ObjectClass {
			o.a.EachBody(o.returned, l)
		}
	}
	for _, arg := range f.Args(v) {
		o.object(arg)
		o.inside(arg)
	}
}

// returned adds the static types of what a method of the program returns.
func (o *objectClasses) returned(m *classfile.Method) {
	b := o.a.Body(m)
	if b.Err != nil {
		return
	}
	for v := range b.Returned() {
		o.add(platform.ClassName(b.F.Static(b.F.Uncast(v))))
	}
}

// declared adds the type arguments of a declared type of v. Where other methods may have put any object there, because a type argument tells no
// class, or v is an array of Object or a collection without type arguments, all classes are among them.
func (o *objectClasses) declared(v ssa.ID, c *classfile.Class, m *classfile.Method, signature string) {
	before, t := len(o.found), o.M.Fn.Static(v)
	o.arguments(c, m, signature)
	switch none := len(o.found) == before; {
	case strings.Contains(signature, "Ljava/lang/Object;"), none && len(classfile.TypeArguments(signature)) > 0,
		none && (t == objects || platform.AnyCollection.Has(platform.ClassName(t))):
		o.unknown = true
	case none:
		o.uses(v)
	}
}

// uses adds the classes of what the method passes along with v to calls, stores in it, and gives to functions that capture it.
func (o *objectClasses) uses(v ssa.ID) {
	f := o.M.Fn
	for _, w := range o.usersOf(v) {
		switch x := &f.Values[w]; {
		case f.IsCall(w) || x.Op == classfile.OpAastore || x.Op == classfile.OpPutfield:
			for i, arg := range f.Args(w) {
				if o.M.Uncast(arg) == v {
					continue
				}
				if o.inside(arg); i > 0 || x.Op == classfile.OpInvokestatic { // an object passes on what it holds, not itself
					o.object(arg)
				}
			}
		case x.Kind == ssa.Phi, x.Op == classfile.OpInvokedynamic:
			if o.step(o.insides, w) {
				o.uses(w)
			}
		}
	}
}

// usersOf returns the instructions and phis of the method that have v, or a cast of it, as an operand.
func (s *Summary) usersOf(v ssa.ID) []ssa.ID {
	f := s.M.Fn
	if s.users == nil {
		s.users = map[ssa.ID][]ssa.ID{}
		for i := range f.Values {
			w := ssa.ID(i)
			if f.Values[w].Kind != ssa.Instr && f.Values[w].Kind != ssa.Phi {
				continue
			}
			for _, arg := range f.Args(w) {
				arg = f.Uncast(arg)
				s.users[arg] = append(s.users[arg], w)
			}
		}
	}
	return s.users[v]
}

// arguments adds the classes in the type arguments of a generic type.
func (o *objectClasses) arguments(c *classfile.Class, m *classfile.Method, signature string) {
	for _, t := range classfile.TypeArguments(signature) {
		o.mentioned(c, m, t)
	}
	if strings.HasPrefix(signature, "[") {
		o.mentioned(c, m, signature)
	}
}

// mentioned adds the classes in a type and its type arguments.
func (o *objectClasses) mentioned(c *classfile.Class, m *classfile.Method, t string) {
	t = strings.TrimLeft(t, "+-[")
	classes := boundClasses(c, m, t)
	o.add(classes...)
	if strings.HasPrefix(t, "L") {
		for _, class := range classes {
			o.supertypes(class)
		}
		o.arguments(c, m, t)
	}
}

// supertypes adds the type arguments that a class of the program declares for the types above it.
func (o *objectClasses) supertypes(class string) {
	c := o.a.Hierarchy.Lookup(class)
	if class == "" || c == nil || !o.a.Hierarchy.Analysed(class) || o.above[class] || !o.within() {
		return
	}
	o.above[class] = true
	for _, t := range c.GenericSupertypes() {
		o.arguments(c, nil, t)
	}
	for _, above := range append([]string{c.Super}, c.Interfaces...) {
		o.supertypes(above)
	}
}

// boundClasses returns the class of a generic type: of a type variable, that of its bound.
func boundClasses(c *classfile.Class, m *classfile.Method, t string) (classes []string) {
	for _, t := range generic.Bound(c, m, t) {
		classes = append(classes, generic.Erased(t))
	}
	return classes
}

// methodOf returns the method of the program that call v names, nil for a library's method.
func (a *Resolver) methodOf(f *ssa.Func, v ssa.ID) *classfile.Method {
	mem, _ := f.Member(v)
	m := a.Hierarchy.Resolve(mem.Class, mem.Name, mem.Desc).Method
	if m == nil || !a.Hierarchy.Analysed(m.Class.Name) {
		return nil
	}
	return m
}
