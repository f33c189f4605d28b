package cli

import (
	"bytes"
	"testing"

	"github.com/energylint/energylint/internal/finding"
)

// TestRepairSummary: what is left has its reasons in the last line, the most frequent first.
func TestRepairSummary(t *testing.T) {
	left := func(reasons ...string) (findings []finding.Finding) {
		for _, r := range reasons {
			findings = append(findings, finding.Finding{Site: &finding.Site{}, Unfixed: r})
		}
		return findings
	}
	const none = "energylint: 0 of "
	for _, c := range []struct {
		findings []finding.Finding
		want     string
	}{
		{nil, "energylint: there are no findings with a kind of repair\n"},
		{left("it may be null"), none + "1 finding with a kind of repair can be repaired, in 0 files; left: it may be null\n"},
		{left("it may be null", "it may be null"), none + "2 findings with a kind of repair can be repaired, in 0 files; left: it may be null\n"},
		{left("it may be null", "it is a macro", "it may be null"), none + "3 findings with a kind of repair can be repaired, in 0 files; left: 2: it may be null; 1: it is a macro (--verbose names each finding)\n"},
		{left("d", "c", "b", "a", "d"), none + "5 findings with a kind of repair can be repaired, in 0 files; left: 2: d; 1: a; 1: b; and 1 other reason (--verbose names each finding)\n"},
	} {
		var stderr bytes.Buffer
		tally := &repairTally{program: &program{stderr: &stderr}, diff: true}
		tally.repair(t.TempDir(), c.findings)
		tally.summary()
		if stderr.String() != c.want {
			t.Errorf("%d findings: %q, want %q", len(c.findings), stderr.String(), c.want)
		}
	}
}
