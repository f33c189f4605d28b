package interproc

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/callees"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/pattern"
)

// countingLibrary models two methods: the cost of "sized" depends on the length of its argument.
type countingLibrary struct {
	progdb.Library
	asked map[string]int
}

func (l countingLibrary) Cost(m classfile.Member, arg func(int, progdb.Measure, bool) expr.Size) (progdb.LibraryCost, bool) {
	l.asked[m.Name]++
	n := expr.Const(3)
	switch m.Name {
	case "sized":
		n = arg(0, progdb.Length, true)
	case "unknown":
		return progdb.LibraryCost{}, false
	}
	return progdb.LibraryCost{Terms: []progdb.LibraryTerm{{Pattern: 1, Count: n}, {Pattern: 1, Count: expr.Const(2)}}}, true
}

// Costs that depend on no size of the call are computed once, all others at each call.
func TestModelCostIsShared(t *testing.T) {
	l := countingLibrary{asked: map[string]int{}}
	a := &Pricer{Resolver: &callees.Resolver{Library: l}}
	for _, c := range []struct {
		name     string
		modelled bool
		asked    int
		least    expr.Vector
	}{
		{"constant", true, 2, pattern.Single(1, 5)},
		{"sized", true, 4, pattern.Single(1, 2)},
		{"unknown", false, 2, nil},
	} {
		m := classfile.Member{Class: "C", Name: c.name, Desc: "([I)V"}
		for n := range 3 {
			got := a.modelCost(m, func(int, progdb.Measure, bool) expr.Size { return expr.Const(int64(n)) })
			if got.modelled != c.modelled {
				t.Errorf("%s: modelled is %v, want %v", c.name, got.modelled, c.modelled)
			}
			if c.name == "sized" {
				if v, _ := got.Terms[0].Count.Int(); v != int64(n) {
					t.Errorf("call %d of sized: the count is %d", n, v)
				}
			} else if c.modelled && (!got.constant || len(got.poly.Terms) != 1 || got.poly.Terms[0].Vec.Of(1) != 5) {
				t.Errorf("%s: the cost is %v, want 5", c.name, got.poly)
			}
			least, ok := a.leastModelCost(m)
			if ok != c.modelled || least.Of(1) != c.least.Of(1) {
				t.Errorf("%s: at least %v, %v; want %v", c.name, least, ok, c.least)
			}
		}
		if l.asked[c.name] != c.asked {
			t.Errorf("%s: the library was asked %d times, want %d", c.name, l.asked[c.name], c.asked)
		}
	}
}
