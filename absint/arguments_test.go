package absint_test

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/exprtest"
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
		// 3 + 6, and 8 for each digit: of the largest value or of the smallest one.
		{"Arguments.digitsOfLimit", "9 + 8*[(log10(max(-smallest Arguments.limit, largest Arguments.limit)) + 1)]", nil},
		{"Arguments.ofField", "19 + 13*[box.data.length]", nil}, // 4 + 15: a field that may change
		{"Arguments.ofShared", "18 + 13*[shared.data.length]", nil},
	}
	a, methods := absinttest.Analyzer(t, "arguments")
	for _, test := range tests {
		m := methods[test.method]
		p := a.Reach(absinttest.Roots(m))
		o := p.Evaluate(cost.TotalInstructions(true))[p.Index(m)]
		if got := exprtest.Formula(o.Poly, expr.TotalInstructions); got != test.total || len(o.Reasons) > 0 {
			t.Errorf("%s: %s instructions %v, by hand %s", test.method, got, o.Reasons, test.total)
		}
		var conditions []string
		for _, c := range o.Conditions {
			conditions = append(conditions, c.String())
		}
		if !slices.Equal(conditions, test.conditions) {
			t.Errorf("%s: conditions %q, by hand %q", test.method, conditions, test.conditions)
		}
		if low := p.Evaluate(cost.TotalInstructions(false))[p.Index(m)]; strings.Contains(exprtest.Formula(low.Poly, expr.TotalInstructions), ".") {
			t.Errorf("%s: at least %s: a bound of an argument from above says nothing there", test.method, exprtest.Formula(low.Poly, expr.TotalInstructions))
		}
	}
}

// An array whose length is no size of the method is zeroed as often as its largest length says.
func TestUnknownAllocation(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "arguments")
	s := a.Summary(methods["Arguments.allocates"])
	call := func(*callees.CallSite) cost.Outcome { return cost.Outcome{} }
	weights := make([]float64, expr.Dimensions)
	o := s.Evaluate(cost.Energy(weights, true), call)
	if len(o.Poly.Terms) != 2 || o.Poly.Terms[1].Mono.String() != "floor((4 * Arguments.limit - 1) / 64)" || len(o.Reasons) > 0 {
		t.Errorf("costs %s * %+v %v", o.Poly.Terms[len(o.Poly.Terms)-1].Mono, o.Poly, o.Reasons)
	}
	if o := s.Evaluate(cost.Energy(weights, false), call); len(o.Poly.Terms) != 1 {
		t.Errorf("at least %+v", o.Poly)
	}
}

// An expression moves as its direction says.
func TestDirection(t *testing.T) {
	moved := map[expr.Direction]bool{}
	const draws = 10 // of a check: in few checks (-short), both directions must come up
	rapid.Check(t, func(t *rapid.T) {
		for range draws {
			checkDirection(t, moved)
		}
	})
	if !moved[expr.Growing] || !moved[expr.Falling] {
		t.Errorf("directions %v", moved)
	}
}

// checkDirection moves one symbol of a drawn size up, and notes the direction of a size that changes.
func checkDirection(t *rapid.T, moved map[expr.Direction]bool) {
	s := exprtest.Samples(4).Draw(t, "size").Size
	if rapid.Bool().Draw(t, "negated") { // else few fall
		s = s.Scale(-1)
	}
	lo := rapid.SampledFrom([]int64{-20, 0}).Draw(t, "least")
	s = s.Substitute(func(a *expr.Atom) (expr.Size, bool) {
		if a.Kind != expr.SymbolAtom {
			return expr.Size{}, false
		}
		b := a.Symbol
		b.Min = float64(lo)
		return expr.SymbolSize(b), true
	})
	at := exprtest.Points(lo, 30).Draw(t, "at")
	name := rapid.SampledFrom(exprtest.GroundNames[:3]).Draw(t, "name")
	before := exprtest.SizeValue(s, at)
	at[name] += rapid.Int64Range(1, 50).Draw(t, "step")
	after := exprtest.SizeValue(s, at)
	d := s.Direction(expr.SymbolKey(name))
	if d == expr.Growing && after < before || d == expr.Falling && after > before {
		t.Fatalf("%s with %s: %d became %d, direction %d", s, name, before, after, d)
	}
	if before != after {
		moved[d] = true
	}
}
