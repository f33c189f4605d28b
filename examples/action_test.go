package examples

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
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
	return r.stepIn(t, "..", env, script...)
}

// stepIn is the same in another directory.
func (r *runner) stepIn(t *testing.T, dir string, env []string, script ...string) string {
	t.Helper()
	output, err := r.try(t, dir, env, script...)
	if err != nil {
		t.Fatalf("script/%s: %v\n%s", strings.Join(script, " "), err, output)
	}
	return output
}

// try is the same for a script that may fail.
func (r *runner) try(t *testing.T, dir string, env []string, script ...string) (string, error) {
	t.Helper()
	path, err := filepath.Abs("../script/" + script[0])
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(path, script[1:]...)
	cmd.Dir = dir
	cmd.Env = append(r.env[:len(r.env):len(r.env)], env...)
	output, err := cmd.CombinedOutput()
	return string(output), err
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

// TestActionPaths reads a line that is a path as one, and others as paths between spaces.
func TestActionPaths(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"my app/classes", "a", "b", "bin"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	// A program that prints its arguments behind the flags, in place of energylint; where it is to write a snapshot, it writes one.
	program := "#!/bin/sh\nwhile [ $# -gt 0 ]; do\n[ \"$1\" = -o ] && echo x >\"$2\"\nif [ \"$1\" = -- ]; then shift; printf '<%s>' \"$@\"; exit; fi\nshift\ndone\n"
	if err := os.WriteFile(filepath.Join(dir, "bin/energylint"), []byte(program), 0o755); err != nil {
		t.Fatal(err)
	}
	path := "PATH=" + filepath.Join(dir, "bin") + string(os.PathListSeparator) + os.Getenv("PATH")
	for _, c := range []struct{ paths, want string }{
		{"a b", "<a><b>"},
		{"  a   c\n", "<a><c>"},
		{"my app/classes", "<my app/classes>"},
		{"my app/classes\r\na b\r\n", "<my app/classes><a><b>"},
		{"no app/*", "<no><app/*>"},
		{"", "<>"},
	} {
		for _, script := range []string{"action-check", "action-diff"} {
			r := newRunner(t)
			if got := r.stepIn(t, dir, []string{path, "ENERGYLINT_PATHS=" + c.paths, "GITHUB_EVENT_NAME=push"}, script); got != c.want {
				t.Errorf("%s of %q: %q, want %q", script, c.paths, got, c.want)
			}
		}
	}
}

// TestActionInputs fails where a script of the action reads a variable that action.yml does not set, or the other way round.
func TestActionInputs(t *testing.T) {
	action, err := os.ReadFile("../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	variable := regexp.MustCompile(`\bENERGYLINT_[A-Z_]+\b`)
	for _, script := range []string{"action-install", "action-check", "action-diff", "action-comment"} {
		text, err := os.ReadFile("../script/" + script)
		if err != nil {
			t.Fatal(err)
		}
		read := variable.FindAllString(string(text), -1)
		var set []string
		for _, step := range strings.Split(string(action), "    - name: ") {
			if !strings.Contains(step, "/script/"+script+`"`) {
				continue
			}
			set = append(set, variable.FindAllString(step, -1)...)
		}
		slices.Sort(read)
		slices.Sort(set)
		read, set = slices.Compact(read), slices.Compact(set)
		if !slices.Equal(read, set) || len(read) == 0 {
			t.Errorf("script/%s reads %q, action.yml sets %q", script, read, set)
		}
	}
	input := regexp.MustCompile(`inputs\.([a-z-]+)`)
	declared := regexp.MustCompile(`(?m)^  ([a-z-]+):$`)
	head, _, _ := strings.Cut(string(action), "\noutputs:")
	_, head, _ = strings.Cut(head, "\ninputs:")
	var want, got []string
	for _, m := range declared.FindAllStringSubmatch(head, -1) {
		want = append(want, m[1])
	}
	for _, m := range input.FindAllStringSubmatch(string(action), -1) {
		got = append(got, m[1])
	}
	slices.Sort(want)
	slices.Sort(got)
	if got = slices.Compact(got); !slices.Equal(got, want) {
		t.Errorf("inputs %q, used %q", want, got)
	}
}
