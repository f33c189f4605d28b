package randprog

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
)

// Object is an object of a class, or a lambda: then it has a body and what it captured.
type Object struct {
	Class    string
	Fields   map[string]Value // by class and name: A0.f1
	lambda   *callgraph.Lambda
	captured []Value
}

func (v Value) isNull() bool { return v.Array == nil && v.Object == nil }

const (
	nullPointer  = "java/lang/NullPointerException"
	castFailed   = "java/lang/ClassCastException"
	isAbstract   = "java/lang/AbstractMethodError"
	incompatible = "java/lang/IncompatibleClassChangeError"
)

// platform are the superclasses of the platform's classes that programs use.
var platform = map[string]string{
	"java/lang/ArithmeticException":            "java/lang/RuntimeException",
	"java/lang/ArrayIndexOutOfBoundsException": "java/lang/IndexOutOfBoundsException",
	"java/lang/IndexOutOfBoundsException":      "java/lang/RuntimeException",
	"java/lang/NegativeArraySizeException":     "java/lang/RuntimeException",
	nullPointer:                                "java/lang/RuntimeException",
	castFailed:                                 "java/lang/RuntimeException",
	"java/lang/RuntimeException":               "java/lang/Exception",
	"java/lang/Exception":                      "java/lang/Throwable",
	"java/lang/Throwable":                      "java/lang/Object",
	isAbstract:                                 incompatible,
	incompatible:                               "java/lang/Error",
	"java/lang/Error":                          "java/lang/Throwable",
}

// above are a class and all types above it, in the order of a search for a method.
func (m *Machine) above(class string) []string {
	var out []string
	for c := class; c != ""; {
		out = append(out, c)
		if k := m.classes[c]; k != nil {
			c = k.Super
		} else {
			c = platform[c]
		}
	}
	for i := 0; i < len(out); i++ {
		if k := m.classes[out[i]]; k != nil {
			for _, f := range k.Interfaces {
				if !slices.Contains(out, f) {
					out = append(out, f)
				}
			}
		}
	}
	return out
}

func (m *Machine) isInstance(class, of string) bool { return slices.Contains(m.above(class), of) }

// selected is the method that a call on an object of a class runs (JVMS 5.4.6); thrown says that there is none.
func (m *Machine) selected(class, name, desc string) (x *compiled, thrown string) {
	var defaults []*compiled
	above := m.above(class)
	for _, c := range above {
		k := m.classes[c]
		x := m.methods[c+"."+name+desc]
		switch {
		case k == nil || x == nil:
		case !k.IsInterface() && x.method.Abstract():
			return nil, isAbstract
		case !k.IsInterface():
			return x, ""
		default:
			defaults = append(defaults, x)
		}
	}
	// Of the interfaces, those count that no other one is below.
	var specific []*compiled
	for _, x := range defaults {
		if x.method.Abstract() {
			continue
		}
		if !slices.ContainsFunc(defaults, func(y *compiled) bool {
			return y != x && m.isInstance(y.method.Class.Name, x.method.Class.Name)
		}) {
			specific = append(specific, x)
		}
	}
	switch len(specific) {
	case 0:
		return nil, isAbstract
	case 1:
		return specific[0], ""
	}
	return nil, incompatible
}

// invoke runs an instruction that calls a method.
func (f *frame) invoke(in *instruction) (int, string, error) {
	args := slices.Clone(f.stack[len(f.stack)-in.params:])
	f.stack = f.stack[:len(f.stack)-in.params]
	callee := in.callee
	switch in.op {
	case classfile.OpInvokestatic:
		if callee == nil {
			return in.next, "", f.library(in, args)
		}
	case classfile.OpInvokespecial:
		if strings.HasPrefix(in.member.Class, "java/") {
			return in.next, "", nil
		}
		if args[0].isNull() {
			return in.next, nullPointer, nil
		}
		if callee == nil {
			var thrown string
			if callee, thrown = f.m.selected(in.member.Class, in.member.Name, in.member.Desc); thrown != "" {
				return in.next, thrown, nil
			}
		}
	default:
		o := args[0].Object
		if o == nil {
			return in.next, nullPointer, nil
		}
		f.m.Events.Virtual++
		if o.lambda != nil && o.lambda.Implements(in.member.Name, in.member.Desc) {
			f.m.Events.Lambda++
			callee = f.m.methods[o.lambda.Body.Member.Class+"."+o.lambda.Body.Member.Name+o.lambda.Body.Member.Desc]
			args = append(slices.Clone(o.captured), args[1:]...)
			break
		}
		var thrown string
		if callee, thrown = f.m.selected(o.Class, in.member.Name, in.member.Desc); thrown != "" {
			return in.next, thrown, nil
		}
	}
	if callee == nil || callee.method.Abstract() {
		return 0, "", fmt.Errorf("no method %s", in.member)
	}
	v, c, thrown, err := f.m.run(callee, args)
	f.count.Total += c.Total
	if thrown != "" {
		f.m.Events.Thrown++
	} else if classfile.Return(in.member.Desc) != "V" {
		f.stack = append(f.stack, v)
	}
	return in.next, thrown, err
}

// library runs one of the few library methods that there are.
func (f *frame) library(in *instruction, args []Value) error {
	switch in.member.Name {
	case "min":
		f.push(min(args[0].N, args[1].N))
	case "max":
		f.push(max(args[0].N, args[1].N))
	default:
		return fmt.Errorf("no method %s", in.member)
	}
	return nil
}

// object executes an instruction that has to do with objects.
func (f *frame) object(in *instruction) (int, string, error) {
	next := in.next
	switch in.op {
	case classfile.OpNew:
		f.stack = append(f.stack, Value{Object: &Object{Class: in.class, Fields: map[string]Value{}}})
	case classfile.OpDup:
		f.stack = append(f.stack, f.stack[len(f.stack)-1])
	case classfile.OpGetfield:
		o := f.pop().Object
		if o == nil {
			return next, nullPointer, nil
		}
		f.m.Events.Fields++
		f.stack = append(f.stack, o.Fields[in.member.Class+"."+in.member.Name])
	case classfile.OpPutfield:
		v := f.pop()
		o := f.pop().Object
		if o == nil {
			return next, nullPointer, nil
		}
		o.Fields[in.member.Class+"."+in.member.Name] = v
		for _, w := range f.m.watches {
			w.follow()
		}
	case classfile.OpCheckcast:
		if v := f.stack[len(f.stack)-1]; v.Object != nil && !f.m.isInstance(v.Object.Class, in.class) {
			return next, castFailed, nil
		}
	case classfile.OpInstanceof:
		v := f.pop()
		f.push(int64(boolInt(v.Object != nil && f.m.isInstance(v.Object.Class, in.class))))
	case classfile.OpInvokedynamic:
		n := len(f.stack) - in.params
		f.stack = append(f.stack[:n:n], Value{Object: &Object{Class: in.lambda.Interfaces[0], lambda: in.lambda, captured: slices.Clone(f.stack[n:])}})
	case classfile.OpIfnull, classfile.OpIfnonnull:
		if f.pop().isNull() == (in.op == classfile.OpIfnull) {
			next = int(in.a)
		}
	case classfile.OpAthrow:
		o := f.pop().Object
		if o == nil {
			return next, nullPointer, nil
		}
		return next, o.Class, nil
	}
	return next, "", nil
}
