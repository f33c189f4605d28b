package energy

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
)

// forEachRemaining costs what it does with each element beside what the function does, and its elements have the name that they
// have in a loop over the iterator.
func TestRemainingElements(t *testing.T) {
	const n = 200
	e, methods := withJDK(t, "yields", func(_ *classfile.Method, symbol string) (float64, string, bool) {
		return n, "test", strings.HasPrefix(symbol, "elements(")
	})
	mean := func(name string) float64 {
		m := methods[name]
		return e.Evaluate(roots(m)).Worst(m, confidence).Energy.Mean
	}
	for method, lambda := range map[string]string{"remaining": "lambda$remaining$0", "split": "lambda$split$1", "ints": "lambda$ints$2"} {
		if got, least := mean(method), n*(mean(lambda)+250e-9); !(got >= least && got < 3*least) {
			t.Errorf("%s costs %g J for %d elements, want at least %g J", method, got, n, least)
		}
	}
	if looped := mean("looped"); !(looped > 0) {
		t.Errorf("a loop over as many elements costs %g J", looped)
	}
}

// A method that EnumSet inherits has EnumSet's model, since no program extends it. Others' are of any collection of the program.
func TestEnumSets(t *testing.T) {
	e, methods := withJDK(t, "yields", nil)
	for method, want := range map[string]string{
		"colors": "colors.size() * ", "contains": "uJ", "changes": "uJ", "range": "uJ",
	} {
		m := methods[method]
		formula := e.Evaluate(roots(m)).Formula(m, confidence)
		calls := strings.Contains(formula, "iterator()") || strings.Contains(formula, "contains(") || strings.Contains(formula, "add(")
		if calls || !strings.Contains(formula, want) {
			t.Errorf("%s costs %q, want %s and no call", method, formula, want)
		}
	}
	m := methods["containsAny"] // whose argument may be an Own
	if formula := e.Evaluate(roots(m)).Formula(m, confidence); !strings.HasPrefix(formula, "359 uJ + ") {
		t.Errorf("contains of any collection costs %q, want the 1,000 iterations of Own.contains in it", formula)
	}
}
