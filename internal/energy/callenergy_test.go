package energy

import (
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/snapshot"
	"github.com/energylint/energylint/models/library"
)

// Calls have the energy of one execution and the iterations of the loops around them, with 10 for sizes.
func TestCallEnergies(t *testing.T) {
	cs := classesIn(t, "../../testdata/fixtures/reportlists/classes")
	lib, err := library.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	e := engineOf(t, cs, Options{Device: "any", Confidence: confidence, Library: lib, Exact: true, CallEnergy: true})
	ms := withCode(cs)
	states := e.Snapshot(ms, nil)
	e.AddOverrides(states, ms)
	method := func(key string) *snapshot.Method {
		i := slices.IndexFunc(states, func(m snapshot.Method) bool { return strings.HasPrefix(m.Key(), key) })
		if i < 0 {
			t.Fatalf("no %s", key)
		}
		return &states[i]
	}
	call := func(m *snapshot.Method, callee string) snapshot.Call {
		i := slices.IndexFunc(m.Calls, func(c snapshot.Call) bool { return strings.Contains(c.Callee, callee) })
		if i < 0 {
			t.Fatalf("%s does not call %s", m.Key(), callee)
		}
		return m.Calls[i]
	}
	read := method("Report.read(")
	for callee, times := range map[string]float64{"List.add(": 10, "String.trim(": 10, "ArrayList.<init>(": 1} {
		if c := call(read, callee); c.Times == nil || float64(*c.Times) != times {
			t.Errorf("%s: %v times, want %v", callee, c.Times, times)
		}
	}
	whole := call(method("Report.main("), "Report.read(")
	if whole.Energy == nil {
		t.Fatalf("read has no energy: %s", whole.Price)
	}
	inside := 0.0
	for _, c := range read.Calls {
		if c.Energy == nil || *c.Energy <= 0 {
			t.Fatalf("%s has no energy", c.Callee)
		}
		inside += float64(*c.Energy) * float64(*c.Times)
	}
	if inside <= 0 || inside >= float64(*whole.Energy) {
		t.Errorf("read costs %v with %v in its calls", *whole.Energy, inside)
	}
	if got := method("Report.lambda$main$0(").Overrides; !slices.Equal(got, []string{"java/lang/Runnable.run()V"}) {
		t.Errorf("the lambda overrides %v", got)
	}
	if got := method("Report$1.compare(Ljava/lang/Object;").Overrides; !slices.Contains(got, "java/util/Comparator.compare(Ljava/lang/Object;Ljava/lang/Object;)I") {
		t.Errorf("the comparator overrides %v", got)
	}
}
