package absint

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// TestUnknownArguments checks calls whose arguments are no sizes of the caller: what the callee's cost only grows with
// is at most the largest value that is passed, what it only falls with at least the smallest. leaf(n) executes 9 + 9n
// instructions, between(from, to) 9 + 9(to - from), inner(b) 17 + 9 per element; the caller's own instructions come
// on top.
func TestUnknownArguments(t *testing.T) {
	tests := []struct {
		method, total string
		conditions    []string
	}{
		{"Arguments.grows", "12 + 9*[Arguments.limit]", nil},
		{"Arguments.falls", "13 + 9*[(to - Arguments.limit)]", nil},
		{"Arguments.fallsFromIndex", "114", nil}, // 6 + 9 + 9*(10 + 1): indexOf is at least -1
		{"Arguments.inLoop", "9 + 19*[n] + 9*[n * Arguments.limit]", nil},
		// What the callee's arithmetic asks of its parameter is asked of both ends here.
		{"Arguments.doubles", "17 + 18*[Arguments.limit]", []string{"2 * Arguments.limit <= 2147483647", "2 * Arguments.limit >= -2147483648"}},
		{"Arguments.ofField", "19 + 13*[box.data.length]", nil}, // 4 + 15: a field that may change
		{"Arguments.ofShared", "18 + 13*[shared.data.length]", nil},
	}
	a, methods := analyzer(t, "arguments")
	for _, test := range tests {
		m := methods[test.method]
		p := a.Reach(roots(m))
		o := p.Evaluate(TotalInstructions(true))[p.Index(m)]
		if got := formula(o.Poly, totalInstructions); got != test.total || len(o.Reasons) > 0 {
			t.Errorf("%s: %s instructions %v, by hand %s", test.method, got, o.Reasons, test.total)
		}
		var conditions []string
		for _, c := range o.Conditions {
			conditions = append(conditions, c.String())
		}
		if !slices.Equal(conditions, test.conditions) {
			t.Errorf("%s: conditions %q, by hand %q", test.method, conditions, test.conditions)
		}
		if low := p.Evaluate(TotalInstructions(false))[p.Index(m)]; strings.Contains(formula(low.Poly, totalInstructions), ".") {
			t.Errorf("%s: at least %s: a bound of an argument from above says nothing there", test.method, formula(low.Poly, totalInstructions))
		}
	}
}

// An array whose length is no size of the method is zeroed as often as its largest length says.
func TestUnknownAllocation(t *testing.T) {
	a, methods := analyzer(t, "arguments")
	s := a.Summary(methods["Arguments.allocates"])
	call := func(*callSite) Outcome { return Outcome{} }
	weights := make([]float64, dimensions)
	o := s.evaluate(Energy(weights, true), call)
	if len(o.Poly.terms) != 2 || o.Poly.terms[1].mono.String() != "floor((4 * Arguments.limit - 1) / 64)" || len(o.Reasons) > 0 {
		t.Errorf("costs %s * %+v %v", o.Poly.terms[len(o.Poly.terms)-1].mono, o.Poly, o.Reasons)
	}
	if o := s.evaluate(Energy(weights, false), call); len(o.Poly.terms) != 1 {
		t.Errorf("at least %+v", o.Poly)
	}
}

// An expression moves as its direction says.
func TestDirection(t *testing.T) {
	moved := map[direction]bool{}
	rapid.Check(t, func(t *rapid.T) {
		s := samples(4).Draw(t, "size").size
		if rapid.Bool().Draw(t, "negated") { // else few fall
			s = s.Scale(-1)
		}
		lo := rapid.SampledFrom([]int64{-20, 0}).Draw(t, "least")
		s = s.substitute(func(a *atom) (Size, bool) {
			if a.kind != symbolAtom {
				return Size{}, false
			}
			b := a.symbol
			b.Min = float64(lo)
			return SymbolSize(b), true
		})
		at := points(lo, 30).Draw(t, "at")
		name := rapid.SampledFrom(groundNames[:3]).Draw(t, "name")
		before := s.value(at)
		at[name] += rapid.Int64Range(1, 50).Draw(t, "step")
		after := s.value(at)
		d := s.direction(symbolKey(name))
		if d == growing && after < before || d == falling && after > before {
			t.Fatalf("%s with %s: %d became %d, direction %d", s, name, before, after, d)
		}
		if before != after {
			moved[d] = true
		}
	})
	if !moved[growing] || !moved[falling] {
		t.Errorf("directions %v", moved)
	}
}
