package energy

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/summaries"
	"github.com/energylint/energylint/models/library"
)

// TestMadeFunctions: a library call that is given a function which the library makes of others costs what those cost.
func TestMadeFunctions(t *testing.T) {
	const n = 16 // elements, which sorting compares n * (log2(n) + 2) times
	e, methods := withJDK(t, "functions", func(_ *classfile.Method, symbol string) (float64, string, bool) {
		if strings.HasSuffix(symbol, ".size()") {
			return n, "test", true
		}
		return 0, "test", true
	})
	jdk, err := summaries.JDK()
	if err != nil {
		t.Fatal(err)
	}
	e.Analyzer.External = jdk
	const comparisons = n * 6
	counted := methods["counted"]
	iteration := e.Evaluate([]*classfile.Method{counted}).Worst(counted, confidence).Energy.Mean / 2000
	for _, test := range []struct {
		method     string
		iterations float64 // of the loop in work, that functions call; a tenth more at most
		lacking    string  // a call symbol
	}{
		{"byNumber", comparisons * 2 * 2000, ""},
		{"byText", comparisons * 2 * 3000, ""},
		{"byKey", comparisons * 1000, ""},
		{"byLambda", comparisons * 1000, ""},
		{"byCostlyKey", comparisons * (2*4000 + 1000), ""},
		{"backwards", 0, "l.sort(Comparator)"}, // Own has a reversed
		{"backwardsTwice", 0, "l.sort(Comparator)"},
		{"then", comparisons * (2*2000 + 1000), ""},
		{"thenBackwards", comparisons * (2*3000 + 1000), ""},
		{"thenNumber", comparisons * (2*3000 + 2*2000), ""},
		{"natural", comparisons * 1000, ""},
		{"nullsLast", comparisons * 1000, ""},
		{"values", comparisons * 1000, ""},
		{"valuesBackwards", comparisons * 1000, ""},
		{"largest", (n - 1) * 2 * 2000, ""},
		{"sorted", comparisons * 2 * 2000, ""},
		{"removes", n * 5000, ""},
		{"removesBoth", n * (5000 + 2000), ""},
		{"largestOfAny", 0, "Comparable.compareTo(Object)"},
		{"appendsEach", 0, "StringBuilder.append(Object)"},
		{"byAny", 0, "l.sort(Comparator)"},
		{"byGiven", 0, "l.sort(Comparator)"},
		{"byOwn", comparisons * 7000, ""},
	} {
		checkIterations(t, e, methods[test.method], test.iterations, iteration, test.lacking)
	}
}

// TestMadeFunctionNames: models and analysis agree on what stands for a method of a function that a method makes.
func TestMadeFunctionNames(t *testing.T) {
	lib, err := library.Shipped()
	if err != nil {
		t.Fatal(err)
	}
	maker := classfile.Member{Class: "java/util/Comparator", Name: "comparing", Desc: "(Ljava/util/function/Function;)Ljava/util/Comparator;"}
	made := maker.Making(classfile.Member{Name: "compare", Desc: "(Ljava/lang/Object;Ljava/lang/Object;)I"})
	if e, ok := lib.Lookup(made.Class, made.Name, made.Desc); !ok || len(e.Callbacks) != 2 || !e.Callbacks[1].Result {
		t.Errorf("%v has the model %v", made, e)
	}
	jdk, err := summaries.JDK()
	if err != nil {
		t.Fatal(err)
	}
	functions := 0
	for _, e := range lib.Entries() {
		made, method, is := strings.Cut(e.Name, ").")
		if !is {
			continue
		}
		functions++
		if strings.HasPrefix(e.Class, "kotlin/") { // not of the JDK: a fixture has calls of them, kotlinsorts
			continue
		}
		name, parameters, _ := strings.Cut(made, "(")
		c := jdk.Find(e.Class)
		if c == nil {
			t.Errorf("the JDK has no class %s", e.Class)
			continue
		}
		found := false
		for i := range c.Methods {
			m := &c.Methods[i]
			if m.Name == name && strings.HasPrefix(m.Desc, "("+parameters+")L") {
				found = true
				function := jdk.Find(strings.TrimSuffix(classfile.Return(m.Desc)[1:], ";"))
				has := false
				for k := range function.Methods {
					has = has || function.Methods[k].Name == method && function.Methods[k].Desc == e.Descriptor
				}
				if !has {
					t.Errorf("what %s.%s returns has no method %s%s", e.Class, made, method, e.Descriptor)
				}
			}
		}
		if !found {
			t.Errorf("the JDK has no method %s.%s)", e.Class, made)
		}
	}
	if functions < 20 {
		t.Errorf("%d models of functions", functions)
	}
}

// checkIterations holds the cost of a method against that of iterations of a loop, each of one amount in joules, 10% more at most; 0 is for
// any cost. lacking is the call symbol of its formula, empty for none.
func checkIterations(t *testing.T, e *Engine, m *classfile.Method, iterations, one float64, lacking string) {
	t.Helper()
	w := e.Evaluate([]*classfile.Method{m}).Worst(m, confidence)
	symbols := ""
	for _, c := range e.Methods(roots(m), nil, "").Methods[0].CallSymbols {
		symbols += c.Symbol
	}
	if len(w.Outcome.Reasons) > 0 || symbols != lacking {
		t.Errorf("%s: %v and symbols %q, want %q", m.Name, w.Outcome.Reasons, symbols, lacking)
	}
	if low := iterations * one; low > 0 && (w.Energy.Mean < low || w.Energy.Mean > low*1.1) {
		t.Errorf("%s: %v J, that of %v iterations, want %v", m.Name, w.Energy.Mean, w.Energy.Mean/one, iterations)
	}
}
