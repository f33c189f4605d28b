package examples

import (
	"debug/elf"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/tier"
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

// TestRelease builds the release for this system and installs it as the action does, from a server that has it.
func TestRelease(t *testing.T) {
	tier.Slow(t, tier.Build)
	if runtime.GOOS != "linux" {
		t.Skip("script/release uses GNU tar and date")
	}
	dist := t.TempDir()
	build := exec.Command("script/release", "v0.0.1", "static", runtime.GOOS+"/"+runtime.GOARCH)
	build.Dir = ".."
	build.Env = append(os.Environ(), "DIST="+dist)
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("script/release: %v\n%s", err, output)
	}
	server := httptest.NewServer(http.StripPrefix("/energylint/energylint/releases/download/v0.0.1/", http.FileServer(http.Dir(dist))))
	defer server.Close()

	env := []string{
		"GITHUB_SERVER_URL=" + server.URL, "RUNNER_OS=Linux",
		"RUNNER_ARCH=" + map[string]string{"amd64": "X64", "arm64": "ARM64"}[runtime.GOARCH],
	}
	// In place of gh, whose service cannot be reached here: what it is asked, and that its answer counts.
	tools := t.TempDir()
	fake := func(script string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(tools, "gh"), []byte("#!/bin/sh\n"+script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	refused := func(why string) {
		t.Helper()
		r := newRunner(t)
		install := exec.Command("script/action-install", "release")
		install.Dir = ".."
		install.Env = append(append(r.env, env...), "ENERGYLINT_VERSION=v0.0.1")
		if output, err := install.CombinedOutput(); err == nil || r.file("GITHUB_PATH") != "" || !strings.Contains(string(output), why) {
			t.Errorf("%v, want %q:\n%s", err, why, output)
		}
	}
	if _, err := exec.LookPath("gh"); err != nil {
		refused("::error::the GitHub CLI, gh, is needed to verify the release")
	}
	env = append(env, "PATH="+tools+string(os.PathListSeparator)+os.Getenv("PATH"))
	fake("exit 1\n")
	refused("has no valid attestation that energylint's release workflow built it")
	fake(`[ "$*" = "attestation verify energylint_0.0.1_linux_` + runtime.GOARCH + `.tar.gz --repo energylint/energylint --signer-workflow energylint/energylint/.github/workflows/release.yml --source-ref refs/tags/v0.0.1" ]` + "\n")
	r := newRunner(t)
	r.step(t, append(env, "ENERGYLINT_VERSION=v0.0.1"), "action-install", "release")
	if outputs := r.file("GITHUB_OUTPUT"); outputs != "found=true\n" {
		t.Fatalf("outputs:\n%s", outputs)
	}
	program := filepath.Join(strings.TrimSpace(r.file("GITHUB_PATH")), "energylint")
	if output, err := exec.Command(program, "version").CombinedOutput(); err != nil || !strings.Contains(string(output), "v0.0.1") {
		t.Errorf("energylint version: %v\n%s", err, output)
	}
	checkStatic(t, program)

	// A branch, and a release that there is not, are built from source.
	for _, version := range []string{"main", "v0.0.2"} {
		r := newRunner(t)
		r.step(t, append(env, "ENERGYLINT_VERSION="+version), "action-install", "release")
		if outputs := r.file("GITHUB_OUTPUT"); outputs != "found=false\n" || r.file("GITHUB_PATH") != "" {
			t.Errorf("version %s: outputs:\n%s", version, outputs)
		}
	}

	// An archive that is not what the checksums say is not installed.
	archive := filepath.Join(dist, "energylint_0.0.1_"+runtime.GOOS+"_"+runtime.GOARCH+".tar.gz")
	if err := os.WriteFile(archive, []byte("something else"), 0o666); err != nil {
		t.Fatal(err)
	}
	refused("FAILED")
}

// checkStatic fails the test where the program needs a dynamic loader.
func checkStatic(t *testing.T, program string) {
	t.Helper()
	f, err := elf.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP {
			t.Errorf("%s is not static", program)
		}
	}
}
