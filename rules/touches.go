package rules

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Calls that may read an object or change it: a repair must not move what is done to the object past one of them.

// touchedCallees bounds the methods that are followed from one call.
const touchedCallees = 60

// touches reports whether a call may read an object or change it: it is given the object, or runs a method of the program that reads the field which
// holds it. What other code does by references of its own is not known.
func (m *Method) touches(call, object ssa.ID) bool {
	f := m.Func()
	object = m.Strip(object)
	if _, reads := m.getter(call); reads {
		return false
	}
	if slices.ContainsFunc(f.Args(call), func(a ssa.ID) bool { return m.Same(a, object) }) {
		return true
	}
	field, ok := m.fieldOf(object)
	return ok && m.readsIn(call, field)
}

// fieldOf returns the field that a value is read from, directly or by its getter.
func (m *Method) fieldOf(v ssa.ID) (field classfile.Member, ok bool) {
	f := m.Func()
	if op := f.Values[v].Op; f.Values[v].Kind == ssa.Instr && (op == classfile.OpGetfield || op == classfile.OpGetstatic) {
		return f.Member(v)
	}
	return m.getter(v)
}

// isField reports whether a value is read from a field.
func (m *Method) isField(v ssa.ID) bool {
	_, ok := m.fieldOf(m.Strip(v))
	return ok
}

// checkedIO are the beginnings of the names of classes of the JDK whose methods mostly declare an exception.
var checkedIO = []string{
	"java/io/Reader", "java/io/BufferedReader", "java/io/FileReader", "java/io/FileInputStream", "java/io/InputStream",
	"java/io/ObjectInputStream", "java/net/", "java/nio/channels/", "java/nio/file/Files", "java/sql/", "java/lang/reflect/",
}

// declaresException reports whether a call declares an exception that a caller has to handle.
func (m *Method) declaresException(call ssa.ID) bool {
	f, e := m.Func(), m.Engine
	c, ok := f.Member(call)
	if !ok || f.Values[call].Op == classfile.OpInvokedynamic {
		return false
	}
	if !e.own(c.Class) && slices.ContainsFunc(checkedIO, func(begin string) bool { return strings.HasPrefix(c.Class, begin) }) {
		return true
	}
	r := e.Program.Resolve(c.Class, c.Name, c.Desc)
	return r.Method != nil && slices.ContainsFunc(r.Method.Exceptions(), func(x string) bool {
		return !e.IsClass(x, "java/lang/RuntimeException") && !e.IsClass(x, "java/lang/Error")
	})
}

// readsIn reports whether a method of the program that a call runs, itself or by further calls, reads a field.
func (m *Method) readsIn(call ssa.ID, field classfile.Member) bool {
	return m.reachesMethod(call, func(_ *classfile.Method, d *does) bool { return slices.Contains(d.reads, field) })
}

// writesIn reports whether a method of the program that a call runs, itself or by further calls, stores to a field, but for constructors: these
// set the fields of a new object.
func (m *Method) writesIn(call ssa.ID, field classfile.Member) bool {
	return m.reachesMethod(call, func(cm *classfile.Method, d *does) bool {
		return cm.Name != "<init>" && slices.Contains(d.writes, field)
	})
}

// storesIn reports whether an instruction of loop l, or a method of the program that one calls, stores to a field.
func (m *Method) storesIn(l int, field classfile.Member) bool {
	f := m.Func()
	for v := range m.Instructions() {
		if !m.InLoop(v, l) {
			continue
		}
		op := f.Values[v].Op
		if c, _ := f.Member(v); (op == classfile.OpPutfield || op == classfile.OpPutstatic) && c == field || f.IsCall(v) && m.writesIn(v, field) {
			return true
		}
	}
	return false
}

// reachesMethod reports whether found is true of a method of the program that a call runs, itself or by further calls.
func (m *Method) reachesMethod(call ssa.ID, found func(cm *classfile.Method, d *does) bool) bool {
	f := m.Func()
	c, ok := f.Member(call)
	if !ok || f.Values[call].Op == classfile.OpInvokedynamic || !m.Engine.own(c.Class) {
		return false
	}
	return m.Engine.reaches(found, m.dispatch(call).Targets...)
}

// reaches reports whether found is true of one of some methods, or of a method of the program that they call.
func (e *Engine) reaches(found func(cm *classfile.Method, d *does) bool, from ...*classfile.Method) bool {
	w := visit(from...)
	for target := range w.all() {
		if len(w.seen) > touchedCallees {
			return false
		}
		d := e.methodDoes.of(target, func() *does { return e.readDoes(target) })
		if found(target, d) {
			return true
		}
		w.add(d.calls...)
	}
	return false
}

// does is what the code of a method does: the fields that it reads and stores to, and the methods of the program that its calls may run.
type does struct {
	reads, writes []classfile.Member
	calls         []*classfile.Method
	waits         bool // it calls a method of the library that waits
	callsBack     bool // it signals another thread, or runs a function
	refuses       bool // it throws an exception, or parses a text that may be no number
}

// readDoes is what a method does that was not asked for; nothing where it is no method of the program.
func (e *Engine) readDoes(cm *classfile.Method) *does {
	d := &does{}
	code, err := cm.Code()
	if !e.Program.Analysed(cm.Class.Name) || err != nil || code == nil {
		return d
	}
	for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
		op := code.Op(pc)
		d.refuses = d.refuses || op == classfile.OpAthrow
		if op < classfile.OpGetstatic || op > classfile.OpInvokeinterface {
			continue
		}
		switch c, _ := cm.Class.Pool.Member(code.Index(pc)); op {
		case classfile.OpGetstatic, classfile.OpGetfield:
			d.reads = append(d.reads, c)
		case classfile.OpPutstatic, classfile.OpPutfield:
			d.writes = append(d.writes, c)
		default:
			d.waits = d.waits || !e.own(c.Class) && waitsByName(c)
			d.callsBack = d.callsBack || callsBack(c)
			d.refuses = d.refuses || slices.Contains(parsing, c.Name) && strings.HasPrefix(c.Class, "java/")
			if e.own(c.Class) {
				d.calls = append(d.calls, e.Program.Dispatch(cm.Class, op, c.Class, c.Name, c.Desc).Targets...)
			}
		}
	}
	return d
}

// mayThrow reports whether a call runs code of which it is not known that it throws for nothing but null.
func (m *Method) mayThrow(call ssa.ID) bool {
	c, _ := m.Func().Member(call)
	if m.boxes(call) || concatenates(m.Func(), call) || dependsOnArguments(c) {
		return false
	}
	if _, ok := m.getter(call); ok {
		return false
	}
	_, ok := m.onlyComputesHere(call, c)
	return !ok || slices.Contains(raising, c.Name)
}

// caughtAndKept reports whether the method catches an exception of a call and goes on, with an object that is not made in the same try block:
// what was done to the object before the call is seen.
func (m *Method) caughtAndKept(call, object ssa.ID) bool {
	f, g := m.Func(), m.Graph()
	pc, made := int(f.Values[call].PC), m.Strip(object)
	return slices.ContainsFunc(f.Code.Handlers, func(h classfile.Handler) bool {
		inside := f.Values[made].Op == classfile.OpNew && int(f.Values[made].PC) >= h.Start
		return h.Covers(pc) && !inside && m.returnsFrom(int32(g.BlockAt(h.Target)))
	})
}

// Exceptions that a method may catch by their class to learn something.
const (
	nullException        = "java/lang/NullPointerException"
	indexException       = "java/lang/IndexOutOfBoundsException"
	arrayIndexException  = "java/lang/ArrayIndexOutOfBoundsException"
	stringIndexException = "java/lang/StringIndexOutOfBoundsException"
)

// caughtAs reports whether a handler of the method catches what an instruction throws by one of some classes: then the exception is an answer that
// another form may not give.
func (m *Method) caughtAs(v ssa.ID, classes ...string) bool {
	pc := int(m.Func().Values[v].PC)
	return slices.ContainsFunc(m.Func().Code.Handlers, func(h classfile.Handler) bool { return h.Covers(pc) && slices.Contains(classes, h.Type) })
}
