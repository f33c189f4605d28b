package symval

import (
	"math"
	"slices"

	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Delta is how a value relates to a header phi of a loop: value = phi + [off], through the additions adds.
type Delta struct {
	Off  expr.Interval
	Peak expr.Interval // of all partial sums on the way
	Adds []ssa.ID      // ascending, each once
}

// or is one movement or another one.
func (mv Delta) or(o Delta) Delta {
	return Delta{Off: mv.Off.Join(o.Off), Peak: mv.Peak.Join(o.Peak), Adds: Unite(mv.Adds, o.Adds)}
}

func (mv Delta) plus(add ssa.ID, r expr.Interval) Delta {
	off := mv.Off.Add(r)
	return Delta{Off: off, Peak: mv.Peak.Join(off), Adds: Unite(mv.Adds, []ssa.ID{add})}
}

// Unite is the union of two sets, ascending.
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

// mover finds movements. It looks at each value once for each header phi: without that, joins and loops inside each other
// would double the work at each level.
type mover struct {
	*Func
	known map[moverKey]moved
	depth int
}

// maxMoves bounds how many values deep a mover goes: loops inside each other have as many pairs of a value and a header phi
// as the square of their number, one behind the other.
const maxMoves = 2000

// moverKey is a value and a header phi of a loop.
type moverKey struct {
	v, phi ssa.ID
	loop   int
}

// moved is a movement where ok; while it is being looked for, it is not.
type moved struct {
	Delta
	ok bool
}

// Move finds how v relates to phi, a header phi of loop l: by additions of constants or of values with a known sign, through
// joins and inner loops.
func (m *Func) Move(v, phi ssa.ID, l int) (Delta, bool) {
	if v == phi {
		return Delta{}, true
	}
	if k := m.Fn.Values[v].Kind; k != ssa.Phi && k != ssa.Instr {
		return Delta{}, false
	}
	return (&mover{Func: m, known: map[moverKey]moved{}}).move(v, phi, l)
}

func (m *mover) move(v, phi ssa.ID, l int) (Delta, bool) {
	x := &m.Fn.Values[v]
	switch {
	case v == phi:
		return Delta{}, true
	case x.Kind != ssa.Phi && x.Kind != ssa.Instr || !m.CFG.InLoop(int(x.Block), l):
		return Delta{}, false
	}
	k := moverKey{v, phi, l}
	if mv, ok := m.known[k]; ok { // of itself, it is no movement
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

// join is the movement of a phi.
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
		out = out.or(mv)
	}
	return out, true
}

// instruction is the movement of what an instruction computes.
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
			r := m.RangeOf(args[1])
			if neg {
				r = r.Scale(-1)
			}
			return mv.plus(v, r), true
		}
		if neg {
			break
		}
		if mv, ok := m.move(args[1], phi, l); ok {
			return mv.plus(v, m.RangeOf(args[0])), true
		}
	}
	return Delta{}, false
}

// throughLoop is the movement of a header phi of a loop inside l.
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
		out = out.or(mv)
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
