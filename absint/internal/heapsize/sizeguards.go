package heapsize

import (
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/callvalues"
	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/effects"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Comparisons of sizes that have no expression: if (list.size() > 20) throw, before a loop over the list. The symbol that bounds the loop
// is the largest size of the list in the call; it is what size() returned, if nothing in the method adds to the list, and nothing
// removes from it before. Other symbols are the one value of an instruction that is executed once. Sound because what is known of the
// value then holds for the symbol, and bounds in it hold for the value.

// Steady returns the symbol of the largest value in a call that v is always equal to, TopSize if there is none.
func (CollectionSizes) Steady(m *symval.Func, v ssa.ID) expr.Size {
	f := m.Fn
	x := &f.Values[v]
	if x.Kind != ssa.Instr || x.Type != 'i' && x.Type != 'l' {
		return expr.TopSize
	}
	mem, _ := f.Member(v)
	switch {
	case x.Op == classfile.OpArraylength:
		return onceAt(m, f.Args(v)[0], lengthSymbol(m, f.Args(v)[0]))
	case f.IsCall(v) && mem.Desc == "()I" && mem.Name == "length" && mem.Class == platform.StringClass:
		return onceAt(m, f.Args(v)[0], charsSymbol(m, f.Args(v)[0]))
	case f.IsCall(v) && mem.Desc == "()I" && mem.Name == "size" && x.Op != classfile.OpInvokestatic && m.Sized(mem.Class):
		return steadyElements(m, f.Args(v)[0], x.Block)
	case effects.ReadsField(x) && m.RangeOf(v).Lo >= 0: // else the symbol, which is not negative, is the larger of v and 0
		return onceAt(m, v, m.ExtremeValue(v, true, m.DescribeSource(v)))
	}
	return expr.TopSize
}

// onceAt returns s if it is a symbol of v and v has one value in a call, else TopSize.
func onceAt(m *symval.Func, v ssa.ID, s expr.Size) expr.Size {
	v = m.FirstRead(m.Uncast(v))
	if b := m.Fn.Values[v].Block; m.Fn.Values[v].Kind != ssa.Param && (b < 0 || m.CFG.Blocks[b].Loop >= 0 || m.CFG.Blocks[b].Region >= 0) {
		return expr.TopSize
	}
	if _, ok := largestOf(s); !ok {
		return expr.TopSize
	}
	return s
}

// charsSymbol returns the symbol of the largest length of a text. The bound of the length may be another size, such as that of the text of
// which it is a part, of which a comparison says nothing.
func charsSymbol(m *symval.Func, v ssa.ID) expr.Size { return newText(m).symbol(v) }

// lengthSymbol is charsSymbol for an array.
func lengthSymbol(m *symval.Func, v ssa.ID) expr.Size {
	return m.Largest(v, "len", m.Part(v, ".length"), symval.MaxLength)
}

// largestOf returns the symbol of a largest value that a size is.
func largestOf(s expr.Size) (sym expr.Symbol, ok bool) {
	a, ok := s.SingleAtom()
	if !ok || a.Kind != expr.SymbolAtom {
		return sym, false
	}
	return a.Symbol, symval.IsLargest(a.Symbol)
}

// steadyElements returns the symbol for the number of elements of collection v, if that is in the whole call at most what it is in block
// at; else TopSize.
func steadyElements(m *symval.Func, v ssa.ID, at int32) expr.Size {
	s := sizeSymbol(m, asManyAs(m, v))
	if sym, ok := largestOf(s); !ok || !s.Equal(Elements(m, v, 0)) || !strings.HasPrefix(sym.Path, "~size(") {
		return expr.TopSize
	}
	for w := v; ; w = m.Fn.Args(w)[0] { // the collection, and the views through which it is asked
		if stored, ok := m.Stored(w); ok {
			w = stored
		}
		if onceAt(m, w, s).Top {
			return expr.TopSize
		}
		if w == m.Root(w) {
			break
		}
	}
	m.Spend(len(m.CFG.Blocks))
	before := m.Before([]int32{at}, func(*cfg.Edge) bool { return true })
	for _, b := range m.CFG.RPO {
		for _, u := range m.Fn.Body[b] {
			if MayChange(m, u, v, platform.Adding) || before[b] && MayChange(m, u, v, platform.Removing) {
				return expr.TopSize
			}
		}
	}
	return s
}

// asManyAs returns the collection of which a value is a view with as many elements, the value itself where it is none. The views of
// parts, and copies, may have fewer.
func asManyAs(m *symval.Func, v ssa.ID) ssa.ID {
	f := m.Fn
	for {
		if w, ok := m.Stored(v); ok && !m.Creates(w) {
			v = w
		}
		mem, _ := f.Member(v)
		switch {
		case m.SameObject(v):
		case f.IsCall(v) && f.Values[v].Op != classfile.OpInvokestatic && platform.MapViews.Has(mem.Name, mem.Desc) && platform.IsPlatform(mem.Class):
		case f.IsCall(v) && mem.Class == platform.CollectionsClass && platform.Unmodifiable.Has(mem):
		default:
			return v
		}
		v = f.Args(v)[0]
	}
}

// MayChange reports whether an instruction may apply one of operations to a collection, or give it to code that does so later.
func MayChange(m *symval.Func, u, collection ssa.ID, operations platform.Operations) bool {
	return changesItself(m, u, collection, operations) || runsCode(m, u) && effectsChange(m, u, collection, operations)
}

// runsCode reports whether an instruction is a call, or makes a text of objects by their methods.
func runsCode(m *symval.Func, u ssa.ID) bool {
	x := &m.Fn.Values[u]
	return x.Kind == ssa.Instr && (m.Fn.IsCall(u) || x.Op == classfile.OpInvokedynamic && !makesFunction(m, u))
}

// makesFunction reports whether an invokedynamic makes a function, which is run by other calls.
func makesFunction(m *symval.Func, u ssa.ID) bool {
	_, b, ok := progdb.DynamicOf(m.Fn, u)
	return !ok || callgraph.KindOf(b) != callgraph.StringConcatSite
}

// changesItself is MayChange for what is no effect of the program's code that an instruction runs.
func changesItself(m *symval.Func, u, collection ssa.ID, operations platform.Operations) bool {
	f := m.Fn
	op := f.Values[u].Op
	if f.Values[u].Kind != ssa.Instr || !f.IsCall(u) && op != classfile.OpInvokedynamic {
		return false
	}
	mayBe := func(a ssa.ID) bool {
		return f.Values[a].Type == 'a' && m.Related(a, collection) && !m.Apart(a, collection, u)
	}
	args := f.Args(u)
	if op == classfile.OpInvokedynamic {
		return makesFunction(m, u) && slices.ContainsFunc(args, mayBe)
	}
	mem, _ := f.Member(u)
	if !platform.IsPlatform(mem.Class) {
		return false
	}
	static := op == classfile.OpInvokestatic
	switch {
	case operations.Named(mem.Name) && len(args) > 0 && f.Values[args[0]].Type == 'a' && !m.Apart(args[0], collection, u):
		// A view or an iterator of another type is one, too.
		return !platform.TextBuffer.Has(platform.ClassName(f.Static(args[0]))) || m.Related(args[0], collection)
	case operations.Named(mem.Name) && static || mem.Name == "drainTo" || mem.Name == "<init>" && !platform.InUtil(mem.Class):
		return slices.ContainsFunc(args, mayBe)
	}
	return false
}

// MayGrow reports whether an instruction of the method, or code that is known to run, may apply one of operations to a collection, or lengthen
// a text, that may be v.
func (CollectionSizes) MayGrow(m *symval.Func, v ssa.ID, operations platform.Operations) bool {
	if !mayHaveSize(m, v) {
		return false
	}
	m.Spend(len(m.CFG.Blocks))
	owned, changes := m.OwnedHere(m.Root(v)), m.Changing(v, operations)
	return slices.ContainsFunc(m.CFG.RPO, func(b int32) bool {
		return slices.ContainsFunc(m.Fn.Body[b], func(u ssa.ID) bool {
			return changesItself(m, u, v, operations) || lengthensText(m, u, v) || !owned && programDoes(m, u, v, changes)
		})
	})
}

// programDoes reports whether an instruction is a call of a method of the program that may change v, or makes a function that may: whoever is
// given it may run it.
func programDoes(m *symval.Func, u, v ssa.ID, changes func(effects.Effect) bool) bool {
	if l := progdb.LambdaOf(m.Fn, u); l != nil {
		parameter := m.Fn.Values[m.Root(v)].Kind == ssa.Param // what is read from a field changes by the name of the field
		return m.Db.FunctionDoes(l, parameter, changes)
	}
	mem, _ := m.Fn.Member(u)
	return m.Fn.IsCall(u) && !platform.IsPlatform(mem.Class) && m.EffectsOf(u).Does(changes)
}

// lengthensText reports whether an instruction is a call of a builder that may be v, by which its text may become longer.
func lengthensText(m *symval.Func, u, v ssa.ID) bool {
	mem, _ := m.Fn.Member(u)
	class := platform.ClassName(m.Fn.Static(v))
	if !m.Fn.IsCall(u) || !platform.TextBuffer.Has(mem.Class) || platform.InUtil(class) {
		return false
	}
	return (platform.Adding.Named(mem.Name) || platform.Lengthening.Named(mem.Name)) && !m.Apart(m.Fn.Args(u)[0], v, u)
}

// mayHaveSize reports whether the type of v admits a collection, a map, or a text that can be made longer.
func mayHaveSize(m *symval.Func, v ssa.ID) bool {
	static := m.Fn.Static(v)
	class := platform.ClassName(static)
	if m.Fn.Values[v].Type != 'a' || strings.HasPrefix(static, "[") || class == platform.StringClass {
		return false
	}
	if platform.IsPlatform(class) {
		return class == platform.BitSet || m.FamilyOf(class) != code.NoContainer
	}
	return m.Sized(class) || m.IsAny(class, []string{platform.CharSequence})
}

// effectsChange reports whether code of the program that a call runs may apply one of operations to a collection.
func effectsChange(m *symval.Func, u, collection ssa.ID, operations platform.Operations) bool {
	return !m.OwnedHere(m.Root(collection)) && m.EffectsOf(u).MayDo(m.Changing(collection, operations))
}

// Ensured returns sizes that are not negative in block b, and comparisons that hold there, because of the calls that have returned
// before: Objects.checkIndex(i, n), or a method of the program that throws, or whose boolean result was tested. Those in b itself are what a
// block that has run to its end (behind) ensures. Sound because the other blocks dominate b and catch no exception, so that b is executed only
// after their calls have returned.
func (CollectionSizes) Ensured(m *symval.Func, b int32, behind bool) (sizes []expr.Size, facts []code.Comparison) {
	known := func(u ssa.ID, ensured []expr.Size) {
		for _, s := range ensured {
			if c, ok := checkedTruth(m, s, u); ok {
				facts = append(facts, c)
			} else if s = passed(m, s, u, b); !s.Top {
				sizes = append(sizes, s)
			}
		}
	}
	for _, c := range m.FactsAt(b) {
		if u, outcome := testedCall(m, c); u != 0 {
			known(u, m.Oracle.Result(m.Fn, u, m.Depth-1).When[outcome])
		}
	}
	calls := 0
	p := int(b)
	if !behind {
		p = m.CFG.Dominators.Parent(p)
	}
	for ; p >= 0 && calls < maxCheckingCalls; p = m.CFG.Dominators.Parent(p) {
		if succs := m.CFG.Blocks[p].Succs; len(succs) > 0 && succs[len(succs)-1].Kind == cfg.Exception && p != int(b) {
			continue
		}
		for _, u := range m.Fn.Body[p] {
			if !m.Fn.IsCall(u) || m.Fn.Values[u].Op == classfile.OpInvokedynamic {
				continue
			}
			calls++
			mem, _ := m.Fn.Member(u)
			if platform.TruthCheck.Has(mem) {
				if c, ok := m.Truth(m.Fn.Args(u)[0], true); ok {
					facts = append(facts, c)
				}
				continue
			}
			if platform.IsPlatform(mem.Class) {
				sizes = append(sizes, checkedBy(m, mem, m.Fn.Args(u), b)...)
				continue
			}
			if m.Depth <= 0 {
				continue
			}
			known(u, m.Oracle.Ensures(m.Fn, u, m.Depth-1))
		}
	}
	return sizes, facts
}

// testedCall returns the call of a method of the program whose boolean result a comparison tests, and the result: 0 or 1. It is 0 for others.
func testedCall(m *symval.Func, c code.Comparison) (call ssa.ID, result int) {
	if m.Depth <= 0 || c.A == 0 || !m.Fn.IsCall(c.A) || !m.IsConstant(c.B, 0) {
		return 0, 0
	}
	mem, _ := m.Fn.Member(c.A)
	switch {
	case platform.IsPlatform(mem.Class) || classfile.Return(mem.Desc) != "Z":
		return 0, 0
	case c.Op == classfile.OpIfIcmpeq:
		return c.A, 0
	case c.Op == classfile.OpIfIcmpne:
		return c.A, 1
	}
	return 0, 0
}

// maxCheckingCalls caps the calls before a block that are looked at.
const maxCheckingCalls = 32

// checkedBy returns what a method of the platform ensures by checking indices.
func checkedBy(m *symval.Func, mem classfile.Member, args []ssa.ID, b int32) (out []expr.Size) {
	index, fromTo, fromSize := platform.IndexCheck.Has(mem), platform.FromToCheck.Has(mem), platform.FromSizeCheck.Has(mem)
	if !index && !fromTo && !fromSize {
		return nil
	}
	var s [3]expr.Size
	for i, a := range args[:min(len(args), len(s))] {
		s[i] = m.SteadySize(a, b)
	}
	switch {
	case index:
		out = []expr.Size{s[0], s[1].Sub(s[0]).AddInt(-1)}
	case fromTo:
		out = []expr.Size{s[0], s[1].Sub(s[0]), s[2].Sub(s[1])}
	case fromSize:
		out = []expr.Size{s[0], s[1], s[2].Sub(s[1]).Sub(s[0]), s[2].Sub(s[1])}
	}
	return slices.DeleteFunc(out, func(s expr.Size) bool { return s.Top })
}

// checkedTruth returns the comparison that holds where call u returns, if s says that a boolean parameter is true, or that it is false.
func checkedTruth(m *symval.Func, s expr.Size, u ssa.ID) (code.Comparison, bool) {
	var sym expr.Symbol
	is := true
	s.EachAtom(func(a *expr.Atom) { sym = a.Symbol })
	switch p := expr.SymbolSize(sym); {
	case s.Equal(p.AddInt(-1)):
	case s.Equal(p.Scale(-1)):
		is = false
	default:
		return code.Comparison{}, false
	}
	i, fields, isLength, ok := expr.SplitPath(sym.Path)
	args := m.Fn.Args(u)
	if !ok || fields != "" || isLength || i >= len(args) || m.RangeOf(args[i]) != (expr.Interval{Lo: 0, Hi: 1}) {
		return code.Comparison{}, false
	}
	return m.Truth(args[i], is)
}

// passed returns a size over symbols of the callee of call u, over those of the method, TopSize if that is not the same in block b.
func passed(m *symval.Func, s expr.Size, u ssa.ID, b int32) expr.Size {
	args := m.Fn.Args(u)
	known := true
	out := s.Substitute(func(a *expr.Atom) (expr.Size, bool) {
		if a.Kind != expr.SymbolAtom {
			return expr.Size{}, false
		}
		n := expr.TopSize
		if i, ok := callvalues.ElementsOfParameter(a.Symbol); ok && i < len(args) {
			n = steadyElements(m, args[i], m.Fn.Values[u].Block)
		} else if i, fields, isLength, ok := expr.SplitPath(a.Symbol.Path); ok && fields == "" && i < len(args) {
			if isLength {
				n = passedLength(m, a.Symbol, args[i])
			} else {
				n = m.SteadySize(args[i], b)
			}
		}
		known = known && !n.Top
		return n, true
	})
	if !known {
		return expr.TopSize
	}
	return out
}

// passedLength returns the length of the array or the string that is passed for a symbol of the callee.
func passedLength(m *symval.Func, sym expr.Symbol, arg ssa.ID) expr.Size {
	q := m.PassedFor(sym, arg, 0)
	switch {
	case q.Ok() && len(q.Conds) == 0 && !q.Size.Contains(func(a *expr.Atom) bool { return a.Kind == expr.IndexAtom }):
		return q.Size
	case q.Ok():
		return expr.TopSize
	case strings.HasSuffix(sym.Name, "()") && platform.ClassName(m.Fn.Static(arg)) != platform.StringClass:
		return expr.TopSize // it may change
	case strings.HasSuffix(sym.Name, "()"):
		return onceAt(m, arg, charsSymbol(m, arg))
	}
	return onceAt(m, arg, lengthSymbol(m, arg))
}
