package energy

import (
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/budget"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/finding"
	"github.com/energylint/energylint/internal/snapshot"
	"github.com/energylint/energylint/models/library"
)

// A budget is violated if every call that returns breaks it, and no call keeps it that ends by an explicit throw of the
// method or of analysed code that it calls.
func TestViolatedIsOfCallsThatReturn(t *testing.T) {
	cs := classesIn(t, "../../testdata/fixtures/returning/classes")
	methods := methodsOf(cs)
	lib, err := library.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	e := engineOf(t, cs, Options{Device: "Device 1", Confidence: confidence, Library: lib})
	for method, want := range map[string]finding.Verdict{
		"Returning.divides":               finding.Violated,
		"Returning.refusesAtTheEnd":       finding.Violated,
		"Returning.refuses":               finding.Exceeded,
		"Returning.refusesLater":          finding.Exceeded,
		"Returning.neverReturns":          finding.Exceeded,
		"Returning.catches":               finding.Exceeded,
		"Returning.catchesOwn":            finding.Exceeded,
		"ThrowingCallees.callee":          finding.Exceeded,
		"ThrowingCallees.nested":          finding.Exceeded,
		"ThrowingCallees.virtual":         finding.Exceeded,
		"ThrowingCallees.special":         finding.Exceeded,
		"ThrowingCallees.inLoop":          finding.Exceeded,
		"ThrowingCallees.inLambda":        finding.Exceeded,
		"ThrowingCallees.inForEach":       finding.Unknown,
		"ThrowingCallees.inConstructor":   finding.Exceeded,
		"ThrowingCallees.recursive":       finding.Exceeded,
		"ThrowingCallees.alwaysThrows":    finding.Exceeded,
		"ThrowingCallees.neverReturns":    finding.Exceeded,
		"ThrowingCallees.lenient":         finding.Violated,
		"ThrowingCallees.atTheEnd":        finding.Violated,
		"ThrowingCallees.throwsLate":      finding.Violated,
		"ThrowingCallees.catchesTheThrow": finding.Exceeded,
		"ThrowingCallees.calleeCatches":   finding.Exceeded,
		"ThrowingCallees.library":         finding.Violated,
		"ThrowingCallees.libraryIndex":    finding.Violated,
	} {
		m := methods[method]
		if m == nil {
			t.Fatalf("no method %s", method)
		}
		for _, text := range []string{"10 uJ", "10 uJ + 0 nJ * d"} {
			if strings.Contains(text, "*") && m.Desc != "(I)I" {
				continue
			}
			r := e.Evaluate(roots(m)).Check(Claim{m, budgetOf(t, text, "")})
			if r.Verdict != want {
				t.Errorf("%s against %s: %s, want %s (%q)", method, text, r.Verdict, want, r.Missing)
			}
			if f, ok := budget.Finding(r); want == finding.Violated && (!ok || !strings.HasPrefix(f.Message, "Every call of "+method) || !strings.Contains(f.Message, " that returns exceeds")) {
				t.Errorf("%s: message %q", method, f.Message)
			}
		}
	}
}

// A snapshot has the worst case of the calls that return, where it is less than that of all. What is caught is part of it, and what
// library code may catch.
func TestSnapshotOfCallsThatReturn(t *testing.T) {
	cs := classesIn(t, "../../testdata/fixtures/returns/classes")
	lib, err := library.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	e := engineOf(t, cs, Options{Device: "Device 1", Confidence: confidence, Library: lib, Exact: true})
	var ms []*classfile.Method
	for _, m := range methodsOf(cs) {
		ms = append(ms, m)
	}
	of := map[string]snapshot.Method{}
	for _, m := range e.Snapshot(ms, nil) {
		of[m.Class+"."+m.Name] = m
	}
	// Only what dearFailure does before it throws grows with the argument.
	for method, want := range map[string]struct{ less, grows bool }{
		"Returns.dearFailure":         {less: true},
		"Returns.fail":                {grows: true}, // it never returns: the worst case of all calls
		"Returns.check":               {less: true},
		"Returns.returnsChecked":      {less: true},
		"Returns.returnsCaught":       {grows: true},
		"Returns.returnsCaughtBelow":  {grows: true},
		"Returns.returnsFromRethrown": {grows: true},
		"Returns.returnsGuarded":      {less: true},
		"Returns.returnsPlainly":      {less: true},
		"Returns.returnsSafely":       {less: true, grows: true}, // less by its own check
		"Returns.returnsSafelyTwice":  {less: true, grows: true},
		"Returns.returnsOfFuture":     {less: true, grows: true},
		"Returns.rethrows":            {less: true},
		"Returns.attempt":             {less: true},
		"Returns.counted":             {grows: true}, // it calls itself
	} {
		m, ok := of[method]
		if !ok {
			t.Errorf("%s is not in the snapshot", method)
			continue
		}
		x := m.Expression
		if m.Returning != nil {
			x = m.Returning.Expression
		}
		grows := x != nil && slices.ContainsFunc(x.Terms, func(t result.ExpressionTerm) bool { return len(t.Factors) > 0 })
		if less := m.Returning != nil; less != want.less || grows != want.grows {
			t.Errorf("%s: less where it returns: %v, want %v; grows: %v, want %v\\nall calls %s\\nthat return %+v", method, less, want.less, grows, want.grows, m.Formula, m.Returning)
		}
	}
	each := func(x *result.Expression) (executed float64) {
		for _, t := range x.Terms {
			for _, n := range t.Counts {
				executed += n
			}
		}
		return executed
	}
	if m := of["Returns.returnsOfStream"]; m.Returning == nil || each(m.Returning.Expression) >= each(m.Expression) {
		t.Errorf("returnsOfStream: %s, where it returns %+v", m.Formula, m.Returning)
	}
}

// A comparison leaves out the methods that a compiler made to call one that people declare.
func TestSnapshotTellsBridges(t *testing.T) {
	cs := classesIn(t, "../../testdata/fixtures/bridges/classes")
	e := engineOf(t, cs, Options{Device: "Device 1", Confidence: confidence})
	got := map[string]bool{}
	for _, m := range e.Snapshot(withCode(cs), nil) {
		if m.Name == "compareTo" {
			got[m.Descriptor] = m.Bridge
		}
	}
	if len(got) != 2 || !got["(Ljava/lang/Object;)I"] || got["(Lfixtures/bridges/Bridges$Age;)I"] {
		t.Errorf("bridges: %v", got)
	}
}
