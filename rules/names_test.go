package rules

import (
	"go/ast"
	goparser "go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/callgraph"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/unit"
)

// jdkName is a class of the JDK, or a method or field of one with or without its descriptor.
var jdkName = regexp.MustCompile(`^(javax?/(?:[a-z]\w*/)+[A-Z][\w$]*)(?:\.([\w<>]+)(\(.*)?)?$`)

// notOfJDK are beginnings of names that look alike: packages of Java EE, and the beginning of the names of some classes.
var notOfJDK = []string{"javax/persistence/", "javax/ws/", "javax/xml/bind/", "java/util/concurrent/atomic/Atomic"}

// TestJDKNames: the JDK has the classes and methods that the rules name, among them the methods that a table lists for a class.
func TestJDKNames(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	e, err := NewEngine(unit.NewProgram(callgraph.New(nil, nil, 1), nil, 1), Options{})
	if err != nil {
		t.Fatal(err)
	}
	jdk := e.jdk()
	checked := map[string]bool{}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		fset := token.NewFileSet()
		parsed, err := goparser.ParseFile(fset, file, nil, goparser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range namesIn(parsed) {
			checked[name] = true
			if problem := missingInJDK(jdk, name); problem != "" {
				t.Errorf("%s: %s", file, problem)
			}
		}
	}
	for _, name := range []string{"java/net/URLConnection.getInputStream", "java/lang/Math.sqrt", "java/util/concurrent/TimeUnit.sleep"} {
		if !checked[name] {
			t.Errorf("%s was not found among the names of the rules", name)
		}
	}
	for _, name := range []string{"java/util/NoSuchList", "java/util/List.noSuchMethod", "java/util/List.size()J"} {
		if missingInJDK(jdk, name) == "" {
			t.Errorf("%s is taken for a name of the JDK", name)
		}
	}
}

// namesIn returns the texts of a file, and class.method for each text in a list that stands for a class in a table of lists.
func namesIn(file *ast.File) (names []string) {
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			names = append(names, text(n))
		case *ast.CompositeLit:
			table, ok := n.Type.(*ast.MapType)
			if !ok {
				break
			}
			if _, ok := table.Value.(*ast.ArrayType); !ok {
				break
			}
			for _, e := range n.Elts {
				pair := e.(*ast.KeyValueExpr)
				list, ok := pair.Value.(*ast.CompositeLit)
				if !ok || text(pair.Key) == "" {
					continue
				}
				for _, m := range list.Elts {
					if text(m) != "" {
						names = append(names, text(pair.Key)+"."+text(m))
					}
				}
			}
		}
		return true
	})
	return names
}

// text returns the value of a text literal, "" for all else.
func text(e ast.Expr) string {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return ""
	}
	s, _ := strconv.Unquote(lit.Value)
	return s
}

// missingInJDK returns what the JDK lacks of a name, "" where it is there or no name of a class.
func missingInJDK(jdk *callgraph.Hierarchy, name string) string {
	parts := jdkName.FindStringSubmatch(name)
	if parts == nil || slices.ContainsFunc(notOfJDK, func(s string) bool { return strings.HasPrefix(name, s) }) {
		return ""
	}
	class, member, desc := parts[1], parts[2], parts[3]
	c := jdk.Lookup(class)
	if c == nil {
		return "the JDK has no class " + class
	}
	if member == "" {
		return ""
	}
	for _, owner := range append([]string{class}, jdk.Supers(class)...) {
		c := jdk.Lookup(owner)
		if c != nil && slices.ContainsFunc(c.Methods, func(m classfile.Method) bool {
			return m.Name == member && (desc == "" || m.Desc == desc)
		}) {
			return ""
		}
	}
	return class + " has no method " + member + desc
}
