package platform

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/archive"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/corpus"
)

// library is the class files that the names of the tables are looked up in.
type library map[string][]*classfile.Class // of several releases

// read adds the classes of a path. Of a run-time image, the first part of an entry's name is the module.
func (l library) read(t *testing.T, path string, keep func(name string) bool) {
	t.Helper()
	entries, problems := archive.List([]string{path}, archive.Options{})
	defer archive.Close(entries)
	for _, p := range problems {
		t.Error(p)
	}
	for _, e := range entries {
		name := strings.TrimSuffix(e.Path, ".class")
		name = strings.TrimPrefix(name[strings.Index(name, "!")+1:], "/")
		if strings.HasSuffix(path, "modules") {
			_, name, _ = strings.Cut(name, "/")
		}
		if !keep(name) {
			continue
		}
		data, err := e.Read()
		if err != nil {
			t.Fatal(err)
		}
		c, err := classfile.Parse(data)
		if err != nil {
			t.Fatal(err)
		}
		l[c.Name] = append(l[c.Name], c)
	}
}

// has reports whether a class or one above it has a method that is wanted.
func (l library) has(class string, wanted func(m *classfile.Method) bool, seen map[string]bool) bool {
	if seen[class] {
		return false
	}
	seen[class] = true
	for _, c := range l[class] {
		for i := range c.Methods {
			if wanted(&c.Methods[i]) && (len(seen) == 1 || c.Methods[i].Name != "<init>") {
				return true
			}
		}
		if c.Super != "" && l.has(c.Super, wanted, seen) {
			return true
		}
		for _, i := range c.Interfaces {
			if l.has(i, wanted, seen) {
				return true
			}
		}
	}
	return false
}

// method returns what accepts the methods that a pattern matches.
func method(p pattern) func(m *classfile.Method) bool {
	return func(m *classfile.Method) bool {
		return (m.Name == p.name || p.prefix && strings.HasPrefix(m.Name, p.name)) && strings.HasPrefix(m.Desc, p.params)
	}
}

// later are names that JDK 17 has not, with the release that has them first.
var later = map[string]int{
	"java/util/SequencedCollection": 21, "java/util/SequencedMap": 21, "java/util/SequencedSet": 21,
	"java/util/Collections.newSequencedSetFromMap": 21, "java/util/Collections.unmodifiableSequencedCollection": 21,
	"java/util/Collections.unmodifiableSequencedMap": 21, "java/util/Collections.unmodifiableSequencedSet": 21,
	"sequencedKeySet": 21, "sequencedValues": 21, "sequencedEntrySet": 21,
	"javax/sound/":                       25,
	"java/util/Objects.toIdentityString": 19, "java/lang/WrongThreadException": 19, "java/lang/MatchException": 21,
	"java/lang/Character.isEmoji": 21, "java/lang/Character.isEmojiComponent": 21, "java/lang/Character.isEmojiModifier": 21,
	"java/lang/Character.isEmojiModifierBase": 21, "java/lang/Character.isEmojiPresentation": 21, "java/lang/Character.isExtendedPictographic": 21,
}

// withdrawn are names that only releases have had which are no longer supported: a preview of JDK 21.
var withdrawn = []string{"java/lang/runtime/TemplateRuntime"}

// installed reads the platform's classes of all JDKs that are installed, and the Kotlin standard library. It returns the newest
// release.
func installed(t *testing.T) (l library, release int) {
	t.Setenv("ENERGYLINT_LONG", "1") // the newest image as well: some names are new
	l = library{}
	for _, home := range corpus.Images(t) {
		text, _ := os.ReadFile(home + "/release")
		if m := regexp.MustCompile(`JAVA_VERSION="(\d+)`).FindSubmatch(text); m != nil {
			n, _ := strconv.Atoi(string(m[1]))
			release = max(release, n)
		}
		l.read(t, corpus.Image(home), func(name string) bool {
			return strings.HasPrefix(name, "java/") || strings.HasPrefix(name, "javax/") || strings.HasSuffix(name, "/misc/Unsafe")
		})
	}
	return l, release
}

// checker looks names up, and reports each that is missing once.
type checker struct {
	*testing.T
	l       library
	release int
	skipped []string
}

func (c *checker) missing(name string) {
	if later[name] > c.release || slices.Contains(withdrawn, name) {
		c.skipped = append(c.skipped, name)
		return
	}
	c.Errorf("neither the JDK nor Kotlin's standard library has %s", name)
}

// elsewhere are the packages of libraries that are not looked up.
var elsewhere = []string{"scala/", "ch/qos/", "com/google/", "org/apache/", "org/slf4j/", "org/springframework/"}

func (c *checker) class(name string) bool {
	switch {
	case slices.ContainsFunc(elsewhere, func(prefix string) bool { return strings.HasPrefix(name, prefix) }):
		c.skipped = append(c.skipped, name)
		return false
	case strings.HasPrefix(name, "kotlin/") && !slices.ContainsFunc(slices.Collect(maps.Keys(c.l)), func(x string) bool { return strings.HasPrefix(x, "kotlin/") }):
		c.skipped = append(c.skipped, name)
		return false
	case c.l[name] == nil:
		c.missing(name)
		return false
	}
	return true
}

func (c *checker) method(class string, p pattern, text string) {
	if c.class(class) && !c.l.has(class, method(p), map[string]bool{}) {
		c.missing(class + "." + text)
	}
}

// Each class and each method that a table names exists.
func TestNamesExist(t *testing.T) {
	l, release := installed(t)
	if jar := corpus.Path("kotlin-stdlib.jar"); exists(jar) {
		l.read(t, jar, func(name string) bool { return strings.HasPrefix(name, "kotlin/") })
	}
	c := &checker{T: t, l: l, release: release}
	for _, r := range readTable("classes.tsv", "class", "traits") {
		c.class(r.fields["class"])
	}
	for _, r := range readTable("methods.tsv", "trait", "classes", "methods") {
		for _, class := range r.list("classes") {
			for _, m := range r.list("methods") {
				c.method(class, parsePattern(m), m)
			}
		}
	}
	for _, r := range readTable("callbacks.tsv", "class", "method", "desc", "when") {
		if r.fields["when"] == "serialize" { // what a class may declare, the interface does not
			c.class(r.fields["class"])
			continue
		}
		c.method(r.fields["class"], pattern{name: r.fields["method"], params: r.fields["desc"]}, r.fields["method"]+r.fields["desc"])
	}
	for _, r := range readTable("elementcalls.tsv", "classes", "methods", "elements", "calls", "times") {
		for _, class := range r.list("classes") {
			c.class(class)
		}
	}
	for _, r := range readTable("argumentcalls.tsv", "classes", "methods", "argument", "calls") {
		for _, class := range r.list("classes") {
			for _, m := range r.list("methods") {
				c.method(class, parsePattern(m), m)
			}
		}
		for _, call := range r.list("calls") {
			m := member(call)
			c.method(m.Class, pattern{name: m.Name, params: m.Desc}, m.Name+m.Desc)
		}
	}
	for _, r := range readTable("results.tsv", "method", "least", "most") {
		m := member(r.fields["method"])
		c.method(m.Class, pattern{name: m.Name, params: m.Desc}, m.Name+m.Desc)
	}
	for _, r := range readTable("exceptions.tsv", "kind", "class", "above") {
		above := r.list("above")
		for i, class := range append([]string{r.fields["class"]}, above...) {
			if c.class(class) && i < len(above) && l[class][0].Super != above[i] {
				t.Errorf("%s is not below %s", class, above[i])
			}
		}
	}
	for field := range numberConstants {
		if c.class(field.Class) && !slices.ContainsFunc(l[field.Class], func(k *classfile.Class) bool {
			return slices.ContainsFunc(k.Fields, func(f classfile.Field) bool {
				return f.Name == field.Name && f.Desc == field.Desc && f.Access&classfile.AccStatic != 0
			})
		}) {
			c.missing(field.Class + "." + field.Name)
		}
	}
	c.checkSources()
	c.checkFinders()
	c.checkOperations()
	for _, name := range constants(t) {
		if !strings.ContainsAny(name, "(;") && (strings.HasPrefix(name, "java/") || strings.HasPrefix(name, "kotlin/")) {
			c.class(name)
		}
	}
	if len(c.skipped) > 0 {
		slices.Sort(c.skipped)
		t.Logf("not looked up, since neither the libraries of others nor every release are here: %s", strings.Join(slices.Compact(c.skipped), " "))
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// checkSources looks up the types of sources and, in one of them at least, each method.
func (c *checker) checkSources() {
	for _, r := range readTable("sources.tsv", "source", "most", "types", "reads", "asks", "takes", "shared") {
		for _, column := range []string{"reads", "asks", "takes"} {
			for _, m := range r.list(column) {
				if m != "-" && !slices.ContainsFunc(append(r.list("types"), "java/util/Stack", "java/nio/ByteBuffer", "java/nio/CharBuffer", "java/nio/IntBuffer"), func(class string) bool {
					return c.class(class) && c.l.has(class, method(parsePattern(m)), map[string]bool{})
				}) {
					c.missing(m)
				}
			}
		}
	}
}

// checkFinders looks up the methods of reflection, each with the operand that the table has.
func (c *checker) checkFinders() {
	for _, x := range Finders {
		if !c.class(x.Class) {
			continue
		}
		found := false
		for _, class := range c.l[x.Class] {
			for i := range class.Methods {
				m := &class.Methods[i]
				if m.Name != x.Name || m.Access&(classfile.AccPublic|classfile.AccProtected) == 0 || m.Access&classfile.AccSynthetic != 0 {
					continue
				}
				found = true
				c.checkOperand(x, m)
			}
		}
		if !found {
			c.missing(x.Class + "." + x.Name)
		}
	}
}

func (c *checker) checkOperand(x *Finder, m *classfile.Method) {
	params := classfile.Params(m.Desc)
	if m.Access&classfile.AccStatic == 0 {
		params = append([]string{"L" + x.Class + ";"}, params...)
	}
	at := x.Arg
	if at == LastArg {
		at = len(params) - 1
	}
	if at == EveryName {
		return
	}
	want := "Ljava/lang/String;"
	if x.Reflected {
		want = "Ljava/lang/reflect/"
	}
	if overload := x.Class == "jdk/internal/misc/Unsafe" && params[at] == "Ljava/lang/String;"; !overload && !strings.HasPrefix(params[at], want) {
		c.Errorf("operand %d of %s.%s%s is no %s", at, x.Class, x.Name, m.Desc, want)
	}
}

// programs are operations that the tables have for classes outside of the platform: of Kotlin's collections, and of what
// implements several of the platform's types.
var programs = []string{"getSize", "getEntries", "getKeys", "getValues", "removeAt", "getNumberOfElements", "empty"}

// checkOperations looks the operations up in any class of the platform.
func (c *checker) checkOperations() {
	names := map[string]map[string]bool{} // descriptors by name
	for _, cs := range c.l {
		for _, class := range cs {
			for i := range class.Methods {
				m := &class.Methods[i]
				if names[m.Name] == nil {
					names[m.Name] = map[string]bool{}
				}
				names[m.Name][m.Desc] = true
			}
		}
	}
	has := func(p pattern) bool {
		for name, descs := range names {
			if name == p.name || p.prefix && strings.HasPrefix(name, p.name) {
				for desc := range descs {
					if strings.HasPrefix(desc, p.params) {
						return true
					}
				}
			}
		}
		return false
	}
	check := func(text string) {
		if text != "-" && !has(parsePattern(text)) && !slices.Contains(programs, text) {
			c.missing(text)
		}
	}
	for _, r := range readTable("operations.tsv", "trait", "methods") {
		for _, m := range r.list("methods") {
			check(m)
		}
	}
	for _, r := range readTable("cursors.tsv", "asks", "takes", "returns") {
		for _, m := range slices.Concat(r.list("asks"), r.list("takes"), r.list("returns")) {
			check(m)
		}
	}
}

// constants returns the string literals of names.go.
func constants(t *testing.T) (out []string) {
	file, err := parser.ParseFile(token.NewFileSet(), "names.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
			s, err := strconv.Unquote(l.Value)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, s)
		}
		return true
	})
	return out
}

// Every class of the JDK that is an exception by its name is one, and every one that is below Throwable is called so.
func TestThrowablesAreNamedSo(t *testing.T) {
	l, _ := installed(t)
	for name := range l {
		if is := l.below(name, Throwable); IsThrowable(name) && !is {
			t.Errorf("%s is no exception", name)
		}
	}
}

func (l library) below(class, above string) bool {
	for range 32 {
		if class == above {
			return true
		}
		if l[class] == nil {
			return false
		}
		class = l[class][0].Super
	}
	return false
}

// Methods that are taken to run nothing of the program take no function.
func TestQuietMethodsTakeNoFunction(t *testing.T) {
	l, _ := installed(t)
	looked := 0
	for _, class := range Quiet.Classes() {
		for _, c := range l[class] {
			for i := range c.Methods {
				if m := (classfile.Member{Class: class, Name: c.Methods[i].Name, Desc: c.Methods[i].Desc}); Quiet.Has(m) {
					if looked++; MentionsFunction(m.Desc) {
						t.Errorf("%s.%s%s is quiet and runs a function", class, m.Name, m.Desc)
					}
				}
			}
		}
	}
	if looked < 50 {
		t.Errorf("%d quiet methods", looked)
	}
}

// The packages of the JDK in javax are those of its images, and no others.
func TestPlatformPackages(t *testing.T) {
	l, release := installed(t)
	found := map[string]bool{}
	for name := range l {
		if strings.HasPrefix(name, "javax/") {
			found[PackageOf(name)] = true
			if !IsPlatform(name) {
				t.Errorf("%s is of the JDK: its package is missing in packages.tsv", name)
			}
		}
	}
	for p := range platformPackages {
		if !found[p] && later[p] <= release {
			t.Errorf("the JDK has no package %s", p)
		}
	}
	for class, want := range map[string]bool{
		"java/util/List": true, "java/lang/Object": true, "javax/swing/DefaultListModel": true, "javax/annotation/processing/Filer": true,
		"kotlin/collections/ArrayDeque": true, "kotlin/collections/AbstractList": false, "javax/inject/Provider": false,
		"javax/annotation/Nullable": false, "javax/servlet/http/HttpSession": false, "javax/List": false, "javafx/collections/ObservableList": false, "": false,
	} {
		if IsPlatform(class) != want {
			t.Errorf("%s: %v, want %v", class, !want, want)
		}
	}
}
