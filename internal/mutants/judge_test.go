package mutants

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/difference"
	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/snapshot"
)

// TestJudge: what a comparison leaves out or names otherwise is wrong.
func TestJudge(t *testing.T) {
	answer := Answer{Seed: "seed", Class: "p.C", Method: "m", Changes: []string{"grown"}, Symbols: []string{"n"}, Causes: []string{"loop"}, Lines: []int{7}}
	change := func(edit func(*difference.Change)) []difference.Change {
		c := difference.Change{
			Class: difference.Grown, Classes: []difference.Class{difference.Grown},
			Method: difference.Method{Class: "p/C", Name: "m", Line: 5, Last: 9},
			Growth: []difference.Growth{{In: []string{"n"}}},
			Causes: []difference.Cause{{Kind: difference.OwnCode, Line: 5}, {Kind: difference.NewLoop, Line: 7}},
		}
		edit(&c)
		return []difference.Change{c}
	}
	for _, test := range []struct {
		name    string
		status  result.Status
		changes []difference.Change
		want    string // a part of the problem, empty where the answer is right
	}{
		{"right", result.Bounded, change(func(*difference.Change) {}), ""},
		{"missing", result.Bounded, nil, "not found"},
		{"class", result.Bounded, change(func(c *difference.Change) { c.Class, c.Classes = difference.Regressed, nil }), "want grown"},
		{"other method", result.Bounded, change(func(c *difference.Change) { c.Method.Last = 6 }), "not found"},
		{"folded", result.Bounded, change(func(c *difference.Change) { c.Because = "p/C.h()V" }), "want a cause of its own"},
		{"size", result.Bounded, change(func(c *difference.Change) { c.Growth[0].In[0] = "k" }), "want growth in n"},
		{"line", result.Bounded, change(func(c *difference.Change) { c.Causes[1].Line = 8 }), "want the cause loop"},
		{"kind", result.Bounded, change(func(c *difference.Change) { c.Causes[1].Kind = difference.NewCall }), "want the cause loop"},
	} {
		base := &snapshot.Snapshot{Methods: []snapshot.Method{{Method: result.Method{Class: "p/C", Name: "m", Status: test.status}}}}
		s := Judge(&difference.Result{Changes: test.changes}, base, []Answer{answer})
		if got := strings.Join(s.Wrong, "\n"); (test.want == "") != (s.Right == 1) || !strings.Contains(got, test.want) || len(s.False) > 0 {
			t.Errorf("%s: right %d, wrong %q, false %q; want %q", test.name, s.Right, got, s.False, test.want)
		}
	}
	unknown := change(func(c *difference.Change) { c.Method.Name = "other" })
	if s := Judge(&difference.Result{Changes: unknown}, &snapshot.Snapshot{}, nil); len(s.False) != 1 {
		t.Errorf("a regression in a refactoring is not found: %q", s.False)
	}
	unbounded := &snapshot.Snapshot{Methods: []snapshot.Method{{Method: result.Method{Class: "p/C", Name: "m", Status: result.Unbounded}}}}
	if s := Judge(&difference.Result{}, unbounded, []Answer{answer}); s.Excluded != 1 || len(s.Wrong) > 0 {
		t.Errorf("of a method without a bound: excluded %d, wrong %q", s.Excluded, s.Wrong)
	}
}
