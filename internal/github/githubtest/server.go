// Package githubtest stands in for GitHub's REST API on the loopback: the artifacts, pull requests and comments of one
// repository, pages, redirects to a storage, and the errors that GitHub answers with.
package githubtest

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// Repository is the name of the repository that the server has.
const Repository = "acme/shop"

// RepositoryID and ForkID are the numbers of the repository and of a fork of it.
const (
	RepositoryID = 1
	ForkID       = 2
)

// Token is what the server accepts as authorization.
const Token = "secret-token"

// Comment is a comment of a pull request.
type Comment struct {
	ID     int64
	Number int // of the pull request
	Body   string
	Login  string
	Type   string // Bot or User
	Edits  int
}

// Artifact is an uploaded zip.
type Artifact struct {
	ID             int64
	Name           string
	Run            int64
	Branch, SHA    string
	HeadRepository int64
	Expired        bool // the list has it, with that flag
	Gone           bool // the list has it, the download is answered with 410
	Created        time.Time
	Zip            []byte
	Size           int64 // in the list, where that is not the length of Zip
}

// PullRequest is a pull request.
type PullRequest struct {
	Number         int
	State          string
	HeadSHA        string
	HeadRepository int64
	BaseRef        string
	BaseSHA        string
}

// Fault is an answer in place of the right one.
type Fault struct {
	Method, Path string // as prefixes
	Status       int
	Header       map[string]string
	Body         string
	Times        int  // how many requests it answers; 0 for all
	After        bool // the request has its effect before
}

// Server is the stand-in. Its fields may be changed while no request is under way.
type Server struct {
	*httptest.Server
	PullRequests []*PullRequest
	Comments     []*Comment
	Artifacts    []*Artifact
	Faults       []*Fault
	ReadOnly     bool   // the token is that of a pull request from a fork
	Login        string // of the token's user; a workflow's token has none
	PageSize     int    // where the answers are to have more pages than the clients ask for

	mu       sync.Mutex
	storage  *httptest.Server
	requests []string
	nextID   int64
	problems []string
}

// New starts a server that ends with the test.
func New(t testing.TB) *Server {
	t.Helper()
	s := &Server{nextID: 100}
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	s.storage = httptest.NewServer(http.HandlerFunc(s.serveStorage))
	t.Cleanup(func() {
		s.Server.Close()
		s.storage.Close()
		for _, problem := range s.problems {
			t.Error(problem)
		}
	})
	return s
}

// Env is the part of a workflow's environment that the server determines.
func (s *Server) Env() []string {
	return []string{"GITHUB_API_URL=" + s.URL, "GITHUB_REPOSITORY=" + Repository, "GITHUB_TOKEN=" + Token}
}

// Requests are the methods and paths of the requests so far, without queries.
func (s *Server) Requests() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]string(nil), s.requests...)
}

// Upload adds an artifact, as a run that ends does, and returns it to be changed.
func (s *Server) Upload(a Artifact) *Artifact {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.nextID++
	a.ID = s.nextID
	if a.Created.IsZero() {
		a.Created = time.Date(2026, 1, 1, 0, 0, int(a.ID), 0, time.UTC)
	}
	if a.HeadRepository == 0 {
		a.HeadRepository = RepositoryID
	}
	s.Artifacts = append(s.Artifacts, &a)
	return &a
}

// Say adds a comment of somebody.
func (s *Server) Say(number int, login, kind, body string) *Comment {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.add(number, login, kind, body)
}

func (s *Server) add(number int, login, kind, body string) *Comment {
	s.nextID++
	c := &Comment{ID: s.nextID, Number: number, Body: body, Login: login, Type: kind}
	s.Comments = append(s.Comments, c)
	return c
}

// Zip is an archive with files: names and contents in turn.
func Zip(t testing.TB, files ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		f, err := w.Create(files[i])
		if err == nil {
			_, err = f.Write([]byte(files[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, r.Method+" "+r.URL.Path)
	if r.Header.Get("Authorization") != "Bearer "+Token {
		answer(w, http.StatusUnauthorized, message("Bad credentials"))
		return
	}
	if f := s.fault(r); f != nil {
		if f.After {
			s.route(httptest.NewRecorder(), r)
		}
		for name, value := range f.Header {
			w.Header().Set(name, value)
		}
		w.WriteHeader(f.Status)
		fmt.Fprint(w, f.Body)
		return
	}
	s.route(w, r)
}

// fault is the answer that is set in place of the right one, nil for none.
func (s *Server) fault(r *http.Request) *Fault {
	for i, f := range s.Faults {
		if !strings.HasPrefix(r.Method, f.Method) || !strings.HasPrefix(r.URL.Path, f.Path) {
			continue
		}
		if f.Times == 1 {
			s.Faults = append(s.Faults[:i:i], s.Faults[i+1:]...)
		} else if f.Times > 1 {
			f.Times--
		}
		return f
	}
	return nil
}

func (s *Server) route(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == "/user" {
		if s.Login == "" {
			answer(w, http.StatusForbidden, message("Resource not accessible by integration"))
		} else {
			answer(w, http.StatusOK, map[string]string{"login": s.Login})
		}
		return
	}
	path, ok := strings.CutPrefix(r.URL.Path, "/repos/"+Repository+"/")
	if ok && r.Method != http.MethodGet && s.ReadOnly {
		answer(w, http.StatusForbidden, message("Resource not accessible by integration"))
		return
	}
	parts := strings.Split(path, "/")
	for len(parts) < 4 {
		parts = append(parts, "")
	}
	number, _ := strconv.ParseInt(parts[1], 10, 64)
	switch {
	case ok && r.Method == http.MethodGet && path == "actions/artifacts":
		s.listArtifacts(w, r, func(*Artifact) bool { return true })
	case ok && r.Method == http.MethodGet && parts[1] == "runs" && parts[3] == "artifacts":
		s.listArtifacts(w, r, func(a *Artifact) bool { return strconv.FormatInt(a.Run, 10) == parts[2] })
	case ok && r.Method == http.MethodGet && parts[1] == "artifacts" && parts[3] == "zip":
		s.redirect(w, parts[2])
	case ok && r.Method == http.MethodGet && parts[0] == "pulls":
		s.pullRequest(w, int(number))
	case ok && r.Method == http.MethodGet && parts[0] == "issues" && parts[2] == "comments":
		s.listComments(w, r, int(number))
	case ok && r.Method == http.MethodPost && parts[0] == "issues" && parts[2] == "comments":
		s.createComment(w, r, int(number))
	case ok && r.Method == http.MethodPatch && parts[1] == "comments":
		s.updateComment(w, r, parts[2])
	default:
		answer(w, http.StatusNotFound, message("Not Found"))
	}
}

func (s *Server) pullRequest(w http.ResponseWriter, number int) {
	for _, pr := range s.PullRequests {
		if pr.Number == number {
			answer(w, http.StatusOK, pr.JSON())
			return
		}
	}
	answer(w, http.StatusNotFound, message("Not Found"))
}

// JSON is the pull request as the API and events have it.
func (pr *PullRequest) JSON() map[string]any {
	return map[string]any{
		"number": pr.Number, "state": pr.State,
		"head": map[string]any{"ref": "topic", "sha": pr.HeadSHA, "repo": map[string]any{"id": pr.HeadRepository}},
		"base": map[string]any{"ref": pr.BaseRef, "sha": pr.BaseSHA, "repo": map[string]any{"id": RepositoryID}},
	}
}

func (s *Server) listArtifacts(w http.ResponseWriter, r *http.Request, keep func(*Artifact) bool) {
	var all []any
	for i := len(s.Artifacts) - 1; i >= 0; i-- { // newest first
		a := s.Artifacts[i]
		if name := r.URL.Query().Get("name"); !keep(a) || name != "" && name != a.Name {
			continue
		}
		size := int64(len(a.Zip))
		if a.Size != 0 {
			size = a.Size
		}
		all = append(all, map[string]any{
			"id": a.ID, "name": a.Name, "size_in_bytes": size, "expired": a.Expired, "created_at": a.Created,
			"workflow_run": map[string]any{
				"id": a.Run, "head_branch": a.Branch, "head_sha": a.SHA, "repository_id": RepositoryID, "head_repository_id": a.HeadRepository,
			},
		})
	}
	answer(w, http.StatusOK, map[string]any{"total_count": len(all), "artifacts": s.page(w, r, all)})
}

func (s *Server) redirect(w http.ResponseWriter, id string) {
	for _, a := range s.Artifacts {
		if strconv.FormatInt(a.ID, 10) != id {
			continue
		}
		if a.Expired || a.Gone {
			answer(w, http.StatusGone, message("Artifact has expired"))
			return
		}
		w.Header().Set("Location", s.storage.URL+"/"+id+"?signature=x")
		w.WriteHeader(http.StatusFound)
		return
	}
	answer(w, http.StatusNotFound, message("Not Found"))
}

// serveStorage is where the API redirects downloads to. It must not see the token.
func (s *Server) serveStorage(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.Header.Get("Authorization") != "" {
		s.problems = append(s.problems, "the token was sent to the storage")
	}
	for _, a := range s.Artifacts {
		if r.URL.Path == fmt.Sprintf("/%d", a.ID) && r.URL.RawQuery == "signature=x" {
			_, _ = w.Write(a.Zip) // a client that went away has its own error
			return
		}
	}
	w.WriteHeader(http.StatusNotFound)
}

func (c *Comment) json() map[string]any {
	return map[string]any{"id": c.ID, "body": c.Body, "user": map[string]string{"login": c.Login, "type": c.Type}}
}

func (s *Server) listComments(w http.ResponseWriter, r *http.Request, number int) {
	all := []any{}
	for _, c := range s.Comments {
		if c.Number == number {
			all = append(all, c.json())
		}
	}
	answer(w, http.StatusOK, s.page(w, r, all))
}

func (s *Server) createComment(w http.ResponseWriter, r *http.Request, number int) {
	body := content(w, r)
	if body == "" {
		return
	}
	login, kind := "github-actions[bot]", "Bot"
	if s.Login != "" {
		login, kind = s.Login, "User"
	}
	answer(w, http.StatusCreated, s.add(number, login, kind, body).json())
}

func (s *Server) updateComment(w http.ResponseWriter, r *http.Request, id string) {
	body := content(w, r)
	for _, c := range s.Comments {
		if strconv.FormatInt(c.ID, 10) == id && body != "" {
			c.Body = body
			c.Edits++
			answer(w, http.StatusOK, c.json())
			return
		}
	}
	if body != "" {
		answer(w, http.StatusNotFound, message("Not Found"))
	}
}

// content is the body of a comment in a request; the request is answered where that is not valid.
func content(w http.ResponseWriter, r *http.Request) string {
	var sent struct{ Body string }
	if err := json.NewDecoder(r.Body).Decode(&sent); err != nil || sent.Body == "" || len([]rune(sent.Body)) > 65536 {
		answer(w, http.StatusUnprocessableEntity, message("Validation Failed"))
		return ""
	}
	return sent.Body
}

// page is the part of a list that the request asks for, with the link to the next one in the header.
func (s *Server) page(w http.ResponseWriter, r *http.Request, all []any) []any {
	size, _ := strconv.Atoi(r.URL.Query().Get("per_page"))
	number, _ := strconv.Atoi(r.URL.Query().Get("page"))
	if size <= 0 || size > 100 {
		size = 30
	}
	if s.PageSize > 0 {
		size = s.PageSize
	}
	from := min(max(number-1, 0)*size, len(all))
	to := min(from+size, len(all))
	if to < len(all) {
		w.Header().Set("Link", fmt.Sprintf(`<%s%s?page=%d>; rel="next"`, s.URL, r.URL.Path, number+1))
	}
	if from == to {
		return []any{}
	}
	return all[from:to]
}

func message(text string) map[string]string { return map[string]string{"message": text} }

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body) // a client that went away has its own error
}
