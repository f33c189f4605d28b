package effects

import (
	"slices"
	"strings"
	"sync"

	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/objectflow"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// The platform's code runs code of the program where that implements what is called, next of an iterator or close, and
// where a collection asks what it is given and what it holds for a hash or for which comes first, or a text is made of it.
// Any of it may put into a worklist that others can see.

// Effects answers what calls do, and remembers. It is safe for concurrent use.
type Effects struct {
	*objectflow.Flows
	called     sync.Map // callKey to *behind
	methods    sync.Map // *classfile.Method to *inside
	askedHeld  sync.Map // asking to *Callees
	overriders sync.Map // class to bool, see overrides
}

// askedOfAll are what the platform's code calls on objects that it is given.
var askedOfAll = []classfile.Member{platform.HashCode, platform.Equals, platform.ToString, platform.CompareTo}

// Effect is what an instruction does that matters to worklists: a call, a store to a field or one of a mark.
type Effect struct {
	Op     classfile.Op
	Member classfile.Member // what is called or stored to
	Keeps  bool             // a call on an object that the method has made itself, a store of a mark that is set
	Fresh  bool             // a store to an array or an object that the method has made itself
	Arrays bool             // a call that is given an array of numbers, or what may be one
	Of     FieldStore       // the field that what is called on was read from
}

// CallEffects is code of the program that the platform's code runs behind a call.
type CallEffects struct {
	Effects []Effect // each once
	Any     bool     // there is more code than is looked into: it may do anything
}

// Callees are methods of the program that a call runs.
type Callees struct {
	Methods []*classfile.Method    // no more than one too many
	far     platform.CallbackScope // and what the platform asks of what it holds
	Any     bool                   // and others of which nothing is known
}

func (c *Callees) add(ts ...*classfile.Method) {
	for _, t := range ts {
		if len(c.Methods) <= MaxRelinking && !slices.Contains(c.Methods, t) {
			c.Methods = append(c.Methods, t)
		}
	}
}

// callKey identifies the code that a call runs: all with the same method share it, and of the platform's methods all with
// the same types of arguments.
type callKey struct {
	caller *classfile.Class // of what goes to another method in another class
	op     classfile.Op
	member classfile.Member
	args   string // the types of the arguments
	far    platform.CallbackScope
}

// OfCall is what the code of the program does that a call in f runs, as far as it is looked into.
func (a *Effects) OfCall(f *ssa.Func, call ssa.ID) *CallEffects {
	x := &f.Values[call]
	if x.Kind != ssa.Instr || !f.IsCall(call) && x.Op != classfile.OpInvokedynamic {
		return &CallEffects{}
	}
	k := callKey{op: x.Op}
	if x.Op == classfile.OpInvokespecial {
		k.caller = f.Method.Class
	}
	if f.IsCall(call) {
		k.member, _ = f.Member(call)
	}
	switch {
	case !f.IsCall(call):
		if k.far = a.asksDynamic(f, call); k.far == platform.CallsNothing && !concatenates(f, call) {
			return &CallEffects{}
		}
	case platform.IsPlatform(k.member.Class):
		k.far = a.asksBehind(f, call)
	}
	if !f.IsCall(call) || platform.IsPlatform(k.member.Class) {
		for _, arg := range f.Args(call) {
			k.args += f.Static(arg) + " " // a type that is not known is empty
		}
	}
	return memo.Memoize(&a.called, k, func() *CallEffects {
		from := a.callees(f, call)
		asked := a.asked(from.far)
		all := &CallEffects{Any: from.Any || asked.Any}
		known, far := map[Effect]bool{}, from.far
		more := memo.Search(MaxRelinking, slices.Concat(from.Methods, asked.Methods), func(t *classfile.Method, reach func(*classfile.Method)) bool {
			in := a.Inside(t)
			for _, e := range in.Effects {
				if !known[e] {
					known[e] = true
					all.Effects = append(all.Effects, e)
				}
			}
			for _, next := range in.calls.Methods {
				reach(next)
			}
			if in.calls.far > far {
				far = in.calls.far
				asked := a.asked(far)
				for _, next := range asked.Methods {
					reach(next)
				}
				all.Any = all.Any || asked.Any
			}
			all.Any = all.Any || in.calls.Any
			return false
		})
		all.Any = all.Any || more
		return all
	})
}

// MethodEffects is what a method does and calls.
type MethodEffects struct {
	Effects []Effect
	calls   Callees // of the program, and what the platform's code calls of it
}

// Inside is what a method does; one that is native, or that cannot be read, may do anything.
func (a *Effects) Inside(t *classfile.Method) *MethodEffects {
	return memo.Memoize(&a.methods, t, func() *MethodEffects {
		b := a.BodyOnce(t)
		in := &MethodEffects{}
		if b.Err != nil {
			in.calls.Any = true
			return in
		}
		for _, blk := range b.G.RPO {
			for _, v := range b.F.Body[blk] {
				x := &b.F.Values[v]
				if x.Kind != ssa.Instr {
					continue
				}
				if b.F.IsCall(v) || x.Op == classfile.OpInvokedynamic {
					c := a.callees(b.F, v)
					in.calls.add(c.Methods...)
					in.calls.Any, in.calls.far = in.calls.Any || c.Any, max(in.calls.far, c.far)
				}
				if e, ok := effectOf(b.F, v); ok {
					in.Effects = append(in.Effects, e)
				}
			}
		}
		return in
	})
}

// effectOf is what an instruction does.
func effectOf(f *ssa.Func, v ssa.ID) (e Effect, ok bool) {
	x, args := &f.Values[v], f.Args(v)
	e.Op = x.Op
	switch x.Op {
	case classfile.OpPutstatic, classfile.OpInvokestatic:
		e.Member, _ = f.Member(v)
	case classfile.OpPutfield:
		e.Member, _ = f.Member(v)
		made := &f.Values[args[0]]
		e.Fresh = made.Kind == ssa.Instr && made.Op == classfile.OpNew || f.Method.Name == "<init>" && args[0] == f.Params[0]
	case classfile.OpInvokevirtual, classfile.OpInvokeinterface, classfile.OpInvokespecial:
		e.Member, _ = f.Member(v)
		made := &f.Values[args[0]]
		e.Keeps = made.Kind == ssa.Instr && made.Op == classfile.OpNew
		if from, ok := f.Member(args[0]); ok && ReadsField(made) {
			e.Of = FieldStore{from.Name, from.Desc}
		}
	case classfile.OpBastore, classfile.OpIastore:
		mark, made := &f.Values[args[2]], &f.Values[args[0]]
		e.Fresh = made.Kind == ssa.Instr && made.Op == classfile.OpNewarray
		e.Keeps = mark.Kind == ssa.Int && mark.Aux&1 != 0
	default:
		return e, false
	}
	e.Arrays = f.IsCall(v) && slices.ContainsFunc(args, func(a ssa.ID) bool {
		t := f.Static(a)
		return f.Values[a].Type == 'a' && (t == "" || t == "[I" || t == "[B" || t == "[Z" || t == "Ljava/lang/Object;")
	})
	return e, true
}

// concatenates says whether an invokedynamic makes a text of its arguments.
func concatenates(f *ssa.Func, v ssa.ID) bool {
	_, b, ok := progdb.DynamicOf(f, v)
	return ok && callgraph.KindOf(b) == callgraph.StringConcatSite
}

// asksDynamic is how far the code goes that an invokedynamic runs, besides making a text of its arguments.
func (a *Effects) asksDynamic(f *ssa.Func, v ssa.ID) platform.CallbackScope {
	_, b, ok := progdb.DynamicOf(f, v)
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

// callees are the methods of the program that a call runs, itself or as the platform's code.
func (a *Effects) callees(f *ssa.Func, v ssa.ID) *Callees {
	h := a.Hierarchy
	out := &Callees{}
	op, args := f.Values[v].Op, f.Args(v)
	far := platform.CallsNothing
	if op != classfile.OpInvokedynamic {
		mem, _ := f.Member(v)
		a.Follow(out, f.Method.Class, op, mem)
		if !platform.IsPlatform(mem.Class) {
			return out
		}
		if RunsProgram(mem) {
			out.Any = true
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
				a.Follow(out, f.Method.Class, classfile.OpInvokevirtual, classfile.Member{Class: t, Name: asked.Name, Desc: asked.Desc})
			}
		}
	}
	return out
}

// Follow adds the methods of the program that a call can run.
func (a *Effects) Follow(out *Callees, caller *classfile.Class, op classfile.Op, mem classfile.Member) {
	h := a.Hierarchy
	d := h.Dispatch(caller, op, mem.Class, mem.Name, mem.Desc)
	add := func(ts ...*classfile.Method) {
		for _, t := range ts {
			switch {
			case len(out.Methods) > MaxRelinking:
				return // too many to look at anyhow
			case h.Analysed(t.Class.Name):
				out.add(t)
			case !platform.IsPlatform(t.Class.Name) && !platform.IsPlatform(mem.Class) && RunsProgram(mem): // a library's, which may call back
				out.Any = true
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
			out.Any = out.Any || !keepsToItself(l)
		} else {
			add(body.Targets...)
		}
	}
	if d.Resolved == nil && !d.Complete { // of a library that is not there: what there is below it
		out.Any = out.Any || !platform.IsPlatform(d.Open) && RunsProgram(mem)
		for _, sub := range h.Subs(mem.Class) {
			ms := h.Lookup(sub).Methods
			if i := slices.IndexFunc(ms, func(t classfile.Method) bool { return t.Name == mem.Name && t.Desc == mem.Desc }); i >= 0 {
				add(&ms[i])
			}
		}
	}
}

// StoresByHandle says whether a method may store an object to a field that it does not name: that of a handle or an updater.
func StoresByHandle(mem classfile.Member) bool {
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

// Does says whether the code may do what is asked for.
func (b *CallEffects) Does(what func(Effect) bool) bool {
	return b.Any || slices.ContainsFunc(b.Effects, what)
}

func ReadsField(x *ssa.Value) bool {
	return x.Kind == ssa.Instr && (x.Op == classfile.OpGetfield || x.Op == classfile.OpGetstatic)
}

// MaxRelinking bounds the methods behind one call that are looked into for stores to links: beyond, there may be some.
const MaxRelinking = 300

// FieldStore is a field by name and descriptor, or the elements of arrays of one type, where name is empty.
type FieldStore struct{ Name, Desc string }
