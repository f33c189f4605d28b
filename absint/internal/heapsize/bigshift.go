package heapsize

import (
	"fmt"

	"github.com/energylint/energylint/absint/internal/contracts"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// BigShift bounds a loop that shifts a BigInteger to the right in each iteration and goes on while it is positive, or while
// its bitLength() is above a number that is not negative. With b bits at the start, of which k are shifted out in each
// iteration, there are at most ceil(b / k) iterations.
//
// Sound because x >> k has max(0, bitLength(x) - k) bits for every x, and a positive number has at least one. A test that
// holds for 0 or for negative numbers gives no bound: 0 and -1 are their own halves. Nor does a number to start with whose
// class may break contracts.Shifting; what a method that keeps it returns keeps it, too.
func BigShift(m *symval.Func, loop int, cmp symval.Comparison) (symval.Bound, bool) {
	test, ok := bitTestOf(m, loop, cmp)
	if !ok {
		return symval.Bound{}, false
	}
	for _, phi := range m.Fn.Body[m.CFG.Loops[loop].Header] {
		if m.Fn.Values[phi].Kind != ssa.Phi {
			continue
		}
		s := &bigShifts{m, loop, phi, map[ssa.ID]int64{}}
		if first := s.least(test.number, 0); first >= 0 {
			return s.bound(test, first), true
		}
	}
	return symval.Bound{}, false
}

// bitTest is an exit test under which a loop goes on only while a number has more bits than rest.
type bitTest struct {
	number  ssa.ID
	class   string // of the method that asks
	rest    int64
	endless bool // the loop also goes on for a number that shifts leave as it is
}

// bitTestOf finds the number whose sign, bits or order to a constant an exit test looks at.
func bitTestOf(m *symval.Func, loop int, cmp symval.Comparison) (bitTest, bool) {
	call, op, other := cmp.A, cmp.Op, cmp.B
	if k := &m.Fn.Values[call]; k.Kind == ssa.Int {
		call, op, other = other, symval.Mirror(op), call
	}
	limit := int64(0)
	if other != 0 {
		if m.Fn.Values[other].Kind != ssa.Int {
			return bitTest{}, false
		}
		limit = m.Fn.Values[other].Aux
	}
	if call == 0 || !virtualCall(m, call) || !m.CFG.InLoop(int(m.Fn.Values[call].Block), loop) {
		return bitTest{}, false
	}
	mem, _ := m.Fn.Member(call)
	args := m.Fn.Args(call)
	holds := func(x int64) bool { return op.Holds(x, limit) }
	switch {
	case platform.Sign.Has(mem):
		return bitTest{number: args[0], class: mem.Class, endless: holds(-1) || holds(0)}, true
	case platform.BitLength.Has(mem):
		rest, ok := restOf(op, limit)
		return bitTest{number: args[0], class: mem.Class, rest: rest, endless: !ok}, true
	case platform.NumberOrder.Has(mem):
		if c, ok := numberConstant(m, args[1]); ok {
			return bitTest{number: args[0], class: mem.Class, endless: c < 0 || holds(-1) || c == 0 && holds(0)}, true
		}
		if c, ok := numberConstant(m, args[0]); ok {
			return bitTest{number: args[1], class: mem.Class, endless: c < 0 || holds(1) || c == 0 && holds(0)}, true
		}
	}
	return bitTest{}, false
}

// virtualCall reports whether a value is the result of a call that its receiver's class decides about.
func virtualCall(m *symval.Func, v ssa.ID) bool {
	return m.Fn.IsCall(v) && m.Fn.Values[v].Op == classfile.OpInvokevirtual
}

// numberConstant returns the value of a constant of the platform such as BigInteger.TEN.
func numberConstant(m *symval.Func, v ssa.ID) (int64, bool) {
	if x := &m.Fn.Values[v]; x.Kind != ssa.Instr || x.Op != classfile.OpGetstatic {
		return 0, false
	}
	mem, _ := m.Fn.Member(v)
	return platform.NumberConstant(mem)
}

// restOf returns the largest rest >= 0 for which `bits op limit` implies bits > rest, for all bits >= 0. ok is false where
// the comparison holds for 0 bits, which stay 0.
func restOf(op classfile.Op, limit int64) (rest int64, ok bool) {
	switch {
	case op.Holds(0, limit):
		return 0, false
	case op == classfile.OpIfIcmpgt:
		return max(limit, 0), true
	case op == classfile.OpIfIcmpge || op == classfile.OpIfIcmpeq:
		return max(limit-1, 0), true
	}
	return 0, true
}

// bigShifts finds by how many bits the values of an iteration are shifted to the right from a variable of the loop.
type bigShifts struct {
	m     *symval.Func
	loop  int
	phi   ssa.ID
	known map[ssa.ID]int64 // by value
}

// least returns the least number of bits that v is shifted to the right from the variable, on any path from the header to v
// in one iteration; -1 where v may be something else.
func (s *bigShifts) least(v ssa.ID, depth int) int64 {
	if v == s.phi {
		return 0
	}
	if v == 0 || depth > symval.MaxDepth {
		return -1
	}
	if n, ok := s.known[v]; ok {
		return n
	}
	s.known[v] = -1 // of what depends on itself
	n := s.leastOf(v, depth)
	s.known[v] = n
	return n
}

func (s *bigShifts) leastOf(v ssa.ID, depth int) int64 {
	f, x := s.m.Fn, &s.m.Fn.Values[v]
	args := f.Args(v)
	switch {
	case !s.m.CFG.InLoop(int(x.Block), s.loop):
	case x.Kind == ssa.Phi && int(s.m.CFG.Blocks[x.Block].Loop) == s.loop && s.m.LoopHeadedBy(int(x.Block)) < 0:
		n := int64(-1)
		for i, a := range args {
			one := s.least(a, depth+1)
			if one < 0 {
				return -1
			}
			if i == 0 || one < n {
				n = one
			}
		}
		return n
	case x.Kind == ssa.Instr && x.Op == classfile.OpCheckcast:
		return s.least(args[0], depth+1)
	case x.Kind == ssa.Instr && virtualCall(s.m, v):
		mem, _ := f.Member(v)
		if !platform.RightShift.Has(mem) {
			return -1
		}
		n, bits := s.least(args[0], depth+1), s.bits(args[1])
		if n >= 0 && bits >= 0 {
			return n + bits
		}
	}
	return -1
}

// bits returns the least number of bits by which a shift moves: a constant, or a value from before the loop. It is below 0
// where the shift may be one to the left.
func (s *bigShifts) bits(v ssa.ID) int64 {
	x := &s.m.Fn.Values[v]
	switch {
	case x.Kind == ssa.Int:
		return x.Aux
	case !s.m.CFG.InLoop(int(x.Block), s.loop):
		if least := s.m.RangeOf(v).Lo; least >= 0 {
			return symval.SmallLeast(least)
		}
	}
	return -1
}

// bound returns the bound of the loop by a test of a value that is shifted by first bits from the variable.
func (s *bigShifts) bound(test bitTest, first int64) symval.Bound {
	m, l := s.m, s.loop
	var starts []expr.Size
	var broken *contracts.Breach
	step := int64(-1)
	for i, a := range m.Fn.Args(s.phi) {
		if !m.ViaBackEdge(l, i) {
			if a == 0 {
				return symval.Bound{Why: m.TestWhy(l, fmt.Sprintf("it is not known what %s starts with", m.Describe(s.phi)))}
			}
			if b := m.Breach(a, test.class, contracts.Shifting); b != nil && broken == nil {
				broken = b
			}
			starts = append(starts, m.Largest(a, "bitLength", m.Part(a, ".bitLength()"), symval.MaxLength))
			continue
		}
		n := s.least(a, 0)
		if n <= 0 {
			return symval.Bound{Why: m.TestWhy(l, fmt.Sprintf("an iteration may do something else to %s than shift it to the right by a constant", m.Describe(s.phi)))}
		}
		if step < 0 || n < step {
			step = n
		}
	}
	switch {
	case len(starts) == 0 || step < 0:
		return symval.Bound{Why: m.TestWhy(l, fmt.Sprintf("it is not known what %s starts with", m.Describe(s.phi)))}
	case test.endless:
		return symval.Bound{Why: m.TestWhy(l, fmt.Sprintf("its exit test also holds for numbers that a shift to the right leaves as they are, 0 or -1: test %s.signum() > 0", m.Describe(s.phi)))}
	case broken != nil:
		return symval.Bound{Why: m.TestWhy(l, fmt.Sprintf("it ends when %s has no bits left, but %s", m.Describe(s.phi), broken))}
	}
	bits := expr.Max(starts...).AddInt(-test.rest - first)
	return symval.Bound{Upper: m.Clamp(bits.AddInt(step-1).FloorDiv(step), m.CFG.Loops[l].Header)}
}
