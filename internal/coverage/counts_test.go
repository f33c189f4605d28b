package main

import (
	"strings"
	"testing"
)

func TestNormalise(t *testing.T) {
	tests := []struct{ reason, want string }{
		{"bcd does not change by a constant step in the loop at line 42", "x does not change by a constant step in the loop"},
		{"the initial value of i is not known: min does not change by a constant step in the loop at line 55",
			"the initial value of x is not known: x does not change by a constant step in the loop"},
		{"its exit test at line 149 compares getNext() with null, not with a count", "its exit test compares x with null, not with a count"},
		{"its exit test at line 1631 compares the references cl and the value computed at line 1631, not counts",
			"its exit test compares the references x and y, not counts"},
		{"its exit test depends on the result of queue.isEmpty(), which is not tracked between iterations", "its exit test depends on the result of isEmpty(), which is not tracked between iterations"},
		{"its exit test depends on the result of this.bfsBuildLevelGraph(), which is not tracked between iterations", "its exit test depends on the result of a call, which is not tracked between iterations"},
		{"its exit test depends on the field pos, which is not tracked between iterations", "its exit test depends on a field, which is not tracked between iterations"},
		{"its exit test depends on visited[...], which is not tracked between iterations", "its exit test depends on an element of an array, which is not tracked between iterations"},
		{"its exit test depends on swapped, which is not tracked between iterations", "its exit test depends on x, which is not tracked between iterations"},
		{"its exit test depends on the value computed at line 12, which is not tracked between iterations", "its exit test depends on x, which is not tracked between iterations"},
		{"its exit test at line 12 depends on c, which is not a count", "its exit test depends on x, which is not a count"},
		{"neither x.y.length nor 0 changes in the loop", "neither x nor y changes in the loop"},
		{"an iteration can skip the exit test at line 289", "an iteration can skip the exit test"},
		{"an iteration can skip any of the exit tests at line 289, line 310, line 349", "an iteration can skip the exit test"},
		{"the value computed at line 32 is not computed from parameters and sizes", "x is not computed from parameters and sizes"},
		{"numRows is not computed from parameters and sizes", "x is not computed from parameters and sizes"},
		{"-1 does not move towards its limit in every iteration", "x does not move towards its limit in every iteration"},
		{"it ends only where this.pos equals a value that is not known exactly", "it ends only where x equals a value that is not known exactly"},
		{"an iteration may take no element from e", "an iteration may take no element from x"},
		{"rewind() may undo what an iteration takes from lt", "x may undo what an iteration takes from y"},
		{"the loop at line 7: currentRoot may overflow", "x may overflow"},
		{"its exit test at line 77 compares floating-point numbers, which rounding may keep unchanged", "its exit test compares floating-point numbers, which rounding may keep unchanged"},
		{"the loop at line 5: line 6 adds to queue while the loop drains it", "a line adds to x while the loop drains it"},
		{"code that line 6 runs may add to this.queue while the loop drains it", "code that a line runs may add to x while the loop drains it"},
		{"add() at line 6 may add to q while the loop drains it", "a call may add to x while the loop drains it"},
		{"the lambda at line 6 may add to q while the loop drains it", "a lambda may add to x while the loop drains it"},
	}
	for _, test := range tests {
		if got := normalise(test.reason); got != test.want {
			t.Errorf("%q: %q, want %q", test.reason, got, test.want)
		}
	}
}

const sample = `{"schema": "energylint/methods/2", "jdk": "17", "capped": {"methods": 1, "targets": 1}, "methods": [
 {"class": "a/A", "name": "f", "descriptor": "()V", "status": "parametric", "calls": {"analysed": 3, "modelled": 1, "symbolic": 2},
  "loops": [{"line": 3, "status": "parametric"}, {"line": 5, "status": "exact"}]},
 {"class": "a/A", "name": "g", "descriptor": "()V", "status": "unbounded", "calls": {"unpriced": 1, "incomplete": 2, "unbounded": 1},
  "loops": [{"line": 9, "status": "unbounded", "reason": "k may overflow"}, {"line": 11, "status": "assumed"}]}]}`

func TestTables(t *testing.T) {
	c := newCounts(program{name: "A", file: "a.jar", goal: 0.9})
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
