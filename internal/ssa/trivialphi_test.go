package ssa

import (
	"testing"
	"time"

	"github.com/energylint/energylint/internal/cfg"
	"github.com/energylint/energylint/internal/classfile"
)

// plainMemory says of every field that it can be a variable, and of calls that they do nothing to fields.
type plainMemory struct{ *randomMemory }

func (plainMemory) Field(f classfile.Member) (classfile.Member, bool) { return f, true }

// TestNestedPhis: the phis of loops inside of one another that do not store to a field are what it has in front of them, whichever is looked at
// first, in a time that does not grow with the square of their number.
func TestNestedPhis(t *testing.T) {
	const depth = 4000
	p := &promotion{accesses: accesses{&Func{Graph: &cfg.Graph{}}, plainMemory{}}, reads: map[ID]ID{}}
	p.Values = make([]Value, 2, depth+3) // v1 is what the field has on entry
	p.Values[1] = Value{Kind: Field, Type: 'i'}
	for i := range ID(depth) { // phi of what is around it, and what is inside of it, the innermost of itself
		phi := i + 2
		p.Values = append(p.Values, Value{Kind: Phi, Type: 'i', Aux: fieldPhi, first: int32(len(p.args)), count: 2})
		p.args = append(p.args, phi-1, min(phi+1, depth+1))
		p.phis = append(p.phis, phi)
	}
	start := time.Now()
	r := p.removeTrivial()
	for _, phi := range p.phis {
		if got := r.find(phi); got != 1 {
			t.Fatalf("the phi v%d is v%d, not v1", phi, got)
		}
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("%d phis took %v", depth, took)
	}
}
