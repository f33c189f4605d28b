package absint_test

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/absint/internal/absinttest"
	"github.com/energylint/energylint/absint/internal/cost"
	"github.com/energylint/energylint/absint/internal/expr"
	"github.com/energylint/energylint/absint/internal/progdb"
)

// What calls have in common is what each of them would cost by itself.
func TestSharedCosts(t *testing.T) {
	for _, topic := range []string{"calls", "targets", "programs", "hidden", "workloads"} {
		cs := absinttest.Fixture(t, topic)
		p := absinttest.AnalyzerOf(cs).Reach(absinttest.WithCode(cs))
		weights := absinttest.WeightsBy(7, expr.Dimensions)
		for _, obj := range []cost.Objective{cost.TotalInstructions(true), cost.TotalInstructions(false), cost.Energy(weights, true), cost.Energy(weights, false)} {
			pass := p.NewPass([]cost.Objective{obj}, false)
			p.EvaluateInTurn([]*absint.Pass{pass}, nil)
			done := pass.Outcomes[0]
			shared := 0
			for v, o := range done {
				if o.Recurs {
					continue
				}
				alone := p.EvaluateMethod(v, obj.Prepared(), done)
				if x, y := describe(alone), describe(*o); x != y {
					t.Errorf("%s: %s costs\n%s\nand by itself\n%s", topic, progdb.MethodName(p.Members[v]), y, x)
				}
				shared++
			}
			if shared == 0 {
				t.Errorf("%s has no methods to compare", topic)
			}
		}
	}
}

// Unpacked outcomes are those that were packed, and packed ones say of themselves what is asked without unpacking.
func TestPackedOutcomes(t *testing.T) {
	packed, conditions, assumptions, calls, nested := 0, 0, 0, 0, 0
	for _, topic := range []string{"calls", "callsymbols", "workloads"} {
		cs := absinttest.Fixture(t, topic)
		a := absinttest.AnalyzerOf(cs)
		p := a.Reach(absinttest.WithCode(cs))
		weights := absinttest.WeightsBy(7, expr.Dimensions)
		for i := range weights {
			weights[i] /= 3
		}
		for _, obj := range []cost.Objective{cost.TotalInstructions(false), cost.Energy(weights, true)} {
			for v, o := range p.Evaluate(obj) {
				var packer cost.Packer
				_ = packer.Pack(&cost.Outcome{Poly: expr.ConstPoly(expr.Vector{{ID: 1, N: 0.1}}), Assumptions: []expr.Assumption{{Symbol: "n", Max: math.Inf(1)}}}) // numbers are those of several outcomes
				if v%3 == 0 && len(o.Poly.Terms) > 0 {                                                                                                              // as an assumed bound leaves them
					o.Assumptions = []expr.Assumption{{Symbol: "n", Max: -0.5, Origin: "@LoopBound"}, {Symbol: "call", Max: math.Copysign(0, -1), Cost: true}}
				}
				small := packer.Pack(&o)
				again := packer.Unpack(*small)
				if again.Unbounded != o.Unbounded || again.HasCalls() != o.HasCalls() || small.HasCalls() != o.HasCalls() || small.Recurs != o.Recurs || again.MayThrow != o.MayThrow {
					t.Errorf("%s: %s is another one", topic, progdb.MethodName(p.Members[v]))
				}
				if x, y := describe(o), describe(again); x != y || !o.Equal(again) {
					t.Errorf("%s: %s costs\n%s\nand packed\n%s", topic, progdb.MethodName(p.Members[v]), x, y)
				}
				for i, term := range o.Poly.Terms {
					for k, atom := range term.Mono {
						if other := again.Poly.Terms[i].Mono[k]; !reflect.DeepEqual(*atom, *other) {
							t.Errorf("%s: %s has %v, and packed %v", topic, progdb.MethodName(p.Members[v]), *atom, *other)
						}
						nested += len(atom.Args)
					}
				}
				if len(o.Poly.Terms) > 0 {
					if packed++; len(small.Poly.Terms) > 0 {
						t.Errorf("%s: %s is not packed", topic, progdb.MethodName(p.Members[v]))
					}
				}
				conditions, assumptions = conditions+len(o.Conditions), assumptions+len(o.Assumptions)
				if o.HasCalls() {
					calls++
				}
			}
		}
	}
	if packed < 1000 || conditions < 100 || assumptions < 100 || calls < 50 || nested < 100 {
		t.Errorf("%d outcomes with %d conditions, %d assumptions, %d with calls, %d arguments of atoms: too few", packed, conditions, assumptions, calls, nested)
	}
}

func describe(o cost.Outcome) string {
	text := ""
	for _, x := range o.Poly.Terms {
		text += fmt.Sprint(x.Mono.Key(), x.Vec, " ")
	}
	for _, c := range o.Conditions {
		text += fmt.Sprint(c.Size.Key(), c.Lo, c.Hi, " ")
	}
	return text + fmt.Sprint(o.Reasons, o.Assumptions, o.Joined, o.Unbounded, o.Throws)
}

// The prices of calls that are noted during the evaluation are those that asking again gives.
func TestPrices(t *testing.T) {
	cs := absinttest.Fixture(t, "calls")
	p := absinttest.AnalyzerOf(cs).Reach(absinttest.WithCode(cs))
	obj := cost.TotalInstructions(true)
	pass := p.NewPass([]cost.Objective{obj}, true)
	p.EvaluateInTurn([]*absint.Pass{pass}, nil)
	done, prices := pass.Outcomes[0], pass.Prices[0]
	calls := 0
	for v, s := range p.Sums {
		if s.Failure != nil {
			continue
		}
		var want []cost.CallPrice
		for site := range s.AllCalls() {
			want = append(want, absint.PriceOf(p.Program, v, site, p.CallOutcome(v, site, obj.Prepared(), done)))
		}
		if !slices.Equal(prices[v], want) {
			t.Errorf("%s: %v, want %v", progdb.MethodName(p.Members[v]), prices[v], want)
		}
		calls += len(want)
	}
	if calls == 0 {
		t.Error("no calls")
	}
}

// Outcomes under several objectives are those under each alone, and where they are the same, the same objects.
func TestEvaluateEach(t *testing.T) {
	alike, shared := 0, 0
	for _, topic := range []string{"calls", "targets", "programs", "hidden", "workloads"} {
		cs := absinttest.Fixture(t, topic)
		p := absinttest.AnalyzerOf(cs).Reach(absinttest.WithCode(cs))
		for _, upper := range []bool{true, false} {
			first := cost.Energy(absinttest.WeightsBy(7, expr.Dimensions), upper)
			alone := p.Evaluate(first)
			obj := cost.Energy(absinttest.WeightsBy(5, expr.Dimensions), upper)
			want := p.Evaluate(obj)
			both := p.EvaluateEach([]cost.Objective{first, obj})
			like := both[0]
			for v, o := range both[1] {
				if x, y := describe(like[v]), describe(alone[v]); x != y {
					t.Errorf("%s, upper %v, with others: %s costs\n%s\nwant\n%s", topic, upper, progdb.MethodName(p.Members[v]), x, y)
				}
				if x, y := describe(o), describe(want[v]); x != y {
					t.Errorf("%s, upper %v: %s costs\n%s\nwant\n%s", topic, upper, progdb.MethodName(p.Members[v]), x, y)
				}
				if len(o.Poly.Terms) == 0 {
					continue
				}
				if o.Equal(like[v]) {
					alike++
					if &o.Poly.Terms[0] == &like[v].Poly.Terms[0] {
						shared++
					}
				}
			}
		}
	}
	if alike == 0 || shared != alike {
		t.Errorf("%d outcomes are alike, %d of them are shared", alike, shared)
	}
}
