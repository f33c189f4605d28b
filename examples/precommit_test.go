package examples

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/tier"
)

// TestPreCommit pushes from a repository whose hook is what init writes, by the real pre-commit: budgets that do not hold keep
// it from pushing. The hook is that of the installed program, as building one with Go takes minutes.
func TestPreCommit(t *testing.T) {
	tier.Slow(t, tier.Build)
	for _, need := range []string{"pre-commit", "git"} {
		if !available(need) {
			t.Skipf("%s is not installed: script/setup installs it on Debian", need)
		}
	}
	dir := t.TempDir()
	env := append(os.Environ(), "PRE_COMMIT_HOME="+filepath.Join(dir, "cache"), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_COUNT=2",
		"GIT_CONFIG_KEY_0=user.email", "GIT_CONFIG_VALUE_0=a@example.com", "GIT_CONFIG_KEY_1=user.name", "GIT_CONFIG_VALUE_1=a",
		"PATH="+filepath.Dir(energylint)+string(os.PathListSeparator)+os.Getenv("PATH"))
	in := func(dir string, ok bool, command ...string) string {
		t.Helper()
		cmd := exec.Command(command[0], command[1:]...)
		cmd.Dir, cmd.Env = dir, env
		output, err := cmd.CombinedOutput()
		if (err == nil) != ok {
			t.Fatalf("%v: %v\n%s", command, err, output)
		}
		return string(output)
	}

	hooks := filepath.Join(dir, "hooks")
	manifest, err := os.ReadFile("../.pre-commit-hooks.yaml")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(hooks, ".pre-commit-hooks.yaml"), string(manifest))
	in(hooks, true, "git", "init", "-q")
	in(hooks, true, "git", "add", ".")
	in(hooks, true, "git", "commit", "-q", "-m", "hooks")
	rev := strings.TrimSpace(in(hooks, true, "git", "rev-parse", "HEAD"))

	repository := filepath.Join(dir, "repository")
	if err := os.CopyFS(repository, os.DirFS("budgets")); err != nil {
		t.Fatal(err)
	}
	in(repository, true, "git", "init", "-q", "-b", "main")
	in(repository, true, energylint, "init")
	name := filepath.Join(repository, ".pre-commit-config.yaml")
	config, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.NewReplacer("https://github.com/energylint/energylint", hooks, "rev: v0.1.0", "rev: "+rev, "id: energylint", "id: energylint-system").Replace(string(config))
	write(t, name, text)
	in(repository, true, "pre-commit", "validate-config", name)
	in(hooks, true, "pre-commit", "validate-manifest", ".pre-commit-hooks.yaml")

	in(dir, true, "git", "init", "-q", "--bare", "remote")
	in(repository, true, "git", "remote", "add", "origin", filepath.Join(dir, "remote"))
	in(repository, true, "pre-commit", "install")
	in(repository, true, "git", "add", ".")
	in(repository, true, "git", "commit", "-q", "-m", "nothing runs here")
	refused := in(repository, false, "git", "push", "-q", "origin", "main")
	if !strings.Contains(refused, "EL0001") {
		t.Errorf("the push is not refused for a budget:\n%s", refused)
	}
	write(t, name, text+"        args: [--fail-on, never]\n")
	in(repository, true, "git", "commit", "-q", "-a", "-m", "nothing fails")
	in(repository, true, "git", "push", "-q", "origin", "main")
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
