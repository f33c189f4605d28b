package classfile

// Annotation is one annotation of any retention that reaches the class file (JVMS 4.7.16 and 4.7.17).
type Annotation struct {
	Type    string // descriptor, Lcom/acme/EnergyBudget;
	Visible bool   // RetentionPolicy.RUNTIME
	Values  []ElementValue
}

// ElementValue is a name and a value: int64 (all integral types and boolean), float64, string, EnumConstant,
// ClassLiteral, Annotation or []any of these.
type ElementValue struct {
	Name  string
	Value any
}

// EnumConstant is an annotation value that names a constant of an enum type.
type EnumConstant struct{ Type, Name string }

// ClassLiteral is an annotation value that is a class, as its descriptor.
type ClassLiteral string

// maxAnnotationDepth bounds nested annotations and arrays: deeper is corrupt input, not a program.
const maxAnnotationDepth = 16

// Annotations returns the annotations of the class; what cannot be read is left out.
func (c *Class) Annotations() []Annotation { return c.annotations(c.attrs) }

// Annotations returns the annotations of the method; what cannot be read is left out.
func (m *Method) Annotations() []Annotation { return m.Class.annotations(m.attrs) }

// Annotations returns the annotations of the field; what cannot be read is left out.
func (f *Field) Annotations() []Annotation { return f.class.annotations(f.attrs) }

func (c *Class) annotations(as []attr) []Annotation {
	var out []Annotation
	for _, name := range [...]string{"RuntimeVisibleAnnotations", "RuntimeInvisibleAnnotations"} {
		b := c.find(as, name)
		if b == nil {
			continue
		}
		r := &reader{data: b}
		for range r.u2(name) {
			a := c.annotation(r, 0)
			if r.err != nil {
				break
			}
			a.Visible = name == "RuntimeVisibleAnnotations"
			out = append(out, a)
		}
	}
	return out
}

// ParameterAnnotations returns the annotations of parameter i, counting as the attribute does: compilers leave
// out synthetic leading parameters.
func (m *Method) ParameterAnnotations(i int) []Annotation {
	var out []Annotation
	for _, name := range [...]string{"RuntimeVisibleParameterAnnotations", "RuntimeInvisibleParameterAnnotations"} {
		b := m.Class.find(m.attrs, name)
		if b == nil {
			continue
		}
		r := &reader{data: b}
		for p := range r.u1(name) {
			for range r.u2(name) {
				a := m.Class.annotation(r, 0)
				if r.err != nil {
					return out
				}
				a.Visible = name == "RuntimeVisibleParameterAnnotations"
				if p == i {
					out = append(out, a)
				}
			}
		}
	}
	return out
}

func (c *Class) annotation(r *reader, depth int) Annotation {
	a := Annotation{Type: c.Pool.Utf8(r.u2("annotation"))}
	n := r.u2("annotation")
	if !r.need(3*n, "annotation") {
		return a
	}
	for range n {
		name := c.Pool.Utf8(r.u2("annotation"))
		a.Values = append(a.Values, ElementValue{name, c.elementValue(r, depth)})
		if r.err != nil {
			break
		}
	}
	return a
}

func (c *Class) elementValue(r *reader, depth int) any {
	if depth > maxAnnotationDepth {
		r.err = errDeepAnnotation
		return nil
	}
	tag := r.u1("element_value")
	switch tag {
	case 'e':
		return EnumConstant{c.Pool.Utf8(r.u2("")), c.Pool.Utf8(r.u2(""))}
	case 'c':
		return ClassLiteral(c.Pool.Utf8(r.u2("")))
	case '@':
		return c.annotation(r, depth+1)
	case '[':
		n := r.u2("element_value")
		if !r.need(n, "element_value") {
			return nil
		}
		vs := make([]any, 0, n)
		for range n {
			vs = append(vs, c.elementValue(r, depth+1))
			if r.err != nil {
				return nil
			}
		}
		return vs
	}
	i := r.u2("element_value")
	switch t := c.Pool.Tag(i); {
	case tag == 's' && t == TagUtf8:
		return c.Pool.Utf8(i)
	case (tag == 'B' || tag == 'C' || tag == 'I' || tag == 'S' || tag == 'Z') && t == TagInteger:
		return int64(c.Pool.Integer(i))
	case tag == 'J' && t == TagLong:
		return c.Pool.Long(i)
	case tag == 'F' && t == TagFloat:
		return float64(c.Pool.Float(i))
	case tag == 'D' && t == TagDouble:
		return c.Pool.Double(i)
	}
	r.err = errElementValue
	return nil
}

// Value returns the annotation's value of that name, nil where it is not written out (a default).
func (a Annotation) Value(name string) any {
	for _, v := range a.Values {
		if v.Name == name {
			return v.Value
		}
	}
	return nil
}
