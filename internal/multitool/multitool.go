// Package multitool runs Microsoft's SARIF validator on a log, for tests.
package multitool

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"testing"

	"github.com/energylint/energylint/internal/corpus"
)

// Validate fails the test for every error and warning that the validator reports on logs, with the rules of the
// standard and of GitHub. Starting the validator takes a second: give it all logs at once. It skips the test where
// the validator is not installed (script/corpus installs it).
func Validate(t testing.TB, logs ...[]byte) {
	t.Helper()
	dir := t.TempDir()
	tool := executable(t, dir)
	out := filepath.Join(dir, "report.sarif")
	args := []string{"validate"}
	for i, log := range logs {
		in := filepath.Join(dir, fmt.Sprintf("log%d.sarif", i))
		if err := os.WriteFile(in, log, 0o600); err != nil {
			t.Fatal(err)
		}
		args = append(args, in)
	}
	cmd := exec.Command(tool, append(args, "--rule-kind", "Sarif;Gh;Ghas", "--level", "Error;Warning", "--kind", "Fail",
		"--output", out, "--log", "ForceOverwrite")...)
	cmd.Env = append(os.Environ(), "DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1")
	// The validator asks the network for each log, and waits where there is none: a proxy that refuses connections answers at once.
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy"} {
		cmd.Env = append(cmd.Env, name+"=http://127.0.0.1:1")
	}
	printed, runErr := cmd.CombinedOutput()
	report, err := os.ReadFile(out)
	if err != nil {
		t.Fatalf("the SARIF validator wrote no report (%v):\n%s", runErr, printed)
	}
	problems, err := problems(report)
	if err != nil {
		t.Fatalf("the SARIF validator's report: %v", err)
	}
	for i, p := range problems {
		if i == 20 {
			t.Errorf("and %d more", len(problems)-i)
			break
		}
		t.Error(p)
	}
	var exit *exec.ExitError
	if runErr != nil && (len(problems) == 0 || !errors.As(runErr, &exit)) {
		t.Fatalf("the SARIF validator: %v\n%s", runErr, printed)
	}
}

// executable finds the validator. npm may install it without the right to execute; then dir gets a copy that may be.
func executable(t testing.TB, dir string) string {
	t.Helper()
	tool := corpus.Path("node_modules/@microsoft/sarif-multitool-linux/Sarif.Multitool")
	info, err := os.Stat(tool)
	if err != nil {
		t.Skipf("the SARIF validator is not installed (run script/corpus): %v", err)
	}
	if info.Mode()&0o100 != 0 {
		return tool
	}
	program, err := os.ReadFile(tool)
	if err != nil {
		t.Fatal(err)
	}
	tool = filepath.Join(dir, "Sarif.Multitool")
	if err := os.WriteFile(tool, program, 0o700); err != nil {
		t.Fatal(err)
	}
	return tool
}

// problems lists the results and the tool's own failures in the validator's report.
func problems(report []byte) ([]string, error) {
	type message struct {
		Text      string
		Arguments []string
	}
	var log struct {
		Runs []struct {
			Results []struct {
				RuleID    string
				Level     string
				Message   message
				Locations []struct {
					PhysicalLocation struct {
						ArtifactLocation struct{ URI string }
						Region           struct{ StartLine int }
					}
				}
			}
			Invocations []struct {
				ToolExecutionNotifications []struct {
					Level   string
					Message message
				}
			}
		}
	}
	if err := json.Unmarshal(report, &log); err != nil {
		return nil, err
	}
	if len(log.Runs) == 0 {
		return nil, errors.New("it has no run")
	}
	var out []string
	for _, run := range log.Runs {
		for _, r := range run.Results {
			file, line := "", 0
			if len(r.Locations) > 0 {
				at := r.Locations[0].PhysicalLocation
				file, line = path.Base(at.ArtifactLocation.URI), at.Region.StartLine
			}
			out = append(out, fmt.Sprintf("%s:%d: %s %s: %s %q", file, line, r.RuleID, r.Level, r.Message.Text, r.Message.Arguments))
		}
		for _, inv := range run.Invocations {
			for _, n := range inv.ToolExecutionNotifications {
				if n.Level == "error" {
					out = append(out, "the validator itself: "+n.Message.Text)
				}
			}
		}
	}
	return out, nil
}
