package absint

import (
	"slices"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
)

func TestCapped(t *testing.T) {
	a, methods := analyzer(t, "targets")
	for name, want := range map[string][]Cap{"Targets.few": {}, "Targets.many": {CapTargets}} {
		m := methods[name]
		p := a.Reach(roots(m))
		i := p.Index(m)
		if got := p.Capped(i, p.Evaluate(TotalInstructions(true))[i]); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

// A recursion says that it is too large to look into, and only then.
func TestCappedRecursion(t *testing.T) {
	for n, want := range map[int]Cap{2: "", maxDescending: "", maxDescending + 1: CapRecursion} {
		p := &program{}
		var component []int32
		for i := range n {
			p.methods = append(p.methods, &classfile.Method{Class: &classfile.Class{Name: "a/B"}, Name: string(rune('a' + i%26)), Desc: "()V"})
			component = append(component, int32(i))
		}
		if text := p.describeCycle(component); capOf(text) != want {
			t.Errorf("of %d methods: %q, cap %q", n, text, capOf(text))
		}
	}
}

// Each cap has reasons of its own, and other reasons are none.
func TestCapOf(t *testing.T) {
	for why, want := range map[string]Cap{
		"":                                    "",
		"n has no upper bound":                "",
		"any of 101 " + manyMayRun:            CapTargets,
		canRunMore + " 24 methods":            CapTargets,
		"its bound " + tooLarge:               CapExpression,
		"x " + tooManyStep:                    CapSteps,
		errWork.Error():                       CapSteps,
		"the loop at line 3: " + tooManyWays:  CapPaths,
		"recursion through a.b(), " + tooMany: CapRecursion,
	} {
		if got := capOf(why); got != want {
			t.Errorf("%q: %q, want %q", why, got, want)
		}
	}
}
