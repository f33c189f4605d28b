package rules

import "testing"

// A need for calls in order is met by calls in that order, and in any order where code may run again.
func TestInOrder(t *testing.T) {
	first, second := oneGroup(0), oneGroup(70)
	bits := []groups{{}, first, second, first.with(second)}
	for _, test := range []struct {
		name            string
		calls           []uint16 // entries of bits
		backward, early bool
		want            bool
	}{
		{"in order", []uint16{1, 2}, false, false, true},
		{"others between", []uint16{1, 0, 0, 2}, false, false, true},
		{"the wrong order", []uint16{2, 1}, false, false, false},
		{"in order after the wrong one", []uint16{2, 1, 2}, false, false, true},
		{"only the first", []uint16{1, 1}, false, false, false},
		{"one call of both groups", []uint16{3}, false, false, false},
		{"two calls of both groups", []uint16{3, 3}, false, false, true},
		{"a loop", []uint16{2, 1}, true, false, true},
		{"a handler in front", []uint16{2, 1}, false, true, true},
	} {
		r := &codeReader{bits: bits}
		r.backward, r.early = test.backward, test.early
		for _, i := range test.calls {
			r.calls = append(r.calls, call{index: i})
		}
		if got := r.inOrder([]groups{first, second}); got != test.want {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}
