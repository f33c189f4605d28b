package repocheck

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// writers are the functions and methods of package os that make or change a file's content.
var writers = []string{"Create", "Rename", "WriteFile", "Truncate"}

// writing are the flags with which OpenFile does the same.
var writing = []string{"O_WRONLY", "O_RDWR", "O_APPEND", "O_CREATE"}

// temporaryFiles are files that write without internal/atomicfile, since no reader can see what they write before it is
// whole.
var temporaryFiles = map[string]string{
	"models/calibrate/session.go":       "classes in a temporary directory",
	"internal/validate/measure.go":      "classes in a temporary directory",
	"internal/validate/report.go":       "sources in a temporary directory",
	"internal/multitool/multitool.go":   "SARIF in a temporary directory",
	"models/calibrate/journal.go":       "a journal grows by lines; a line that was cut short is dropped when it is read",
	"internal/bench/doubled.go":         "an archive in a temporary directory",
	"internal/mutants/compile.go":       "sources in a temporary directory",
	"internal/attack/main.go":           "archives in a temporary directory",
	"internal/attack/mutate_run.go":     "archives in a temporary directory",
	"internal/compareresults/runner.go": "reports in a temporary directory",
}

// TestOutputsAreAtomic fails where a file is written by other means than internal/atomicfile: on a full disk half a file
// would replace the old one.
func TestOutputsAreAtomic(t *testing.T) {
	used := make(map[string]bool)
	for _, name := range files(t, isGo) {
		if strings.HasSuffix(name, "_test.go") || path.Dir(name) == "internal/atomicfile" {
			continue
		}
		for _, call := range writes(t, name) {
			if used[name] = true; temporaryFiles[name] == "" {
				t.Errorf("%s writes a file: use internal/atomicfile", call)
			}
		}
	}
	for name := range temporaryFiles {
		if !used[name] {
			t.Errorf("%s writes no file any more: remove it from temporaryFiles", name)
		}
	}
}

// writes lists the positions in a file at which it uses a writer.
func writes(t *testing.T, name string) []string {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, filepath.Join(root, name), nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	ast.Inspect(file, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		x, ok := s.X.(*ast.Ident)
		if !ok {
			return true
		}
		ofRoot := strings.Contains(strings.ToLower(x.Name), "root")
		if (x.Name == "os" || ofRoot) && slices.Contains(writers, s.Sel.Name) || x.Name == "os" && slices.Contains(writing, s.Sel.Name) {
			found = append(found, set.Position(n.Pos()).String())
		}
		return true
	})
	return found
}

// TestWrites shows that the check finds what it looks for.
func TestWrites(t *testing.T) {
	for name := range temporaryFiles {
		if len(writes(t, name)) == 0 {
			t.Errorf("nothing found in %s", name)
		}
	}
}
