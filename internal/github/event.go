package github

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strconv"

	"github.com/energylint/energylint/internal/files"
)

// maxEvent is how large the file with a workflow's event may be. GitHub's own limit for payloads is 25 MB.
const maxEvent = 32 << 20

// Event is what a workflow runs for.
type Event struct {
	Name        string // pull_request, workflow_run, push, ...
	PullRequest *PullRequest
	Run         *Run
}

// PullRequest is a pull request, in an event or in an answer of the API.
type PullRequest struct {
	Number int    `json:"number"`
	State  string `json:"state"`
	Head   Commit `json:"head"`
	Base   Commit `json:"base"`
}

// Commit is one end of a pull request.
type Commit struct {
	Ref        string     `json:"ref"`
	SHA        string     `json:"sha"`
	Repository Repository `json:"repo"` // zero where the fork was deleted
}

// Repository is a repository or a fork of it.
type Repository struct {
	ID int64 `json:"id"`
}

// Run is the run of another workflow that has ended.
type Run struct {
	ID             int64      `json:"id"`
	Event          string     `json:"event"`
	HeadSHA        string     `json:"head_sha"`
	HeadRepository Repository `json:"head_repository"`
}

// ReadEvent reads the event from the file that GITHUB_EVENT_PATH names.
func ReadEvent(getenv func(string) string) (*Event, error) {
	path := getenv("GITHUB_EVENT_PATH")
	if path == "" {
		return nil, fmt.Errorf("GITHUB_EVENT_PATH is not set: energylint github runs in a workflow of GitHub")
	}
	data, err := files.Read(path, maxEvent)
	if err != nil {
		return nil, err
	}
	var payload struct {
		PullRequest *PullRequest `json:"pull_request"`
		Run         *Run         `json:"workflow_run"`
	}
	if err := json.Unmarshal(data, &payload); err != nil {
		return nil, fmt.Errorf("the event in %s: %w", path, err)
	}
	return &Event{getenv("GITHUB_EVENT_NAME"), payload.PullRequest, payload.Run}, nil
}

// HeadSHA is the commit that the event is about, of the pull request's branch; empty for other events.
func (e *Event) HeadSHA() string {
	switch {
	case e.PullRequest != nil:
		return e.PullRequest.Head.SHA
	case e.Run != nil:
		return e.Run.HeadSHA
	}
	return ""
}

// PullRequest asks the API for a pull request as it is now.
func (c *Client) PullRequest(ctx context.Context, number int) (*PullRequest, error) {
	pr := &PullRequest{}
	if _, err := c.call(ctx, http.MethodGet, c.inRepository("/pulls/%d", number), nil, pr); err != nil {
		return nil, err
	}
	return pr, nil
}

// NumberFile is the file beside the snapshot in the artifact of a run that may not comment.
const NumberFile = "pull-request"

var numberText = regexp.MustCompile(`^[1-9][0-9]{0,8}\n?$`)

// Result downloads the snapshot that the run of the event, a workflow_run, uploaded for a pull request, and returns it with
// the number of the pull request. The run executed the pull request's code, so all that it uploaded is hostile: the number
// is believed only where the API says that the pull request is open and has the head of the event, in the same fork.
// The error is a *NothingError where there is nothing to comment on.
func (c *Client) Result(ctx context.Context, e *Event, name, file string) (number int, snapshot []byte, err error) {
	if e.Name != "workflow_run" || e.Run == nil {
		return 0, nil, fmt.Errorf("the event is %q: results are taken over in a workflow that runs on workflow_run", e.Name)
	}
	if e.Run.Event != "pull_request" {
		return 0, nil, &NothingError{fmt.Sprintf("the run was for %q, not for a pull request", e.Run.Event)}
	}
	all, err := c.artifacts(ctx, c.inRepository("/actions/runs/%d/artifacts", e.Run.ID), name)
	if err != nil {
		return 0, nil, err
	}
	if len(all) == 0 {
		return 0, nil, &NothingError{fmt.Sprintf("the run has uploaded no %s: it commented itself, or it failed before", name)}
	}
	newest := all[0]
	for _, a := range all {
		if a.ID > newest.ID {
			newest = a // of a second attempt of the run
		}
	}
	contents, err := c.download(ctx, newest, map[string]int64{file: maxArtifact, NumberFile: 16})
	if err != nil {
		return 0, nil, err
	}
	text := string(contents[NumberFile])
	if !numberText.MatchString(text) {
		return 0, nil, fmt.Errorf("%s in artifact %d is not the number of a pull request", NumberFile, newest.ID)
	}
	number, _ = strconv.Atoi(trimNewline(text))
	pr, err := c.PullRequest(ctx, number)
	if err != nil {
		return 0, nil, err
	}
	switch {
	case pr.State != "open":
		return 0, nil, &NothingError{fmt.Sprintf("pull request %d is %s", number, pr.State)}
	case pr.Head.Repository.ID == 0 || pr.Head.Repository.ID != e.Run.HeadRepository.ID:
		return 0, nil, fmt.Errorf("the run is not of pull request %d, whose number it uploaded: their repositories differ", number)
	case pr.Head.SHA != e.Run.HeadSHA:
		return 0, nil, &NothingError{fmt.Sprintf("the run is of commit %s, the head of pull request %d is %s", e.Run.HeadSHA, number, pr.Head.SHA)}
	}
	return number, contents[file], nil
}

func trimNewline(s string) string {
	if s != "" && s[len(s)-1] == '\n' {
		return s[:len(s)-1]
	}
	return s
}
