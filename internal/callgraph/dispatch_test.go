package callgraph

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/energylint/energylint/internal/classfile"
)

// class makes a class of a line: "abstract class a/C < a/B : a/I { public m, private n }".
func class(t testing.TB, text string) *classfile.Class {
	t.Helper()
	head, body, _ := strings.Cut(text, "{")
	c := &classfile.Class{Super: object, Access: classfile.AccSuper}
	mode := "name"
	for _, w := range strings.Fields(head) {
		switch w {
		case "class":
		case "interface":
			c.Access |= classfile.AccInterface | classfile.AccAbstract
		case "abstract":
			c.Access |= classfile.AccAbstract
		case "final":
			c.Access |= classfile.AccFinal
		case "<", ":":
			mode = w
		default:
			switch mode {
			case "name":
				c.Name = w
			case "<":
				c.Super = w
			case ":":
				c.Interfaces = append(c.Interfaces, w)
			}
		}
	}
	if c.Name == object {
		c.Super = ""
	}
	for _, text := range strings.Split(strings.Trim(body, " }"), ",") {
		ws := strings.Fields(text)
		if len(ws) == 0 {
			continue
		}
		m := classfile.Method{Name: ws[len(ws)-1], Desc: "()V", Class: c}
		for _, w := range ws[:len(ws)-1] {
			m.Access |= map[string]uint16{"public": classfile.AccPublic, "protected": classfile.AccProtected, "private": classfile.AccPrivate,
				"static": classfile.AccStatic, "final": classfile.AccFinal, "abstract": classfile.AccAbstract}[w]
		}
		c.Methods = append(c.Methods, m)
	}
	return c
}

func library(cs ...*classfile.Class) Library {
	return func(name string) *classfile.Class {
		for _, c := range cs {
			if c.Name == name {
				return c
			}
		}
		return nil
	}
}

func show(d *Dispatch) string {
	var out []string
	for _, m := range d.Targets {
		out = append(out, m.Class.Name+"."+m.Name)
	}
	for _, l := range d.Lambdas {
		out = append(out, "lambda "+l.Body.Member.Name)
	}
	if !d.Complete {
		out = append(out, "open "+d.Open)
	}
	return strings.Join(out, " ")
}

func TestDispatch(t *testing.T) {
	root := "class java/lang/Object { public toString, protected clone }"
	for _, tc := range []struct {
		name     string
		analysed []string
		library  []string
		op       classfile.Op
		owner    string
		want     string
	}{
		{name: "overridden", analysed: []string{"class A { public m }", "class B < A { public m }", "class C < A"}, owner: "A", want: "A.m B.m"},
		{name: "inherited from above", analysed: []string{"class A { public m }", "class B < A", "class C < B { public m }"}, owner: "B", want: "A.m C.m"},
		{name: "abstract receiver", analysed: []string{"abstract class A { public abstract m }", "class B < A { public m }"}, owner: "A", want: "B.m"},
		{name: "abstract override is no target", analysed: []string{"class A { public m }", "abstract class B < A { public abstract m }", "class C < B { public m }"}, owner: "B", want: "C.m"},
		{name: "final method", analysed: []string{"class A { public final m }", "class B < A"}, owner: "A", want: "A.m"},
		{name: "private method through invokevirtual", analysed: []string{"class A { private m }", "class B < A { public m }"}, owner: "A", want: "A.m"},
		{name: "private below does not override", analysed: []string{"class A { public m }", "class B < A { private m }"}, owner: "A", want: "A.m"},
		{name: "package-private is not overridden elsewhere", analysed: []string{"class a/A { m }", "class b/B < a/A { public m }"}, owner: "a/A", want: "a/A.m"},
		{name: "package-private through a public one between", analysed: []string{"class a/A { m }", "class a/B < a/A { public m }", "class b/C < a/B { public m }"}, owner: "a/A", want: "a/A.m a/B.m b/C.m"},
		{name: "interface default", analysed: []string{"interface I { public m }", "class A : I", "class B : I { public m }"}, owner: "I", want: "B.m I.m"},
		{name: "most specific default", analysed: []string{"interface I { public m }", "interface J : I { public m }", "class A : I J"}, owner: "I", want: "J.m"},
		{name: "conflicting defaults run nowhere", analysed: []string{"interface I { public m }", "interface J { public m }", "class A : I J"}, owner: "A", want: ""},
		{name: "class wins over default", analysed: []string{"interface I { public m }", "class A { public m }", "class B < A : I"}, owner: "I", want: "A.m"},
		{name: "library interface is open", analysed: []string{"class A : l/I { public m }"}, library: []string{"interface l/I { public abstract m }"}, owner: "l/I", want: "A.m open l/I"},
		{name: "library class between", analysed: []string{"class A < l/B { public m }"}, library: []string{"interface l/I { public abstract m }", "abstract class l/B : l/I"}, owner: "l/I", want: "A.m open l/I"},
		{name: "final library class", library: []string{"final class l/F { public m }"}, owner: "l/F", want: "l/F.m"},
		{name: "unknown owner", owner: "x/Y", want: "open x/Y"},
		{name: "unknown super class", analysed: []string{"class A < x/Y"}, owner: "A", want: "open x/Y"},
		{name: "declared below an unknown super class", analysed: []string{"class A < x/Y { public m }"}, owner: "A", want: "A.m"},
		{name: "a class below an unknown one may be below A", analysed: []string{"class A { public m }", "class B < x/Y { public m }"}, owner: "A", want: "A.m open x/Y"},
		{name: "but the platform is not", analysed: []string{"class A { public m }", "class B < javax/Y { public m }"}, owner: "A", want: "A.m"},
		{name: "static", op: classfile.OpInvokestatic, analysed: []string{"class A { public static m }", "class B < A"}, owner: "B", want: "A.m"},
		{name: "special", op: classfile.OpInvokespecial, analysed: []string{"class A { public m }", "class B < A { public m }"}, owner: "A", want: "A.m"},
		{name: "circular", analysed: []string{"class A < B", "class B < A { public m }"}, owner: "A", want: "open A"},
		{name: "below circular ones", analysed: []string{"class A < B", "class B < A { public m }", "class C < A", "class D { public m }"}, owner: "C", want: "open A"},
		{name: "what circular ones may override", analysed: []string{"class A : A", "class D { public m }"}, owner: "D", want: "D.m open A"},
		{name: "an interface above itself through others", analysed: []string{"interface I : J", "interface J : K", "interface K : I", "class C : K { public m }"}, owner: "C", want: "C.m open I"},
		{name: "circular classes of the library", library: []string{"class l/A < l/B", "class l/B < l/A { public m }"}, owner: "l/A", want: "open l/A"},
		{name: "no such method", analysed: []string{"class A"}, owner: "A", want: ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var cs, ls []*classfile.Class
			for _, s := range tc.analysed {
				cs = append(cs, class(t, s))
			}
			for _, s := range append(tc.library, root) {
				ls = append(ls, class(t, s))
			}
			h := New(cs, library(ls...), 1)
			op := tc.op
			if op == 0 {
				op = classfile.OpInvokevirtual
			}
			if got := show(h.Dispatch(nil, op, tc.owner, "m", "()V")); got != tc.want {
				t.Errorf("got %q, want %q", got, tc.want)
			}
		})
	}
}

func TestSuperCallStartsAtTheDirectSuperClass(t *testing.T) {
	for _, tc := range []struct {
		name    string
		classes []string // the caller last
		owner   string
		want    string
	}{
		{"the super class has got one since", []string{"class A { public m }", "class B < A { public m }", "class C < B { public m }"}, "A", "B.m"},
		{"of an interface before", []string{"interface I { public m }", "class A : I", "class B < A { public m }", "class C < B"}, "A", "B.m"},
		{"where it does not override", []string{"class a/A { m }", "class b/B < a/A { m }", "class a/C < b/B"}, "a/A", "b/B.m"},
		{"named is the interface", []string{"interface I { public m }", "class B : I { public m }", "class C < B : I"}, "I", "I.m"},
		{"the super class is not known", []string{"class A { public m }", "class C < x/Y"}, "A", "open x/Y"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			for _, access := range []uint16{classfile.AccSuper, 0} { // which the JVM takes as set (JVMS 4.1)
				var cs []*classfile.Class
				for _, s := range tc.classes {
					cs = append(cs, class(t, s))
				}
				caller := cs[len(cs)-1]
				caller.Access = access
				h := New(cs, library(class(t, "class java/lang/Object")), 1)
				if got := show(h.Dispatch(caller, classfile.OpInvokespecial, tc.owner, "m", "()V")); got != tc.want {
					t.Errorf("access %#x: got %q, want %q", access, got, tc.want)
				}
			}
		})
	}
}

func TestArrayMethodsAreObjects(t *testing.T) {
	h := New([]*classfile.Class{class(t, "class A { public clone }")}, library(class(t, "class java/lang/Object { protected clone }")), 1)
	if got := show(h.Dispatch(nil, classfile.OpInvokevirtual, "[I", "clone", "()V")); got != "java/lang/Object.clone" {
		t.Errorf("got %q", got)
	}
}

func TestSupersAndSubs(t *testing.T) {
	h := New([]*classfile.Class{class(t, "class A : I"), class(t, "class B < A"), class(t, "interface I : J")}, library(class(t, "class java/lang/Object"), class(t, "interface J")), 1)
	if got := h.Supers("B"); !slices.Equal(got, []string{"A", object, "I", "J"}) {
		t.Errorf("Supers(B) = %v", got)
	}
	if got := h.Subs("J"); !slices.Equal(got, []string{"I", "A", "B"}) {
		t.Errorf("Subs(J) = %v", got)
	}
	for _, tc := range []struct {
		sub, super string
		is, known  bool
	}{{"B", "J", true, true}, {"J", "B", false, true}, {"B", object, true, true}, {"x/Y", "A", false, false}} {
		if is, known := h.IsSubtype(tc.sub, tc.super); is != tc.is || known != tc.known {
			t.Errorf("IsSubtype(%s, %s) = %v, %v", tc.sub, tc.super, is, known)
		}
	}
}

func TestFirstDuplicateWins(t *testing.T) {
	first := class(t, "class A { public m }")
	h := New([]*classfile.Class{first, class(t, "class A")}, nil, 1)
	if h.Lookup("A") != first || len(h.Classes()) != 1 {
		t.Errorf("the second class A replaced the first")
	}
}

// program is a random set of classes and interfaces, each below earlier ones only.
func program(t *rapid.T) []*classfile.Class {
	var cs []*classfile.Class
	cs = append(cs, &classfile.Class{Name: object, Access: classfile.AccPublic | classfile.AccSuper})
	access := []uint16{classfile.AccPublic, 0, classfile.AccPrivate, classfile.AccPublic | classfile.AccAbstract, classfile.AccProtected, classfile.AccPublic | classfile.AccStatic}
	for i := range rapid.IntRange(1, 9).Draw(t, "classes") {
		c := &classfile.Class{Super: object, Access: classfile.AccSuper, Name: fmt.Sprintf("%s/C%d", rapid.SampledFrom([]string{"a", "b"}).Draw(t, "package"), i)}
		var classes, ifaces []string
		for _, d := range cs {
			if d.IsInterface() {
				ifaces = append(ifaces, d.Name)
			} else {
				classes = append(classes, d.Name)
			}
		}
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			c.Access |= classfile.AccInterface | classfile.AccAbstract
		case 1:
			c.Access |= classfile.AccAbstract
			fallthrough
		default:
			c.Super = rapid.SampledFrom(classes).Draw(t, "super")
		}
		for range rapid.IntRange(0, min(2, len(ifaces))).Draw(t, "interfaces") {
			if s := rapid.SampledFrom(ifaces).Draw(t, "interface"); !slices.Contains(c.Interfaces, s) {
				c.Interfaces = append(c.Interfaces, s)
			}
		}
		if rapid.Bool().Draw(t, "declares") {
			a := rapid.SampledFrom(access).Draw(t, "access")
			if c.IsInterface() {
				a = a&(classfile.AccAbstract|classfile.AccPrivate|classfile.AccStatic) | classfile.AccPublic&^(a&classfile.AccPrivate>>1)
			}
			c.Methods = []classfile.Method{{Name: "m", Desc: "()V", Access: a, Class: c}}
		}
		cs = append(cs, c)
	}
	return cs
}

// oracle answers by enumerating all objects and walking the specification for each, with no index and no cache.
type oracle map[string]*classfile.Class

func (o oracle) method(name string) *classfile.Method {
	if c := o[name]; len(c.Methods) > 0 {
		return &c.Methods[0]
	}
	return nil
}

func (o oracle) above(name string) []string {
	c := o[name]
	out := []string{name}
	for _, p := range append([]string{c.Super}, c.Interfaces...) {
		if p != "" {
			out = append(out, o.above(p)...)
		}
	}
	return out
}

func (o oracle) specific(name string) (ms []*classfile.Method) {
	var all []string
	for _, s := range o.above(name) {
		m := o.method(s)
		if s != name && o[s].IsInterface() && m != nil && m.Access&(classfile.AccPrivate|classfile.AccStatic) == 0 && !slices.Contains(all, s) {
			all = append(all, s)
		}
	}
	for _, s := range all {
		below := false
		for _, u := range all {
			below = below || u != s && slices.Contains(o.above(u), s)
		}
		if !below {
			ms = append(ms, o.method(s))
		}
	}
	return ms
}

func concrete(ms []*classfile.Method) (out []*classfile.Method) {
	for _, m := range ms {
		if m.Access&classfile.AccAbstract == 0 {
			out = append(out, m)
		}
	}
	return out
}

func (o oracle) resolve(name string) *classfile.Method {
	if o[name].IsInterface() {
		if m := o.method(name); m != nil {
			return m
		}
	} else {
		for c := name; c != ""; c = o[c].Super {
			if m := o.method(c); m != nil {
				return m
			}
		}
	}
	ms := o.specific(name)
	if c := concrete(ms); len(c) == 1 {
		return c[0]
	}
	if len(ms) > 0 {
		return ms[0]
	}
	return nil
}

func (o oracle) overrides(c, r *classfile.Method) bool {
	if c == r {
		return true
	}
	if c.Access&(classfile.AccPrivate|classfile.AccStatic) != 0 || r.Access&(classfile.AccPrivate|classfile.AccStatic) != 0 {
		return false
	}
	if r.Access&(classfile.AccPublic|classfile.AccProtected) != 0 || c.Class.Name[0] == r.Class.Name[0] {
		return true
	}
	for b := o[c.Class.Name].Super; b != ""; b = o[b].Super {
		if m := o.method(b); m != nil && m != r && slices.Contains(o.above(b), r.Class.Name) && o.overrides(c, m) && o.overrides(m, r) {
			return true
		}
	}
	return false
}

func (o oracle) targets(receiver string) string {
	r := o.resolve(receiver)
	if r == nil {
		return ""
	}
	set := map[string]bool{}
	if r.Access&(classfile.AccPrivate|classfile.AccStatic) != 0 {
		set[r.Class.Name+".m"] = true
	} else {
	objects:
		for name, c := range o {
			if c.Access&classfile.AccAbstract != 0 || !slices.Contains(o.above(name), receiver) {
				continue
			}
			for s := name; s != ""; s = o[s].Super {
				if m := o.method(s); m != nil && o.overrides(m, r) {
					if m.Access&classfile.AccAbstract == 0 {
						set[s+".m"] = true
					}
					continue objects
				}
			}
			if ms := concrete(o.specific(name)); len(ms) == 1 {
				set[ms[0].Class.Name+".m"] = true
			}
		}
	}
	var out []string
	for s := range set {
		out = append(out, s)
	}
	slices.Sort(out)
	return strings.Join(out, " ")
}

func TestDispatchAgainstEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		cs := program(t)
		o := oracle{}
		for _, c := range cs {
			o[c.Name] = c
		}
		h := New(cs, nil, rapid.IntRange(1, 2).Draw(t, "jobs"))
		all := func(*classfile.Method) bool { return true }
		for most := 1; most < 4; most++ {
			for _, c := range cs {
				want := len(New(cs, nil, 1).Dispatch(nil, classfile.OpInvokevirtual, c.Name, "m", "()V").Targets) > most
				if got := h.RunsMany(c.Name, "m", "()V", most, all); got != want {
					t.Fatalf("%s.m runs more than %d methods: %v, want %v", c.Name, most, got, want)
				}
			}
		}
		for _, c := range cs {
			if got, want := show(h.Dispatch(nil, classfile.OpInvokevirtual, c.Name, "m", "()V")), o.targets(c.Name); got != want {
				t.Fatalf("%s.m dispatches to %q, want %q", c.Name, got, want)
			}
		}
	})
}

// TestRunsManyEnds checks that the search below a class ends once more methods are found than are asked for.
func TestRunsManyEnds(t *testing.T) {
	cs := []*classfile.Class{class(t, "class C0 { public m }")}
	for i := 1; i < 1000; i++ {
		cs = append(cs, class(t, fmt.Sprintf("class C%d < C%d { public m }", i, i-1)))
	}
	h := New(cs, nil, 1)
	looks := 0
	counts := func(m *classfile.Method) bool {
		looks++
		return m.Class.Name != "C5"
	}
	for _, tc := range []struct {
		class string
		many  bool
	}{{"C0", true}, {"C5", false}, {"C899", true}, {"C900", false}, {"X", false}} {
		looks = 0
		if got := h.RunsMany(tc.class, "m", "()V", 100, counts); got != tc.many || looks > 103 {
			t.Errorf("%s: %v after %d methods, want %v", tc.class, got, looks, tc.many)
		}
	}
	if is, known := h.IsSubtype("C999", "C0"); !is || !known {
		t.Errorf("C999 below C0: %v, %v", is, known)
	}
}

// A class under analysis that cannot be read may be below every class that is not final, and may override what it inherits.
func TestMissedClass(t *testing.T) {
	root := class(t, "class java/lang/Object { public toString }")
	cs := []*classfile.Class{class(t, "class A { public m, public final f, private p }"), class(t, "final class F { public m }")}
	for _, tc := range []struct{ owner, name, want string }{
		{"A", "m", "A.m open b/Broken"}, {"A", "f", "A.f"}, {"A", "p", "A.p"}, {"F", "m", "F.m"},
	} {
		h := New(cs, library(root), 1)
		h.Miss("b/Broken")
		if got := show(h.Dispatch(cs[0], classfile.OpInvokevirtual, tc.owner, tc.name, "()V")); got != tc.want {
			t.Errorf("%s.%s: %s, want %s", tc.owner, tc.name, got, tc.want)
		}
		if !h.Misses() || !h.Overridden("java/lang/Object", "toString", "()V") {
			t.Error("nothing of the library may be overridden")
		}
	}
}

// What classes below a missing class run for a method that only the missing class may declare is among the targets.
func TestDispatchBelowMissingClass(t *testing.T) {
	var cs []*classfile.Class
	for _, text := range []string{
		"class a/Loud < lib/View { public add }",
		"class a/Louder < a/Loud { }",
		"class a/Quiet < lib/View { public other }",
		"abstract class a/Base { public add }",
		"class a/Model < a/Base : lib/Model { }",
		"class a/Hidden < lib/View { private add }",
	} {
		cs = append(cs, class(t, text))
	}
	h := New(cs, library(class(t, "class java/lang/Object { public toString }")), 1)
	for _, tc := range []struct{ owner, want string }{
		{"lib/View", "a/Loud.add open lib/View"},
		{"lib/Model", "a/Base.add open lib/Model"},
		{"lib/Other", "open lib/Other"},
	} {
		if got := show(h.Dispatch(nil, classfile.OpInvokevirtual, tc.owner, "add", "()V")); got != tc.want {
			t.Errorf("%s.add: %s, want %s", tc.owner, got, tc.want)
		}
	}
}

// A class below a missing one may be below one of the library, of which it has a method. Those of Kotlin's and Scala's libraries are below what
// supertypes.tsv says, and below nothing else.
func TestDispatchToAdrift(t *testing.T) {
	var cs []*classfile.Class
	for _, text := range []string{
		"class a/Own < lib/Base { public m }",
		"class a/Private < lib/Base { private m }",
		"class a/Marked : lib/Marker { public m }",
		"class a/Squares < kotlin/collections/AbstractList { public m }",
		"class a/Function < kotlin/jvm/internal/Lambda { public m }",
		"class a/Screen < android/app/Activity { public m }",
		"interface a/Task { public abstract m }",
	} {
		cs = append(cs, class(t, text))
	}
	h := New(cs, library(
		class(t, "class java/lang/Object { public toString }"), class(t, "interface java/util/List { public abstract m }"),
		class(t, "class java/util/Vector { public m }"), class(t, "final class java/lang/String { public m }"),
		class(t, "interface org/lib/Service { public abstract m }"),
	), 1)
	for _, tc := range []struct{ owner, want string }{
		{"java/util/List", "a/Marked.m a/Own.m a/Screen.m a/Squares.m open java/util/List"},
		{"java/util/Vector", "a/Own.m a/Screen.m java/util/Vector.m open java/util/Vector"},
		{"java/lang/String", "java/lang/String.m"},
		{"org/lib/Service", "a/Marked.m a/Own.m open org/lib/Service"},
		{"java/util/Missing", "a/Marked.m a/Own.m a/Screen.m open java/util/Missing"},
		{"a/Task", "open lib/Marker"},
	} {
		if got := show(h.Dispatch(nil, classfile.OpInvokevirtual, tc.owner, "m", "()V")); got != tc.want {
			t.Errorf("%s.m: %s, want %s", tc.owner, got, tc.want)
		}
	}
	for class, want := range map[string]string{"a/Squares": "kotlin/collections/AbstractList", "a/Own": "lib/Base", "a/Task": ""} {
		if got := h.MissingAbove(class); got != want {
			t.Errorf("above %s, %q is missing, want %q", class, got, want)
		}
	}
	if is, _ := h.IsSubtype("a/Squares", "java/util/List"); !is {
		t.Error("a list of Kotlin's is none of the JDK's")
	}
}

func TestSupertypes(t *testing.T) {
	for class, above := range supertypes {
		if !strings.HasPrefix(class, "kotlin/") && !strings.HasPrefix(class, "scala/") || len(above) == 0 {
			t.Errorf("%s is no class of a runtime library, or below nothing: %v", class, above)
		}
		for _, a := range above {
			if !strings.HasPrefix(a, "java/") {
				t.Errorf("%s is below %s, which is not of the JDK", class, a)
			}
		}
	}
	if len(supertypes) < 50 {
		t.Errorf("%d classes", len(supertypes))
	}
}
