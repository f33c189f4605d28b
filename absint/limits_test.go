package absint_test

import (
	"slices"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/interproc"
	"github.com/energylint/energylint/absint/internal/symval"
	"github.com/energylint/energylint/internal/classfile"
)

func TestCapped(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "targets")
	for name, want := range map[string][]interproc.Cap{"Targets.few": {}, "Targets.many": {interproc.CapTargets}} {
		m := methods[name]
		p := a.Reach(absinttest.Roots(m))
		i := p.Index(m)
		if got := p.Capped(i, p.Evaluate(cost.TotalInstructions(true))[i]); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// A recursion says that it is too large to look into, and only then.
func TestCappedRecursion(t *testing.T) {
	for n, want := range map[int]interproc.Cap{2: "", interproc.MaxDescending: "", interproc.MaxDescending + 1: interproc.CapRecursion} {
		p := &interproc.Program{}
		var component []int32
		for i := range n {
			p.Members = append(p.Members, &classfile.Method{Class: &classfile.Class{Name: "a/B"}, Name: string(rune('a' + i%26)), Desc: "()V"})
			component = append(component, int32(i))
		}
		if text := absint.DescribeCycle(p, component); interproc.CapOf(text) != want {
			t.Errorf("of %d methods: %q, cap %q", n, text, interproc.CapOf(text))
		}
	}
}

// Each cap has reasons of its own, and other reasons are none.
func TestCapOf(t *testing.T) {
	for why, want := range map[string]interproc.Cap{
		"":                                              "",
		"n has no upper bound":                          "",
		"any of 101 " + expr.ManyMayRun:                 interproc.CapTargets,
		interproc.CanRunMore + " 24 methods":            interproc.CapTargets,
		"its bound " + expr.TooLarge:                    interproc.CapExpression,
		"x " + expr.TooManyStep:                         interproc.CapSteps,
		symval.ErrWork.Error():                          interproc.CapSteps,
		"the loop at line 3: " + expr.TooManyWays:       interproc.CapPaths,
		"recursion through a.b(), " + interproc.TooMany: interproc.CapRecursion,
	} {
		if got := interproc.CapOf(why); got != want {
			t.Errorf("%q: %q, want %q", why, got, want)
		}
	}
}
