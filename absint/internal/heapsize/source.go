package heapsize

import (
	"fmt"
	"strings"

	"github.com/energylint/energylint/absint/internal/contracts"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// A pull takes the next of what a source still has: a line of a reader, a byte of a stream, an element of a queue, a
// match of a pattern. A loop that goes on while its pulls succeed runs at most as often as the source has something to
// give, which is a size of the source: lines(in), reads(socket).

// SourceTest bounds a loop that goes on while it can take from a source. ok is false where block b does not end in such
// a test.
func SourceTest(m *symval.Func, l, b int, stay bool) (t symval.Bound, ok bool) {
	v, least, ok := asksForMore(m, b, stay)
	if !ok {
		return symval.Bound{}, false
	}
	if t, ok := drainTest(m, l, v, least); ok {
		return t, true
	}
	source, kind, extra, ok := pulled(m, l, v)
	if !ok {
		return symval.Bound{}, false
	}
	return boundBySource(m, l, source, kind, extra, 1)
}

// asksForMore finds what a branch tests: a reference for null, or an int or boolean for being at least 0 or 1. least is
// how large a number is at least when the loop goes on, or 1 for a boolean that says that there is more.
func asksForMore(m *symval.Func, b int, stay bool) (v ssa.ID, least int64, ok bool) {
	pc := m.CFG.Blocks[b].Last
	at := m.Fn.At(pc)
	if at == 0 {
		return 0, 0, false
	}
	op := m.CFG.Code.Op(pc)
	if !stay {
		op = symval.Negate(op)
	}
	args := m.Fn.Args(at)
	if op == classfile.OpIfnonnull {
		return args[0], 0, true
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
			a, c.Op = c.B, symval.Mirror(c.Op)
		}
		limit = k.Aux
	}
	switch c.Op {
	case classfile.OpIfIcmpne:
		return a, limit + 1, limit == 0 || limit == -1
	case classfile.OpIfIcmpge:
		return a, limit, limit >= 0
	case classfile.OpIfIcmpgt:
		return a, limit + 1, limit >= -1
	case classfile.OpIfIcmpeq: // a source that is not empty
		if x := &m.Fn.Values[a]; limit == 0 && m.Fn.IsCall(a) && x.Op != classfile.OpInvokestatic {
			if mem, _ := m.Fn.Member(a); mem.Desc == "()Z" && (mem.Name == "isEmpty" || mem.Name == "empty") {
				return a, 1, true
			}
		}
		return a, 1, limit == 1
	}
	return 0, 0, false
}

// drainTest handles tests that ask how much a source has left, in loops that take from it in every iteration.
func drainTest(m *symval.Func, l int, v ssa.ID, least int64) (symval.Bound, bool) {
	f := m.Fn
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
	if !fixed(m, source, l) {
		return symval.Bound{Why: m.TestWhy(l, fmt.Sprintf("%s may be a different object in each iteration", m.Describe(source)))}, true
	}
	if !everyIterationCalls(m, l, source, kind.Takes) {
		return symval.Bound{Why: m.TestWhy(l, fmt.Sprintf("it ends when %s is empty, but an iteration may take nothing from it", m.Describe(source)))}, true
	}
	return boundBySource(m, l, source, kind, 0, least)
}

// pulled says from which source a value is pulled in every iteration of loop l; extra is 1 where the loop starts with a
// value that comes from elsewhere.
func pulled(m *symval.Func, l int, v ssa.ID) (source ssa.ID, kind *platform.SourceKind, extra int64, ok bool) {
	f := m.Fn
	x := &f.Values[v]
	switch {
	case x.Kind == ssa.Instr && x.Op == classfile.OpCheckcast:
		return pulled(m, l, f.Args(v)[0])
	case x.Kind == ssa.Phi && m.LoopHeadedBy(int(x.Block)) == l:
		for i, a := range f.Args(v) {
			if !m.ViaBackEdge(l, i) {
				if s, _, ok := pull(m, a); !ok || source != 0 && !same(m, s, source, l) {
					extra = 1
				}
				continue
			}
			s, k, good := pull(m, a)
			if !good || !m.CFG.InLoop(int(f.Values[a].Block), l) || !fixed(m, s, l) || source != 0 && !same(m, s, source, l) {
				return 0, nil, 0, false
			}
			source, kind = s, k
		}
		return source, kind, extra, source != 0
	}
	source, kind, ok = pull(m, v)
	return source, kind, 0, ok && m.CFG.InLoop(int(x.Block), l) && fixed(m, source, l)
}

// pull says from which source a value comes.
func pull(m *symval.Func, v ssa.ID) (source ssa.ID, kind *platform.SourceKind, ok bool) {
	f := m.Fn
	x := &f.Values[v]
	if x.Kind == ssa.Instr && x.Op == classfile.OpCheckcast {
		return pull(m, f.Args(v)[0])
	}
	if !f.IsCall(v) || x.Op != classfile.OpInvokevirtual && x.Op != classfile.OpInvokeinterface {
		return 0, nil, false
	}
	mem, _ := f.Member(v)
	kind = platform.Read(mem.Name)
	if kind == nil || !m.IsAny(mem.Class, kind.Types) || mem.Desc == "(I)Z" || strings.HasSuffix(mem.Desc, ")C") { // find(0) finds the same again
		return 0, nil, false
	}
	return f.Args(v)[0], kind, true
}

// boundBySource is the bound of a loop by what a source has: at least least whenever an iteration begins.
func boundBySource(m *symval.Func, l int, source ssa.ID, kind *platform.SourceKind, extra, least int64) (symval.Bound, bool) {
	if kind.Shared {
		if b := m.Breach(source, platform.ClassName(m.Fn.Static(source)), contracts.Holding); b != nil {
			return symval.Bound{Why: m.TestWhy(l, fmt.Sprintf("it ends when %s is empty, but %s", m.Describe(source), b))}, true
		}
		n, why := worklistBound(m, l, source, least)
		if why != "" {
			return symval.Bound{Why: m.TestWhy(l, why)}, true
		}
		return symval.Bound{Upper: n.AddInt(extra)}, true
	}
	if back := callOnAlias(m, l, source, platform.Rewinding); back != "" {
		return symval.Bound{Why: m.TestWhy(l, fmt.Sprintf("%s() may undo what an iteration takes from %s", back, m.Describe(source)))}, true
	}
	n := m.Largest(source, kind.What, kind.What+"("+m.Describe(source)+")", kind.Most)
	return symval.Bound{Upper: n.AddInt(extra)}, true
}
