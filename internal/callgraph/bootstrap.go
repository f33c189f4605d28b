package callgraph

import (
	"github.com/energylint/energylint/internal/classfile"
)

// BootstrapKind says what an invokedynamic does, by its bootstrap method.
type BootstrapKind uint8

// The kinds of call sites that the JDK's own bootstrap methods link.
const (
	UnknownBootstrap BootstrapKind = iota
	LambdaSite                     // java.lang.invoke.LambdaMetafactory
	StringConcatSite               // java.lang.invoke.StringConcatFactory
	ObjectMethodSite               // java.lang.runtime.ObjectMethods: equals, hashCode, toString of a record
	SwitchSite                     // java.lang.runtime.SwitchBootstraps: pattern switches
)

// KindOf classifies a bootstrap method by its handle.
func KindOf(b classfile.Bootstrap) BootstrapKind {
	if b.Method.Kind != classfile.RefInvokeStatic {
		return UnknownBootstrap
	}
	switch m := b.Method.Member; m.Class {
	case "java/lang/invoke/LambdaMetafactory":
		if m.Name == "metafactory" || m.Name == "altMetafactory" {
			return LambdaSite
		}
	case "java/lang/invoke/StringConcatFactory":
		if m.Name == "makeConcat" || m.Name == "makeConcatWithConstants" {
			return StringConcatSite
		}
	case "java/lang/runtime/ObjectMethods":
		if m.Name == "bootstrap" {
			return ObjectMethodSite
		}
	case "java/lang/runtime/SwitchBootstraps":
		if m.Name == "typeSwitch" || m.Name == "enumSwitch" {
			return SwitchSite
		}
	}
	return UnknownBootstrap
}

// Lambda is one lambda expression or method reference: an object that implements a functional interface with the
// method that Body is a handle to.
type Lambda struct {
	Class      *classfile.Class // that contains the expression
	Interfaces []string         // the functional interface first, then marker interfaces
	Name       string           // of the interface's method
	Descs      []string         // erased descriptors under which Name calls Body: the method's own, then bridges
	Dynamic    string           // the descriptor after substitution of type arguments (the instantiated method type)
	Body       classfile.Handle
	// Captured are the descriptors of what the object carries; they precede the interface method's parameters in
	// the call of Body, the receiver of an instance method first.
	Captured []string
}

// flags of LambdaMetafactory.altMetafactory
const (
	flagMarkers = 1 << 1
	flagBridges = 1 << 2
)

// LambdaAt reads the lambda that an invokedynamic creates, given its pool entry and the class's bootstrap methods;
// ok is false where it creates none or cannot be read.
func LambdaAt(c *classfile.Class, bs []classfile.Bootstrap, d classfile.Dynamic) (l *Lambda, ok bool) {
	if d.Bootstrap < 0 || d.Bootstrap >= len(bs) || KindOf(bs[d.Bootstrap]) != LambdaSite {
		return nil, false
	}
	b := bs[d.Bootstrap]
	iface := classfile.Return(d.Desc)
	if len(b.Args) < 3 || len(iface) < 3 || iface[0] != 'L' {
		return nil, false
	}
	p := &c.Pool
	body, ok := p.Handle(b.Args[1])
	own := p.MethodType(b.Args[0])
	if !ok || own == "" {
		return nil, false
	}
	l = &Lambda{
		Class: c, Interfaces: []string{iface[1 : len(iface)-1]}, Name: d.Name, Descs: []string{own},
		Dynamic: p.MethodType(b.Args[2]), Body: body, Captured: classfile.Params(d.Desc),
	}
	if b.Method.Member.Name == "altMetafactory" {
		l.alternatives(p, b.Args[3:])
	}
	return l, true
}

// alternatives reads what altMetafactory has on top: flags, marker interfaces, bridge descriptors. What is malformed
// ends the list; the JVM would reject it at run time.
func (l *Lambda) alternatives(p *classfile.Pool, args []int) {
	next := func() (index int, ok bool) {
		if len(args) == 0 {
			return 0, false
		}
		index, args = args[0], args[1:]
		return index, true
	}
	number := func() int {
		i, ok := next()
		if !ok || p.Tag(i) != classfile.TagInteger {
			return 0
		}
		return max(0, min(int(p.Integer(i)), 255))
	}
	flags := number()
	if flags&flagMarkers != 0 {
		for range number() {
			if i, ok := next(); ok && p.Tag(i) == classfile.TagClass {
				l.Interfaces = append(l.Interfaces, p.ClassName(i))
			}
		}
	}
	if flags&flagBridges != 0 {
		for range number() {
			if i, ok := next(); ok && p.Tag(i) == classfile.TagMethodType {
				l.Descs = append(l.Descs, p.MethodType(i))
			}
		}
	}
}

// Lambdas returns the lambdas and method references of a class, in the order of its constant pool. It does not read
// the code: a constant pool entry that no instruction uses counts too.
func Lambdas(c *classfile.Class) []*Lambda {
	var bs []classfile.Bootstrap
	var ls []*Lambda
	for i := 1; i < c.Pool.Len(); i++ {
		if c.Pool.Tag(i) != classfile.TagInvokeDynamic {
			continue
		}
		if bs == nil {
			var err error
			if bs, err = c.Bootstraps(); err != nil || bs == nil {
				return nil
			}
		}
		d, _ := c.Pool.Dynamic(i)
		if l, ok := LambdaAt(c, bs, d); ok {
			ls = append(ls, l)
		}
	}
	return ls
}

// Implements reports whether the lambda's object runs Body when the method is called on it.
func (l *Lambda) Implements(name, desc string) bool {
	if l.Name != name {
		return false
	}
	for _, d := range l.Descs {
		if d == desc {
			return true
		}
	}
	return false
}
