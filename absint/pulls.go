package absint

import (
	"fmt"
	"strings"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// A pull takes the next of what a source still has: a line of a reader, a byte of a stream, an element of a queue, a
// match of a pattern. A loop that goes on while its pulls succeed runs at most as often as the source has something to
// give, which is a size of the source: lines(in), reads(socket).

// pullTest bounds a loop that goes on while it can take from a source. ok is false where block b does not end in such
// a test.
func (m *method) pullTest(l, b int, stay bool) (t testBound, ok bool) {
	v, least, ok := m.asksForMore(b, stay)
	if !ok {
		return testBound{}, false
	}
	if t, ok := m.drainTest(l, v, least); ok {
		return t, true
	}
	source, kind, extra, ok := m.pulled(l, v)
	if !ok {
		return testBound{}, false
	}
	return m.boundBySource(l, source, kind, extra, 1)
}

// asksForMore finds what a branch tests: a reference for null, or an int or boolean for being at least 0 or 1. least is
// how large a number is at least when the loop goes on, or 1 for a boolean that says that there is more.
func (m *method) asksForMore(b int, stay bool) (v ssa.ID, least int64, ok bool) {
	pc := m.g.Blocks[b].Last
	at := m.f.At(pc)
	if at == 0 {
		return 0, 0, false
	}
	op := m.g.Code.Op(pc)
	if !stay {
		op = negate(op)
	}
	args := m.f.Args(at)
	if op == classfile.OpIfnonnull {
		return args[0], 0, true
	}
	c, ok := m.comparison(b, stay)
	if !ok {
		return 0, 0, false
	}
	limit, a := int64(0), c.a
	if c.b != 0 {
		k := &m.f.Values[c.b]
		if k.Kind != ssa.Int {
			if k = &m.f.Values[c.a]; k.Kind != ssa.Int {
				return 0, 0, false
			}
			a, c.op = c.b, mirror(c.op)
		}
		limit = k.Aux
	}
	switch c.op {
	case classfile.OpIfIcmpne:
		return a, limit + 1, limit == 0 || limit == -1
	case classfile.OpIfIcmpge:
		return a, limit, limit >= 0
	case classfile.OpIfIcmpgt:
		return a, limit + 1, limit >= -1
	case classfile.OpIfIcmpeq: // a source that is not empty
		if x := &m.f.Values[a]; limit == 0 && m.f.IsCall(a) && x.Op != classfile.OpInvokestatic {
			if mem, _ := m.f.Member(a); mem.Desc == "()Z" && (mem.Name == "isEmpty" || mem.Name == "empty") {
				return a, 1, true
			}
		}
		return a, 1, limit == 1
	}
	return 0, 0, false
}

// drainTest handles tests that ask how much a source has left, in loops that take from it in every iteration.
func (m *method) drainTest(l int, v ssa.ID, least int64) (testBound, bool) {
	f := m.f
	x := &f.Values[v]
	if least < 1 || !f.IsCall(v) || len(f.Args(v)) != 1 || x.Op == classfile.OpInvokestatic || !m.g.InLoop(int(x.Block), l) {
		return testBound{}, false
	}
	mem, _ := f.Member(v)
	kind := platform.Asked(mem.Name, mem.Desc)
	source := f.Args(v)[0]
	if kind == nil || !m.isAny(mem.Class, kind.Types) {
		return testBound{}, false
	}
	if !m.fixed(source, l) {
		return testBound{why: m.testWhy(l, fmt.Sprintf("%s may be a different object in each iteration", m.describe(source)))}, true
	}
	if !m.everyIterationCalls(l, source, kind.Takes) {
		return testBound{why: m.testWhy(l, fmt.Sprintf("it ends when %s is empty, but an iteration may take nothing from it", m.describe(source)))}, true
	}
	return m.boundBySource(l, source, kind, 0, least)
}

// isAny says whether a class is one of the types, or the JDK's: there, the name of the method decides.
func (m *method) isAny(class string, types []string) bool {
	if platform.IsPlatform(class) {
		return true
	}
	for _, t := range types {
		if class == t {
			return true
		}
		if is, _ := m.fields.h.IsSubtype(class, t); is {
			return true
		}
	}
	return false
}

// pulled says from which source a value is pulled in every iteration of loop l; extra is 1 where the loop starts with a
// value that comes from elsewhere.
func (m *method) pulled(l int, v ssa.ID) (source ssa.ID, kind *platform.SourceKind, extra int64, ok bool) {
	f := m.f
	x := &f.Values[v]
	switch {
	case x.Kind == ssa.Instr && x.Op == classfile.OpCheckcast:
		return m.pulled(l, f.Args(v)[0])
	case x.Kind == ssa.Phi && m.loopHeadedBy(int(x.Block)) == l:
		for i, a := range f.Args(v) {
			if !m.comesRound(l, i) {
				if s, _, ok := m.pull(a); !ok || source != 0 && !m.same(s, source, l) {
					extra = 1
				}
				continue
			}
			s, k, good := m.pull(a)
			if !good || !m.g.InLoop(int(f.Values[a].Block), l) || !m.fixed(s, l) || source != 0 && !m.same(s, source, l) {
				return 0, nil, 0, false
			}
			source, kind = s, k
		}
		return source, kind, extra, source != 0
	}
	source, kind, ok = m.pull(v)
	return source, kind, 0, ok && m.g.InLoop(int(x.Block), l) && m.fixed(source, l)
}

// pull says from which source a value comes.
func (m *method) pull(v ssa.ID) (source ssa.ID, kind *platform.SourceKind, ok bool) {
	f := m.f
	x := &f.Values[v]
	if x.Kind == ssa.Instr && x.Op == classfile.OpCheckcast {
		return m.pull(f.Args(v)[0])
	}
	if !f.IsCall(v) || x.Op != classfile.OpInvokevirtual && x.Op != classfile.OpInvokeinterface {
		return 0, nil, false
	}
	mem, _ := f.Member(v)
	kind = platform.Read(mem.Name)
	if kind == nil || !m.isAny(mem.Class, kind.Types) || mem.Desc == "(I)Z" || strings.HasSuffix(mem.Desc, ")C") { // find(0) finds the same again
		return 0, nil, false
	}
	return f.Args(v)[0], kind, true
}

// same says whether two values are one object throughout loop l.
func (m *method) same(a, b ssa.ID, l int) bool {
	if a, b = m.uncast(a), m.uncast(b); a == b {
		return true
	}
	x, y := &m.f.Values[a], &m.f.Values[b]
	if x.Kind != ssa.Instr || y.Kind != ssa.Instr || x.Op != y.Op {
		return false
	}
	switch x.Op {
	case classfile.OpGetfield, classfile.OpGetstatic:
		if s, _ := m.f.Member(a); !m.fixed(a, l) || !m.fixed(b, l) {
			return false
		} else if t, _ := m.f.Member(b); s != t {
			return false
		}
		return x.Op == classfile.OpGetstatic || m.same(m.f.Args(a)[0], m.f.Args(b)[0], l)
	}
	return false
}

// callsOn says whether v calls a method of an object.
func (m *method) callsOn(v, object ssa.ID, l int) bool {
	return m.f.IsCall(v) && m.f.Values[v].Op != classfile.OpInvokestatic && m.same(m.f.Args(v)[0], object, l)
}

// everyIterationCalls says whether every iteration of loop l that comes back to the header calls on the object one of
// the methods.
func (m *method) everyIterationCalls(l int, on ssa.ID, methods platform.Operations) bool {
	return m.everyIteration(l, on, func(_ ssa.ID, mem classfile.Member) bool {
		return methods.Has(mem.Name, mem.Desc)
	})
}

// everyIteration says whether every iteration of loop l that comes back to the header calls on the object what is wanted.
func (m *method) everyIteration(l int, on ssa.ID, wanted func(call ssa.ID, mem classfile.Member) bool) bool {
	g, f := m.g, m.f
	calls := func(b int32) bool {
		for _, v := range f.Body[b] {
			if !m.callsOn(v, on, l) {
				continue
			}
			if mem, _ := f.Member(v); wanted(v, mem) {
				return true
			}
		}
		return false
	}
	// No way leads from the header back to it past all of the calls. An exception may come before the call.
	header := g.Loops[l].Header
	seen := map[int32]bool{header: true}
	work := []int32{header}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		taken := calls(b)
		for i := range g.Blocks[b].Succs {
			e := &g.Blocks[b].Succs[i]
			if !g.InLoop(int(e.To), l) || taken && e.Kind != cfg.Exception {
				continue
			}
			if e.To == header {
				return false
			}
			if !seen[e.To] {
				seen[e.To] = true
				work = append(work, e.To)
			}
		}
	}
	return true
}

// boundBySource is the bound of a loop by what a source has: at least least whenever an iteration begins.
func (m *method) boundBySource(l int, source ssa.ID, kind *platform.SourceKind, extra, least int64) (testBound, bool) {
	if kind.Shared {
		if b := m.breach(source, platform.ClassName(m.f.Static(source)), holding); b != nil {
			return testBound{why: m.testWhy(l, fmt.Sprintf("it ends when %s is empty, but %s", m.describe(source), b))}, true
		}
		n, why := m.worklist(l, source, least)
		if why != "" {
			return testBound{why: m.testWhy(l, why)}, true
		}
		return testBound{upper: n.AddInt(extra)}, true
	}
	if back := m.callOnAlias(l, source, platform.Rewinding); back != "" {
		return testBound{why: m.testWhy(l, fmt.Sprintf("%s() may undo what an iteration takes from %s", back, m.describe(source)))}, true
	}
	n := m.largest(source, kind.What, kind.What+"("+m.describe(source)+")", kind.Most)
	return testBound{upper: n.AddInt(extra)}, true
}
