package energy

import (
	"slices"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/classfile"
)

// A loop bound that is written counts where it may hold: the smaller of it and of what is proved. One that the loop
// exceeds whenever it runs is a mistake, and bounds nothing.
func TestContradictions(t *testing.T) {
	cs := classesIn(t, "../../testdata/fixtures/contradictions/classes")
	specs := NewSpecs(nil)
	e := engineOf(t, cs, Options{Device: "any", Confidence: confidence, Specs: specs})
	_, problems := e.Claims(nil)
	var got []string
	for _, p := range problems {
		f := e.Invalid(p)
		got = append(got, p.Method.Name+": "+f.Message)
		if f.Rule != "EL0004" || f.Location.Line == 0 {
			t.Errorf("finding %+v", f)
		}
	}
	want := []string{
		"tooSmall: @LoopBound: the loop at line 8 iterates 10 times, more often than the bound 5 that is written for it",
	}
	if !slices.Equal(got, want) {
		t.Errorf("problems %q, want %q", got, want)
	}
	methods := methodsOf(cs)
	for _, test := range []struct {
		method  string
		most    string // iterations of the loop
		assumed int
	}{
		{"Contradictions.tooSmall", "10", 0},
		{"Contradictions.larger", "10", 0},
		{"Contradictions.perhaps", "min(n, 5)", 1},
		{"Contradictions.leaves", "5", 1},
	} {
		m := methods[test.method]
		loops := e.Summary(m).Loops(func(*classfile.Method, string) (float64, string, bool) { return 0, "", false })
		if len(loops) != 1 || loops[0].Bound != test.most {
			t.Errorf("%s: %+v, want at most %s", test.method, loops, test.most)
		}
		up := absint.OwnInstructions(true)
		if o := e.Summary(m).Own(up); len(o.Assumptions) != test.assumed {
			t.Errorf("%s assumes %v", test.method, o.Assumptions)
		}
	}
}
