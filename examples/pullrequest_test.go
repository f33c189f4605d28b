package examples

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/energylint/energylint/internal/github/githubtest"
	"github.com/energylint/energylint/internal/snapshot"
	"github.com/energylint/energylint/internal/tier"
)

// shop is a repository with the project of pull-request, and what GitHub knows of it.
type shop struct {
	*repository
	api   *githubtest.Server
	javac string // builds the project; empty: its classes are those that are committed here
}

func newShop(t *testing.T) *shop {
	t.Helper()
	tier.Slow(t, tier.Build)
	s := &shop{newRepository(t), githubtest.New(t), ""}
	s.write(".gitignore", "classes\n")
	return s
}

// newBuiltShop is a shop that is built, as on a machine of CI.
func newBuiltShop(t *testing.T) *shop {
	t.Helper()
	tier.Slow(t, tier.JVM)
	javac := tier.Program(t, "javac")
	s := newShop(t)
	s.javac = javac
	return s
}

func (s *shop) write(name, content string) {
	s.t.Helper()
	path := filepath.Join(s.dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		s.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
		s.t.Fatal(err)
	}
}

// state commits the project as it is in a directory of pull-request, and builds it as a workflow does.
func (s *shop) state(name, subject string) {
	s.t.Helper()
	if err := os.CopyFS(filepath.Join(s.dir, "new"), os.DirFS(filepath.Join("pull-request", name))); err != nil {
		s.t.Fatal(err)
	}
	for _, part := range []string{"src", "classes", "energylint.toml"} {
		if err := os.RemoveAll(filepath.Join(s.dir, part)); err != nil {
			s.t.Fatal(err)
		}
	}
	for _, part := range []string{"src", "classes", "energylint.toml"} {
		if err := os.Rename(filepath.Join(s.dir, "new", part), filepath.Join(s.dir, part)); err != nil {
			s.t.Fatal(err)
		}
	}
	if err := os.RemoveAll(filepath.Join(s.dir, "new")); err != nil {
		s.t.Fatal(err)
	}
	s.commit(subject)
	if s.javac == "" {
		return
	}
	if err := os.RemoveAll(filepath.Join(s.dir, "classes")); err != nil {
		s.t.Fatal(err)
	}
	sources, err := filepath.Glob(filepath.Join(s.dir, "src/com/example/shop/*.java"))
	if err != nil || len(sources) == 0 {
		s.t.Fatalf("no sources: %v", err)
	}
	javac := exec.Command(s.javac, append([]string{"-g", "--release", "17", "-d", filepath.Join(s.dir, "classes")}, sources...)...)
	if output, err := javac.CombinedOutput(); err != nil {
		s.t.Fatalf("javac: %v\n%s", err, output)
	}
}

// workflowRun is one run of a workflow.
type workflowRun struct {
	*runner
	shop    *shop
	id      int64
	name    string // of the event
	branch  string
	sha     string
	fork    bool
	env     []string
	outputs map[string]string
	log     string
}

var runs int64

// event starts a run. payload is the event's, without what all events have.
func (s *shop) event(name, ref, branch, sha string, payload map[string]any) *workflowRun {
	s.t.Helper()
	runs++
	r := &workflowRun{runner: newRunner(s.t), shop: s, id: runs, name: name, branch: branch, sha: sha, outputs: map[string]string{}}
	data, err := json.Marshal(payload)
	if err == nil {
		err = os.WriteFile(filepath.Join(r.temp, "event.json"), data, 0o666)
	}
	if err != nil {
		s.t.Fatal(err)
	}
	r.env = append(s.api.Env(),
		"PATH="+filepath.Dir(energylint)+string(os.PathListSeparator)+os.Getenv("PATH"),
		"GITHUB_EVENT_NAME="+name, "GITHUB_EVENT_PATH="+filepath.Join(r.temp, "event.json"), "GITHUB_REF="+ref, "GITHUB_SHA="+sha,
		"ENERGYLINT_SUMMARY=true", "ENERGYLINT_COMMENT=true", "ENERGYLINT_CATEGORY=energylint", "ENERGYLINT_FAIL_ON=error",
		"ENERGYLINT_DIFF_FAIL_ON=lost,growth",
	)
	return r
}

// push is a run for a push to main.
func (s *shop) push() *workflowRun {
	s.t.Helper()
	return s.event("push", "refs/heads/main", "main", s.git("rev-parse", "HEAD"), map[string]any{})
}

// pullRequest is a run for a pull request, with the checked out commit as its head.
func (s *shop) pullRequest(number int, fork bool) *workflowRun {
	s.t.Helper()
	pr := &githubtest.PullRequest{
		Number: number, State: "open", HeadSHA: s.git("rev-parse", "HEAD"), HeadRepository: githubtest.RepositoryID,
		BaseRef: "main", BaseSHA: s.git("rev-parse", "main"),
	}
	if fork {
		pr.HeadRepository = githubtest.ForkID
	}
	s.api.PullRequests = append(slices.DeleteFunc(s.api.PullRequests, func(old *githubtest.PullRequest) bool { return old.Number == number }), pr)
	r := s.event("pull_request", "refs/pull/"+strconv.Itoa(number)+"/merge", "topic", pr.HeadSHA, map[string]any{"number": number, "pull_request": pr.JSON()})
	r.fork = fork
	return r
}

// diff runs the steps of mode diff: check, compare, and what upload-artifact does. It returns the exit status of the last
// step.
func (r *workflowRun) diff(env ...string) string {
	t := r.shop.t
	t.Helper()
	r.env = append(r.env, env...)
	r.log += r.stepIn(t, r.shop.dir, r.env, "action-check")
	r.read()
	r.log += r.stepIn(t, r.shop.dir, append(r.env, "ENERGYLINT_CHECK_EXIT_CODE="+r.outputs["exit-code"]), "action-diff")
	r.read()
	if name := r.outputs["upload-name"]; name != "" {
		entries, err := os.ReadDir(r.outputs["upload-path"])
		if err != nil {
			t.Fatal(err)
		}
		var files []string
		for _, entry := range entries {
			data, err := os.ReadFile(filepath.Join(r.outputs["upload-path"], entry.Name()))
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, entry.Name(), string(data))
		}
		r.upload(name, files...)
	}
	return r.outputs["exit-code"]
}

func (r *workflowRun) upload(name string, files ...string) {
	r.shop.t.Helper()
	repository := int64(githubtest.RepositoryID)
	if r.fork {
		repository = githubtest.ForkID
	}
	r.shop.api.Upload(githubtest.Artifact{
		Name: name, Run: r.id, Branch: r.branch, SHA: r.sha, HeadRepository: repository, Zip: githubtest.Zip(r.shop.t, files...),
	})
}

// read takes over the outputs of the steps so far.
func (r *workflowRun) read() {
	for line := range strings.Lines(r.file("GITHUB_OUTPUT")) {
		if name, value, ok := strings.Cut(strings.TrimSpace(line), "="); ok {
			r.outputs[name] = value
		}
	}
}

// comment runs the step of mode comment in a workflow that starts when r has ended.
func (r *workflowRun) comment() (log string, err error) {
	t := r.shop.t
	t.Helper()
	repository := githubtest.RepositoryID
	if r.fork {
		repository = githubtest.ForkID
	}
	next := r.shop.event("workflow_run", "refs/heads/main", "main", r.shop.git("rev-parse", "main"), map[string]any{"workflow_run": map[string]any{
		"id": r.id, "event": r.name, "head_sha": r.sha, "head_branch": r.branch, "head_repository": map[string]any{"id": repository},
	}})
	return next.try(t, t.TempDir(), next.env, "action-comment")
}

// TestPullRequest is the life of a pull request: a snapshot of main, a change that makes a method quadratic and loses the
// proof of a budget, and the repair of both.
func TestPullRequest(t *testing.T) {
	s := newBuiltShop(t)
	s.state("main", "main")
	push := s.push()
	if code := push.diff(); code != "0" || push.outputs["upload-name"] != "energylint-snapshot" {
		t.Fatalf("exit status %s, uploads %q:\n%s", code, push.outputs["upload-name"], push.log)
	}

	s.git("switch", "--quiet", "--create", "topic")
	s.state("branch", "slower")
	first := s.pullRequest(7, false)
	if code := first.diff(); code != "1" {
		t.Fatalf("exit status %s:\n%s", code, first.log)
	}
	if len(s.api.Comments) != 1 {
		t.Fatalf("%d comments:\n%s", len(s.api.Comments), first.log)
	}
	comment := s.api.Comments[0]
	if n := utf8.RuneCountInString(comment.Body); n >= 60000 {
		t.Errorf("the comment has %d characters", n)
	}
	for _, want := range []string{"perCustomer", "quadratic", "Retry.delay", "5 uJ", "check"} {
		if !strings.Contains(comment.Body, want) {
			t.Errorf("the comment does not mention %q:\n%s", want, comment.Body)
		}
	}
	if first.outputs["upload-name"] != "" {
		t.Errorf("a pull request uploads %q", first.outputs["upload-name"])
	}
	if summary := first.file("GITHUB_STEP_SUMMARY"); !strings.Contains(summary, comment.Body) {
		t.Errorf("the comment is not in the job summary:\n%s", summary)
	}
	if !regexp.MustCompile(`(?m)^::(error|warning) file=src/com/example/shop/Report\.java,line=\d+`).MatchString(first.log) {
		t.Errorf("no annotation of Report.java:\n%s", first.log)
	}

	s.state("main", "repaired")
	second := s.pullRequest(7, false)
	if code := second.diff(); code != "0" {
		t.Fatalf("exit status %s:\n%s", code, second.log)
	}
	if len(s.api.Comments) != 1 || comment.Edits != 1 {
		t.Fatalf("%d comments, the first one edited %d times:\n%s", len(s.api.Comments), comment.Edits, second.log)
	}
	if strings.Contains(comment.Body, "quadratic") || strings.Contains(comment.Body, "5 uJ") {
		t.Errorf("the comment still says what was repaired:\n%s", comment.Body)
	}

	// The first run again, late: it does not put its old comment in the place of the new one.
	s.state("branch", "the first state again")
	body := comment.Body
	if code := first.diff(); code != "1" || comment.Body != body || !strings.Contains(first.log, "comment: outdated") {
		t.Errorf("exit status %s, the comment:\n%s\n%s", code, comment.Body, first.log)
	}
}

// TestPullRequestFromFork has a token that may not write: the job summary says all, and a workflow that runs after it comments.
func TestPullRequestFromFork(t *testing.T) {
	s := newShop(t)
	s.state("main", "main")
	s.push().diff()
	s.git("switch", "--quiet", "--create", "topic")
	s.state("branch", "slower")

	s.api.ReadOnly = true
	fork := s.pullRequest(7, true)
	if code := fork.diff(); code != "1" || len(s.api.Comments) != 0 || fork.outputs["upload-name"] != "energylint-pull-request" {
		t.Fatalf("exit status %s, %d comments, uploads %q:\n%s", code, len(s.api.Comments), fork.outputs["upload-name"], fork.log)
	}
	if !strings.Contains(fork.file("GITHUB_STEP_SUMMARY"), "quadratic") {
		t.Errorf("the job summary:\n%s", fork.file("GITHUB_STEP_SUMMARY"))
	}

	s.api.ReadOnly = false
	if log, err := fork.comment(); err != nil || len(s.api.Comments) != 1 || !strings.Contains(s.api.Comments[0].Body, "quadratic") {
		t.Fatalf("%v, %d comments:\n%s", err, len(s.api.Comments), log)
	}
	if log, err := fork.comment(); err != nil || len(s.api.Comments) != 1 {
		t.Fatalf("%v, %d comments:\n%s", err, len(s.api.Comments), log)
	}
	for _, want := range []string{"`main at " + s.git("rev-parse", "main")[:12] + "`", "`pull request 7`"} {
		if !strings.Contains(s.api.Comments[0].Body, want) {
			t.Errorf("the comment does not say that it compares with %s:\n%s", want, s.api.Comments[0].Body)
		}
	}
	// What it says is what the run of the pull request said.
	if body := s.api.Comments[0].Body; !strings.Contains(fork.file("GITHUB_STEP_SUMMARY"), body) {
		t.Errorf("the comment is another one than in the job summary:\n%s", body)
	}
}

// TestHostileResult uploads what a fork could upload in place of a snapshot and a number. Nothing of it is run, and nothing
// is commented.
func TestHostileResult(t *testing.T) {
	s := newShop(t)
	s.state("main", "main")
	push := s.push()
	push.diff()
	data, err := os.ReadFile(filepath.Join(push.outputs["upload-path"], "energylint.snapshot"))
	if err != nil {
		t.Fatal(err)
	}
	snapshot := string(data)
	s.git("switch", "--quiet", "--create", "topic")
	s.commit("empty")
	s.pullRequest(8, false)
	victim := s.git("rev-parse", "HEAD")
	s.commit("another")
	proof := filepath.Join(t.TempDir(), "proof")
	for name, files := range map[string][]string{
		"no snapshot":       {"energylint.snapshot", "::error::injected\n$(touch " + proof + ")", "pull-request", "7"},
		"half a snapshot":   {"energylint.snapshot", snapshot[:len(snapshot)/2], "pull-request", "7"},
		"a bomb":            {"energylint.snapshot", strings.Repeat("\x00", 33<<20), "pull-request", "7"},
		"a command":         {"energylint.snapshot", snapshot, "pull-request", "7; touch " + proof},
		"an expansion":      {"energylint.snapshot", snapshot, "pull-request", "$(touch " + proof + ")"},
		"another's number":  {"energylint.snapshot", snapshot, "pull-request", "8"},
		"a path":            {"../energylint.snapshot", snapshot, "pull-request", "7"},
		"a script":          {"energylint.snapshot", snapshot, "pull-request", "7", "energylint", "#!/bin/sh\ntouch " + proof},
		"a file that is no": {"energylint.snapshot", snapshot},
	} {
		t.Run(name, func(t *testing.T) {
			r := s.pullRequest(7, true)
			r.upload("energylint-pull-request", files...)
			log, err := r.comment()
			if len(s.api.Comments) != 0 {
				t.Errorf("it comments %q:\n%s", s.api.Comments[0].Body, log)
			}
			if _, missing := os.Stat(proof); missing == nil {
				t.Fatalf("it runs what was uploaded:\n%s", log)
			}
			if stop := regexp.MustCompile(`(?s)^::stop-commands::([0-9a-f]{32})\n.*\n::([0-9a-f]{32})::\n$`).FindStringSubmatch(log); stop == nil || stop[1] != stop[2] {
				t.Errorf("%v: the runner could take a line for a command:\n%s", err, log)
			}
			if name != "another's number" && err == nil {
				t.Errorf("it succeeds:\n%s", log)
			}
		})
	}
	if got := s.git("rev-parse", "HEAD"); got == victim {
		t.Error("both pull requests have the same head")
	}
}

// TestDiffWithoutBase goes on with the check alone and gives the reason.
func TestDiffWithoutBase(t *testing.T) {
	s := newShop(t)
	s.state("main", "main")
	s.git("switch", "--quiet", "--create", "topic")
	s.state("branch", "slower")
	for _, test := range []struct {
		name string
		set  func()
		want string
		code string
	}{
		{"none", func() {}, "no run of the workflow on main has uploaded energylint-snapshot yet", "0"},
		{"expired", func() {
			s.api.Upload(githubtest.Artifact{Name: "energylint-snapshot", Branch: "main", Expired: true})
		}, "every energylint-snapshot of main has expired", "0"},
		{"no permission", func() {
			s.api.Faults = []*githubtest.Fault{{Path: "/repos/" + githubtest.Repository + "/actions", Status: 403, Body: `{"message": "Resource not accessible by integration"}`}}
		}, "give the job the permission actions: read", "0"},
		{"other settings", func() {
			s.api.Faults = nil
			other := s.event("push", "refs/heads/main", "main", s.git("rev-parse", "main"), map[string]any{})
			other.diff("ENERGYLINT_SNAPSHOT_ARGS=--device=Device 1\n")
		}, "different settings, so their costs cannot be compared: device: Device 1 in base, any in head", "0"},
		{"another format", func() {
			s.api.Upload(githubtest.Artifact{Name: "energylint-snapshot", Branch: "main", SHA: s.git("rev-parse", "main"), Zip: githubtest.Zip(t, "energylint.snapshot", "energylint snapshot 99\n")})
		}, `its format is "99", which this version of energylint does not know`, "0"},
		{"a server that answers nonsense", func() {
			s.api.Faults = []*githubtest.Fault{{Path: "/repos/" + githubtest.Repository + "/actions", Status: 200, Body: "<html>"}}
		}, "could not be downloaded", "3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.set()
			r := s.pullRequest(7, false)
			code := r.diff()
			if code != test.code || !strings.Contains(r.log, test.want) || len(s.api.Comments) > 0 {
				t.Errorf("exit status %s, %d comments:\n%s", code, len(s.api.Comments), r.log)
			}
			if summary := r.file("GITHUB_STEP_SUMMARY"); test.code == "0" && (!strings.Contains(summary, test.want) || !strings.Contains(summary, "EL0002")) {
				t.Errorf("the job summary:\n%s", summary)
			}
		})
	}
}

// TestDiffRefusesTarget runs nothing for an event whose token may write while the code is a fork's.
func TestDiffRefusesTarget(t *testing.T) {
	s := newShop(t)
	r := s.event("pull_request_target", "refs/heads/main", "main", "x", map[string]any{})
	r.log = r.stepIn(t, s.dir, r.env, "action-diff")
	r.read()
	if r.outputs["exit-code"] != "2" || !strings.Contains(r.log, "::error::mode: diff runs on pull_request") {
		t.Errorf("exit status %s:\n%s", r.outputs["exit-code"], r.log)
	}
}

// TestCommentFailure keeps the result where the comment cannot be written.
func TestCommentFailure(t *testing.T) {
	s := newShop(t)
	s.state("main", "main")
	s.push().diff()
	s.git("switch", "--quiet", "--create", "topic")
	s.state("branch", "slower")
	s.api.Faults = []*githubtest.Fault{{Path: "/repos/" + githubtest.Repository + "/pulls", Status: 422}}
	r := s.pullRequest(7, false)
	if code := r.diff(); code != "1" || !strings.Contains(r.log, "The comment could not be written") || r.outputs["upload-name"] != "" {
		t.Errorf("exit status %s, uploads %q:\n%s", code, r.outputs["upload-name"], r.log)
	}
}

// TestCategories keeps the snapshots and comments of two analyses of a repository apart.
func TestCategories(t *testing.T) {
	s := newShop(t)
	s.state("main", "main")
	for _, category := range []string{"app", "lib/core"} {
		s.push().diff("ENERGYLINT_CATEGORY=" + category)
	}
	s.git("switch", "--quiet", "--create", "topic")
	s.state("branch", "slower")
	for range 2 {
		for _, category := range []string{"app", "lib/core"} {
			if r := s.pullRequest(7, false); r.diff("ENERGYLINT_CATEGORY="+category) != "1" {
				t.Errorf("%s:\n%s", category, r.log)
			}
		}
	}
	var names, markers []string
	for _, a := range s.api.Artifacts {
		names = append(names, a.Name)
	}
	for _, c := range s.api.Comments {
		marker, _, _ := strings.Cut(c.Body, "\n")
		markers = append(markers, marker)
	}
	if fmt.Sprint(names) != "[app-snapshot lib-core-snapshot]" || len(markers) != 2 || markers[0] == markers[1] {
		t.Errorf("artifacts %q, comments %q", names, markers)
	}
}

// TestUnchanged writes no comment for a pull request that changes nothing, and takes back what an older one said.
func TestUnchanged(t *testing.T) {
	s := newShop(t)
	s.state("main", "main")
	s.push().diff()
	s.git("switch", "--quiet", "--create", "topic")
	s.commit("empty")
	r := s.pullRequest(7, false)
	if code := r.diff(); code != "0" || len(s.api.Comments) != 0 || !strings.Contains(r.log, "comment: needless") {
		t.Errorf("exit status %s, %d comments:\n%s", code, len(s.api.Comments), r.log)
	}
	if summary := r.file("GITHUB_STEP_SUMMARY"); !strings.Contains(summary, "Energy:") {
		t.Errorf("the job summary:\n%s", summary)
	}
}

// gitlabScript returns the commands of a job in pull-request/gitlab-ci.yml.
func gitlabScript(t *testing.T, job string) string {
	t.Helper()
	data, err := os.ReadFile("pull-request/gitlab-ci.yml")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut("\n"+string(data), "\n"+job+":\n")
	_, rest, ok2 := strings.Cut(rest, "\n  script:\n")
	if !ok || !ok2 {
		t.Fatalf("there is no script of %s", job)
	}
	var lines []string
	for line := range strings.Lines(rest) {
		command, ok := strings.CutPrefix(line, "    - ")
		if !ok {
			break
		}
		if !strings.HasPrefix(command, "go install ") { // the program of the test is on PATH
			lines = append(lines, command)
		}
	}
	return "set -eo pipefail\n" + strings.Join(lines, "")
}

// TestGitLab runs the jobs of pull-request/gitlab-ci.yml, with a stand-in for GitLab's API.
func TestGitLab(t *testing.T) {
	s := newShop(t)
	uploaded := []byte(nil)
	api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.String() != "/api/v4/projects/3/jobs/artifacts/main/raw/energylint.snapshot?job=energylint-snapshot" || r.Header.Get("JOB-TOKEN") != "token" || uploaded == nil {
			w.WriteHeader(http.StatusNotFound)
			return
		}
		_, _ = w.Write(uploaded) // a client that went away has its own error
	}))
	defer api.Close()
	job := func(name string, status int) {
		t.Helper()
		cmd := exec.Command("bash", "-c", gitlabScript(t, name))
		cmd.Dir = s.dir
		cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(energylint)+string(os.PathListSeparator)+os.Getenv("PATH"),
			"CI_API_V4_URL="+api.URL+"/api/v4", "CI_PROJECT_ID=3", "CI_JOB_TOKEN=token", "CI_MERGE_REQUEST_TARGET_BRANCH_NAME=main")
		output, err := cmd.CombinedOutput()
		if cmd.ProcessState.ExitCode() != status {
			t.Fatalf("%s: %v, want exit status %d\n%s", name, err, status, output)
		}
	}
	read := func(name string) []byte {
		t.Helper()
		data, err := os.ReadFile(filepath.Join(s.dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}

	s.state("main", "main")
	job("energylint-diff", 0) // there is no snapshot yet
	job("energylint-snapshot", 0)
	snapshot := read("energylint.snapshot")
	s.git("switch", "--quiet", "--create", "topic")
	s.state("branch", "slower")
	job("energylint", 0)
	var issues []struct {
		Check    string `json:"check_name"`
		Location struct {
			Path  string
			Lines struct{ Begin int }
		}
	}
	if err := json.Unmarshal(read("gl-code-quality-report.json"), &issues); err != nil || len(issues) != 1 ||
		issues[0].Check != "EL0002" || issues[0].Location.Path != "src/com/example/shop/Retry.java" || issues[0].Location.Lines.Begin != 12 {
		t.Errorf("the code quality report: %v, %+v", err, issues)
	}
	uploaded = snapshot
	job("energylint-diff", 1)
	if junit := read("energylint.xml"); !bytes.Contains(junit, []byte("perCustomer")) {
		t.Errorf("the JUnit report:\n%s", junit)
	}
	compare := exec.Command(energylint, "diff", "base.snapshot", "energylint.snapshot", "--format", "gitlab", "--fail-on", "never")
	compare.Dir = s.dir
	if output, err := compare.Output(); err != nil || !bytes.Contains(output, []byte(`"check_name": "EL0007"`)) || !json.Valid(output) {
		t.Errorf("the comparison as a code quality report: %v\n%s", err, output)
	}
	s.state("main", "repaired")
	job("energylint-diff", 0)
}

// TestPrePush runs the hook for git alone, with javac in place of Maven.
func TestPrePush(t *testing.T) {
	s := newBuiltShop(t)
	s.state("main", "main")
	s.git("update-ref", "refs/remotes/origin/main", "HEAD")
	text, err := os.ReadFile("pull-request/pre-push")
	if err != nil {
		t.Fatal(err)
	}
	const build = "javac -g --release 17 -d classes src/com/example/shop/*.java"
	hook := strings.Replace(string(text), "mvn -q compile", build, 1)
	if hook == string(text) {
		t.Fatal("the hook has another build")
	}
	s.write(".git/hooks/pre-push", hook)
	if err := os.Chmod(filepath.Join(s.dir, ".git/hooks/pre-push"), 0o755); err != nil {
		t.Fatal(err)
	}
	remote := t.TempDir()
	s.git("init", "--quiet", "--bare", remote)
	push := func() (string, error) {
		cmd := exec.Command("git", "push", "--quiet", remote, "HEAD:refs/heads/topic")
		cmd.Dir = s.dir
		cmd.Env = append(os.Environ(), "PATH="+filepath.Dir(energylint)+string(os.PathListSeparator)+os.Getenv("PATH"), "GIT_CONFIG_GLOBAL=/dev/null")
		output, err := cmd.CombinedOutput()
		return string(output), err
	}
	if output, err := push(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	s.state("branch", "slower")
	if output, err := push(); err == nil || !strings.Contains(output, "Report.perCustomer(List)") {
		t.Fatalf("%v\n%s", err, output)
	}
	s.state("main", "repaired")
	if output, err := push(); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
}

// TestHostileNames uploads a snapshot that the program reads, with names that are Markdown, HTML, mentions and commands of the
// runner. The comment shows them as text.
func TestHostileNames(t *testing.T) {
	s := newShop(t)
	s.state("main", "main")
	s.push().diff()
	s.git("switch", "--quiet", "--create", "topic")
	s.state("branch", "slower")
	s.api.ReadOnly = true
	honest := s.pullRequest(7, true)
	honest.diff()
	s.api.ReadOnly = false
	data, err := os.ReadFile(filepath.Join(honest.outputs["upload-path"], "energylint.snapshot"))
	if err != nil {
		t.Fatal(err)
	}
	state, err := snapshot.Read(data)
	if err != nil {
		t.Fatal(err)
	}
	const hostile = "x\n::error::y\n\n# h <img src=http://evil.example/a> @acme/all [a](http://evil.example) `|` --> <!-- energylint-diff --> </details> ![b](//evil.example) $(id)"
	for i := range state.Methods {
		m := &state.Methods[i]
		if m.Name == "perCustomer" || m.Name == "delay" {
			m.File = hostile
			m.Reasons = append(m.Reasons, hostile)
			for j := range m.Calls {
				m.Calls[j].Callee = hostile
			}
			for j := range m.Budgets {
				m.Budgets[j].Energy = hostile
				m.Budgets[j].Origin = hostile
			}
		}
	}
	added := state.Methods[0]
	added.Class, added.Name, added.File = hostile, hostile, hostile
	state.Methods = append(state.Methods, added)
	slices.SortFunc(state.Methods, func(a, b snapshot.Method) int { return strings.Compare(a.Key(), b.Key()) })
	var b bytes.Buffer
	if err := snapshot.Write(&b, state); err != nil {
		t.Fatal(err)
	}
	fork := s.pullRequest(7, true)
	fork.upload("energylint-pull-request", "energylint.snapshot", b.String(), "pull-request", "7\n")
	log, err := fork.comment()
	if err != nil || len(s.api.Comments) != 1 {
		t.Fatalf("%v, %d comments:\n%s", err, len(s.api.Comments), log)
	}
	body := s.api.Comments[0].Body
	// What is in code is shown as it is, and so is what has a backslash. Of the rest, nothing may have a meaning.
	text := regexp.MustCompile("``[^\n]*``|`[^`\n]*`|\\\\.").ReplaceAllString(body, "")
	for _, bad := range []string{"<img", "[", "]", "@acme", "://evil", "\n# h", "\n::error"} {
		if strings.Contains(text, bad) {
			t.Errorf("the comment has %q:\n%s", bad, body)
		}
	}
	if strings.Count(text, "<details>") != strings.Count(text, "</details>") || strings.Count(body, "\n<!--") != 0 {
		t.Errorf("the comment's own elements are not whole:\n%s", body)
	}
	if !strings.Contains(body, "evil.example") {
		t.Errorf("the names are not in the comment: the test has nothing to look at\n%s", body)
	}
	for line := range strings.Lines(log) {
		if strings.HasPrefix(line, "::error") {
			t.Errorf("the log has a command:\n%s", log)
		}
	}
}
