package absint_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/exprtest"
	"github.com/energylint/energylint/absint/internal/progdb"
	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
)

// TestCalls checks what the methods of testdata/fixtures/calls execute with all that they call against a count by
// hand. leaf(n) executes 9 + 9n instructions (n = 0 for a negative one), sum and chars 10 + 12 per element; the
// comments add the listing of the caller (javap -c -p) to them.
func TestCalls(t *testing.T) {
	tests := []struct {
		method string
		total  string   // instructions at most; where something is unknown, without it
		min    float64  // at least
		why    []string // reasons why it is no bound, a part of each
		joined bool     // above two alternatives of which none is always the worse
	}{
		{"Calls.leaf", "9 + 9*[n]", 9, nil, false},
		{"Calls.ten", "102", 102, nil, false}, // 3 + 99
		// 7 + 9 + 9*(2n+3). At least nothing: where the arithmetic overflows, nothing is sure.
		{"Calls.affine", "16 + 9*[(2 * n + 3)]", 0, nil, false},
		{"Calls.twice", "24 + 9*[n] + 9*[m]", 24, nil, false}, // 6 + 2*9
		{"Calls.negative", "12", 12, nil, false},              // 3 + 9
		// Iteration i is 3 + 7 + 9 + 9i, the sum of i is n(n-1)/2; 9 around.
		{"Calls.triangle", "9 + 14.5*[n] + 4.5*[n^2]", 9, nil, false},
		// 2 + 3*11 + 2*10 + 3, and leaf of at most 10.
		{"Calls.behind", "157", 67, nil, false},
		{"Calls.unknownArgument", "70", 16, nil, false}, // 7 and leaf of at most 6

		{"Calls.sum", "10 + 12*[a.length]", 10, nil, false},
		{"Calls.passesArray", "13 + 12*[a.length]", 13, nil, false}, // 3 + 10
		{"Calls.makesArray", "14 + 12*[n]", 14, nil, false},         // 4 + 10
		{"Calls.threeElements", "50", 50, nil, false},               // 4 + 10 + 36
		{"Calls.row", "15 + 12*[m[...].length]", 15, nil, false},    // 5 + 10: of the longest row that is met
		{"Calls.chars", "10 + 12*[s.length()]", 10, nil, false},
		{"Calls.passesString", "13 + 12*[s.length()]", 13, nil, false}, // 3 + 10
		{"Calls.hello", "73", 73, nil, false},                          // 3 + 10 + 5*12
		{"Calls.surrogates", "49", 49, nil, false},                     // 3 + 10 + 3*12: a pair is two chars
		// 4 + the worst of Flat (2), Linear (3 + 9 + 36) and Fixed (3 + 99); the best is Flat.
		{"Calls.area", "106", 6, nil, false},
		// Neither Linear (12 + 9n) nor Fixed (102) is always the worse.
		{"Calls.areaOf", "106 + 9*[n]", 6, nil, true},
		// The class of the receiver is known: 6 + two constructors of 3 + 48.
		{"Calls.exactly", "60", 60, nil, false},
		{"Calls.visits", "16 + 9*[n]", 6, nil, false}, // 4 + Each (12 + 9n) or Once (2)
		{"Calls.direct", "5 + 7*[n]", 5, nil, false},
		{"Calls.even", "5 + 10*[n]", 5, nil, false}, // even recurs with 10 instructions, odd with 10, they end with 5 and 4
		{"Calls.odd", "5 + 10*[n]", 4, nil, false},
		{"Calls.intoCycle", "8 + 10*[n]", 8, nil, false}, // 3
		// Without a bound there is no cost to speak of: it is dropped.
		{"Cycles.collatz", "0", 6, []string{"calls.Cycles.collatz(int) calls itself, to a depth that has no bound"}, false},
		{"Cycles.ping", "0", 6, []string{"recursion through calls.Cycles.ping(int), calls.Cycles.pong(int), to a depth that has no bound"}, false},
		{"Cycles.pong", "0", 5, []string{"recursion through calls.Cycles.ping(int), calls.Cycles.pong(int), to a depth that has no bound"}, false},
		{"Cycles.intoCycle", "0", 9, []string{"recursion through calls.Cycles.ping(int), calls.Cycles.pong(int)"}, false},
		{"Calls.callsNative", "3", 3, []string{"calls.Calls.outside at line 118 has no price: it runs native code"}, false},
		{"Calls.library", "3", 3, []string{"java.util.Iterator.next at line 122 has no price: it is library code that may call application code"}, false},
		{"Calls.closed", "3", 3, nil, false},
		{"Calls.checked", "6", 4, nil, false}, // the exception's way is the longer one, the other is what returns
		{"Calls.callsChecked", "9", 7, nil, false},
		// The call throws: 2 + 6, then the handler with 4 + 99. Otherwise 3 + 4.
		{"Calls.guarded", "111", 7, nil, false},
		{"Calls.alwaysThrows", "4", 4, nil, false},
		{"Calls.branch", "194", 104, nil, false}, // 5 + 189 or 5 + 99

		{"Linear.shared", "7", 7, nil, false}, // 5 + 2 of the superclass, not of an override
		{"Linear.work", "12 + 9*[n]", 12, nil, false},
		{"Each.visit", "12 + 9*[n]", 12, nil, false},
		{"Fixed.<init>", "6", 6, nil, false},

		// The method's own 6 or 7 (8 to 10 where it captures or checks), the body's 3 or 4, leaf.
		{"Lambdas.body", "18 + 9*[n]", 18, nil, false},
		{"Lambdas.reference", "15 + 9*[n]", 15, nil, false},
		{"Lambdas.captured", "19 + 9*[n]", 19, nil, false},
		{"Lambdas.bound", "85", 85, nil, false}, // 10 + 3 + 9 + 63; requireNonNull calls nothing back
		{"Lambdas.unbound", "82", 82, nil, false},
		{"Lambdas.constructor", "203", 203, nil, false},        // 7 + 7 + leaf(20)
		{"Lambdas.firstOfConstructor", "203", 203, nil, false}, // 7 + 7 + leaf(20)
		{"Lambdas.second", "199", 199, nil, false},             // 7 + 3 + leaf(20)
		{"Lambdas.overloaded", "9023", 9023, nil, false},       // 6 + 5 of the default method + 3 + leaf(1000)
		{"Lambdas.own", "20 + 9*[this.width]", 20, nil, false},
		// One of two lambdas that the method makes: 10 + 3 + leaf(n) or 8 + 4.
		{"Lambdas.either", "22 + 9*[n]", 12, nil, false},
		// Every lambda of the interface may be meant: of those that capture nothing the worst is body's,
		// 4 + 3 + leaf(5); what others capture is not known here, and has names of its own.
		{"Lambdas.passed", "61 + 9*[lambda$own$4: this.width] + 9*[lambda$captured$1: n] + 9*[lambda$either$5: n]", 8, nil, true},

		{"Kinds.wide", "15 + 9*[m]", 15, nil, false},       // 6 + 9: longs and doubles are one argument
		{"Kinds.passesWide", "21 + 9*[n]", 21, nil, false}, // 6 + 15
		{"Kinds.longs", "10 + 10*[n]", 10, nil, false},     // 4 + 4*(n+1) + 6*n + 2
		{"Kinds.widens", "14 + 10*[n]", 14, nil, false},    // 4 + 10
		// Conversions that may cut off, sums and products that may overflow: at least nothing is sure.
		{"Kinds.narrows", "13 + 9*[n]", 0, nil, false}, // 4 + 9
		{"Kinds.octet", "9 + 9*[n]", 9, nil, false},
		{"Kinds.cutsOff", "13 + 9*[n]", 0, nil, false},          // 4 + 9
		{"Kinds.reassigned", "16 + 9*[(n + 2)]", 0, nil, false}, // 7 + 9
		{"Kinds.square", "14 + 9*[n^2]", 0, nil, false},         // 5 + 9
		// 4 + 6*(k+1) + 10*k + 2, through two final fields.
		{"Kinds.deep", "60", 60, nil, false},   // 12 + 16*3
		{"Kinds.deeper", "64", 64, nil, false}, // 4 + 60
		// A call that never returns has no worst case; the best one of its caller is its own code.
		{"Kinds.forever", "0", 0, []string{"it has no exit except exceptions and the end of the program"}, false},
		{"Kinds.callsForever", "0", 3, []string{"it has no exit except exceptions and the end of the program"}, false},
		// The call that returns passes all ten iterations: 4 + 3*11 + 5*10 + 2.
		{"Kinds.mayHang", "0", 89, []string{"the loop at line 64: it has no exit except exceptions and the end of the program"}, false},
		{"Kinds.either", "16 + 12*[(a value).length]", 15, nil, false}, // 6 + 10: of the longer one
		{"Kinds.compares", "43", 43, nil, false},                       // 4 + 3 + 36
		{"Key.compareTo", "44", 44, nil, false},                        // the bridge: 5 + 3 + 36
		{"Key.size", "22 + 9*[n]", 22, nil, false},                     // 8 + (3 + 9 + 9n) + 2 of the two interfaces
		// leaf(i) for i = n to 1 is 9 + 9i: 4 + 2 + 2 + n*(2 + 7 + 9) + 9*n(n+1)/2, which is 22.5n + 4.5n^2. That i stays
		// positive is not seen at the call, so every iteration counts as the first.
		{"Kinds.downwards", "8 + 18*[n] + 9*[n^2]", 8, nil, false},
		{"Kinds.nested", "9 + 19*[n] + 14.5*[n * m] + 4.5*[n * m^2]", 9, nil, false}, // n * (10 + triangle(m)) + 9
	}
	a, methods := absinttest.Analyzer(t, "calls")
	for _, test := range tests {
		t.Run(test.method, func(t *testing.T) {
			m := methods[test.method]
			if m == nil {
				t.Fatal("no such method")
			}
			p := a.Reach(absinttest.Roots(m))
			o := p.Evaluate(cost.TotalInstructions(true))[p.Index(m)]
			if got := exprtest.Formula(o.Poly, expr.TotalInstructions); got != test.total {
				t.Errorf("%s instructions, by hand %s", got, test.total)
			}
			low := p.Evaluate(cost.TotalInstructions(false))[p.Index(m)]
			if n := a.Summary(m).Range(low, cost.TotalInstructions(false), nil); n.Total != test.min {
				t.Errorf("at least %v instructions, by hand %v", n.Total, test.min)
			}
			if o.Joined != test.joined {
				t.Errorf("joined %v, by hand %v", o.Joined, test.joined)
			}
			if len(o.Reasons) != len(test.why) {
				t.Fatalf("reasons %v, by hand %q", o.Reasons, test.why)
			}
			for i, r := range o.Reasons {
				if !strings.Contains(r.Text, test.why[i]) {
					t.Errorf("reason %q, by hand %q", r.Text, test.why[i])
				}
			}
		})
	}
}

// A call of library code without a model has no price, and says which one it is.
func TestUnpricedCall(t *testing.T) {
	a, methods := absinttest.Analyzer(t, "calls")
	weights := make([]float64, expr.Dimensions)
	for _, test := range []struct{ method, member string }{
		{"Calls.closed", "java/lang/Integer.bitCount(I)I"},
		{"Calls.callsNative", "calls/Calls.outside(I)I"},
	} {
		m := methods[test.method]
		p := a.Reach(absinttest.Roots(m))
		o := p.Evaluate(cost.Energy(weights, true))[p.Index(m)]
		if !slices.ContainsFunc(o.Reasons, func(r expr.Reason) bool { return r.Unpriced == test.member }) {
			t.Errorf("%s: %s is not named: %v", test.method, test.member, o.Reasons)
		}
		if o := p.Evaluate(cost.Energy(weights, false))[p.Index(m)]; len(o.Reasons) > 0 {
			t.Errorf("%s: a lower bound misses nothing: %v", test.method, o.Reasons)
		}
	}
}

// Results do not depend on the number of goroutines, nor on the order of the roots.
func TestReachIsDeterministic(t *testing.T) {
	cs := absinttest.Fixture(t, "calls")
	var ms []*classfile.Method
	for _, c := range cs {
		for i := range c.Methods {
			ms = append(ms, &c.Methods[i])
		}
	}
	run := func(jobs int, roots []*classfile.Method) map[string]cost.Outcome {
		p := absint.NewAnalyzer(callgraph.New(cs, nil, jobs), nil, nil, jobs).Reach(roots)
		out := map[string]cost.Outcome{}
		for _, up := range []bool{true, false} {
			o := p.Evaluate(cost.TotalInstructions(up))
			for _, m := range ms {
				key := progdb.MethodName(m)
				if up {
					key += " worst"
				}
				out[key] = o[p.Index(m)]
			}
		}
		return out
	}
	want := run(1, ms)
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 16 {
		shuffled := slices.Clone(ms)
		random.Shuffle(len(ms), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		jobs := 1
		if i%2 == 1 {
			jobs = 8
		}
		got := run(jobs, shuffled)
		for k := range want {
			if !reflect.DeepEqual(got[k], want[k]) {
				t.Fatalf("%s with %d jobs, order %d:\n got %+v\nwant %+v", k, jobs, i, got[k], want[k])
			}
		}
	}
}
