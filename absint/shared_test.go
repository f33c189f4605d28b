package absint

import (
	"fmt"
	"slices"
	"testing"
)

// What calls have in common is what each of them would cost by itself.
func TestSharedCosts(t *testing.T) {
	for _, topic := range []string{"calls", "targets", "programs", "hidden", "workloads"} {
		cs := fixture(t, topic)
		p := analyzerOf(cs).Reach(withCode(cs))
		weights := weightsBy(7, dimensions)
		for _, obj := range []Objective{TotalInstructions(true), TotalInstructions(false), Energy(weights, true), Energy(weights, false)} {
			done := p.Evaluate(obj)
			shared := 0
			for v, o := range done {
				if o.recurs {
					continue
				}
				alone := p.evaluateMethod(v, obj.prepared(), done)
				if x, y := describe(alone), describe(o); x != y {
					t.Errorf("%s: %s costs\n%s\nand by itself\n%s", topic, MethodName(p.methods[v]), y, x)
				}
				shared++
			}
			if shared == 0 {
				t.Errorf("%s has no methods to compare", topic)
			}
		}
	}
}

func describe(o Outcome) string {
	text := ""
	for _, x := range o.Poly.terms {
		text += fmt.Sprint(x.mono.key(), x.vec, " ")
	}
	for _, c := range o.Conditions {
		text += fmt.Sprint(c.Size.key(), c.Lo, c.Hi, " ")
	}
	return text + fmt.Sprint(o.Reasons, o.Assumptions, o.Joined, o.open, o.throws)
}

// The prices of calls that are noted during the evaluation are those that asking again gives.
func TestEvaluateCalls(t *testing.T) {
	cs := fixture(t, "calls")
	p := analyzerOf(cs).Reach(withCode(cs))
	obj := TotalInstructions(true)
	done, prices := p.EvaluateCalls(obj)
	calls := 0
	for v, s := range p.sums {
		if s.err != nil {
			continue
		}
		var want []CallPrice
		for site := range s.allCalls() {
			want = append(want, p.priceOf(v, site, p.callOutcome(v, site, obj.prepared(), done)))
		}
		if !slices.Equal(prices[v], want) {
			t.Errorf("%s: %v, want %v", MethodName(p.methods[v]), prices[v], want)
		}
		calls += len(want)
	}
	if calls == 0 {
		t.Error("no calls")
	}
}
