package effects

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// What calls read of int and long fields of their receiver and add to them: int next() { return a[pos++]; }, int size() { return size; }. A field
// may also move along a link: T pop() { T v = top.value; top = top.next; return v; }. Sound
// because the call runs one method, without a loop or a handler, that has one store to the field, and nothing else in it may store to the
// field: where not every return is behind the store, it may add nothing.

// Promoted returns a body in which the numbers in fields that loops store to, and what they move along links there, are variables. effects returns those of a call.
func (a *Effects) Promoted(b *progdb.Body, effects func(*ssa.Func, ssa.ID) *CallEffects) *progdb.Body {
	if a.OpenWorld {
		return b
	}
	return &progdb.Body{Method: b.Method, G: b.G, F: ssa.Promote(b.F, fieldMemory{a, b.F, effects})}
}

// fieldMemory tells what the instructions of a method do to fields.
type fieldMemory struct {
	*Effects
	f       *ssa.Func
	effects func(*ssa.Func, ssa.ID) *CallEffects
}

// MayStore reports whether the code that an instruction runs may store to a field.
func (m fieldMemory) MayStore(v ssa.ID, field classfile.Member) bool {
	return m.Effects.MayStore(m.f, v, field, m.effects(m.f, v))
}

// Getter returns the field of its receiver that a call returns.
func (m fieldMemory) Getter(call ssa.ID) (field classfile.Member, ok bool) {
	t := m.only(call)
	if t == nil {
		return field, false
	}
	field = m.stepper(t).returns
	return field, field.Name != ""
}

// Steps returns what a call adds to int fields of its receiver.
func (m fieldMemory) Steps(call ssa.ID) []ssa.Step {
	if t := m.only(call); t != nil {
		return m.stepper(t).steps
	}
	return nil
}

// IsLinked reports whether a field holds objects of a class under analysis.
func (m fieldMemory) IsLinked(field classfile.Member) bool {
	return m.Hierarchy.Analysed(platform.ClassName(field.Desc))
}

// Made returns what a field of a new object is behind the call of its constructor: a constant that this stores, else 0 or null.
func (m fieldMemory) Made(call ssa.ID, field classfile.Member) (value int64, ok bool) {
	t := m.only(call)
	if t == nil {
		return 0, false
	}
	made := memo.Memoize(&m.made, madeKey{t, field}, func() *int64 { return m.madeBy(t, field) })
	if made == nil {
		return 0, false
	}
	return *made, true
}

// madeKey is a constructor and a field.
type madeKey struct {
	constructor *classfile.Method
	field       classfile.Member
}

// madeBy returns what a constructor leaves in a field, nil if that is not known. Of several stores on every way to a return, the last in reverse
// postorder is the last that runs.
func (a *Effects) madeBy(t *classfile.Method, field classfile.Member) *int64 {
	b := a.Body(t)
	if b.Err != nil {
		return nil
	}
	var value int64
	for _, k := range b.G.RPO {
		for _, v := range b.F.Body[k] {
			if !a.mayGive(b.F, v, field) {
				continue
			}
			to, _ := b.F.Member(v)
			args := b.F.Args(v)
			declared, ok := a.Declared(to)
			if !ok || declared != field || b.F.Values[v].Op != classfile.OpPutfield || args[0] != b.F.Params[0] || b.F.Values[args[1]].Kind != ssa.Int && !b.F.IsNull(args[1]) ||
				b.G.Blocks[k].Loop >= 0 || !b.F.EndsBehind(v) {
				return nil
			}
			value = b.F.Values[args[1]].Aux // 0 of null
		}
	}
	return &value
}

// only returns the method of the program that a call runs, nil where others may run.
func (m fieldMemory) only(call ssa.ID) *classfile.Method { return m.OnlyTarget(m.f, call) }

// OnlyTarget returns the method of the program that a call runs, nil where others may run.
func (a *Effects) OnlyTarget(f *ssa.Func, call ssa.ID) *classfile.Method {
	mem, _ := f.Member(call)
	if !a.Hierarchy.Analysed(mem.Class) {
		return nil
	}
	d := a.Hierarchy.Dispatch(f.Method.Class, f.Values[call].Op, mem.Class, mem.Name, mem.Desc)
	if !d.Complete || len(d.Targets) != 1 || len(d.Lambdas) > 0 || !a.Hierarchy.Analysed(d.Targets[0].Class.Name) {
		return nil
	}
	return d.Targets[0]
}

// Declared returns a field with the class that declares it; ok is false if it is volatile or not known.
func (a *Effects) Declared(mem classfile.Member) (field classfile.Member, ok bool) {
	c, f := a.Fields.Find(mem)
	if c == nil || f.Access&classfile.AccVolatile != 0 {
		return classfile.Member{}, false
	}
	return classfile.Member{Class: c.Name, Name: mem.Name, Desc: mem.Desc}, true
}

// stepper is what a method returns of a field of its object, if it does nothing else, and adds to fields of it.
type stepper struct {
	returns classfile.Member
	steps   []ssa.Step
}

// maxStepper bounds the code of a method that is searched for steps, in bytes.
const maxStepper = 200

// stepper returns what a method returns of its object's fields and adds to them.
func (a *Effects) stepper(t *classfile.Method) *stepper {
	return memo.Memoize(&a.steppers, t, func() *stepper {
		out := &stepper{}
		if t.Static() || !t.HasCode() || t.Name == "<init>" || t.CodeSize() > maxStepper {
			return out
		}
		b := a.Body(t)
		if b.Err != nil || !runsThrough(b) {
			return out
		}
		for _, k := range b.G.RPO {
			for _, v := range b.F.Body[k] {
				if b.F.Values[v].Op != classfile.OpPutfield {
					continue
				}
				if s, ok := a.stepOf(b, v); ok {
					out.steps = append(out.steps, s)
				}
			}
		}
		out.returns = a.returned(b)
		return out
	})
}

// runsThrough reports whether a method has no loop and catches nothing: what it has not executed before it returns, it never does.
func runsThrough(b *progdb.Body) bool {
	return len(b.G.Loops)+len(b.G.Irreducible) == 0 && !b.G.HasSubroutines &&
		!slices.ContainsFunc(b.G.Edges, func(e cfg.Edge) bool { return e.Kind == cfg.Exception })
}

// stepOf returns the step that a store is, if every return is behind it and nothing else may store to the field.
func (a *Effects) stepOf(b *progdb.Body, put ssa.ID) (s ssa.Step, ok bool) {
	f := b.F
	mem, _ := f.Member(put)
	s.Field, ok = a.Declared(mem)
	switch {
	case !ok || f.Args(put)[0] != f.Params[0]:
		return s, false
	case mem.Desc != "I":
		s.Link, ok = a.linkOf(b, put, mem)
		return s, ok && a.onlyStore(b, put, mem)
	}
	sum := f.Args(put)[1]
	x := &f.Values[sum]
	if x.Kind != ssa.Instr || x.Op != classfile.OpIadd && x.Op != classfile.OpIsub {
		return s, false
	}
	old := f.Args(sum)[0]
	from, _ := f.Member(old)
	if f.Values[old].Op != classfile.OpGetfield || from != mem || f.Args(old)[0] != f.Params[0] || f.Values[f.Args(sum)[1]].Kind != ssa.Int {
		return s, false
	}
	s.By = addend(f, sum)
	if s.Sometimes = !f.EndsBehind(put); s.Sometimes && s.By != 1 && s.By != -1 {
		return s, false
	}
	return s, a.onlyStore(b, put, mem)
}

// onlyStore reports whether nothing but an instruction may store to a field; put is 0 if none may.
func (a *Effects) onlyStore(b *progdb.Body, put ssa.ID, field classfile.Member) bool {
	return !slices.ContainsFunc(b.G.RPO, func(k int32) bool {
		return slices.ContainsFunc(b.F.Body[k], func(v ssa.ID) bool { return v != put && a.mayGive(b.F, v, field) })
	})
}

// linkOf returns the field of the object in a field from which a store puts what is next there, as each call that returns does; none of what the method
// may store to that field.
func (a *Effects) linkOf(b *progdb.Body, put ssa.ID, field classfile.Member) (link classfile.Member, ok bool) {
	f := b.F
	next := f.Args(put)[1]
	if f.Values[next].Op != classfile.OpGetfield {
		return link, false
	}
	old := f.Args(next)[0]
	mem, _ := f.Member(next)
	from, _ := f.Member(old)
	if f.Values[old].Op != classfile.OpGetfield || from != field || f.Args(old)[0] != f.Params[0] || mem.Desc != field.Desc {
		return link, false
	}
	link, ok = a.Declared(mem)
	return link, ok && f.EndsBehind(put) && a.onlyStore(b, 0, mem)
}

// mayGive reports whether an instruction may store to a field, by its name or by code that it runs.
func (a *Effects) mayGive(f *ssa.Func, v ssa.ID, field classfile.Member) bool {
	return f.StoresTo(v, field, func(v ssa.ID, field classfile.Member) bool { return a.MayStore(f, v, field, a.OfCall(f, v)) })
}

// returned returns the field of its object that a method returns, if it does nothing else.
func (a *Effects) returned(b *progdb.Body) (field classfile.Member) {
	f := b.F
	body := f.Body[b.G.RPO[0]]
	if len(b.G.RPO) != 1 || len(body) != 2 {
		return field
	}
	v, ret := body[0], body[1]
	if op := f.Values[ret].Op; op != classfile.OpIreturn && op != classfile.OpLreturn || f.Args(ret)[0] != v {
		return field
	}
	mem, _ := f.Member(v)
	if f.Values[v].Op == classfile.OpGetfield && f.Args(v)[0] == f.Params[0] && mem.Desc == classfile.Return(b.Method.Desc) { // a return to a narrower type cuts it
		field, _ = a.Declared(mem)
	}
	return field
}
