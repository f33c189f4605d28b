package finding

import (
	"math"
	"slices"
	"testing"
)

// TestMergeAddsUpRecordings holds that the share of one run in several projects is added, and that shares of several runs are weighed by samples.
func TestMergeAddsUpRecordings(t *testing.T) {
	one := func(samples int, covered float64, files ...string) *Report {
		return &Report{Recording: &Recording{Files: files, Samples: samples, Covered: covered}}
	}
	for _, c := range []struct {
		name    string
		reports []*Report
		files   []string
		samples int
		covered float64
	}{
		{"no run", []*Report{{}, {}}, nil, 0, 0},
		{"one project without", []*Report{{}, one(100, 0.5, "a")}, []string{"a"}, 100, 0.5},
		{"one run", []*Report{one(100, 0.5, "a"), one(100, 0.25, "a")}, []string{"a"}, 100, 0.75},
		{"two runs", []*Report{one(100, 0.5, "a"), one(300, 0.1, "b", "c")}, []string{"a", "b", "c"}, 400, 0.2},
		{"two runs, one of them in two projects", []*Report{one(100, 0.5, "a"), one(300, 0.1, "b"), one(100, 0.3, "a")}, []string{"a", "b"}, 400, 0.275},
		{"runs without samples", []*Report{one(0, 0.5, "a"), one(0, 0.1, "b")}, []string{"a", "b"}, 0, 0.3},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := Merge(c.reports).Recording
			if c.files == nil {
				if r != nil {
					t.Fatalf("got %+v, want none", r)
				}
				return
			}
			if r == nil || !slices.Equal(r.Files, c.files) || r.Samples != c.samples || math.Abs(r.Covered-c.covered) > 1e-12 {
				t.Errorf("got %+v, want %v, %d samples, %g covered", r, c.files, c.samples, c.covered)
			}
		})
	}
}
