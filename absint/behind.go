package absint

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// The platform's code runs code of the program where that implements what is called, next of an iterator or close, and
// where a collection asks what it is given and what it holds for a hash or for which comes first, or a text is made of it.
// Any of it may put into a worklist that others can see.

// Effects answers what calls do, and remembers. It is safe for concurrent use.
type Effects struct {
	*Flows
	behind     sync.Map // calledCode to *behind
	insides    sync.Map // *classfile.Method to *inside
	askedHeld  sync.Map // asking to *codeRun
	overriders sync.Map // class to bool, see overrides
}

// askedOfAll are what the platform's code calls on objects that it is given.
var askedOfAll = []classfile.Member{platform.HashCode, platform.Equals, platform.ToString, platform.CompareTo}

// effect is what an instruction does that matters to worklists: a call, a store to a field or one of a mark.
type effect struct {
	op     classfile.Op
	member classfile.Member // what is called or stored to
	keeps  bool             // a call on an object that the method has made itself, a store of a mark that is set
	fresh  bool             // a store to an array or an object that the method has made itself
	arrays bool             // a call that is given an array of numbers, or what may be one
	of     fieldStore       // the field that what is called on was read from
}

// behind is code of the program that the platform's code runs behind a call.
type behind struct {
	effects []effect // each once
	any     bool     // there is more code than is looked into: it may do anything
}

// codeRun are methods of the program that a call runs.
type codeRun struct {
	methods []*classfile.Method    // no more than one too many
	far     platform.CallbackScope // and what the platform asks of what it holds
	any     bool                   // and others of which nothing is known
}

func (c *codeRun) add(ts ...*classfile.Method) {
	for _, t := range ts {
		if len(c.methods) <= maxRelinking && !slices.Contains(c.methods, t) {
			c.methods = append(c.methods, t)
		}
	}
}

// calledCode identifies the code that a call runs: all with the same method share it, and of the platform's methods all with
// the same types of arguments.
type calledCode struct {
	caller *classfile.Class // of what goes to another method in another class
	op     classfile.Op
	member classfile.Member
	args   string // the types of the arguments
	far    platform.CallbackScope
}

// codeBehind is the code of the program that the platform's code runs behind a call: what overrides the method that is called,
// what objects that it is given and those that it holds are asked, and as many calls of these as are looked into.
func (m *method) codeBehind(call ssa.ID) *behind {
	if mem, _ := m.f.Member(call); m.f.IsCall(call) && !platform.IsPlatform(mem.Class) {
		return &behind{}
	}
	return m.codeOf(call)
}

// codeOf is the code of the program that a call runs, as far as it is looked into.
func (m *method) codeOf(call ssa.ID) *behind { return m.oracle.CallEffects(m.f, call) }

// callEffects is what the code of the program does that a call in f runs, as far as it is looked into.
func (a *Effects) callEffects(f *ssa.Func, call ssa.ID) *behind {
	x := &f.Values[call]
	if x.Kind != ssa.Instr || !f.IsCall(call) && x.Op != classfile.OpInvokedynamic {
		return &behind{}
	}
	k := calledCode{op: x.Op}
	if x.Op == classfile.OpInvokespecial {
		k.caller = f.Method.Class
	}
	if f.IsCall(call) {
		k.member, _ = f.Member(call)
	}
	switch {
	case !f.IsCall(call):
		if k.far = a.asksDynamic(f, call); k.far == platform.CallsNothing && !concatenates(f, call) {
			return &behind{}
		}
	case platform.IsPlatform(k.member.Class):
		k.far = a.asksBehind(f, call)
	}
	if !f.IsCall(call) || platform.IsPlatform(k.member.Class) {
		for _, arg := range f.Args(call) {
			k.args += f.Static(arg) + " " // a type that is not known is empty
		}
	}
	return memoize(&a.behind, k, func() *behind {
		from := a.behindCall(f, call)
		asked := a.asked(from.far)
		all := &behind{any: from.any || asked.any}
		known, far := map[effect]bool{}, from.far
		more := search(maxRelinking, slices.Concat(from.methods, asked.methods), func(t *classfile.Method, reach func(*classfile.Method)) bool {
			in := a.inside(t)
			for _, e := range in.effects {
				if !known[e] {
					known[e] = true
					all.effects = append(all.effects, e)
				}
			}
			for _, next := range in.calls.methods {
				reach(next)
			}
			if in.calls.far > far {
				far = in.calls.far
				asked := a.asked(far)
				for _, next := range asked.methods {
					reach(next)
				}
				all.any = all.any || asked.any
			}
			all.any = all.any || in.calls.any
			return false
		})
		all.any = all.any || more
		return all
	})
}

// inside is what a method does and calls.
type inside struct {
	effects []effect
	calls   codeRun // of the program, and what the platform's code calls of it
}

// inside is what a method does; one that is native, or that cannot be read, may do anything.
func (a *Effects) inside(t *classfile.Method) *inside {
	return memoize(&a.insides, t, func() *inside {
		b := a.bodyOnce(t)
		in := &inside{}
		if b.err != nil {
			in.calls.any = true
			return in
		}
		for _, blk := range b.g.RPO {
			for _, v := range b.f.Body[blk] {
				x := &b.f.Values[v]
				if x.Kind != ssa.Instr {
					continue
				}
				if b.f.IsCall(v) || x.Op == classfile.OpInvokedynamic {
					c := a.behindCall(b.f, v)
					in.calls.add(c.methods...)
					in.calls.any, in.calls.far = in.calls.any || c.any, max(in.calls.far, c.far)
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
	case classfile.OpPutstatic, classfile.OpInvokestatic:
		e.member, _ = f.Member(v)
	case classfile.OpPutfield:
		e.member, _ = f.Member(v)
		made := &f.Values[args[0]]
		e.fresh = made.Kind == ssa.Instr && made.Op == classfile.OpNew || f.Method.Name == "<init>" && args[0] == f.Params[0]
	case classfile.OpInvokevirtual, classfile.OpInvokeinterface, classfile.OpInvokespecial:
		e.member, _ = f.Member(v)
		made := &f.Values[args[0]]
		e.keeps = made.Kind == ssa.Instr && made.Op == classfile.OpNew
		if from, ok := f.Member(args[0]); ok && readsField(made) {
			e.of = fieldStore{from.Name, from.Desc}
		}
	case classfile.OpBastore, classfile.OpIastore:
		mark, made := &f.Values[args[2]], &f.Values[args[0]]
		e.fresh = made.Kind == ssa.Instr && made.Op == classfile.OpNewarray
		e.keeps = mark.Kind == ssa.Int && mark.Aux&1 != 0
	default:
		return e, false
	}
	e.arrays = f.IsCall(v) && slices.ContainsFunc(args, func(a ssa.ID) bool {
		t := f.Static(a)
		return f.Values[a].Type == 'a' && (t == "" || t == "[I" || t == "[B" || t == "[Z" || t == "Ljava/lang/Object;")
	})
	return e, true
}

// concatenates says whether an invokedynamic makes a text of its arguments.
func concatenates(f *ssa.Func, v ssa.ID) bool {
	_, b, ok := dynamicOf(f, v)
	return ok && callgraph.KindOf(b) == callgraph.StringConcatSite
}

// asksDynamic is how far the code goes that an invokedynamic runs, besides making a text of its arguments.
func (a *Effects) asksDynamic(f *ssa.Func, v ssa.ID) platform.CallbackScope {
	_, b, ok := dynamicOf(f, v)
	switch kind := callgraph.KindOf(b); {
	case !ok || kind == callgraph.UnknownBootstrap:
		return platform.CallsAny
	case kind == callgraph.StringConcatSite:
		return a.asksGiven(f, f.Args(v))
	case kind == callgraph.ObjectMethodSite:
		return platform.CallsElements // the components of a record
	}
	return platform.CallsNothing
}

// behindCall are the methods of the program that a call runs, itself or as the platform's code.
func (a *Effects) behindCall(f *ssa.Func, v ssa.ID) *codeRun {
	h := a.Hierarchy
	out := &codeRun{}
	op, args := f.Values[v].Op, f.Args(v)
	far := platform.CallsNothing
	if op != classfile.OpInvokedynamic {
		mem, _ := f.Member(v)
		a.follow(out, f.Method.Class, op, mem)
		if !platform.IsPlatform(mem.Class) {
			return out
		}
		if runsProgram(mem) {
			out.any = true
		}
		if far = a.asksBehind(f, v); far == platform.CallsNothing && platform.Quiet.Has(mem) {
			return out
		}
	} else {
		if far = a.asksDynamic(f, v); far == platform.CallsNothing && !concatenates(f, v) {
			return out
		}
	}
	out.far = far
	for _, arg := range args {
		t := platform.ClassName(f.Static(arg))
		if f.Values[arg].Type != 'a' || t == "" || platform.IsPlatform(t) {
			continue
		}
		for _, asked := range askedOfAll {
			if is, _ := h.IsSubtype(t, asked.Class); is {
				a.follow(out, f.Method.Class, classfile.OpInvokevirtual, classfile.Member{Class: t, Name: asked.Name, Desc: asked.Desc})
			}
		}
	}
	return out
}

// follow adds the methods of the program that a call can run.
func (a *Effects) follow(out *codeRun, caller *classfile.Class, op classfile.Op, mem classfile.Member) {
	h := a.Hierarchy
	d := h.Dispatch(caller, op, mem.Class, mem.Name, mem.Desc)
	add := func(ts ...*classfile.Method) {
		for _, t := range ts {
			switch {
			case len(out.methods) > maxRelinking:
				return // too many to look at anyhow
			case h.Analysed(t.Class.Name):
				out.add(t)
			case !platform.IsPlatform(t.Class.Name) && !platform.IsPlatform(mem.Class) && runsProgram(mem): // a library's, which may call back
				out.any = true
			}
		}
	}
	add(d.Targets...)
	lambdas := d.Lambdas
	if d.Resolved == nil && op != classfile.OpInvokestatic && op != classfile.OpInvokespecial {
		lambdas = h.LambdasOf(mem.Class, mem.Name, mem.Desc)
	}
	for _, l := range lambdas {
		if body := h.Body(l); platform.IsPlatform(l.Body.Member.Class) {
			out.any = out.any || !keepsToItself(l)
		} else {
			add(body.Targets...)
		}
	}
	if d.Resolved == nil && !d.Complete { // of a library that is not there: what there is below it
		out.any = out.any || !platform.IsPlatform(d.Open) && runsProgram(mem)
		for _, sub := range h.Subs(mem.Class) {
			ms := h.Lookup(sub).Methods
			if i := slices.IndexFunc(ms, func(t classfile.Method) bool { return t.Name == mem.Name && t.Desc == mem.Desc }); i >= 0 {
				add(&ms[i])
			}
		}
	}
}

// changesBehind says whether code behind a call may call one of those operations on a collection of the
// kind of object.
func (m *method) changesBehind(call, object ssa.ID, operations platform.Operations) bool {
	return m.codeBehind(call).does(m.changing(object, operations))
}

// changing says of what code does whether that changes a collection of the kind of object.
func (m *method) changing(object ssa.ID, operations platform.Operations) func(effect) bool {
	class := cmp.Or(platform.ClassName(m.f.Static(object)), platform.ObjectClass)
	collection := platform.InUtil(class) || class == platform.KotlinArrayDeque
	return func(e effect) bool {
		if e.keeps || !operations.Named(e.member.Name) && e.member.Name != "drainTo" {
			return false
		}
		switch e.op {
		case classfile.OpInvokestatic:
			return e.member.Class == platform.CollectionsClass
		case classfile.OpInvokevirtual, classfile.OpInvokeinterface, classfile.OpInvokespecial:
			// Through an iterator or a view, which is of another class, a collection changes, too.
			return m.relatedClasses(e.member.Class, class) || collection && platform.InUtil(e.member.Class)
		}
		return false
	}
}

// putsBehind says whether code that a call runs, as far as it is known, puts into a collection that is a link.
func (m *method) putsBehind(call, links ssa.ID) bool {
	return slices.ContainsFunc(m.codeOf(call).effects, m.changing(links, platform.Adding))
}

// unmarksBehind says whether code behind a call may take marks away from an array: fill one, or store a zero.
func (m *method) unmarksBehind(call ssa.ID, store classfile.Op) bool {
	return m.codeBehind(call).does(func(e effect) bool {
		switch e.op {
		case store:
			return !e.keeps
		case classfile.OpInvokestatic, classfile.OpInvokevirtual, classfile.OpInvokeinterface, classfile.OpInvokespecial:
			return e.arrays && platform.IsPlatform(e.member.Class) && e.member.Class != platform.ObjectClass
		}
		return false
	})
}

// storesBehind says whether code behind a call may store to a field.
func (m *method) storesBehind(call ssa.ID, field classfile.Member) bool {
	return m.codeBehind(call).does(func(e effect) bool {
		return (e.op == classfile.OpPutfield || e.op == classfile.OpPutstatic) && e.member.Name == field.Name && e.member.Desc == field.Desc || storesByHandle(e.member)
	})
}

// relinksBehind says whether code that a call runs, as far as it is known, stores to links.
func (m *method) relinksBehind(call ssa.ID, s fieldStore) bool {
	return slices.ContainsFunc(m.codeOf(call).effects, func(e effect) bool {
		switch {
		case s.name == "":
			return e.op == classfile.OpIastore && !e.fresh || e.arrays && platform.IsPlatform(e.member.Class) && e.member.Class != platform.ObjectClass
		case e.op == classfile.OpPutfield || e.op == classfile.OpPutstatic:
			return e.member.Name == s.name && e.member.Desc == s.desc && !e.fresh
		}
		return s.name != "" && storesByHandle(e.member)
	})
}

// storesByHandle says whether a method may store an object to a field that it does not name: that of a handle or an updater.
func storesByHandle(mem classfile.Member) bool {
	reads := strings.HasPrefix(mem.Name, "get") && !strings.HasPrefix(mem.Name, "getAnd")
	switch mem.Class {
	case platform.VarHandle:
		value := ""
		classfile.EachParam(mem.Desc, func(t string) { value = t })
		return !reads && value != "" && value[0] == 'L' && value != platform.Desc(platform.Void) // which is null
	case platform.ReferenceUpdater:
		return !reads && mem.Name != "newUpdater"
	}
	return false
}

// does says whether the code may do what is asked for.
func (b *behind) does(what func(effect) bool) bool {
	return b.any || slices.ContainsFunc(b.effects, what)
}
