package classfile

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// SourceFile returns the SourceFile attribute (JVMS 4.7.10), empty where there is none; of a class that Kotlin's compiler copied to where it
// inlined the function around it, the file of the call.
func (c *Class) SourceFile() string {
	if file, _, ok := c.copiedFrom(); ok {
		return file
	}
	return c.utf8Attr(c.attrs, "SourceFile")
}

// Signature returns the generic signature of the class (JVMS 4.7.9), empty where there is none.
func (c *Class) Signature() string { return c.utf8Attr(c.attrs, "Signature") }

// Signature returns the generic signature of the method (JVMS 4.7.9), empty where there is none.
func (m *Method) Signature() string { return m.Class.utf8Attr(m.attrs, "Signature") }

// Signature returns the generic signature of the field (JVMS 4.7.9), empty where there is none.
func (f *Field) Signature() string { return f.class.utf8Attr(f.attrs, "Signature") }

func (c *Class) utf8Attr(as []attr, name string) string {
	b := c.find(as, name)
	if len(b) != 2 {
		return ""
	}
	return c.Pool.Utf8(int(binary.BigEndian.Uint16(b)))
}

// SourceDebugExtension returns the attribute's text (JVMS 4.7.11): Kotlin's SMAP of inlined code.
func (c *Class) SourceDebugExtension() string {
	b := c.find(c.attrs, "SourceDebugExtension")
	return decodeModifiedUTF8(b)
}

// ConstantValue returns the pool index of a static field's constant (JVMS 4.7.2); ok is false where there is none.
func (f *Field) ConstantValue() (index int, ok bool) {
	b := f.class.find(f.attrs, "ConstantValue")
	if len(b) != 2 {
		return 0, false
	}
	i := int(binary.BigEndian.Uint16(b))
	switch f.class.Pool.Tag(i) {
	case TagInteger, TagFloat, TagLong, TagDouble, TagString:
		return i, true
	}
	return 0, false
}

// Exceptions returns the checked exceptions that the method declares (JVMS 4.7.5).
func (m *Method) Exceptions() []string {
	names, _ := m.Class.classNames(m.attrs, "Exceptions")
	return names
}

// classNames reads an attribute that lists classes; ok is false where there is none, or where it cannot be read.
func (c *Class) classNames(attrs []attr, name string) (names []string, ok bool) {
	b := c.find(attrs, name)
	if b == nil {
		return nil, false
	}
	r := &reader{data: b}
	n := r.u2(name)
	if !r.need(2*n, name) {
		return nil, false
	}
	names = make([]string, n)
	for i := range names {
		names[i] = c.Pool.ClassName(r.u2(""))
	}
	return names, true
}

// Bootstrap is an entry of the BootstrapMethods attribute (JVMS 4.7.23): the method and its static arguments as
// pool indices.
type Bootstrap struct {
	Method Handle
	Args   []int
}

// bootstraps are the bootstrap methods of a class, or why they cannot be read.
type bootstraps struct {
	list []Bootstrap
	err  error
}

// Bootstraps returns the class's bootstrap methods, which are not to be changed. An attribute that cannot be read is an error.
// They are read once: each invokedynamic of the class asks for them.
func (c *Class) Bootstraps() ([]Bootstrap, error) {
	b := c.bootstraps.Load()
	if b == nil {
		b = new(bootstraps)
		b.list, b.err = c.readBootstraps()
		c.bootstraps.Store(b)
	}
	return b.list, b.err
}

func (c *Class) readBootstraps() ([]Bootstrap, error) {
	b := c.find(c.attrs, "BootstrapMethods")
	if b == nil {
		return nil, nil
	}
	r := &reader{data: b}
	n := r.u2("BootstrapMethods")
	if !r.need(4*n, "BootstrapMethods") {
		return nil, r.err
	}
	bs := make([]Bootstrap, n)
	for i := range bs {
		h, ok := c.Pool.Handle(r.u2("BootstrapMethods"))
		if !ok && r.err == nil {
			return nil, fmt.Errorf("bootstrap method %d is no method handle", i)
		}
		bs[i].Method = h
		k := r.u2("BootstrapMethods")
		if !r.need(2*k, "BootstrapMethods") {
			return nil, r.err
		}
		bs[i].Args = make([]int, k)
		for j := range bs[i].Args {
			bs[i].Args[j] = r.u2("BootstrapMethods")
		}
	}
	return bs, r.err
}

// InnerClass is an entry of the InnerClasses attribute (JVMS 4.7.6). Outer is empty for local and anonymous
// classes, Name for anonymous ones.
type InnerClass struct {
	Inner, Outer, Name string
	Access             uint16
}

// InnerClasses returns the attribute's entries, none where it cannot be read.
func (c *Class) InnerClasses() []InnerClass {
	r := &reader{data: c.find(c.attrs, "InnerClasses")}
	if r.data == nil {
		return nil
	}
	n := r.u2("InnerClasses")
	if !r.need(8*n, "InnerClasses") {
		return nil
	}
	ics := make([]InnerClass, n)
	for i := range ics {
		ics[i] = InnerClass{Inner: c.Pool.ClassName(r.u2("")), Outer: c.Pool.ClassName(r.u2("")), Name: c.Pool.Utf8(r.u2("")), Access: uint16(r.u2(""))}
	}
	return ics
}

// Line is an entry of a LineNumberTable (JVMS 4.7.12): code from PC on is from Line.
type Line struct{ PC, Line int }

// HasLines reports whether Lines returns any.
func (c *Code) HasLines() bool {
	if c.moved != nil {
		return len(c.moved.lines) > 0
	}
	for range c.readLines {
		return true
	}
	return false
}

// readLines yields the entries of the line tables whose code there is, each with the length of its table.
func (c *Code) readLines(yield func(int, Line) bool) {
	class := c.Method.Class
	for _, a := range c.attrs {
		if class.Pool.ascii(int(a.name)) != "LineNumberTable" {
			continue
		}
		r := &reader{data: class.data[:a.end], at: int(a.start)}
		n := r.u2("LineNumberTable")
		if !r.need(4*n, "LineNumberTable") {
			continue
		}
		for range n {
			if l := (Line{r.u2(""), r.u2("")}); l.PC < len(c.Bytes) && !yield(n, l) {
				return
			}
		}
	}
}

// Lines returns the method's line table in pc order. Lines outside the code are dropped.
func (c *Code) Lines() []Line {
	if c.moved != nil {
		return c.moved.lines
	}
	var ls []Line
	for n, l := range c.readLines {
		if ls == nil {
			ls = make([]Line, 0, n)
		}
		ls = append(ls, l)
	}
	byPC := func(a, b Line) int { return a.PC - b.PC }
	if !slices.IsSortedFunc(ls, byPC) { // nearly always sorted
		slices.SortStableFunc(ls, byPC)
	}
	return ls
}

// LineAt returns the line of the instruction at pc in a table from Lines, 0 where there is none.
func LineAt(ls []Line, pc int) int {
	lo, hi := 0, len(ls)
	for lo < hi {
		if mid := (lo + hi) / 2; ls[mid].PC <= pc {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == 0 {
		return 0
	}
	return ls[lo-1].Line
}

// Variable is an entry of a LocalVariableTable (JVMS 4.7.13): slot Index is Name in [Start, End).
type Variable struct {
	Start, End, Index int
	Name, Desc        string
}

// Variables returns the method's local variable table, none where it was not compiled in. Ranges end with the
// code; variables that start behind it are dropped.
func (c *Code) Variables() []Variable {
	if c.moved != nil {
		return c.moved.vars
	}
	class := c.Method.Class
	var vs []Variable
	for _, a := range c.attrs {
		if class.Pool.Utf8(int(a.name)) != "LocalVariableTable" {
			continue
		}
		r := &reader{data: class.data[:a.end], at: int(a.start)}
		n := r.u2("LocalVariableTable")
		if !r.need(10*n, "LocalVariableTable") {
			continue
		}
		for range n {
			start, size := r.u2(""), r.u2("")
			v := Variable{Start: start, End: min(start+size, len(c.Bytes)), Name: class.Pool.Utf8(r.u2("")), Desc: class.Pool.Utf8(r.u2("")), Index: r.u2("")}
			if v.Name != "" && v.Start < len(c.Bytes) {
				vs = append(vs, v)
			}
		}
	}
	return vs
}

// HasVariables reports whether the code has a local variable table, which may be empty.
func (c *Code) HasVariables() bool {
	if c.moved != nil {
		return c.moved.variables
	}
	return slices.ContainsFunc(c.attrs, func(a attr) bool { return c.Method.Class.Pool.Utf8(int(a.name)) == "LocalVariableTable" })
}

// NameParameters sets where the names of parameters come from that the class file does not tell: the source. It must come before the
// analysis of the class.
func (c *Class) NameParameters(names func(*Method) []string) { c.named = names }

// ParameterNames returns the names of the MethodParameters attribute (JVMS 4.7.24), where it is missing those of NameParameters, else none.
func (m *Method) ParameterNames() []string {
	r := &reader{data: m.Class.find(m.attrs, "MethodParameters")}
	if r.data == nil {
		if m.Class.named != nil {
			return m.Class.named(m)
		}
		return nil
	}
	n := r.u1("MethodParameters")
	if !r.need(4*n, "MethodParameters") {
		return nil
	}
	names := make([]string, n)
	for i := range names {
		names[i] = m.Class.Pool.Utf8(r.u2(""))
		r.u2("")
	}
	return names
}
