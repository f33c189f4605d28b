package absint_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/exprtest"
	"github.com/energylint/energylint/absint/internal/symval"
)

// Symbols of fields are told apart by the class that declares them, not by their name alone.
func TestFieldPaths(t *testing.T) {
	tests := []struct {
		method, total string
	}{
		// From super.size to size, which are two fields.
		{"Hiding.between", "11 + 10*[(this.size - this.size)]"},
		{"Hiding.difference", "14 + 10*[(h.size - h.size)]"},
		{"Hiding.outer", "10 + 10*[this.size]"},
		// size is a static field of the class p0, whatever parameter 0 is.
		{"p0.ofStatic", "9 + 9*[p0.size]"},
		{"p0.calls", "21 + 9*[p0.size]"},
		{"p0.passes", "12 + 9*[p0.size]"},
	}
	a, methods := absinttest.Analyzer(t, "paths")
	for _, test := range tests {
		m := methods[test.method]
		p := a.Reach(absinttest.Roots(m))
		o := p.Evaluate(cost.TotalInstructions(true))[p.Index(m)]
		if len(o.Reasons) > 0 {
			t.Errorf("%s: %v", test.method, o.Reasons)
		}
		if got := exprtest.Formula(o.Poly, expr.TotalInstructions); got != test.total {
			t.Errorf("%s: %s instructions, by hand %s", test.method, got, test.total)
		}
	}
	m := methods["Hiding.between"]
	if s := symbolCount(a.Summary(m).Own(cost.OwnInstructions(true)).Poly); s != 2 {
		t.Errorf("between mentions %d fields, not two", s)
	}
}

func symbolCount(p expr.Poly) int {
	paths := map[string]bool{}
	p.EachAtom(func(a *expr.Atom) {
		if a.Kind == expr.SymbolAtom {
			paths[a.Symbol.Path] = true
		}
	})
	return len(paths)
}

// What a constructor writes more than once is no symbol of what it calls: only the largest value of it is.
func TestRewrittenFields(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "paths")
	for _, name := range []string{"Rewritten.<init>", "Rewritten.<clinit>"} {
		m := methods[name]
		p := a.Reach(absinttest.Roots(m))
		found := 0
		p.Evaluate(cost.TotalInstructions(true))[p.Index(m)].Poly.EachAtom(func(x *expr.Atom) {
			if x.Kind != expr.SymbolAtom {
				return
			}
			if found++; !symval.IsLargest(x.Symbol) {
				t.Errorf("%s: %s is taken for one value", name, x.Symbol.Path)
			}
		})
		if found == 0 {
			t.Errorf("%s: the cost mentions no field", name)
		}
	}
}
