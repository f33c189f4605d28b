package examples

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
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

// TestUplink holds the table in the README of uplink against what energylint says, and one method against what its
// calls cost by hand.
func TestUplink(t *testing.T) {
	var report struct {
		Methods []struct {
			Class, Name string
			Budget      *struct{ Verdict string }
			Worst       struct {
				Mean float64 `json:"mean_J"`
				SD   float64 `json:"sd_J"`
			}
		}
	}
	if err := json.Unmarshal(analyse(t, "uplink", "methods", "--format", "json"), &report); err != nil {
		t.Fatal(err)
	}
	verdicts := map[string]string{}
	for _, row := range rows(t, "uplink/README.md", regexp.MustCompile("(?m)^\\| `Uplink\\.([A-Za-z]+)` \\| [^|]* \\| ([a-z-]+)")) {
		verdicts[row[1]] = row[2]
	}
	for _, m := range report.Methods {
		if m.Budget != nil {
			if want := verdicts[m.Name]; m.Budget.Verdict != want {
				t.Errorf("%s: verdict %q, the README says %q", m.Name, m.Budget.Verdict, want)
			}
			delete(verdicts, m.Name)
		}
		if m.Name != "alarm" {
			continue
		}
		// Numbers of node.toml: 16 bytes of frame and 12 of header, 3 slots.
		const bytes, slots = 28, 3
		mean := 8e-6 + 1.2e-3 + bytes*4.6e-7 + slots*3.1e-4
		variance := square(5e-7) + square(4e-5) + square(bytes*3e-8) - 2*0.4*4e-5*bytes*3e-8 + square(slots*2e-5)
		if own := m.Worst.Mean - mean; own < 0 || own > 5e-6 {
			t.Errorf("alarm costs %v J, %v J of it by hand: its own instructions cannot cost the rest", m.Worst.Mean, mean)
		}
		if sd := math.Sqrt(variance); math.Abs(m.Worst.SD-sd) > 1e-4*sd {
			t.Errorf("alarm has an sd of %v J, by hand %v J", m.Worst.SD, sd)
		}
	}
	for method, verdict := range verdicts {
		t.Errorf("%s: no verdict, the README says %q", method, verdict)
	}
}

func square(x float64) float64 { return x * x }

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
