package github

import (
	"archive/zip"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/energylint/energylint/internal/files"
)

// maxPages bounds the pages that are read of a list of artifacts: 1,000 artifacts, newest first.
const maxPages = 10

// artifact is a file that a workflow run uploaded, as a zip.
type artifact struct {
	ID      int64     `json:"id"`
	Size    int64     `json:"size_in_bytes"`
	Expired bool      `json:"expired"`
	Created time.Time `json:"created_at"`
	Run     struct {
		Branch         string `json:"head_branch"`
		SHA            string `json:"head_sha"`
		Repository     int64  `json:"repository_id"`
		HeadRepository int64  `json:"head_repository_id"`
	} `json:"workflow_run"`
}

// NothingError is the reason why there is nothing to compare with, or no comment to write.
type NothingError struct{ Reason string }

func (e *NothingError) Error() string { return e.Reason }

// Base is a snapshot of a branch, with where it comes from.
type Base struct {
	Snapshot []byte
	SHA      string
	Created  time.Time
}

// Base downloads the snapshot in the artifact of that name that the workflow uploaded for the commit sha of the branch,
// or else for the branch's newest commit that has one. The error is a *NothingError where there is none.
func (c *Client) Base(ctx context.Context, name, file, branch, sha string) (*Base, error) {
	all, err := c.artifacts(ctx, c.inRepository("/actions/artifacts"), name)
	if Denied(err) {
		return nil, &NothingError{fmt.Sprintf("the token may not read artifacts (%v): give the job the permission actions: read", err)}
	}
	if err != nil {
		return nil, err
	}
	// The branch of a fork can have the same name. What it uploads is not what this repository's branch was.
	all = slices.DeleteFunc(all, func(a artifact) bool {
		return a.Run.Branch != branch || a.Run.HeadRepository != a.Run.Repository
	})
	if len(all) == 0 {
		return nil, &NothingError{fmt.Sprintf("no run of the workflow on %s has uploaded %s yet: its next push does", branch, name)}
	}
	slices.SortStableFunc(all, func(a, b artifact) int {
		if a.Run.SHA != b.Run.SHA && (a.Run.SHA == sha || b.Run.SHA == sha) {
			if a.Run.SHA == sha {
				return -1
			}
			return 1
		}
		return cmp.Or(b.Created.Compare(a.Created), cmp.Compare(b.ID, a.ID))
	})
	for _, a := range all {
		if a.Expired {
			continue
		}
		contents, err := c.download(ctx, a, map[string]int64{file: maxArtifact})
		if hasStatus(err, http.StatusGone, http.StatusNotFound) {
			continue // it expired, or was deleted, after the list was made
		}
		if err != nil {
			return nil, err
		}
		return &Base{contents[file], a.Run.SHA, a.Created}, nil
	}
	return nil, &NothingError{fmt.Sprintf("every %s of %s has expired: run the workflow on %s again", name, branch, branch)}
}

// artifacts lists the artifacts of a name at a path of the API.
func (c *Client) artifacts(ctx context.Context, path, name string) ([]artifact, error) {
	var all []artifact
	for page := 1; page <= maxPages; page++ {
		var list struct{ Artifacts []artifact }
		header, err := c.call(ctx, http.MethodGet, fmt.Sprintf("%s?name=%s&per_page=100&page=%d", path, url.QueryEscape(name), page), nil, &list)
		if err != nil {
			return nil, err
		}
		all = append(all, list.Artifacts...)
		if !next(header) {
			break
		}
	}
	return all, nil
}

// download returns the files in an artifact. wanted names them all, with how large each may be.
func (c *Client) download(ctx context.Context, a artifact, wanted map[string]int64) (map[string][]byte, error) {
	if a.Size > maxArtifact {
		return nil, fmt.Errorf("artifact %d has %d bytes, more than the limit of %d", a.ID, a.Size, maxArtifact)
	}
	path := c.inRepository("/actions/artifacts/%d/zip", a.ID)
	answer, err := c.send(ctx, http.MethodGet, path, nil)
	if err != nil {
		return nil, err
	}
	if answer.status == http.StatusFound {
		if answer, err = c.fetch(ctx, answer.header.Get("Location")); err != nil {
			return nil, err
		}
	}
	if answer.status != http.StatusOK {
		return nil, statusError(http.MethodGet, path, answer)
	}
	contents, err := unzip(answer.body, wanted)
	if err != nil {
		return nil, fmt.Errorf("artifact %d: %w", a.ID, err)
	}
	return contents, nil
}

// fetch gets what the API redirects to. The signed URL is the permission: the token is not sent.
func (c *Client) fetch(ctx context.Context, location string) (*answer, error) {
	return c.repeated(ctx, http.MethodGet, func() (*answer, error) { return c.once(ctx, http.MethodGet, location, nil, false) })
}

// unzip returns the files of an archive in memory. The archive is hostile input: it has to hold the wanted files and no
// others, each once and within its limit. Names are compared, never used as paths.
func unzip(data []byte, wanted map[string]int64) (map[string][]byte, error) {
	r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return nil, fmt.Errorf("not a zip file: %w", err)
	}
	if len(r.File) != len(wanted) {
		return nil, fmt.Errorf("it holds %d files instead of %d", len(r.File), len(wanted))
	}
	contents := map[string][]byte{}
	for _, f := range r.File {
		limit, ok := wanted[f.Name]
		if !ok || contents[f.Name] != nil || !f.Mode().IsRegular() {
			return nil, fmt.Errorf("it holds %q, which does not belong there", f.Name)
		}
		body, err := read(f, limit)
		if err != nil {
			return nil, fmt.Errorf("%s in it: %w", f.Name, err)
		}
		contents[f.Name] = body
	}
	return contents, nil
}

func read(f *zip.File, limit int64) (data []byte, err error) {
	body, err := f.Open()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, body.Close()) }()
	data, err = files.ReadAll(body, limit)
	if err == nil && data == nil {
		data = []byte{}
	}
	return data, err
}
