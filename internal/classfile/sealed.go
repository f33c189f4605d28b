package classfile

// PermittedSubclasses returns the classes that may extend a sealed class directly (JVMS 4.7.31); ok is false where
// the class is not sealed, or the attribute cannot be read.
func (c *Class) PermittedSubclasses() (names []string, ok bool) {
	return c.classNames(c.attrs, "PermittedSubclasses")
}
