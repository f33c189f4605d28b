package report

import (
	"slices"
	"testing"
)

func TestWrap(t *testing.T) {
	for _, test := range []struct {
		text  string
		limit int
		want  []string
	}{
		{"costs 21.9 nJ", 10, []string{"costs", "21.9 nJ"}},
		{"(costs 21.9 nJ), and", 10, []string{"(costs", "21.9 nJ),", "and"}},
		{"in line 21 of J", 10, []string{"in line 21", "of J"}},
		{"5 + escape: append().length()", 12, []string{"5 +", "escape: append().length()"}},
		{"missing: in.length() has no bound", 22, []string{"missing: in.length()", "has no bound"}},
		{"a\nb c", 1, []string{"a", "b", "c"}},
		{"", 5, nil},
	} {
		if got := wrap(test.text, test.limit); !slices.Equal(got, test.want) {
			t.Errorf("wrap(%q, %d) = %q, want %q", test.text, test.limit, got, test.want)
		}
	}
}
