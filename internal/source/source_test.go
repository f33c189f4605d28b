package source

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
)

const fixtures = "../../testdata/fixtures/source"

// readers are the ways to read Java. In a build without cgo both are the fallback.
var readers = map[string]func([]byte) (*syntax, error){
	"grammar":  parseJava,
	"brackets": func(text []byte) (*syntax, error) { return readJava(text), nil },
}

// grammarOutline is the outline of a file that the grammar reads, in this process.
func grammarOutline(text []byte) string {
	if s := parseTree(text); s != nil {
		return outline(text, s)
	}
	return outline(text, readJava(text))
}

func loadClasses(t *testing.T, dir string) []*classfile.Class {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, "*.class"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no classes in %s: %v", dir, err)
	}
	var cs []*classfile.Class
	for _, p := range paths {
		cs = append(cs, readClass(t, p))
	}
	return cs
}

func readClass(t *testing.T, path string) *classfile.Class {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	c, err := classfile.Parse(data)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return c
}

func describe(id string, m *Method) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s", id)
	if m.Params != nil {
		fmt.Fprintf(&b, " (%s)", strings.Join(m.Params, ", "))
	}
	for _, f := range m.Spec.Requires {
		fmt.Fprintf(&b, " requires %s;", f.Pred)
	}
	for _, x := range m.Spec.Budgets {
		fmt.Fprintf(&b, " energy %s@%d:%d;", x.Text, x.Origin.Line, x.Origin.Col)
	}
	for _, l := range m.Spec.Loops {
		fmt.Fprintf(&b, " loop %d", l.Line)
		for _, f := range l.Bound {
			fmt.Fprintf(&b, " bound %s", f.Expr)
		}
		for _, f := range l.Decreases {
			fmt.Fprintf(&b, " decreases %s", f.Expr)
		}
		for _, f := range l.Maintaining {
			fmt.Fprintf(&b, " maintaining %s", f.Pred)
		}
		b.WriteByte(';')
	}
	for _, p := range m.Problems {
		fmt.Fprintf(&b, " ! %d:%d %s;", p.Origin.Line, p.Origin.Col, p.Message)
	}
	return b.String()
}

func describeAll(t *testing.T, ix *Index, cs []*classfile.Class) string {
	t.Helper()
	var out []string
	for _, c := range cs {
		ms, path := ix.Class(c)
		if filepath.Base(path) != c.SourceFile() {
			t.Errorf("%s: source %q", c.Name, path)
		}
		for id, m := range ms {
			out = append(out, describe(strings.TrimPrefix(c.Name, "fixtures/source/")+"."+id, m))
		}
	}
	sort.Strings(out)
	return strings.Join(out, "\n")
}

var update = flag.Bool("update", false, "rewrite golden files")

func TestSpecFixture(t *testing.T) {
	cs := loadClasses(t, fixtures+"/classes/fixtures/source")
	golden, err := os.ReadFile("testdata/spec.golden")
	if err != nil {
		t.Fatal(err)
	}
	for name, reader := range readers {
		ix := New([]string{"../../testdata/fixtures"}, "../..")
		ix.parse = reader
		got := describeAll(t, ix, cs)
		for _, p := range ix.Problems() {
			got += fmt.Sprintf("\n! %s:%d:%d %s", filepath.Base(p.Origin.File), p.Origin.Line, p.Origin.Col, p.Message)
		}
		got += "\n"
		if *update && name == "grammar" {
			if err := os.WriteFile("testdata/spec.golden", []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
			golden = []byte(got)
		}
		if got != string(golden) {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, golden)
		}
	}
}

// TestReadersAgree holds the two readers against each other, declaration by declaration.
func TestReadersAgree(t *testing.T) {
	files, err := filepath.Glob("../../testdata/fixtures/*/*.java")
	if err != nil || len(files) == 0 {
		t.Fatal("no fixtures", err)
	}
	for _, path := range files {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		a, b := grammarOutline(text), outline(text, readJava(text))
		if a != b {
			t.Errorf("%s: grammar\n%s\nbrackets\n%s", path, a, b)
		}
	}
}

func outline(text []byte, s *syntax) string {
	var out []string
	lines := lineStarts(text)
	at := func(offset int) string {
		f := file{text: text, lines: lines}
		return fmt.Sprintf("%04d:%d", f.line(offset), offset-lines[f.line(offset)-1]+1)
	}
	for _, d := range s.decls {
		out = append(out, fmt.Sprintf("%s %s.%s %v body %s end %s", at(d.start), d.class, d.name, d.params, at(d.body), at(d.end)))
	}
	for _, l := range s.loops {
		out = append(out, fmt.Sprintf("%s loop %s", at(l.start), at(l.keyword)))
	}
	for _, c := range s.comments {
		out = append(out, fmt.Sprintf("%s comment %s", at(c.start), at(c.end)))
	}
	sort.Strings(out)
	return s.pkg + "\n" + strings.Join(out, "\n")
}
