package classfile

// Size returns about how many bytes of memory the class takes: its file, what Parse makes of it, and what a hierarchy
// remembers of every class and method.
func (c *Class) Size() int64 {
	const class, method, field, constant, name, attribute = 1500, 200, 80, 4, 16, 12
	n := class + len(c.data) + constant*c.Pool.Len() + name*len(c.Interfaces) + attribute*len(c.attrs)
	for i := range c.Methods {
		n += method + attribute*len(c.Methods[i].attrs)
	}
	for i := range c.Fields {
		n += field + attribute*len(c.Fields[i].attrs)
	}
	return int64(n)
}
