package source

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/classfile"
)

// hostile are texts that some reader could take long for, by the repeated part: about n bytes each.
var hostile = map[string]func(n int) string{}

func init() {
	nested := map[string][3]string{
		"parentheses":   {"(", "1", ")"},
		"calls":         {"a(", "1", ")"},
		"indices":       {"a[", "1", "]"},
		"braces":        {"{", "", "}"},
		"lambdas":       {"a->{", "", "}"},
		"lambda calls":  {"a(b->{", "", "})"},
		"arrows":        {"()->", "1", ""},
		"generics":      {"a<", "b", ">"},
		"less":          {"a<", "", ""},
		"ternaries":     {"a?", "1", ":b"},
		"ternary chain": {"a?b:", "1", ""},
		"sums":          {"a+", "1", ""},
		"casts":         {"(a)-", "1", ""},
		"dots":          {"a.", "a", ""},
		"quotes":        {`"`, "", ""},
		"quote lines":   {"\"\n", "", ""},
		"text blocks":   {"\"\"\"\n", "", ""},
		"text escapes":  {`"""\`, "", ""},
		"templates":     {`"${`, "", `}"`},
		"open template": {`"${"`, "", ""},
		"backticks":     {"`", "", ""},
		"comments":      {"/*", "", ""},
		"closed":        {"/**/", "", ""},
		"line comments": {"//\n", "", ""},
		"annotations":   {"@A(", "1", ")"},
		"classes":       {"class A{", "", "}"},
		"types":         {"class A<T extends ", "B", ">"},
		"records":       {"record R(", "int x", "){}"},
		"enums":         {"enum E{A(", "1", ")}"},
		"constants":     {"enum E{A{", "", "}}"},
		"anonymous":     {"new A(){A x=", "1", ";}"},
		"switches":      {"switch(a){case 1->{", "", "}}"},
		"rules":         {"switch(a){default->", "1", ";}"},
		"many rules":    {"case a->{}", "", ""},
		"labels":        {"a:", ";", ""},
		"label loops":   {"a:for(;;)", ";", ""},
		"loops":         {"for(;;)", ";", ""},
		"do":            {"do ", ";", " while(a);"},
		"do blocks":     {"do{", "", "}while(a);"},
		"ifs":           {"if(a)", ";", ""},
		"functions":     {"fun a(){", "", "}"},
		"function":      {"fun ", "", ""},
		"parameters":    {"int a,", "int a", ""},
		"receivers":     {"fun a<", "", ""},
		"expressions":   {"fun a()=", "1", ""},
		"modifiers":     {"public ", "fun a()", ""},
		"annotated":     {"@A() ", "fun a(){}", ""},
		"unclosed":      {"@A( ", "fun a(){}", ""},
		"closing":       {"}", "", ""},
		"closers":       {")", "", ""},
		"methods":       {"void a(int x){}", "", ""},
		"headers":       {"void a(", "", ""},
		"semicolons":    {";", "", ""},
		"jml":           {"//@ energy 1 J;\n", "", ""},
		"jml methods":   {"//@ energy 1 J;\nvoid a(){}\n", "", ""},
		"jml loops":     {"//@ loop_bound 3;\nfor(;;)a();\n", "", ""},
		"jml nesting":   {"//@ loop_bound 3;\nfor(;;){", "", "}"},
		"jml blocks":    {"/*@", "@*/", ""},
		"jml ats":       {"//@ energy 1 J; requires ((((;\n", "", ""},
		"jml one line":  {"/*@ energy 1 J; @*/", "", ""},
		"jml ends":      {"void a(){}/*@ energy 1 J; @*/", "", ""},
		"named chain":   {"fun.", "", ""},
		"open modifier": {") public fun a() ", "", ""},
		"newlines":      {"\n", "", ""},
	}
	for name, p := range nested {
		hostile[name] = func(n int) string {
			k := n / (len(p[0]) + len(p[2]))
			return strings.Repeat(p[0], k) + p[1] + strings.Repeat(p[2], k)
		}
	}
	for _, p := range []string{"(", "a<", "=", "//@ loop_bound ", "//@ requires ", "//@ energy "} {
		clause := map[string]string{"(": "(", "a<": "a<", "=": "a=", "//@ loop_bound ": "(", "//@ requires ": "!(", "//@ energy ": "(n+"}[p]
		hostile["one line "+p] = func(n int) string { return p + strings.Repeat(clause, n/len(clause)) + ";\nfor(;;);" }
	}
}

// around puts a text where members, code and expressions stand.
var around = map[string][2]string{
	"file":       {"", ""},
	"member":     {"class A{", "}"},
	"code":       {"class A{void m(){", "}}"},
	"expression": {"class A{int x=", ";}"},
}

// TestHostileTexts reads hostile texts with both readers: they end, however deep the nesting.
func TestHostileTexts(t *testing.T) {
	for name, text := range hostile {
		for _, p := range around {
			for _, reader := range textReaders {
				f := &file{path: "A.java", text: []byte(p[0] + text(16<<10) + p[1])}
				if s := reader(f.text); s == nil {
					t.Errorf("%s: no syntax", name)
				} else {
					f.attach(s)
				}
			}
		}
	}
}

// textReaders read a language without a grammar.
var textReaders = map[string]func([]byte) *syntax{"Java": readJava, "Kotlin": readKotlin}

// BenchmarkReaders measures hostile texts of two sizes: a reader that takes time in proportion to the text has the same
// bytes per second for both.
func BenchmarkReaders(b *testing.B) {
	for name, text := range hostile {
		for language, reader := range textReaders {
			for _, size := range []int{64 << 10, 256 << 10} {
				b.Run(fmt.Sprintf("%s/%s/%dK", language, name, size>>10), func(b *testing.B) {
					p := around["code"]
					data := []byte(p[0] + text(size) + p[1])
					b.SetBytes(int64(len(data)))
					for b.Loop() {
						f := &file{path: "A.java", text: data}
						f.attach(reader(data))
					}
				})
			}
		}
	}
}

// TestGrammarIsBounded gives the grammar files that take it gigabytes or an abort: the readers without a
// grammar take over, and the next file is read as always.
func TestGrammarIsBounded(t *testing.T) {
	if parseTree([]byte("class A {}")) == nil {
		t.Skip("built without tree-sitter")
	}
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	const method = "class A { /*@ energy 1 J; @*/ void f() {} void m() {"
	ix := New([]string{dir}, dir)
	bad := map[string]string{
		write("Less.java", method+strings.Repeat("a<", 20_000)):      "takes the Java grammar more than 5s of processor time or 512 MiB",
		write("Long.java", method+strings.Repeat(" ", 2<<20)+"}\n}"): "is larger than the 2 MiB that are read by the Java grammar",
	}
	good := write("Good.java", method+"}}")
	for path := range bad {
		ix.File(strings.TrimSuffix(filepath.Base(path), ".java"), "")
		if f := ix.parsed(path); len(f.methods) != 2 || f.methods[0].spec.Empty() {
			t.Errorf("%s: %d methods", path, len(f.methods))
		}
	}
	ix.File("Good", "")
	ix.parsed(good)
	for _, n := range ix.Notes() {
		if want := bad[n.Path]; want == "" || !strings.HasPrefix(n.Err.Error(), want) {
			t.Errorf("%s %v", n.Path, n.Err)
		}
		delete(bad, n.Path)
	}
	if len(bad) > 0 {
		t.Errorf("no notes of %v", bad)
	}
}

// TestMatchingIsBounded gives a class of many methods a file of many declarations.
func TestMatchingIsBounded(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "A.java"), []byte("class A{//@ energy 1 J;\n"+strings.Repeat("void f(){}", 10_000)+"}"), 0o600); err != nil {
		t.Fatal(err)
	}
	ix := New([]string{dir}, dir)
	c := &classfile.Class{Name: "A", Methods: make([]classfile.Method, 10_000)}
	for i := range c.Methods {
		c.Methods[i] = classfile.Method{Name: "f", Desc: "()V", Class: c}
	}
	if ms, path := ix.Class(c); ms != nil || path == "" || len(ix.Notes()) != 1 {
		t.Errorf("%d methods in %q, notes %v", len(ms), path, ix.Notes())
	}
}
