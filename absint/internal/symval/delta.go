package symval

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Deltas of loop variables: how far additions move a value from a header phi, through joins and inner loops. Sound because
// the interval joins all paths, and Adds lists every addition that must not overflow.

// Delta relates a value to a header phi: value = phi + [Off], through the additions Adds.
type Delta struct {
	Off  expr.Interval
	Peak expr.Interval // range of all partial sums
	Adds []ssa.ID      // ascending, each once
}

// join returns the delta of either path.
func (mv Delta) join(o Delta) Delta {
	return Delta{Off: mv.Off.Join(o.Off), Peak: mv.Peak.Join(o.Peak), Adds: Unite(mv.Adds, o.Adds)}
}

// plus returns the delta after the addition add of a value in r.
func (mv Delta) plus(add ssa.ID, r expr.Interval) Delta {
	off := mv.Off.Add(r)
	return Delta{Off: off, Peak: mv.Peak.Join(off), Adds: Unite(mv.Adds, []ssa.ID{add})}
}

// Unite returns the union of two ascending sets, ascending.
func Unite(a, b []ssa.ID) []ssa.ID {
	switch {
	case len(a) == 0:
		return b
	case len(b) == 0 || slices.Equal(a, b):
		return a
	}
	out := make([]ssa.ID, 0, len(a)+len(b))
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			out, a = append(out, a[0]), a[1:]
		case a[0] > b[0]:
			out, b = append(out, b[0]), b[1:]
		default:
			out, a, b = append(out, a[0]), a[1:], b[1:]
		}
	}
	return append(append(out, a...), b...)
}

// mover computes deltas, once for each pair of a value and a header phi: else nested joins would double the work per level.
type mover struct {
	*Func
	known map[moverKey]moved
	depth int
}

// maxMoves bounds the depth of a mover: nested loops have quadratically many pairs, in one chain.
const maxMoves = 2000

// moverKey is a value and a header phi of a loop.
type moverKey struct {
	v, phi ssa.ID
	loop   int
}

// moved is a delta if ok, and not ok while it is computed.
type moved struct {
	Delta
	ok bool
}

// Move returns the delta of v from phi, a header phi of loop l. It fails for operations other than additions and joins.
func (m *Func) Move(v, phi ssa.ID, l int) (Delta, bool) {
	if v == phi {
		return Delta{}, true
	}
	if k := m.Fn.Values[v].Kind; k != ssa.Phi && k != ssa.Instr {
		return Delta{}, false
	}
	return (&mover{Func: m, known: map[moverKey]moved{}}).move(v, phi, l)
}

// move is Move with the set of visited pairs.
func (m *mover) move(v, phi ssa.ID, l int) (Delta, bool) {
	x := &m.Fn.Values[v]
	switch {
	case v == phi:
		return Delta{}, true
	case x.Kind != ssa.Phi && x.Kind != ssa.Instr || !m.CFG.InLoop(int(x.Block), l):
		return Delta{}, false
	}
	k := moverKey{v, phi, l}
	if mv, ok := m.known[k]; ok { // a value that depends on itself has no delta
		return mv.Delta, mv.ok
	}
	m.known[k] = moved{}
	if m.depth > maxMoves {
		return Delta{}, false
	}
	m.depth++
	defer func() { m.depth-- }()
	var mv moved
	if x.Kind == ssa.Phi {
		mv.Delta, mv.ok = m.join(v, phi, l)
	} else {
		mv.Delta, mv.ok = m.instruction(v, phi, l)
	}
	m.Spend(1 + len(mv.Adds)/16)
	m.known[k] = mv
	return mv.Delta, mv.ok
}

// join returns the delta of a phi.
func (m *mover) join(v, phi ssa.ID, l int) (Delta, bool) {
	b := m.Fn.Values[v].Block
	if m.CFG.Blocks[b].Region >= 0 {
		return Delta{}, false
	}
	if inner := m.LoopHeadedBy(int(b)); inner == l {
		return Delta{}, false // another variable of the same loop
	} else if inner >= 0 {
		return m.throughLoop(v, phi, l, inner)
	}
	out := Delta{Off: expr.Interval{Lo: math.Inf(1), Hi: math.Inf(-1)}}
	for _, a := range m.Fn.Args(v) {
		mv, ok := m.move(a, phi, l)
		if !ok {
			return Delta{}, false
		}
		out = out.join(mv)
	}
	return out, true
}

// instruction returns the delta of the result of an instruction.
func (m *mover) instruction(v, phi ssa.ID, l int) (Delta, bool) {
	if a, c, ok := m.Addition(v); ok {
		mv, good := m.move(a, phi, l)
		if !good {
			return mv, false
		}
		return mv.plus(v, expr.Interval{Lo: float64(c), Hi: float64(c)}), true
	}
	x, args := &m.Fn.Values[v], m.Fn.Args(v)
	switch x.Op {
	case classfile.OpI2b, classfile.OpI2c, classfile.OpI2s:
		if m.keepsValue(v) {
			return m.move(args[0], phi, l)
		}
	case classfile.OpIadd, classfile.OpLadd, classfile.OpIsub, classfile.OpLsub:
		neg := x.Op == classfile.OpIsub || x.Op == classfile.OpLsub
		if mv, ok := m.move(args[0], phi, l); ok {
			r := m.RangeAt(args[1], x.Block)
			if neg {
				r = r.Scale(-1)
			}
			return mv.plus(v, r), true
		}
		if neg {
			break
		}
		if mv, ok := m.move(args[1], phi, l); ok {
			return mv.plus(v, m.RangeAt(args[0], x.Block)), true
		}
	}
	return Delta{}, false
}

// throughLoop returns the delta of a header phi of the loop inner inside l: unbounded in each direction that inner moves it.
func (m *mover) throughLoop(v, phi ssa.ID, l, inner int) (Delta, bool) {
	out := Delta{Off: expr.Interval{Lo: math.Inf(1), Hi: math.Inf(-1)}}
	step := expr.Interval{}
	for i, a := range m.Fn.Args(v) {
		if m.ViaBackEdge(inner, i) {
			mv, ok := m.move(a, v, inner)
			if !ok {
				return Delta{}, false
			}
			step = step.Join(mv.Off)
			out.Adds = Unite(out.Adds, mv.Adds)
			continue
		}
		mv, ok := m.move(a, phi, l)
		if !ok {
			return Delta{}, false
		}
		out = out.join(mv)
	}
	if step.Hi > 0 {
		out.Off.Hi = math.Inf(1)
	}
	if step.Lo < 0 {
		out.Off.Lo = math.Inf(-1)
	}
	out.Peak = out.Peak.Join(out.Off)
	return out, out.Off.Lo <= out.Off.Hi
}
