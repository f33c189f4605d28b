package examples

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// analyse runs energylint on an example with its own configuration and returns standard output. Findings are no
// failure.
func analyse(t *testing.T, example string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(energylint, append(args, "--config", example+"/energylint.toml")...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	output, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) {
		t.Fatalf("%s: %v\n%s", cmd, err, stderr.String())
	}
	return output
}

// rows returns the first cells of a table in an example's README.
func rows(t *testing.T, page string, row *regexp.Regexp) [][]string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	found := row.FindAllStringSubmatch(string(text), -1)
	if len(found) == 0 {
		t.Fatalf("%s has no table like %s", page, row)
	}
	return found
}

// TestVerdicts holds the table in the README of budgets against what energylint says: each verdict there is, at the
// method that is to show it.
func TestVerdicts(t *testing.T) {
	var report struct {
		Methods []struct {
			Class, Name string
			Budget      *struct{ Verdict string }
		}
	}
	if err := json.Unmarshal(analyse(t, "budgets", "methods", "--format", "json"), &report); err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, m := range report.Methods {
		if m.Budget != nil {
			got[m.Class[strings.LastIndex(m.Class, "/")+1:]+"."+m.Name] = m.Budget.Verdict
		}
	}
	shown := map[string]bool{}
	for _, row := range rows(t, "budgets/README.md", regexp.MustCompile("(?m)^\\| `([A-Za-z.]+)` \\| [^|]* \\| ([a-z-]+)")) {
		method, verdict := row[1], row[2]
		shown[verdict] = true
		if got[method] != verdict {
			t.Errorf("%s: verdict %q, the README says %q", method, got[method], verdict)
		}
		delete(got, method)
	}
	for method, verdict := range got {
		t.Errorf("%s: verdict %q, and the README does not have it", method, verdict)
	}
	for _, verdict := range []string{"proved", "proved-assuming", "exceeded", "violated", "inconclusive", "unknown"} {
		if !shown[verdict] {
			t.Errorf("no example shows the verdict %q", verdict)
		}
	}
}

// TestPatterns holds the table in the README of patterns against the findings: each rule at its method, and no other
// findings.
func TestPatterns(t *testing.T) {
	var log struct {
		Runs []struct {
			Results []json.RawMessage
		}
	}
	if err := json.Unmarshal(analyse(t, "patterns", "check", "--format", "sarif"), &log); err != nil {
		t.Fatal(err)
	}
	var results []json.RawMessage
	for _, run := range log.Runs {
		results = append(results, run.Results...)
	}
	for _, row := range rows(t, "patterns/README.md", regexp.MustCompile("(?m)^\\| `[A-Za-z]+\\.([A-Za-z]+)` \\| (EL[0-9]{4}) ")) {
		method, rule := row[1], row[2]
		i := slices.IndexFunc(results, func(result json.RawMessage) bool {
			var r struct{ RuleID string }
			return json.Unmarshal(result, &r) == nil && r.RuleID == rule && bytes.Contains(result, []byte(method))
		})
		if i < 0 {
			t.Errorf("no finding of %s in %s", rule, method)
			continue
		}
		results = slices.Delete(results, i, i+1)
	}
	for _, result := range results {
		t.Errorf("a finding that the README does not have: %s", result)
	}
}

// TestPaper holds the paper's programs against their budgets: nothing to report.
func TestPaper(t *testing.T) {
	var log struct {
		Runs []struct{ Results []json.RawMessage }
	}
	if err := json.Unmarshal(analyse(t, "paper", "check", "--format", "sarif"), &log); err != nil {
		t.Fatal(err)
	}
	for _, run := range log.Runs {
		for _, result := range run.Results {
			t.Errorf("unexpected finding: %s", result)
		}
	}
}
