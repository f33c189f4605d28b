package classfile

// PermittedSubclasses returns the classes that may extend a sealed class directly (JVMS 4.7.31); ok is false where
// the class is not sealed, or the attribute cannot be read.
func (c *Class) PermittedSubclasses() (names []string, ok bool) {
	b := c.find(c.attrs, "PermittedSubclasses")
	if b == nil {
		return nil, false
	}
	r := &reader{data: b}
	n := r.u2("PermittedSubclasses")
	if !r.need(2*n, "PermittedSubclasses") {
		return nil, false
	}
	names = make([]string, n)
	for i := range names {
		names[i] = c.Pool.ClassName(r.u2(""))
	}
	return names, true
}
