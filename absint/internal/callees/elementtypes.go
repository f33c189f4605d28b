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

// The classes of the elements of a collection, a map or a stream: the type arguments that the program declares for parameters, fields
// and results of its methods (JVMS 4.7.9), and the static types of what the method adds to a collection that it makes.
//
// Sound unless unchecked casts put elements of other classes into a collection (JLS 4.12.2). A class that is not found is not known.

// maxElementValues is how many values one search for the classes of elements looks at: the object and what it may come from.
const maxElementValues = 64

// elementTypes returns generic types that elements of v may be of; argument is the index of the type argument that they belong to: 0 for
// elements and keys, 1 for values. It is empty where no type is known.
func (s *Summary) elementTypes(a *Resolver, v ssa.ID, argument int) []string {
	return (&elementSearch{s, a, map[elementsOf][]string{}}).of(v, argument)
}

// valueTypes returns generic types that v may be of, empty where none is known.
func (s *Summary) valueTypes(a *Resolver, v ssa.ID) []string {
	return (&elementSearch{s, a, map[elementsOf][]string{}}).typesOfValue(v)
}

// elementSearch looks for the types of elements, at each value once.
type elementSearch struct {
	*Summary
	a     *Resolver
	found map[elementsOf][]string // nil while they are looked for
}

// elementsOf are the elements of a type argument of an object.
type elementsOf struct {
	object   ssa.ID
	argument int
}

// once returns what find returns, and nothing within it.
func (s *elementSearch) once(at elementsOf, find func() []string) []string {
	types, known := s.found[at]
	if known || len(s.found) >= maxElementValues {
		return types
	}
	s.found[at] = nil
	types = find()
	s.found[at] = types
	return types
}

// of returns the types of the elements of v that belong to a type argument.
func (s *elementSearch) of(v ssa.ID, argument int) []string {
	f := s.M.Fn
	for _, a := range []ssa.ID{v, s.M.Uncast(v)} {
		if t := f.Static(a); strings.HasPrefix(t, "[L") && t != objects && argument == 0 {
			return []string{t[1:]}
		}
	}
	v = s.M.Uncast(v)
	return s.once(elementsOf{v, argument}, func() []string { return s.find(v, argument) })
}

// objects is the type of arrays whose elements have none but Object.
const objects = "[L" + platform.ObjectClass + ";"

// find is of for a value that is no cast.
func (s *elementSearch) find(v ssa.ID, argument int) []string {
	f := s.M.Fn
	x := &f.Values[v]
	switch {
	case x.Kind == ssa.Param:
		return generic.TypeArgument(s.Method.Class, s.Method, s.parameterSignature(v), argument)
	case x.Kind == ssa.Phi:
		var out []string
		for _, arg := range f.Args(v) {
			out = append(out, s.of(arg, argument)...)
		}
		return generic.Distinct(out)
	case x.Kind != ssa.Instr:
	case x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic:
		c, signature := s.fieldSignature(s.a, v)
		return generic.TypeArgument(c, nil, signature, argument)
	case x.Op == classfile.OpNew:
		return s.added(v, argument)
	case f.IsCall(v):
		return s.ofResult(v, argument)
	}
	return nil
}

// fieldSignature returns the class that declares the field which v reads, and the generic type of the field; none of a library's field.
func (s *Summary) fieldSignature(a *Resolver, v ssa.ID) (*classfile.Class, string) {
	mem, _ := s.M.Fn.Member(v)
	c, field := s.M.Fields.Find(mem)
	if c == nil || !a.Hierarchy.Analysed(c.Name) {
		return nil, ""
	}
	return c, field.Signature()
}

// parameterSignature returns the generic type of a parameter, empty if the method declares none.
func (s *Summary) parameterSignature(v ssa.ID) string {
	types := s.Method.GenericParams()
	i := slices.Index(s.M.Fn.Params, v)
	if !s.Method.Static() {
		i--
	}
	if i < 0 || i >= len(types) {
		return ""
	}
	return types[i]
}

// ofResult returns the types of the elements of what a call returns.
func (s *elementSearch) ofResult(v ssa.ID, argument int) []string {
	if out := s.ofKnownResult(v, argument); len(out) > 0 {
		return out
	}
	var out []string
	for _, t := range s.resultTypes(v) {
		if of := generic.Argument(t, argument); of != generic.Any {
			out = append(out, of)
		}
	}
	return generic.Distinct(out)
}

// ofKnownResult is ofResult for methods whose results hold what the program declares, or what their arguments hold.
func (s *elementSearch) ofKnownResult(v ssa.ID, argument int) []string {
	f := s.M.Fn
	mem, _ := f.Member(v)
	args := f.Args(v)
	if m := s.a.methodOf(f, v); m != nil {
		_, result, _ := strings.Cut(m.Signature(), ")")
		return generic.TypeArgument(m.Class, m, result, argument)
	}
	switch {
	case f.Values[v].Op == classfile.OpInvokestatic && platform.OfPair.Has(mem):
		if argument < len(args) {
			return s.typesOfValue(args[argument])
		}
	case len(args) == 0 || !platform.IsPlatform(mem.Class):
	case f.Values[v].Op == classfile.OpInvokestatic:
		switch {
		case platform.CopiesElements.Has(mem):
			return s.of(args[0], argument)
		case platform.OfElements.Has(mem) && argument == 0:
			return s.ofArguments(args)
		case platform.MapOf.Has(mem):
			var out []string
			for i := argument; i < len(args); i += 2 {
				out = append(out, s.typesOfValue(args[i])...)
			}
			return generic.Distinct(out)
		case mem.Class == platform.Stream && argument == 0: // made by a function
			return s.functionResult(args[len(args)-1])
		}
	case platform.ValuesOnly.Has(mem.Name, mem.Desc) && argument == 0:
		return s.of(args[0], 1)
	case platform.SameElements.Has(mem.Name, mem.Desc):
		return s.of(args[0], argument)
	case argument == 0 && (mem.Class == platform.Stream || classfile.Return(mem.Desc) == platform.Desc(platform.Stream)):
		return s.ofStage(v)
	}
	return nil
}

// ofArguments returns the types of arguments, and of what the arrays hold that are arguments.
func (s *elementSearch) ofArguments(args []ssa.ID) (out []string) {
	for _, arg := range args {
		if elements, ok := s.storedElements(s.a, s.M.Uncast(arg)); ok {
			for _, e := range elements {
				out = append(out, s.typesOfValue(e)...)
			}
		} else if strings.HasPrefix(s.M.Fn.Static(arg), "[") {
			out = append(out, s.of(arg, 0)...)
		} else {
			out = append(out, s.typesOfValue(arg)...)
		}
	}
	return generic.Distinct(out)
}

// ofStage returns the classes of what a stage of a stream, or a collector of its elements, makes by a function.
func (s *elementSearch) ofStage(v ssa.ID) []string {
	f := s.M.Fn
	args := f.Args(v)
	mem, _ := f.Member(v)
	if len(args) != 2 {
		return nil
	}
	if mem.Name == "map" || mem.Name == "mapToObj" {
		return s.functionResult(args[1])
	}
	if made, _ := f.Member(args[1]); mem.Name == "collect" && made.Class == platform.Collectors && made.Desc == "()"+platform.Desc(platform.Collector) {
		return s.of(args[0], 0)
	}
	return nil
}

// functionResult returns the type of what a lambda of this method returns.
func (s *Summary) functionResult(v ssa.ID) []string {
	l := progdb.LambdaOf(s.M.Fn, v)
	if l == nil {
		return nil
	}
	_, result, _ := strings.Cut(l.Dynamic, ")")
	if platform.ClassName(result) != "" {
		return []string{result}
	}
	return nil
}
