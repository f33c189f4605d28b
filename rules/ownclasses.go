package rules

import (
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// mayRunOwn reports whether a call on a value is known to run a method of the program's own for some of the objects that the value is: made in the
// method, stored in the field that it is read from, or given for the parameter that it is. A class of the program that extends one of the library's
// may search, count and store in another form than the rules' prices and repairs say.
func (m *Method) mayRunOwn(v ssa.ID, c classfile.Member) bool {
	return m.somewhereOf(v, 0, func(class string) bool {
		if class == "" || !m.Engine.own(class) {
			return false
		}
		r := m.Engine.Program.Resolve(class, c.Name, c.Desc)
		return r.Method != nil && m.Engine.own(r.Method.Class.Name)
	})
}

// maxOrigins is how many objects are looked at that a value may be.
const maxOrigins = 64

// somewhereOf reports whether a class that a value is known to have is as said. depth is how many parameters and fields led to the value.
func (m *Method) somewhereOf(v ssa.ID, depth int, is func(class string) bool) bool {
	f := m.Func()
	w := visit(m.Strip(v))
	for v := range w.all() {
		if len(w.seen) > maxOrigins {
			return false
		}
		if slices.ContainsFunc(m.typesOf(v), is) {
			return true
		}
		switch x := &f.Values[v]; {
		case x.Kind == ssa.Phi:
			for _, a := range f.Args(v) {
				if a != 0 {
					w.add(m.Strip(a))
				}
			}
		case depth > 1:
		case x.Kind == ssa.Param && m.givenSomewhere(v, depth, is):
			return true
		case x.Kind == ssa.Instr && (x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic):
			field, _ := f.Member(v)
			values, _ := m.Engine.storesTo(field)
			if values == nil {
				continue
			}
			for in, stored := range values {
				if in.somewhereOf(stored, depth+1, is) {
					return true
				}
			}
		}
	}
	return false
}

// givenSomewhere is somewhereOf for what the calls of the method in the program give for a parameter.
func (m *Method) givenSomewhere(param ssa.ID, depth int, is func(class string) bool) bool {
	f := m.Func()
	i := slices.Index(f.Params, param)
	if i < 0 {
		return false
	}
	calls := 0
	for in, call := range m.Engine.callsOf(f.Method) {
		args := in.Func().Args(call)
		if calls++; calls > maxOrigins {
			return false
		}
		if i < len(args) && in.somewhereOf(args[i], depth+1, is) {
			return true
		}
	}
	return false
}
