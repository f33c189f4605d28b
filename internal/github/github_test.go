package github

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/energylint/energylint/internal/github/githubtest"
)

const (
	snapshotName = "energylint-snapshot"
	resultName   = "energylint-pull-request"
	file         = "energylint.snapshot"
	marker       = "<!-- energylint diff -->"
)

// client returns a client of the server whose waiting takes no time; what it waited is in waits.
func client(t *testing.T, s *githubtest.Server) (c *Client, waits *[]time.Duration) {
	t.Helper()
	env := map[string]string{}
	for _, line := range s.Env() {
		name, value, _ := strings.Cut(line, "=")
		env[name] = value
	}
	c, err := New(func(name string) string { return env[name] })
	if err != nil {
		t.Fatal(err)
	}
	waits = &[]time.Duration{}
	c.wait = func(_ context.Context, d time.Duration) error {
		*waits = append(*waits, d)
		return nil
	}
	c.now = func() time.Time { return time.Unix(1000, 0) }
	return c, waits
}

func TestNew(t *testing.T) {
	for _, test := range []struct{ repository, token, want string }{
		{"acme/shop", "x", ""},
		{"", "x", `GITHUB_REPOSITORY is ""`},
		{"acme/shop/../..", "x", "GITHUB_REPOSITORY"},
		{"acme/shop", "", "GITHUB_TOKEN is not set"},
	} {
		_, err := New(func(name string) string {
			return map[string]string{"GITHUB_REPOSITORY": test.repository, "GITHUB_TOKEN": test.token}[name]
		})
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%+v: %v", test, err)
		}
	}
}

// TestBase downloads the right snapshot, or gives the reason why there is none.
func TestBase(t *testing.T) {
	zipped := func(content string) []byte { return githubtest.Zip(t, file, content) }
	tests := []struct {
		name   string
		set    func(s *githubtest.Server)
		want   string // the snapshot
		reason string // of a NothingError
		err    string // of another error
	}{
		{"the base's own", func(s *githubtest.Server) {
			s.Upload(githubtest.Artifact{Name: snapshotName, Branch: "main", SHA: "b1", Zip: zipped("first")})
			s.Upload(githubtest.Artifact{Name: snapshotName, Branch: "main", SHA: "b2", Zip: zipped("second")})
		}, "first", "", ""},
		{"else the newest", func(s *githubtest.Server) {
			s.Upload(githubtest.Artifact{Name: snapshotName, Branch: "main", SHA: "a", Zip: zipped("first")})
			s.Upload(githubtest.Artifact{Name: snapshotName, Branch: "main", SHA: "b", Zip: zipped("second")})
			s.Upload(githubtest.Artifact{Name: snapshotName, Branch: "release", SHA: "c", Zip: zipped("third")})
			s.Upload(githubtest.Artifact{Name: "another", Branch: "main", SHA: "b1", Zip: zipped("fourth")})
		}, "second", "", ""},
		{"no snapshot", func(*githubtest.Server) {}, "", "has uploaded energylint-snapshot yet", ""},
		{"a fork's main", func(s *githubtest.Server) {
			s.Upload(githubtest.Artifact{Name: snapshotName, Branch: "main", SHA: "b1", HeadRepository: githubtest.ForkID, Zip: zipped("poison")})
		}, "", "has uploaded energylint-snapshot yet", ""},
		{"the newest expired", func(s *githubtest.Server) {
			s.Upload(githubtest.Artifact{Name: snapshotName, Branch: "main", SHA: "a", Zip: zipped("first")})
			s.Upload(githubtest.Artifact{Name: snapshotName, Branch: "main", SHA: "b", Zip: zipped("second"), Expired: true})
			s.Upload(githubtest.Artifact{Name: snapshotName, Branch: "main", SHA: "c", Zip: zipped("third"), Gone: true})
		}, "first", "", ""},
		{"all expired", func(s *githubtest.Server) {
			s.Upload(githubtest.Artifact{Name: snapshotName, Branch: "main", SHA: "a", Expired: true})
			s.Upload(githubtest.Artifact{Name: snapshotName, Branch: "main", SHA: "b", Gone: true})
		}, "", "every energylint-snapshot of main has expired", ""},
		{"on the second page", func(s *githubtest.Server) {
			s.PageSize = 2
			s.Upload(githubtest.Artifact{Name: snapshotName, Branch: "main", SHA: "b1", Zip: zipped("first")})
			for range 5 {
				s.Upload(githubtest.Artifact{Name: snapshotName, Branch: "release", SHA: "c", Zip: zipped("third")})
			}
		}, "first", "", ""},
		{"may not read", func(s *githubtest.Server) {
			s.Faults = []*githubtest.Fault{{Path: "/repos", Status: 403, Body: `{"message": "Resource not accessible by integration"}`}}
		}, "", "give the job the permission actions: read", ""},
		{"a directory above", func(s *githubtest.Server) {
			s.Upload(githubtest.Artifact{Name: snapshotName, Branch: "main", SHA: "a", Zip: githubtest.Zip(t, "../"+file, "x")})
		}, "", "", "does not belong there"},
		{"too large", func(s *githubtest.Server) {
			s.Upload(githubtest.Artifact{Name: snapshotName, Branch: "main", SHA: "a", Zip: zipped("x"), Size: maxArtifact + 1})
		}, "", "", "more than the limit"},
		{"a bomb", func(s *githubtest.Server) {
			s.Upload(githubtest.Artifact{Name: snapshotName, Branch: "main", SHA: "a", Zip: zipped(strings.Repeat("x", maxArtifact+1))})
		}, "", "", "is larger than the limit"},
		{"no zip", func(s *githubtest.Server) {
			s.Upload(githubtest.Artifact{Name: snapshotName, Branch: "main", SHA: "a", Zip: []byte("x")})
		}, "", "", "not a zip file"},
		{"a server that is down", func(s *githubtest.Server) {
			s.Faults = []*githubtest.Fault{{Path: "/repos", Status: 502}}
		}, "", "", "502 Bad Gateway"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := githubtest.New(t)
			test.set(s)
			c, _ := client(t, s)
			base, err := c.Base(t.Context(), snapshotName, file, "main", "b1")
			var nothing *NothingError
			switch {
			case test.want != "":
				if err != nil || string(base.Snapshot) != test.want {
					t.Fatalf("got %v, %v, want %q", base, err, test.want)
				}
			case test.reason != "":
				if !errors.As(err, &nothing) || !strings.Contains(nothing.Reason, test.reason) {
					t.Fatalf("got %v, want the reason %q", err, test.reason)
				}
			case err == nil || errors.As(err, &nothing) || !strings.Contains(err.Error(), test.err):
				t.Fatalf("got %v, want the error %q", err, test.err)
			}
		})
	}
}

// pull adds pull request 7 of a fork and the event of a run for it.
func pull(s *githubtest.Server) *Event {
	s.PullRequests = []*githubtest.PullRequest{
		{Number: 7, State: "open", HeadSHA: "h1", HeadRepository: githubtest.ForkID, BaseRef: "main", BaseSHA: "b1"},
		{Number: 8, State: "open", HeadSHA: "h2", HeadRepository: githubtest.ForkID, BaseRef: "main", BaseSHA: "b1"},
		{Number: 9, State: "open", HeadSHA: "h1", HeadRepository: githubtest.RepositoryID, BaseRef: "main", BaseSHA: "b1"},
		{Number: 10, State: "closed", HeadSHA: "h1", HeadRepository: githubtest.ForkID, BaseRef: "main", BaseSHA: "b1"},
	}
	return &Event{Name: "workflow_run", Run: &Run{ID: 55, Event: "pull_request", HeadSHA: "h1", HeadRepository: Repository{githubtest.ForkID}}}
}

// TestResult takes over what a run uploaded only where it can be the run's of that pull request.
func TestResult(t *testing.T) {
	large := strings.Repeat("1", 17)
	tests := []struct {
		name   string
		files  []string // nil: nothing is uploaded
		change func(e *Event)
		want   int
		reason string
		err    string
	}{
		{"right", []string{file, "snapshot", NumberFile, "7\n"}, nil, 7, "", ""},
		{"nothing uploaded", nil, nil, 0, "the run has uploaded no energylint-pull-request", ""},
		{"a pull request with another head", []string{file, "x", NumberFile, "8"}, nil, 0, "the head of pull request 8 is h2", ""},
		{"a pull request of another repository", []string{file, "x", NumberFile, "9"}, nil, 0, "", "their repositories differ"},
		{"a closed one", []string{file, "x", NumberFile, "10"}, nil, 0, "pull request 10 is closed", ""},
		{"none of that number", []string{file, "x", NumberFile, "11"}, nil, 0, "", "404 Not Found"},
		{"a shell command", []string{file, "x", NumberFile, "7; rm -r /"}, nil, 0, "", "is not the number"},
		{"two lines", []string{file, "x", NumberFile, "7\n8\n"}, nil, 0, "", "is not the number"},
		{"a path", []string{file, "x", NumberFile, "../7"}, nil, 0, "", "is not the number"},
		{"zero", []string{file, "x", NumberFile, "0"}, nil, 0, "", "is not the number"},
		{"empty", []string{file, "x", NumberFile, ""}, nil, 0, "", "is not the number"},
		{"a long number", []string{file, "x", NumberFile, large}, nil, 0, "", "is larger than the limit"},
		{"a file too many", []string{file, "x", NumberFile, "7", "run.sh", "x"}, nil, 0, "", "holds 3 files instead of 2"},
		{"another file", []string{file, "x", "run.sh", "7"}, nil, 0, "", `holds "run.sh"`},
		{"one twice", []string{file, "x", file, "x"}, nil, 0, "", "does not belong there"},
		{"a run of a push", []string{file, "x", NumberFile, "7"}, func(e *Event) { e.Run.Event = "push" }, 0, "the run was for \"push\"", ""},
		{"another event", []string{file, "x", NumberFile, "7"}, func(e *Event) { e.Name = "pull_request" }, 0, "", "on workflow_run"},
		{"a fork that is gone", []string{file, "x", NumberFile, "7"}, func(e *Event) { e.Run.HeadRepository.ID = 0 }, 0, "", "their repositories differ"},
		{"a run with another number", []string{file, "x", NumberFile, "7"}, func(e *Event) { e.Run.ID = 56 }, 0, "the run has uploaded no", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := githubtest.New(t)
			e := pull(s)
			if test.change != nil {
				test.change(e)
			}
			if test.files != nil {
				s.Upload(githubtest.Artifact{Name: resultName, Run: 55, Branch: "topic", SHA: "h1", HeadRepository: githubtest.ForkID, Zip: githubtest.Zip(t, test.files...)})
			}
			c, _ := client(t, s)
			number, snapshot, err := c.Result(t.Context(), e, resultName, file)
			var nothing *NothingError
			switch {
			case test.want > 0:
				if err != nil || number != test.want || string(snapshot) != "snapshot" {
					t.Fatalf("got %d, %q, %v", number, snapshot, err)
				}
			case test.reason != "":
				if !errors.As(err, &nothing) || !strings.Contains(nothing.Reason, test.reason) {
					t.Fatalf("got %v, want the reason %q", err, test.reason)
				}
			case err == nil || errors.As(err, &nothing) || !strings.Contains(err.Error(), test.err):
				t.Fatalf("got %v, want the error %q", err, test.err)
			}
		})
	}
}

// bodies are the comments that start with the marker.
func bodies(s *githubtest.Server) (found []string) {
	for _, c := range s.Comments {
		if strings.HasPrefix(c.Body, marker) {
			found = append(found, c.Login+": "+strings.TrimPrefix(c.Body, marker+"\n"))
		}
	}
	return found
}

// TestComment keeps one comment and replaces only what is its own.
func TestComment(t *testing.T) {
	s := githubtest.New(t)
	pull(s)
	c, _ := client(t, s)
	for range 150 {
		s.Say(7, "ann", "User", "looks good")
	}
	s.Say(7, "mallory", "User", marker+"\nmine")
	s.Say(7, "other[bot]", "Bot", "see\n"+marker)
	s.Say(8, "github-actions[bot]", "Bot", marker+"\nof another pull request")
	post := func(text string, want Posted) {
		t.Helper()
		if got, err := c.Comment(t.Context(), 7, "h1", marker+"\n"+text, false); err != nil || got != want {
			t.Fatalf("%s: got %q, %v, want %q", text, got, err, want)
		}
	}
	if got, err := c.Comment(t.Context(), 7, "h1", marker+"\nnothing", true); err != nil || got != Needless || len(bodies(s)) != 2 {
		t.Fatalf("nothing to say: %q, %v, %q", got, err, bodies(s))
	}
	post("first", Created)
	post("first", Unchanged)
	for range 150 {
		s.Say(7, "ann", "User", "hm")
	}
	post("second", Replaced)
	post("third", Replaced)
	if got, err := c.Comment(t.Context(), 7, "h1", marker+"\nfourth", true); err != nil || got != Replaced {
		t.Fatalf("nothing to say any more: %q, %v", got, err)
	}
	want := []string{"mallory: mine", "github-actions[bot]: of another pull request", "github-actions[bot]: fourth"}
	if got := bodies(s); !slices.Equal(got, want) {
		t.Errorf("comments %q, want %q", got, want)
	}

	// An older run does not overwrite what a newer one said, and nothing is said of what is closed.
	if got, err := c.Comment(t.Context(), 7, "h0", marker+"\nold", false); err != nil || got != Outdated {
		t.Errorf("an older head: %q, %v", got, err)
	}
	if got, err := c.Comment(t.Context(), 10, "h1", marker+"\nold", false); err != nil || got != Outdated {
		t.Errorf("a closed pull request: %q, %v", got, err)
	}
	if got := bodies(s); !slices.Equal(got, want) {
		t.Errorf("comments %q, want %q", got, want)
	}

	// A person's token replaces that person's comment.
	s.Login = "mallory"
	post("my second", Replaced)
	if got := bodies(s)[0]; got != "mallory: my second" {
		t.Errorf("got %q", got)
	}

	if _, err := c.Comment(t.Context(), 7, "h1", "no marker", false); err == nil {
		t.Error("a comment without a marker is written")
	}
	if _, err := c.Comment(t.Context(), 7, "h1", marker+strings.Repeat("\nx", MaxComment/2), false); err == nil || !strings.Contains(err.Error(), "characters") {
		t.Errorf("a comment that is too long: %v", err)
	}
}

// TestMarker refuses what would hide a part of the comment, or is not found again.
func TestMarker(t *testing.T) {
	for body, want := range map[string]bool{
		marker: true, marker + "\ntext": true, marker + "\r\ntext": true, "<!-- energylint diff: app -->\n": true,
		"": false, "# Energy": false, "\n" + marker: false, "<!-- energylint": false, "<!-- energylint --> --> -->": false, "<!-- other -->": false,
	} {
		if _, err := Marker(body); (err == nil) != want {
			t.Errorf("%q: %v", body, err)
		}
	}
}

// TestCategorized gives each analysis of a repository a marker of its own.
func TestCategorized(t *testing.T) {
	for _, test := range []struct{ body, category, want string }{
		{marker + "\ntext", "", marker + "\ntext"},
		{marker + "\ntext", "energylint", marker + "\ntext"},
		{marker + "\ntext", "app", "<!-- energylint diff (app) -->\ntext"},
		{marker + "\r\ntext", "app-2", "<!-- energylint diff (app-2) -->\r\ntext"},
		{marker, "a --> b", ""},
		{marker, "a>", ""},
		{"text", "app", ""},
	} {
		if got, err := Categorized(test.body, test.category); got != test.want || (err != nil) != (test.want == "") {
			t.Errorf("%q of %q: got %q, %v", test.category, test.body, got, err)
		}
	}
}

// TestDenied is what the token of a pull request from a fork gets.
func TestDenied(t *testing.T) {
	s := githubtest.New(t)
	s.ReadOnly = true
	pull(s)
	c, waits := client(t, s)
	if _, err := c.Comment(t.Context(), 7, "h1", marker, false); !Denied(err) || len(*waits) != 0 {
		t.Errorf("got %v after waiting %v", err, *waits)
	}
}

// TestRetries waits for the end of limits and repeats what fails for a while, without a second comment.
func TestRetries(t *testing.T) {
	const comments = "/repos/" + githubtest.Repository + "/issues/7/comments"
	tests := []struct {
		name  string
		fault githubtest.Fault
		waits []time.Duration
		want  string // of the error
	}{
		{"429 with the time", githubtest.Fault{Path: comments, Status: 429, Header: map[string]string{"Retry-After": "7"}, Times: 2}, []time.Duration{7 * time.Second, 7 * time.Second}, ""},
		{"a rate limit", githubtest.Fault{Path: comments, Status: 403, Header: map[string]string{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1030"}, Times: 1}, []time.Duration{30 * time.Second}, ""},
		{"a long rate limit", githubtest.Fault{Path: comments, Status: 403, Header: map[string]string{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "4600"}}, nil, "403 Forbidden"},
		{"a limit that has just ended", githubtest.Fault{Path: comments, Status: 403, Header: map[string]string{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "900"}, Times: 1}, []time.Duration{time.Second}, ""},
		{"a secondary limit", githubtest.Fault{Method: "POST", Path: comments, Status: 403, Body: `{"message": "You have exceeded a secondary rate limit"}`, Times: 1}, []time.Duration{time.Second}, ""},
		{"502 of a list", githubtest.Fault{Method: "GET", Path: comments, Status: 502, Times: 3}, []time.Duration{1e9, 2e9, 4e9}, ""},
		{"502 of a list for good", githubtest.Fault{Method: "GET", Path: comments, Status: 502}, []time.Duration{1e9, 2e9, 4e9, 8e9}, "502 Bad Gateway"},
		{"500 of a creation", githubtest.Fault{Method: "POST", Path: comments, Status: 500, Times: 2}, []time.Duration{1e9, 2e9}, ""},
		{"500 after a creation", githubtest.Fault{Method: "POST", Path: comments, Status: 500, Times: 1, After: true}, []time.Duration{1e9}, ""},
		{"500 of a creation for good", githubtest.Fault{Method: "POST", Path: comments, Status: 500}, []time.Duration{1e9, 2e9, 4e9, 8e9}, "500 Internal Server Error"},
		{"422", githubtest.Fault{Method: "POST", Path: comments, Status: 422, Body: `{"message": "Validation Failed"}`}, nil, "422 Unprocessable Entity: Validation Failed"},
		{"an answer that is no JSON", githubtest.Fault{Method: "GET", Path: comments, Status: 200, Body: "<html>"}, nil, "not the JSON"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := githubtest.New(t)
			pull(s)
			s.Faults = []*githubtest.Fault{&test.fault}
			c, waits := client(t, s)
			_, err := c.Comment(t.Context(), 7, "h1", marker+"\ntext", false)
			if !slices.Equal(*waits, test.waits) {
				t.Errorf("waited %v, want %v", *waits, test.waits)
			}
			if test.want != "" {
				if err == nil || !strings.Contains(err.Error(), test.want) {
					t.Errorf("got %v, want %q", err, test.want)
				}
				return
			}
			if got := bodies(s); err != nil || len(got) != 1 {
				t.Errorf("got %v, comments %q", err, got)
			}
		})
	}
}

// TestNoConnection names what could not be reached.
func TestNoConnection(t *testing.T) {
	s := githubtest.New(t)
	c, waits := client(t, s)
	s.Close()
	if _, err := c.PullRequest(t.Context(), 7); err == nil || len(*waits) != attempts-1 {
		t.Errorf("got %v after waiting %v", err, *waits)
	}
	if strings.Contains(errorText(c.PullRequest(t.Context(), 7)), githubtest.Token) {
		t.Error("the error shows the token")
	}
}

func errorText(_ *PullRequest, err error) string { return err.Error() }

func TestReadEvent(t *testing.T) {
	path := filepath.Join(t.TempDir(), "event.json")
	getenv := func(name string) string {
		return map[string]string{"GITHUB_EVENT_PATH": path, "GITHUB_EVENT_NAME": "pull_request"}[name]
	}
	if _, err := ReadEvent(getenv); err == nil {
		t.Error("a missing event is read")
	}
	pr := githubtest.PullRequest{Number: 7, State: "open", HeadSHA: "h1", BaseRef: "main", BaseSHA: "b1"}
	data, err := json.Marshal(map[string]any{"pull_request": pr.JSON()})
	if err == nil {
		err = os.WriteFile(path, data, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	e, err := ReadEvent(getenv)
	if err != nil || e.PullRequest == nil || e.PullRequest.Number != 7 || e.PullRequest.Base.Ref != "main" || e.HeadSHA() != "h1" {
		t.Errorf("got %+v, %v", e, err)
	}
	if err := os.WriteFile(path, []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadEvent(getenv); err == nil {
		t.Error("half an event is read")
	}
}
