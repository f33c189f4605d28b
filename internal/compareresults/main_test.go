package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/tier"
)

// repository makes a git repository with a program in the place of energylint, whose report has the given formula and
// reason; "" for a program that fails.
type repository struct {
	t   *testing.T
	dir string
}

func (r repository) git(args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"}, args...)...)
	cmd.Dir = r.dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %s: %v\n%s", args, err, out)
	}
	return string(out)
}

func (r repository) write(name, text string) {
	r.t.Helper()
	path := filepath.Join(r.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		r.t.Fatal(err)
	}
}

// program writes the source of a program that prints a report.
func (r repository) program(formula, reason string) {
	r.write("cmd/energylint/main.go", `package main

import "fmt"

func main() {
	fmt.Println(`+"`"+`{"methods": [{"class":"A","name":"m","descriptor":"()V","formula":"`+formula+`","reasons":["`+reason+`"]}]}`+"`"+`)
}
`)
}

func (r repository) commit(tag string) {
	r.git("add", "--all")
	r.git("commit", "--quiet", "--message", tag)
	r.git("tag", tag)
}

// TestRun compares revisions of a small repository: what it prints, its exit status, and that it removes its worktrees.
func TestRun(t *testing.T) {
	tier.Slow(t, tier.Build)
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	t.Setenv("ENERGYLINT_CORPUS", filepath.Join(t.TempDir(), "none"))
	r := repository{t, t.TempDir()}
	r.git("init", "--quiet")
	r.write("go.mod", "module example.org/x\n\ngo 1.26\n")
	r.write("testdata/fixtures/a/classes/A.class", "")
	r.write("testdata/fixtures/b/classes/B.class", "")
	r.program("1 nJ", "spins")
	r.commit("first")
	r.program("1 nJ", "no exit")
	r.commit("reworded")
	r.program("2 nJ", "no exit")
	r.commit("changed")
	r.program("1 nJ", "spins")

	for _, test := range []struct {
		args   string
		status int
		want   string
	}{
		{"first", statusSame, "against the working tree"},
		{"first first", statusSame, "\nthe same\n"},
		{"first reworded", statusSame, "\nonly texts of reasons differ\n"},
		{"--strict first reworded", statusDiffer, "reasons: [\"spins\"] -> [\"no exit\"]"},
		{"reworded changed", statusDiffer, "fixtures               0                0               2          0/0"},
		{"reworded changed --show 1", statusDiffer, "fixtures: testdata/fixtures/a/classes: A.m()V\n    formula: \"1 nJ\" -> \"2 nJ\"\n\nvalues differ\n"},
		{"first changed", statusDiffer, "guava          skipped: "},
		{"--quick first changed", statusDiffer, "examples       skipped: "},
		{"--input guava first changed", statusFailed, "nothing was compared"},
		{"--input nothing first changed", statusFailed, "no such program"},
		{"nowhere", statusFailed, "nowhere"},
		{"", statusFailed, "expected BASE [HEAD]"},
	} {
		var out strings.Builder
		status := run(context.Background(), strings.Fields(test.args), r.dir, &out, &out)
		if status != test.status || !strings.Contains(out.String(), test.want) {
			t.Errorf("%s: status %d, want %d with %q, got:\n%s", test.args, status, test.status, test.want, out.String())
		}
	}
	if trees := strings.TrimSpace(r.git("worktree", "list")); strings.Contains(trees, "\n") {
		t.Errorf("worktrees are left:\n%s", trees)
	}
}
