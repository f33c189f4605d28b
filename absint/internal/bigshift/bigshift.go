// Package bigshift bounds loops that shift a BigInteger to the right in each iteration, or divide it by a number of at least 2, and
// go on while it is positive, or while its bitLength() is above a number that is not negative. With b bits at the start, of
// which an iteration drops at least k, there are at most ceil(b / k) iterations. A division by d >= 2^k drops k bits.
//
// Sound because x >> k has max(0, bitLength(x) - k) bits for every x, and a positive number has at least one. x / d, which is
// rounded towards 0, has at most as many: for x >= 0 it is at most x >> k; for x < 0, where the bits are those of -x - 1, it is 0,
// or the bits are those of floor(-x / d) - 1 <= (-x - 1) >> k. (Division as in the specification of BigInteger.divide.)
//
// A test that holds for 0 or for negative numbers gives no bound: 0 and -1 are their own halves. Nor does a number to start
// with whose class may break contracts.Shifting, or contracts.Dividing if it is divided; what a method that keeps them returns
// keeps them, too.
package bigshift

import (
	"fmt"
	"math/bits"

	"github.com/energylint/energylint/absint/internal/code"
	"github.com/energylint/energylint/absint/internal/contracts"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/platform"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/ssa"
)

// Test bounds a loop by a test of the bits of a BigInteger; ok is false for other tests.
func Test(m *symval.Func, loop int, cmp code.Comparison) (t symval.Bound, ok bool) {
	test, ok := bitTestOf(m, loop, cmp)
	if !ok {
		return symval.Bound{}, false
	}
	for _, phi := range m.Fn.Body[m.CFG.Loops[loop].Header] {
		if m.Fn.Values[phi].Kind != ssa.Phi {
			continue
		}
		s := &bigShifts{m: m, loop: loop, phi: phi, known: map[ssa.ID]int64{}}
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
func bitTestOf(m *symval.Func, loop int, cmp code.Comparison) (bitTest, bool) {
	call, op, other := cmp.A, cmp.Op, cmp.B
	if k := &m.Fn.Values[call]; k.Kind == ssa.Int {
		call, op, other = other, code.Mirror(op), call
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

// bigShifts finds how many bits of a variable of the loop are shifted or divided out of the values of an iteration.
type bigShifts struct {
	m                *symval.Func
	loop             int
	phi              ssa.ID
	known            map[ssa.ID]int64 // by value
	shifted, divided bool             // what was found so far
}

// least returns the least number of bits by which v is shorter than the variable, or 0 bits long, on any path from the header
// to v in one iteration; -1 where v may be something else.
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
		dropped := int64(-1)
		switch mem, _ := f.Member(v); {
		case platform.RightShift.Has(mem):
			s.shifted = true
			dropped = s.number(args[1])
		case platform.Quotient.Has(mem):
			s.divided = true
			if d := s.divisor(args[1]); d >= 1 {
				dropped = int64(bits.Len64(uint64(d)) - 1)
			}
		}
		if n := s.least(args[0], depth+1); n >= 0 && dropped >= 0 {
			return n + dropped
		}
	}
	return -1
}

// divisor returns the least value of a BigInteger that is a constant or made of a number, below 0 where it is not known.
func (s *bigShifts) divisor(v ssa.ID) int64 {
	if d, ok := numberConstant(s.m, v); ok {
		return d
	}
	if x := &s.m.Fn.Values[v]; s.m.Fn.IsCall(v) && x.Op == classfile.OpInvokestatic {
		if mem, _ := s.m.Fn.Member(v); platform.NumberOf.Has(mem) {
			return s.number(s.m.Fn.Args(v)[0])
		}
	}
	return -1
}

// number returns the least value of the number that an operation takes: a constant, or a value from before the loop. It is
// below 0 where the number may be.
func (s *bigShifts) number(v ssa.ID) int64 {
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
	for i, a := range m.Fn.Args(s.phi) { // to know what is done to the variable
		if m.ViaBackEdge(l, i) {
			s.least(a, 0)
		}
	}
	var starts []expr.Size
	var broken *contracts.Breach
	step := int64(-1)
	for i, a := range m.Fn.Args(s.phi) {
		if !m.ViaBackEdge(l, i) {
			if a == 0 {
				return symval.Bound{Why: m.TestWhy(l, fmt.Sprintf("it is not known what %s starts with", m.Describe(s.phi)))}
			}
			for _, c := range s.contracts() {
				if b := m.Breach(a, test.class, c); b != nil && broken == nil {
					broken = b
				}
			}
			starts = append(starts, m.Largest(a, "bitLength", m.Part(a, ".bitLength()"), symval.MaxLength))
			continue
		}
		n := s.least(a, 0)
		if n <= 0 {
			return symval.Bound{Why: m.TestWhy(l, fmt.Sprintf("an iteration may do something else to %s than shift it to the right by a constant or divide it by a constant of at least 2", m.Describe(s.phi)))}
		}
		if step < 0 || n < step {
			step = n
		}
	}
	switch {
	case len(starts) == 0 || step < 0:
		return symval.Bound{Why: m.TestWhy(l, fmt.Sprintf("it is not known what %s starts with", m.Describe(s.phi)))}
	case test.endless && !s.shifted:
		return symval.Bound{Why: m.TestWhy(l, fmt.Sprintf("its exit test also holds for 0 or for negative numbers: test %s.signum() > 0", m.Describe(s.phi)))}
	case test.endless:
		return symval.Bound{Why: m.TestWhy(l, fmt.Sprintf("its exit test also holds for numbers that a shift to the right leaves as they are, 0 or -1: test %s.signum() > 0", m.Describe(s.phi)))}
	case broken != nil:
		return symval.Bound{Why: m.TestWhy(l, fmt.Sprintf("it ends when %s has no bits left, but %s", m.Describe(s.phi), broken))}
	}
	length := expr.Max(starts...).AddInt(-test.rest - first)
	return symval.Bound{Upper: m.Clamp(length.AddInt(step-1).FloorDiv(step), m.CFG.Loops[l].Header)}
}

// contracts returns what the operations on the variable rest on.
func (s *bigShifts) contracts() []*contracts.Contract {
	switch {
	case !s.divided:
		return []*contracts.Contract{contracts.Shifting}
	case !s.shifted:
		return []*contracts.Contract{contracts.Dividing}
	}
	return []*contracts.Contract{contracts.Shifting, contracts.Dividing}
}
