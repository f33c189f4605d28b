package heapsize

import (
	"math"
	"slices"
	"strings"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Lengths of texts: of a string by what it is put together from, of a builder that the method makes by what is appended to it, once for
// each execution of an append. What a call does to a length is stated by its library model. Sound because a string never changes, every
// use of the builder must be a call with a model or one that only reads it, and a variable that a loop lengthens is longer by at most
// what one iteration adds, times the iterations.

const (
	maxTextDepth = 24   // texts that a text is put together from, nested
	maxTextSteps = 5000 // of the search for one length
	stepsInOne   = 50   // of the search, which does less in each, in one of the analysis
	nullLength   = 4    // of "null", which stands for no object in a text
)

// Characters bounds the length of a text from above, of a builder at all times: by what it is put together from and by the comparisons of
// its length that dominate block at, or by a symbol.
func (CollectionSizes) Characters(m *symval.Func, v ssa.ID, at int32) expr.Size {
	t := newText(m)
	symbol := t.symbol(v)
	n, ok := t.bound(v)
	if !ok {
		return symbol
	}
	if at != code.NoBlock && !n.Equal(symbol) {
		if most := m.Env.Size(m.LimitedAt(symbol, at)).Hi; most < symval.Uninformative {
			return expr.Min(n, expr.Const(int64(most)))
		}
	}
	return n
}

// text bounds lengths of texts of one method.
type text struct {
	m     *symval.Func
	bases map[ssa.ID]expr.Symbol // stand for the lengths of variables that enclosing loops lengthen
	steps *int                   // of the search; more than maxTextSteps when it has ended early
}

func newText(m *symval.Func) text { return text{m: m, steps: new(int)} }

// spend counts n steps and reports whether the search may go on.
func (t text) spend(n int) bool {
	*t.steps += n
	return !t.ended()
}

// ended reports whether the search has ended early.
func (t text) ended() bool { return *t.steps > maxTextSteps }

// bound is length for a search of its own; ok is false, too, if it ended early.
func (t text) bound(v ssa.ID) (n expr.Size, ok bool) {
	n, ok = t.length(v, 0)
	t.m.Spend(*t.steps / stepsInOne)
	return n, ok && !t.ended()
}

// symbol returns the symbol for the largest length of v.
func (t text) symbol(v ssa.ID) expr.Size {
	return t.m.Largest(v, "length", t.m.Part(v, ".length()"), symval.MaxLength)
}

// part is length, and at worst the symbol.
func (t text) part(v ssa.ID, depth int) expr.Size {
	if n, ok := t.length(v, depth); ok {
		return n
	}
	return t.symbol(v)
}

// length bounds the length of v; ok is false if nothing is known of it.
func (t text) length(v ssa.ID, depth int) (n expr.Size, ok bool) {
	m := t.m
	if base, ok := t.bases[v]; ok {
		return expr.SymbolSize(base), true
	}
	if n, ok := m.LimitedLength(v); ok {
		return n, true
	}
	if q := m.StringLength(v); q.Ok() && len(q.Conds) == 0 {
		if s := m.Eliminate(q.Size, true, code.NoBlock); !s.Top {
			return s, true
		}
	}
	if !t.spend(1) || depth > maxTextDepth && !t.spend(maxTextSteps) {
		return n, false
	}
	if platform.TextBuffer.Has(platform.ClassName(m.Fn.Static(v))) {
		n, ok = t.held(v, depth+1)
	} else {
		n, ok = t.composed(m.Uncast(v), depth+1)
	}
	if ok {
		n = m.Eliminate(n, true, code.NoBlock)
	}
	return n, ok && !n.Top
}

// composed bounds the length of a string that is put together in the method.
func (t text) composed(v ssa.ID, depth int) (n expr.Size, ok bool) {
	m, f := t.m, t.m.Fn
	x := &f.Values[v]
	switch {
	case x.Kind == ssa.Phi:
		if l := m.LoopHeadedBy(int(x.Block)); l >= 0 {
			return t.lengthened(v, l, depth)
		}
		return t.longest(f.Args(v), depth)
	case x.Kind != ssa.Instr:
		return n, false
	case x.Op == classfile.OpInvokedynamic:
		return t.concatenated(v, depth)
	case x.Op == classfile.OpNew && platform.ClassName(f.Static(v)) == platform.StringClass:
		return t.constructed(v, depth)
	case !f.IsCall(v):
		return n, false
	}
	if mem, _ := f.Member(v); platform.PartOfText.Has(mem) {
		return t.length(f.Args(v)[0], depth)
	}
	s, ok := m.Oracle.Sizes(f, v, t.sizeOf(v, depth, nil))
	return s.Result, ok && !s.Result.Top
}

// longest bounds the longest of some texts. Null is none: it has no length.
func (t text) longest(vs []ssa.ID, depth int) (n expr.Size, ok bool) {
	for _, a := range vs {
		if t.m.Fn.IsNull(a) {
			continue
		}
		one, known := t.length(a, depth)
		if !known {
			return n, false
		}
		if n, ok = expr.Max(n, one), true; n.Top {
			return n, false
		}
	}
	return n, ok
}

// lengthened bounds the length of a variable of loop l: its length before the loop, and what an iteration adds to it, as often as there are
// iterations.
func (t text) lengthened(v ssa.ID, l, depth int) (n expr.Size, ok bool) {
	m := t.m
	info := &m.Loops[l]
	if info.Upper.Top || len(info.Conds) > 0 || len(info.Assumptions) > 0 || m.CFG.Blocks[m.Fn.Values[v].Block].Region >= 0 {
		return n, false
	}
	base := expr.Symbol{Path: "~base:" + expr.SymbolKey(m.Part(v, "")), Name: "length", Max: symval.MaxLength}
	inner := text{m: m, bases: map[ssa.ID]expr.Symbol{v: base}, steps: t.steps}
	for w, s := range t.bases {
		inner.bases[w] = s
	}
	base.Path += "@" + string(rune('0'+len(inner.bases)))
	inner.bases[v] = base
	var entries []ssa.ID
	var most expr.Size
	for i, a := range m.Fn.Args(v) {
		switch {
		case a == v || m.Fn.IsNull(a):
		case !m.ViaBackEdge(l, i):
			entries = append(entries, a)
		default:
			after, ok := inner.length(a, depth)
			added, linear := t.addedTo(after, base)
			if !ok || !linear {
				return n, false
			}
			most = expr.Max(most, added)
		}
	}
	n, ok = t.longest(entries, depth)
	return n.Add(most.Mul(info.Upper)), ok && !most.Top
}

// addedTo returns by how much s is larger than a base at most, which s has once or not at all; ok is false if it has the base otherwise.
// Sound because the base is not negative: max(base + x, y) is at most base + max(x, y, 0).
func (t text) addedTo(s expr.Size, base expr.Symbol) (added expr.Size, ok bool) {
	has := func(s expr.Size) bool {
		return slices.ContainsFunc(s.Symbols(), func(sym expr.Symbol) bool { return sym.Path == base.Path })
	}
	i := slices.IndexFunc(s.Terms, func(t expr.Term) bool { return has(expr.Size{Terms: []expr.Term{t}}) })
	if s.Top || i < 0 {
		return t.clamped(s), !s.Top
	}
	rest := expr.Size{Terms: slices.Delete(slices.Clone(s.Terms), i, i+1)}
	term := s.Terms[i]
	if has(rest) || term.Coef != 1 || len(term.Mono) != 1 {
		return added, false
	}
	switch a := term.Mono[0]; a.Kind {
	case expr.SymbolAtom:
	case expr.MaxAtom:
		for _, arg := range a.Args {
			one, ok := t.addedTo(arg, base)
			if !ok {
				return added, false
			}
			added = expr.Max(added, one)
		}
	default:
		return added, false
	}
	added = t.clamped(added.Add(rest))
	return added, !added.Top
}

// clamped returns s, or 0 where s may be negative.
func (t text) clamped(s expr.Size) expr.Size {
	if t.m.Env.Size(s).Lo >= 0 {
		return s
	}
	return expr.Max(expr.Const(0), s)
}

// concatenated bounds the length of the text that an invokedynamic concatenates.
func (t text) concatenated(v ssa.ID, depth int) (n expr.Size, ok bool) {
	f := t.m.Fn
	d, b, ok := progdb.DynamicOf(f, v)
	if !ok || callgraph.KindOf(b) != callgraph.StringConcatSite {
		return n, false
	}
	var constant strings.Builder
	for _, a := range b.Args { // the recipe, in which \1 stands for an argument and \2 for a constant, and the constants
		s, ok := progdb.StringEntry(&f.Method.Class.Pool, a)
		if !ok {
			return n, false
		}
		constant.WriteString(strings.NewReplacer("\x01", "", "\x02", "").Replace(s))
	}
	n = expr.Const(symval.Utf16Length(constant.String()))
	params := classfile.Params(d.Desc)
	args := f.Args(v)
	if len(params) != len(args) {
		return n, false
	}
	for i, a := range args {
		one, ok := t.written(a, params[i], f.Values[v].Block, depth)
		if !ok {
			return n, false
		}
		n = n.Add(one)
	}
	return n, !n.Top
}

// written bounds the length of the text that stands for a value of a type in a concatenation in block b.
func (t text) written(v ssa.ID, desc string, b int32, depth int) (n expr.Size, ok bool) {
	if n, ok := platform.WrittenLength(desc); ok {
		return expr.Const(n), true
	}
	class := platform.ClassName(desc)
	if class != platform.StringClass && !platform.TextBuffer.Has(class) {
		class = platform.ClassName(t.m.Fn.Static(v))
	}
	if n, ok := platform.WrittenLength(platform.Desc(class)); ok {
		return expr.Const(n), true
	}
	if class != platform.StringClass && !platform.TextBuffer.Has(class) {
		return n, false
	}
	return t.orNull(v, b, t.part(v, depth)), true
}

// orNull returns the length n of v, or that of "null" where v may be null in block b.
func (t text) orNull(v ssa.ID, b int32, n expr.Size) expr.Size {
	if t.isText(v, b, map[ssa.ID]bool{}) {
		return n
	}
	return expr.Max(n, expr.Const(nullLength))
}

// isText reports whether v is surely not null in block b: a constant, an object that is made here, the result of a concatenation or of a
// method of texts, or the receiver of a call in a block that dominates b.
func (t text) isText(v ssa.ID, b int32, seen map[ssa.ID]bool) bool {
	m, f := t.m, t.m.Fn
	if v = m.Uncast(v); seen[v] {
		return true // of a variable of a loop, what enters it decides
	}
	seen[v] = true
	x := &f.Values[v]
	if _, ok := f.StringConstant(v); ok || x.Kind == ssa.Instr && (x.Op == classfile.OpNew || x.Op == classfile.OpInvokedynamic) {
		return true
	}
	if mem, ok := f.Member(v); ok && f.IsCall(v) {
		mayReturnNull := mem.Name == "valueOf" && mem.Desc == "("+platform.Desc(platform.ObjectClass)+")"+platform.Desc(platform.StringClass) // of toString
		if _, known := platform.Result(mem); known || mem.Class == platform.StringClass && !mayReturnNull || platform.TextBuffer.Has(mem.Class) {
			return true
		}
	}
	if x.Kind == ssa.Phi && !slices.ContainsFunc(f.Args(v), func(a ssa.ID) bool { return !t.isText(a, x.Block, seen) }) {
		return true
	}
	for p := m.CFG.Dominators.Parent(int(b)); p >= 0 && t.spend(1); p = m.CFG.Dominators.Parent(p) {
		if succs := m.CFG.Blocks[p].Succs; len(succs) > 0 && succs[len(succs)-1].Kind == cfg.Exception {
			continue // the call may have thrown
		}
		for _, u := range f.Body[p] {
			if op := f.Values[u].Op; f.IsCall(u) && (op == classfile.OpInvokevirtual || op == classfile.OpInvokeinterface) && m.Uncast(f.Args(u)[0]) == v {
				return true
			}
		}
	}
	return false
}

// constructed bounds the length of a new String by the models of its constructors.
func (t text) constructed(v ssa.ID, depth int) (n expr.Size, ok bool) {
	f := t.m.Fn
	for _, b := range t.m.CFG.RPO {
		for _, u := range f.Body[b] {
			if x := &f.Values[u]; x.Op != classfile.OpInvokespecial || !f.IsCall(u) || f.Args(u)[0] != v {
				continue
			}
			s, modelled := t.m.Oracle.Sizes(f, u, t.sizeOf(u, depth, nil))
			if !modelled || s.Keeps || s.Receiver.Top {
				return n, false
			}
			n, ok = expr.Max(n, s.Receiver), true
		}
	}
	return n, ok && !n.Top
}

// sizeOf returns the sizes of the operands of a call, for its model. The receiver has the given length, or its own where that is nil.
func (t text) sizeOf(call ssa.ID, depth int, receiver *expr.Size) func(i int, what progdb.Measure, up bool) expr.Size {
	m, f := t.m, t.m.Fn
	first := 1
	if f.Values[call].Op == classfile.OpInvokestatic {
		first = 0
	}
	args := f.Args(call)
	return func(i int, what progdb.Measure, up bool) expr.Size {
		if i+first < 0 || i+first >= len(args) {
			return expr.TopSize
		}
		v := args[i+first]
		switch {
		case what == progdb.Value:
			return t.number(v, f.Values[call].Block, up)
		case !up:
			return expr.Const(0)
		case what == progdb.Length:
			return t.array(v, depth)
		case what == progdb.Elements:
			return elementsOf(m, v, -1, depth)
		case i < 0 && receiver != nil:
			return *receiver
		}
		return t.part(v, depth)
	}
}

// number returns a number in block b, or its largest (up) or least value; bad where it has no useful one. A bound by the length of a text,
// which symval.Func.Bound has, would begin another search.
func (t text) number(v ssa.ID, b int32, up bool) expr.Size {
	m := t.m
	if q := m.ValueOf(v); q.Ok() && len(q.Conds) == 0 {
		if s := m.Eliminate(q.Size, up, code.NoBlock); !s.Top {
			return s
		}
	}
	r := m.RangeAt(v, b)
	end := r.Hi
	if !up {
		end = r.Lo
	}
	if math.Abs(end) >= symval.Uninformative {
		return expr.TopSize
	}
	return expr.Const(int64(end))
}

// array bounds the length of an array: of the characters of a text within this search, of others where it is known.
func (t text) array(v ssa.ID, depth int) expr.Size {
	m := t.m
	v = m.Uncast(v)
	if mem, _ := m.Fn.Member(v); m.Fn.IsCall(v) && platform.Characters.Has(mem) {
		return t.part(m.Fn.Args(v)[0], depth)
	}
	if q := m.Length(v, 0); q.Ok() && len(q.Conds) == 0 {
		if s := m.Eliminate(q.Size, true, code.NoBlock); !s.Top {
			return s
		}
	}
	return m.Largest(v, "len", m.Part(v, ".length"), symval.MaxLength)
}
