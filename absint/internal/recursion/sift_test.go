package recursion_test

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/exprtest"
)

// TestSifts compares the bounds of recursions whose index jumps, as far as they depend on the depth, "" for none. internal/metering runs them.
func TestSifts(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "sifts")
	for name, want := range map[string]string{
		"heapify":         "[log2(n)]",
		"heapifyField":    "[log2(this.size)]",
		"heapifyCompares": "[log2(n)]",
		"heapSort":        "[floor(a.length / 2) * log2(a.length)]",
		"lateFromRoot":    "[log2(a.length)]",
		"heapifyMore":     "[(100 - i)]",
		"heapifyGrowing":  "[log2(largest this.size)]",
		"heapifyLonger":   "[log2(largest heap.length)]",

		"heapifySame":  "",
		"heapifyBoth":  "",
		"heapifyOther": "",
		"heapifyBack":  "",
		"heapifyLess":  "", // n - 1 may overflow
	} {
		m := methods["Sifts."+name]
		p := a.Reach(absinttest.Roots(m))
		o := p.Evaluate(cost.TotalInstructions(true))[p.Index(m)]
		got := exprtest.Formula(o.Poly, expr.TotalInstructions)
		if bounded := len(o.Reasons) == 0; bounded != (want != "") || !strings.Contains(got, want) {
			t.Errorf("%s: %s %v, want %q", name, got, o.Reasons, want)
		}
	}
}
