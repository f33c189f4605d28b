package repair

import (
	"fmt"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/source"
)

// TestOutcomes: which values a compiler may know that a condition has. D is false, N its negation, and I inherited.
func TestOutcomes(t *testing.T) {
	const fields = "static final boolean D = false, N = !D, L = M, M = L; static final int K = 2; static final String S = \"s\"; " +
		"static boolean v = false; static final Boolean B = false; static final boolean R = f(); final int[] a = {1};"
	for condition, want := range map[string]outcomes{
		"true": always, "(false)": never, "D": never, "!D": always, "N": always, "D && v": never, "v && D": never, "v && N": 0, "N && D": never,
		"D || v": 0, "v || N": always, "!(v || N)": never, "K > 1": either, "S == \"s\"": either, "(byte) K == -1": either, "N ? D : v": never, "v ? D : D": 0,
		"I": either, "C": either, "X.Y": either, "p.X.Y == 3": either, "q.z && D": never, "N & I": either,
		"v": 0, "B": 0, "R": 0, "L": 0, "U": 0, "null == null": 0, "f()": 0, "this.D": 0, "a.length > 0": 0, "f().D": 0, "v == D": 0, "o instanceof A": 0,
	} {
		text := "import static p.Q.C; class A { " + fields + " void m() { if (" + condition + ") ; } }"
		f, err := NewFile([]byte(text), nil, Names{Field: func(name string) bool { return name == "I" }})
		if err != nil {
			t.Fatal(err)
		}
		f.root.Walk(func(n *source.Node) bool {
			if n.Type == "if_statement" {
				if got := f.outcomes(n.Child("condition")); got != want {
					t.Errorf("%s: %d, want %d", condition, got, want)
				}
			}
			return true
		})
	}
}

// TestOutcomesOnce looks at the value of each variable once: here each is twice in the next.
func TestOutcomesOnce(t *testing.T) {
	var b strings.Builder
	for i := range 100 {
		fmt.Fprintf(&b, "static final boolean C%d = C%d && C%d;", i+1, i, i)
	}
	f, err := NewFile([]byte("class A { static final boolean C0 = false; "+b.String()+" void m() { if (C100) m(); } }"), nil, Names{})
	if err != nil {
		t.Fatal(err)
	}
	if calls, dropped := f.compiledCalls(f.root); len(calls) != 0 || len(dropped) != 1 {
		t.Errorf("%d calls, %d groups", len(calls), len(dropped))
	}
}
