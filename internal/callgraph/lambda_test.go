package callgraph

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/archive"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/corpus"
)

// fixture parses the compiled classes of a topic.
func fixture(t *testing.T, topic string) []*classfile.Class {
	t.Helper()
	return parseAll(t, filepath.FromSlash("../../testdata/fixtures/"+topic+"/classes"))
}

func parseAll(t testing.TB, path string) []*classfile.Class {
	t.Helper()
	entries, problems := archive.List([]string{path}, archive.Options{})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	t.Cleanup(func() {
		if err := archive.Close(entries); err != nil {
			t.Error(err)
		}
	})
	var cs []*classfile.Class
	for i := range entries {
		b, err := entries[i].Read()
		if err != nil {
			t.Fatal(err)
		}
		c, err := classfile.Parse(b)
		if err != nil {
			t.Fatalf("%s: %v", entries[i].Path, err)
		}
		cs = append(cs, c)
	}
	return cs
}

func TestLambdas(t *testing.T) {
	cs := fixture(t, "callgraph")
	i := slices.IndexFunc(cs, func(c *classfile.Class) bool { return c.Name == "Dispatches" })
	var got []string
	for _, l := range Lambdas(cs[i]) {
		got = append(got, strings.Join([]string{
			strings.Join(l.Interfaces, "&"), l.Name, strings.Join(l.Descs, "|"), l.Body.Member.Class + "." + l.Body.Member.Name, strings.Join(l.Captured, ","),
		}, " "))
	}
	slices.Sort(got)
	want := []string{
		"Op apply (I)I Dispatches.bound LDispatches;",
		"Op apply (I)I Dispatches.lambda$capturing$1 LDispatches;,I",
		"Op apply (I)I Dispatches.lambda$lambda$0 ",
		"Op apply (I)I Dispatches.lambda$marked$", // Serializable is a flag, not a marker
		"Op apply (I)I java/lang/Math.abs ",
		"StringGeneric get (Ljava/lang/String;)Ljava/lang/String; Dispatches.lambda$bridged$",
		"java/util/function/Function apply (Ljava/lang/Object;)Ljava/lang/Object; java/lang/String.length ",
		"java/util/function/Supplier get ()Ljava/lang/Object; Dispatches.<init> ",
	}
	if len(got) != len(want) {
		t.Fatalf("got\n%s", strings.Join(got, "\n"))
	}
	for i := range want {
		if !strings.HasPrefix(got[i], want[i]) {
			t.Errorf("got  %s\nwant %s", got[i], want[i])
		}
	}
}

func TestDispatchReachesLambdas(t *testing.T) {
	h := New(fixture(t, "callgraph"), nil, 2)
	bodies := func(d *Dispatch) string {
		var out []string
		for _, m := range d.Targets {
			out = append(out, m.Class.Name+"."+m.Name)
		}
		for _, l := range d.Lambdas {
			name, _, _ := strings.Cut(strings.TrimPrefix(l.Body.Member.Name, "lambda$"), "$")
			out = append(out, "->"+name)
		}
		slices.Sort(out)
		return strings.Join(out, " ")
	}
	for _, tc := range []struct{ owner, name, desc, want string }{
		{"Op", "apply", "(I)I", "->abs ->bound ->capturing ->lambda ->marked Negate.apply"},
		{"Op", "twice", "(I)I", "Op.twice"},
		{"Generic", "get", "(Ljava/lang/Object;)Ljava/lang/Object;", "StringGeneric.get"}, // the bridge in the interface
		{"StringGeneric", "get", "(Ljava/lang/String;)Ljava/lang/String;", "->bridged"},
	} {
		d := h.Dispatch(nil, classfile.OpInvokeinterface, tc.owner, tc.name, tc.desc)
		if got := bodies(d); got != tc.want || !d.Complete && d.Open != "java/lang/Object" {
			t.Errorf("%s.%s reaches %q (open: %s), want %q", tc.owner, tc.name, got, d.Open, tc.want)
		}
		for _, l := range d.Lambdas {
			if b := h.Body(l); l.Body.Member.Class == "Dispatches" && len(b.Targets) != 1 {
				t.Errorf("the body of the lambda in %s is %q", l.Body.Member.Name, show(b))
			}
		}
	}
}

// TestLambdasOfUnknownInterfaces: an interface that is known by name only may be below an analysed one, and its lambdas are then
// what a call on the analysed one runs.
func TestLambdasOfUnknownInterfaces(t *testing.T) {
	cs := fixture(t, "callgraph")
	without := func(names ...string) *Hierarchy {
		return New(slices.DeleteFunc(slices.Clone(cs), func(c *classfile.Class) bool { return slices.Contains(names, c.Name) }), nil, 1)
	}
	other := class(t, "interface Other")
	other.Methods = []classfile.Method{{Name: "apply", Desc: "(I)I", Access: classfile.AccPublic | classfile.AccAbstract, Class: other}}
	cs = append(cs, other)
	for _, tc := range []struct {
		h    *Hierarchy
		open string
	}{{without(), ""}, {without("Op", "Negate"), "Op"}} {
		if d := tc.h.Dispatch(nil, classfile.OpInvokeinterface, "Other", "apply", "(I)I"); d.Open != tc.open {
			t.Errorf("Other.apply is open through %q, want %q", d.Open, tc.open)
		}
		if tc.h.Orphaned("Other", "apply", "(I)I") != (tc.open != "") {
			t.Errorf("open through %q, and Orphaned says otherwise", tc.open)
		}
	}
}

func TestBootstrapKinds(t *testing.T) {
	count := map[BootstrapKind]int{}
	for _, c := range fixture(t, "callgraph") {
		bs, err := c.Bootstraps()
		if err != nil {
			t.Fatal(err)
		}
		for _, b := range bs {
			count[KindOf(b)]++
		}
	}
	if count[StringConcatSite] != 1 || count[ObjectMethodSite] != 1 || count[LambdaSite] != 8 {
		t.Errorf("kinds: %v", count)
	}
}

func TestGraph(t *testing.T) {
	h := New(fixture(t, "callgraph"), nil, 2)
	g := h.Graph(2, nil)
	called := func(name string) string {
		for i, m := range g.Methods {
			if m.Class.Name+"."+m.Name != name {
				continue
			}
			var out []string
			for _, c := range g.Callees(i) {
				out = append(out, g.Methods[c].Class.Name+"."+g.Methods[c].Name)
			}
			return strings.Join(out, " ")
		}
		return "no method " + name
	}
	for name, want := range map[string]string{
		"Dispatches.callTwice":            "Op.twice",
		"Dispatches.boundReference":       "Dispatches.bound",
		"Dispatches.constructorReference": "Dispatches.<init>",
		"Op.twice":                        called("Dispatches.call"),
	} {
		if got := called(name); got != want {
			t.Errorf("%s calls %q, want %q", name, got, want)
		}
	}
	cs := Components(len(g.Methods), g.Callees)
	if len(cs) != len(g.Methods) {
		t.Errorf("%d components of %d methods: nothing here is recursive", len(cs), len(g.Methods))
	}
}

func BenchmarkHierarchy(b *testing.B) {
	for _, jar := range []string{"guava.jar", "selenium.jar"} {
		b.Run(jar, func(b *testing.B) {
			cs := parseAll(b, corpus.Jar(b, jar))
			lib := jdk(b)
			b.ReportAllocs()
			for b.Loop() {
				New(cs, lib, 0)
			}
			b.ReportMetric(float64(len(cs)), "classes")
		})
	}
}

func BenchmarkGraph(b *testing.B) {
	for _, jar := range []string{"guava.jar", "selenium.jar"} {
		b.Run(jar, func(b *testing.B) {
			h := New(parseAll(b, corpus.Jar(b, jar)), jdk(b), 0)
			b.ReportAllocs()
			var g *Graph
			for b.Loop() {
				h.cache = new(cache)
				g = h.Graph(0, func(d *Dispatch) bool { return d.Complete })
			}
			edges := 0
			for _, c := range g.Calls {
				edges += len(c)
			}
			b.ReportMetric(float64(len(g.Methods)), "methods")
			b.ReportMetric(float64(edges), "edges")
		})
	}
}

// jdk is the library of an installed JDK.
func jdk(b *testing.B) Library {
	home := os.Getenv("JAVA_HOME")
	if home == "" {
		homes, err := filepath.Glob("/usr/lib/jvm/*/lib/modules")
		if err != nil || len(homes) == 0 {
			b.Skip("there is no JDK: set JAVA_HOME")
		}
		home = filepath.Dir(filepath.Dir(homes[0]))
	}
	byName := map[string]*classfile.Class{}
	for _, c := range parseAll(b, home+"#java.base") {
		byName[c.Name] = c
	}
	return func(name string) *classfile.Class { return byName[name] }
}
