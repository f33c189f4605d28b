package absint

import (
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// A search of a graph marks where it has been: a call begins by setting the mark of its vertex in an array, and makes
// recursive calls only for vertices without a mark. Then there is one call for each mark at most, besides the first one,
// whose vertex may have been marked before.

// visits bounds a recursion by the marks that its calls set. ok is false where it has none.
func (r *recursion) visits() (n nesting, ok bool) {
	s := r.p.sums[r.members[0]]
	if len(r.members) != 1 || len(s.m.g.Code.Handlers) > 0 { // nothing must go on behind an exception before the mark
		return n, false
	}
	m := s.m
	for _, v := range m.f.Body[0] {
		x := &m.f.Values[v]
		if x.Kind != ssa.Instr || x.Op != classfile.OpBastore && x.Op != classfile.OpIastore {
			continue
		}
		args := m.f.Args(v)
		vertex := slices.Index(m.f.Params, args[1])
		if vertex < 0 || !m.isMark(args[2], x.Op) || r.callsBefore(s, v) {
			continue
		}
		if r.marks(s, args[0], vertex, x.Op) {
			size := m.mostLength(args[0])
			n = nesting{depth: size, fan: 1, calls: size.AddInt(1), leaves: Const(0)}
			n.levels, n.most = n.calls, n.calls
			return n, !n.calls.bad
		}
	}
	return n, false
}

// isMark says whether a value that is stored by an instruction is a constant that is not 0 in the array: one of boolean
// takes the lowest bit alone (JVMS 6.5, bastore).
func (m *method) isMark(v ssa.ID, op classfile.Op) bool {
	k := &m.f.Values[v]
	return k.Kind == ssa.Int && k.Aux != 0 && (op != classfile.OpBastore || k.Aux&1 != 0)
}

// callsBefore says whether the method may recur before an instruction in its first block, which all calls execute.
func (r *recursion) callsBefore(s *costSummary, v ssa.ID) bool {
	if len(s.m.g.Blocks[0].Preds) > 0 {
		return true
	}
	return slices.ContainsFunc(s.calls[0], func(c callSite) bool { return r.recurs(s, &c) && c.pc < int(s.m.f.Values[v].PC) })
}

// marks says whether all calls by which the method recurs are for vertices without a mark in an array that stays the same,
// and nothing takes a mark away.
func (r *recursion) marks(s *costSummary, array ssa.ID, vertex int, op classfile.Op) bool {
	m := s.m
	recursive := map[ssa.ID]bool{}
	for _, e := range r.edges {
		if e.s != s || len(e.site.targets) != 1 || recursive[e.site.value] || !r.unmarked(e, array, vertex, op) {
			return false
		}
		recursive[e.site.value] = true
	}
	for _, b := range m.g.RPO {
		for _, v := range m.f.Body[b] {
			x := &m.f.Values[v]
			switch {
			case x.Kind != ssa.Instr:
			case x.Op == op:
				if !m.isMark(m.f.Args(v)[2], op) {
					return false
				}
			case m.f.IsCall(v) && !recursive[v]:
				// Other code may take marks away.
				if mem, _ := m.f.Member(v); runsProgram(mem) || m.passesAlias(v, array) || m.unmarksBehind(v, op) {
					return false
				}
			case x.Op == classfile.OpInvokedynamic && slices.ContainsFunc(m.f.Args(v), func(a ssa.ID) bool { return m.sameObject(a, array) }):
				return false
			}
		}
	}
	return len(recursive) > 0
}

// unmarked says whether a recursive call passes the array on, and is only made behind a test that the mark of its vertex
// is not set, with no other recursive call in between.
func (r *recursion) unmarked(e *recursiveCall, array ssa.ID, vertex int, op classfile.Op) bool {
	m := e.s.m
	load := classfile.OpBaload
	if op == classfile.OpIastore {
		load = classfile.OpIaload
	}
	if !r.keeps(e, array) || vertex >= len(e.site.args) {
		return false
	}
	to := e.site.args[vertex]
	b := m.f.Values[e.site.value].Block
	last := m.f.Values[e.site.value].PC // of what comes before the call in block b
	for range len(m.g.Blocks) {
		if slices.ContainsFunc(e.s.calls[b], func(c callSite) bool { return r.recurs(e.s, &c) && int32(c.pc) < last }) || len(m.g.Blocks[b].Preds) != 1 {
			return false
		}
		edge := &m.g.Edges[m.g.Blocks[b].Preds[0]]
		if f, ok := m.factOn(edge); ok && f.b == 0 && f.op == classfile.OpIfIcmpeq {
			if x := &m.f.Values[f.a]; x.Kind == ssa.Instr && x.Op == load && m.f.Args(f.a)[1] == to && m.sameObject(m.f.Args(f.a)[0], array) {
				// The load stands in the block of the test, or in one before it; nothing sets marks in between but
				// this method, which must not recur there.
				return x.Block == edge.From && !slices.ContainsFunc(e.s.calls[x.Block], func(c callSite) bool { return r.recurs(e.s, &c) && int32(c.pc) > x.PC })
			}
		}
		b, last = edge.From, int32(len(m.g.Code.Bytes))
	}
	return false
}

// keeps says whether the array at the start of the called method is the same: a parameter that is passed on at its
// place, or a field, that the method does not store to, of an object that is.
func (r *recursion) keeps(e *recursiveCall, v ssa.ID) bool {
	m := e.s.m
	if i := slices.Index(m.f.Params, v); i >= 0 {
		return i < len(e.site.args) && e.site.args[i] == v
	}
	x := &m.f.Values[v]
	if x.Kind != ssa.Instr || x.Op != classfile.OpGetfield && x.Op != classfile.OpGetstatic {
		return false
	}
	if mem, _ := m.f.Member(v); m.writes(mem) {
		return false
	}
	return x.Op == classfile.OpGetstatic || r.keeps(e, m.f.Args(v)[0])
}

// sameObject says whether two values are one object as long as the method runs: the same, or read from a field that it
// does not store to.
func (m *method) sameObject(a, b ssa.ID) bool {
	if a == b {
		return true
	}
	x, y := &m.f.Values[a], &m.f.Values[b]
	if x.Kind != ssa.Instr || y.Kind != ssa.Instr || x.Op != y.Op || x.Op != classfile.OpGetfield && x.Op != classfile.OpGetstatic {
		return false
	}
	s, _ := m.f.Member(a)
	t, _ := m.f.Member(b)
	return s == t && !m.writes(s) && (x.Op == classfile.OpGetstatic || m.sameObject(m.f.Args(a)[0], m.f.Args(b)[0]))
}
