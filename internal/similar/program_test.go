package similar

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/energylint/energylint/internal/archive"
	"github.com/energylint/energylint/internal/classfile"
	"github.com/energylint/energylint/internal/corpus"
	"github.com/energylint/energylint/internal/energy/result"
	"github.com/energylint/energylint/internal/snapshot"
)

// source is a program, a method on a line: "class.name(desc) [in KEY] [overrides KEY]: call | call", where a call is
// "LINE callee energy [xTIMES] [-> target target]" and energy is ? where it has no bound.
func source(t *testing.T, text string) *snapshot.Snapshot {
	t.Helper()
	s := &snapshot.Snapshot{Settings: snapshot.Settings{CallEnergy: true}}
	for line := range strings.Lines(strings.TrimSpace(text)) {
		head, body, _ := strings.Cut(strings.TrimSpace(line), ":")
		var m snapshot.Method
		words := strings.Fields(head)
		key := parse(words[0])
		m.Class, m.Name, m.Descriptor = key.class, key.name, key.descriptor
		for i := 1; i+1 < len(words); i += 2 {
			switch words[i] {
			case "in":
				m.Enclosing = words[i+1]
			case "overrides":
				m.Overrides = append(m.Overrides, words[i+1])
			default:
				t.Fatalf("%q", line)
			}
		}
		for _, text := range strings.Split(body, " | ") {
			if strings.TrimSpace(text) == "" {
				continue
			}
			text, targets, _ := strings.Cut(text, "->")
			c := snapshot.Call{Targets: strings.Fields(targets), Price: "analysed"}
			var energy string
			times := 1.0
			if _, err := fmt.Sscanf(text, "%d %s %s x%g", &c.Line, &c.Callee, &energy, &times); err != nil && energy == "" {
				t.Fatalf("%q: %v", text, err)
			}
			if n := result.Joules(times); true {
				c.Times = &n
			}
			if energy != "?" {
				var e result.Joules
				if _, err := fmt.Sscan(energy, (*float64)(&e)); err != nil {
					t.Fatal(err)
				}
				c.Energy = &e
			}
			m.Calls = append(m.Calls, c)
		}
		if len(m.Calls) > 0 {
			m.Line = m.Calls[0].Line
		}
		s.Methods = append(s.Methods, m)
	}
	return s
}

// outline writes a tree, a node on a line.
func outline(n *Node) string {
	var b strings.Builder
	var write func(n *Node, indent string)
	write = func(n *Node, indent string) {
		for _, c := range n.Children {
			energy := fmt.Sprint(c.Energy)
			if !c.Known {
				energy = ">=" + energy
			}
			fmt.Fprintf(&b, "%s%s %s\n", indent, c.Label, energy)
			write(c, indent+"  ")
		}
	}
	write(n, "")
	return b.String()
}

const mainMethod = "p/M.main([Ljava/lang/String;)V"

func TestBuild(t *testing.T) {
	tests := []struct {
		name, source string
		options      Options
		want         string
	}{
		{"internal methods are merged, and loops multiply", `
p/M.main([Ljava/lang/String;)V: 3 p/M.a()V 0 x10 -> p/M.a()V | 4 lib/L.f()V 2
p/M.a()V: 7 lib/L.f()V 2 x3 | 8 lib/L.g()V 1`, Options{}, `
main 72
  lib.L.f 62
  lib.L.g 10
`},
		{"a recursion is merged into its ancestor", `
p/M.main([Ljava/lang/String;)V: 3 p/M.a()V 0 -> p/M.a()V
p/M.a()V: 7 lib/L.f()V 2 | 8 p/M.a()V 0 x10 -> p/M.a()V`, Options{}, `
main 2
  lib.L.f 2
`},
		{"a callback that registers itself again", `
p/M.main([Ljava/lang/String;)V: 3 lib/L.on(Llib/I;)V 5 -> p/C.act()V
p/C.act()V overrides lib/I.act()V: 7 lib/L.on(Llib/I;)V 5 -> p/C.act()V`, Options{}, `
main 5
  lib.L.on 5
    act 5
      lib.L.on 5
`},
		{"what costs nothing is left out", `
p/M.main([Ljava/lang/String;)V: 3 lib/L.f()V 0 | 4 lib/L.g()V ? | 5 java/lang/Object.<init>()V 1`, Options{}, `
main >=0
  lib.L.g >=0
`},
		{"a call through an interface of a framework is not a callback", `
p/M.main([Ljava/lang/String;)V: 3 lib/I.act()V 9 -> p/C.act()V
p/C.act()V overrides lib/I.act()V: 7 lib/L.f()V 4`, Options{}, `
main 4
  lib.L.f 4
`},
		{"the body of a lambda is named by what it implements", `
p/M.main([Ljava/lang/String;)V: 3 lib/L.each(Llib/I;)V 5 -> p/M.lambda$main$0()V
p/M.lambda$main$0()V in p/M.main([Ljava/lang/String;)V overrides lib/I.accept(Ljava/lang/Object;)V: 3 lib/L.f()V 1`, Options{}, `
main 5
  lib.L.each 5
    accept 1
      lib.L.f 1
`},
		{"a thread hangs below its start", `
p/M.main([Ljava/lang/String;)V: 3 p/W.<init>()V 1 -> p/W.<init>()V | 3 java/lang/Thread.<init>(Ljava/lang/Runnable;)V 6 | 4 java/lang/Thread.start()V ?
p/W.<init>()V: 6 java/lang/Object.<init>()V 1
p/W.run()V overrides java/lang/Runnable.run()V: 7 lib/L.f()V 4`, Options{}, `
main >=10
  java.lang.Thread.<init> 6
  java.lang.Thread.start >=4
    run 4
      lib.L.f 4
`},
		{"a listener hangs below the next call that takes an object", `
p/M.main([Ljava/lang/String;)V: 3 lib/L.show(Llib/V;)V 1 | 4 lib/L.name(Ljava/lang/String;)V 1 | 4 lib/L.on(Llib/I;)V ?
p/M.lambda$main$0()V in p/M.main([Ljava/lang/String;)V overrides lib/I.act()V: 4 lib/L.f()V 4`, Options{}, `
main >=6
  lib.L.name 1
  lib.L.on >=4
    act 4
      lib.L.f 4
  lib.L.show 1
`},
		{"a callback that is returned hangs below a call of the caller", `
p/M.main([Ljava/lang/String;)V: 3 p/M.make()Llib/I; 0 -> p/M.make()Llib/I; | 3 java/util/concurrent/Executor.execute(Ljava/lang/Runnable;)V ?
p/M.make()Llib/I;: 6 p/W.<init>()V 1
p/W.run()V overrides java/lang/Runnable.run()V: 7 lib/L.f()V 4`, Options{}, `
main >=4
  java.util.concurrent.Executor.execute >=4
    run 4
      lib.L.f 4
`},
		{"frameworks that the snapshot has", `
p/M.main([Ljava/lang/String;)V: 3 q/F.go(Lq/I;)V 9 -> q/F.go(Lq/I;)V
q/F.go(Lq/I;)V: 5 lib/L.f()V 3 | 6 q/I.act()V 4 -> p/C.act()V | 7 q/F.go(Lq/I;)V 1 -> q/F.go(Lq/I;)V
p/C.act()V overrides q/I.act()V: 7 lib/L.g()V 4`, Options{App: []string{"p"}}, `
main 9
  q.F.go 9
    act 4
      lib.L.g 4
    lib.L.f 3
    q.F.go 1
`},
		{"roots that are asked for", `
p/M.main([Ljava/lang/String;)V: 3 lib/L.f()V 4
p/M.other()V: 3 lib/L.g()V 4`, Options{Roots: func(_, name, _ string) bool { return name == "other" }}, `
other 4
  lib.L.g 4
`},
		{"a library starts with what nothing calls", `
p/M.a()V: 3 lib/L.f()V 4 | 4 p/M.b()V 0 -> p/M.b()V
p/M.b()V: 3 lib/L.g()V 4`, Options{}, `
a 8
  lib.L.f 4
  lib.L.g 4
`},
		{"tests", `
p/ATest.works()V: 3 lib/L.f()V 4
p/A.unused()V: 3 lib/L.g()V 4`, Options{}, `
works 4
  lib.L.f 4
`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tree, err := Build(source(t, test.source), test.options)
			if err != nil {
				t.Fatal(err)
			}
			if got := outline(tree.Root); got != test.want[1:] {
				t.Errorf("got\n%swant\n%s", got, test.want[1:])
			}
		})
	}
}

func TestBuildErrors(t *testing.T) {
	s := source(t, mainMethod+": 3 lib/L.f()V 4")
	if _, err := Build(s, Options{Roots: func(_, _, _ string) bool { return false }}); err != errNoRoots {
		t.Errorf("no roots: %v", err)
	}
	s.Settings.CallEnergy = false
	if _, err := Build(s, Options{}); err != errNoEnergy {
		t.Errorf("no energy: %v", err)
	}
}

// TestBuildIsBounded builds the tree of listeners that all register each other, which has as many paths as there are orders.
func TestBuildIsBounded(t *testing.T) {
	s := &snapshot.Snapshot{Settings: snapshot.Settings{CallEnergy: true}}
	one, huge := result.Joules(1), result.Joules(math.MaxFloat64)
	const n = 60
	for i := range n {
		var m snapshot.Method
		m.Class, m.Name, m.Descriptor = fmt.Sprintf("p/C%d", i), fmt.Sprintf("on%d", i), "()V"
		if i == 0 {
			m.Name, m.Descriptor = "main", "([Ljava/lang/String;)V"
		} else {
			m.Overrides = []string{fmt.Sprintf("lib/I%d.on%d()V", i, i)}
		}
		for j := 1; j < n; j++ {
			m.Calls = append(m.Calls, snapshot.Call{Callee: fmt.Sprintf("lib/V.listen%d(Llib/I;)V", j), Targets: []string{fmt.Sprintf("p/C%d.on%d()V", j, j), "no such method"}, Energy: &one, Times: &huge})
		}
		s.Methods = append(s.Methods, m)
	}
	tree, err := Build(s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !tree.Cut || tree.Nodes > MaxNodes {
		t.Errorf("%d nodes, cut: %v", tree.Nodes, tree.Cut)
	}
	c := Compare(tree, tree, 0)
	if c.A.Matched != c.A.Tasks {
		t.Errorf("%d of %d tasks of the same program matched", c.A.Matched, c.A.Tasks)
	}
	for _, task := range c.Tasks {
		if e := float64(task.Room); math.IsNaN(e) || math.IsInf(e, 0) {
			t.Fatalf("room %v", e)
		}
	}
}

// TestInherited matches a method with the one that it overrides at distance 0, and not with another that does.
func TestInherited(t *testing.T) {
	of := func(class string) *Tree {
		s := source(t, mainMethod+": 3 lib/"+class+".add()V 4 | 4 lib/"+class+".close()V 1")
		for _, c := range []string{"Array", "Linked"} {
			s.Overridden = append(s.Overridden, snapshot.Overridden{Method: "lib/" + c + ".add()V", Overrides: []string{"lib/List.add()V"}})
		}
		tree, err := Build(s, Options{})
		if err != nil {
			t.Fatal(err)
		}
		return tree
	}
	for _, test := range []struct {
		a, b string
		want int
	}{{"Array", "List", 1}, {"List", "Linked", 1}, {"Array", "Linked", 0}, {"Array", "Array", 2}} {
		if c := Compare(of(test.a), of(test.b), 0); c.A.Matched != test.want {
			t.Errorf("%s and %s: %d matched, want %d", test.a, test.b, c.A.Matched, test.want)
		}
	}
}

// TestAsynchronousNames looks up the methods of the table in the JDK.
func TestAsynchronousNames(t *testing.T) {
	declared := map[string]bool{}
	classes := map[string]bool{}
	for label := range asynchronous {
		classes[strings.ReplaceAll(label[:strings.LastIndexByte(label, '.')], ".", "/")] = true
	}
	for _, home := range corpus.Images(t) {
		entries, _ := archive.List([]string{corpus.Image(home)}, archive.Options{})
		for _, e := range entries {
			name := strings.TrimSuffix(e.Path, ".class")
			if _, name, _ = strings.Cut(strings.TrimPrefix(name[strings.Index(name, "!")+1:], "/"), "/"); !classes[name] {
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
			for i := range c.Methods {
				declared[parse(c.Methods[i].Member().String()).label()] = true
			}
		}
		if err := archive.Close(entries); err != nil {
			t.Error(err)
		}
	}
	later := []string{"java.lang.Thread$Builder.start", "java.lang.Thread$Builder.unstarted", "java.lang.Thread.startVirtualThread"} // since 21
	for label := range asynchronous {
		if !declared[label] && !slices.Contains(later, label) {
			t.Errorf("no JDK here has %s", label)
		}
	}
}

func TestCompare(t *testing.T) {
	build := func(text string) *Tree {
		tree, err := Build(source(t, text), Options{})
		if err != nil {
			t.Fatal(err)
		}
		return tree
	}
	a := build(`
p/M.main([Ljava/lang/String;)V: 3 lib/L.same()V 4 | 4 lib/L.cheaper()V 10 | 5 lib/L.extra()V 7 | 6 lib/L.dearer()V 1 | 7 lib/Pool.run(Llib/R;)V 9 -> p/T.run()V
p/T.run()V overrides lib/R.run()V: 8 lib/L.inner()V 3`)
	b := build(`
q/N.main([Ljava/lang/String;)V: 3 lib/L.same()V 4 | 4 lib/L.cheaper()V 2 | 6 lib/L.dearer()V 5 | 7 lib/Thread.start()V 2 -> q/T.run()V
q/T.run()V overrides lib/R.run()V: 8 lib/L.inner()V 2`)
	c := Compare(a, b, 1)
	var got []string
	for _, x := range c.Tasks {
		partner := "-"
		if x.B != nil {
			partner = strings.Join(append(slices.Clone(x.B.Path), x.B.Method), ">")
		}
		got = append(got, fmt.Sprintf("%v %s %s %d", x.Room, x.A.Method, partner, x.Edits))
	}
	want := []string{
		"8 lib.L.cheaper main>lib.L.cheaper 0", "7 lib.Pool.run main>lib.Thread.start 1", "7 lib.L.extra - 0",
		"1 lib.L.inner main>lib.Thread.start>run>lib.L.inner 1", "0 lib.L.same main>lib.L.same 0", "0 lib.L.dearer main>lib.L.dearer 0",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if c.Exact != 3 || c.A.Matched != 5 || c.A.Tasks != 6 || c.B.Tasks != 5 {
		t.Errorf("%+v", c)
	}
	if c := Compare(a, b, AutoAlpha); c.Alpha != 0 || c.A.Matched != 3 {
		t.Errorf("the least alpha that matches 20%%: %d, %d matched", c.Alpha, c.A.Matched)
	}
	if c := compare(a, b, MaxAlpha, 1); c.Stopped == nil || *c.Stopped != 0 || c.Alpha != 0 || c.A.Matched != 3 {
		t.Errorf("beyond the limit, the exact paths should be left: %+v", c)
	}
}

// TestCompareHostile builds and compares trees of damaged snapshots.
func TestCompareHostile(t *testing.T) {
	keys := []string{mainMethod, "p/C.run()V", "p/C.<init>()V", "p/D.lambda$0()V", "q/F.go(Lq/I;)V", "java/lang/Thread.start()V", "", "(", ".", "p/C"}
	tree := func(t *rapid.T, name string) *Tree {
		s := &snapshot.Snapshot{Settings: snapshot.Settings{CallEnergy: true}}
		key := rapid.SampledFrom(keys)
		number := rapid.Custom(func(t *rapid.T) *result.Joules {
			n := result.Joules(rapid.SampledFrom([]float64{1, 10, -1, math.NaN(), math.Inf(1), math.MaxFloat64}).Draw(t, "number"))
			return &n
		})
		for range rapid.IntRange(1, 8).Draw(t, name) {
			var m snapshot.Method
			of := parse(key.Draw(t, "method"))
			m.Class, m.Name, m.Descriptor, m.Line = of.class, of.name, of.descriptor, rapid.IntRange(-1, 3).Draw(t, "line")
			m.Enclosing, m.Overrides = key.Draw(t, "in"), rapid.SliceOfN(key, 0, 2).Draw(t, "overrides")
			for range rapid.IntRange(0, 4).Draw(t, "calls") {
				m.Calls = append(m.Calls, snapshot.Call{
					Line: rapid.IntRange(-1, 3).Draw(t, "line"), Callee: key.Draw(t, "callee"), Targets: rapid.SliceOfN(key, 0, 3).Draw(t, "targets"),
					Energy: number.Draw(t, "energy"), Times: number.Draw(t, "times"),
				})
			}
			s.Methods = append(s.Methods, m)
			s.Overridden = append(s.Overridden, snapshot.Overridden{Method: key.Draw(t, "method"), Overrides: rapid.SliceOfN(key, 0, 2).Draw(t, "overridden")})
		}
		tree, err := Build(s, Options{App: rapid.SampledFrom([][]string{nil, {"p"}, {"q.*"}, {""}}).Draw(t, "app")})
		if err != nil { // no roots: an empty tree
			tree = &Tree{Root: &Node{App: true, Known: true}}
		}
		return tree
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := tree(t, "a"), tree(t, "b")
		c := Compare(a, b, rapid.IntRange(AutoAlpha, MaxAlpha).Draw(t, "alpha"))
		if len(c.Tasks) != c.A.Tasks || c.A.Matched > min(c.A.Tasks, c.B.Tasks) {
			t.Fatalf("%d tasks listed: %+v, %+v", len(c.Tasks), c.A, c.B)
		}
	})
}
