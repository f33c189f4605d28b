package classfile

// NestHost returns the class at whose nest this one asks to be (JVMS 4.7.28): itself where it names no other.
func (c *Class) NestHost() string {
	b := c.find(c.attrs, "NestHost")
	if b == nil {
		return c.Name
	}
	r := &reader{data: b}
	if !r.need(2, "NestHost") {
		return c.Name
	}
	if n := c.Pool.ClassName(r.u2("")); n != "" {
		return n
	}
	return c.Name
}

// NestMembers returns the classes that a host lets into its nest (JVMS 4.7.29), without itself. ok is false where the
// attribute cannot be read.
func (c *Class) NestMembers() (names []string, ok bool) {
	names, ok = c.classNames(c.attrs, "NestMembers")
	return names, ok || c.find(c.attrs, "NestMembers") == nil
}

// EnclosingMethod returns the method that a local or anonymous class is declared in (JVMS 4.7.7). name and desc are empty
// where it is declared in an initializer; ok is false for other classes, and where the attribute cannot be read.
func (c *Class) EnclosingMethod() (m Member, ok bool) {
	b := c.find(c.attrs, "EnclosingMethod")
	if len(b) != 4 {
		return Member{}, false
	}
	r := &reader{data: b}
	class, method := r.u2(""), r.u2("")
	if c.Pool.Tag(class) != TagClass {
		return Member{}, false
	}
	m.Class = c.Pool.ClassName(class)
	if method != 0 {
		if c.Pool.Tag(method) != TagNameAndType {
			return Member{}, false
		}
		m.Name, m.Desc = c.Pool.NameAndType(method)
	}
	return m, true
}
