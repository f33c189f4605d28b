package cli_test

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/tier"
)

// TestStaleSummaries builds the program as from a clone whose engine has changed since the last release, without a JDK:
// it works, and it tells that the JDK's costs are those of before.
func TestStaleSummaries(t *testing.T) {
	tier.Slow(t, tier.Build)
	dir := t.TempDir()
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	digest, overlay, program := filepath.Join(dir, "digest"), filepath.Join(dir, "overlay.json"), filepath.Join(dir, "energylint")
	if err := os.WriteFile(digest, []byte("OpenJDK 17\n00\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	replace, err := json.Marshal(map[string]map[string]string{"Replace": {filepath.Join(root, "internal/summaries/jdk.digest"): digest}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(overlay, replace, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "build", "-overlay", overlay, "-ldflags", "-s", "-o", program, "../../cmd/energylint").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	const warning = "energylint prices calls of the JDK as the last release does"
	for _, test := range []struct {
		args   string
		status int
		warns  bool
	}{
		{"check testdata/fixtures/el2003/classes", 0, true},
		{"check --format sarif testdata/fixtures/el2003/classes", 0, true},
		{"methods testdata/fixtures/el2003/classes", 0, true},
		{"methods --jdk none testdata/fixtures/el2003/classes", 0, false},
		{"check examples/paper", 0, false}, // which knows no JDK
	} {
		cmd := exec.Command(program, strings.Fields(test.args)...)
		cmd.Dir = root
		out, err := cmd.CombinedOutput()
		status := 0
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			status = exit.ExitCode()
		} else if err != nil {
			t.Fatal(err)
		}
		if text := strings.Join(strings.Fields(string(out)), " "); status != test.status || strings.Contains(text, warning) != test.warns {
			t.Errorf("energylint %s: status %d:\n%.2000s", test.args, status, out)
		}
	}
}
