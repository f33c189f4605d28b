package callees

import (
	"slices"
	"strings"

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

// elementTypes returns classes that elements of v may be of; argument is the index of the type argument that they belong to: 0 for
// elements and keys, 1 for values. It is empty where no class is known.
func (s *Summary) elementTypes(a *Resolver, v ssa.ID, argument int) []string {
	return (&elementSearch{s, a, map[elementsOf]bool{}}).of(v, argument)
}

// elementSearch looks for the classes of elements, at each value once.
type elementSearch struct {
	*Summary
	a    *Resolver
	seen map[elementsOf]bool
}

// elementsOf are the elements of a type argument of an object.
type elementsOf struct {
	object   ssa.ID
	argument int
}

func (s *elementSearch) of(v ssa.ID, argument int) []string {
	f := s.M.Fn
	v = s.M.Uncast(v)
	x := &f.Values[v]
	at := elementsOf{v, argument}
	if s.seen[at] || len(s.seen) == maxElementValues {
		return nil
	}
	s.seen[at] = true
	if t := f.Static(v); strings.HasPrefix(t, "[L") && argument == 0 {
		return []string{platform.ClassName(t[1:])}
	}
	switch {
	case x.Kind == ssa.Param:
		return typeArgument(s.Method.Class, s.Method, s.parameterSignature(v), argument)
	case x.Kind == ssa.Phi:
		var out []string
		for _, arg := range f.Args(v) {
			out = append(out, s.of(arg, argument)...)
		}
		return distinct(out)
	case x.Kind != ssa.Instr:
	case x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic:
		mem, _ := f.Member(v)
		if c := s.a.Hierarchy.Lookup(mem.Class); c != nil && s.a.Hierarchy.Analysed(mem.Class) {
			for i := range c.Fields {
				if c.Fields[i].Name == mem.Name && c.Fields[i].Desc == mem.Desc {
					return typeArgument(c, nil, c.Fields[i].Signature(), argument)
				}
			}
		}
	case x.Op == classfile.OpNew:
		return s.added(v, argument)
	case f.IsCall(v):
		return s.ofResult(v, argument)
	}
	return nil
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

// ofResult returns the classes of the elements of what a call returns.
func (s *elementSearch) ofResult(v ssa.ID, argument int) []string {
	f := s.M.Fn
	mem, _ := f.Member(v)
	args := f.Args(v)
	if c := s.a.Hierarchy.Lookup(mem.Class); c != nil && s.a.Hierarchy.Analysed(mem.Class) {
		for i := range c.Methods {
			if m := &c.Methods[i]; m.Name == mem.Name && m.Desc == mem.Desc {
				_, result, _ := strings.Cut(m.Signature(), ")")
				return typeArgument(c, m, result, argument)
			}
		}
	}
	switch {
	case len(args) == 0 || !platform.IsPlatform(mem.Class):
	case f.Values[v].Op == classfile.OpInvokestatic:
		switch {
		case platform.CopiesElements.Has(mem):
			return s.of(args[0], argument)
		case platform.OfPair.Has(mem) && argument < len(args):
			return s.staticClass(args[argument])
		case platform.OfElements.Has(mem) && argument == 0:
			var out []string
			for _, arg := range args {
				if elements, ok := s.storedElements(s.M.Uncast(arg)); ok {
					for _, e := range elements {
						out = append(out, s.staticClass(e)...)
					}
				} else if t := f.Static(s.M.Uncast(arg)); strings.HasPrefix(t, "[L") {
					out = append(out, platform.ClassName(t[1:]))
				} else {
					out = append(out, s.staticClass(arg)...)
				}
			}
			return distinct(out)
		}
	case platform.ValuesOnly.Has(mem.Name, mem.Desc) && argument == 0:
		return s.of(args[0], 1)
	case platform.SameElements.Has(mem.Name, mem.Desc):
		return s.of(args[0], argument)
	case mem.Class == platform.Stream && argument == 0:
		return s.ofStage(v)
	}
	return nil
}

// ofStage returns the classes of what a stage of a stream, or a collector of its elements, makes by a function.
func (s *elementSearch) ofStage(v ssa.ID) []string {
	f := s.M.Fn
	args := f.Args(v)
	mem, _ := f.Member(v)
	if len(args) != 2 {
		return nil
	}
	if mem.Name == "map" {
		return s.functionResult(args[1])
	}
	if made, _ := f.Member(args[1]); mem.Name == "collect" && made.Class == platform.Collectors && made.Desc == "()"+platform.Desc(platform.Collector) {
		return s.of(args[0], 0)
	}
	return nil
}

// functionResult returns the class of what a lambda of this method returns.
func (s *Summary) functionResult(v ssa.ID) []string {
	l := progdb.LambdaOf(s.M.Fn, v)
	if l == nil {
		return nil
	}
	_, result, _ := strings.Cut(l.Dynamic, ")")
	if class := platform.ClassName(result); class != "" {
		return []string{class}
	}
	return nil
}

// added returns the static types of what the method adds to a collection or map that it makes, and of what its constructor is given.
func (s *elementSearch) added(v ssa.ID, argument int) (out []string) {
	f := s.M.Fn
	for _, b := range s.M.CFG.RPO {
		for _, w := range f.Body[b] {
			if !f.IsCall(w) || len(f.Args(w)) < 2 || s.M.Uncast(f.Args(w)[0]) != v {
				continue
			}
			mem, _ := f.Member(w)
			args := f.Args(w)
			switch {
			case platform.AddsAll.Has(mem.Name, mem.Desc):
				out = append(out, s.of(args[1], argument)...)
			case platform.AddsOne.Named(mem.Name) && argument == 0:
				out = append(out, s.staticClass(args[len(args)-1])...)
			case (platform.PutsOne.Named(mem.Name) || mem.Name == "<init>" && len(args) == 3) && 1+argument < len(args):
				out = append(out, s.staticClass(args[1+argument])...)
			}
		}
	}
	return distinct(out)
}

// staticClass returns the class of the static type of a value, if it is known.
func (s *Summary) staticClass(v ssa.ID) []string {
	if class := platform.ClassName(s.M.Fn.Static(s.M.Uncast(v))); class != "" {
		return []string{class}
	}
	return nil
}

func distinct(classes []string) []string {
	slices.Sort(classes)
	return slices.Compact(classes)
}

// typeArgument returns the class of a type argument of a generic type (JVMS 4.7.9.1), of a type variable or a wildcard that of its bound.
// The type is that of a member of class c, of method m unless that is nil.
func typeArgument(c *classfile.Class, m *classfile.Method, signature string, argument int) []string {
	arguments := classfile.TypeArguments(signature)
	if !strings.HasPrefix(signature, "L") || argument >= len(arguments) {
		return nil
	}
	return boundOf(c, m, strings.TrimPrefix(arguments[argument], "+"), 0)
}

// boundOf returns the class of a type, of a type variable that of its first bound.
func boundOf(c *classfile.Class, m *classfile.Method, t string, depth int) []string {
	switch {
	case strings.HasPrefix(t, "L"):
		return []string{classfile.ErasedClass(t)}
	case !strings.HasPrefix(t, "T") || depth > 3:
		return nil
	}
	bound, variable := "", t[1:len(t)-1]
	if m != nil {
		bound = classfile.TypeBound(m.Signature(), variable)
	}
	if bound == "" {
		bound = classfile.TypeBound(c.Signature(), variable)
	}
	return boundOf(c, m, bound, depth+1)
}
