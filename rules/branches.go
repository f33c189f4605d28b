package rules

import (
	"cmp"
	"encoding/binary"
	"slices"
	"strings"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// pathLimit is how many states comesBack looks at before it takes it that there is a way.
const pathLimit = 500

// pathState is a block with the integers that its phis, and those of blocks before it, are on one way there.
type pathState struct {
	block  int32
	values []phiValue // by phi; states share them, so they are not changed
}

type phiValue struct {
	phi ssa.ID
	n   int64
}

// find returns where the value of a phi is, or belongs.
func (s pathState) find(phi ssa.ID) (int, bool) {
	return slices.BinarySearchFunc(s.values, phi, func(x phiValue, phi ssa.ID) int { return cmp.Compare(x.phi, phi) })
}

// seenStates are the states that a search was in.
type seenStates struct {
	blocks []bool // those without values, by block
	others map[string]bool
	n      int
}

// add reports whether a state is new.
func (s *seenStates) add(x pathState) bool {
	if len(x.values) == 0 {
		if s.blocks[x.block] {
			return false
		}
		s.blocks[x.block] = true
		s.n++
		return true
	}
	key := x.key()
	if s.others[key] {
		return false
	}
	if s.others == nil {
		s.others = map[string]bool{}
	}
	s.others[key] = true
	s.n++
	return true
}

// comesBack reports whether control that leaves the block of v without an exception can reach that block again inside loop
// l, which contains it, without another exception. Conditions on integers that a way makes constant are decided: a loop
// that sets a flag after v and tests it before it goes on does not come back, nor one that runs v only while a variable is null which
// is set then, nor one that runs v only where a counter has one value, nor one that ends after v. Only a loop that comes back tries again
// what failed.
func (m *Method) comesBack(v ssa.ID, l int) bool {
	s, key := m.sharedWork(), wayBackOf{v, l}
	back, known := s.comesBack[key]
	if !known {
		back = m.findWayBack(v, l)
		if s.comesBack == nil {
			s.comesBack = map[wayBackOf]bool{}
		}
		s.comesBack[key] = back
	}
	return back
}

// wayBackOf is what comesBack is asked.
type wayBackOf struct {
	v    ssa.ID
	loop int
}

// findWayBack is comesBack without a memory.
func (m *Method) findWayBack(v ssa.ID, l int) bool {
	g := m.Graph()
	start := m.Func().Values[v].Block
	if !m.Iterates(v, l) || m.onceByCounter(v, l) || m.lastIteration(v, l) {
		return false
	}
	seen := seenStates{blocks: make([]bool, len(g.Blocks))}
	work := []pathState{{block: start}}
	for len(work) > 0 {
		s := work[len(work)-1]
		work = work[:len(work)-1]
		for i := range g.Blocks[s.block].Succs {
			e := &g.Blocks[s.block].Succs[i]
			if e.Kind == cfg.Exception || !g.InLoop(int(e.To), l) || !m.mayTake(s, e) {
				continue
			}
			if e.To == start {
				return true
			}
			if next := m.follow(s, e, v); seen.add(next) {
				work = append(work, next)
			}
		}
		if seen.n > pathLimit {
			return true
		}
	}
	return false
}

// key tells states apart: only phis whose value is known differ.
func (s pathState) key() string {
	b := binary.AppendVarint(make([]byte, 0, 16), int64(s.block))
	for _, x := range s.values {
		b = binary.AppendVarint(binary.AppendVarint(b, int64(x.phi)), x.n)
	}
	return string(b)
}

// follow returns the state behind an edge: the phis of its target have what the edge brings. What v returns is taken for not null, and
// what is made in a block that the block of v dominates.
func (m *Method) follow(s pathState, e *cfg.Edge, v ssa.ID) pathState {
	f := m.Func()
	next := pathState{e.To, s.values}
	owned := false // by next
	for _, phi := range f.Body[e.To] {
		if f.Values[phi].Kind != ssa.Phi {
			break
		}
		n, known := m.brought(s, e, v, phi)
		i, had := next.find(phi)
		if !known && !had {
			continue
		}
		if !owned {
			next.values, owned = slices.Clone(next.values), true
		}
		switch {
		case !known:
			next.values = slices.Delete(next.values, i, i+1)
		case had:
			next.values[i].n = n
		default:
			next.values = slices.Insert(next.values, i, phiValue{phi, n})
		}
	}
	return next
}

// brought returns the integer that an edge brings to a phi, if it is known: see follow.
func (m *Method) brought(s pathState, e *cfg.Edge, v, phi ssa.ID) (n int64, known bool) {
	f := m.Func()
	if e.Slot < 0 || int(e.Slot) >= len(f.Args(phi)) {
		return 0, false
	}
	a := f.Args(phi)[e.Slot]
	if n, ok := m.number(a, s); ok {
		return n, true
	}
	return 1, m.isMade(a, v) && m.Graph().Dominators.Dominates(int(f.Values[v].Block), int(f.Values[a].Block))
}

// makers are beginnings of the names of methods that make what they return.
var makers = []string{"new", "create", "getInstance", "build", "toString", "valueOf", "make"}

// isMade reports whether a reference is what v returns, a string constant, or an object that an instruction or a method makes.
func (m *Method) isMade(a, v ssa.ID) bool {
	f := m.Func()
	x := &f.Values[a]
	if a == 0 || x.Type != 'a' {
		return false
	}
	if _, constant := f.StringConstant(a); constant || a == v {
		return true
	}
	if f.IsCall(a) {
		c, _ := f.Member(a)
		return slices.ContainsFunc(makers, func(n string) bool { return strings.HasPrefix(c.Name, n) })
	}
	return x.Kind == ssa.Instr && (x.Op == classfile.OpNew || x.Op == classfile.OpNewarray || x.Op == classfile.OpAnewarray)
}

// mostSteps is how many steps of a counter are followed to a value that is known.
const mostSteps = 8

// number is the int that a value is in a state; null is 0. A step of a counter is of what the counter is in the state: whatever uses the
// step comes behind it on every way, so the phi has not changed since.
func (m *Method) number(v ssa.ID, s pathState) (int64, bool) { return m.numberBehind(v, s, mostSteps) }

func (m *Method) numberBehind(v ssa.ID, s pathState, steps int) (int64, bool) {
	f := m.Func()
	x := &f.Values[v]
	switch {
	case v == 0:
		return 0, false
	case x.Kind == ssa.Int && x.Type == 'i':
		return x.Aux, true
	case f.IsNull(v):
		return 0, true
	case x.Kind == ssa.Instr && x.Op == classfile.OpIinc && steps > 0:
		n, ok := m.numberBehind(f.Args(v)[0], s, steps-1)
		return int64(int32(n + x.Aux)), ok
	}
	if i, ok := s.find(v); ok {
		return s.values[i].n, true
	}
	return 0, false
}

// mayTake reports whether an edge can be taken in a state: a branch on known integers decides it.
func (m *Method) mayTake(s pathState, e *cfg.Edge) bool {
	f, g := m.Func(), m.Graph()
	if e.Kind != cfg.Taken && e.Kind != cfg.Fall {
		return true
	}
	test := f.At(g.Blocks[s.block].Last)
	if test == 0 {
		return true
	}
	op := f.Values[test].Op
	args := f.Args(test)
	var a, b int64
	var known bool
	switch {
	case op >= classfile.OpIfeq && op <= classfile.OpIfle || op == classfile.OpIfnull || op == classfile.OpIfnonnull:
		a, known = m.number(args[0], s)
	case op >= classfile.OpIfIcmpeq && op <= classfile.OpIfIcmple:
		var other bool
		a, known = m.number(args[0], s)
		b, other = m.number(args[1], s)
		known = known && other
	}
	return !known || holds(op, a, b) == (e.Kind == cfg.Taken)
}

// holds reports whether the condition of a branch is true of two numbers.
func holds(op classfile.Op, a, b int64) bool {
	switch op {
	case classfile.OpIfeq, classfile.OpIfIcmpeq, classfile.OpIfnull:
		return a == b
	case classfile.OpIfne, classfile.OpIfIcmpne, classfile.OpIfnonnull:
		return a != b
	case classfile.OpIflt, classfile.OpIfIcmplt:
		return a < b
	case classfile.OpIfge, classfile.OpIfIcmpge:
		return a >= b
	case classfile.OpIfgt, classfile.OpIfIcmpgt:
		return a > b
	}
	return a <= b
}

// branch returns the boolean that the branch at the end of block b tests, and the edge that is taken where it is as said; 0 and nil
// where there is no such branch.
func (m *Method) branch(b int, truth bool) (condition ssa.ID, e *cfg.Edge) {
	f, g := m.Func(), m.Graph()
	test := f.At(g.Blocks[b].Last)
	if test == 0 {
		return 0, nil
	}
	op := f.Values[test].Op
	if op != classfile.OpIfeq && op != classfile.OpIfne {
		return 0, nil
	}
	for i := range g.Blocks[b].Succs {
		e := &g.Blocks[b].Succs[i]
		if e.Kind != cfg.Exception && (e.Kind == cfg.Taken) == (truth == (op == classfile.OpIfne)) {
			return f.Args(test)[0], e
		}
	}
	return 0, nil
}
