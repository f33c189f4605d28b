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
