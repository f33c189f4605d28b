package loopbound

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/callvalues"
	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/firstpass"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/absint/internal/textloop"
	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// A path summarizes a set of control-flow paths from the loop header to a latch: the net update of each tracked counter
// and the guards that they passed. Control-flow paths that agree in both are one path; an inner loop is one step of a path,
// which moves a counter by any number of its own steps. Sound because every control-flow path of an iteration belongs to a
// path: the traversal fails if it exceeds its limit.

// always reports whether all paths pass guard i, those in w.last included.
func (w *pathSet) always(i int) bool {
	untested := func(p path) bool { return p.passed>>i&1 == 0 }
	return !slices.ContainsFunc(w.all, untested) && !slices.ContainsFunc(w.last, untested)
}

// maxTraversalStates bounds the states of the traversal of one loop.
const maxTraversalStates = 1500

// maxTracked bounds the counters of one loop that are tracked.
const maxTracked = 6

// update is how the value of a counter for the next iteration comes from the one of this iteration: value + off,
// through additions whose positive amounts sum up to at most rise and whose negative ones to at most fall.
type update struct {
	value           ssa.ID // the header phi itself, or the value that is assigned instead
	search          ssa.ID // the search that computed the value; the lower bound of off holds only if it found something
	addsAfterSearch int    // the additions applied to the result of the search
	off             expr.Interval
	rise, fall      float64
	bypasses        bool // it does not go through the counter pathSet.excluded of an inner loop
}

// isIdentity reports whether the counter keeps its value.
func (p *update) isIdentity(phi ssa.ID) bool {
	return p.value == phi && p.rise == 0 && p.fall == 0 && p.off == (expr.Interval{})
}

// isAssigned reports whether the value of the counter for the next iteration is v.
func (p *update) isAssigned(v ssa.ID) bool {
	return v != 0 && p.value == v && p.search == 0 && p.rise == 0 && p.fall == 0 && p.off == (expr.Interval{})
}

// path summarizes a set of paths from the header to a latch.
type path struct {
	moves  []update // by tracked counter
	passed uint64   // bit set of indices into pathSet.guards
	fails  uint64   // the guards that fail in the next iteration: a branch on the path has shown it
	later  []later
}

// pathSet holds the paths through one iteration of a loop.
type pathSet struct {
	loop     int
	tracked  []ssa.ID // header phis
	guards   []guard
	all      []path
	last     []path                                 // paths after which no iteration follows
	endings  []int32                                // the blocks of the tests that end the loop after those
	adds     map[ssa.ID][]ssa.ID                    // by tracked phi, the additions on any path, ascending
	inner    map[int]map[ssa.ID]symval.InductionVar // by inner loop, its counters
	excluded ssa.ID                                 // a counter of an inner loop whose moves are left out
}

// iterationPaths returns the paths through an iteration of loop l, with the counters that its tests read. why is the
// reason for a failure.
func iterationPaths(m *symval.Func, l int, ct code.Iterating) (w *pathSet, why string) {
	w = &pathSet{loop: l, adds: map[ssa.ID][]ssa.ID{}, inner: map[int]map[ssa.ID]symval.InductionVar{}}
	if m.CFG.HasSubroutines {
		return nil, m.TestWhy(l, "it has subroutines (jsr)")
	}
	for _, g := range guardsOf(m, l, ct) {
		used := false
		for _, v := range []ssa.ID{g.A, g.B} {
			h := headerPhiOf(m, v, l)
			if h != 0 && !slices.Contains(w.tracked, h) && len(w.tracked) < maxTracked {
				w.tracked = append(w.tracked, h)
			}
			used = used || slices.Contains(w.tracked, h) || v != 0 && callvalues.SearchOf(m, v).From != 0
		}
		if used && len(w.guards) < 64 {
			w.guards = append(w.guards, g)
		}
	}
	for _, phi := range w.tracked {
		if in := textloop.Searched(m, phi); in != 0 && len(w.guards) < 64 {
			w.guards = append(w.guards, guard{Comparison: code.Comparison{A: phi, Op: classfile.OpIfIcmplt}, length: in, block: m.CFG.Loops[l].Header, edge: -1})
		}
	}
	if len(w.tracked) == 0 {
		return nil, m.TestWhy(l, "its exit tests use no counter")
	}
	why = traverse(m, w)
	dropContradictions(m, w)
	return w, why
}

// pathsOfCounter returns the paths through an iteration of loop l with the single counter phi, leaving out the moves
// of the inner loop's counter x.
func pathsOfCounter(m *symval.Func, l int, phi, x ssa.ID) (w *pathSet, ok bool) {
	w = &pathSet{loop: l, adds: map[ssa.ID][]ssa.ID{}, inner: map[int]map[ssa.ID]symval.InductionVar{}, tracked: []ssa.ID{phi}, excluded: x}
	for _, g := range guardsOf(m, l, m.IteratingBlocks(l)) {
		if len(w.guards) < 64 && g.length == 0 && (headerPhiOf(m, g.A, l) == phi || headerPhiOf(m, g.B, l) == phi) {
			w.guards = append(w.guards, g)
		}
	}
	return w, !m.CFG.HasSubroutines && traverse(m, w) == ""
}

// traversalState is a state of the backward traversal: a block, and the effect of the path from its end to the latch.
type traversalState struct {
	block int32
	path
	exit firstpass.Exit // the edge from the block, where it leaves an inner loop
}

// appendKey appends the identity of a state to b, for the visited set of one traversal.
func (s *traversalState) appendKey(b []byte) []byte {
	b = binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint64(binary.LittleEndian.AppendUint32(b, uint32(s.block)), s.passed), s.fails)
	for _, p := range s.moves {
		b = binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(b, uint32(p.value)), uint32(p.search))
		b = binary.LittleEndian.AppendUint32(b, uint32(p.addsAfterSearch))
		for _, x := range [...]float64{p.off.Lo, p.off.Hi, p.rise, p.fall} {
			b = binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
		}
		if p.bypasses {
			b = append(b, 1)
		} else {
			b = append(b, 0)
		}
	}
	return appendLater(binary.LittleEndian.AppendUint32(b, uint32(s.exit.Edge)), s.later)
}

// traverse computes the paths of w, backwards from the latches to the header. why is the reason for a failure.
func traverse(m *symval.Func, w *pathSet) (why string) {
	g, l := m.CFG, w.loop
	h := g.Loops[l].Header
	seen := map[string]bool{}
	var work []traversalState
	var key []byte
	push := func(e *cfg.Edge, to int32, s path) {
		out := traversalState{block: e.From, path: path{slices.Clone(s.moves), s.passed, s.fails, slices.Clone(s.later)}}
		for i := range out.moves {
			crossEdge(m, w, i, &out.moves[i], e, to)
		}
		for i, gd := range w.guards {
			if gd.block == e.From && (gd.edge == g.Blocks[e.To].Preds[e.Slot] || gd.edge < 0 && e.Kind != cfg.Exception) {
				out.passed |= 1 << i
			}
		}
		out.fails |= failing(m, w, out.moves, e)
		out.enter(m, e)
		if inner := m.LoopBelow(l, e.From); inner >= 0 {
			out.exit, _ = firstpass.Of(m, inner, e)
		}
		if key = out.appendKey(key[:0]); !seen[string(key)] {
			seen[string(key)] = true
			work = append(work, out)
		}
	}
	start := path{moves: make([]update, len(w.tracked))}
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
		if n > maxTraversalStates || g.Blocks[s.block].Region >= 0 {
			return m.TestWhy(l, expr.TooManyWays)
		}
		at := s.block
		if inner := m.LoopBelow(l, at); inner >= 0 {
			for i := range s.moves {
				crossLoop(m, w, i, inner, &s.moves[i])
				s.leave(m, w, i, inner)
			}
			at = g.Loops[inner].Header
		}
		if at == h {
			s.block = h
			if key = s.appendKey(key[:0]); !final[string(key)] {
				final[string(key)] = true
				w.all = append(w.all, s.path)
			}
			continue
		}
		for _, i := range g.Blocks[at].Preds {
			e := &g.Edges[i]
			if inner := m.LoopBelow(l, at); inner >= 0 && g.InLoop(int(e.From), inner) || !g.InLoop(int(e.From), l) {
				continue
			}
			push(e, at, s.path)
		}
	}
	return ""
}

// failing returns the guards that will fail: the next iteration begins with the limit itself, or the branch that leads to edge e compares the
// values that it begins with, and its outcome excludes the guard.
func failing(m *symval.Func, w *pathSet, moves []update, e *cfg.Edge) (out uint64) {
	for i, g := range w.guards {
		t := slices.Index(w.tracked, g.A)
		if t >= 0 && g.length == 0 && moves[t].isAssigned(g.B) && !m.CFG.InLoop(int(m.Fn.Values[g.B].Block), w.loop) && !g.Op.Holds(0, 0) {
			out |= 1 << i
		}
	}
	f, ok := m.FactOn(e)
	if !ok {
		return out
	}
	// next reports whether v is the value of g, an operand of a guard, in the next iteration.
	next := func(g, v ssa.ID) bool {
		if t := slices.Index(w.tracked, g); t >= 0 {
			return v != 0 && (moves[t].isAssigned(v) || moves[t].search == v && moves[t].addsAfterSearch == 0)
		}
		a, known := m.Constant(g)
		b, also := m.Constant(v)
		return known && also && a == b || g == v && !m.CFG.InLoop(int(m.Fn.Values[g].Block), w.loop)
	}
	for i, g := range w.guards {
		switch {
		case g.length != 0 || !slices.Contains(w.tracked, g.A):
		case next(g.A, f.A) && next(g.B, f.B) && code.Exclude(f.Op, g.Op),
			next(g.A, f.B) && next(g.B, f.A) && code.Exclude(code.Mirror(f.Op), g.Op):
			out |= 1 << i
		}
	}
	return out
}

// crossEdge takes an update of a counter back over edge e into block to: a phi there becomes its operand for e, and
// additions are stripped.
func crossEdge(m *symval.Func, w *pathSet, tracked int, p *update, e *cfg.Edge, to int32) {
	f := m.Fn
	if x := &f.Values[p.value]; x.Kind == ssa.Phi && x.Block == to {
		p.value = f.Args(p.value)[e.Slot]
	}
	stripAdditions(m, w, tracked, p)
}

// stripAdditions strips the additions of this iteration from the value of an update.
func stripAdditions(m *symval.Func, w *pathSet, tracked int, p *update) {
	f := m.Fn
	phi := w.tracked[tracked]
	add := func(v ssa.ID, r expr.Interval) {
		if p.search == 0 {
			p.addsAfterSearch++
		}
		p.off = p.off.Add(r)
		p.rise, p.fall = p.rise+math.Max(0, r.Hi), p.fall+math.Max(0, -r.Lo)
		w.adds[phi] = symval.Unite(w.adds[phi], []ssa.ID{v})
	}
	for p.value != 0 && m.CFG.InLoop(int(f.Values[p.value].Block), w.loop) {
		v := p.value
		x := &f.Values[v]
		if a, c, ok := m.Addition(v); ok {
			add(v, expr.Interval{Lo: float64(c), Hi: float64(c)})
			p.value = a
			continue
		}
		s := callvalues.SearchOf(m, v)
		found := !s.Misses || p.search != 0 && m.RangeAt(v, f.Values[p.search].Block).Lo >= 0
		if s.From != 0 && (p.search == 0 || found) {
			if !found {
				p.search = v
			} else if p.search == 0 { // a later search is not what the counter takes over
				p.addsAfterSearch++
			}
			p.off.Hi, p.rise = math.Inf(1), math.Inf(1)
			p.value = s.From
			// A set of bits refuses to search from below 0, so this addition ends the loop where it overflows.
			if a, c, ok := m.Addition(s.From); ok && c > 0 && m.Fn.IsCallTo(v, platform.BitSet, "nextSetBit") {
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
		case mayComeFromCounter(m, args[0], w.loop, 0):
			add(v, m.RangeAt(args[1], x.Block).Scale(sign))
			p.value = args[0]
		case sign > 0 && mayComeFromCounter(m, args[1], w.loop, 0):
			add(v, m.RangeAt(args[0], x.Block))
			p.value = args[1]
		default:
			return
		}
	}
}

// maxAddends bounds the depth of the sums that are looked at.
const maxAddends = 4

// mayComeFromCounter reports whether an operand of an addition may be computed from a counter of loop l; the other
// operand is the amount.
func mayComeFromCounter(m *symval.Func, v ssa.ID, l, depth int) bool {
	x := &m.Fn.Values[v]
	if depth > maxAddends || !m.CFG.InLoop(int(x.Block), l) || x.Kind != ssa.Phi && x.Kind != ssa.Instr {
		return false
	}
	if x.Kind == ssa.Phi {
		return x.Type == 'i' || x.Type == 'l'
	}
	if a, _, ok := m.Addition(v); ok {
		return mayComeFromCounter(m, a, l, depth+1)
	}
	if x.Op == classfile.OpIadd || x.Op == classfile.OpLadd {
		return slices.ContainsFunc(m.Fn.Args(v), func(a ssa.ID) bool { return mayComeFromCounter(m, a, l, depth+1) })
	}
	from := callvalues.SearchOf(m, v).From
	return from != 0 && mayComeFromCounter(m, from, l, depth+1)
}

// crossLoop takes an update of a counter from the exit of an inner loop to its header, where the value is that on
// entry.
func crossLoop(m *symval.Func, w *pathSet, tracked, inner int, p *update) {
	g, f := m.CFG, m.Fn
	phi := w.tracked[tracked]
	if p.search == 0 {
		p.addsAfterSearch++
	}
	isExcluded := w.excluded != 0 && m.LoopHeadedBy(int(f.Values[w.excluded].Block)) == inner
	if p.value == 0 || !g.InLoop(int(f.Values[p.value].Block), inner) {
		p.bypasses = p.bypasses || isExcluded
		return
	}
	if isExcluded {
		mv, ok := m.Move(p.value, w.excluded, inner)
		if !ok {
			p.bypasses = true
			return
		}
		p.value, p.off = w.excluded, p.off.Add(mv.Off)
		p.rise, p.fall = p.rise+math.Max(0, mv.Peak.Hi), p.fall+math.Max(0, -mv.Peak.Lo)
		w.adds[phi] = symval.Unite(w.adds[phi], mv.Adds)
		return
	}
	if w.inner[inner] == nil {
		w.inner[inner] = m.InductionVars(inner)
	}
	for _, x := range f.Body[g.Loops[inner].Header] {
		mp, ok := w.inner[inner][x]
		if !ok {
			continue
		}
		mv, ok := m.Move(p.value, x, inner)
		if !ok {
			continue
		}
		p.off = p.off.Add(mv.Off)
		if mp.Off.Hi > 0 {
			p.off.Hi = math.Inf(1)
		}
		if mp.Off.Lo < 0 {
			p.off.Lo = math.Inf(-1)
		}
		p.rise, p.fall = math.Inf(1), math.Inf(1)
		p.value = x
		w.adds[phi] = symval.Unite(w.adds[phi], symval.Unite(mv.Adds, mp.Adds))
		return
	}
	p.value = 0
}
