package repocheck

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
	"text/tabwriter"
)

// Limits for the packages of the engine: absint and those below it.
const (
	maxFunctionLines = 80
	maxComplexity    = 25
	maxPackageLines  = 4500
)

// function is the size of a function or method: its lines without the comment above it, and its cyclomatic complexity
// (McCabe 1976). Function literals count as a part of the function that they are in.
type function struct {
	name, file        string
	line              int
	lines, complexity int
}

func (f function) String() string {
	return fmt.Sprintf("%s:%d: %s has %d lines and a cyclomatic complexity of %d", f.file, f.line, f.name, f.lines, f.complexity)
}

func (f function) tooLarge() bool {
	return f.lines > maxFunctionLines || f.complexity > maxComplexity
}

// functionsIn measures the functions of a Go file. It fails where the file does not parse.
func functionsIn(name string, source []byte) (out []function, err error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok || f.Body == nil {
			continue
		}
		first, last := fset.Position(f.Pos()).Line, fset.Position(f.End()).Line
		out = append(out, function{receiver(f) + f.Name.Name, name, first, last - first + 1, complexity(f.Body)})
	}
	return out, nil
}

// receiver is the type that a method belongs to, with a dot behind it; empty for a function.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	for t := f.Recv.List[0].Type; ; {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name + "."
		default:
			return "?."
		}
	}
}

// complexity is the cyclomatic complexity of a function body: one more than its decisions, which are if, for, range, each
// case, and the operators && and ||.
func complexity(body *ast.BlockStmt) int {
	n := 1
	ast.Inspect(body, func(node ast.Node) bool {
		decides := false
		switch x := node.(type) {
		case *ast.IfStmt, *ast.ForStmt, *ast.RangeStmt:
			decides = true
		case *ast.CaseClause:
			decides = x.List != nil
		case *ast.CommClause:
			decides = x.Comm != nil
		case *ast.BinaryExpr:
			decides = x.Op == token.LAND || x.Op == token.LOR
		}
		if decides {
			n++
		}
		return true
	})
	return n
}

// enginePackage is the size of a package without its tests.
type enginePackage struct {
	path         string
	files, lines int
	functions    []function
}

// enginePackages measures absint and the packages below it, by path.
func enginePackages(t *testing.T) []*enginePackage {
	t.Helper()
	found := map[string]*enginePackage{}
	for _, name := range files(t, isGo) {
		if !strings.HasPrefix(name, "absint/") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		source := read(t, name)
		if generated.Match(source) {
			continue
		}
		functions, err := functionsIn(name, source)
		if err != nil {
			t.Error(err)
			continue
		}
		dir := path.Dir(name)
		if found[dir] == nil {
			found[dir] = &enginePackage{path: dir}
		}
		p := found[dir]
		p.files++
		p.lines += bytes.Count(source, []byte("\n"))
		p.functions = append(p.functions, functions...)
	}
	if len(found) == 0 {
		t.Fatal("no file below absint")
	}
	return slices.SortedFunc(maps.Values(found), func(a, b *enginePackage) int { return cmp.Compare(a.path, b.path) })
}

// TestEngineFunctions fails on a function of the engine that is too long or has too many paths to be read at once.
func TestEngineFunctions(t *testing.T) {
	for _, p := range enginePackages(t) {
		for _, f := range p.functions {
			if f.tooLarge() {
				t.Errorf("%s; the limits are %d and %d: split it along its cases", f, maxFunctionLines, maxComplexity)
			}
		}
	}
}

// TestEnginePackages lists the packages of the engine with their sizes (go test ./internal/repocheck -run
// TestEnginePackages -v), and fails on one that is too large.
func TestEnginePackages(t *testing.T) {
	var table strings.Builder
	w := tabwriter.NewWriter(&table, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "package\tfiles\tlines\tfunctions\tlongest\t\thighest complexity\t")
	for _, p := range enginePackages(t) {
		if p.lines > maxPackageLines {
			t.Errorf("%s has %d lines, the limit is %d: which part of it is a package of its own?", p.path, p.lines, maxPackageLines)
		}
		if len(p.functions) == 0 {
			fmt.Fprintf(w, "%s\t%d\t%d\t0\t\t\t\t\n", p.path, p.files, p.lines)
			continue
		}
		long := slices.MaxFunc(p.functions, func(a, b function) int { return cmp.Compare(a.lines, b.lines) })
		deep := slices.MaxFunc(p.functions, func(a, b function) int { return cmp.Compare(a.complexity, b.complexity) })
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%d\t%s\t%d\t%s\n", p.path, p.files, p.lines, len(p.functions), long.lines, long.name, deep.complexity, deep.name)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	t.Log("\n" + table.String())
}

// TestFunctionsIn shows that the measure finds what it looks for.
func TestFunctionsIn(t *testing.T) {
	const source = `package p

type s[T any] struct{}

// f is described here.
func f(a, b bool, c chan int) int {
	for range 3 {
		if a && b || !a {
			return 1
		}
	}
	switch {
	case a, b:
	default:
	}
	select {
	case <-c:
	default:
	}
	for a {
		_ = func() bool { return a || b }
	}
	return 0
}

func (*s[T]) m() {}
`
	got, err := functionsIn("p.go", []byte(source))
	if err != nil {
		t.Fatal(err)
	}
	want := []function{{"f", "p.go", 6, 19, 9}, {"s.m", "p.go", 26, 1, 1}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for _, f := range []struct {
		function
		want bool
	}{
		{function{lines: maxFunctionLines, complexity: maxComplexity}, false},
		{function{lines: maxFunctionLines + 1}, true},
		{function{complexity: maxComplexity + 1}, true},
	} {
		if f.tooLarge() != f.want {
			t.Errorf("%v: tooLarge is %t", f.function, !f.want)
		}
	}
}
