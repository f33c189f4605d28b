package absint

import "testing"

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
	a, methods := analyzer(t, "paths")
	for _, test := range tests {
		m := methods[test.method]
		p := a.Reach(roots(m))
		o := p.Evaluate(TotalInstructions(true))[p.Index(m)]
		if len(o.Reasons) > 0 {
			t.Errorf("%s: %v", test.method, o.Reasons)
		}
		if got := formula(o.Poly, totalInstructions); got != test.total {
			t.Errorf("%s: %s instructions, by hand %s", test.method, got, test.total)
		}
	}
	m := methods["Hiding.between"]
	if s := a.Summary(m).Own(OwnInstructions(true)).Poly.symbolCount(); s != 2 {
		t.Errorf("between mentions %d fields, not two", s)
	}
}

func (p Poly) symbolCount() int {
	paths := map[string]bool{}
	p.eachAtom(func(a *atom) {
		if a.kind == symbolAtom {
			paths[a.symbol.Path] = true
		}
	})
	return len(paths)
}

// What a constructor writes more than once is no symbol of what it calls: only the largest value of it is.
func TestRewrittenFields(t *testing.T) {
	a, methods := analyzer(t, "paths")
	for _, name := range []string{"Rewritten.<init>", "Rewritten.<clinit>"} {
		m := methods[name]
		p := a.Reach(roots(m))
		found := 0
		p.Evaluate(TotalInstructions(true))[p.Index(m)].Poly.eachAtom(func(x *atom) {
			if x.kind != symbolAtom {
				return
			}
			if found++; !x.symbol.isLargest() {
				t.Errorf("%s: %s is taken for one value", name, x.symbol.Path)
			}
		})
		if found == 0 {
			t.Errorf("%s: the cost mentions no field", name)
		}
	}
}
