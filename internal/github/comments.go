package github

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"
)

// MaxComment is how many characters GitHub takes.
const MaxComment = 65536

// maxCommentPages bounds the search for a comment: 10,000 comments, oldest first.
const maxCommentPages = 100

// comment is a comment of a pull request.
type comment struct {
	ID   int64  `json:"id"`
	Body string `json:"body"`
	User struct {
		Login string `json:"login"`
		Type  string `json:"type"`
	} `json:"user"`
}

// Posted is what became of a comment.
type Posted string

// The outcomes of Comment.
const (
	Created   Posted = "created"
	Replaced  Posted = "replaced"
	Unchanged Posted = "unchanged"
	Needless  Posted = "needless" // there is none to replace, and none is to be created
	Outdated  Posted = "outdated" // the pull request has another head or is closed: nothing was written
)

// Marker is the first line of a comment, which it is found by, or an error where it has none.
func Marker(body string) (string, error) {
	line, _, _ := strings.Cut(body, "\n")
	line = strings.TrimRight(line, "\r")
	if !strings.HasPrefix(line, "<!-- energylint") || !strings.HasSuffix(line, " -->") || strings.Count(line, "-->") != 1 {
		return "", errors.New(`the comment does not start with a marker, as "energylint diff --format markdown" writes it`)
	}
	return line, nil
}

// defaultCategory is the one whose comment has the marker as energylint diff writes it.
const defaultCategory = "energylint"

var categoryName = regexp.MustCompile(`^[A-Za-z0-9._-]*$`)

// Categorized returns a comment whose marker names the category of the analysis: each category has a comment of its own.
func Categorized(body, category string) (string, error) {
	if category == "" || category == defaultCategory {
		return body, nil
	}
	if !categoryName.MatchString(category) {
		return "", fmt.Errorf("the category %q has other characters than letters, digits, hyphens, dots and underscores", category)
	}
	marker, err := Marker(body)
	if err != nil {
		return "", err
	}
	return strings.TrimSuffix(marker, " -->") + " (" + category + ") -->" + body[len(marker):], nil
}

// Comment writes the comment of a pull request: it replaces the program's own comment with the same marker, or creates one.
// Nothing is written where the pull request's head is not the commit head any more: a run of a newer commit comments. With
// replaceOnly, no comment is created.
func (c *Client) Comment(ctx context.Context, number int, head, body string, replaceOnly bool) (Posted, error) {
	marker, err := Marker(body)
	if err != nil {
		return "", err
	}
	if n := utf8.RuneCountInString(body); n > MaxComment {
		return "", fmt.Errorf("the comment has %d characters, GitHub takes %d", n, MaxComment)
	}
	pr, err := c.PullRequest(ctx, number)
	if err != nil {
		return "", err
	}
	if pr.State != "open" || pr.Head.SHA != head {
		return Outdated, nil
	}
	for attempt := 1; ; attempt++ {
		posted, err := c.upsert(ctx, number, marker, body, replaceOnly)
		var uncertain *uncertainError
		if !errors.As(err, &uncertain) || attempt == attempts {
			return posted, err
		}
		if err := c.wait(ctx, time.Second<<(attempt-1)); err != nil {
			return "", err
		}
	}
}

// uncertainError is an error of creating a comment that may have come after the effect: the list of comments tells.
type uncertainError struct{ cause error }

func (e *uncertainError) Error() string { return e.cause.Error() }
func (e *uncertainError) Unwrap() error { return e.cause }

// upsert replaces the comment with the marker, or creates it.
func (c *Client) upsert(ctx context.Context, number int, marker, body string, replaceOnly bool) (Posted, error) {
	old, err := c.ownComment(ctx, number, marker)
	if err != nil {
		return "", err
	}
	content := map[string]string{"body": body}
	switch {
	case old == nil && replaceOnly:
		return Needless, nil
	case old == nil:
		_, err = c.call(ctx, http.MethodPost, c.inRepository("/issues/%d/comments", number), content, nil)
		var status *StatusError
		if err != nil && ctx.Err() == nil && (!errors.As(err, &status) || status.Status >= 500) {
			err = &uncertainError{err}
		}
		return Created, err
	case strings.ReplaceAll(old.Body, "\r\n", "\n") == body:
		return Unchanged, nil
	}
	_, err = c.call(ctx, http.MethodPatch, c.inRepository("/issues/comments/%d", old.ID), content, nil)
	return Replaced, err
}

// ownComment finds the oldest comment that starts with the marker and is the token's own, nil where there is none. Anyone
// can write the marker: what a person wrote is replaced only where the token is that person's.
func (c *Client) ownComment(ctx context.Context, number int, marker string) (*comment, error) {
	login := ""
	for page := 1; page <= maxCommentPages; page++ {
		var list []comment
		header, err := c.call(ctx, http.MethodGet, c.inRepository("/issues/%d/comments?per_page=100&page=%d", number, page), nil, &list)
		if err != nil {
			return nil, err
		}
		for i := range list {
			if m, err := Marker(list[i].Body); err != nil || m != marker {
				continue
			}
			if list[i].User.Type == "Bot" {
				return &list[i], nil
			}
			if login == "" {
				if login, err = c.login(ctx); err != nil {
					return nil, err
				}
			}
			if list[i].User.Login == login {
				return &list[i], nil
			}
		}
		if !next(header) {
			break
		}
	}
	return nil, nil
}

// login is the name of the token's user; "-", which nobody is called, where the token is a workflow's and has no user.
func (c *Client) login(ctx context.Context) (string, error) {
	var user struct{ Login string }
	_, err := c.call(ctx, http.MethodGet, "/user", nil, &user)
	if hasStatus(err, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound) || err == nil && user.Login == "" {
		return "-", nil
	}
	return user.Login, err
}
