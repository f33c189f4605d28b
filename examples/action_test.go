package examples

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// runner is what a GitHub runner gives to the steps of an action.
type runner struct {
	temp string
	env  []string
}

func newRunner(t *testing.T) *runner {
	t.Helper()
	r := &runner{temp: t.TempDir()}
	r.env = append(os.Environ(), "RUNNER_TEMP="+r.temp, "GITHUB_ACTIONS=true")
	for _, name := range []string{"GITHUB_PATH", "GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY"} {
		r.env = append(r.env, name+"="+filepath.Join(r.temp, name))
	}
	return r
}

// step runs a script of the action at the root of the repository and returns what it printed.
func (r *runner) step(t *testing.T, env []string, script ...string) string {
	t.Helper()
	cmd := exec.Command("script/"+script[0], script[1:]...)
	cmd.Dir = ".."
	cmd.Env = append(r.env, env...)
	output, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("script/%s: %v\n%s", strings.Join(script, " "), err, output)
	}
	return string(output)
}

func (r *runner) file(name string) string {
	data, _ := os.ReadFile(filepath.Join(r.temp, name)) // missing is empty, as for a runner
	return string(data)
}

// TestActionCheck runs the checking step of action.yml on the examples.
func TestActionCheck(t *testing.T) {
	r := newRunner(t)
	path := "PATH=" + filepath.Dir(energylint) + string(os.PathListSeparator) + os.Getenv("PATH")
	output := r.step(t, []string{
		path, "ENERGYLINT_PATHS=examples/budgets\nexamples/patterns", "ENERGYLINT_CONFIG=examples/budgets/energylint.toml",
		"ENERGYLINT_ARGS=--device=Device 2\n\n--quiet", "ENERGYLINT_SUMMARY=true",
	}, "action-check")
	if !strings.Contains(output, "::error ") {
		t.Errorf("no annotation of level error:\n%s", output)
	}
	outputs := r.file("GITHUB_OUTPUT")
	sarif := filepath.Join(r.temp, "energylint.sarif")
	if !strings.Contains(outputs, "exit-code=1\n") || !strings.Contains(outputs, "sarif-file="+sarif+"\n") {
		t.Errorf("outputs:\n%s", outputs)
	}
	if summary := r.file("GITHUB_STEP_SUMMARY"); !strings.Contains(summary, "EL0001") {
		t.Errorf("the job summary does not show the broken budget:\n%s", summary)
	}
	if _, err := os.Stat(sarif); err != nil {
		t.Error(err)
	}
}

// TestActionCheckWrongUsage keeps the exit status for the last step, and uploads nothing.
func TestActionCheckWrongUsage(t *testing.T) {
	r := newRunner(t)
	path := "PATH=" + filepath.Dir(energylint) + string(os.PathListSeparator) + os.Getenv("PATH")
	r.step(t, []string{path, "ENERGYLINT_ARGS=--no-such-flag"}, "action-check")
	if outputs := r.file("GITHUB_OUTPUT"); outputs != "exit-code=2\n" {
		t.Errorf("outputs:\n%s", outputs)
	}
}
