package main

import (
	"strings"
	"testing"
)

func TestNormalise(t *testing.T) {
	tests := []struct{ reason, want string }{
		{"bcd changes in the loop at line 42 in a way that is not a constant step", "x changes in the loop in a way that is not a constant step"},
		{"i starts from a value that is not known: min changes in the loop at line 55 in a way that is not a constant step",
			"x starts from a value that is not known: x changes in the loop in a way that is not a constant step"},
		{"it ends by a null test of getNext() at line 149, which is no count", "it ends by a null test of x, which is no count"},
		{"it ends by comparing the references cl and the value computed at line 1631 at line 1631, which is no count",
			"it ends by comparing the references x and y, which is no count"},
		{"it ends by what queue.isEmpty() returns, which is not followed from one iteration to the next", "it ends by what isEmpty() returns, which is not followed from one iteration to the next"},
		{"it ends by what this.bfsBuildLevelGraph() returns, which is not followed from one iteration to the next", "it ends by what a call returns, which is not followed from one iteration to the next"},
		{"it ends by the field pos, which is not followed from one iteration to the next", "it ends by a field, which is not followed from one iteration to the next"},
		{"it ends by visited[...], which is not followed from one iteration to the next", "it ends by an element of an array, which is not followed from one iteration to the next"},
		{"it ends by swapped, which is not followed from one iteration to the next", "it ends by x, which is not followed from one iteration to the next"},
		{"it ends by the value computed at line 12, which is not followed from one iteration to the next", "it ends by x, which is not followed from one iteration to the next"},
		{"neither x.y.length nor 0 changes in the loop", "neither x nor y changes in the loop"},
		{"an iteration can come round without passing its exits (at line 289, 310, 349)", "an iteration can come round without passing its exits"},
		{"the value computed at line 32 is not computed from sizes", "x is not computed from sizes"},
		{"numRows is not computed from sizes", "x is not computed from sizes"},
		{"-1 does not come closer to its limit in every iteration", "x does not come closer to its limit in every iteration"},
		{"an iteration need not take an element from e", "an iteration need not take an element from x"},
		{"the loop at line 7: currentRoot may overflow", "x may overflow"},
		{"it ends by a floating-point comparison at line 77, which rounding makes no count", "it ends by a floating-point comparison, which rounding makes no count"},
	}
	for _, test := range tests {
		if got := normalise(test.reason); got != test.want {
			t.Errorf("%q: %q, want %q", test.reason, got, test.want)
		}
	}
}

const sample = `{"schema": "energylint/methods/1", "jdk": "17", "capped": {"methods": 1, "targets": 1}, "methods": [
 {"class": "a/A", "name": "f", "descriptor": "()V", "status": "parametric", "calls": {"analysed": 3, "modelled": 1, "symbolic": 2},
  "loops": [{"line": 3, "status": "parametric"}, {"line": 5, "status": "exact"}]},
 {"class": "a/A", "name": "g", "descriptor": "()V", "status": "unbounded", "calls": {"unpriced": 1, "incomplete": 2, "unbounded": 1},
  "loops": [{"line": 9, "status": "unbounded", "reason": "k may overflow"}, {"line": 11, "status": "assumed"}]}]}`

func TestTables(t *testing.T) {
	c := newCounts(program{"A", "a.jar", 0.9})
	if err := c.read(strings.NewReader(sample)); err != nil {
		t.Fatal(err)
	}
	text := tables([]*counts{c})
	for _, want := range []string{
		"| A | 4 | 1 | 0 | 1 | 1 | 1 | 50.0% | 90% |\n", // assumed is not proved
		"| A | 2 | 0 | 1 | 0 | 0 | 1 |\n",
		"| A | 10 | 3 | 1 | 2 | 2 | 1 | 1 | 40.0% |\n",
		"| 1 | x may overflow |\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if ex := c.examples(1); !strings.Contains(ex, "a/A.g()V, line 9: k may overflow") {
		t.Errorf("no example in\n%s", ex)
	}
	if err := newCounts(program{}).read(strings.NewReader(`{"methods": [{"class": 1}]}`)); err == nil {
		t.Error("a report with a class that is no string was read")
	}
}
