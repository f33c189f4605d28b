package main

import (
	"fmt"
	"strings"
	"testing"
)

func methodsReport(capped int, methods ...string) string {
	return fmt.Sprintf(`{"schema": "energylint/methods/2", "capped": {"steps": %d}, "methods": [%s], "later": 1}`, capped, strings.Join(methods, ",\n"))
}

func method(name, formula, reasons, loops string) string {
	return fmt.Sprintf(`{"class":"A","name":%q,"descriptor":"()V","formula":%q,"reasons":[%s],"loops":[%s]}`, name, formula, reasons, loops)
}

// TestCompare compares two reports.
func TestCompare(t *testing.T) {
	a, b := method("a", "1 nJ", "", ""), method("b", "n * 2 nJ", "", `{"offset":3,"reason":""}`)
	stuck := method("b", "", `"it spins"`, `{"offset":3,"reason":"it spins"}`)
	for _, test := range []struct {
		name       string
		base, head string
		want       comparison
		say        string // in the differences
	}{
		{"the same", methodsReport(0, a, b), methodsReport(0, a, b), comparison{same: 2}, ""},
		{"order of methods", methodsReport(0, a, b), methodsReport(0, b, a), comparison{same: 2}, ""},
		{"order of fields", methodsReport(0, a), methodsReport(0, `{"formula":"1 nJ","loops":[],"reasons":[],"class":"A","name":"a","descriptor":"()V"}`), comparison{same: 1}, ""},
		{"formula", methodsReport(0, a, b), methodsReport(0, method("a", "2 nJ", "", ""), b), comparison{same: 1, values: 1}, `A.a()V
    formula: "1 nJ" -> "2 nJ"`},
		{"number that only decimals tell apart", methodsReport(0, `{"class":"A","x":0.10000000000000000001}`), methodsReport(0, `{"class":"A","x":0.10000000000000000002}`),
			comparison{values: 1}, "x: 0.10000000000000000001 -> 0.10000000000000000002"},
		{"reasons", methodsReport(0, a, stuck), methodsReport(0, a, method("b", "", `"no exit","and more"`, `{"offset":3,"reason":"no exit"}`)),
			comparison{same: 1, reasons: 1}, `loops[0].reason: "it spins" -> "no exit"
    reasons: ["it spins"] -> ["no exit","and more"]`},
		{"reason that is gone", methodsReport(0, stuck), methodsReport(0, method("b", "", "", `{"offset":3,"reason":"it spins"}`)), comparison{values: 1}, `reasons: ["it spins"] -> []`},
		{"reason and value", methodsReport(0, stuck), methodsReport(0, method("b", "1 nJ", `"no"`, `{"offset":3,"reason":"no"}`)), comparison{values: 1}, `formula: "" -> "1 nJ"`},
		{"reason of something else", methodsReport(0, `{"class":"A","x":{"reason":"a"}}`), methodsReport(0, `{"class":"A","x":{"reason":"b"}}`), comparison{values: 1}, `x.reason: "a" -> "b"`},
		{"loop", methodsReport(0, b), methodsReport(0, method("b", "n * 2 nJ", "", `{"offset":4,"reason":""}`)), comparison{values: 1}, "loops[0].offset: 3 -> 4"},
		{"one loop more", methodsReport(0, b), methodsReport(0, method("b", "n * 2 nJ", "", "")), comparison{values: 1}, `loops: [{"offset":3,"reason":""}] -> []`},
		{"field", methodsReport(0, `{"class":"A"}`), methodsReport(0, `{"class":"A","new":true}`), comparison{values: 1}, "new: null -> true"},
		{"gone and added", methodsReport(0, a, b), methodsReport(0, b, method("c", "", "", "")), comparison{same: 1, gone: 1, added: 1}, "A.a()V\n    is only in the first"},
		{"class twice", methodsReport(0, a, method("a", "7 nJ", "", "")), methodsReport(0, a, a), comparison{same: 1, values: 1}, "A.a()V (copy 2)\n"},
		{"head", methodsReport(0, a), methodsReport(1, a), comparison{same: 1, values: 1}, "the report's head\n    capped.steps: 0 -> 1"},
	} {
		c := &comparison{show: 5}
		if err := c.compare("", strings.NewReader(test.base), strings.NewReader(test.head)); err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		said := strings.Join(append(c.differences, c.reasonTexts...), "\n")
		if c.same != test.want.same || c.reasons != test.want.reasons || c.values != test.want.values || c.gone != test.want.gone || c.added != test.want.added {
			t.Errorf("%s: got %+v", test.name, c)
		}
		if !strings.Contains(said, test.say) || (said == "") != (test.say == "") {
			t.Errorf("%s: got:\n%s\nwant:\n%s", test.name, said, test.say)
		}
	}
}

// TestCompareDamaged: half a report is an error, not a report of fewer methods.
func TestCompareDamaged(t *testing.T) {
	whole := methodsReport(0, method("a", "", "", ""))
	for cut := range len(whole) {
		c := &comparison{}
		if err := c.compare("", strings.NewReader(whole), strings.NewReader(whole[:cut])); err == nil {
			t.Errorf("no error on %q", whole[:cut])
		}
	}
}

// TestFailures: programs that no revision can analyse compare as the same.
func TestFailures(t *testing.T) {
	c := &comparison{show: 5}
	c.failed("x", [2]string{"broken", "broken"})
	c.failed("y", [2]string{"", "broken"})
	if c.same != 1 || c.values != 1 || len(c.differences) != 1 || !strings.Contains(c.differences[0], "y: energylint methods\n    writes a report -> broken") {
		t.Errorf("got %+v", c)
	}
}

// TestShorten: of long values, the part is shown in which they differ.
func TestShorten(t *testing.T) {
	long := strings.Repeat("x", 300)
	got := shorten("f", long+"1"+long, long+"2"+long)
	if len(got) > 2*maxText+40 || !strings.Contains(got, "x1x") || !strings.Contains(got, "x2x") {
		t.Errorf("got %s", got)
	}
}
