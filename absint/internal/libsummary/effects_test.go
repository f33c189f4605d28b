package libsummary_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/pattern"
)

// TestEffectsInALibrary: a library's own code may store to what a loop of it reads, as a program's may.
func TestEffectsInALibrary(t *testing.T) {
	cs := absinttest.Fixture(t, "openworld")
	methods := absinttest.MethodsOf(cs)
	w := absint.NewLibraryAnalyzer(callgraph.New(cs, nil, 1), nil, nil)
	obj := cost.Energy(absinttest.WeightsBy(5, pattern.Num), true)
	for name, want := range map[string]string{ // a part of the cost, or ? and a part of the reason why there is none
		"Library.left":           "? it is library code without a model (the call of java.util.ArrayDeque.<init>)",
		"Library.relinked":       "? line 42 adds to q while the loop drains it",
		"Library.childrenAdded":  "? line 57 adds to q while the loop drains it",
		"Library.listed":         "nodes(h.next)",
		"Library.listRelinked":   "? the loop may change next",
		"Library.stored":         "{k ",
		"Library.storedByCallee": "{largest this.n ",
	} {
		p := w.Direct(methods[name])
		got := "? " + p.Why
		if p.Why == "" {
			o, _ := p.Outcome(obj)
			got = fmt.Sprint(o.Poly)
		}
		if part, none := strings.CutPrefix(want, "? "); strings.HasPrefix(got, "? ") != none || !strings.Contains(got, part) {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}
