package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// arrayMakers are the instructions that make an array.
var arrayMakers = []classfile.Op{classfile.OpNewarray, classfile.OpAnewarray, classfile.OpMultianewarray}

// isGiven reports whether a value is a number, a constant, or an object that the method is given, but not its own.
func (m *Method) isGiven(v ssa.ID) bool {
	x := &m.Func().Values[v]
	return x.Type != 'a' || x.Kind == ssa.Const || m.Func().IsNull(v) || x.Kind == ssa.Param && !m.IsThis(v)
}

// onlySetsFields is setsFieldsAt of a constructor, which is asked for at each new of its class.
func (e *Engine) onlySetsFields(c classfile.Member) bool {
	return e.constructors.of(c, func() bool { return e.setsFieldsAt(c.Class, c.Desc, 0) })
}

// setsFieldsAt reports whether a constructor does nothing but set fields of its object to what it computes of numbers and to what it is
// given, throws nothing, and no initialiser of a class is run for the first time by it.
func (e *Engine) setsFieldsAt(class string, desc string, depth int) bool {
	if class == "java/lang/Object" || depth > 0 && e.plainThrowable(class, desc) {
		return true
	}
	c := e.Program.Lookup(class)
	if depth > purityDepth || c == nil || !e.Program.Analysed(class) || slices.ContainsFunc(c.Methods, func(m classfile.Method) bool { return m.Name == "<clinit>" }) {
		return false
	}
	i := slices.IndexFunc(c.Methods, func(m classfile.Method) bool { return m.Name == "<init>" && m.Desc == desc })
	if i < 0 || !c.Methods[i].HasCode() {
		return false
	}
	return e.onlySets(&c.Methods[i], depth)
}

// onlySets is setsFieldsAt of a constructor or a method, which may also call methods of its object that do nothing else.
func (e *Engine) onlySets(cm *classfile.Method, depth int) bool {
	m := e.reader(cm)
	if m == nil {
		return false
	}
	f := m.Func()
	given := func(args []ssa.ID) bool {
		return !slices.ContainsFunc(args, func(a ssa.ID) bool { return !m.isGiven(a) })
	}
	for v := range m.Instructions() {
		args := f.Args(v)
		switch op := f.Values[v].Op; {
		case op == classfile.OpAthrow:
			return false // it checks what it is given
		case op == classfile.OpPutfield:
			if !m.IsThis(args[0]) || !m.isGiven(args[1]) {
				return false
			}
		case op == classfile.OpInvokespecial && len(args) > 0 && m.IsThis(args[0]):
			c, _ := f.Member(v)
			constructs := c.Name == "<init>" && given(args[1:]) && e.setsFieldsAt(c.Class, c.Desc, depth+1)
			if !constructs && !(given(args[1:]) && m.callsSetterAt(v, c, depth+1)) {
				return false
			}
		case op == classfile.OpInvokevirtual && m.IsThis(args[0]) && given(args[1:]):
			if c, _ := f.Member(v); !m.callsSetterAt(v, c, depth+1) {
				return false
			}
		case f.IsCall(v) && !m.neverRejects(v), !m.computes(v, &function{}, depth):
			return false
		}
	}
	return m.surelyReturns()
}

// isSetter reports whether a method may be one of the program that sets fields of its object.
func (e *Engine) isSetter(c classfile.Member) bool {
	return strings.HasPrefix(c.Name, "set") && classfile.Return(c.Desc) == "V" && e.own(c.Class)
}

// callsSetter reports whether a call certainly runs a method of the program that does nothing but set fields of its object to what it is given.
func (m *Method) callsSetter(v ssa.ID, c classfile.Member) bool { return m.callsSetterAt(v, c, 0) }

// callsSetterAt is callsSetter at a depth of calls.
func (m *Method) callsSetterAt(v ssa.ID, c classfile.Member, depth int) bool {
	e, f := m.Engine, m.Func()
	if depth > purityDepth || !e.isSetter(c) || f.Values[v].Op == classfile.OpInvokestatic {
		return false
	}
	target := e.computedBy(f.Method.Class, f.Values[v].Op, c)
	if target == nil || target == f.Method || target.Static() || !target.HasCode() || target.Access&classfile.AccSynchronized != 0 || !e.Program.Analysed(target.Class.Name) {
		return false
	}
	if depth > 0 {
		return e.onlySets(target, depth)
	}
	return e.constructors.of(classfile.Member{Class: target.Class.Name, Name: target.Name, Desc: target.Desc}, func() bool { return e.onlySets(target, 0) })
}

// makes returns what an instruction makes that may be written and not read: an array, or an object of a class of the program whose
// constructor only sets its fields; empty for others.
func (m *Method) makes(v ssa.ID) string {
	f := m.Func()
	x := &f.Values[v]
	if x.Kind != ssa.Instr {
		return ""
	}
	if slices.Contains(arrayMakers, x.Op) {
		return "array"
	}
	if class := className(f.Static(v)); x.Op != classfile.OpNew || !m.Engine.Program.Analysed(class) || m.Engine.IsClass(class, throwableClass) {
		return "" // an exception is unthrown's
	}
	for _, u := range m.uses().of(v) {
		if c, _ := f.Member(u); f.IsCall(u) && isConstructorOf(f, u, v) && m.Engine.onlySetsFields(c) {
			return simpleName(className(f.Static(v)))
		}
	}
	return ""
}

// onlyWritten returns the values that belong to an array or object which is written and whose elements go nowhere but into it and others that
// are not read; ok is false where something reads it. Sound because every use of it, of what is read of it, and of what is computed of that,
// is an instruction that is known to give nothing to anything else: a store into one of these objects, all made here, a read, or arithmetic.
// A store into something that was read of one is none of these where a reference of elsewhere was stored in any.
func (m *Method) onlyWritten(made ssa.ID) (values map[ssa.ID]bool, ok bool) {
	f := m.Func()
	t := m.uses()
	foreign, inner := false, false
	var given []ssa.ID // objects made here that others were given
	w := visit(made)
	for v := range w.all() {
		if len(w.seen) > 200 {
			return nil, false
		}
		for _, u := range t.of(v) {
			x := &f.Values[u]
			args := f.Args(u)
			switch op := x.Op; {
			case x.Kind != ssa.Instr || m.tried(u):
				return nil, false
			case op == classfile.OpPutfield || op >= classfile.OpIastore && op <= classfile.OpSastore:
				into := args[0]
				for f.Values[into].Kind == ssa.Instr && (f.Values[into].Op == classfile.OpAaload || f.Values[into].Op == classfile.OpGetfield) {
					into, inner = f.Args(into)[0], true
				}
				if m.makes(into) == "" {
					return nil, false
				}
				w.add(into)
				if stored := args[len(args)-1]; f.Values[stored].Type == 'a' && !f.IsNull(stored) {
					if m.makes(stored) != "" {
						w.add(stored)
					} else if x := &f.Values[stored]; x.Kind != ssa.Const {
						foreign = true
					}
				}
			case op == classfile.OpGetfield || op == classfile.OpArraylength || op >= classfile.OpIaload && op <= classfile.OpSaload || op >= classfile.OpIadd && op <= classfile.OpI2s:
				w.add(u)
			case f.IsCall(u) && len(args) > 0 && m.makes(args[0]) != "" && (isConstructorOf(f, u, args[0]) || m.setsMade(u)):
				if args[0] != v {
					w.add(args[0]) // what it is given stays in it
				}
				for _, a := range args[1:] {
					if f.Values[a].Type != 'a' || f.Values[a].Kind == ssa.Const || f.IsNull(a) {
						continue
					}
					if given = append(given, a); m.makes(a) == "" {
						foreign = true
					}
				}
			default:
				return nil, false
			}
		}
	}
	return w.seen, !inner || !foreign && !slices.ContainsFunc(given, func(a ssa.ID) bool { return !w.seen[a] })
}

// setsMade reports whether a call sets fields of an object of a class of the program that the method made.
func (m *Method) setsMade(v ssa.ID) bool {
	f := m.Func()
	if !f.IsCall(v) || f.Values[v].Op == classfile.OpInvokestatic || f.Values[v].Op == classfile.OpInvokedynamic || f.Values[m.Strip(f.Args(v)[0])].Op != classfile.OpNew {
		return false
	}
	c, _ := f.Member(v)
	return m.callsSetter(v, c)
}

// writtenOnly reports arrays and objects that are written again and again, and never read.
func (m *Method) writtenOnly() {
	f := m.Func()
	if isKotlin(f.Method.Class) {
		return // what its compiler inlines leaves arrays that nothing reads
	}
	done := map[ssa.ID]bool{}
	for v := range m.Instructions() {
		if done[v] || f.Values[v].Op != classfile.OpNew && !slices.Contains(arrayMakers, f.Values[v].Op) {
			continue
		}
		r, again := m.recurs(v)
		if !again || r.loop >= 0 && m.timed(r.loop) || m.temporary(v) || m.measuresMemory() {
			continue
		}
		what := m.makes(v)
		if what == "" {
			continue
		}
		values, ok := m.onlyWritten(v)
		if !ok {
			continue
		}
		cost := m.TilesOf(v)
		for x := range values {
			done[x] = true
			for _, u := range m.uses().of(x) {
				if m.InLoop(u, m.LoopOf(v)) {
					cost = cost.Add(m.TilesOf(u))
				}
			}
		}
		name := m.nameOr(v, what)
		related := r.related()
		if energy := m.Energy(Change{At: v, Cost: cost, Per: r.per(), Case: smallCase}); energy != nil {
			m.Report(v, what, fmt.Sprintf("The %s is made %s, and never read: leave it out", name, r.again()), energy, related...)
		}
	}
}

// onlyMade reports a collection or text that is made again and again and has no use but its constructor, such as the first value of a
// variable that gets another on all paths.
func (m *Method) onlyMade(made ssa.ID, class string) {
	f := m.Func()
	at := made
	if f.Values[made].Op == classfile.OpNew {
		for _, u := range m.uses().of(made) {
			at = u // its constructor
		}
	}
	c, _ := f.Member(at)
	r, again := m.recurs(made)
	if !f.IsCall(at) || !again || r.loop >= 0 && m.timed(r.loop) || isKotlin(f.Method.Class) || !m.returns(at) || m.Engine.neverSeen(m.rule.ID, smallCase) || m.measuresMemory() {
		return
	}
	cost := m.TilesOf(at).Add(m.Engine.LibraryCost(c.Class, c.Name, c.Desc, 1))
	if energy := m.Energy(Change{At: made, Cost: cost, Per: r.per(), Case: smallCase}); energy != nil {
		name := m.variableOr(made, simpleName(class))
		m.Report(made, class, fmt.Sprintf("The %s is made %s, and never read: leave it out", name, r.again()), energy, r.related()...)
	}
}
