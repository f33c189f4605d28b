package energy

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/tier"
)

// retried are methods that pass a function on, and whether it may be called again.
var retried = map[string]bool{
	"again": true, "field": true, "entry": true, "given": true,
	"once": false, "reading": false, "fresh": false, "counted": false,
}

// TestRetried: a function that changes what the call updates is called again, as often as it does.
func TestRetried(t *testing.T) {
	e, methods := withJDK(t, "retried", nil)
	for method, again := range retried {
		m := methods[method]
		if m == nil {
			t.Fatalf("no method %s", method)
		}
		why := strings.Join(e.Methods(roots(m), nil, "").Methods[0].Reasons, "; ")
		if got := strings.Contains(why, "and is called again then"); got != again || !again && why != "" {
			t.Errorf("%s: %q, want it to be called again: %v", method, why, again)
		}
	}
}

// TestRetriedRuns: a function that is said to be called once is, and the others are not.
func TestRetriedRuns(t *testing.T) {
	tier.Slow(t, tier.JVM)
	java := tier.Program(t, "java")
	out, err := exec.Command(java, "-cp", "../../testdata/fixtures/retried/classes", "Retried").Output()
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(lines) != 6 {
		t.Errorf("%d methods were run", len(lines))
	}
	for _, line := range lines {
		method, calls, _ := strings.Cut(line, " ")
		if again := retried[method]; again != (calls != "1") {
			t.Errorf("%s was called %s times", method, calls)
		}
	}
}
