package repocheck

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestEngineKnowsNoJoules: no package in or below absint declares a name that speaks of joules. The engine counts; models and
// internal/energy price.
func TestEngineKnowsNoJoules(t *testing.T) {
	engine := files(t, func(name string) bool {
		return strings.HasPrefix(name, "absint/") && isGo(name) && !strings.HasSuffix(name, "_test.go")
	})
	if len(engine) < 100 {
		t.Fatalf("only %d files in absint", len(engine))
	}
	for _, name := range engine {
		for _, found := range jouleNames(t, name, string(read(t, name))) {
			t.Errorf("%s: the engine knows no joules", found)
		}
	}
}

// jouleNames lists the declarations of a file, fields and parameters among them, whose names contain "joule".
func jouleNames(t *testing.T, name, text string) []string {
	t.Helper()
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, filepath.Join(root, name), text, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	check := func(ids ...*ast.Ident) {
		for _, id := range ids {
			if strings.Contains(strings.ToLower(id.Name), "joule") {
				found = append(found, set.Position(id.Pos()).String()+": "+id.Name)
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			check(n.Name)
		case *ast.TypeSpec:
			check(n.Name)
		case *ast.ValueSpec:
			check(n.Names...)
		case *ast.Field:
			check(n.Names...)
		}
		return true
	})
	return found
}

// TestJouleNames shows that the check finds what it looks for.
func TestJouleNames(t *testing.T) {
	for _, test := range []struct {
		text string
		want []string
	}{
		{"type Term struct{ Joules float64 }", []string{"Joules"}},
		{"func (d Domain) Joules() float64 { return 0 }", []string{"Joules"}},
		{"type JouleTerm int; const perJoule = 1", []string{"JouleTerm", "perJoule"}},
		{"func f(joules float64) {}", []string{"joules"}},
		{"// joules\nfunc f(e spec.Energy) float64 { return e.Joules }", nil},
	} {
		var got []string
		for _, f := range jouleNames(t, "x.go", "package p\n"+test.text) {
			got = append(got, f[strings.LastIndex(f, " ")+1:])
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: found %v, want %v", test.text, got, test.want)
		}
	}
}
