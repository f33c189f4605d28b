package repair

import (
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/source"
)

// TestDeclaredType: the type of a variable is that of the declaration that is in scope, and of no other one.
func TestDeclaredType(t *testing.T) {
	for _, test := range []struct{ body, want string }{
		{"void m(int v) { use(v); }", "int"},
		{"A(short v) { use(v); }", "short"},
		{"void m() { char v = 'a', w; { use(v); } }", "char"},
		{"void m() { int u, v; use(v); }", "int"},
		{"void m() { for (int v = 0; v < 3; v++) use(v); }", "int"},
		{"void m() { for (byte v : a) { use(v); } }", "byte"},
		{"void m() { int v[] = {1}; use(v); }", ""},
		{"void m(int v[]) { use(v); }", ""},
		{"void m(int... v) { use(v); }", ""},
		{"void m() { var v = 1; use(v); }", "var"},
		{"void m() { f(v -> use(v)); }", ""},
		{"void m(int w) { f((w, v) -> use(v)); }", ""},
		{"void m() { f((int v) -> use(v)); }", "int"},
		{"void m(int v) { f(() -> use(v)); }", "int"},
		{"void m() { { int v = 0; } use(v); }", ""},
		{"void m() { for (int v = 0; v < 3; v++) {} use(v); }", ""},
		{"void m() { use(v); int v = 0; }", ""},
		{"void m() { f(new B() { void n() { use(v); } }); int v; }", ""},
		{"int v; void m() { use(v); }", ""},
		{"void m() { int v; class B { char v; void n() { use(v); } } }", ""},
		{"void m() { try { f(); } catch (E v) { use(v); } }", ""},
		{"void m() { try (R v = r()) { use(v); } }", "R"},
		{"void m(int w) { use(v); }", ""},
		{"void m(int v) { use(v + 1); }", ""},
		{"void m(Object o, int v) { switch (v) { case 1: use(v); } }", "int"},
		{"void m(int w) { switch (w) { case 0: long v = 1; case 1: use(v); } }", ""},
	} {
		root, err := source.Tree([]byte("class A { " + test.body + " }"))
		if err != nil {
			t.Fatal(test.body, err)
		}
		f := &File{text: []byte("class A { " + test.body + " }"), root: root}
		got := "no use"
		root.Walk(func(n *source.Node) bool {
			if n.Type == "method_invocation" && strings.HasPrefix(f.str(n), "use(") {
				got = f.declaredType(arguments(n)[0])
			}
			return true
		})
		if got != test.want {
			t.Errorf("%s: %q, want %q", test.body, got, test.want)
		}
	}
}
