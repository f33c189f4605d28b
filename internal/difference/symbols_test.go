package difference

import (
	"strings"
	"testing"
)

func TestMatchSymbols(t *testing.T) {
	size := func(identity, label string) named { return named{identity: identity, label: label} }
	call := func(label, member string) named {
		return named{identity: callIdentity(label), label: label, member: member}
	}
	tests := []struct {
		name       string
		sameCode   bool
		base, head []named
		want       string // what only base has, and what only head has
	}{
		{"another callee's code has moved by as much as two sizes are apart", true,
			[]named{size("~len(a/B.g()V@54)", "g: upper().length"), size("~len(a/B.g()V@58)", "g: lower().length")},
			[]named{size("~len(a/B.g()V@58)", "g: upper().length"), size("~len(a/B.g()V@62)", "g: lower().length")},
			" | "},
		{"the same code with a variable of another name", true,
			[]named{size("~len(a/B.f()V@54)", "xs.length"), size("~len(a/B.f()V@58)", "ys.length")},
			[]named{size("~len(a/B.f()V@54)", "us.length"), size("~len(a/B.f()V@58)", "vs.length")},
			" | "},
		{"code that was moved to a callee", false,
			[]named{size("~yields(a/B.f()V@49)", "elements(a value)"), size("~yields(a/B.g()V@35)", "g: elements(x)")},
			[]named{size("~yields(a/B.helper()V@7)", "helper: elements(a value)"), size("~yields(a/B.g()V@35)", "g: elements(x)")},
			" | "},
		{"code that was moved to one of two callees", false,
			[]named{size("~yields(a/B.f()V@49)", "elements(a value)")},
			[]named{size("~yields(a/B.h()V@7)", "h: elements(a value)"), size("~yields(a/B.i()V@7)", "i: elements(a value)")},
			"elements(a value) | h: elements(a value), i: elements(a value)"},
		{"a call that names the interface", false,
			[]named{call("ArrayDeque.addAll(Collection)", "java/util/ArrayDeque.addAll(Ljava/util/Collection;)Z")},
			[]named{call("Deque.addAll(Collection)", "java/util/Deque.addAll(Ljava/util/Collection;)Z")},
			" | "},
		{"a call of another method of the program", false,
			[]named{call("Text.size()", "program/Text.size()I")}, []named{call("Tree.size()", "program/Tree.size()I")},
			"Text.size() | Tree.size()"},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			same := func(s string) string { return s }
			base, head := matchSymbols(x.base, x.head, correspondence{
				sameCode: x.sameCode, own: "a/B.f()V", renamed: same, callee: same,
				library:  func(member string) bool { return !strings.HasPrefix(member, "program/") },
				vanished: func(named) bool { return false }, appeared: func(named) bool { return false },
			}).foreign()
			if got := strings.Join(base, ", ") + " | " + strings.Join(head, ", "); got != x.want {
				t.Errorf("got  %s\nwant %s", got, x.want)
			}
		})
	}
}
