package callees

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/generic"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// The generic types of values whose static type is wider than what the program declares: what list.get(i), it.next() or identity(x) returns is
// of the type argument that stands for the type variable of the result (JVMS 4.7.9.1).
//
// Sound unless unchecked casts put objects of other classes in their place (JLS 4.12.2). A type that is not found is not known.

// valueArgument stands for the value itself among the type arguments of a search.
const valueArgument = -1

// typesOfValue returns generic types that a value may be of: its static type, with the types of its elements, or where that is Object those that
// its declaration has for it. A type argument that is not known is *.
func (s *elementSearch) typesOfValue(v ssa.ID) []string {
	return s.once(elementsOf{v, valueArgument}, func() []string { return s.findOfValue(v) })
}

func (s *elementSearch) findOfValue(v ssa.ID) []string {
	f := s.M.Fn
	class := s.narrowest(v)
	switch {
	case class != "" && class != platform.ObjectClass && s.a.Hierarchy.Analysed(class):
		return []string{"L" + class + ";"}
	case class != "" && class != platform.ObjectClass:
		return generic.Parametrised(class, s.argumentsOf(v, class))
	}
	v = s.M.Uncast(v)
	switch x := &f.Values[v]; {
	case x.Kind == ssa.Phi:
		var out []string
		for _, arg := range f.Args(v) {
			out = append(out, s.typesOfValue(arg)...)
		}
		return generic.Distinct(out)
	case x.Kind == ssa.Instr && f.IsCall(v):
		return s.resultTypes(v)
	case x.Kind == ssa.Instr && x.Op == classfile.OpGetfield:
		return s.fieldTypes(v)
	}
	return nil
}

// argumentsOf returns the types of the elements of v, of a class of a library, by type argument.
func (s *elementSearch) argumentsOf(v ssa.ID, class string) (arguments [][]string) {
	n := 2
	if platform.Holder.Has(class) {
		n = 3
	}
	for i := range n {
		arguments = append(arguments, s.of(v, i))
	}
	return arguments
}

// narrowest returns the class of the static type of a value, before or after a cast, empty for none.
func (s *Summary) narrowest(v ssa.ID) string {
	f := s.M.Fn
	class, before := platform.ClassName(f.Static(v)), platform.ClassName(f.Static(s.M.Uncast(v)))
	if class == "" || class == platform.ObjectClass {
		return before
	}
	return class
}

// resultTypes returns the generic types of what a call returns, by the signature of the method that it names.
func (s *elementSearch) resultTypes(call ssa.ID) []string {
	mem, _ := s.M.Fn.Member(call)
	if args := s.M.Fn.Args(call); len(args) > 0 && platform.IsPlatform(mem.Class) {
		if made := s.functionResult(s.M.Uncast(args[0])); len(made) > 0 { // a call of a function
			return made
		}
	}
	m := s.a.Hierarchy.Resolve(mem.Class, mem.Name, mem.Desc).Method
	if m == nil {
		return nil
	}
	_, result, _ := strings.Cut(m.Signature(), ")")
	result, _, _ = strings.Cut(result, "^") // the exceptions
	return s.substituted(m.Class, m, s.M.Fn.Args(call), result)
}

// fieldTypes returns the generic types of a field that is read, by the type arguments of its object.
func (s *elementSearch) fieldTypes(read ssa.ID) []string {
	mem, _ := s.M.Fn.Member(read)
	c, field := s.M.Fields.Find(mem)
	if c == nil {
		return nil
	}
	return s.substituted(c, nil, s.M.Fn.Args(read), field.Signature())
}

// substituted returns a generic type that class c, or its method m, declares, with the types that its type variables stand for where the method is
// called, or the field read, with args.
func (s *elementSearch) substituted(c *classfile.Class, m *classfile.Method, args []ssa.ID, t string) []string {
	if t = strings.TrimPrefix(t, "+"); strings.Count(t, "<") > maxWithin {
		return nil
	}
	if strings.HasPrefix(t, "T") && strings.HasSuffix(t, ";") {
		return s.bound(c, m, args, t[1:len(t)-1])
	}
	class := generic.Erased(t)
	switch {
	case class == "":
		return nil
	case strings.Contains(t, ">."): // a class within a generic one
		return []string{"L" + class + ";"}
	}
	var arguments [][]string
	for _, arg := range classfile.TypeArguments(t) {
		arguments = append(arguments, s.substituted(c, m, args, arg))
	}
	return generic.Parametrised(class, arguments)
}

// bound returns the types that a type variable stands for: of a variable of the method, those of the arguments whose parameter is of it or has
// elements that are; of one of the class, those of the elements of the receiver.
func (s *elementSearch) bound(c *classfile.Class, m *classfile.Method, args []ssa.ID, variable string) []string {
	first := 0
	if m == nil || !m.Static() {
		first = 1
	}
	if m == nil || classfile.TypeBound(m.Signature(), variable) == "" {
		if i := slices.Index(classfile.TypeVariables(c.Signature()), variable); i >= 0 && first == 1 {
			return s.of(args[0], i)
		}
		return nil
	}
	return s.passed(m, args[first:], variable)
}

// constructed returns the types that a type variable of a class stands for where a constructor is called.
func (s *elementSearch) constructed(constructor classfile.Member, args []ssa.ID, argument int) []string {
	m := s.a.Hierarchy.Resolve(constructor.Class, constructor.Name, constructor.Desc).Method
	if m == nil {
		return nil
	}
	if variables := classfile.TypeVariables(m.Class.Signature()); argument < len(variables) {
		return s.passed(m, args[1:], variables[argument])
	}
	return nil
}

// passed returns the types of the arguments whose parameter is of a type variable, or has elements that are.
func (s *elementSearch) passed(m *classfile.Method, args []ssa.ID, variable string) (out []string) {
	for i, p := range m.GenericParams() {
		if i >= len(args) {
			break
		}
		if p == "T"+variable+";" {
			out = append(out, s.typesOfValue(args[i])...)
		}
		for k, arg := range classfile.TypeArguments(p) {
			if strings.TrimPrefix(arg, "+") == "T"+variable+";" {
				out = append(out, s.of(args[i], k)...)
			}
		}
	}
	return generic.Distinct(out)
}
