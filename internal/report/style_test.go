package report

import (
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/finding"
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

func TestFindingLine(t *testing.T) {
	for _, c := range []struct {
		message string
		energy  *finding.Energy
		want    string
	}{
		{"ask a HashSet", nil, "ask a HashSet"},
		{"ask a HashSet", &finding.Energy{Cost: finding.Distribution{Mean: 2e-6}, Per: "call"}, "ask a HashSet. Costs 2 uJ"},
		{"Ask a\nHashSet.", &finding.Energy{Cost: finding.Distribution{Mean: 2e-6}, Per: "call"}, "Ask a HashSet. Costs 2 uJ"},
	} {
		if got := findingLine(finding.Finding{Message: c.message, Energy: c.energy}); !strings.HasPrefix(got, c.want) || c.energy == nil && got != c.want {
			t.Errorf("%q: %q, want %q", c.message, got, c.want)
		}
	}
}
