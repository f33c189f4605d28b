package absint

import (
	"cmp"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// The platform's code runs code of the program where that implements what is called, next of an iterator or close, and
// where a collection asks an element for its hash or a text is made of one. Any of it may put into a worklist that others
// can see.

// askedOfAll are what the platform's code calls on objects that it is given.
var askedOfAll = []classfile.Member{hashCodeMember, equalsMember, toStringMember, compareToMember}

// effect is what an instruction does that matters to worklists: a call, a store to a field or one of a mark.
type effect struct {
	op     classfile.Op
	member classfile.Member // what is called or stored to
	keeps  bool             // a call on an object that the method has made itself, a store of a mark that is set
}

// behind is code of the program that the platform's code runs behind a call.
type behind struct {
	effects []effect // each once
	any     bool     // there is more code than is looked into: it may do anything
}

// platformCall identifies the code behind a call: all with the same caller, method and argument types share it.
type platformCall struct {
	caller *classfile.Class
	op     classfile.Op
	member classfile.Member
	args   string // the types of the arguments
}

// codeBehind is the code of the program that the platform's code runs behind a call: what overrides the method that is called,
// what objects that it is given are asked, and as many calls of these as are looked into.
func (m *method) codeBehind(call ssa.ID) *behind {
	x := &m.f.Values[call]
	if m.a == nil || m.a.alone || x.Kind != ssa.Instr || !m.f.IsCall(call) && x.Op != classfile.OpInvokedynamic {
		return &behind{}
	}
	k := platformCall{caller: m.f.Method.Class, op: x.Op}
	if m.f.IsCall(call) {
		if k.member, _ = m.f.Member(call); !platform(k.member.Class) {
			return &behind{}
		}
	} else if !concatenates(m.f, call) {
		return &behind{}
	}
	for _, arg := range m.f.Args(call) {
		k.args += m.f.Static(arg)
	}
	return memoize(&m.a.behind, k, func() *behind {
		all := &behind{}
		known := map[effect]bool{}
		all.any = search(maxRelinking, m.a.behindCall(m.f, call, "java/lang/Object"), func(t *classfile.Method, reach func(*classfile.Method)) bool {
			in := m.a.inside(t)
			for _, e := range in.effects {
				if !known[e] {
					known[e] = true
					all.effects = append(all.effects, e)
				}
			}
			for _, next := range in.calls {
				reach(next)
			}
			return false
		})
		return all
	})
}

// inside is what a method does and calls.
type inside struct {
	effects []effect
	calls   []*classfile.Method // of the program, and what the platform's code calls of it
}

func (a *Analyzer) inside(t *classfile.Method) *inside {
	return memoize(&a.insides, t, func() *inside {
		b := a.body(t)
		in := &inside{}
		if b.err != nil {
			return in
		}
		for _, blk := range b.g.RPO {
			for _, v := range b.f.Body[blk] {
				x := &b.f.Values[v]
				if x.Kind != ssa.Instr {
					continue
				}
				if b.f.IsCall(v) || x.Op == classfile.OpInvokedynamic {
					in.calls = append(in.calls, a.behindCall(b.f, v, "")...)
				}
				if e, ok := effectOf(b.f, v); ok {
					in.effects = append(in.effects, e)
				}
			}
		}
		return in
	})
}

// effectOf is what an instruction does.
func effectOf(f *ssa.Func, v ssa.ID) (e effect, ok bool) {
	x, args := &f.Values[v], f.Args(v)
	e.op = x.Op
	switch x.Op {
	case classfile.OpPutfield, classfile.OpPutstatic, classfile.OpInvokestatic:
		e.member, _ = f.Member(v)
	case classfile.OpInvokevirtual, classfile.OpInvokeinterface, classfile.OpInvokespecial:
		e.member, _ = f.Member(v)
		made := &f.Values[args[0]]
		e.keeps = made.Kind == ssa.Instr && made.Op == classfile.OpNew
	case classfile.OpBastore, classfile.OpIastore:
		mark := &f.Values[args[2]]
		e.keeps = mark.Kind == ssa.Int && mark.Aux&1 != 0
	default:
		return e, false
	}
	return e, true
}

// concatenates says whether an invokedynamic makes a text of its arguments.
func concatenates(f *ssa.Func, v ssa.ID) bool {
	_, b, ok := dynamicOf(f, v)
	return ok && callgraph.KindOf(b) == callgraph.StringConcatSite
}

// behindCall are the methods of the program that a call runs, itself or as the platform's code, no more than one too many.
// Objects that are passed are asked by their class, those of unknown class as any; where that is empty, only objects of a
// class of the program are.
func (a *Analyzer) behindCall(f *ssa.Func, v ssa.ID, any string) (out []*classfile.Method) {
	h := a.Hierarchy
	follow := func(op classfile.Op, owner, name, desc string) {
		d := h.Dispatch(f.Method.Class, op, owner, name, desc)
		add := func(targets ...*classfile.Method) {
			for _, t := range targets {
				if len(out) <= maxRelinking && h.Analysed(t.Class.Name) && !platform(t.Class.Name) && !slices.Contains(out, t) {
					out = append(out, t)
				}
			}
		}
		add(d.Targets...)
		for _, l := range d.Lambdas {
			add(h.Body(l).Targets...)
		}
		if d.Resolved == nil && !d.Complete { // of a library that is not there: what there is below it
			for _, sub := range h.Subs(owner) {
				ms := h.Lookup(sub).Methods
				if i := slices.IndexFunc(ms, func(t classfile.Method) bool { return t.Name == name && t.Desc == desc }); i >= 0 {
					add(&ms[i])
				}
			}
		}
	}
	op, args := f.Values[v].Op, f.Args(v)
	if op != classfile.OpInvokedynamic {
		mem, _ := f.Member(v)
		follow(op, mem.Class, mem.Name, mem.Desc)
		if !platform(mem.Class) {
			return out
		}
	} else if !concatenates(f, v) {
		return nil
	}
	if any != "" && op != classfile.OpInvokedynamic {
		mem, _ := f.Member(v)
		asked := asksElements(f, op, mem, args)
		if asked.all {
			for _, asked := range askedOfAll[:3] {
				follow(classfile.OpInvokevirtual, asked.Class, asked.Name, asked.Desc)
			}
		}
		if asked.order {
			follow(classfile.OpInvokeinterface, compareToMember.Class, compareToMember.Name, compareToMember.Desc)
		}
		if asked.order || asked.comparator {
			follow(classfile.OpInvokeinterface, compareMember.Class, compareMember.Name, compareMember.Desc)
		}
	}
	for _, arg := range args {
		if f.Values[arg].Type != 'a' {
			continue
		}
		t := cmp.Or(className(strings.TrimLeft(f.Static(arg), "[")), any)
		if t == "" || platform(t) && any == "" {
			continue
		}
		for _, asked := range askedOfAll {
			if is, _ := h.IsSubtype(t, asked.Class); is {
				follow(classfile.OpInvokevirtual, t, asked.Name, asked.Desc)
			}
		}
	}
	return out
}

// changesBehind says whether code behind a call may call a method whose name begins with one of those on a collection of the
// kind of object.
func (m *method) changesBehind(call, object ssa.ID, beginnings []string) bool {
	class := cmp.Or(className(m.f.Static(object)), "java/lang/Object")
	return m.codeBehind(call).does(func(e effect) bool {
		if e.keeps || !startsWith(e.member.Name, beginnings) {
			return false
		}
		switch e.op {
		case classfile.OpInvokestatic:
			return e.member.Class == "java/util/Collections"
		case classfile.OpInvokevirtual, classfile.OpInvokeinterface, classfile.OpInvokespecial:
			return m.a.Hierarchy.Related(e.member.Class, class)
		}
		return false
	})
}

// unmarksBehind says whether code behind a call may take marks away from an array: fill one, or store a zero.
func (m *method) unmarksBehind(call ssa.ID, store classfile.Op) bool {
	return m.codeBehind(call).does(func(e effect) bool {
		switch e.op {
		case store:
			return !e.keeps
		case classfile.OpInvokestatic:
			return e.member.Class == "java/util/Arrays" || e.member.Class == "java/lang/System" && e.member.Name == "arraycopy"
		}
		return false
	})
}

// storesBehind says whether code behind a call may store to a field.
func (m *method) storesBehind(call ssa.ID, field classfile.Member) bool {
	return m.codeBehind(call).does(func(e effect) bool {
		return (e.op == classfile.OpPutfield || e.op == classfile.OpPutstatic) && e.member.Name == field.Name && e.member.Desc == field.Desc
	})
}

// does says whether the code may do what is asked for.
func (b *behind) does(what func(effect) bool) bool {
	return b.any || slices.ContainsFunc(b.effects, what)
}

// The platform's containers ask elements that they have already, which are no arguments of the call.
var (
	// askingAll are the methods that ask all elements for their hash, text or equality.
	askingAll = []string{"equals", "hashCode", "toString", "removeAll", "retainAll", "containsAll", "addAll", "putAll", "valueOf", "print", "append", "copyOf", "join", "deep"}
	// sorting are the methods that compare elements whatever they are in.
	sorting = []string{"sort", "max", "min", "binarySearch", "parallelSort", "distinct", "frequency", "disjoint"}
	// taking are those that make a heap compare what it has left.
	taking = []string{"poll", "remove", "take", "drain", "retain"}
	// quiet are those that compare nothing, of a container of any kind.
	quiet = []string{"<init>", "size", "isEmpty", "clear", "iterator", "peek", "element", "first", "last", "keySet", "values", "entrySet", "hasNext", "next", "comparator", "clone", "toArray", "stream"}
	// unordered are parts of the names of the containers that compare no elements, and heaps of those that may be heaps.
	unordered = []string{"List", "Deque", "Vector", "Stack", "LinkedQueue", "LinkedBlocking", "ArrayBlocking", "LinkedTransfer", "CopyOnWriteArray"}
	heaps     = []string{"Priority", "Delay", "/Queue", "/AbstractQueue", "/BlockingQueue", "/Collection", "/AbstractCollection", "/Iterator"}
	hashing   = []string{"Set", "Map", "Hashtable"}
)

// askedElements is what a call asks elements of containers for.
type askedElements struct {
	all        bool // their hash, equality and text
	order      bool // compareTo of them
	comparator bool // how a comparator compares them
}

// asksElements says what a call of the platform's code may ask elements of its containers for.
func asksElements(f *ssa.Func, op classfile.Op, mem classfile.Member, args []ssa.ID) askedElements {
	holds := func(v ssa.ID) bool {
		t := f.Static(v)
		return strings.HasPrefix(t, "[L") || strings.HasPrefix(t, "[[") || strings.HasPrefix(t, "Ljava/util/") && !strings.HasPrefix(t, "Ljava/util/function/")
	}
	isOf := func(parts []string) bool {
		return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(mem.Class, part) })
	}
	if !slices.ContainsFunc(args, holds) {
		return askedElements{}
	}
	plain := op != classfile.OpInvokestatic && isOf(unordered) && !isOf(hashing)
	switch {
	case strings.HasPrefix(mem.Class, streamPackage) || startsWith(mem.Name, sorting):
		return askedElements{all: true, order: true}
	case mem.Name == "<init>":
		made := isOf(hashing) || isOf(heaps)
		return askedElements{all: made && len(args) > 1, order: made && len(args) > 1}
	case startsWith(mem.Name, askingAll):
		if plain && (mem.Name == "addAll" || mem.Name == "putAll") {
			return askedElements{}
		}
		return askedElements{all: true, order: !plain}
	case op == classfile.OpInvokestatic || plain || !holds(args[0]) || startsWith(mem.Name, quiet):
		return askedElements{}
	case startsWith(mem.Name, taking):
		heap := isOf(heaps)
		return askedElements{order: heap, comparator: heap || len(args) > 1}
	}
	return askedElements{comparator: len(args) > 1}
}
