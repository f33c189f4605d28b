package classfile

import "strings"

// TypeArguments returns the type arguments of a generic type, as they stand in its signature (JVMS 4.7.9.1): "*", "Ljava/lang/Object;",
// "+TV;"; none where it has none.
func TypeArguments(generic string) []string {
	_, arguments, ok := strings.Cut(generic, "<")
	if !ok {
		return nil
	}
	return splitTypes(arguments)
}

// GenericParams returns the generic types of a method's parameters; none where it has no generic signature, or one that leaves out
// parameters that compilers add.
func (m *Method) GenericParams() []string {
	_, s, ok := strings.Cut(m.Signature(), "(")
	if !ok {
		return nil
	}
	types := splitTypes(s)
	if len(Params(m.Desc)) != len(types) {
		return nil
	}
	return types
}

// GenericSupertypes returns the generic types of the superclass and the interfaces of a class; none where it has no generic signature.
func (c *Class) GenericSupertypes() []string { return genericSupertypes(c.Signature()) }

// genericSupertypes returns the types behind the type parameters in the signature s of a class.
func genericSupertypes(s string) []string {
	_, rest, ok := typeParameters(s)
	if !ok {
		return nil
	}
	return splitTypes(rest + ")")
}

// ErasedClass returns the name of the class of a generic type, "a/B$C" of "La/B<TT;>.C;".
func ErasedClass(generic string) string {
	var b strings.Builder
	depth := 0
	for _, r := range strings.TrimSuffix(strings.TrimPrefix(generic, "L"), ";") {
		switch {
		case r == '<':
			depth++
		case r == '>':
			depth--
		case depth == 0 && r == '.':
			b.WriteByte('$')
		case depth == 0:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// TypeBound returns the first bound of a type variable that the signature of a class or method declares, empty where it declares none of
// that name.
func TypeBound(signature, variable string) string {
	parameters, _, _ := typeParameters(signature)
	for _, p := range parameters {
		if p.name == variable {
			return p.bound
		}
	}
	return ""
}

// TypeVariables returns the names of the type variables that the signature of a class or method declares.
func TypeVariables(signature string) (names []string) {
	parameters, _, ok := typeParameters(signature)
	if !ok {
		return nil
	}
	for _, p := range parameters {
		names = append(names, p.name)
	}
	return names
}

// typeParameter is a type variable with its first bound.
type typeParameter struct{ name, bound string }

// typeParameters reads the type parameters that a signature begins with (JVMS 4.7.9.1), and returns what follows them; none where it has none.
// ok is false where they are not well formed; those before are returned.
func typeParameters(signature string) (parameters []typeParameter, rest string, ok bool) {
	rest, generic := strings.CutPrefix(signature, "<")
	if !generic {
		return nil, signature, true
	}
	for rest != "" && rest[0] != '>' {
		name, bounds, ok := strings.Cut(rest, ":")
		if !ok {
			return parameters, "", false
		}
		p := typeParameter{name: name}
		rest = strings.TrimPrefix(bounds, ":") // there is no class among the bounds
		for more := true; more; rest, more = strings.CutPrefix(rest, ":") {
			n := typeLength(rest)
			if n == 0 {
				return parameters, "", false
			}
			if p.bound == "" {
				p.bound = rest[:n]
			}
			rest = rest[n:]
		}
		parameters = append(parameters, p)
	}
	rest, ok = strings.CutPrefix(rest, ">")
	return parameters, rest, ok
}

// splitTypes returns the types or type arguments that stand one after the other until a bracket closes.
func splitTypes(s string) (out []string) {
	for s != "" && s[0] != ')' && s[0] != '>' {
		n := typeLength(s)
		if n == 0 {
			return nil
		}
		out = append(out, s[:n])
		s = s[n:]
	}
	if s == "" {
		return nil
	}
	return out
}

// typeLength returns the length of the type or type argument that s begins with, 0 if it has none.
func typeLength(s string) int {
	i := len(s) - len(strings.TrimLeft(s, "[+-"))
	if i == len(s) {
		return 0
	}
	switch s[i] {
	case ')', '>', ':', '^':
		return 0
	case 'L', 'T':
		for depth := 0; i < len(s); i++ {
			switch s[i] {
			case '<':
				depth++
			case '>':
				depth--
			case ';':
				if depth == 0 {
					return i + 1
				}
			}
		}
		return 0
	}
	return i + 1
}
