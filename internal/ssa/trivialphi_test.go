package ssa

import "testing"

// TestNestedPhis: the phis of loops inside of one another that do not store to a field are what it has in front of them, whichever is looked at
// first, and each is looked at a few times only: not once for every loop around it.
func TestNestedPhis(t *testing.T) {
	const depth = 4000
	f := &Func{}
	var phis []ID
	f.Values = make([]Value, 2, depth+3) // v1 is what the field has on entry
	f.Values[1] = Value{Kind: Field, Type: 'i'}
	for i := range ID(depth) { // phi of what is around it, and what is inside of it, the innermost of itself
		phi := i + 2
		f.Values = append(f.Values, Value{Kind: Phi, Type: 'i', Aux: fieldPhi, first: int32(len(f.args)), count: 2})
		f.args = append(f.args, phi-1, min(phi+1, depth+1))
		phis = append(phis, phi)
	}
	r := f.trivialPhis(phis, nil)
	for _, phi := range phis {
		if got := r.find(phi); got != 1 {
			t.Fatalf("the phi v%d is v%d, not v1", phi, got)
		}
	}
	if r.looks > 4*depth {
		t.Errorf("%d phis were looked at %d times", depth, r.looks)
	}
}
