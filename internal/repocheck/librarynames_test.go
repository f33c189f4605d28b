package repocheck

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// tablesOfNames is the package whose tables hold what the engine knows of library classes.
const tablesOfNames = "absint/internal/platform/"

// className matches an internal name of a class or package of the JDK, Kotlin or Scala, by itself or in a descriptor.
var className = regexp.MustCompile(`(?:^|[^A-Za-z0-9_/])L?((?:java|javax|jdk|sun|kotlin|kotlinx|scala)/[\w/$]*)`)

// languageNames are the classes that Java itself names: those above every class (JVMS 4.1) and every array (JLS 10.8), and those
// of string and class literals (JVMS 5.1). Descriptors of them are no knowledge of a library.
var languageNames = map[string]bool{
	"java/lang/Object": true, "java/lang/String": true, "java/lang/Class": true, "java/lang/Cloneable": true, "java/io/Serializable": true,
}

// TestLibraryNamesAreData fails where the engine's code names a class of the JDK or of another library outside of the
// tables: an entry there is checked against the class files, a literal elsewhere is not.
func TestLibraryNamesAreData(t *testing.T) {
	looked := 0
	for _, name := range files(t, isGo) {
		if !strings.HasPrefix(name, "absint/") || strings.HasPrefix(name, tablesOfNames) || strings.HasSuffix(name, "_test.go") {
			continue
		}
		looked++
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, filepath.Join(root, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
				for _, found := range libraryNames(t, l.Value) {
					t.Errorf("%s: %s is a name of a library: put what is known of it into a table of %s", set.Position(l.Pos()), found, tablesOfNames)
				}
			}
			return true
		})
	}
	if looked == 0 {
		t.Error("no file of absint was looked at")
	}
}

// libraryNames returns the names of library classes in a string literal.
func libraryNames(t *testing.T, literal string) (found []string) {
	t.Helper()
	s, err := strconv.Unquote(literal)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range className.FindAllStringSubmatch(s, -1) {
		if !languageNames[m[1]] {
			found = append(found, m[1])
		}
	}
	return found
}

// TestLibraryNames shows that the check finds what it looks for.
func TestLibraryNames(t *testing.T) {
	for literal, want := range map[string]string{
		`"java/util/List"`: "java/util/List", `"(Ljava/util/Map;ILjava/lang/Object;)V"`: "java/util/Map", `"[Lkotlin/Pair;"`: "kotlin/Pair",
		"`^(java/util/Set|x)$`": "java/util/Set", `"kotlin/reflect/jvm/"`: "kotlin/reflect/jvm/", `"javax/sql/RowSet"`: "javax/sql/RowSet",
		`"(Ljava/lang/Object;)Ljava/lang/String;"`: "", `"Ljava/lang/Class;"`: "", `"java.util.List"`: "", `"main/java/util/List"`: "",
		`"java/lang/ObjectX"`: "java/lang/ObjectX",
	} {
		if got := strings.Join(libraryNames(t, literal), " "); got != want {
			t.Errorf("%s: %q, want %q", literal, got, want)
		}
	}
}
