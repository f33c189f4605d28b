package main

import (
	"slices"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// kind is what is known of a value: whether it may be the object that the method was called on, or one that may lead there
// (its iterator, its view, what a method of it returned).
type kind uint8

const (
	self kind = 1 << iota
	related
)

// flow is what a method does with the object, which it has in the parameters of a mask.
type flow struct {
	calls   []call
	result  kind
	unknown bool // the object may be called in other ways
}

// call is a method that is called on the object.
type call struct {
	name, desc string
	repeated   bool
}

type flowKey struct {
	method *classfile.Method
	params string // a kind for each operand
}

// finder finds the calls of methods on their own objects.
type finder struct {
	h      *callgraph.Hierarchy
	bodies map[*classfile.Method]*body
	flows  map[flowKey]*flow // nil while it is computed
	fields map[string]kind   // class.name of fields of reference types
	scans  map[string]bool   // classes whose fields are known
}

type body struct {
	g *cfg.Graph
	f *ssa.Func
}

func newFinder(h *callgraph.Hierarchy) *finder {
	return &finder{h: h, bodies: map[*classfile.Method]*body{}, flows: map[flowKey]*flow{}, fields: map[string]kind{}, scans: map[string]bool{}}
}

// body returns the code of a method, nil if it has none that can be read.
func (x *finder) body(m *classfile.Method) *body {
	if b, ok := x.bodies[m]; ok {
		return b
	}
	var b *body
	if code, err := m.Code(); err == nil && code != nil {
		if g, err := cfg.Build(code); err == nil {
			if f, err := ssa.Build(g); err == nil {
				b = &body{g, f}
			}
		}
	}
	x.bodies[m] = b
	return b
}

// maxDepth caps the calls that an object is followed into.
const maxDepth = 12

// flowOf returns what a method does with operands of the given kinds. A recursion is unknown.
func (x *finder) flowOf(m *classfile.Method, operands []kind, depth int) *flow {
	key := flowKey{m, string(bytesOf(operands))}
	if f, ok := x.flows[key]; ok {
		if f == nil {
			return &flow{unknown: true}
		}
		return f
	}
	b := x.body(m)
	switch {
	case m.Access&classfile.AccNative != 0: // it calls nothing; clone returns what the object refers to
		return &flow{result: related}
	case b == nil || depth > maxDepth:
		return &flow{unknown: true}
	}
	x.flows[key] = nil
	w := &walk{finder: x, b: b, operands: operands, kinds: map[ssa.ID]kind{}, depth: depth}
	w.run()
	x.flows[key] = &w.flow
	return &w.flow
}

func bytesOf(ks []kind) []byte {
	out := make([]byte, len(ks))
	for i, k := range ks {
		out[i] = byte(k)
	}
	return out
}

// walk computes the flow of one method.
type walk struct {
	*finder
	flow
	b        *body
	operands []kind
	kinds    map[ssa.ID]kind
	depth    int
	changed  bool
}

// run computes the kinds of values, and collects the calls.
func (w *walk) run() {
	w.propagate()
	w.each(w.use)
}

// propagate iterates until the kinds of the values are stable.
func (w *walk) propagate() {
	for i, v := range w.b.f.Params {
		if i < len(w.operands) {
			w.kinds[v] = w.operands[i]
		}
	}
	for w.changed = true; w.changed; {
		w.changed = false
		w.each(func(v ssa.ID, _ int32) {
			w.add(v, w.kindOf(v))
			w.created(v)
		})
	}
}

// each calls f with the phis and instructions of all blocks.
func (w *walk) each(f func(v ssa.ID, block int32)) {
	for _, b := range w.b.g.RPO {
		for _, v := range w.b.f.Body[b] {
			f(v, b)
		}
	}
}

// kindOf returns the kind of a value by those of its operands.
func (w *walk) kindOf(v ssa.ID) (k kind) {
	f := w.b.f
	val := &f.Values[v]
	switch {
	case val.Type != 'a':
	case val.Kind == ssa.Phi:
		for _, a := range f.Args(v) {
			k |= w.kinds[a]
		}
	case val.Kind == ssa.Caught:
		return 0
	case f.IsCall(v):
		return w.called(v)
	case val.Kind == ssa.Instr:
		args := f.Args(v)
		switch val.Op {
		case classfile.OpCheckcast:
			return w.kinds[args[0]]
		case classfile.OpGetfield:
			mem, _ := f.Member(v)
			if harmless(mem.Desc) {
				return 0
			}
			if w.kinds[args[0]]&related != 0 {
				k = related | self
			}
			if w.kinds[args[0]]&self != 0 {
				k |= w.field(mem)
			}
		case classfile.OpAaload:
			if w.kinds[args[0]] != 0 {
				k = related
			}
		}
	}
	return k
}

// add adds what is known of a value.
func (w *walk) add(v ssa.ID, k kind) {
	if w.kinds[v]|k != w.kinds[v] {
		w.kinds[v] |= k
		w.changed = true
	}
}

// created marks an object as related where v is the call of its constructor, which gets the object or one that is related.
func (w *walk) created(v ssa.ID) {
	f := w.b.f
	if !f.IsCall(v) || f.Values[v].Op != classfile.OpInvokespecial {
		return
	}
	args := f.Args(v)
	mem, _ := f.Member(v)
	if mem.Name == "<init>" && w.kinds[args[0]] == 0 && slices.ContainsFunc(args[1:], func(a ssa.ID) bool { return w.kinds[a] != 0 }) {
		w.add(args[0], related)
	}
}

// called returns the kind of the result of a call.
func (w *walk) called(v ssa.ID) (k kind) {
	f := w.b.f
	mem, _ := f.Member(v)
	operands := w.operandsOf(v)
	if harmless(classfile.Return(mem.Desc)) || !slices.ContainsFunc(operands, func(k kind) bool { return k != 0 }) {
		return 0
	}
	d := w.h.Dispatch(f.Method.Class, f.Values[v].Op, mem.Class, mem.Name, mem.Desc)
	if w.overridden(v, d) || len(d.Lambdas) > 0 || !d.Complete {
		return related
	}
	for _, t := range d.Targets {
		in := w.flowOf(t, operands, w.depth+1)
		if k |= in.result; in.unknown {
			k |= related
		}
	}
	return k
}

// operandsOf returns the kinds of a call's operands.
func (w *walk) operandsOf(v ssa.ID) []kind {
	args := w.b.f.Args(v)
	out := make([]kind, len(args))
	for i, a := range args {
		out[i] = w.kinds[a]
	}
	return out
}

// overridden reports whether a call of dispatch d may run a method of another package's class.
func (w *walk) overridden(v ssa.ID, d *callgraph.Dispatch) bool {
	op := w.b.f.Values[v].Op
	virtual := op == classfile.OpInvokevirtual || op == classfile.OpInvokeinterface
	m := d.Resolved
	return virtual && !d.Direct && (m == nil || m.Access&(classfile.AccPublic|classfile.AccProtected) != 0 && m.Access&classfile.AccFinal == 0)
}

// use adds the effect of an instruction on the object.
func (w *walk) use(v ssa.ID, block int32) {
	f := w.b.f
	val := &f.Values[v]
	args := f.Args(v)
	if val.Kind != ssa.Instr || !slices.ContainsFunc(args, func(a ssa.ID) bool { return w.kinds[a] != 0 }) {
		return
	}
	switch {
	case f.IsCall(v):
		at := &w.b.g.Blocks[block]
		w.call(v, at.Loop >= 0 || at.Region >= 0)
	case val.Op == classfile.OpInvokedynamic, val.Op == classfile.OpPutstatic, val.Op == classfile.OpAthrow, val.Op == classfile.OpAastore:
		w.unknown = true
	case val.Op == classfile.OpPutfield: // into itself, or into the iterator that is being made
		inThis := len(f.Params) > 0 && args[0] == f.Params[0] && w.b.f.Method.Name == "<init>"
		w.unknown = w.unknown || w.kinds[args[1]] != 0 && w.kinds[args[0]] == 0 && !inThis
	case val.Op == classfile.OpAreturn:
		w.result |= w.kinds[args[0]]
	}
}

// call adds the effect of a call with the object or something related to it.
func (w *walk) call(v ssa.ID, repeated bool) {
	f := w.b.f
	mem, _ := f.Member(v)
	operands := w.operandsOf(v)
	d := w.h.Dispatch(f.Method.Class, f.Values[v].Op, mem.Class, mem.Name, mem.Desc)
	switch {
	case w.overridden(v, d):
		if operands[0] != self || slices.ContainsFunc(operands[1:], func(k kind) bool { return k != 0 }) {
			w.unknown = true
			return
		}
		w.calls = append(w.calls, call{mem.Name, mem.Desc, repeated})
	case !d.Complete || len(d.Lambdas) > 0 || len(d.Targets) == 0:
		w.unknown = true
	default:
		if mem.Name == "<init>" && operands[0] == related { // it makes what is related
			operands[0] = 0
		}
		if slices.ContainsFunc(operands, func(k kind) bool { return k&related != 0 }) {
			w.unknown = true // what is related to the object is not followed
			return
		}
		for _, t := range d.Targets {
			in := w.flowOf(t, operands, w.depth+1)
			w.unknown = w.unknown || in.unknown
			for _, c := range in.calls {
				c.repeated = c.repeated || repeated
				w.calls = append(w.calls, c)
			}
		}
	}
}

// harmless reports whether no object of a type refers to others that are no texts, numbers or classes.
func harmless(desc string) bool {
	for desc != "" && desc[0] == '[' {
		desc = desc[1:]
	}
	return len(desc) == 1 || slices.Contains([]string{
		"Ljava/lang/String;", "Ljava/lang/Class;", "Ljava/lang/StackTraceElement;", "Ljava/lang/Integer;", "Ljava/lang/Long;",
		"Ljava/lang/Boolean;", "Ljava/lang/Character;", "Ljava/lang/Double;",
	}, desc)
}

// field returns the kind of what a field of the object may hold: code of its class stores there the object itself, or what
// is related to it.
func (x *finder) field(mem classfile.Member) kind {
	if !x.scans[mem.Class] {
		x.scans[mem.Class] = true
		if c := x.h.Lookup(mem.Class); c != nil {
			for i := range c.Methods {
				x.scan(&c.Methods[i])
			}
		}
	}
	return x.fields[mem.Class+"."+mem.Name]
}

// scan adds the stores of a method's own object to fields.
func (x *finder) scan(m *classfile.Method) {
	b := x.body(m)
	if b == nil || m.Static() {
		return
	}
	w := &walk{finder: x, b: b, operands: []kind{self}, kinds: map[ssa.ID]kind{}}
	w.propagate()
	w.each(func(v ssa.ID, _ int32) {
		if val := &b.f.Values[v]; val.Kind == ssa.Instr && val.Op == classfile.OpPutfield {
			mem, _ := b.f.Member(v)
			x.fields[mem.Class+"."+mem.Name] |= w.kinds[b.f.Args(v)[1]]
		}
	})
}
