package progdb

import (
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Names of methods for messages, and what invokedynamic instructions link.

// Builder is the class StringBuilder.
const Builder = platform.StringBuilder

// StringEntry returns entry i of a constant pool if it is a string.
func StringEntry(p *classfile.Pool, i int) (text string, ok bool) {
	return p.StringValue(i), p.Tag(i) == classfile.TagString
}

// MethodName returns the name of a method for messages: com.acme.Codec.encode(byte[], int).
func MethodName(m *classfile.Method) string { return m.Member().Text() }

// DynamicOf returns what an invokedynamic links, and its bootstrap method; ok is false if that cannot be read.
func DynamicOf(f *ssa.Func, v ssa.ID) (d classfile.Dynamic, b classfile.Bootstrap, ok bool) {
	c := f.Method.Class
	d, _ = c.Pool.Dynamic(f.Code.Index(int(f.Values[v].PC)))
	bs, err := c.Bootstraps()
	if err != nil || d.Bootstrap < 0 || d.Bootstrap >= len(bs) {
		return d, b, false
	}
	return d, bs[d.Bootstrap], true
}

// LambdaOf returns the lambda that an instruction of a method creates, nil if it creates none.
func LambdaOf(f *ssa.Func, v ssa.ID) *callgraph.Lambda {
	x := &f.Values[v]
	if x.Kind != ssa.Instr || x.Op != classfile.OpInvokedynamic {
		return nil
	}
	bs, err := f.Method.Class.Bootstraps()
	if err != nil {
		return nil
	}
	d, _ := f.Method.Class.Pool.Dynamic(f.Code.Index(int(x.PC)))
	l, ok := callgraph.LambdaAt(f.Method.Class, bs, d)
	if !ok {
		return nil
	}
	return l
}

// ArrayOwner returns the class by which models name the methods of an array: int[] and so on, java/lang/Object[] for
// all arrays of references; empty if the class is no array.
func ArrayOwner(class string) string {
	switch {
	case len(class) < 2 || class[0] != '[':
		return ""
	case len(class) == 2:
		return classfile.JavaType(class)
	}
	return "java/lang/Object[]"
}
