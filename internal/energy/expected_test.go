package energy

import (
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/absint"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/finding"
)

// short leaves of class.name+descriptor the simple class and the name.
func short(members []string) string {
	var out []string
	for _, m := range members {
		name, _, _ := strings.Cut(m, "(")
		out = append(out, name[strings.LastIndexByte(name, '/')+1:])
	}
	return strings.Join(slices.Compact(out), " ")
}

// TestExpectedCosts: a bound names the library calls that it counts with an expected cost, however it came about, and no
// others.
func TestExpectedCosts(t *testing.T) {
	e, methods := withJDK(t, "expected", nil)
	for _, test := range []struct{ method, want string }{
		{"nothing", ""},
		{"worst", ""},
		{"gets", "HashMap.get"},
		{"puts", "HashMap.get HashMap.put"},
		{"cheaper", "HashMap.get"},
		{"loops", "HashMap.get"},
		{"amortized", "HashMap.get"},
		{"never", ""},
		{"recursive", "HashMap.get HashMap.put"},
		{"descends", "HashMap.get"},
		{"unbounded", ""},
		{"asks", ""},
		{"lambda", "HashMap.get"},
		{"each", "ArrayList.forEach HashMap.get"},
		{"joins", "StringBuilder.<init> StringBuilder.append StringBuilder.toString"},
		{"dispatches", "HashMap.get"},
		{"shape", ""},
	} {
		m := methods[test.method]
		if m == nil {
			t.Fatalf("no method %s", test.method)
		}
		x := e.Methods(roots(m), nil, "").Methods[0]
		if got := short(x.Expected); got != test.want {
			t.Errorf("%s rests on expected costs of %q, want %q", test.method, got, test.want)
		}
		if got := short(e.Evaluate(roots(m)).Explain(m, nil, nil).Expected); got != test.want {
			t.Errorf("explain: %s rests on expected costs of %q, want %q", test.method, got, test.want)
		}
	}
}

// TestAskedOftenAsExpected: how often a collection asks a key of the program's own class is expected, too.
func TestAskedOftenAsExpected(t *testing.T) {
	e, methods := withJDK(t, "objects", nil)
	m := methods["getsOrdered"]
	e.Analyzer.Library = worstLibrary{e.Analyzer.Library}
	e.Analyzer = absint.NewAnalyzer(e.Hierarchy, e.Analyzer.Library, nil, 1)
	if got := short(e.Methods(roots(m), nil, "").Methods[0].Expected); got != "TreeMap.get" {
		t.Errorf("expected costs of %q, want those of TreeMap.get", got)
	}
	if got := short(e.Methods(roots(methods["getsText"]), nil, "").Methods[0].Expected); got != "" {
		t.Errorf("expected costs of %q where a model of the worst case prices the call", got)
	}
}

// worstLibrary is a library whose models all have worst cases.
type worstLibrary struct{ absint.Library }

func (l worstLibrary) Cost(m classfile.Member, arg func(i int, what absint.Measure, up bool) absint.Size) (absint.LibraryCost, bool) {
	c, ok := l.Library.Cost(m, arg)
	c.Expected = false
	return c, ok
}

// TestExpectedCostsOfVerdicts: a verdict names the expected costs that it rests on. That every call exceeds a budget
// rests on none, and what has no bound neither.
func TestExpectedCostsOfVerdicts(t *testing.T) {
	e, methods := withJDK(t, "expected", nil)
	for _, test := range []struct {
		method, budget string
		verdict        finding.Verdict
		want           string
	}{
		{"gets", "1 mJ", finding.Proved, "HashMap.get"},
		{"gets", "1 uJ", finding.Exceeded, "HashMap.get"},
		{"gets", "1 nJ", finding.Violated, ""},
		{"loops", "1 uJ + 50 uJ * keys.length", finding.Proved, "HashMap.get"},
		{"worst", "1 mJ", finding.Proved, ""},
		{"unbounded", "1 mJ", finding.Unknown, ""},
	} {
		m := methods[test.method]
		r := e.Evaluate(roots(m)).Check(Claim{m, budgetOf(t, test.budget, "")})
		if got := short(r.Expected); r.Verdict != test.verdict || got != test.want {
			t.Errorf("%s against %s: %s, resting on expected costs of %q, want %s and %q", test.method, test.budget, r.Verdict, got, test.verdict, test.want)
		}
	}
}
