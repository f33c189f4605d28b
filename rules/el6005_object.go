package rules

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// keepsObject reports whether the loop locks one object that C2 does not see to be local: it is the same in every iteration, and other code has it.
func (g *lockedLoop) keepsObject() bool {
	return (g.Stable(g.object, g.loop) || g.settled(g.object, repetition{loop: g.loop})) && g.sharedObject(g.object, callersAbove)
}

// sharedObject reports whether other code than a method has an object: it is from a field, a parameter or a call. A parameter is local where all callers
// that are known make the object.
func (g *lockedLoop) sharedObject(v ssa.ID, depth int) bool {
	f := g.Func()
	x := &f.Values[v]
	if g.lockingRow(g.calls[0]).made && g.isObjectMade(v) {
		return true
	}
	switch {
	case x.Kind == ssa.Param:
		return !g.madeByCallers(slices.Index(f.Params, v), depth)
	case x.Kind != ssa.Instr:
		return false
	case x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic || x.Op == classfile.OpAaload:
		return true
	}
	return f.IsCall(v) && !g.makesResult(v, depth)
}

// madeByCallers reports whether all calls of the method that the program has pass an object that they make as an argument, and there are such
// calls. C2 may see it all where it inlines the method.
func (m *Method) madeByCallers(argument, depth int) bool {
	found, left := false, callsAbove
	for caller, call := range m.Engine.callsOf(m.Func().Method) {
		if left--; left < 0 {
			return false
		}
		args := caller.Func().Args(call)
		if argument < 0 || argument >= len(args) {
			return false
		}
		passed := caller.builderOf(args[argument])
		x := &caller.Func().Values[passed]
		switch {
		case caller.isObjectMade(passed) || caller.Func().IsCall(passed) && caller.makesResult(passed, depth):
		case x.Kind == ssa.Param && caller.Func().Method == m.Func().Method: // it calls itself
		case x.Kind == ssa.Param && depth > 0 && caller.madeByCallers(slices.Index(caller.Func().Params, passed), depth-1):
		default:
			return false
		}
		found = true
	}
	return found
}

// makesResult reports whether a call returns an object that it may have made for it: clone, a method of the program that makes one, or one of
// what the method itself makes.
func (m *Method) makesResult(call ssa.ID, depth int) bool {
	f := m.Func()
	c, _ := f.Member(call)
	if f.Values[call].Op == classfile.OpInvokedynamic || c.Name == "clone" {
		return true
	}
	if f.Values[call].Op != classfile.OpInvokestatic && m.isObjectMade(m.Strip(f.Args(call)[0])) {
		return true
	}
	if _, reads := m.getter(call); reads {
		return false
	}
	class := className(f.Static(call))
	return slices.ContainsFunc(m.dispatch(call).Targets, func(t *classfile.Method) bool {
		code, err := t.Code()
		if err != nil || code == nil {
			return false
		}
		for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
			if code.Op(pc) == classfile.OpNew && t.Class.Pool.ClassName(code.Index(pc)) == class {
				return true
			}
		}
		return false
	})
}

// takesOne reports whether each iteration takes another element, by calls that a block replaces, and the loop does not end with one that it looks for:
// most searches end soon. A loop that puts in the same each time fills up, mostly a little.
func (g *lockedLoop) takesOne() bool {
	f := g.Func()
	switch {
	case strings.HasPrefix(g.pair, "Read"):
		return g.readsToEnd()
	case g.pair == "VectorIndex" || g.pair == "HashtableGet":
		if slices.ContainsFunc(g.exitTests(g.loop), func(test ssa.ID) bool { return !g.countsOrIterates(test) }) {
			return false
		}
	}
	return slices.ContainsFunc(g.calls, func(v ssa.ID) bool {
		args := f.Args(v)
		if len(args) < 2 || !g.lockingRow(v).element || g.Stable(args[1], g.loop) || g.isOwnKey(args[1]) {
			return false
		}
		return g.pair == "VectorIndex" || !g.isCount(args[1])
	})
}

// isCount reports whether a number is made of the counters of loops and constants alone.
func (m *Method) isCount(v ssa.ID) bool {
	f := m.Func()
	w := visit(v)
	for v := range w.all() {
		x := &f.Values[v]
		switch {
		case x.Kind == ssa.Phi && x.Type == 'i' || x.Kind == ssa.Instr && x.Op >= classfile.OpIadd && x.Op <= classfile.OpI2s:
			w.add(f.Args(v)...)
		case x.Kind == ssa.Int || x.Kind == ssa.Param:
		default:
			return false
		}
	}
	return true
}

// counter reports whether every iteration of the loop changes a number by a constant, before or after it is compared.
func (g *lockedLoop) counter(v ssa.ID) bool {
	f := g.Func()
	steps := func(v ssa.ID) (from ssa.ID, ok bool) {
		x := &f.Values[v]
		if x.Kind != ssa.Instr || x.Op != classfile.OpIadd && x.Op != classfile.OpIsub && x.Op != classfile.OpIinc {
			return 0, false
		}
		args := f.Args(v)
		return args[0], len(args) < 2 || f.Values[args[1]].Kind == ssa.Int
	}
	if from, ok := steps(v); ok {
		v = from
	}
	x := &f.Values[v]
	if x.Kind != ssa.Phi || x.Block != g.Graph().Loops[g.loop].Header {
		return false
	}
	for i, a := range f.Args(v) {
		if from, ok := steps(a); g.viaBackEdge(g.loop, i) && (!ok || from != v) {
			return false
		}
	}
	return true
}

// isOwnKey reports whether a value is a key that the loop takes from the table that it locks: what it looks up is in the entry, see EL2001.
func (g *lockedLoop) isOwnKey(v ssa.ID) bool {
	from := g.iteratedOver(g.Strip(v))
	for range 2 { // the enumeration, or the set of keys, is of the table
		if from == 0 || !g.Func().IsCall(from) || g.Func().Values[from].Op == classfile.OpInvokestatic {
			return false
		}
		if from = g.Strip(g.Func().Args(from)[0]); g.Same(from, g.object) {
			return true
		}
	}
	return false
}

// countsOrIterates reports whether a test that ends the loop is of a counter, or asks whether there is another element.
func (g *lockedLoop) countsOrIterates(test ssa.ID) bool {
	f := g.Func()
	args, op := f.Args(test), f.Values[test].Op
	size := func(v ssa.ID) bool {
		c, _ := f.Member(v)
		return g.Stable(v, g.loop) || g.isSize(v) || f.IsCall(v) && locking[c].pair != "" && c.Desc == "()I"
	}
	switch {
	case len(args) == 2 && op >= classfile.OpIfIcmpeq && op <= classfile.OpIfIcmple:
		return size(args[0]) && g.counter(args[1]) || size(args[1]) && g.counter(args[0])
	case len(args) == 1 && (op == classfile.OpIflt || op == classfile.OpIfge || op == classfile.OpIfgt || op == classfile.OpIfle):
		return g.counter(args[0])
	}
	return len(args) == 1 && (g.IsCall(args[0], "hasNext", "()Z") || g.IsCall(args[0], "hasMoreElements", "()Z") || g.IsCall(args[0], "hasMoreTokens", "()Z"))
}

// readsToEnd reports whether the loop ends where a read returns -1, or reads as often in each iteration and ends by a counter: it leaves nothing that
// it has read in a block to others.
func (g *lockedLoop) readsToEnd() bool {
	f, read := g.Func(), g.calls[0]
	ends := false
	for _, test := range g.exitTests(g.loop) {
		op := f.Values[test].Op
		args := f.Args(test)
		ofRead := slices.ContainsFunc(args, func(a ssa.ID) bool { return g.computedFrom([]ssa.ID{a}, read) })
		switch {
		case ofRead && (op == classfile.OpIflt || op == classfile.OpIfge || len(args) == 2 && (isInt(f, args[0], -1) || isInt(f, args[1], -1))):
			ends = true
		case !ofRead && g.countsOrIterates(test):
		default:
			return false
		}
	}
	if ends {
		return len(g.calls) == 1
	}
	return !slices.ContainsFunc(g.calls, func(v ssa.ID) bool { return !g.EveryIteration(v, g.loop) })
}

// canLockOnce reports whether the lock can be taken once: no other code holds it around the loop already, and the loop does nothing with the object
// but to call what is in the table, runs no code that may use it, and waits for nothing.
func (g *lockedLoop) canLockOnce() bool {
	f := g.Func()
	text := g.pair == "StringBufferParameter" || strings.HasPrefix(g.pair, "Write")
	if f.Method.Access&classfile.AccSynchronized != 0 && g.IsThis(g.object) || g.sharesBuffer(g.object, repetition{loop: g.loop}) {
		return false
	}
	of := func(a ssa.ID) bool { return g.Same(g.builderOf(a), g.object) }
	for v := range g.Instructions() {
		op := f.Values[v].Op
		inside := g.InLoop(v, g.loop)
		switch {
		case op == classfile.OpMonitorenter && (inside || of(f.Args(v)[0])), op == classfile.OpInvokedynamic && inside && !concatenates(f, v):
			return false // the body of a lambda may use the object
		case !inside || slices.Contains(g.calls, v):
			continue
		}
		if !f.IsCall(v) {
			if (op == classfile.OpPutfield || op == classfile.OpPutstatic || op == classfile.OpAastore) && of(f.Args(v)[len(f.Args(v))-1]) {
				return false
			}
			continue
		}
		c, _ := f.Member(v)
		switch {
		case slices.ContainsFunc(f.Args(v), of) || g.touches(v, g.object):
			return false
		case callsBack(c):
			return false
		case !text && (g.runsUnknown(v, c) || waitsByName(c) && locking[c] == (lockingCall{})):
			return false
		case slices.Contains(waiting, c.Name):
			return false
		}
	}
	return true
}
