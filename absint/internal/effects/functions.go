package effects

import (
	"iter"
	"slices"

	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/objectflow"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Functions that platform code is given: lambdas, objects of classes that implement a functional interface, and what the platform makes
// of other functions. OfCall takes any effect for a call of platform code that gets a function. Here, a call of a collection or a stream
// of the platform runs the functions that it gets, if the method shows which they are.
//
// Sound because a function of unknown origin, and a stream that another method made, may run any code.

// IsFunction reports whether a type, by its descriptor or internal name, is one of functions that platform code calls.
func IsFunction(t string) bool {
	class := t
	if name := platform.ClassName(t); name != "" {
		class = name
	}
	return platform.MentionsFunction(class) || class == platform.Comparator || class == platform.Collector
}

// Functions returns the functions that a call gets, by the types of its parameters, its receiver included.
func Functions(f *ssa.Func, call ssa.ID) (out []ssa.ID) {
	mem, ok := f.Member(call)
	if !ok || !f.IsCall(call) {
		return nil
	}
	args := f.Args(call)
	if f.Values[call].Op != classfile.OpInvokestatic {
		if IsFunction(mem.Class) {
			out = append(out, args[0])
		}
		args = args[1:]
	}
	for i, t := range classfile.Params(mem.Desc) {
		if i < len(args) && IsFunction(t) {
			out = append(out, args[i])
		}
	}
	return out
}

// OfFunction returns the effects of the code that a function runs.
func (a *Effects) OfFunction(b *progdb.Body, function ssa.ID) *CallEffects {
	runs := &Callees{}
	a.addFunction(runs, b, function)
	return a.closureOf(runs, false, a.insideFunctions)
}

// OfFunctionCall returns the effects of the application code that a call can run, as OfCall, with the code of functions that the caller
// shows.
func (a *Effects) OfFunctionCall(b *progdb.Body, call ssa.ID) *CallEffects {
	return a.closureOf(a.functionCallees(b, call), false, a.insideFunctions)
}

// insideFunctions is Inside with the callees of functionCallees.
func (a *Effects) insideFunctions(t *classfile.Method) *MethodEffects {
	return memo.Memoize(&a.functional, t, func() *MethodEffects { return a.inside(t, a.functionCallees) })
}

// functionCallees is callees for a call that may get functions.
func (a *Effects) functionCallees(b *progdb.Body, v ssa.ID) *Callees {
	f := b.F
	c := a.callees(f, v)
	if !f.IsCall(v) || c.scope != platform.CallsAny && !c.Any {
		return c
	}
	mem, _ := f.Member(v)
	on := a.receiverClass(f, v)
	stream := platform.InStreams(mem.Class)
	if !stream && !platform.AnyCollection.Has(on) || !platform.IsPlatform(mem.Class) || platform.Running.Named(mem.Name) {
		return c
	}
	dispatched := &Callees{}
	a.Follow(dispatched, f.Method.Class, f.Values[v].Op, mem)
	out := &Callees{Methods: slices.Clip(c.Methods), Any: dispatched.Any, scope: platform.CallsElements}
	if own := stream && platform.OwnStages.Named(mem.Name) || !stream && platform.CallingFunctions.Named(mem.Name); own && !a.overrides(on) {
		out.scope = platform.CallsNothing
	}
	if stream && f.Values[v].Op != classfile.OpInvokestatic && !madeHere(f, f.Args(v)[0]) {
		out.Any = true
	}
	for _, w := range Functions(f, v) {
		a.addFunction(out, b, w)
	}
	return out
}

// madeHere reports whether a method makes a stream by a chain of calls.
func madeHere(f *ssa.Func, v ssa.ID) bool {
	const maxStages = 32
	for range maxStages {
		if !f.IsCall(v) {
			return false
		}
		mem, _ := f.Member(v)
		switch static := f.Values[v].Op == classfile.OpInvokestatic; {
		case !platform.IsPlatform(mem.Class):
			return false
		case !platform.InStreams(mem.Class):
			return static || platform.MakingStream.Named(mem.Name)
		case static:
			return len(Functions(f, v)) > 0 || !platform.InStreams(progdb.Parameter(mem.Desc, 0, ""))
		}
		v = f.Args(v)[0]
	}
	return false
}

// FunctionParts yields the values that a function may be or is made of, each once: a lambda with what is known of it, and the functions that
// it captures; a call that makes a function, and those that it gets; other values.
func FunctionParts(f *ssa.Func, function ssa.ID) iter.Seq2[ssa.ID, *callgraph.Lambda] {
	return func(yield func(ssa.ID, *callgraph.Lambda) bool) {
		seen := map[ssa.ID]bool{}
		for work := []ssa.ID{function}; len(work) > 0; {
			v := work[len(work)-1]
			work = work[:len(work)-1]
			if seen[v] || f.IsNull(v) {
				continue
			}
			seen[v] = true
			x, l := &f.Values[v], progdb.LambdaOf(f, v)
			switch {
			case x.Kind == ssa.Phi, x.Kind == ssa.Instr && x.Op == classfile.OpCheckcast:
				work = append(work, f.Args(v)...)
				continue
			case l != nil:
				for _, w := range f.Args(v) {
					if IsFunction(f.Static(w)) {
						work = append(work, w)
					}
				}
			case MakesFunction(f, v):
				work = append(work, Functions(f, v)...)
			}
			if !yield(v, l) {
				return
			}
		}
	}
}

// addFunction adds the application methods that a function runs.
func (a *Effects) addFunction(out *Callees, b *progdb.Body, function ssa.ID) {
	for v, l := range FunctionParts(b.F, function) {
		mem, _ := b.F.Member(v)
		switch {
		case out.full():
			return
		case l != nil:
			a.addLambda(out, l)
		case ReadsField(&b.F.Values[v]) && platform.IsPlatform(mem.Class): // a constant of the platform
		case MakesFunction(b.F, v):
			out.scope = max(out.scope, elementScope(b.F, v))
			out.Any = out.Any || a.SuppliesOther(b.F, v)
		default:
			a.addObjects(out, b, v)
		}
	}
}

// MakesFunction reports whether a value is the result of a call that makes a function or a collector of the functions that it gets.
func MakesFunction(f *ssa.Func, v ssa.ID) bool {
	mem, _ := f.Member(v)
	return f.IsCall(v) && platform.IsPlatform(mem.Class) && IsFunction(classfile.Return(mem.Desc)) &&
		(IsFunction(mem.Class) || mem.Class == platform.Collectors || mem.Class == platform.CollectionsClass)
}

// SuppliesOther reports whether a call that makes a collector gets a supplier of containers which may return one that is there already.
func (a *Effects) SuppliesOther(f *ssa.Func, call ssa.ID) bool {
	return slices.ContainsFunc(Functions(f, call), func(w ssa.ID) bool { return a.maySupplyOther(f, w) })
}

// maySupplyOther reports whether a function is a supplier of containers which may return one that is there already.
func (a *Effects) maySupplyOther(f *ssa.Func, function ssa.ID) bool {
	if platform.ClassName(f.Static(function)) != platform.Supplier {
		return false
	}
	l := progdb.LambdaOf(f, function)
	if l == nil {
		return true
	}
	if l.Body.Kind == classfile.RefNewInvokeSpecial {
		return false
	}
	targets := a.Hierarchy.Body(l).Targets
	return len(targets) == 0 || slices.ContainsFunc(targets, func(t *classfile.Method) bool { return !a.returnsNew(t) })
}

// returnsNew reports whether a method returns objects that it creates, and nothing else.
func (a *Effects) returnsNew(t *classfile.Method) bool {
	if !a.Hierarchy.Analysed(t.Class.Name) {
		return false
	}
	b := a.Body(t)
	if b.Err != nil {
		return false
	}
	for v := range b.Returned() {
		if made := &b.F.Values[v]; made.Kind != ssa.Instr || made.Op != classfile.OpNew {
			return false
		}
	}
	return true
}

// addLambda adds the methods that a lambda runs.
func (a *Effects) addLambda(out *Callees, l *callgraph.Lambda) {
	if platform.IsPlatform(l.Body.Member.Class) {
		out.Any = out.Any || !changesNoCollection(l)
		a.addReference(out, l)
		return
	}
	d := a.Hierarchy.Body(l)
	out.Any = out.Any || !d.Complete || len(d.Targets) == 0
	for _, t := range d.Targets {
		out.Any = out.Any || !a.Hierarchy.Analysed(t.Class.Name)
		out.add(t)
	}
}

// addReference adds the application methods that a reference to a platform method runs: what overrides it, and what it calls on its
// arguments and on the elements of its object.
func (a *Effects) addReference(out *Callees, l *callgraph.Lambda) {
	out.scope = max(out.scope, a.referenceScope(l.Body.Member))
	for _, t := range a.Hierarchy.Body(l).Targets {
		if a.Hierarchy.Analysed(t.Class.Name) {
			out.add(t)
		}
	}
}

// OfReference returns the effects of the application code that a reference to a platform method runs, apart from its own.
func (a *Effects) OfReference(l *callgraph.Lambda) *CallEffects {
	runs := &Callees{}
	a.addReference(runs, l)
	return a.closureOf(runs, false, a.insideFunctions)
}

// FunctionDoes reports whether a function calls a method of the program that has an effect, or, where fields is set, has one itself on what it
// reads from a field, or whether its code cannot be read. What it does to captured values is known where they are captured.
func (a *Effects) FunctionDoes(l *callgraph.Lambda, fields bool, match func(Effect) bool) bool {
	found := false
	a.EachBody(func(t *classfile.Method) {
		if fields && slices.ContainsFunc(a.Inside(t).Effects, func(e Effect) bool { return e.Of != FieldStore{} && match(e) }) {
			found = true
		}
		b := a.BodyOnce(t)
		found = found || b.Err != nil || slices.ContainsFunc(b.G.RPO, func(at int32) bool {
			return slices.ContainsFunc(b.F.Body[at], func(v ssa.ID) bool {
				mem, _ := b.F.Member(v)
				return b.F.IsCall(v) && !platform.IsPlatform(mem.Class) && a.OfCall(b.F, v).Does(match)
			})
		})
	}, l)
	return found
}

// OfElements returns the effects of what a function that the platform makes calls on elements: their order, or what a collector compares
// and hashes.
func (a *Effects) OfElements(f *ssa.Func, made ssa.ID) *CallEffects {
	return a.closureOf(&Callees{scope: elementScope(f, made)}, false, a.insideFunctions)
}

// elementScope returns the scope of the calls on elements of a function or a collector that the platform makes.
func elementScope(f *ssa.Func, made ssa.ID) platform.CallbackScope {
	if mem, _ := f.Member(made); mem.Class == platform.Collectors {
		return platform.CallsElements
	}
	return platform.CallsCompare
}

// addObjects adds the methods of the objects that a function may be.
func (a *Effects) addObjects(out *Callees, b *progdb.Body, v ssa.ID) {
	depth := objectflow.MaxDepth
	if a.OpenWorld {
		depth = 0
	}
	ks, ok := objectflow.NewObjectFlow(a.Flows).Objects(b, v, platform.ClassName(b.F.Static(v)), depth, false)
	out.Any = out.Any || !ok
	for _, k := range ks {
		if k.Lambda != nil {
			a.addLambda(out, k.Lambda)
			continue
		}
		if !k.Exact || !a.Hierarchy.Analysed(k.Class) {
			out.Any = true
			continue
		}
		a.addMethods(out, k.Class)
	}
}

// addMethods adds the methods that an object of a class has by analysed code.
func (a *Effects) addMethods(out *Callees, class string) {
	seen := map[string]bool{}
	for work := []string{class}; len(work) > 0; {
		name := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[name] || !a.Hierarchy.Analysed(name) {
			continue
		}
		seen[name] = true
		c := a.Hierarchy.Lookup(name)
		for i := range c.Methods {
			if t := &c.Methods[i]; t.HasCode() && t.Access&classfile.AccStatic == 0 && t.Name != "<init>" {
				out.add(t)
			}
		}
		work = append(append(work, c.Super), c.Interfaces...)
	}
}
