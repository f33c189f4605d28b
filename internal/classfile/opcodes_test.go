package classfile

import "testing"

// TestHolds compares 1 with 1, 2 and 0 by each comparison of JVMS 6.5.
func TestHolds(t *testing.T) {
	for _, c := range []struct {
		zero, two            Op // compare with 0, compare two operands
		equal, less, greater bool
	}{
		{OpIfeq, OpIfIcmpeq, true, false, false},
		{OpIfne, OpIfIcmpne, false, true, true},
		{OpIflt, OpIfIcmplt, false, true, false},
		{OpIfge, OpIfIcmpge, true, false, true},
		{OpIfgt, OpIfIcmpgt, false, false, true},
		{OpIfle, OpIfIcmple, true, true, false},
	} {
		for _, op := range []Op{c.zero, c.two} {
			if equal, less, greater := op.Holds(1, 1), op.Holds(1, 2), op.Holds(1, 0); equal != c.equal || less != c.less || greater != c.greater {
				t.Errorf("%s: %t of equal numbers, %t of a lower one, %t of a higher one", op, equal, less, greater)
			}
		}
	}
}
