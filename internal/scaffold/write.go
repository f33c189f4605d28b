package scaffold

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"text/template"

	"github.com/energylint/energylint/internal/files"
)

//go:embed templates
var templates embed.FS

// Writer writes the files of a project. The first error ends it.
type Writer struct {
	Project Project
	Force   bool // replace files that are there
	Tree    *files.Tree
	Tell    func(format string, args ...any)
	Err     error
}

func render(name string, p Project) ([]byte, error) { return renderPart(name, path.Base(name), p) }

// renderPart is render of a part of a template: the whole has the name of its file.
func renderPart(name, part string, p Project) ([]byte, error) {
	t, err := template.ParseFS(templates, "templates/"+name)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := t.ExecuteTemplate(&b, part, p); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// Write writes a file. One that is there is kept, unless Force replaces it.
func (w *Writer) Write(f File) {
	if w.Err != nil {
		return
	}
	_, err := os.Lstat(f.Path)
	there := err == nil
	if there && !w.Force {
		w.Tell("kept   %s (it is there already; --force replaces it)", f.Path)
		return
	}
	data, err := render(f.template, w.Project)
	if err == nil {
		err = w.Tree.Write(f.Path, data)
	}
	if err != nil {
		w.Err = fmt.Errorf("cannot write %s: %w", f.Path, err)
		return
	}
	verb := "wrote"
	if there {
		verb = "replaced"
	}
	w.Tell("%-6s %s", verb, f.Path)
}

// notInName are the characters that the name of a job may not have.
var notInName = regexp.MustCompile(`[^A-Za-z0-9_-]`)

// WriteWorkflows writes the workflows. Where they are there and of another project of the repository, which --force would leave without, the jobs
// to add are shown.
func (w *Writer) WriteWorkflows(fs []File) {
	if w.Err != nil {
		return
	}
	old, err := w.Tree.Read(fs[0].Path, files.MaxConfig)
	below := []byte(fmt.Sprintf("working-directory: %q", w.Project.Below))
	if err != nil || w.Force || w.Project.Below == "" || bytes.Contains(old, below) {
		for _, f := range fs {
			w.Write(f)
		}
		return
	}
	second := w.Project
	second.Suffix = "-" + notInName.ReplaceAllString(second.Below, "-")
	for _, f := range fs {
		job, err := renderPart(f.template, "job", second)
		if err != nil {
			w.Err = err
			return
		}
		w.Tell("kept   %s, which is of another project; add this below \"jobs:\" there:\n\n%s\n", f.Path, bytes.TrimRight(job, "\n"))
	}
}

// WriteHook writes the hook's configuration. One that is there has the hooks of others in it, so it is never replaced:
// what to add is shown.
func (w *Writer) WriteHook(f File) {
	old, err := w.Tree.Read(f.Path, files.MaxConfig)
	switch {
	case w.Err != nil:
	case errors.Is(err, fs.ErrNotExist):
		w.Write(f)
	case err != nil:
		w.Err = fmt.Errorf("cannot read %s: %w", f.Path, err)
	case bytes.Contains(old, []byte("energylint")):
		w.Tell("kept   %s (it has energylint already)", f.Path)
	default:
		text, err := render(f.template, w.Project)
		if err != nil {
			w.Err = err
			return
		}
		_, entry, _ := strings.Cut(string(text), "repos:\n")
		const stages = "        stages: [pre-push] # [push] before pre-commit 3.2.0"
		w.Tell("kept   %s; add this below \"repos:\" there:\n\n%s\n%s", f.Path, strings.TrimRight(entry, "\n"), stages)
	}
}

// PackageOf is the package of sources in a directory: its path behind the source root.
func PackageOf(dir string) string {
	slash := filepath.ToSlash(filepath.Clean(dir))
	for _, root := range []string{"src/main/java", "src/java", "src"} {
		if i := strings.Index("/"+slash+"/", "/"+root+"/"); i >= 0 {
			rest := ("/" + slash + "/")[i+len(root)+2:]
			return strings.ReplaceAll(strings.Trim(rest, "/"), "/", ".")
		}
	}
	return ""
}

// ValidPackage reports whether a text is the name of a Java package; the unnamed one is.
func ValidPackage(s string) bool {
	if s == "" {
		return true
	}
	for part := range strings.SplitSeq(s, ".") {
		if part == "" || strings.Trim(part, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$") != "" || part[0] >= '0' && part[0] <= '9' {
			return false
		}
	}
	return true
}
