package absint

import (
	"math"
	"slices"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// movement is how a value relates to a header phi of a loop: value = phi + [off], through the additions adds.
type movement struct {
	off  Range
	peak Range    // of all partial sums on the way
	adds []ssa.ID // ascending, each once
}

// mover finds movements. It looks at each value once for each header phi: without that, joins and loops inside each other
// would double the work at each level.
type mover struct {
	*method
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
	movement
	ok bool
}

// move finds how v relates to phi, a header phi of loop l: by additions of constants or of values with a known sign, through
// joins and inner loops.
func (m *method) move(v, phi ssa.ID, l int) (movement, bool) {
	if v == phi {
		return movement{}, true
	}
	if k := m.f.Values[v].Kind; k != ssa.Phi && k != ssa.Instr {
		return movement{}, false
	}
	return (&mover{method: m, known: map[moverKey]moved{}}).move(v, phi, l)
}

func (m *mover) move(v, phi ssa.ID, l int) (movement, bool) {
	x := &m.f.Values[v]
	switch {
	case v == phi:
		return movement{}, true
	case x.Kind != ssa.Phi && x.Kind != ssa.Instr || !m.g.InLoop(int(x.Block), l):
		return movement{}, false
	}
	k := moverKey{v, phi, l}
	if mv, ok := m.known[k]; ok { // of itself, it is no movement
		return mv.movement, mv.ok
	}
	m.known[k] = moved{}
	if m.depth > maxMoves {
		return movement{}, false
	}
	m.depth++
	defer func() { m.depth-- }()
	var mv moved
	if x.Kind == ssa.Phi {
		mv.movement, mv.ok = m.join(v, phi, l)
	} else {
		mv.movement, mv.ok = m.instruction(v, phi, l)
	}
	m.spend(1 + len(mv.adds)/16)
	m.known[k] = mv
	return mv.movement, mv.ok
}

// join is the movement of a phi.
func (m *mover) join(v, phi ssa.ID, l int) (movement, bool) {
	b := m.f.Values[v].Block
	if m.g.Blocks[b].Region >= 0 {
		return movement{}, false
	}
	if inner := m.loopHeadedBy(int(b)); inner == l {
		return movement{}, false // another variable of the same loop
	} else if inner >= 0 {
		return m.throughLoop(v, phi, l, inner)
	}
	out := movement{off: Range{math.Inf(1), math.Inf(-1)}}
	for _, a := range m.f.Args(v) {
		mv, ok := m.move(a, phi, l)
		if !ok {
			return movement{}, false
		}
		out = out.or(mv)
	}
	return out, true
}

// instruction is the movement of what an instruction computes.
func (m *mover) instruction(v, phi ssa.ID, l int) (movement, bool) {
	if a, c, ok := m.addition(v); ok {
		mv, good := m.move(a, phi, l)
		if !good {
			return mv, false
		}
		return mv.plus(v, Range{float64(c), float64(c)}), true
	}
	x, args := &m.f.Values[v], m.f.Args(v)
	switch x.Op {
	case classfile.OpI2b, classfile.OpI2c, classfile.OpI2s:
		if m.keepsValue(v) {
			return m.move(args[0], phi, l)
		}
	case classfile.OpIadd, classfile.OpLadd, classfile.OpIsub, classfile.OpLsub:
		neg := x.Op == classfile.OpIsub || x.Op == classfile.OpLsub
		if mv, ok := m.move(args[0], phi, l); ok {
			r := m.rangeOf(args[1])
			if neg {
				r = r.scale(-1)
			}
			return mv.plus(v, r), true
		}
		if neg {
			break
		}
		if mv, ok := m.move(args[1], phi, l); ok {
			return mv.plus(v, m.rangeOf(args[0])), true
		}
	}
	return movement{}, false
}

// or is one movement or another one.
func (mv movement) or(o movement) movement {
	return movement{off: mv.off.hull(o.off), peak: mv.peak.hull(o.peak), adds: unite(mv.adds, o.adds)}
}

func (mv movement) plus(add ssa.ID, r Range) movement {
	off := mv.off.add(r)
	return movement{off: off, peak: mv.peak.hull(off), adds: unite(mv.adds, []ssa.ID{add})}
}

// unite is the union of two sets, ascending.
func unite(a, b []ssa.ID) []ssa.ID {
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

// throughLoop is the movement of a header phi of a loop inside l.
func (m *mover) throughLoop(v, phi ssa.ID, l, inner int) (movement, bool) {
	out := movement{off: Range{math.Inf(1), math.Inf(-1)}}
	step := Range{}
	for i, a := range m.f.Args(v) {
		if m.comesRound(inner, i) {
			mv, ok := m.move(a, v, inner)
			if !ok {
				return movement{}, false
			}
			step = step.hull(mv.off)
			out.adds = unite(out.adds, mv.adds)
			continue
		}
		mv, ok := m.move(a, phi, l)
		if !ok {
			return movement{}, false
		}
		out = out.or(mv)
	}
	if step.Hi > 0 {
		out.off.Hi = math.Inf(1)
	}
	if step.Lo < 0 {
		out.off.Lo = math.Inf(-1)
	}
	out.peak = out.peak.hull(out.off)
	return out, out.off.Lo <= out.off.Hi
}
