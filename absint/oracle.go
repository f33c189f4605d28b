package absint

import (
	"slices"

	"github.com/energylint/energylint/absint/internal/callvalues"
	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/heapsize"
	"github.com/energylint/energylint/absint/internal/loopbound"
	"github.com/energylint/energylint/absint/internal/memo"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// look returns the analysis of a method for another one, without the user's facts about it, which its callers would
// have to establish.
func (a *Analyzer) look(b *progdb.Body, hops int) *symval.Func {
	m := symval.New(b, a.Contracts, a.oracle, heapsize.CollectionSizes{}, hops)
	callvalues.FindSteps(m)
	return m
}

// programOracle answers for a program whose classes are all known.
type programOracle struct{ *Analyzer }

// Result returns the result of a call that runs analysed methods only.
func (o programOracle) Result(f *ssa.Func, call ssa.ID, hops int) *symval.Result {
	d := o.dispatched(f, call)
	if d == nil {
		return o.statedResult(f, call, false)
	}
	return o.resultOf(d, hops)
}

// Ensures returns what holds where a call of one analysed method returns.
func (o programOracle) Ensures(f *ssa.Func, call ssa.ID, hops int) []expr.Size {
	return o.ensuredBy(o.dispatched(f, call), hops)
}

// Arguments returns the arguments of all calls of a private method.
func (o programOracle) Arguments(m *classfile.Method, hops int) []symval.Actual {
	return o.arguments(m, hops)
}

// CallEffects returns the effects of the application code that a call runs.
func (o programOracle) CallEffects(f *ssa.Func, call ssa.ID) *effects.CallEffects {
	return o.OfCall(f, call)
}

// Sizes returns what a library model states of the sizes around a call that runs no code under analysis.
func (o programOracle) Sizes(f *ssa.Func, call ssa.ID, arg func(int, progdb.Measure, bool) expr.Size) (progdb.LibrarySizes, bool) {
	return o.statedSizes(f, call, false, arg)
}

// ReadOnly reports whether a call only reads an object that it is given.
func (o programOracle) ReadOnly(f *ssa.Func, call, object ssa.ID) bool {
	return o.ReadOnlyUse(f, call, object)
}

// libraryOracle answers for a library that is analysed by itself: unknown classes may extend its classes and call its
// methods. Results list what they require of such code (see Portable.Needs).
type libraryOracle struct{ *Analyzer }

// Result returns the result of a call that can run no other method, independent of unknown classes.
func (o libraryOracle) Result(f *ssa.Func, call ssa.ID, hops int) *symval.Result {
	d := o.dispatched(f, call)
	switch {
	case d == nil:
		return o.statedResult(f, call, true)
	case !d.Direct:
		return symval.NoResult
	}
	return o.resultOf(d, hops)
}

// Ensures returns what holds where a call that can run no other method returns.
func (o libraryOracle) Ensures(f *ssa.Func, call ssa.ID, hops int) []expr.Size {
	if d := o.dispatched(f, call); d != nil && d.Direct {
		return o.ensuredBy(d, hops)
	}
	return nil
}

// Arguments returns nothing: the callers of the method are not known.
func (libraryOracle) Arguments(*classfile.Method, int) []symval.Actual { return nil }

// CallEffects returns the effects of the library's own code; of calls in the platform's code, those of what they surely run.
func (o libraryOracle) CallEffects(f *ssa.Func, call ssa.ID) *effects.CallEffects {
	if platform.IsPlatform(f.Method.Class.Name) {
		return o.OfDirect(f, call)
	}
	return o.OfCall(f, call)
}

// Sizes returns what a library model states of the sizes around a call that runs no code but the library's.
func (o libraryOracle) Sizes(f *ssa.Func, call ssa.ID, arg func(int, progdb.Measure, bool) expr.Size) (progdb.LibrarySizes, bool) {
	return o.statedSizes(f, call, true, arg)
}

// ReadOnly returns false: unknown code may get the object.
func (libraryOracle) ReadOnly(*ssa.Func, ssa.ID, ssa.ID) bool { return false }

// dispatched returns the dispatch of a call of a class under analysis, nil for a call of another class.
func (a *Analyzer) dispatched(f *ssa.Func, call ssa.ID) *callgraph.Dispatch {
	mem, _ := f.Member(call)
	if !a.Hierarchy.Analysed(mem.Class) {
		return nil
	}
	return a.Hierarchy.Dispatch(f.Method.Class, f.Values[call].Op, mem.Class, mem.Name, mem.Desc)
}

// maxResultTargets bounds the targets of a call whose results are joined.
const maxResultTargets = 8

// resultOf returns the result of a dispatch to analysed methods: what holds for each of them. It is NoResult for others.
func (a *Analyzer) resultOf(d *callgraph.Dispatch, hops int) *symval.Result {
	if d == nil || !d.Complete || len(d.Targets) == 0 || len(d.Targets) > maxResultTargets || len(d.Lambdas) > 0 {
		return symval.NoResult
	}
	results := make([]*symval.Result, len(d.Targets))
	for i, t := range d.Targets {
		if !a.Hierarchy.Analysed(t.Class.Name) || !t.HasCode() {
			return symval.NoResult
		}
		results[i] = a.result(t, hops)
	}
	return callvalues.ResultOfAny(results)
}

// maxResultHops bounds how many methods deep results are looked into, maxResultCode how long they may be.
const (
	maxResultHops = 2
	maxResultCode = 400 // bytes
)

// ensuredBy returns what holds where a call of the only target of a dispatch returns, nil for other calls.
func (a *Analyzer) ensuredBy(d *callgraph.Dispatch, hops int) []expr.Size {
	if d == nil || !d.Complete || len(d.Targets) != 1 || len(d.Lambdas) > 0 {
		return nil
	}
	t := d.Targets[0]
	if !a.Hierarchy.Analysed(t.Class.Name) || !t.HasCode() || t.CodeSize() > maxResultCode {
		return nil
	}
	return memo.Memoize(&a.ensured, resultKey{t, hops}, func() (out []expr.Size) {
		b := a.Body(t)
		if b.Err != nil || !callvalues.MayEnsure(b) {
			return nil
		}
		m := a.look(b, hops)
		m.Within(func() {
			loopbound.BoundLoops(m)
			out = callvalues.Ensured(m)
		})
		return out
	})
}

type resultKey struct {
	method *classfile.Method
	hops   int
}

// result returns the result of a method. It depends on the program and on hops, the remaining call depth.
func (a *Analyzer) result(t *classfile.Method, hops int) *symval.Result {
	return memo.Memoize(&a.results, resultKey{t, hops}, func() *symval.Result {
		b := a.Body(t)
		if b.Err != nil || t.CodeSize() > maxResultCode {
			return symval.NoResult
		}
		m, r := a.look(b, hops), symval.NoResult
		m.Within(func() {
			loopbound.BoundLoops(m)
			r = callvalues.ResultOf(m)
		})
		return r
	})
}

// statedSizes returns what a library model states of the sizes around a call that no code under analysis answers, nor unknown code if
// there is such (open).
func (a *Analyzer) statedSizes(f *ssa.Func, call ssa.ID, open bool, arg func(int, progdb.Measure, bool) expr.Size) (progdb.LibrarySizes, bool) {
	mem, _ := f.Member(call)
	op := f.Values[call].Op
	if a.Library == nil || op == classfile.OpInvokedynamic {
		return progdb.LibrarySizes{}, false
	}
	if !platform.Final.Has(mem.Class) {
		direct := op == classfile.OpInvokestatic || op == classfile.OpInvokespecial
		if a.Hierarchy.Analysed(mem.Class) || open && !direct {
			return progdb.LibrarySizes{}, false
		}
		d := a.Hierarchy.Dispatch(f.Method.Class, op, mem.Class, mem.Name, mem.Desc)
		if len(d.Lambdas) > 0 || slices.ContainsFunc(d.Targets, func(t *classfile.Method) bool { return a.Hierarchy.Analysed(t.Class.Name) }) {
			return progdb.LibrarySizes{}, false
		}
	}
	return a.Library.Sizes(mem, arg)
}

// statedResult returns the result of a call by its library model, over symbols of the method that is called. Texts count only as String,
// whose length stays.
func (a *Analyzer) statedResult(f *ssa.Func, call ssa.ID, open bool) *symval.Result {
	mem, _ := f.Member(call)
	if platform.IsPlatform(mem.Class) {
		return symval.NoResult
	}
	params := classfile.Params(mem.Desc)
	first := 1
	if f.Values[call].Op == classfile.OpInvokestatic {
		first = 0
	}
	s, ok := a.statedSizes(f, call, open, func(i int, what progdb.Measure, up bool) expr.Size {
		if i < 0 || i >= len(params) {
			return expr.TopSize
		}
		return callvalues.ParameterSize(first+i, params[i], what)
	})
	if !ok || s.Most.Top && s.Least.Top {
		return symval.NoResult
	}
	r := *symval.NoResult
	if !s.Most.Top {
		r.High = symval.Guarded{Size: s.Most}
	}
	if !s.Least.Top {
		r.Low = symval.Guarded{Size: s.Least}
	}
	if !s.Most.Top && s.Most.Equal(s.Least) {
		r.Value = r.High
	}
	return &r
}
