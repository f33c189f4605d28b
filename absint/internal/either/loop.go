package either

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/contracts"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/heapsize"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// A loop that goes on while one of several tests holds:
//
//	while (i >= 0 || j >= 0) { if (i >= 0) sum += x[i]; if (j >= 0) sum += y[j]; i--; j--; }
//
// Each test needs a quantity that no iteration increases, and that is at least 1 where it holds: the distance of a counter to its limit, the nodes
// that follow a node of a list, the elements that a collection still has, or gets. Sound because each iteration decreases one of them: of a counter whose
// test is known to hold by its move, of a list by each link, of a collection by each element that is taken. A number that is divided, such as a
// carry, may be tested last: once only its test holds, it has no more than so many digits, and the other tests fail for good.

// maxStep bounds the amounts that are added, and the divisors.
const maxStep = 1 << 10

// quantity is what a test needs more of.
type quantity struct {
	phi    ssa.ID          // the variable; 0 for a collection
	cmp    code.Comparison // of the variable with its limit
	chain  bool            // the variable follows links
	source ssa.ID          // the collection
}

// loop is a loop with several tests.
type loop struct {
	m     *symval.Func
	l     int
	tests []test
	has   []quantity // by test

	divided bool  // the last test is of a number that is divided
	digits  int64 // the most steps in which that becomes 0 where no other test holds
}

// Loop bounds a loop; ok is false if it has no such tests.
func Loop(m *symval.Func, l int) (b symval.Bound, ok bool) {
	tests, _, ok := testsOf(m, l)
	if !ok || m.CFG.HasSubroutines {
		return b, false
	}
	w := &loop{m: m, l: l, tests: tests}
	for _, t := range tests {
		q, ok := w.quantityOf(t)
		if !ok {
			return b, false
		}
		w.has = append(w.has, q)
	}
	paths, ok := w.paths()
	if !ok {
		return b, false
	}
	paths = slices.DeleteFunc(paths, w.impossible)
	if !w.decrease(paths) {
		return b, false
	}
	return w.bound(paths)
}

// quantityOf returns what a test needs.
func (w *loop) quantityOf(t test) (q quantity, ok bool) {
	m, b := w.m, int(t.block)
	if source := w.askedBy(b, t.stay); source != 0 {
		v, _, _ := heapsize.ExhaustionTest(m, b, t.stay)
		after := m.Fn.Body[t.block][slices.Index(m.Fn.Body[t.block], v)+1:]
		return quantity{source: source}, !slices.ContainsFunc(after, func(u ssa.ID) bool { return heapsize.Loses(m, w.l, u, source) })
	}
	header := func(v ssa.ID) bool {
		return v != 0 && m.Fn.Values[v].Kind == ssa.Phi && m.Fn.Values[v].Block == m.CFG.Loops[w.l].Header
	}
	if v, _, ok := heapsize.ExhaustionTest(m, b, t.stay); ok && header(v) && m.Fn.Values[v].Type == 'a' {
		return quantity{phi: v, chain: true}, true
	}
	c, ok := m.Comparison(b, t.stay)
	if ok && !header(c.A) {
		c = code.Comparison{A: c.B, B: c.A, Op: code.Mirror(c.Op)}
	}
	return quantity{phi: c.A, cmp: c}, ok && header(c.A) && m.Fn.Values[c.A].Type == 'i'
}

// askedBy returns the collection of which a branch shows that it has an element, 0 for none.
func (w *loop) askedBy(b int, stay bool) ssa.ID {
	m := w.m
	v, least, ok := heapsize.ExhaustionTest(m, b, stay)
	if !ok || least != 1 || int(m.Fn.Values[v].Block) != b || !m.Fn.IsCall(v) || len(m.Fn.Args(v)) != 1 || m.Fn.Values[v].Op == classfile.OpInvokestatic {
		return 0
	}
	mem, _ := m.Fn.Member(v)
	if kind := platform.Asked(mem.Name, mem.Desc); kind == nil || !kind.Shared || !m.IsAny(mem.Class, kind.Types) {
		return 0
	}
	return m.Fn.Args(v)[0]
}

// asked returns the collection that an edge tells of, and whether it has an element then.
func (w *loop) asked(e *cfg.Edge) (source ssa.ID, more bool) {
	if e.Kind != cfg.Taken && e.Kind != cfg.Fall || !w.m.CFG.Code.Op(w.m.CFG.Blocks[e.From].Last).IsConditional() {
		return 0, false
	}
	if source = w.askedBy(int(e.From), e.Kind == cfg.Taken); source != 0 {
		return source, true
	}
	if source = w.askedBy(int(e.From), e.Kind != cfg.Taken); source != 0 && !w.tellsNone(int(e.From), e.Kind != cfg.Taken) {
		return 0, false
	}
	return source, false
}

// tellsNone reports whether a collection has no element where a branch goes the other way than the one that shows that it has one. A collection of two
// elements has not one, and one whose first element is null seems to have none.
func (w *loop) tellsNone(b int, stay bool) bool {
	v, _, _ := heapsize.ExhaustionTest(w.m, b, stay)
	switch mem, _ := w.m.Fn.Member(v); classfile.Return(mem.Desc)[0] {
	case 'Z':
		return true
	case 'I':
		c, ok := w.m.Comparison(b, stay)
		return ok && c.Op != classfile.OpIfIcmpeq
	}
	return platform.NoNulls.Has(platform.ClassName(w.m.Fn.Static(w.m.Fn.Args(v)[0])))
}

// takenIn returns the collections that a block takes an element from, or throws, and those that it takes one from if they have one.
func (w *loop) takenIn(b int32) (takes, polls uint64) {
	for i, q := range w.has {
		for _, v := range w.m.Fn.Body[b] {
			if q.source == 0 || !w.polls(v, q.source) {
				continue
			}
			polls |= 1 << i
			if w.takes(v, q.source, b) {
				takes |= 1 << i
			}
		}
	}
	return takes, polls
}

// lostIn returns the collections that a block may take elements from.
func (w *loop) lostIn(b int32) (out uint64) {
	for i, q := range w.has {
		if q.source != 0 && slices.ContainsFunc(w.m.Fn.Body[b], func(v ssa.ID) bool { return heapsize.Loses(w.m, w.l, v, q.source) }) {
			out |= 1 << i
		}
	}
	return out
}

// polls reports whether a call takes an element from a collection if it has one, or throws.
func (w *loop) polls(v, source ssa.ID) bool {
	if !heapsize.CallsOn(w.m, v, source, w.l) {
		return false
	}
	mem, _ := w.m.Fn.Member(v)
	return platform.Taking.Has(mem.Name, mem.Desc) || len(w.m.Fn.Args(v)) == 1 && platform.TakingOrFailing.Named(mem.Name)
}

// takes reports whether a call that polls takes an element, or throws.
func (w *loop) takes(v, source ssa.ID, b int32) bool {
	m := w.m
	if mem, _ := m.Fn.Member(v); platform.TakingOrFailing.Named(mem.Name) {
		return true
	}
	// poll takes one if the collection has been shown to have one, and nothing has taken it since.
	for d := b; m.CFG.InLoop(int(d), w.l); {
		for _, e := range m.CFG.Blocks[d].Preds {
			edge := &m.CFG.Edges[e]
			on, more := w.asked(edge)
			if len(m.CFG.Blocks[d].Preds) != 1 || on == 0 || !more || !heapsize.SameObject(m, on, source, w.l) {
				continue
			}
			asks, _, _ := heapsize.ExhaustionTest(m, int(edge.From), edge.Kind == cfg.Taken)
			return m.Untouched(asks, v, func(u ssa.ID) bool { return heapsize.Loses(m, w.l, u, source) })
		}
		if d == m.CFG.Loops[w.l].Header {
			break
		}
		d = int32(m.CFG.Dominators.Parent(int(d)))
	}
	return false
}

// impossible reports whether no iteration takes a path: a test holds and fails for the same values.
func (w *loop) impossible(p path) bool {
	for i, q := range w.has {
		fails := p.fails>>i&1 != 0
		switch {
		case q.source != 0 && i == p.begins && fails && p.loses>>i&1 == 0, // it still has the element
			q.source == 0 && i < p.begins && p.holds>>i&1 != 0,
			q.source == 0 && i == p.begins && fails,
			q.source == 0 && fails && p.holds>>i&1 != 0:
			return true
		}
	}
	return false
}

// decrease reports whether each path decreases a quantity and none increases one.
func (w *loop) decrease(paths []path) bool {
	last := len(w.has) - 1
	w.divided = w.has[last].source == 0 && !w.has[last].chain && w.isZeroTest(w.has[last].cmp) &&
		slices.ContainsFunc(paths, func(p path) bool { return p.begins == last && p.next[last].div > 0 })
	least := int64(math.MaxInt64)
	for _, p := range paths {
		covered := false
		for i := range w.has {
			less, ok := w.less(p, i)
			if !ok {
				return false
			}
			covered = covered || less
		}
		if covered {
			continue
		}
		n := p.next[last]
		if !w.divided || p.begins != last || n.value != w.has[last].phi || n.div == 0 || n.steps != 0 {
			return false
		}
		least = min(least, n.div)
	}
	if least < math.MaxInt64 {
		for n := int64(1) << 31; n > 0; n /= least {
			w.digits++
		}
	}
	// An iteration that no other test lets begin must not give those more.
	for i, q := range w.has {
		if w.divided && q.source != 0 && !(heapsize.OnlyShrinks(w.m, w.l, q.source) && w.tellsNone(int(w.tests[i].block), w.tests[i].stay)) {
			return false
		}
	}
	return len(paths) > 0
}

// less reports whether a path decreases a quantity; ok is false if it may increase it.
func (w *loop) less(p path, i int) (less, ok bool) {
	q, n := w.has[i], p.next[i]
	known := i == p.begins || p.holds>>i&1 != 0
	switch {
	case q.source != 0: // if it began with elements, and poll finds none, others have been taken
		return p.takes>>i&1 != 0 || i == p.begins && p.polls>>i&1 != 0, true
	case w.divided && i == len(w.has)-1:
		return false, true
	case q.chain && n.value != 0 && w.m.Fn.IsNull(n.value): // a = a == null ? null : a.next
		return known, true
	case q.chain:
		return n.steps > 0, n.value == q.phi && n.off == 0 && n.div == 0
	}
	return known && n.off != 0, n.value == q.phi && n.div == 0 && n.steps == 0 && n.off*w.towards(q) >= 0
}

// isZeroTest reports whether a comparison holds for no number that a division has made 0.
func (w *loop) isZeroTest(c code.Comparison) bool {
	return w.m.IsConstant(c.B, 0) && !c.Op.Holds(0, 0)
}

// towards is 1 for a counter that rises to its limit, -1 for one that falls, 0 for other variables.
func (w *loop) towards(q quantity) int64 {
	switch q.cmp.Op {
	case classfile.OpIfIcmplt, classfile.OpIfIcmple:
		return 1
	case classfile.OpIfIcmpgt, classfile.OpIfIcmpge:
		return -1
	}
	return 0
}

// bound returns the sum of the quantities at the beginning of the loop.
func (w *loop) bound(paths []path) (b symval.Bound, ok bool) {
	m := w.m
	starts := make([]symval.Guarded, len(w.has))
	for i, q := range w.has {
		n := expr.Size{}
		switch {
		case q.source != 0:
			if class := platform.ClassName(m.Fn.Static(q.source)); m.Breach(q.source, class, contracts.Holding) != nil || heapsize.HeldBack(m, q.source) != "" {
				return b, false
			}
			n, ok = heapsize.Shrinking(m, w.l, q.source)
		case q.chain:
			n, ok = heapsize.Chain(m, w.l, q.phi)
		case w.divided && i == len(w.has)-1:
			n, ok = expr.Const(w.digits), true
		default:
			n, starts[i], ok = w.distance(q, &b)
		}
		if !ok || n.Top {
			return b, false
		}
		b.Upper = b.Upper.Add(n)
	}
	for i, q := range w.has {
		if q.source == 0 && !q.chain && !(w.divided && i == len(w.has)-1) {
			w.stays(q, i, starts[i], paths, &b)
		}
	}
	return b, !b.Upper.Top && m.Possible(b.Conds)
}

// distance returns how far a counter is from its limit when the loop begins, and its first value.
func (w *loop) distance(q quantity, b *symval.Bound) (n expr.Size, first symval.Guarded, ok bool) {
	m, up := w.m, w.towards(q) > 0
	init := m.InitOf(q.phi, w.l)
	if w.towards(q) == 0 || init == 0 || q.cmp.B != 0 && !w.isFixed(q.cmp.B) {
		return n, first, false
	}
	first, isBound := m.ValueOrBound(init, w.l, !up)
	limit, _ := m.LimitOf(w.l, q.cmp.B, up)
	if isBound || !first.Ok() || !limit.Ok() || !m.IndicesEnclose(first.Size, w.l) || !m.IndicesEnclose(limit.Size, w.l) {
		return n, first, false
	}
	b.Conds = expr.Union(b.Conds, slices.Concat(first.Conds, limit.Conds))
	n = limit.Size.Sub(first.Size).Scale(w.towards(q))
	if q.cmp.Op == classfile.OpIfIcmple || q.cmp.Op == classfile.OpIfIcmpge {
		n = n.AddInt(1)
	}
	return m.Clamp(n, m.CFG.Loops[w.l].Header), first, true
}

// isFixed reports whether a limit is the same in all iterations.
func (w *loop) isFixed(v ssa.ID) bool {
	on := progdb.LengthOf(w.m.Fn, v)
	return heapsize.LoopInvariant(w.m, v, w.l) || on != 0 && heapsize.LoopInvariant(w.m, on, w.l)
}

// stays adds the condition that a counter does not overflow in as many iterations as the bound admits.
func (w *loop) stays(q quantity, i int, first symval.Guarded, paths []path, b *symval.Bound) {
	most, tested := int64(0), true
	for _, p := range paths {
		most = max(most, p.next[i].off*w.towards(q))
		tested = tested && (p.next[i].off == 0 || i == p.begins || p.holds>>i&1 != 0)
	}
	end := first.Size.AddScaled(b.Upper, most*w.towards(q))
	if limit, _ := w.m.LimitOf(w.l, q.cmp.B, w.towards(q) > 0); tested { // it only moves from before its limit
		if q.cmp.Op == classfile.OpIfIcmplt || q.cmp.Op == classfile.OpIfIcmpgt {
			most--
		}
		end = limit.Size.AddInt(most * w.towards(q))
	}
	r := symval.Fits('i')
	if w.towards(q) > 0 {
		b.Conds = w.m.Require(b.Conds, expr.Condition{Size: end, Lo: math.Inf(-1), Hi: r.Hi})
	} else {
		b.Conds = w.m.Require(b.Conds, expr.Condition{Size: end, Lo: r.Lo, Hi: math.Inf(1)})
	}
}
