package energy

import (
	"strings"
	"testing"
)

// A library method that the JDK at hand does not have yet is of a later one: it has its model, and what the program overrides counts.
func TestLaterMethods(t *testing.T) {
	e, methods := withJDK(t, "later", nil)
	costOf := func(name string) (formula string, mean float64) {
		m := methods[name]
		v := e.Evaluate(roots(m))
		return v.Formula(m, confidence), v.Worst(m, confidence).Energy.Mean
	}
	for _, name := range []string{"clamped", "last"} {
		if formula, mean := costOf(name); !(mean < 20e-6) || strings.Contains(formula, "(") {
			t.Errorf("%s costs %q", name, formula)
		}
	}
	if formula, mean := costOf("first"); !strings.Contains(formula, "getFirst()") && !(mean > 1e-3) {
		t.Errorf("first costs %q, without Own.getFirst", formula)
	}
	if formula, _ := costOf("unmodelled"); !strings.Contains(formula, "l.getFirst()") {
		t.Errorf("unmodelled costs %q, want a call symbol", formula)
	}
}
