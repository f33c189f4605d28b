package rules

import (
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// refused reports whether constants among the arguments of a call show that it throws, as a test that expects the exception makes it do: null,
// a negative number for a method of rejecting.tsv or the capacity of a collection, a divisor of 0, a range that ends before it begins, the same
// key twice, or an argument that the conversion of a format does not take.
func (m *Method) refused(v ssa.ID, c classfile.Member) bool {
	f := m.Func()
	args := f.Args(v)
	if f.Values[v].Op != classfile.OpInvokestatic {
		args = args[min(1, len(args)):]
	}
	rejects := c.Name == "<init>" || rejects(c)
	var numbers []int64
	for _, a := range args {
		x := &f.Values[a]
		switch read, _ := f.Member(a); {
		case x.Type == 'a' && f.IsNull(m.Strip(a)) && c.Name != "equals" && c.Class != "java/util/Objects":
			return true
		case x.Kind == ssa.Int && x.Type != 'a':
			numbers = append(numbers, x.Aux)
		case slices.Contains(rejecting[c.Class], "divide") && x.Op == classfile.OpGetstatic && x.Kind == ssa.Instr && read.Name == "ZERO":
			return true
		}
	}
	if rejects && c.Name != "setScale" && slices.ContainsFunc(numbers, func(n int64) bool { return n < 0 }) {
		return true
	}
	switch {
	case c.Class == "java/util/Arrays" && c.Name == "copyOfRange":
		return len(numbers) == 2 && numbers[0] > numbers[1]
	case (c.Class == "java/util/Set" || c.Class == "java/util/Map") && c.Name == "of":
		return m.sameKeys(args, c)
	case c.Class == stringClass && (c.Name == "format" || c.Name == "formatted"):
		return m.formatRefuses(v, c)
	}
	return false
}

// sameKeys reports whether two keys of a set or map that a call makes are the same, or perhaps are, as both are no constants.
func (m *Method) sameKeys(args []ssa.ID, c classfile.Member) bool {
	f := m.Func()
	step := 1
	if c.Class == "java/util/Map" {
		step = 2 // a value is behind each key
	}
	var keys []ssa.ID
	for i := 0; i < len(args); i += step {
		keys = append(keys, m.keyIn(args[i]))
	}
	for i, a := range keys {
		for _, b := range keys[:i] {
			s, one := f.StringConstant(a)
			t, other := f.StringConstant(b)
			x, y := &f.Values[a], &f.Values[b]
			switch {
			case one && other && s != t, x.Kind == ssa.Int && y.Kind == ssa.Int && x.Aux != y.Aux:
			default:
				return true
			}
		}
	}
	return false
}

// keyIn is the number in a box that the method makes of one, and any other value itself.
func (m *Method) keyIn(v ssa.ID) ssa.ID {
	if v = m.Strip(v); m.boxes(v) {
		return m.Strip(m.Func().Args(v)[0])
	}
	return v
}

// formatRefuses reports whether a plain format does not take the arguments of a call.
func (m *Method) formatRefuses(v ssa.ID, c classfile.Member) bool {
	how, ok := composers[c.Name+c.Desc]
	if !ok {
		return false
	}
	f := m.Func()
	args := f.Args(v)
	format, constant := f.StringConstant(args[how.array-1])
	array, made := m.argumentArray(args[how.array])
	if !constant || !made {
		return false
	}
	conversions, plain := plainFormat(format)
	return plain && !m.convertible(conversions, m.argumentsIn(array))
}
