package repocheck

import (
	"bytes"
	"encoding/json"
	"go/format"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const (
	root     = "../.."
	module   = "github.com/energylint/energylint"
	maxLines = 500
)

type goPackage struct {
	path    string // relative to the module
	imports []string
}

// packages lists the module's packages with the imports among them, those of tests left out: a test may look at
// anything.
func packages(t *testing.T) []goPackage {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Imports", "./...")
	cmd.Dir = root
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	output, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.String())
	}
	var all []goPackage
	for d := json.NewDecoder(bytes.NewReader(output)); ; {
		var p struct {
			ImportPath string
			Imports    []string
		}
		if err := d.Decode(&p); err == io.EOF {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		found := goPackage{path: strings.TrimPrefix(p.ImportPath, module+"/")}
		for _, imported := range p.Imports {
			if rest, ok := strings.CutPrefix(imported, module+"/"); ok {
				found.imports = append(found.imports, rest)
			}
		}
		all = append(all, found)
	}
}

// files lists the repository's files, relative to its root: those that git tracks, or would if they were added.
func files(t *testing.T, keep func(string) bool) []string {
	t.Helper()
	cmd := exec.Command("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	cmd.Dir = root
	output, err := cmd.Output()
	if err != nil {
		t.Skipf("git ls-files: %v: this is no clone of the repository", err)
	}
	var found []string
	for name := range strings.SplitSeq(strings.TrimRight(string(output), "\x00"), "\x00") {
		if _, err := os.Stat(filepath.Join(root, name)); err == nil && keep(name) {
			found = append(found, name)
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// command runs a program at the root of the repository and fails the test with its output.
func command(t *testing.T, name string, args ...string) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = root
	if output, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", name, err, output)
	}
}

func isGo(name string) bool {
	return strings.HasSuffix(name, ".go") && !strings.Contains("/"+name, "/testdata/")
}

func TestFormatted(t *testing.T) {
	for _, name := range files(t, isGo) {
		source := read(t, name)
		formatted, err := format.Source(source)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if !bytes.Equal(source, formatted) {
			t.Errorf("%s is not gofmt-ed", name)
		}
	}
}

// TestAnalyzers runs the analyzers of go vet and staticcheck in one process: separate ones read all packages and what they import again, which
// takes three times the processor time.
func TestAnalyzers(t *testing.T) {
	command(t, "go", "run", "./internal/lint", "./...")
}

// TestModuleTidy fails where go.mod or go.sum lacks a line or has one too many.
func TestModuleTidy(t *testing.T) {
	command(t, "go", "mod", "tidy", "-diff")
}

var generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)

// TestFileSize keeps files to one purpose: generated ones and tests may be longer.
func TestFileSize(t *testing.T) {
	for _, name := range files(t, isGo) {
		data := read(t, name)
		lines := bytes.Count(data, []byte("\n"))
		if lines > maxLines && !strings.HasSuffix(name, "_test.go") && !generated.Match(data) {
			t.Errorf("%s has %d lines, the limit is %d: which part of it is another room?", name, lines, maxLines)
		}
	}
}

var vague = regexp.MustCompile(`(?i)(^|[/_-])(utils?|helpers?|common|misc|manager)([/._-]|$)`)

// TestNames fails on names that do not say what is inside. The stubs of Spring and of Guava have their packages.
func TestNames(t *testing.T) {
	for _, name := range files(t, func(string) bool { return true }) {
		if strings.HasPrefix(name, "testdata/fixtures/springapi/") {
			continue
		}
		if vague.MatchString(strings.Replace(name, "/com/google/common/", "/", 1)) {
			t.Errorf("%s: the name does not say what is inside", name)
		}
	}
}

func TestWorkflows(t *testing.T) {
	workflows := files(t, func(name string) bool {
		return strings.HasPrefix(name, ".github/workflows/") || name == "examples/workflow.yml" ||
			strings.HasPrefix(name, "examples/pull-request/workflows/")
	})
	if len(workflows) == 0 {
		t.Fatal("no workflows")
	}
	command(t, "go", append([]string{"tool", "actionlint"}, workflows...)...)
	for _, name := range workflows {
		if bytes.Contains(read(t, name), []byte("pull_request_target:")) {
			t.Errorf("%s runs on pull_request_target, with a token that may write: use pull_request, and workflow_run for comments", name)
		}
	}
}

var (
	uses   = regexp.MustCompile(`^\s*(?:- )?uses:\s*(\S+)(.*)$`)
	pinned = regexp.MustCompile(`^[^@]+@[0-9a-f]{40}$`)
	tagged = regexp.MustCompile(`^ # v\d+\.\d+\.\d+$`)
)

// unpinned lists the actions of a workflow that are not given by a commit with its version as a comment: a tag can be
// moved to other code. Actions of this repository are of the same commit.
func unpinned(workflow string) (found []string) {
	for line := range strings.Lines(workflow) {
		m := uses.FindStringSubmatch(strings.TrimRight(line, "\r\n"))
		if m != nil && !strings.HasPrefix(m[1], "./") && (!pinned.MatchString(m[1]) || !tagged.MatchString(m[2])) {
			found = append(found, m[1])
		}
	}
	return found
}

func TestActionsArePinned(t *testing.T) {
	workflows := files(t, func(name string) bool {
		return strings.HasPrefix(name, ".github/workflows/") || name == "action.yml"
	})
	seen := false
	for _, name := range workflows {
		data := string(read(t, name))
		seen = seen || strings.Contains(data, "uses: actions/checkout@")
		for _, action := range unpinned(data) {
			t.Errorf("%s uses %s: pin it by commit, with the version as a comment", name, action)
		}
	}
	if !seen {
		t.Error("no action found: the test looks at the wrong files")
	}
	const commit = "08c6903cd8c0fde910a37f88322edcfb5dd907a8"
	for line, want := range map[string]int{
		"uses: actions/checkout@v5": 1, "  - uses: actions/checkout@" + commit: 1, "  - uses: actions/checkout@" + commit[1:] + " # v5.0.0": 1,
		"  - uses: actions/checkout@" + commit + " # v5.0.0": 0, "  - uses: ./": 0, "  - run: true": 0,
	} {
		if got := unpinned(line); len(got) != want {
			t.Errorf("%q: got %q", line, got)
		}
	}
}

func TestScripts(t *testing.T) {
	if _, err := exec.LookPath("shellcheck"); err != nil {
		t.Skip("shellcheck is not installed: script/setup installs it")
	}
	scripts := files(t, func(name string) bool {
		return strings.HasPrefix(name, "script/") && filepath.Ext(name) == "" || name == ".ci/run" || name == "examples/pull-request/pre-push"
	})
	command(t, "shellcheck", scripts...)
	for _, name := range scripts {
		if info, err := os.Stat(filepath.Join(root, name)); err != nil {
			t.Error(err)
		} else if info.Mode()&0o111 == 0 {
			t.Errorf("%s is not executable", name)
		}
	}
}

var link = regexp.MustCompile(`\]\(([^)\s]+)\)`)

// TestLinks fails where a Markdown page links to a file that the repository does not have.
func TestLinks(t *testing.T) {
	pages := files(t, func(name string) bool {
		return strings.HasSuffix(name, ".md") && !strings.Contains("/"+name, "/testdata/")
	})
	for _, page := range pages {
		for _, match := range link.FindAllStringSubmatch(string(read(t, page)), -1) {
			target, _, _ := strings.Cut(match[1], "#")
			if target == "" || strings.Contains(target, ":") {
				continue
			}
			if _, err := os.Stat(filepath.Join(root, filepath.Dir(page), target)); err != nil {
				t.Errorf("%s links to %s: there is no such file", page, match[1])
			}
		}
	}
}
