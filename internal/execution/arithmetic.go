package execution

import (
	"fmt"
	"math"

	cf "github.com/energylint/energylint/internal/classfile"
)

// arithmetic executes constants, arithmetic, conversions and comparisons. Ints and longs wrap around, floating point is
// IEEE 754 (JVMS 2.8).
func arithmetic(in *instruction, s []value, sp int) (int, error) {
	switch op := in.op; {
	case op == cf.OpNop:
	case op == cf.OpAconstNull:
		s[sp] = value{}
		return sp + 1, nil
	case op <= cf.OpIconst5:
		s[sp] = value{n: int64(op) - int64(cf.OpIconst0)}
		return sp + 1, nil
	case op <= cf.OpLconst1:
		s[sp] = value{n: int64(op - cf.OpLconst0)}
		return sp + 2, nil
	case op <= cf.OpFconst2:
		s[sp] = value{n: floatBits(float32(op - cf.OpFconst0))}
		return sp + 1, nil
	case op <= cf.OpDconst1:
		s[sp] = value{n: doubleBits(float64(op - cf.OpDconst0))}
		return sp + 2, nil
	case op <= cf.OpLdcW:
		s[sp] = value{n: in.n}
		return sp + 1, nil
	case op == cf.OpLdc2W:
		s[sp] = value{n: in.n}
		return sp + 2, nil
	case op >= cf.OpIadd && op <= cf.OpDrem:
		return binary(op, s, sp)
	case op >= cf.OpIneg && op <= cf.OpDneg:
		negate(op, s, sp)
	case op >= cf.OpIshl && op <= cf.OpLxor:
		return bits(op, s, sp), nil
	case op >= cf.OpI2l && op <= cf.OpI2s:
		return convert(op, s, sp), nil
	case op >= cf.OpLcmp && op <= cf.OpDcmpg:
		return compare(op, s, sp), nil
	default:
		return sp, fmt.Errorf("%v is not supported", op)
	}
	return sp, nil
}

// binary executes + - * / %, whose opcodes go through int, long, float, double for each.
func binary(op cf.Op, s []value, sp int) (int, error) {
	kind, what := (op-cf.OpIadd)%4, (op-cf.OpIadd)/4
	slots := 1 + int(kind&1) // long and double
	sp -= slots
	b, a := s[sp].n, &s[sp-slots].n
	switch kind {
	case 0, 1:
		if what >= 3 && b == 0 {
			return sp, errZero
		}
		*a = integer(what, *a, b)
		if kind == 0 {
			*a = int64(int32(*a))
		}
	case 2:
		*a = floatBits(float32(floating(what, float64(float(*a)), float64(float(b)))))
	case 3:
		*a = doubleBits(floating(what, double(*a), double(b)))
	}
	return sp, nil
}

func integer(what cf.Op, a, b int64) int64 {
	switch what {
	case 0:
		return a + b
	case 1:
		return a - b
	case 2:
		return a * b
	case 3:
		return a / b
	}
	return a % b
}

// floating computes in double precision. For float operands, rounding the result once more to float is exact for
// + - * / (Figueroa 1995), and % has no rounding.
func floating(what cf.Op, a, b float64) float64 {
	switch what {
	case 0:
		return a + b
	case 1:
		return a - b
	case 2:
		return a * b
	case 3:
		return a / b
	}
	return math.Mod(a, b)
}

func negate(op cf.Op, s []value, sp int) {
	switch op {
	case cf.OpIneg:
		s[sp-1].n = int64(int32(-s[sp-1].n))
	case cf.OpLneg:
		s[sp-2].n = -s[sp-2].n
	case cf.OpFneg:
		s[sp-1].n = floatBits(-float(s[sp-1].n))
	case cf.OpDneg:
		s[sp-2].n = doubleBits(-double(s[sp-2].n))
	}
}

// bits executes shifts and bitwise operations. The amount of a shift is an int, also for a long.
func bits(op cf.Op, s []value, sp int) int {
	long := (op-cf.OpIshl)%2 == 1
	slots, mask := 1, int64(31)
	if long {
		slots, mask = 2, 63
	}
	if op <= cf.OpLushr {
		sp--
	} else {
		sp -= slots
	}
	b, a := s[sp].n, &s[sp-slots].n
	switch op {
	case cf.OpIshl, cf.OpLshl:
		*a <<= uint64(b & mask)
	case cf.OpIshr, cf.OpLshr:
		*a >>= uint64(b & mask)
	case cf.OpIushr:
		*a = int64(uint32(*a) >> uint64(b&mask))
	case cf.OpLushr:
		*a = int64(uint64(*a) >> uint64(b&mask))
	case cf.OpIand, cf.OpLand:
		*a &= b
	case cf.OpIor, cf.OpLor:
		*a |= b
	case cf.OpIxor, cf.OpLxor:
		*a ^= b
	}
	if !long {
		*a = int64(int32(*a))
	}
	return sp
}

func convert(op cf.Op, s []value, sp int) int {
	from, to := 1, 1
	switch op {
	case cf.OpL2i, cf.OpL2f, cf.OpL2d, cf.OpD2i, cf.OpD2l, cf.OpD2f:
		from = 2
	}
	switch op {
	case cf.OpI2l, cf.OpI2d, cf.OpL2d, cf.OpF2l, cf.OpF2d, cf.OpD2l:
		to = 2
	}
	v := &s[sp-from].n
	switch op {
	case cf.OpL2i:
		*v = int64(int32(*v))
	case cf.OpI2f, cf.OpL2f:
		*v = floatBits(float32(*v))
	case cf.OpI2d, cf.OpL2d:
		*v = doubleBits(float64(*v))
	case cf.OpF2i:
		*v = truncate(float64(float(*v)), math.MinInt32, math.MaxInt32)
	case cf.OpF2l:
		*v = truncate(float64(float(*v)), math.MinInt64, math.MaxInt64)
	case cf.OpF2d:
		*v = doubleBits(float64(float(*v)))
	case cf.OpD2i:
		*v = truncate(double(*v), math.MinInt32, math.MaxInt32)
	case cf.OpD2l:
		*v = truncate(double(*v), math.MinInt64, math.MaxInt64)
	case cf.OpD2f:
		*v = floatBits(float32(double(*v)))
	case cf.OpI2b:
		*v = int64(int8(*v))
	case cf.OpI2c:
		*v = int64(uint16(*v))
	case cf.OpI2s:
		*v = int64(int16(*v))
	}
	return sp - from + to
}

// truncate rounds towards zero; NaN is 0, what is too large the largest (JVMS d2i).
func truncate(x float64, least, most int64) int64 {
	switch {
	case math.IsNaN(x):
		return 0
	case x <= float64(least):
		return least
	case x >= float64(most):
		return most
	}
	return int64(x)
}

func compare(op cf.Op, s []value, sp int) int {
	slots := 2
	if op == cf.OpFcmpl || op == cf.OpFcmpg {
		slots = 1
	}
	b, a := s[sp-slots].n, s[sp-2*slots].n
	sp -= 2 * slots
	less, greater := a < b, a > b
	switch op {
	case cf.OpFcmpl, cf.OpFcmpg:
		less, greater = float(a) < float(b), float(a) > float(b)
	case cf.OpDcmpl, cf.OpDcmpg:
		less, greater = double(a) < double(b), double(a) > double(b)
	}
	equal := a == b
	switch op {
	case cf.OpFcmpl, cf.OpFcmpg:
		equal = float(a) == float(b)
	case cf.OpDcmpl, cf.OpDcmpg:
		equal = double(a) == double(b)
	}
	n := int64(0)
	switch {
	case less:
		n = -1
	case greater:
		n = 1
	case !equal && (op == cf.OpFcmpg || op == cf.OpDcmpg): // NaN
		n = 1
	case !equal:
		n = -1
	}
	s[sp] = value{n: n}
	return sp + 1
}
