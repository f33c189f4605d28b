package heapsize

import (
	"fmt"
	"strings"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/contracts"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Drained sources: a loop takes the next element from a source while there is one: a line of a reader, a byte of a
// stream, an element of a queue, a match of a pattern. It iterates at most as often as the source has elements, a
// size of the source: lines(in), reads(socket). Sound because every path to a latch takes an element, and no call in
// the loop gives one back unless worklistBound counts it.

// SourceTest bounds loop l by the size of a source, if block b ends in a test whether the source has more. stay
// reports whether the taken branch stays in the loop. ok is false for other tests.
func SourceTest(m *symval.Func, l, b int, stay bool) (t symval.Bound, ok bool) {
	v, least, ok := ExhaustionTest(m, b, stay)
	if !ok {
		return symval.Bound{}, false
	}
	if t, ok := drainTest(m, l, v, least); ok {
		return t, true
	}
	source, kind, extra, ok := pulledEveryIteration(m, l, v)
	if !ok {
		return symval.Bound{}, false
	}
	return sourceBound(m, l, source, kind, extra, 1)
}

// asksEmpty reports whether v is the answer of an object to whether it has nothing.
func asksEmpty(m *symval.Func, v ssa.ID) bool {
	if !m.Fn.IsCall(v) || m.Fn.Values[v].Op == classfile.OpInvokestatic {
		return false
	}
	mem, _ := m.Fn.Member(v)
	return TellsEmpty(mem)
}

// TellsEmpty reports whether a method answers whether an object has nothing.
func TellsEmpty(mem classfile.Member) bool {
	return mem.Desc == "()Z" && (mem.Name == "isEmpty" || mem.Name == "empty")
}

// countsElements reports whether v is the number of elements that an object has, which is not negative.
func countsElements(m *symval.Func, v ssa.ID) bool {
	if !m.Fn.IsCall(v) || m.Fn.Values[v].Op == classfile.OpInvokestatic {
		return false
	}
	mem, _ := m.Fn.Member(v)
	return mem.Desc == "()I" && platform.Asked(mem.Name, mem.Desc) != nil && m.Breach(m.Fn.Args(v)[0], mem.Class, contracts.CountingOf(mem.Name)) == nil
}

// ExhaustionTest returns the value that a branch tests: a reference against null, an int against 0 or a boolean.
// least is the lower bound of an int when the loop continues, 1 for a reference, and for a boolean that is true if there is more.
func ExhaustionTest(m *symval.Func, b int, stay bool) (v ssa.ID, least int64, ok bool) {
	pc := m.CFG.Blocks[b].Last
	at := m.Fn.At(pc)
	if at == 0 {
		return 0, 0, false
	}
	op := m.CFG.Code.Op(pc)
	if !stay {
		op = ssa.Negate(op)
	}
	args := m.Fn.Args(at)
	if op == classfile.OpIfnonnull {
		return args[0], 1, true
	}
	c, ok := m.Comparison(b, stay)
	if !ok {
		return 0, 0, false
	}
	limit, a := int64(0), c.A
	if c.B != 0 {
		k := &m.Fn.Values[c.B]
		if k.Kind != ssa.Int {
			if k = &m.Fn.Values[c.A]; k.Kind != ssa.Int {
				return 0, 0, false
			}
			a, c.Op = c.B, code.Mirror(c.Op)
		}
		limit = k.Aux
	}
	if asksEmpty(m, a) { // only false says that there is more
		return a, 1, c.Op == classfile.OpIfIcmpeq && limit == 0
	}
	switch c.Op {
	case classfile.OpIfIcmpne:
		return a, limit + 1, limit == -1 || limit == 0 && (m.RangeOf(a).Lo >= 0 || countsElements(m, a)) // what a read returns at the end is not 0 either
	case classfile.OpIfIcmpge:
		return a, limit, limit >= 0
	case classfile.OpIfIcmpgt:
		return a, limit + 1, limit >= -1
	case classfile.OpIfIcmpeq:
		return a, 1, limit == 1
	}
	return 0, 0, false
}

// drainTest bounds loop l if its test queries how many elements a source has left and every iteration takes one.
func drainTest(m *symval.Func, l int, v ssa.ID, least int64) (symval.Bound, bool) {
	f := m.Fn
	v = m.Uncast(v)
	x := &f.Values[v]
	if least < 1 || !f.IsCall(v) || len(f.Args(v)) != 1 || x.Op == classfile.OpInvokestatic || !m.CFG.InLoop(int(x.Block), l) {
		return symval.Bound{}, false
	}
	mem, _ := f.Member(v)
	kind := platform.Asked(mem.Name, mem.Desc)
	source := f.Args(v)[0]
	if kind == nil || !m.IsAny(mem.Class, kind.Types) {
		return symval.Bound{}, false
	}
	if !LoopInvariant(m, source, l) {
		return symval.Bound{Why: m.TestWhy(l, fmt.Sprintf("%s may be a different object in each iteration", m.Describe(source)))}, true
	}
	if !everyIterationCalls(m, l, source, kind.Takes) && !takesLevels(m, l, source, kind.Takes) && !TakesFirst(m, l, source) {
		return symval.Bound{Why: m.TestWhy(l, fmt.Sprintf("it ends when %s is empty, but an iteration may take nothing from it", m.Describe(source)))}, true
	}
	if kind.Shared {
		if class := HeldBack(m, source); class != "" {
			return symval.Bound{Why: m.TestWhy(l, fmt.Sprintf("it ends when %s is empty, but poll() takes nothing from a %s whose elements are delayed", m.Describe(source), classfile.External(class)))}, true
		}
	}
	return sourceBound(m, l, source, kind, 0, least)
}

// pulledEveryIteration returns the source that a value is taken from in every iteration of loop l. extra is 1 if the
// initial value comes from elsewhere.
func pulledEveryIteration(m *symval.Func, l int, v ssa.ID) (source ssa.ID, kind *platform.SourceKind, extra int64, ok bool) {
	f := m.Fn
	x := &f.Values[v]
	switch {
	case x.Kind == ssa.Instr && x.Op == classfile.OpCheckcast:
		return pulledEveryIteration(m, l, f.Args(v)[0])
	case x.Kind == ssa.Phi && m.LoopHeadedBy(int(x.Block)) == l:
		for i, a := range f.Args(v) {
			if !m.ViaBackEdge(l, i) {
				if s, _, ok := pullSource(m, a); !ok || source != 0 && !SameObject(m, s, source, l) {
					extra = 1
				}
				continue
			}
			s, k, good := pullSource(m, a)
			if !good || !m.CFG.InLoop(int(f.Values[a].Block), l) || !LoopInvariant(m, s, l) || source != 0 && !SameObject(m, s, source, l) {
				return 0, nil, 0, false
			}
			source, kind = s, k
		}
		return source, kind, extra, source != 0
	}
	source, kind, ok = pullSource(m, v)
	return source, kind, 0, ok && m.CFG.InLoop(int(x.Block), l) && LoopInvariant(m, source, l)
}

// pullSource returns the source that a value is taken from; ok is false if it comes from elsewhere.
func pullSource(m *symval.Func, v ssa.ID) (source ssa.ID, kind *platform.SourceKind, ok bool) {
	f := m.Fn
	x := &f.Values[v]
	if x.Kind == ssa.Instr && x.Op == classfile.OpCheckcast {
		return pullSource(m, f.Args(v)[0])
	}
	if !f.IsCall(v) || x.Op != classfile.OpInvokevirtual && x.Op != classfile.OpInvokeinterface {
		return 0, nil, false
	}
	mem, _ := f.Member(v)
	kind = platform.Read(mem.Name, mem.Desc)
	if kind == nil || !m.IsAny(mem.Class, kind.Types) || mem.Desc == "(I)Z" || strings.HasSuffix(mem.Desc, ")C") { // find(0) finds the same match again
		return 0, nil, false
	}
	return f.Args(v)[0], kind, true
}

// sourceBound bounds loop l by the number of elements of source, which holds at least least elements whenever an
// iteration begins.
func sourceBound(m *symval.Func, l int, source ssa.ID, kind *platform.SourceKind, extra, least int64) (symval.Bound, bool) {
	if kind.Shared {
		if b := m.Breach(source, platform.ClassName(m.Fn.Static(source)), contracts.Holding); b != nil {
			return symval.Bound{Why: m.TestWhy(l, fmt.Sprintf("it ends when %s is empty, but %s", m.Describe(source), b))}, true
		}
		n := worklistBound(m, l, source, takenPerIteration(m, l, source, least)-1)
		if !n.Ok() {
			return symval.Bound{Why: m.TestWhy(l, n.Why)}, true
		}
		return symval.Bound{Upper: n.Size.AddInt(extra), Conds: n.Conds}, true
	}
	if back := callOnAlias(m, l, source, platform.Rewinding); back != "" {
		return symval.Bound{Why: m.TestWhy(l, fmt.Sprintf("%s() may undo what an iteration takes from %s", back, m.Describe(source)))}, true
	}
	n := m.Largest(source, kind.What, kind.What+"("+m.Describe(source)+")", kind.Most)
	return symval.Bound{Upper: n.AddInt(extra)}, true
}

// Shrinking bounds the number of elements of a collection that loop l only takes from; ok is false for others.
func Shrinking(m *symval.Func, l int, source ssa.ID) (n expr.Size, ok bool) {
	q := worklistBound(m, l, source, 0)
	return q.Size, q.Ok() && len(q.Conds) == 0 && LoopInvariant(m, source, l) && m.Breach(source, platform.ClassName(m.Fn.Static(source)), contracts.Holding) == nil
}

// HeldBack returns the class of a queue that poll may take nothing from though it is not empty, if a source may be one; "" if not.
func HeldBack(m *symval.Func, source ssa.ID) string {
	for _, k := range m.Objects(source, platform.ClassName(m.Fn.Static(source))) {
		if c := m.Db.HeldBack(k); c != "" {
			return c
		}
	}
	return ""
}
