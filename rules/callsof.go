package rules

import (
	"iter"
	"slices"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// dispatch returns which methods a call instruction can run.
func (m *Method) dispatch(call ssa.ID) *callgraph.Dispatch {
	f := m.Func()
	c, _ := f.Member(call)
	return m.Engine.Program.Dispatch(f.Method.Class, f.Values[call].Op, c.Class, c.Name, c.Desc)
}

// callsOf yields the calls in the program that can run a method, each with the method that it is in; not those by method handles, nor
// those of methods that cannot be read.
func (e *Engine) callsOf(target *classfile.Method) iter.Seq2[*Method, ssa.ID] {
	return func(yield func(*Method, ssa.ID) bool) {
		runs := map[string]bool{}
		for _, c := range e.mayCall().of(target) {
			refers := e.refersTo(c, target, runs)
			if refers == nil {
				continue
			}
			for i := range c.Methods {
				for _, x := range callsIn(&c.Methods[i], refers) {
					if !e.mayRun(x, target) {
						continue
					}
					caller := e.reader(x.caller)
					if caller == nil {
						break
					}
					if call := caller.Func().At(int(x.pc)); call != 0 && caller.Func().IsCall(call) && !yield(caller, call) {
						return
					}
				}
			}
		}
	}
}

// referencesTo yields the method references in the program that name a method and are passed to be called for every element, each with the
// method that it is in.
func (e *Engine) referencesTo(target *classfile.Method) iter.Seq2[*Method, reference] {
	return func(yield func(*Method, reference) bool) {
		for _, c := range e.mayCall().of(target) {
			if !handles(&c.Pool, target.Member()) {
				continue
			}
			for m, r := range e.referencesIn(c, target) {
				if !yield(m, r) {
					return
				}
			}
		}
	}
}

// referencesIn yields those of one class.
func (e *Engine) referencesIn(c *classfile.Class, target *classfile.Method) iter.Seq2[*Method, reference] {
	return func(yield func(*Method, reference) bool) {
		for i := range c.Methods {
			code, err := c.Methods[i].Code()
			if err != nil || code == nil || !hasOp(code, func(op classfile.Op) bool { return op == classfile.OpInvokedynamic }) {
				continue
			}
			m := e.reader(&c.Methods[i])
			if m == nil {
				continue
			}
			for r := range m.references() {
				r.body.Interface = false
				if r.body == target.Member() && !yield(m, r) {
					return
				}
			}
		}
	}
}

// hasOp reports whether code has an instruction with one of the opcodes.
func hasOp(code *classfile.Code, is func(classfile.Op) bool) bool {
	for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
		if is(code.Op(pc)) {
			return true
		}
	}
	return false
}

// callIndex lists the classes that may call methods of a name, by a hash of the name; of constructors, by one of the class, which every call
// names.
type callIndex struct {
	classes []*classfile.Class
	first   []int32 // by hash, where its classes begin in list; one more at the end
	list    []int32 // of classes, in their order
}

// callHashes is how many hashes of names there are: most names of large programs have one of their own.
const callHashes = 1 << 16

// callHash is the hash of the calls of a method.
func callHash(class, name string) uint32 {
	if name == "<init>" {
		name = class
	}
	h := uint32(2166136261) // FNV-1a
	for i := range len(name) {
		h = (h ^ uint32(name[i])) * 16777619
	}
	return (h ^ h>>16) % callHashes
}

// poolHash is callHash of an entry of a constant pool.
func poolHash(p *classfile.Pool, k int) uint32 {
	name := p.MemberName(k)
	if name != "<init>" {
		return callHash("", name)
	}
	return callHash(p.MemberClass(k), name)
}

// findCalls makes the index of the program, in one pass over the constant pools.
func (e *Engine) findCalls() *callIndex {
	x := &callIndex{classes: e.Program.Classes(), first: make([]int32, callHashes+1)}
	type entry struct{ hash, class int32 }
	var found []entry
	last := make([]int32, callHashes) // 1 + the last class with the hash
	for i, c := range x.classes {
		for k := 1; k < c.Pool.Len(); k++ {
			if tag := c.Pool.Tag(k); tag != classfile.TagMethodref && tag != classfile.TagInterfaceMethodref {
				continue
			}
			if h := poolHash(&c.Pool, k); last[h] != int32(i)+1 {
				last[h] = int32(i) + 1
				found = append(found, entry{int32(h), int32(i)})
				x.first[h+1]++
			}
		}
	}
	for h := range callHashes {
		x.first[h+1] += x.first[h]
	}
	x.list = make([]int32, len(found))
	next := slices.Clone(x.first)
	for _, f := range found {
		x.list[next[f.hash]] = f.class
		next[f.hash]++
	}
	return x
}

// of yields the classes that may call a method.
func (x *callIndex) of(m *classfile.Method) iter.Seq2[int, *classfile.Class] {
	h := callHash(m.Class.Name, m.Name)
	return func(yield func(int, *classfile.Class) bool) {
		for i, class := range x.list[x.first[h]:x.first[h+1]] {
			if !yield(i, x.classes[class]) {
				return
			}
		}
	}
}

// refersToMethod reports whether a constant pool refers to a method of a class, not of an interface, that is as said.
func refersToMethod(p *classfile.Pool, is func(classfile.Member) bool) bool {
	for i := 1; i < p.Len(); i++ {
		if p.Tag(i) != classfile.TagMethodref {
			continue
		}
		if c, ok := p.Member(i); ok && is(c) {
			return true
		}
	}
	return false
}

// handles reports whether a constant pool has a handle of a method.
func handles(p *classfile.Pool, method classfile.Member) bool {
	for i := 1; i < p.Len(); i++ {
		if p.Tag(i) == classfile.TagMethodHandle {
			if h, _ := p.Handle(i); h.Member == method {
				return true
			}
		}
	}
	return false
}

// refersTo returns the entries of the constant pool of a class by which a call in it may run a method; nil where there is none, so that
// its code need not be read: most classes that call toString call that of a StringBuilder. runs remembers mayBeRun.
func (e *Engine) refersTo(c *classfile.Class, target *classfile.Method, runs map[string]bool) (out map[int]bool) {
	p := &c.Pool
	for i := 1; i < p.Len(); i++ {
		if tag := p.Tag(i); tag != classfile.TagMethodref && tag != classfile.TagInterfaceMethodref || p.MemberName(i) != target.Name {
			continue
		}
		m, _ := p.Member(i)
		if m.Desc != target.Desc || target.Name == "<init>" && m.Class != target.Class.Name {
			continue
		}
		may, known := runs[m.Class]
		if !known {
			may = e.mayBeRun(m.Class, target)
			runs[m.Class] = may
		}
		if may || !e.knownApart(c.Name, target.Class.Name) { // super.f() runs what no other call may
			if out == nil {
				out = map[int]bool{}
			}
			out[i] = true
		}
	}
	return out
}

// mayBeRun reports whether a call that names a class, but one of super, can run a method of its name and descriptor.
func (e *Engine) mayBeRun(class string, target *classfile.Method) bool {
	return target.Name == "<init>" || !e.apart(class, target.Class) &&
		slices.Contains(e.Program.Dispatch(nil, classfile.OpInvokevirtual, class, target.Name, target.Desc).Targets, target)
}

// callsIn returns the calls of a method, invokedynamic among them, that refer to one of some entries of the constant pool.
func callsIn(m *classfile.Method, entries map[int]bool) (out []loopCall) {
	if !m.HasCode() {
		return nil
	}
	_ = m.ReadCode(func(code *classfile.Code) {
		for pc := 0; pc < len(code.Bytes); pc = code.Next(pc) {
			if op := code.Op(pc); (op.IsCall() || op == classfile.OpInvokedynamic) && entries[code.Index(pc)] {
				out = append(out, loopCall{caller: m, pc: int32(pc), index: uint16(code.Index(pc)), op: op})
			}
		}
	})
	return out
}
