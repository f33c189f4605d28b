package heapsize_test

import (
	"testing"

	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/exprtest"
)

// TestPassedSizes checks the cost of the methods of testdata/fixtures/workloads/Lendings.java in the sizes of the collections that
// they fill and pass on: read(l) executes 54 + 23 per element, and 38 for each and at the end where the iterator is one of the fixture's
// own, as it may be where the JDK's classes are known by name only. internal/metering runs them.
func TestPassedSizes(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "workloads")
	for _, test := range []struct{ method, total string }{
		{"filled", "104 + 71*[n]"},
		{"wrapped", "95 + 61*[l.size()]"},
		{"through", "107 + 138*[n]"}, // two elements each
		{"each", "13 + 107*[n] + 61*[n^2]"},
		{"fresh", "9 + 106*[n] + 66*[n^2]"},
		{"three", "284"},
		{"array", "192 + 122*[a.length]"},
		{"copied", "166 + 61*[in.size()]"},
		{"twice", "28 + 154*[n] + 61*[n^2]"},
		{"swapped", "242 + 81*[n] + 81*[m]"},
		{"values", "48 + 63*[n]"},
		{"taken", "19 + 21*[n]"},
		// Other code may add elements, which l.size(), the largest that the list has, includes.
		{"added", "530 + 10*[adding: largest l.size()]"},
		{"addedBefore", "625 + 61*[l.size()] + 10*[adding: largest l.size()]"},
		{"keptElsewhere", "531 + 10*[keeping: l.size()] + 61*[l.size()]"},
		{"returned", "514 + 61*[l.size()]"},
		{"throughIterator", "388 + 61*[l.size()]"},
		{"captured", "321 + 61*[l.size()]"},
		{"joined", "324 + 61*[l.size()]"},
		{"underAnotherType", "318 + 61*[l.size()]"},
		{"overridden", "366 + 61*[l.size()]"},
		{"held", "452 + 61*[l.size()]"},
		{"viewed", "321 + 61*[l.size()]"},
		{"doubled", "134 + 61*[l.size()]"},
		// The callee passes other collections to itself.
		{"recurred", "35 + 339*[n] + 51*[n * recurring: l.size()] + 51*[recurring: l.size()]"},
	} {
		m := methods["Lendings."+test.method]
		p := a.Reach(absinttest.Roots(m))
		o := p.Evaluate(cost.TotalInstructions(true))[p.Index(m)]
		if got := exprtest.Formula(o.Poly, expr.TotalInstructions); got != test.total {
			t.Errorf("%s: %s, want %s", test.method, got, test.total)
		}
	}
}
