package rules

import (
	_ "embed"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// What an expression changes: a repair that computes it later, less often or not at all would change more than its cost.

//go:embed changes.tsv
var changesText string

// goingOn are the rows of changes.tsv: the methods that change something, by their classes.
var goingOn = func() map[string][]string {
	out := map[string][]string{}
	for r := range rows(changesText) {
		out[r[0]] = strings.Fields(r[1])
	}
	return out
}()

// changesBy reports whether a call changes something, as far as calls of the program are followed.
func (m *Method) changesBy(call ssa.ID, depth int) bool {
	f := m.Func()
	c, _ := f.Member(call)
	op := f.Values[call].Op
	if op == classfile.OpInvokedynamic || c.Name == "<init>" {
		return false
	}
	if op != classfile.OpInvokestatic && m.goesOn(f.Args(call)[0], c) {
		return true
	}
	target := m.Engine.computedBy(f.Method.Class, op, c)
	if target == nil || target == f.Method || depth >= purityDepth || !m.Engine.Program.Analysed(target.Class.Name) {
		return false
	}
	code, err := target.Code()
	if err != nil || code == nil {
		return false
	}
	if hasOp(code, func(op classfile.Op) bool { return op == classfile.OpPutfield || op == classfile.OpPutstatic }) {
		return true
	}
	callee := m.Engine.reader(target)
	if callee == nil {
		return true
	}
	for v := range callee.Instructions() {
		if callee.storesElement(v) || callee.Func().IsCall(v) && callee.changesBy(v, depth+1) {
			return true
		}
	}
	return false
}

// changesIn reports whether an argument of a call changes something where it is computed, as i++ and queue.poll() do: it has to be computed
// whether the call needs it or not. What a variable gets is computed before.
func (m *Method) changesIn(call ssa.ID) bool {
	f := m.Func()
	block := f.Values[call].Block
	first := f.Values[call].PC
	w := visit(f.Args(call)[1:]...)
	for v := range w.all() {
		x := &f.Values[v]
		if m.countedFor(v, call) {
			return true
		}
		if x.Kind != ssa.Instr || x.Block != block || m.stored(v) || len(w.seen) > maxParts {
			continue
		}
		if f.IsCall(v) && m.changesBy(v, 0) {
			return true
		}
		first = min(first, x.PC)
		w.add(f.Args(v)...)
	}
	return m.storesBetween(first, f.Values[call].PC, block) || m.countsIn(w.seen, call)
}

// countsIn reports whether a field or element of an array is counted where a value that is used for another one, at, takes its number: n++ and
// ++counts[i]. The number is on the operand stack while it is stored, and the method may have read the field before.
func (m *Method) countsIn(used map[ssa.ID]bool, at ssa.ID) bool {
	f := m.Func()
	for _, v := range f.Body[f.Values[at].Block] {
		x := &f.Values[v]
		if x.Kind != ssa.Instr || x.PC >= f.Values[at].PC || x.Op != classfile.OpPutfield && x.Op != classfile.OpPutstatic && !m.storesElement(v) {
			continue
		}
		args := f.Args(v)
		stored := args[len(args)-1]
		y := &f.Values[stored]
		if y.Kind == ssa.Instr && y.Op >= classfile.OpIadd && y.Op <= classfile.OpDsub && (used[stored] || slices.ContainsFunc(f.Args(stored), func(a ssa.ID) bool { return used[a] })) && m.duplicates(stored) {
			return true
		}
	}
	return false
}

// duplicates reports whether the instruction behind an addition, or the one before its constant, keeps a copy of a number on the operand stack.
func (m *Method) duplicates(sum ssa.ID) bool {
	code, pc := m.Func().Code, int(m.Func().Values[sum].PC)
	copies := func(op classfile.Op) bool { return op >= classfile.OpDup && op <= classfile.OpDup2X2 }
	return copies(code.Op(code.Next(pc))) || code.IsStart(pc-2) && copies(code.Op(pc-2))
}

// storesBetween reports whether an instruction of a block between two places stores to a field or to an element of an array.
func (m *Method) storesBetween(first, last, block int32) bool {
	f := m.Func()
	return slices.ContainsFunc(f.Body[block], func(v ssa.ID) bool {
		x := &f.Values[v]
		return x.Kind == ssa.Instr && (x.Op == classfile.OpPutfield || x.Op == classfile.OpPutstatic || m.storesElement(v)) && x.PC > first && x.PC < last
	})
}

// storesElement reports whether an instruction stores to an element of an array that the method did not make: counts[i]++.
func (m *Method) storesElement(v ssa.ID) bool {
	f := m.Func()
	op := f.Values[v].Op
	return op >= classfile.OpIastore && op <= classfile.OpSastore && !m.madeHere(f.Args(v)[0])
}

// stored reports whether a value goes into a local variable where it is computed: a statement of its own computes it.
func (m *Method) stored(v ssa.ID) bool {
	f := m.Func()
	return f.Values[v].Op == classfile.OpIinc || f.Code.Op(f.Code.Next(int(f.Values[v].PC))).IsStore()
}

// countedFor reports whether a local variable is counted where its number n is taken for a value, as i++ and ++i do in the block of the value.
func (m *Method) countedFor(n, value ssa.ID) bool {
	f := m.Func()
	at := &f.Values[value]
	if x := &f.Values[n]; x.Kind == ssa.Instr && x.Op == classfile.OpIinc && x.Block == at.Block {
		next := f.Code.Next(int(x.PC))
		counted, _ := f.Code.Local(int(x.PC))
		loaded, ok := f.Code.Local(next)
		return ok && counted == loaded && f.Code.Op(next).IsLoad()
	}
	return slices.ContainsFunc(m.uses().of(n), func(u ssa.ID) bool {
		x := &f.Values[u]
		return x.Kind == ssa.Instr && x.Op == classfile.OpIinc && x.Block == at.Block && x.PC < at.PC
	})
}

// goesOn reports whether a method of an object that is not made for the call is one of goingOn.
func (m *Method) goesOn(object ssa.ID, c classfile.Member) bool {
	object = m.Strip(object)
	if m.Func().Values[object].Op == classfile.OpNew || m.IsCall(object, "iterator", "") {
		return false
	}
	return goesOnBy(m.Engine, c)
}

// goesOnBy reports whether a method is one of goingOn.
func goesOnBy(e *Engine, c classfile.Member) bool {
	for class, names := range goingOn {
		if slices.Contains(names, c.Name) && e.IsClass(c.Class, class) {
			return true
		}
	}
	return false
}

// functionChanges reports whether a lambda or method reference changes something: what it captures, a field, or what goingOn names.
func (m *Method) functionChanges(made ssa.ID) bool {
	f := m.Func()
	body, ok := m.function(made)
	if !ok {
		return false
	}
	if body.Class != f.Method.Class.Name {
		return goesOnBy(m.Engine, body)
	}
	methods := f.Method.Class.Methods
	i := slices.IndexFunc(methods, func(b classfile.Method) bool { return b.Name == body.Name && b.Desc == body.Desc })
	if i < 0 || !methods[i].HasCode() {
		return false
	}
	x := m.Engine.reader(&methods[i])
	if x == nil {
		return true
	}
	for v := range x.Instructions() {
		if x.storesOrChanges(v) || x.storesElement(v) {
			return true
		}
	}
	return false
}

// storesOrChanges reports whether an instruction stores to a field, or calls what changes something.
func (m *Method) storesOrChanges(v ssa.ID) bool {
	op := m.Func().Values[v].Op
	return op == classfile.OpPutfield || op == classfile.OpPutstatic || m.Func().IsCall(v) && m.changesBy(v, 0)
}

// functionRefuses reports whether a lambda or method reference, or a method of the program that it calls, throws an exception of its own, or
// parses a text that may be no number.
func (m *Method) functionRefuses(made ssa.ID) bool {
	body, ok := m.function(made)
	if !ok {
		return false
	}
	if !m.Engine.own(body.Class) {
		return slices.Contains(parsing, body.Name)
	}
	r := m.Engine.Program.Resolve(body.Class, body.Name, body.Desc)
	return r.Method != nil && m.Engine.reaches(func(_ *classfile.Method, d *does) bool { return d.refuses }, r.Method)
}

// streamChanges reports whether a function changes something that a step of the stream which v ends is given.
func (m *Method) streamChanges(v ssa.ID) bool {
	return m.stepOf(v, m.functionChanges)
}

// streamRefuses reports whether a function that a step of the stream which v ends is given throws an exception of its own for some elements: then
// it matters whether it is called for all of them.
func (m *Method) streamRefuses(v ssa.ID) bool {
	return m.stepOf(v, m.functionRefuses)
}

// stepOf reports whether a condition is true of an argument of a step of the stream which v ends.
func (m *Method) stepOf(v ssa.ID, is func(ssa.ID) bool) bool {
	f := m.Func()
	for range 16 {
		v = m.Strip(f.Args(v)[0])
		if !f.IsCall(v) || f.Values[v].Op == classfile.OpInvokestatic || f.Values[v].Op == classfile.OpInvokedynamic {
			return false
		}
		if c, _ := f.Member(v); !slices.Contains(streams, c.Class) {
			return false
		}
		if slices.ContainsFunc(f.Args(v)[1:], is) {
			return true
		}
	}
	return false
}
