package heapsize_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
)

// TestPassedSizes checks the cost of the methods of testdata/fixtures/workloads/Lendings.java in the sizes of the collections that
// they fill and pass on: read(l) executes 54 + 23 per element. internal/metering runs them.
func TestPassedSizes(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "workloads")
	for _, test := range []struct{ method, total string }{
		{"filled", "66 + 33*[n]"},
		{"wrapped", "57 + 23*[l.size()]"},
		{"through", "69 + 62*[n]"}, // two elements each
		{"each", "13 + 69*[n] + 23*[n^2]"},
		{"fresh", "9 + 68*[n] + 28*[n^2]"},
		{"three", "132"},
		{"array", "116 + 46*[a.length]"},
		{"copied", "90 + 23*[in.size()]"},
		{"twice", "19 + 78*[n] + 23*[n^2]"},
		{"swapped", "166 + 43*[n] + 43*[m]"},
		{"values", "23 + 25*[n]"},
		{"taken", "19 + 21*[n]"},
		// Other code may add elements: only the size that the callee sees is known.
		{"added", "530 + 10*[adding: largest l.size()]"},
		{"addedBefore", "587 + 10*[adding: largest l.size()] + 23*[read: l.size()]"},
		{"keptElsewhere", "493 + 10*[keeping: l.size()] + 23*[read: l.size()]"},
		{"returned", "476 + 23*[read: l.size()]"},
		{"throughIterator", "350 + 23*[read: l.size()]"},
		{"captured", "283 + 23*[read: l.size()]"},
		{"joined", "286 + 23*[read: l.size()]"},
		{"underAnotherType", "280 + 23*[read: l.size()]"},
		{"overridden", "328 + 23*[read: l.size()]"},
		{"held", "414 + 23*[read: l.size()]"},
		{"viewed", "283 + 23*[read: l.size()]"},
		{"doubled", "96 + 23*[read: l.size()]"},
		// The callee passes other collections to itself.
		{"recurred", "26 + 330*[n] + 13*[n * recurring: l.size()] + 13*[recurring: l.size()]"},
	} {
		m := methods["Lendings."+test.method]
		p := a.Reach(absinttest.Roots(m))
		o := p.Evaluate(cost.TotalInstructions(true))[p.Index(m)]
		if got := absinttest.Formula(o.Poly, expr.TotalInstructions); got != test.total {
			t.Errorf("%s: %s, want %s", test.method, got, test.total)
		}
	}
}
