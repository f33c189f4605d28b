package code

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Names of values in messages. No bound depends on them.

// Describe returns the name of a value for messages: its variable, or the instruction that computes it.
func (m *Method) Describe(v ssa.ID) string {
	f := m.Fn
	if n := f.Name(v); n != "" {
		return n
	}
	x := &f.Values[v]
	switch x.Kind {
	case ssa.Int:
		return strconv.FormatInt(x.Aux, 10)
	case ssa.Param:
		return "arg" + strconv.Itoa(m.ParamIndex(v))
	case ssa.Instr:
		if mem, ok := f.Member(v); ok {
			if x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic {
				if m.IsCaptured(v) {
					return m.Describe(f.Args(v)[0])
				}
				if m.HasParam(mem.Name) {
					return m.DescribeSource(v)
				}
				return mem.Name
			}
			return calledName(mem) + "()"
		}
		switch x.Op {
		case classfile.OpInvokedynamic:
			if d, _ := f.Method.Class.Pool.Dynamic(f.Code.Index(int(x.PC))); strings.HasPrefix(d.Name, "makeConcat") {
				if l := m.Line(int(x.PC)); l > 0 {
					return fmt.Sprintf("the text joined at line %d", l)
				}
			}
		case classfile.OpCheckcast:
			return m.Describe(f.Args(v)[0])
		case classfile.OpNew:
			return "new " + SimpleName(f.Method.Class.Pool.ClassName(f.Code.Index(int(x.PC))))
		case classfile.OpArraylength:
			return m.Part(f.Args(v)[0], ".length")
		case classfile.OpIaload, classfile.OpAaload, classfile.OpLaload, classfile.OpBaload, classfile.OpCaload, classfile.OpSaload:
			return m.Part(f.Args(v)[0], "[...]")
		}
	case ssa.Const:
		if f.IsNull(v) {
			return "null"
		}
	}
	if x.PC >= 0 {
		if l := m.Line(int(x.PC)); l > 0 {
			return fmt.Sprintf("the value computed at line %d", l)
		}
		return fmt.Sprintf("the value computed at offset %d", x.PC)
	}
	return "a value"
}

// calledName is the name of a method as calls have it: Kotlin's split(",") calls split$default, which has the arguments that are left out.
func calledName(m classfile.Member) string { return strings.TrimSuffix(m.Name, "$default") }

// IsCaptured reports whether a value is read from a variable of the source that a lambda changes, which is a field in the class file.
func (m *Method) IsCaptured(v ssa.ID) bool {
	mem, ok := m.Fn.Member(v)
	return ok && m.Fn.Values[v].Op == classfile.OpGetfield && platform.CapturedVariable.Has(mem.Class) && m.Fn.Name(m.Fn.Args(v)[0]) != ""
}

// HasParam reports whether a parameter has a name.
func (m *Method) HasParam(name string) bool {
	return slices.ContainsFunc(m.Fn.Params, func(p ssa.ID) bool { return m.Fn.Name(p) == name })
}

// Part names a part of a value, such as ".length"; the name of the value is in parentheses if it has spaces.
func (m *Method) Part(v ssa.ID, part string) string {
	name := m.Describe(v)
	if strings.ContainsRune(name, ' ') {
		name = "(" + name + ")"
	}
	return name + part
}

// ParamIndex returns the index of a parameter, -1 if v is none.
func (m *Method) ParamIndex(v ssa.ID) int {
	for i, p := range m.Fn.Params {
		if p == v {
			return i
		}
	}
	return -1
}

// SimpleName returns the class name without its package and enclosing classes.
func SimpleName(class string) string {
	for i := len(class) - 1; i >= 0; i-- {
		if class[i] == '/' || class[i] == '$' {
			return class[i+1:]
		}
	}
	return class
}

// DescribeSource names a value by the member that it is read from, not by the variable that holds it.
func (m *Method) DescribeSource(v ssa.ID) string {
	f := m.Fn
	x := &f.Values[v]
	mem, ok := f.Member(v)
	if !ok {
		return m.Describe(v)
	}
	on := SimpleName(mem.Class)
	if x.Op != classfile.OpInvokestatic && x.Op != classfile.OpGetstatic {
		on = m.Describe(f.Args(v)[0])
	}
	if f.IsCall(v) {
		return on + "." + calledName(mem) + "()"
	}
	return on + "." + mem.Name
}

// DescribeOr returns the name of v, or zero if v is 0.
func (m *Method) DescribeOr(v ssa.ID, zero string) string {
	if v == 0 {
		return zero
	}
	return m.Describe(v)
}

// TestWhy returns the reason why for messages, with the place of loop l, once.
func (m *Method) TestWhy(l int, why string) string {
	place := m.Place(l)
	return fmt.Sprintf("the loop at %s: %s", place, strings.TrimSuffix(why, " in the loop at "+place))
}

// TestPlace returns " at " and the place of the exit test at pc, and nothing where it is the place of loop l, which the reason has already.
func (m *Method) TestPlace(l, pc int) string {
	if place := m.PlaceAt(pc); place != m.Place(l) {
		return " at " + place
	}
	return ""
}
