package cli

import (
	"bytes"
	"testing"

	"github.com/energylint/energylint/internal/finding"
)

// TestRepairSummary: what is left has its reason in the last line where all of it has the same one.
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
		{nil, "energylint: there are no findings that have a kind of repair\n"},
		{left("it may be null"), none + "1 findings that have a kind of repair can be repaired, in 0 files; left: it may be null\n"},
		{left("it may be null", "it may be null"), none + "2 findings that have a kind of repair can be repaired, in 0 files; left: it may be null\n"},
		{left("it may be null", "it is a macro", "it may be null"), none + "3 findings that have a kind of repair can be repaired, in 0 files; --verbose tells why the others are left\n"},
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
