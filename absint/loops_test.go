package absint_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/exprtest"
	"github.com/energylint/energylint/absint/internal/symval"
)

// loopCase is what the listing of one loop says (javap -c -p).
type loopCase struct {
	status           absint.LoopStatus
	bound            string
	min, max         float64 // iterations
	headMin, headMax float64 // executions of the header per call
	reason           string  // a part of it
	conds            string
}

// TestLoops checks every loop of testdata/fixtures/loops against a count by hand. Where own is a sum, the summands
// are: what comes before the loop, header times its executions, body times its iterations, what comes behind.
func TestLoops(t *testing.T) {
	exactly := func(n float64) loopCase {
		return loopCase{status: absint.Exact, bound: expr.Number(n), min: n, max: n, headMin: n + 1, headMax: n + 1}
	}
	parametric := func(bound string, conds ...string) loopCase {
		return loopCase{status: absint.Parametric, bound: bound, max: absinttest.Inf, headMin: 1, headMax: absinttest.Inf, conds: strings.Join(conds, ", ")}
	}
	unbounded := func(headMin float64, reason string) loopCase {
		return loopCase{status: absint.Unbounded, max: absinttest.Inf, headMin: headMin, headMax: absinttest.Inf, reason: reason}
	}
	tests := []struct {
		name   string
		own    string  // instructions at most, as a formula; "?" where a loop has no bound
		max    float64 // instructions at most, over all arguments; +Inf where that is no number
		min    float64 // instructions at least
		actual float64 // instructions of the worst call, where max is above it
		loops  []loopCase
	}{
		{"<init>", "9", 9, 9, 0, nil},
		// for (i = 0; i < 10; i++): 4 + 3*11 + 6*10 + 2.
		{"constant", "99", 99, 99, 0, []loopCase{exactly(10)}},
		{"inclusive", "99", 99, 99, 0, []loopCase{exactly(10)}},
		// i is 0, 3, 6, 9: 4 + 3*5 + 6*4 + 2.
		{"stride", "45", 45, 45, 0, []loopCase{exactly(4)}},
		// The header is iload, iflt: 4 + 2*11 + 6*10 + 2.
		{"down", "88", 88, 88, 0, []loopCase{exactly(10)}},
		{"notEqual", "45", 45, 45, 0, []loopCase{exactly(4)}},
		// i goes round through all ints before it meets 11.
		{"notEqualMisses", "?", absinttest.Inf, 9, 0, []loopCase{unbounded(1, "i steps over the value that ends the loop")}},
		{"field", "117", 117, 117, 0, []loopCase{exactly(12)}},
		// 4 + 3*(n+1) + 6*n + 2; at least n = 0.
		{"param", "9 + 9*[n]", absinttest.Inf, 9, 0, []loopCase{parametric("n")}},
		// n + 1 iterations; endless for the largest int.
		{"paramInclusive", "9 + 9*[(n + 1)]", absinttest.Inf, 9, 0, []loopCase{parametric("n + 1", "n + 1 <= 2147483647")}},
		// i from 2 to 3n: k = 3n - 1 times. The header has 7 instructions: 4 + 7*(k+1) + 6*k + 2.
		{"affine", "13 + 13*[(3 * n - 1)]", absinttest.Inf, 13, 0, []loopCase{parametric("3 * n - 1",
			"3 * n <= 2147483647", "3 * n >= -2147483648", "3 * n + 1 <= 2147483647", "3 * n + 1 >= -2147483648")}},
		{"paramStride", "9 + 9*[ceil(n / 4)]", absinttest.Inf, 9, 0, []loopCase{parametric("ceil(n / 4)", "n + 3 <= 2147483647")}},
		// 4 + 4*(k+1) + 8*k + 2.
		{"array", "10 + 12*[a.length]", absinttest.Inf, 10, 0, []loopCase{parametric("a.length")}},
		// The array and its length are copied first: 9 + 3*(k+1) + 10*k + 2.
		{"each", "14 + 13*[a.length]", absinttest.Inf, 14, 0, []loopCase{parametric("a.length")}},
		// 5 + 4*(n+1) + 6*n + 3. A negative n throws before the loop.
		{"newArray", "12 + 10*[n]", absinttest.Inf, 12, 0, []loopCase{parametric("n")}},
		// 4 + 4*(k+1) + 9*k + 2.
		{"own", "10 + 13*[this.width]", absinttest.Inf, 10, 0, []loopCase{parametric("this.width")}},
		// From length - 1 down to 0: 8 + 2*(k+1) + 9*k + 2.
		{"ownArray", "12 + 11*[this.data.length]", absinttest.Inf, 12, 0, []loopCase{parametric("this.data.length")}},
		// 2 + 4*(k+1) + 7*k + 2 where nothing is found; an early return costs 5 more than the last test, but not after
		// all k iterations, so 13 is 5 above what a call can cost. At least: k = 0.
		{"early", "13 + 11*[a.length]", absinttest.Inf, 8, 0, []loopCase{parametric("a.length")}},
		// The body is the header, and runs 5 times: 2 + 4*5 + 4. It comes back 4 times.
		{"doWhile", "26", 26, 26, 0, []loopCase{exactly(4)}},
		// Each outer iteration: 3 + 2 + (3*5 + 6*4) + 2 = 46; 4 + 3 + 2 around them.
		{"nested", "9 + 46*[n]", absinttest.Inf, 9, 0, []loopCase{parametric("n"),
			{status: absint.Exact, bound: "4", min: 4, max: 4, headMin: 0, headMax: absinttest.Inf}}},
		// Outer iteration i: 3 + 2 + (3*(i+1) + 6*i) + 2 = 10 + 9i, and the sum of i is n(n-1)/2.
		{"triangular", "9 + 5.5*[n] + 4.5*[n^2]", absinttest.Inf, 9, 0, []loopCase{parametric("n"),
			{status: absint.Parametric, bound: "i", max: absinttest.Inf, headMax: absinttest.Inf}}},
		// Outer iteration i: 3 + 4 + (3*(10-i) + 6*(9-i)) + 2 = 12 + 9*(9-i), which is 120 + 9*45 for all ten; 9 around.
		// The inner header runs 10 + 9 + ... + 1 times.
		{"triangularConstant", "534", 534, 534, 0, []loopCase{exactly(10),
			{status: absint.Bounded, bound: "9 - i", min: 0, max: 9, headMin: 55, headMax: 55}}},
		// Both ends move: floor(k / 2) iterations. 7 + 3*(..+1) + 17*.. + 2.
		{"meet", "12 + 20*[floor(a.length / 2)]", absinttest.Inf, 12, 0, []loopCase{parametric("floor(a.length / 2)")}},
		// Both branches have 2 instructions: 2 + 3*(n+1) + 4*n + 2 with steps of one.
		{"branches", "7 + 7*[n]", absinttest.Inf, 7, 0, []loopCase{parametric("n", "n + 1 <= 2147483647")}},
		// The second test ends the loop where m < n: 2 + 8k + 6 + 2; the first one 3 earlier.
		{"twoExits", "10 + 8*[min(n, m)]", absinttest.Inf, 7, 0, []loopCase{parametric("min(n, m)")}},
		{"forever", "?", absinttest.Inf, 0, 0, []loopCase{unbounded(0, "it has no exit except exceptions and the end of the program")}},
		// 2 + 3*(n+1) + 5*n + 2 for n elements; at least where there is none.
		{"unknownCall", "7 + 8*[elements(it)]", absinttest.Inf, 7, 0, []loopCase{parametric("elements(it)")}},
		// 2 + 4 + 3 where x <= 1.
		{"floating", "?", absinttest.Inf, 9, 0, []loopCase{unbounded(1, "its exit test compares floating-point numbers")}},
		// 4 + 4*(n+1) + 9*n + 2.
		{"longCounter", "10 + 13*[n]", absinttest.Inf, 10, 0, []loopCase{parametric("n")}},
		// "hello": 4 + 4*6 + 8*5 + 2.
		{"word", "70", 70, 70, 0, []loopCase{exactly(5)}},
		{"string", "10 + 12*[t.length()]", absinttest.Inf, 10, 0, []loopCase{parametric("t.length()")}},
		{"backwards", "?", absinttest.Inf, 9, 0, []loopCase{unbounded(1, "i does not move towards its limit in every iteration")}},
		{"reset", "?", absinttest.Inf, 9, 0, []loopCase{unbounded(1, "i does not change by a constant step")}},
		// 4 + 4 + 2 around, 15 in an outer iteration with the last test of the inner loop, and 10 in one of all inner iterations, which move i as well.
		{"skipping", "10 + 25*[a.length]", absinttest.Inf, 10, 0, []loopCase{parametric("a.length", "a.length + 1 <= 2147483647"),
			{status: absint.Parametric, bound: "a.length - i", max: absinttest.Inf, headMin: 0, headMax: absinttest.Inf}}},
		// 4 + 5*(k+1) + 6*k + 2.
		{"minimum", "11 + 11*[min(n, m)]", absinttest.Inf, 11, 0, []loopCase{parametric("min(n, m)")}},
		// At most 127 iterations: 9 + 9*127.
		{"bytes", "9 + 9*[n]", 1152, 9, 0, []loopCase{{status: absint.Bounded, bound: "n", min: 0, max: 127, headMin: 1, headMax: 128}}},
		// An iteration that runs through is 3 + 7 + 2 = 12. One with an exception is up to 6 instructions of the protected
		// block, the handler's 2 and the tail's 2: 13 with the header, at least 7, where the first instruction throws.
		// The only one that can is the fourth, iaload, so 12 is the worst there is. 4 + 3 + 2 around.
		{"caught", "139", 139, 79, 129, []loopCase{exactly(10)}},
		// 2 + 4 where the element is there.
		{"retry", "?", absinttest.Inf, 6, 0, []loopCase{unbounded(1, "an iteration can skip the exit test")}},
		// A full inner iteration is 3 + 6 + 7 + 10 = 26; leaving the inner loop costs 3, by continue 3 + 6 + 1 = 10, by
		// break 3 + 6 + 7 + 1 = 17. The bound lets seven full ones come before each of these: outer iterations of
		// 3 + 2 + 7*26 + 10 + 2 = 199, and a last, partial one of 3 + 2 + 7*26 + 17, with 4 and 2 around. The worst call runs
		// all loops to their end: 4 + 5*(3 + 2 + 7*26 + 3 + 2) + 3 + 2. So with the inner header: (5+1) * 8, and truly 40.
		{"labelled", "1205", 1205, 9, 969, []loopCase{
			{status: absint.Bounded, bound: "5", min: 0, max: 5, headMin: 1, headMax: 6},
			{status: absint.Bounded, bound: "7", min: 0, max: 7, headMin: 0, headMax: 48}}},
	}
	a, methods := absinttest.Analyzer(t, "loops")
	seen := map[string]bool{}
	for _, test := range tests {
		seen["Loops."+test.name] = true
		t.Run(test.name, func(t *testing.T) {
			m := methods["Loops."+test.name]
			if m == nil {
				t.Fatal("no such method")
			}
			s := a.Summary(m)
			if s.Err() != nil {
				t.Fatal(s.Err())
			}
			own := s.Own(cost.OwnInstructions(true))
			text := exprtest.Formula(own.Poly, expr.OwnInstructions)
			if len(own.Reasons) > 0 {
				text = "?"
			}
			if text != test.own {
				t.Errorf("own instructions %s, by hand %s", text, test.own)
			}
			n := s.Range(own, cost.OwnInstructions(true), nil)
			if !n.Known {
				n.Own = absinttest.Inf
			}
			if n.Own != test.max {
				t.Errorf("at most %v instructions, by hand %v", n.Own, test.max)
			}
			if n.Own < test.actual {
				t.Errorf("at most %v instructions, but a call can execute %v", n.Own, test.actual)
			}
			if low := s.Range(s.Own(cost.OwnInstructions(false)), cost.OwnInstructions(false), nil); low.Own != test.min {
				t.Errorf("at least %v instructions, by hand %v", low.Own, test.min)
			}
			loops := s.Loops(nil)
			if len(loops) != len(test.loops) {
				t.Fatalf("%d loops, by hand %d", len(loops), len(test.loops))
			}
			for i, l := range loops {
				var conds []string
				for _, c := range l.ConditionsToHold {
					conds = append(conds, c.String())
				}
				got := loopCase{l.Status, l.Bound, l.Min, l.Max, l.HeaderMin, l.HeaderMax, l.Reason, strings.Join(conds, ", ")}
				want := test.loops[i]
				if want.reason != "" && strings.Contains(got.reason, want.reason) {
					got.reason = want.reason
				}
				if got != want {
					t.Errorf("loop %d at offset %d:\n got %s\nwant %s", i, l.Offset, got, want)
				}
			}
		})
	}
	for name := range methods {
		if !seen[name] {
			t.Errorf("%s is not in the table", name)
		}
	}
}

func (l loopCase) String() string {
	return fmt.Sprintf("%s %q iterations %v to %v, header %v to %v, reason %q, if %q", l.status, l.bound, l.min, l.max, l.headMin, l.headMax, l.reason, l.conds)
}

// TestLoopsOfManySteps holds that a loop whose bound takes too many steps to write without the indices of the loops around it
// has none, with the reason, as have those behind it, and that the one around it keeps its own.
func TestLoopsOfManySteps(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "loops")
	s := a.Summary(methods["Loops.nested"])
	want := s.Loops(nil)
	if len(want) != 2 {
		t.Fatalf("%d loops", len(want))
	}
	n := expr.IndexSize(0)
	for range 60 {
		n = expr.Max(expr.Const(1), n.FloorDiv(2).AddInt(-1))
	}
	if s.M.Loops[1].Upper = n; n.Top {
		t.Fatal("too large an expression")
	}
	got := s.Loops(nil)
	if g, w := got[0], want[0]; g.Status != w.Status || g.Bound != w.Bound || g.Max != w.Max {
		t.Errorf("the outer loop: %v, want %v", got[0], want[0])
	}
	if l := got[1]; l.Status != absint.Unbounded || l.Bound != "" || !math.IsInf(l.Max, 1) || l.Min != 0 || l.Reason != symval.ErrWork.Error() {
		t.Errorf("the inner loop: %v", l)
	}
}
