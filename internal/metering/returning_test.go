package metering

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/observe"
	"github.com/energylint/energylint/internal/tier"
)

// TestReturningExecutions holds what the calls of methods whose name begins with returns executed, all of which return, against the
// bounds of calls that return.
func TestReturningExecutions(t *testing.T) {
	tier.Slow(t, tier.JVM)
	jvm := java(t, 17)
	x := prepare(t, classFiles(t, "returns"), func(cs []*classfile.Class) *absint.Analyzer {
		classes := filepath.Join("..", "..", "testdata", "fixtures", "returns", "classes")
		return analyzed(t, []string{classes}, filepath.Dir(filepath.Dir(jvm)), cs)
	})
	low := absint.TotalInstructions(false)
	part := x.parts[0]
	p := part.analyzer.Reach(x.table.Methods)
	least := p.NewPass([]absint.Objective{low}, false)
	passes := []*absint.Pass{least}
	type evaluation struct{ all, returning *absint.Pass }
	var evaluations []evaluation
	for _, up := range []absint.Objective{absint.TotalInstructions(true), absint.NamedInstructions()} {
		all := p.NewPass([]absint.Objective{up}, false)
		e := evaluation{all, p.NewReturningPass(all)}
		evaluations, passes = append(evaluations, e), append(passes, e.all, e.returning)
	}
	p.EvaluateInTurn(passes, nil)
	held, less := map[string]bool{}, map[string]bool{}
	for _, c := range x.run(t, jvm, nil, []string{"Meter", "Returns"}) {
		m := x.table.Methods[c.method]
		if !strings.HasPrefix(m.Name, "returns") {
			continue
		}
		pins := c.pins(m, x.table.Structures[m])
		bounds := func(x *absint.Pass) observe.Bounds {
			i := p.Index(m)
			of := observe.NewMethod(part.analyzer.Summary(m), *x.Outcomes[0][i], *least.Outcomes[0][i])
			return of.At(pins)
		}
		for _, e := range evaluations {
			at, most := bounds(e.returning), bounds(e.all)
			if !at.Total.Known {
				continue
			}
			held[m.Name] = true
			if at.Total.Total < float64(c.Total) {
				t.Errorf("%s%v: executed %d instructions, at most %v by the bound of calls that return", m.Name, c.args, c.Total, at.Total.Total)
			}
			if most.Total.Known && most.Total.Total > at.Total.Total {
				less[m.Name] = true
			}
		}
	}
	// The bounds of these are of calls that run into no throw at all, and those of the others include what is caught.
	for _, name := range []string{
		"returnsAttempt", "returnsChecked", "returnsFound", "returnsGuarded", "returnsInBlock", "returnsOfLambda", "returnsOfStep", "returnsOutOfBounds",
		"returnsOwnCheck", "returnsSynchronized", "returnsUnlessOther", "returnsUntilFailure",
	} {
		if !less[name] {
			t.Errorf("the bound of the calls of %s that return is that of all its calls", name)
		}
	}
	if len(held) < 20 {
		t.Errorf("%d methods have a bound for the arguments of their calls: %v", len(held), held)
	}
}
