package absint

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// One iteration of a loop can go several ways, and a variable may move on some of them only. A way is what is known of
// a path from the header back to it: by how much each counter moves, and which tests the path has passed. Paths that
// agree in both are one way, and an inner loop is one step of it that moves a counter by any number of its own steps.

// maxWays bounds the states that the walk over the ways of one loop may have.
const maxWays = 1500

// maxTracked bounds the counters of one loop that are followed along its ways.
const maxTracked = 6

// guard is a comparison that holds on the ways through one edge of the loop, or behind an array access.
type guard struct {
	fact
	length ssa.ID // where it is set, b is the length of this array (or string), not a value
	block  int32
	edge   int32 // index into Graph.Edges; -1 for an access: it holds on every edge but those of exceptions
}

// progress is how the value of a counter for the next iteration comes from the one of this: value + off, through
// additions that add up to rise and take away fall.
type progress struct {
	value      ssa.ID // the header phi itself, or what is assigned instead
	finder     ssa.ID // the search whose result this was, where it is not below value only if it found something
	behind     int    // the additions behind the search
	off        Range
	rise, fall float64
	bypasses   bool // it does not come through the counter of the inner loop that ways.through names
}

func (p *progress) rests(phi ssa.ID) bool {
	return p.value == phi && p.rise == 0 && p.fall == 0 && p.off == (Range{})
}

// way is a set of paths from the header back to it.
type way struct {
	moves  []progress // by tracked counter
	passed uint64     // guards, by index
}

// ways are the ways through one iteration of a loop.
type ways struct {
	loop    int
	tracked []ssa.ID // header phis
	guards  []guard
	all     []way
	last    []way               // behind these, no further iteration comes round
	endings []int32             // the blocks of the tests that see to that
	adds    map[ssa.ID][]ssa.ID // by tracked phi, the additions on any way, ascending
	inner   map[int]map[ssa.ID]movingPhi
	through ssa.ID // the counter of an inner loop: what that loop moves it by is left out
}

// guardsOf lists the comparisons at the level of loop l itself after which an iteration can still come round.
func (m *method) guardsOf(l int, ct iterating) []guard {
	var out []guard
	for _, b := range m.g.Loops[l].Blocks {
		if int(m.g.Blocks[b].Loop) != l || !ct.in[b] {
			continue
		}
		blk := &m.g.Blocks[b]
		if m.g.Code.Op(blk.Last).IsConditional() && !m.bothWays(int(b)) {
			for i := range blk.Succs {
				e := &blk.Succs[i]
				if e.Kind != cfg.Taken && e.Kind != cfg.Fall || !ct.stays(m, e) {
					continue
				}
				if c, ok := m.comparison(int(b), e.Kind == cfg.Taken); ok {
					g := guard{fact: c, block: b, edge: m.g.Blocks[e.To].Preds[e.Slot]}
					out = append(out, g)
					if from := m.searchFrom(c.a); from != 0 && m.saysFound(g) { // it started inside of what it searches
						g.fact, g.length = fact{a: from, op: classfile.OpIfIcmplt}, m.f.Args(c.a)[0]
						out = append(out, g)
					}
				}
			}
		}
		for _, v := range m.f.Body[b] {
			if array, index, ok := m.access(v); ok {
				out = append(out, guard{fact: fact{a: index, op: classfile.OpIfIcmpge}, block: b, edge: -1},
					guard{fact: fact{a: index, op: classfile.OpIfIcmplt}, length: array, block: b, edge: -1})
			}
		}
	}
	return out
}

// access says whether v ends by an exception unless index is at least 0 and less than the length of what it reads or
// writes: an array (JVMS 6.5, iaload and so on), or a character of a string (String.charAt).
func (m *method) access(v ssa.ID) (array, index ssa.ID, ok bool) {
	x := &m.f.Values[v]
	if x.Kind != ssa.Instr {
		return 0, 0, false
	}
	args := m.f.Args(v)
	switch op := x.Op; {
	case op >= classfile.OpIaload && op <= classfile.OpSaload, op >= classfile.OpIastore && op <= classfile.OpSastore:
		return args[0], args[1], true
	case op == classfile.OpInvokevirtual && len(args) == 2:
		if mem, _ := m.f.Member(v); platform.CharAccess.Has(mem) {
			return args[0], args[1], true
		}
	}
	return 0, 0, false
}

// headerPhiOf is the counter of loop l that v is computed from, 0 for none.
func (m *method) headerPhiOf(v ssa.ID, l int) ssa.ID {
	if v == 0 || !m.g.InLoop(int(m.f.Values[v].Block), l) {
		return 0
	}
	for _, h := range m.f.Body[m.g.Loops[l].Header] {
		if x := &m.f.Values[h]; x.Kind != ssa.Phi || x.Type != 'i' && x.Type != 'l' {
			continue
		}
		if _, ok := m.move(v, h, l); ok {
			return h
		}
	}
	return 0
}

// iterationWays follows the counters that the loop's tests look at along all ways through an iteration. why says what
// made that impossible.
func (m *method) iterationWays(l int, ct iterating) (w *ways, why string) {
	w = &ways{loop: l, adds: map[ssa.ID][]ssa.ID{}, inner: map[int]map[ssa.ID]movingPhi{}}
	if m.g.HasSubroutines {
		return nil, m.testWhy(l, "it has subroutines (jsr)")
	}
	for _, g := range m.guardsOf(l, ct) {
		used := false
		for _, v := range []ssa.ID{g.a, g.b} {
			h := m.headerPhiOf(v, l)
			if h != 0 && !slices.Contains(w.tracked, h) && len(w.tracked) < maxTracked {
				w.tracked = append(w.tracked, h)
			}
			used = used || slices.Contains(w.tracked, h) || v != 0 && m.searchFrom(v) != 0
		}
		if used && len(w.guards) < 64 {
			w.guards = append(w.guards, g)
		}
	}
	for _, phi := range w.tracked {
		if in := m.searched(phi); in != 0 && len(w.guards) < 64 {
			w.guards = append(w.guards, guard{fact: fact{a: phi, op: classfile.OpIfIcmplt}, length: in, block: m.g.Loops[l].Header, edge: -1})
		}
	}
	if len(w.tracked) == 0 {
		return nil, m.testWhy(l, "its exit tests use no counter")
	}
	return w, m.walk(w)
}

// waysThrough follows one counter of loop l along all ways through an iteration, the movement of the inner loop's
// counter x left out.
func (m *method) waysThrough(l int, phi, x ssa.ID) (w *ways, ok bool) {
	w = &ways{loop: l, adds: map[ssa.ID][]ssa.ID{}, inner: map[int]map[ssa.ID]movingPhi{}, tracked: []ssa.ID{phi}, through: x}
	for _, g := range m.guardsOf(l, m.canTest(l)) {
		if len(w.guards) < 64 && g.length == 0 && (m.headerPhiOf(g.a, l) == phi || m.headerPhiOf(g.b, l) == phi) {
			w.guards = append(w.guards, g)
		}
	}
	return w, !m.g.HasSubroutines && m.walk(w) == ""
}

// stop is a state of the walk: at the end of a block, what the way behind it does.
type stop struct {
	block int32
	way
}

// appendKey appends what tells a state of a walk from the others of the same walk.
func (s *stop) appendKey(b []byte) []byte {
	b = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint32(b, uint32(s.block)), s.passed)
	for _, p := range s.moves {
		b = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(b, uint32(p.value)), uint32(p.finder))
		b = binary.LittleEndian.AppendUint32(b, uint32(p.behind))
		for _, x := range [...]float64{p.off.Lo, p.off.Hi, p.rise, p.fall} {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
		}
		if p.bypasses {
			b = append(b, 1)
		} else {
			b = append(b, 0)
		}
	}
	return b
}

// walk goes backwards from the latches to the header.
func (m *method) walk(w *ways) (why string) {
	g, l := m.g, w.loop
	h := g.Loops[l].Header
	seen := map[string]bool{}
	var work []stop
	var key []byte
	push := func(e *cfg.Edge, to int32, s way) {
		out := stop{e.From, way{slices.Clone(s.moves), s.passed}}
		for i := range out.moves {
			m.peel(w, i, &out.moves[i], e, to)
		}
		for i, gd := range w.guards {
			if gd.block == e.From && (gd.edge == g.Blocks[e.To].Preds[e.Slot] || gd.edge < 0 && e.Kind != cfg.Exception) {
				out.passed |= 1 << i
			}
		}
		if key = out.appendKey(key[:0]); !seen[string(key)] {
			seen[string(key)] = true
			work = append(work, out)
		}
	}
	start := way{moves: make([]progress, len(w.tracked))}
	for i, phi := range w.tracked {
		start.moves[i].value = phi
	}
	for _, e := range g.Loops[l].BackEdges {
		push(&g.Edges[e], h, start)
	}
	final := map[string]bool{}
	for n := 0; len(work) > 0; n++ {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		if n > maxWays || g.Blocks[s.block].Region >= 0 {
			return m.testWhy(l, tooManyWays)
		}
		at := s.block
		if inner := m.loopBelow(l, at); inner >= 0 {
			for i := range s.moves {
				m.crossLoop(w, i, inner, &s.moves[i])
			}
			at = g.Loops[inner].Header
		}
		if at == h {
			s.block = h
			if key = s.appendKey(key[:0]); !final[string(key)] {
				final[string(key)] = true
				w.all = append(w.all, s.way)
			}
			continue
		}
		for _, i := range g.Blocks[at].Preds {
			e := &g.Edges[i]
			if inner := m.loopBelow(l, at); inner >= 0 && g.InLoop(int(e.From), inner) || !g.InLoop(int(e.From), l) {
				continue
			}
			push(e, at, s.way)
		}
	}
	return ""
}

// loopBelow is the loop directly in l that holds block b, -1 where b is at the level of l itself.
func (m *method) loopBelow(l int, b int32) int {
	for k := int(m.g.Blocks[b].Loop); k > l; k = int(m.g.Loops[k].Parent) {
		if int(m.g.Loops[k].Parent) == l {
			return k
		}
	}
	return -1
}

// peel goes with a counter's value back over edge e into block to: a phi there is what the edge brings, and additions
// are taken off.
func (m *method) peel(w *ways, tracked int, p *progress, e *cfg.Edge, to int32) {
	f := m.f
	if x := &f.Values[p.value]; x.Kind == ssa.Phi && x.Block == to {
		p.value = f.Args(p.value)[e.Slot]
	}
	m.unwind(w, tracked, p)
}

// unwind takes additions off a value that was computed in this iteration.
func (m *method) unwind(w *ways, tracked int, p *progress) {
	f := m.f
	phi := w.tracked[tracked]
	add := func(v ssa.ID, r Range) {
		if p.finder == 0 {
			p.behind++
		}
		p.off = p.off.add(r)
		p.rise, p.fall = p.rise+math.Max(0, r.Hi), p.fall+math.Max(0, -r.Lo)
		w.adds[phi] = unite(w.adds[phi], []ssa.ID{v})
	}
	for p.value != 0 && m.g.InLoop(int(f.Values[p.value].Block), w.loop) {
		v := p.value
		x := &f.Values[v]
		if a, c, ok := m.addition(v); ok {
			add(v, Range{float64(c), float64(c)})
			p.value = a
			continue
		}
		if from := m.searchFrom(v); from != 0 && p.finder == 0 {
			p.finder = v
			p.off.Hi, p.rise = math.Inf(1), math.Inf(1)
			p.value = from
			// A set of bits refuses to search from below 0, so this addition ends the loop where it overflows.
			if a, c, ok := m.addition(from); ok && c > 0 && m.f.IsCallTo(v, platform.BitSet, "nextSetBit") {
				p.off.Lo += float64(c)
				p.value = a
			}
			continue
		}
		if x.Kind != ssa.Instr || x.Op != classfile.OpIadd && x.Op != classfile.OpLadd && x.Op != classfile.OpIsub && x.Op != classfile.OpLsub {
			return
		}
		args, sign := f.Args(v), 1.0
		if x.Op == classfile.OpIsub || x.Op == classfile.OpLsub {
			sign = -1
		}
		switch {
		case m.mayLeadTo(args[0], w.loop):
			add(v, m.rangeOf(args[1]).scale(sign))
			p.value = args[0]
		case sign > 0 && m.mayLeadTo(args[1], w.loop):
			add(v, m.rangeOf(args[0]))
			p.value = args[1]
		default:
			return
		}
	}
}

// mayLeadTo says whether an operand of an addition may come from a counter of the loop: the other one is the amount.
func (m *method) mayLeadTo(v ssa.ID, l int) bool {
	for range maxDepth {
		x := &m.f.Values[v]
		if !m.g.InLoop(int(x.Block), l) || x.Kind == ssa.Param || x.Kind == ssa.Int {
			return false
		}
		if x.Kind == ssa.Phi {
			return x.Type == 'i' || x.Type == 'l'
		}
		a, _, ok := m.addition(v)
		if !ok {
			return false
		}
		v = a
	}
	return false
}

// crossLoop goes with a counter's value from behind an inner loop to its header, as of when it was entered.
func (m *method) crossLoop(w *ways, tracked, inner int, p *progress) {
	g, f := m.g, m.f
	phi := w.tracked[tracked]
	if p.finder == 0 {
		p.behind++
	}
	around := w.through != 0 && m.loopHeadedBy(int(f.Values[w.through].Block)) == inner
	if p.value == 0 || !g.InLoop(int(f.Values[p.value].Block), inner) {
		p.bypasses = p.bypasses || around
		return
	}
	if around {
		mv, ok := m.move(p.value, w.through, inner)
		if !ok {
			p.bypasses = true
			return
		}
		p.value, p.off = w.through, p.off.add(mv.off)
		p.rise, p.fall = p.rise+math.Max(0, mv.peak.Hi), p.fall+math.Max(0, -mv.peak.Lo)
		w.adds[phi] = unite(w.adds[phi], mv.adds)
		return
	}
	if w.inner[inner] == nil {
		w.inner[inner] = m.movingPhis(inner)
	}
	for _, x := range f.Body[g.Loops[inner].Header] {
		mp, ok := w.inner[inner][x]
		if !ok {
			continue
		}
		mv, ok := m.move(p.value, x, inner)
		if !ok {
			continue
		}
		p.off = p.off.add(mv.off)
		if mp.off.Hi > 0 {
			p.off.Hi = math.Inf(1)
		}
		if mp.off.Lo < 0 {
			p.off.Lo = math.Inf(-1)
		}
		p.rise, p.fall = math.Inf(1), math.Inf(1)
		p.value = x
		w.adds[phi] = unite(w.adds[phi], unite(mv.adds, mp.adds))
		return
	}
	p.value = 0
}
