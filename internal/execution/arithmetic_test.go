package execution

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	cf "github.com/energylint/energylint/internal/classfile"
)

// one executes an instruction on operands, given as slots, and returns the value that it leaves first.
func one(t interface{ Fatal(...any) }, op cf.Op, slots ...int64) int64 {
	s := make([]value, 16)
	for i, n := range slots {
		s[i].n = n
	}
	if _, err := arithmetic(&instruction{op: op}, s, len(slots)); err != nil {
		t.Fatal(err)
	}
	return s[0].n
}

// JVMS chapter 6, the cases that differ from Go or from intuition.
func TestCorners(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, c := range []struct {
		name  string
		op    cf.Op
		slots []int64
		want  int64
	}{
		{"iadd wraps", cf.OpIadd, []int64{math.MaxInt32, 1}, math.MinInt32},
		{"imul wraps", cf.OpImul, []int64{1 << 20, 1 << 20}, 0},
		{"idiv of the least", cf.OpIdiv, []int64{math.MinInt32, -1}, math.MinInt32},
		{"idiv truncates", cf.OpIdiv, []int64{-7, 2}, -3},
		{"irem has the sign of the dividend", cf.OpIrem, []int64{-7, 2}, -1},
		{"ldiv of the least", cf.OpLdiv, []int64{math.MinInt64, 0, -1, 0}, math.MinInt64},
		{"ineg of the least", cf.OpIneg, []int64{math.MinInt32}, math.MinInt32},
		{"ishl by 33", cf.OpIshl, []int64{1, 33}, 2},
		{"lshl by an int", cf.OpLshl, []int64{1, 0, 33}, 1 << 33},
		{"iushr", cf.OpIushr, []int64{-1, 28}, 15},
		{"lushr", cf.OpLushr, []int64{-1, 0, 60}, 15},
		{"ishr by -1", cf.OpIshr, []int64{-8, -1}, -1},
		{"d2i of NaN", cf.OpD2i, []int64{doubleBits(nan), 0}, 0},
		{"d2i saturates", cf.OpD2i, []int64{doubleBits(1e300), 0}, math.MaxInt32},
		{"d2l saturates", cf.OpD2l, []int64{doubleBits(-inf), 0}, math.MinInt64},
		{"f2i truncates", cf.OpF2i, []int64{floatBits(-2.9)}, -2},
		{"l2i drops", cf.OpL2i, []int64{1<<32 + 5, 0}, 5},
		{"i2b", cf.OpI2b, []int64{200}, -56},
		{"i2c", cf.OpI2c, []int64{-1}, 65535},
		{"i2s", cf.OpI2s, []int64{40000}, -25536},
		{"lcmp", cf.OpLcmp, []int64{3, 0, 4, 0}, -1},
		{"dcmpl of NaN", cf.OpDcmpl, []int64{doubleBits(nan), 0, 0, 0}, -1},
		{"dcmpg of NaN", cf.OpDcmpg, []int64{doubleBits(nan), 0, 0, 0}, 1},
		{"fcmpg of NaN", cf.OpFcmpg, []int64{floatBits(float32(nan)), 0}, 1},
		{"dcmpl of zeros", cf.OpDcmpl, []int64{doubleBits(math.Copysign(0, -1)), 0, doubleBits(0), 0}, 0},
		{"drem", cf.OpDrem, []int64{doubleBits(-7.5), 0, doubleBits(2), 0}, doubleBits(-1.5)},
		{"ddiv by zero", cf.OpDdiv, []int64{doubleBits(1), 0, doubleBits(0), 0}, doubleBits(inf)},
		{"iconst_m1", cf.OpIconstM1, nil, -1},
		{"fconst_2", cf.OpFconst2, nil, floatBits(2)},
	} {
		if got := one(t, c.op, c.slots...); got != c.want {
			t.Errorf("%s: got %d, want %d", c.name, got, c.want)
		}
	}
	s := make([]value, 8)
	if _, err := arithmetic(&instruction{op: cf.OpIrem}, s, 2); err != errZero {
		t.Errorf("remainder of a division by zero: %v", err)
	}
}

// Float arithmetic by way of doubles is float arithmetic.
func TestFloatsRoundOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := rapid.Float32().Draw(t, "a"), rapid.Float32().Draw(t, "b")
		for _, c := range []struct {
			op   cf.Op
			want float32
		}{{cf.OpFadd, a + b}, {cf.OpFsub, a - b}, {cf.OpFmul, a * b}, {cf.OpFdiv, a / b}} {
			got := float(one(t, c.op, floatBits(a), floatBits(b)))
			if got != c.want && !(got != got && c.want != c.want) {
				t.Fatalf("%v of %v and %v: %v, want %v", c.op, a, b, got, c.want)
			}
		}
	})
}

// The stack as slots a, b, c, ... from the bottom (JVMS 6.5).
func TestShuffle(t *testing.T) {
	for _, c := range []struct {
		op           cf.Op
		before, want string
	}{
		{cf.OpPop, "ab", "a"}, {cf.OpPop2, "abc", "a"}, {cf.OpDup, "ab", "abb"}, {cf.OpDupX1, "abc", "acbc"},
		{cf.OpDupX2, "abcd", "adbcd"}, {cf.OpDup2, "abc", "abcbc"}, {cf.OpDup2X1, "abcd", "acdbcd"},
		{cf.OpDup2X2, "abcde", "adebcde"}, {cf.OpSwap, "abc", "acb"},
	} {
		s := make([]value, 16)
		for i, r := range c.before {
			s[i].n = int64(r)
		}
		got := ""
		for _, v := range s[:shuffle(c.op, s, len(c.before))] {
			got += string(rune(v.n))
		}
		if got != c.want {
			t.Errorf("%v of %s: %s, want %s", c.op, c.before, got, c.want)
		}
	}
}
