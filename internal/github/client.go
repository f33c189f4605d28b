// Package github is the part of GitHub's REST API that a comparison in a workflow needs: artifacts with snapshots, pull
// requests and their comments. It is what the Action's scripts run (energylint github), and the only package of the
// program that uses the network.
package github

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/energylint/energylint/internal/files"
)

const (
	maxAnswer   = 32 << 20 // a page of 100 comments of 65,536 characters each
	maxArtifact = 32 << 20 // a zip with a snapshot
	attempts    = 5
	maxWait     = time.Minute // for the end of a rate limit
)

// Client talks to one repository.
type Client struct {
	api        string // without a slash at the end
	repository string // owner/name
	token      string
	http       *http.Client
	wait       func(context.Context, time.Duration) error
	now        func() time.Time
}

var repositoryName = regexp.MustCompile(`^[A-Za-z0-9._-]+/[A-Za-z0-9._-]+$`)

// New returns a client for the repository, the API and the token of a workflow's environment.
func New(getenv func(string) string) (*Client, error) {
	c := &Client{
		api: strings.TrimRight(getenv("GITHUB_API_URL"), "/"), repository: getenv("GITHUB_REPOSITORY"), token: getenv("GITHUB_TOKEN"),
		wait: sleep, now: time.Now,
	}
	if c.api == "" {
		c.api = "https://api.github.com"
	}
	if !repositoryName.MatchString(c.repository) {
		return nil, fmt.Errorf("GITHUB_REPOSITORY is %q, not OWNER/NAME: energylint github runs in a workflow of GitHub", c.repository)
	}
	if c.token == "" {
		return nil, errors.New("GITHUB_TOKEN is not set: pass the workflow's token, ${{ github.token }}, in the environment")
	}
	c.http = &http.Client{
		Timeout: 2 * time.Minute,
		// A redirect is followed by hand: the token is for the API only.
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return c, nil
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// StatusError is an answer of the API that is not a success.
type StatusError struct {
	Method, Path string
	Status       int
	Message      string // GitHub's explanation
}

func (e *StatusError) Error() string {
	text := fmt.Sprintf("%s %s: %d %s", e.Method, e.Path, e.Status, http.StatusText(e.Status))
	if e.Message != "" {
		text += ": " + e.Message
	}
	return text
}

// hasStatus reports whether err is an answer with one of the codes.
func hasStatus(err error, codes ...int) bool {
	var e *StatusError
	if !errors.As(err, &e) {
		return false
	}
	for _, code := range codes {
		if e.Status == code {
			return true
		}
	}
	return false
}

// Denied reports whether err means that the token lacks a permission.
func Denied(err error) bool { return hasStatus(err, http.StatusUnauthorized, http.StatusForbidden) }

// answer is a response, read to its end.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// inRepository is a path of the API below the repository.
func (c *Client) inRepository(format string, args ...any) string {
	return "/repos/" + c.repository + fmt.Sprintf(format, args...)
}

// call sends a request to the API, with body as JSON, and decodes the answer into result unless that is nil.
func (c *Client) call(ctx context.Context, method, path string, body, result any) (http.Header, error) {
	var data []byte
	if body != nil {
		var err error
		if data, err = json.Marshal(body); err != nil {
			return nil, err
		}
	}
	a, err := c.send(ctx, method, path, data)
	if err != nil {
		return nil, err
	}
	if a.status/100 != 2 {
		return nil, statusError(method, path, a)
	}
	if result != nil {
		if err := json.Unmarshal(a.body, result); err != nil {
			return nil, fmt.Errorf("%s %s: the answer is not the JSON that the API documents: %w", method, path, err)
		}
	}
	return a.header, nil
}

func statusError(method, path string, a *answer) error {
	var explained struct{ Message string }
	_ = json.Unmarshal(a.body, &explained) // an answer that is no JSON has no explanation
	path, _, _ = strings.Cut(path, "?")
	return &StatusError{method, path, a.status, explained.Message}
}

// send sends a request to the API.
func (c *Client) send(ctx context.Context, method, path string, body []byte) (*answer, error) {
	return c.repeated(ctx, method, func() (*answer, error) { return c.once(ctx, method, c.api+path, body, true) })
}

// repeated sends a request until it is answered with something else than an overload, at most five times. A POST is not
// repeated where it may have had its effect.
func (c *Client) repeated(ctx context.Context, method string, once func() (*answer, error)) (*answer, error) {
	for attempt := 1; ; attempt++ {
		a, err := once()
		delay, again := c.repeat(method, a, err, attempt)
		if !again || attempt == attempts {
			return a, err
		}
		if err := c.wait(ctx, delay); err != nil {
			return nil, err
		}
	}
}

// repeat reports whether a request is to be sent again, and after how long.
func (c *Client) repeat(method string, a *answer, err error, attempt int) (time.Duration, bool) {
	backoff := time.Second << (attempt - 1)
	switch {
	case err != nil || a.status >= 500:
		return backoff, method != http.MethodPost
	case a.status == http.StatusTooManyRequests, a.status == http.StatusForbidden && limited(a):
		delay := c.limitEnds(a.header, backoff)
		return delay, delay <= maxWait
	}
	return 0, false
}

// limited reports whether an answer of 403 is due to a rate limit and not to a missing permission.
func limited(a *answer) bool {
	return a.header.Get("Retry-After") != "" || a.header.Get("X-RateLimit-Remaining") == "0" ||
		bytes.Contains(a.body, []byte("secondary rate limit"))
}

// limitEnds is how long a rate limit lasts: what the answer says, or otherwise.
func (c *Client) limitEnds(h http.Header, otherwise time.Duration) time.Duration {
	if seconds, err := strconv.ParseUint(h.Get("Retry-After"), 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if h.Get("X-RateLimit-Remaining") == "0" {
		if reset, err := strconv.ParseInt(h.Get("X-RateLimit-Reset"), 10, 64); err == nil {
			return max(time.Unix(reset, 0).Sub(c.now()), time.Second)
		}
	}
	return otherwise
}

// once sends one request. authorized adds the token.
func (c *Client) once(ctx context.Context, method, url string, body []byte, authorized bool) (*answer, error) {
	request, err := http.NewRequestWithContext(ctx, method, url, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("User-Agent", "energylint")
	if authorized {
		request.Header.Set("Accept", "application/vnd.github+json")
		request.Header.Set("X-GitHub-Api-Version", "2022-11-28")
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	if len(body) > 0 {
		request.Header.Set("Content-Type", "application/json")
	}
	response, err := c.http.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	data, err := files.ReadAll(response.Body, maxAnswer)
	if err != nil {
		return nil, fmt.Errorf("the answer of %s: %w", request.URL.Host, err)
	}
	return &answer{response.StatusCode, response.Header, data}, nil
}

// next reports whether an answer is a page with another one behind it.
func next(h http.Header) bool { return strings.Contains(h.Get("Link"), `rel="next"`) }
