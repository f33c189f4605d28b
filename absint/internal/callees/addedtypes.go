package callees

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/generic"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// The types of what a collection or map holds that a method makes: of what is added to it by any of its names, by views, iterators and entries of it,
// by functions that capture it, and by methods and fields that get it.
//
// Sound where types are found because each use of the collection is one of these; what another use may add is of any type.

// added returns the types of what is added to a collection or map that the method makes, and of what its constructor is given.
func (s *elementSearch) added(v ssa.ID, argument int) []string {
	x := additions{elementSearch: s, argument: argument, names: []ssa.ID{v}}
	for i := 0; i < len(x.names) && i < maxElementValues; i++ {
		for _, w := range s.usersOf(x.names[i]) {
			x.use(w, x.names[i])
		}
	}
	if len(x.names) > maxElementValues || len(x.out) > 0 && x.any {
		return []string{generic.Any}
	}
	return generic.Distinct(x.out)
}

// additions are what is added to a collection.
type additions struct {
	*elementSearch
	argument int
	names    []ssa.ID // values that are the collection, or a part or a view of it
	out      []string
	any      bool // something of a type that is not known is added, too
}

// use adds what an instruction adds to the collection, one of whose names is an operand.
func (x *additions) use(w, name ssa.ID) {
	f := x.M.Fn
	args := f.Args(w)
	switch v := &f.Values[w]; {
	case v.Kind == ssa.Phi:
		x.alsoNamed(w)
	case f.IsCall(w) && v.Op != classfile.OpInvokestatic && x.M.Uncast(args[0]) == name && !slices.ContainsFunc(args[1:], x.is(name)):
		x.called(w)
	case f.IsCall(w):
		x.passedTo(w, name)
	case v.Op == classfile.OpInvokedynamic:
		x.captured(w, name)
	case v.Op == classfile.OpPutfield || v.Op == classfile.OpPutstatic:
		if c, signature := x.fieldSignature(x.a, w); x.M.Uncast(args[len(args)-1]) == name {
			x.declared(c, nil, signature)
		}
	case v.Op == classfile.OpAastore:
		x.any = x.any || x.M.Uncast(args[2]) == name
	}
}

// is returns whether a value is the given one.
func (x *additions) is(name ssa.ID) func(ssa.ID) bool {
	return func(v ssa.ID) bool { return x.M.Uncast(v) == name }
}

// alsoNamed adds a name of the collection.
func (x *additions) alsoNamed(v ssa.ID) {
	if !slices.Contains(x.names, v) {
		x.names = append(x.names, v)
	}
}

// called adds what a method of the collection, or of a part of it, adds.
func (x *additions) called(w ssa.ID) {
	mem, _ := x.M.Fn.Member(w)
	args := x.M.Fn.Args(w)
	switch {
	case mem.Name == "<init>" && x.a.Hierarchy.Analysed(mem.Class):
		x.out = append(x.out, x.constructed(mem, args, x.argument)...)
	case len(args) > 1 && platform.AddsAll.Has(mem.Name, mem.Desc):
		x.out = append(x.out, x.of(args[1], x.argument)...)
	case len(args) > 1 && platform.AddsOne.Named(mem.Name) && x.argument == 0:
		x.out = append(x.out, x.typesOfValue(args[len(args)-1])...)
	case (platform.PutsOne.Named(mem.Name) || mem.Name == "<init>" && (len(args) == 3 || platform.OfPair.Has(mem))) && 1+x.argument < len(args):
		x.out = append(x.out, x.typesOfValue(args[1+x.argument])...)
	case mem.Name == "set" || mem.Name == "setValue":
		x.out = append(x.out, x.typesOfValue(args[len(args)-1])...)
	}
	if platform.ReplacesElements.Named(mem.Name) {
		x.replaced(mem, args)
	}
	x.partOf(w, mem)
}

// replaced adds the key of a method of a map, or what its function returns and the value that it is given instead.
func (x *additions) replaced(mem classfile.Member, args []ssa.ID) {
	key := strings.HasPrefix(mem.Desc, "(Ljava/lang/Object;")
	if key && x.argument == 0 {
		x.out = append(x.out, x.typesOfValue(args[1])...)
		return
	}
	for i, t := range classfile.Params(mem.Desc) {
		switch {
		case platform.MentionsFunctionPackage(t):
			made := x.functionResult(x.M.Uncast(args[1+i]))
			x.out, x.any = append(x.out, made...), x.any || len(made) == 0 || slices.Contains(made, platform.Desc(platform.ObjectClass))
		case !key || i > 0:
			x.out = append(x.out, x.typesOfValue(args[1+i])...)
		}
	}
}

// partOf takes what a method of the library returns for another name of the collection where it may be one.
func (x *additions) partOf(w ssa.ID, mem classfile.Member) {
	if result := platform.ClassName(classfile.Return(mem.Desc)); platform.IsPlatform(mem.Class) && (platform.Container.Has(result) || platform.AnyCollection.Has(result) || result == platform.ListIterator) {
		x.alsoNamed(w)
	}
	if mem.Name == "next" && slices.ContainsFunc(x.usersOf(w), func(cast ssa.ID) bool { return x.M.Fn.Static(cast) == platform.Desc(platform.MapEntry) }) {
		x.alsoNamed(w)
	}
}

// passedTo adds what a method may add to the collection that is an argument.
func (x *additions) passedTo(w, name ssa.ID) {
	f := x.M.Fn
	args := f.Args(w)
	mem, _ := f.Member(w)
	if m := x.a.methodOf(f, w); m != nil {
		first := len(args) - len(classfile.Params(mem.Desc))
		types := m.GenericParams()
		if types == nil {
			types = classfile.Params(m.Desc)
		}
		for i, t := range types {
			if x.M.Uncast(args[first+i]) == name {
				x.declared(m.Class, m, t)
			}
		}
		return
	}
	switch {
	case mem.Name == "addAll" && mem.Class == platform.KotlinCollections && x.M.Uncast(args[0]) == name:
		x.out = append(x.out, x.of(args[1], x.argument)...)
	case platform.ListWriter.Has(mem):
		x.out = append(x.out, x.ofArguments(slices.DeleteFunc(slices.Clone(args), x.is(name)))...)
	}
	x.partOf(w, mem)
}

// declared adds what may be added to the collection by a parameter or field of a declared type: of its type argument or, where it tells none, of any type. By
// one whose elements are of an unknown type or of one below a class nothing is added.
func (x *additions) declared(c *classfile.Class, m *classfile.Method, t string) {
	arguments := classfile.TypeArguments(t)
	switch class := generic.Erased(t); {
	case len(arguments) == 0:
		x.any = x.any || platform.AnyCollection.Has(class)
	case x.argument >= len(arguments) || strings.HasPrefix(arguments[x.argument], "+") || arguments[x.argument] == "*":
	default:
		of := generic.Bound(c, m, strings.TrimPrefix(arguments[x.argument], "-"))
		x.out = append(x.out, of...)
		x.any = x.any || strings.HasPrefix(arguments[x.argument], "-") || slices.Contains(of, platform.Desc(platform.ObjectClass))
	}
}

// captured adds what a function adds that captures the collection.
func (x *additions) captured(w, name ssa.ID) {
	l := progdb.LambdaOf(x.M.Fn, w)
	if l == nil {
		return
	}
	x.a.EachBody(func(m *classfile.Method) {
		b := x.a.Body(m)
		if b.Err != nil {
			x.any = true
			return
		}
		for i, arg := range x.M.Fn.Args(w) {
			if i < len(b.F.Params) && x.M.Uncast(arg) == name {
				x.addedBy(b, b.F.Params[i])
			}
		}
	}, l)
}

// addedBy adds what the body of a function adds to the collection, which is a parameter there, by the static types of the arguments.
func (x *additions) addedBy(b *progdb.Body, parameter ssa.ID) {
	for _, block := range b.G.RPO {
		for _, v := range b.F.Body[block] {
			args := b.F.Args(v)
			for i, arg := range args {
				if b.F.Uncast(arg) != parameter {
					continue
				}
				mem, _ := b.F.Member(v)
				if i > 0 || !b.F.IsCall(v) || !platform.IsPlatform(mem.Class) || platform.Container.Has(platform.ClassName(classfile.Return(mem.Desc))) {
					x.any = x.any || b.F.Values[v].Op != classfile.OpAreturn && b.F.Values[v].Op != classfile.OpCheckcast
					continue
				}
				for _, other := range args[1:] {
					if t := b.F.Static(b.F.Uncast(other)); platform.ClassName(t) != "" {
						x.out, x.any = append(x.out, t), x.any || platform.ClassName(t) == platform.ObjectClass
					}
				}
			}
		}
	}
}
