package randprog

import (
	"fmt"

	"github.com/energylint/energylint/internal/classfile"
)

// arithmetic is Java's: ints and longs wrap around, the smallest number divided by -1 is itself.
func (f *frame) arithmetic(in *instruction) (int, string, error) {
	op := in.op
	switch op {
	case classfile.OpIneg:
		f.push(int64(int32(-f.pop().N)))
		return in.next, "", nil
	case classfile.OpLneg:
		f.push(-f.pop().N)
		return in.next, "", nil
	case classfile.OpI2l:
		return in.next, "", nil
	case classfile.OpL2i:
		f.push(int64(int32(f.pop().N)))
		return in.next, "", nil
	case classfile.OpI2b:
		f.push(int64(int8(f.pop().N)))
		return in.next, "", nil
	case classfile.OpI2c:
		f.push(int64(uint16(f.pop().N)))
		return in.next, "", nil
	case classfile.OpI2s:
		f.push(int64(int16(f.pop().N)))
		return in.next, "", nil
	}
	b := f.pop().N
	a := f.pop().N
	long := false
	var v int64
	switch op {
	case classfile.OpLadd, classfile.OpLsub, classfile.OpLmul, classfile.OpLdiv, classfile.OpLrem, classfile.OpLand, classfile.OpLor, classfile.OpLxor, classfile.OpLshl, classfile.OpLshr, classfile.OpLushr, classfile.OpLcmp:
		long = true
	}
	switch op {
	case classfile.OpIadd, classfile.OpLadd:
		v = a + b
	case classfile.OpIsub, classfile.OpLsub:
		v = a - b
	case classfile.OpImul, classfile.OpLmul:
		v = a * b
	case classfile.OpIdiv, classfile.OpLdiv, classfile.OpIrem, classfile.OpLrem:
		switch {
		case b == 0:
			return 0, "java/lang/ArithmeticException", nil
		case op == classfile.OpIdiv || op == classfile.OpLdiv:
			v = a / b
		default:
			v = a % b
		}
	case classfile.OpIand, classfile.OpLand:
		v = a & b
	case classfile.OpIor, classfile.OpLor:
		v = a | b
	case classfile.OpIxor, classfile.OpLxor:
		v = a ^ b
	case classfile.OpIshl:
		v = a << (b & 31)
	case classfile.OpLshl:
		v = a << (b & 63)
	case classfile.OpIshr:
		v = a >> (b & 31)
	case classfile.OpLshr:
		v = a >> (b & 63)
	case classfile.OpIushr:
		v = int64(uint32(a) >> (b & 31))
	case classfile.OpLushr:
		v = int64(uint64(a) >> (b & 63))
	case classfile.OpLcmp:
		switch {
		case a < b:
			v = -1
		case a > b:
			v = 1
		}
	default:
		return 0, "", fmt.Errorf("%v is not supported", op)
	}
	if !long {
		v = int64(int32(v))
	}
	f.push(v)
	return in.next, "", nil
}
