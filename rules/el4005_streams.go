package rules

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Where a method gets a stream from others, these are followed to where it is made: mostFollowed methods, of each mostGivers calls.
const (
	mostFollowed = 8
	mostGivers   = 50
)

// inputStream is the static type of a stream of which no other is known.
const inputStream = "java/io/InputStream"

// readsSystem reports whether a stream may read by system calls: it is one of the JDK, by its static type, and none of inMemory or
// bufferedResults, as far as that is known.
func (m *Method) readsSystem(stream ssa.ID, class string) bool {
	left := mostFollowed
	return m.mayCallSystem(stream, class, &left)
}

// mayCallSystem is readsSystem while left methods may be followed.
func (m *Method) mayCallSystem(stream ssa.ID, class string, left *int) bool {
	if c := className(m.Type(stream)); c != "" {
		class = c
	}
	if !strings.HasPrefix(class, "java/io/") || m.Engine.own(class) {
		return false
	}
	for _, known := range inMemory {
		if m.Engine.IsClass(class, known) {
			return false
		}
	}
	return !m.buffered(stream, left)
}

// buffered reports whether a stream may be one of bufferedResults, or comes from other methods of the program that have no other.
func (m *Method) buffered(stream ssa.ID, left *int) bool {
	f := m.Func()
	w := visit(stream)
	for v := range w.all() {
		x := &f.Values[v]
		switch {
		case x.Kind == ssa.Phi || x.Kind == ssa.Instr && x.Op == classfile.OpCheckcast:
			w.add(f.Args(v)...)
		case x.Kind == ssa.Param:
			if m.givenBuffered(v, left) {
				return true
			}
		case x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic:
			c, _ := f.Member(v)
			if m.Engine.holdsBuffered(c, left) {
				return true
			}
		case x.Kind == ssa.Instr && f.IsCall(v):
			c, _ := f.Member(v)
			for class, names := range bufferedResults {
				if slices.Contains(names, c.Name) && m.Engine.IsClass(c.Class, class) {
					return true
				}
			}
			if m.returnsBuffered(v, c, left) {
				return true
			}
		}
	}
	return false
}

// givenBuffered reports whether all calls of the method that the program has, one at least, give it a stream that is buffered or in memory.
func (m *Method) givenBuffered(param ssa.ID, left *int) bool {
	if *left--; *left < 0 {
		return false
	}
	own := m.Func().Method
	i := slices.Index(m.Func().Params, param)
	calls := 0
	for caller, call := range m.Engine.callsOf(own) {
		args := caller.Func().Args(call)
		if calls++; calls > mostGivers || i >= len(args) || caller.mayCallSystem(args[i], inputStream, left) {
			return false
		}
	}
	return calls > 0
}

// holdsBuffered reports whether all that is stored in a field are streams that are buffered or in memory.
func (e *Engine) holdsBuffered(field classfile.Member, left *int) bool {
	values, ok := e.storesTo(field)
	if *left--; !ok || *left < 0 {
		return false
	}
	stored := false
	for in, v := range values {
		if stored = true; in.mayCallSystem(v, inputStream, left) {
			return false
		}
	}
	return stored
}

// returnsBuffered reports whether a call runs methods of the program alone, and all of them return streams that are buffered or in memory.
func (m *Method) returnsBuffered(call ssa.ID, c classfile.Member, left *int) bool {
	f := m.Func()
	if f.Values[call].Op == classfile.OpInvokedynamic || !m.Engine.own(c.Class) {
		return false
	}
	if *left--; *left < 0 {
		return false
	}
	d := m.dispatch(call)
	returned := false
	for _, target := range d.Targets {
		callee := m.Engine.reader(target)
		if !target.HasCode() || callee == nil {
			return false
		}
		for v := range callee.Instructions() {
			if callee.Func().Values[v].Op != classfile.OpAreturn {
				continue
			}
			if returned = true; callee.mayCallSystem(callee.Func().Args(v)[0], inputStream, left) {
				return false
			}
		}
	}
	return returned && len(d.Lambdas) == 0
}
