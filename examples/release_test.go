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

// repository is a git repository that a test makes.
type repository struct {
	t   *testing.T
	dir string
	ids map[string]string // commits by the subjects of their messages
}

func newRepository(t *testing.T) *repository {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git: ", err)
	}
	r := &repository{t, t.TempDir(), map[string]string{}}
	r.git("init", "--quiet", "--initial-branch=main")
	return r
}

// git runs git in the repository, with a configuration that does not depend on the machine's.
func (r *repository) git(args ...string) string {
	r.t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=test", "GIT_AUTHOR_EMAIL=test@example.com", "GIT_COMMITTER_NAME=test", "GIT_COMMITTER_EMAIL=test@example.com")
	output, err := cmd.CombinedOutput()
	if err != nil {
		r.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, output)
	}
	return strings.TrimSpace(string(output))
}

// commit commits all files, and tags the commit.
func (r *repository) commit(subject string, tags ...string) {
	r.t.Helper()
	r.git("add", "--all")
	r.git("commit", "--quiet", "--allow-empty", "--message", subject)
	r.ids[subject] = r.git("rev-parse", "HEAD")
	for _, tag := range tags {
		r.git("tag", "--force", tag)
	}
}

// served is the directory that a server of files makes a remote repository of.
func (r *repository) served() string {
	r.git("update-server-info")
	return filepath.Join(r.dir, ".git")
}

// TestResolve finds the release that a ref of the action means.
func TestResolve(t *testing.T) {
	repo := newRepository(t)
	repo.commit("a", "v0.2.0", "v0.2.0-rc.1")
	repo.git("tag", "--annotate", "--message", "x", "v0.2.9")
	repo.commit("b", "v0.3.0-rc.1")
	repo.commit("c", "v0.3.0", "v0.3")
	repo.commit("d", "v0.2.10", "v0.2", "vx.y.z", "v0.3.1.2", "notes/v9.9.9")
	repo.commit("e", "v0.10.0-rc.1", "v0.10.0-rc.2")
	repo.commit("f", "v0")
	repo.git("tag", "v1.0.0-rc.1")
	repo.git("branch", "released", repo.ids["c"])
	repo.git("branch", "v0.3", repo.ids["f"])
	refs := repo.git("ls-remote", "--heads", "--tags", repo.dir)
	for ref, want := range map[string]string{
		"v0.3.0": "v0.3.0 c", "v0.2.9": "v0.2.9 a", "v0.3.0-rc.1": "v0.3.0-rc.1 b", "v0.3.7": "",
		"v0.3": "v0.3.0 c", // the tag, not the branch of the same name
		"v0.2": "v0.2.10 d",
		"v0":   "v1.0.0-rc.1 f", // the commit that it was moved to
		"v1":   "",              // candidates are not meant
		"v2":   "", "v": "", "v0.": "", ".*": "", "": "",
		"latest": "v0.3.0 c", "released": "v0.3.0 c", "main": "v1.0.0-rc.1 f", "nowhere": "",
		repo.ids["a"]: "v0.2.9 a", repo.ids["c"]: "v0.3.0 c", repo.ids["d"]: "v0.2.10 d", repo.ids["e"]: "v0.10.0-rc.2 e",
		repo.ids["c"][:12]: "", strings.Repeat("0", 40): "",
	} {
		if tag, subject, ok := strings.Cut(want, " "); ok {
			want = tag + " " + repo.ids[subject]
		}
		cmd := exec.Command("script/action-install", "resolve", ref)
		cmd.Dir = ".."
		cmd.Env = append(os.Environ(), "RUNNER_TEMP="+t.TempDir())
		cmd.Stdin = strings.NewReader(refs + "\n")
		output, err := cmd.CombinedOutput()
		if got := strings.TrimSpace(string(output)); err != nil || got != want {
			t.Errorf("%q: got %q, %v, want %q", ref, got, err, want)
		}
	}
}

// TestMoveTags moves vX and vX.Y to a release, forward only.
func TestMoveTags(t *testing.T) {
	repo := newRepository(t)
	remote := t.TempDir()
	repo.git("init", "--quiet", "--bare", remote)
	script, err := filepath.Abs("../script/move-tags")
	if err != nil {
		t.Fatal(err)
	}
	for _, step := range []struct{ release, want string }{
		{"v0.2.0", "v0=v0.2.0 v0.2=v0.2.0"},
		{"v0.3.0-rc.1", "v0=v0.2.0 v0.2=v0.2.0"},
		{"v0.3.0", "v0=v0.3.0 v0.2=v0.2.0 v0.3=v0.3.0"},
		{"v0.2.1", "v0=v0.3.0 v0.2=v0.2.1 v0.3=v0.3.0"},
		{"v0.10.0", "v0=v0.10.0 v0.10=v0.10.0 v0.2=v0.2.1 v0.3=v0.3.0"},
		{"v0.9.0", "v0=v0.10.0 v0.10=v0.10.0 v0.2=v0.2.1 v0.3=v0.3.0 v0.9=v0.9.0"},
		{"v1.0.0", "v0=v0.10.0 v0.10=v0.10.0 v0.2=v0.2.1 v0.3=v0.3.0 v0.9=v0.9.0 v1=v1.0.0 v1.0=v1.0.0"},
		{"v0.10.1", "v0=v0.10.1 v0.10=v0.10.1 v0.2=v0.2.1 v0.3=v0.3.0 v0.9=v0.9.0 v1=v1.0.0 v1.0=v1.0.0"},
	} {
		repo.commit(step.release)
		repo.git("tag", "--annotate", "--message", "x", step.release)
		repo.git("push", "--quiet", remote, step.release)
		cmd := exec.Command(script, step.release, remote)
		cmd.Dir = repo.dir
		if output, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v\n%s", step.release, err, output)
		}
		var got []string
		for line := range strings.Lines(repo.git("ls-remote", "--tags", remote)) {
			id, ref, _ := strings.Cut(strings.TrimSpace(line), "\t")
			tag := strings.TrimPrefix(ref, "refs/tags/")
			if strings.Count(tag, ".") < 2 {
				got = append(got, tag+"="+repo.git("log", "-1", "--format=%s", id))
			}
		}
		if got := strings.Join(got, " "); got != step.want {
			t.Errorf("after %s:\n%s\nwant\n%s", step.release, got, step.want)
		}
	}
	cmd := exec.Command(script, "v0", remote)
	cmd.Dir = repo.dir
	if output, err := cmd.CombinedOutput(); err == nil {
		t.Errorf("v0 is taken for a release:\n%s", output)
	}
}

// TestRelease builds the release for this system and installs it as the action does, from a server that has it. In its short
// form it packs a program that shares what is compiled with the other tests.
func TestRelease(t *testing.T) {
	tier.Slow(t, tier.Build)
	if runtime.GOOS != "linux" {
		t.Skip("script/release uses GNU tar and date")
	}
	dist := t.TempDir()
	build := exec.Command("script/release", "v0.0.1", "static", runtime.GOOS+"/"+runtime.GOARCH)
	build.Dir = ".."
	build.Env = append(os.Environ(), "DIST="+dist, "DPKG_DEB_COMPRESSOR_LEVEL=0") // small is of no interest here
	if !tier.Whole() {
		build.Env = append(build.Env, "PROGRAM="+shared(t))
	}
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("script/release: %v\n%s", err, output)
	}
	checkPackage(t, dist)
	repo := newRepository(t)
	repo.commit("one", "v0.0.1", "v0")
	repo.commit("two")
	mux := http.NewServeMux()
	mux.Handle("/energylint/energylint/releases/download/v0.0.1/", http.StripPrefix("/energylint/energylint/releases/download/v0.0.1/", http.FileServer(http.Dir(dist))))
	mux.Handle("/energylint/energylint/", http.StripPrefix("/energylint/energylint/", http.FileServer(http.Dir(repo.served()))))
	server := httptest.NewServer(mux)
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
	fake(`[ "$*" = "attestation verify energylint_0.0.1_linux_` + runtime.GOARCH + `.tar.gz --repo energylint/energylint --signer-workflow energylint/energylint/.github/workflows/release.yml --source-ref refs/tags/v0.0.1 --source-digest ` + repo.ids["one"] + `" ]` + "\n")
	var r *runner
	for _, version := range []string{"v0.0.1", "v0", "v0.0", repo.ids["one"], "latest"} {
		r = newRunner(t)
		r.step(t, append(env, "ENERGYLINT_VERSION="+version), "action-install", "release")
		if outputs := r.file("GITHUB_OUTPUT"); outputs != "found=true\n" {
			t.Fatalf("version %s: outputs:\n%s", version, outputs)
		}
	}
	program := filepath.Join(strings.TrimSpace(r.file("GITHUB_PATH")), "energylint")
	if output, err := exec.Command(program, "version").CombinedOutput(); err != nil || !strings.Contains(string(output), "v0.0.1") {
		t.Errorf("energylint version: %v\n%s", err, output)
	}
	if tier.Whole() {
		checkStatic(t, program)
	}

	// Where no version is passed on, it is the ref in the directory that the runner fetched the action to.
	fetched := filepath.Join(t.TempDir(), "_actions/energylint/energylint/v0/script")
	if err := os.CopyFS(fetched, os.DirFS("../script")); err != nil {
		t.Fatal(err)
	}
	r = newRunner(t)
	install := exec.Command(filepath.Join(fetched, "action-install"), "release")
	install.Env = append(append(r.env, env...), "ENERGYLINT_VERSION=")
	if output, err := install.CombinedOutput(); err != nil || r.file("GITHUB_OUTPUT") != "found=true\n" {
		t.Errorf("fetched at v0: %v, outputs %q\n%s", err, r.file("GITHUB_OUTPUT"), output)
	}

	// A branch, and a release that there is not, are built from source.
	for _, version := range []string{"main", "v0.0.2", repo.ids["two"], "v1"} {
		r := newRunner(t)
		output := r.step(t, append(env, "ENERGYLINT_VERSION="+version), "action-install", "release")
		if !strings.Contains(output, "::notice::energylint has no release of "+version) {
			t.Errorf("version %s: the user does not learn why it takes minutes:\n%s", version, output)
		}
		if outputs := r.file("GITHUB_OUTPUT"); outputs != "found=false\n" || r.file("GITHUB_PATH") != "" {
			t.Errorf("version %s: outputs:\n%s", version, outputs)
		}
	}

	// "source", and an action of the repository itself, ask for no list of releases.
	for _, version := range []string{"source", ""} {
		r := newRunner(t)
		r.step(t, append(env, "ENERGYLINT_VERSION="+version, "GITHUB_SERVER_URL=http://127.0.0.1:1"), "action-install", "release")
		if outputs := r.file("GITHUB_OUTPUT"); outputs != "found=false\n" {
			t.Errorf("version %q: outputs:\n%s", version, outputs)
		}
	}

	// An archive that is not what the checksums say is not installed.
	archive := filepath.Join(dist, "energylint_0.0.1_"+runtime.GOOS+"_"+runtime.GOARCH+".tar.gz")
	if err := os.WriteFile(archive, []byte("something else"), 0o666); err != nil {
		t.Fatal(err)
	}
	refused("FAILED")
}

// shared is a program of version 0.0.1 that is built as those of other tests are, not static: nothing is compiled for it.
func shared(t *testing.T) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "energylint")
	build := exec.Command("go", "build", "-ldflags", "-s -X github.com/energylint/energylint/internal/cli.Version=v0.0.1", "-o", program, "./cmd/energylint")
	build.Dir = ".."
	if output, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	// What is another in a release, which is built without cgo, compiles.
	without := exec.Command("go", "build", "./internal/source")
	without.Dir = ".."
	without.Env = append(os.Environ(), "CGO_ENABLED=0")
	if output, err := without.CombinedOutput(); err != nil {
		t.Errorf("without cgo: %v\n%s", err, output)
	}
	return program
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
