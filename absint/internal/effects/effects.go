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

// Effects of calls: the transitive closure over the call graph of what methods store and call (Banning 1979). Sound
// because a method without a readable body, and a closure of more than MaxRelinking methods, set Any, which stands
// for every effect.

// Effects computes the effects of calls and memoizes them. It is safe for concurrent use.
type Effects struct {
	*objectflow.Flows
	called     sync.Map // callKey to *CallEffects
	methods    sync.Map // *classfile.Method to *MethodEffects
	callbacks  sync.Map // platform.CallbackScope to *Callees
	overriders sync.Map // class to bool, see overrides
	followed   sync.Map // *callgraph.Dispatch to *Callees, see Follow
	functional sync.Map // *classfile.Method to *MethodEffects, see insideFunctions
	inherited  sync.Map // inheritedKey to *Callees, see addInherited

	keepers sync.Map // by a question, what the program calls of libraries, see KeepsFunctions

	steppers     sync.Map // *classfile.Method to *stepper
	made         sync.Map // madeKey to *int64
	predicates   sync.Map // *classfile.Method to *ssa.Predicate
	directly     sync.Map // *classfile.Method to *CallEffects, see OfDirect
	directs      sync.Map // *classfile.Method to *directMethod
	initializers sync.Map // class to []*classfile.Method, see Initializers
	initialized  sync.Map // *classfile.Method to *CallEffects, see OfInitializer
}

// objectCallbacks are the methods that platform code calls on objects that it gets.
var objectCallbacks = []classfile.Member{platform.HashCode, platform.Equals, platform.ToString, platform.CompareTo}

// Callees are the application methods that a call can run.
type Callees struct {
	Methods []*classfile.Method    // at most MaxRelinking + 1
	scope   platform.CallbackScope // callbacks of platform code on the elements that it holds
	Any     bool                   // unknown methods may run
}

// add adds methods, each once, up to one more than MaxRelinking.
func (c *Callees) add(ts ...*classfile.Method) {
	for _, t := range ts {
		if len(c.Methods) <= MaxRelinking && !slices.Contains(c.Methods, t) {
			c.Methods = append(c.Methods, t)
		}
	}
}

// merge adds the methods of o, which are each once and at most one more than MaxRelinking.
func (c *Callees) merge(o *Callees) {
	if len(c.Methods) == 0 {
		c.Methods = slices.Clip(o.Methods) // shared: what is added to it is added to a copy
		return
	}
	c.add(o.Methods...)
}

// tooMany reports whether more methods are among them than a search for effects visits.
func (c *Callees) tooMany() bool { return len(c.Methods) > MaxRelinking }

// full reports whether nothing more that may run makes a difference.
func (c *Callees) full() bool { return c.Any && c.tooMany() }

// callKey identifies the code that a call runs. Calls of one application method share it, and so do calls of one
// platform method with the same argument types.
type callKey struct {
	caller *classfile.Class // for invokespecial, whose target depends on it
	op     classfile.Op
	member classfile.Member
	args   string // the types of the arguments
	scope  platform.CallbackScope
}

// OfCall returns the effects of the application code that a call in f can run, directly or through platform
// callbacks.
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
		if k.scope = a.dynamicScope(f, call); k.scope == platform.CallsNothing && !concatenates(f, call) {
			return &CallEffects{}
		}
	case CallsBack(k.member):
		k.scope = a.callbackScope(f, call)
	}
	if !f.IsCall(call) || CallsBack(k.member) {
		for _, arg := range f.Args(call) {
			k.args += f.Static(arg) + " " // an unknown type is empty
		}
	}
	return memo.Memoize(&a.called, k, func() *CallEffects { return a.closure(a.callees(f, call), false) })
}

// closure returns the effects of methods and of all that they may run. initialize counts class initializers among these.
func (a *Effects) closure(from *Callees, initialize bool) *CallEffects {
	return a.closureOf(from, initialize, a.Inside)
}

// closureOf is closure with the effects of single methods by inside.
func (a *Effects) closureOf(from *Callees, initialize bool, inside func(*classfile.Method) *MethodEffects) *CallEffects {
	callbacks := a.callbacksOf(from.scope)
	all := &CallEffects{Any: from.Any || callbacks.Any}
	scope := from.scope
	more := memo.Search(MaxRelinking, slices.Concat(from.Methods, callbacks.Methods), func(t *classfile.Method, reach func(*classfile.Method)) bool {
		in := inside(t)
		all.add(in)
		for _, next := range in.calls.Methods {
			reach(next)
		}
		for _, next := range in.initializers {
			if initialize {
				reach(next)
			} else if !slices.Contains(all.Initializers, next) {
				all.Initializers = append(all.Initializers, next)
			}
		}
		if in.calls.scope > scope {
			scope = in.calls.scope
			callbacks := a.callbacksOf(scope)
			for _, next := range callbacks.Methods {
				reach(next)
			}
			all.Any = all.Any || callbacks.Any
		}
		all.Any = all.Any || in.calls.Any
		return false
	})
	all.Any, all.Methods, all.Initializers = all.Any || more, slices.Clone(all.Methods), slices.Clone(all.Initializers) // without room for more
	return all
}

// MethodEffects are the effects of the instructions of one method, and its callees.
type MethodEffects struct {
	Effects      []Effect            // each once
	calls        Callees             // application methods, called directly or by platform code
	initializers []*classfile.Method // of classes, each once
}

// Inside returns the effects of the instructions of a method. A method without a readable body may have any effect. Of one with too
// many callees, not all are among calls: whoever follows them ends with these, for which any effect is taken.
func (a *Effects) Inside(t *classfile.Method) *MethodEffects {
	return memo.Memoize(&a.methods, t, func() *MethodEffects {
		return a.inside(t, func(b *progdb.Body, v ssa.ID) *Callees { return a.callees(b.F, v) })
	})
}

// inside is Inside with the callees of a call by callees.
func (a *Effects) inside(t *classfile.Method, callees func(*progdb.Body, ssa.ID) *Callees) *MethodEffects {
	b := a.BodyOnce(t)
	in, does := &MethodEffects{}, effectList{}
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
			if (b.F.IsCall(v) || x.Op == classfile.OpInvokedynamic) && !in.calls.tooMany() {
				c := callees(b, v)
				in.calls.merge(c)
				in.calls.Any, in.calls.scope = in.calls.Any || c.Any, max(in.calls.scope, c.scope)
			}
			for _, m := range a.Initializers(b.F, v) {
				if !slices.Contains(in.initializers, m) {
					in.initializers = append(in.initializers, m)
				}
			}
			if e, ok := EffectOf(b.F, v); ok {
				does.add(e)
			}
		}
	}
	in.Effects, in.calls.Methods, in.initializers = slices.Clone(does.all), slices.Clone(in.calls.Methods), slices.Clone(in.initializers) // without room for more
	return in
}

// concatenates reports whether an invokedynamic concatenates its arguments to a text.
func concatenates(f *ssa.Func, v ssa.ID) bool {
	_, b, ok := progdb.DynamicOf(f, v)
	return ok && callgraph.KindOf(b) == callgraph.StringConcatSite
}

// dynamicScope returns the scope of the callbacks of an invokedynamic, apart from toString of the arguments of a
// concatenation.
func (a *Effects) dynamicScope(f *ssa.Func, v ssa.ID) platform.CallbackScope {
	_, b, ok := progdb.DynamicOf(f, v)
	switch kind := callgraph.KindOf(b); {
	case !ok || kind == callgraph.UnknownBootstrap:
		return platform.CallsAny
	case kind == callgraph.StringConcatSite:
		return a.argumentScope(f, f.Args(v))
	case kind == callgraph.ObjectMethodSite:
		return platform.CallsElements // the components of a record
	}
	return platform.CallsNothing
}

// callees returns the application methods that call v can run, directly or through platform callbacks on its
// arguments.
func (a *Effects) callees(f *ssa.Func, v ssa.ID) *Callees {
	h := a.Hierarchy
	out := &Callees{}
	op, args := f.Values[v].Op, f.Args(v)
	scope := platform.CallsNothing
	if op != classfile.OpInvokedynamic {
		mem, _ := f.Member(v)
		a.Follow(out, f.Method.Class, op, mem)
		if !CallsBack(mem) {
			return out
		}
		if RunsProgram(mem) {
			out.Any = true
		}
		if scope = a.callbackScope(f, v); scope == platform.CallsNothing && platform.Quiet.Has(mem) {
			return out
		}
	} else {
		if scope = a.dynamicScope(f, v); scope == platform.CallsNothing && !concatenates(f, v) {
			return out
		}
	}
	out.scope = max(out.scope, scope)
	for _, arg := range args {
		t := platform.ClassName(f.Static(arg))
		if f.Values[arg].Type != 'a' || t == "" || platform.IsPlatform(t) {
			continue
		}
		for _, callback := range objectCallbacks {
			if is, _ := h.IsSubtype(t, callback.Class); is {
				a.Follow(out, f.Method.Class, classfile.OpInvokevirtual, classfile.Member{Class: t, Name: callback.Name, Desc: callback.Desc})
			}
		}
	}
	return out
}

// CalledBack returns the application methods that platform code behind a call can run, without what these call in turn, and without those that
// the call runs itself, of objects of any class. Of too many, not all are among them.
func (a *Effects) CalledBack(f *ssa.Func, v ssa.ID) []*classfile.Method {
	c := a.callees(f, v)
	called, _ := f.Member(v)
	direct := func(t *classfile.Method) bool { return t.Name == called.Name && t.Desc == called.Desc }
	return slices.DeleteFunc(slices.Concat(c.Methods, a.callbacksOf(c.scope).Methods), direct)
}

// Follow adds to out the application methods that a call can run.
func (a *Effects) Follow(out *Callees, caller *classfile.Class, op classfile.Op, mem classfile.Member) {
	if out.full() {
		return
	}
	d := a.Hierarchy.Dispatch(caller, op, mem.Class, mem.Name, mem.Desc)
	const few = 8
	virtual := op == classfile.OpInvokevirtual || op == classfile.OpInvokeinterface
	if !virtual || strings.HasPrefix(mem.Class, "[") || len(out.Methods) > 0 || out.Any || d.Resolved != nil && len(d.Targets)+len(d.Lambdas) <= few {
		a.follow(out, d, op, mem)
		return
	}
	// The dispatch is the same for all calls of the member by an object.
	c := memo.Memoize(&a.followed, d, func() *Callees {
		c := &Callees{}
		a.follow(c, d, op, mem)
		c.Methods = slices.Clone(c.Methods) // without room for more
		return c
	})
	out.merge(c)
	out.Any, out.scope = c.Any, max(out.scope, c.scope)
}

// follow adds to out the application methods of the dispatch of a call.
func (a *Effects) follow(out *Callees, d *callgraph.Dispatch, op classfile.Op, mem classfile.Member) {
	h := a.Hierarchy
	add := func(ts ...*classfile.Method) {
		for _, t := range ts {
			switch {
			case len(out.Methods) > MaxRelinking:
				return // beyond the search budget
			case h.Analysed(t.Class.Name):
				out.add(t)
			case platform.IsPlatform(t.Class.Name) && !platform.IsPlatform(mem.Class):
				a.addInherited(out, mem.Class, classfile.Member{Class: t.Class.Name, Name: t.Name, Desc: t.Desc})
			case !platform.IsPlatform(t.Class.Name) && !platform.IsPlatform(mem.Class) && RunsProgram(mem): // a library method, which may call back
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
		if out.full() {
			return
		}
		if body := h.Body(l); platform.IsPlatform(l.Body.Member.Class) {
			out.Any = out.Any || !changesNoCollection(l)
			a.addReference(out, l)
		} else {
			add(body.Targets...)
		}
	}
	if d.Resolved == nil && platform.IsPlatform(d.Open) && !platform.IsPlatform(mem.Class) {
		a.addInherited(out, mem.Class, classfile.Member{Class: d.Open, Name: mem.Name, Desc: mem.Desc})
	}
	if d.Resolved == nil && !d.Complete { // the library is missing
		out.Any = out.Any || !platform.IsPlatform(d.Open) && RunsProgram(mem)
	}
}

// MaxRelinking bounds the number of methods that the search for the effects of one call visits. Beyond it the call
// may have any effect.
const MaxRelinking = 300
