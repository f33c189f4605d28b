package difference

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/energylint/energylint/internal/snapshot"
)

func TestMatch(t *testing.T) {
	body := func(key, moved string, callees ...string) snapshot.Method {
		return calling(withBody(numeric(key, 100), moved), callees...)
	}
	inside := func(enclosing, key, moved string) snapshot.Method {
		x := body(key, moved)
		x.Enclosing = enclosing
		return x
	}
	library := func(m snapshot.Method) snapshot.Method {
		for i := range m.Calls {
			m.Calls[i].Targets = nil
		}
		return m
	}
	tests := []struct {
		name       string
		base, head []snapshot.Method
		want       string // what is matched under another name, and what is not matched
	}{
		{"the nearest descriptor",
			[]snapshot.Method{body("a/B.f(I)V", "1"), body("a/B.f(IIJ)V", "2")},
			[]snapshot.Method{body("a/B.f(II)V", "3"), body("a/B.f(IIJD)V", "4")},
			"a/B.f(I)V -> a/B.f(II)V\na/B.f(IIJ)V -> a/B.f(IIJD)V"},
		{"a lambda before another",
			[]snapshot.Method{body("a/B.f()V", "f"), inside("a/B.f()V", "a/B.lambda$f$0()V", "x")},
			[]snapshot.Method{body("a/B.f()V", "g"), inside("a/B.f()V", "a/B.lambda$f$0()V", "new"), inside("a/B.f()V", "a/B.lambda$f$1()V", "x")},
			"+ a/B.lambda$f$0()V\na/B.lambda$f$0()V -> a/B.lambda$f$1()V"},
		{"a lambda in a lambda",
			[]snapshot.Method{body("a/B.f()V", "f"), inside("a/B.f()V", "a/B.lambda$f$1()V", "x"), inside("a/B.lambda$f$1()V", "a/B.lambda$f$0()V", "y")},
			[]snapshot.Method{body("a/B.f()V", "g"), inside("a/B.f()V", "a/B.lambda$f$3()V", "x2"), inside("a/B.lambda$f$3()V", "a/B.lambda$f$2()V", "y2")},
			"a/B.lambda$f$0()V -> a/B.lambda$f$2()V\na/B.lambda$f$1()V -> a/B.lambda$f$3()V"},
		{"an anonymous class before another",
			[]snapshot.Method{body("a/B.f()V", "f"), inside("a/B.f()V", "a/B$1.run()V", "x"), inside("a/B.f()V", "a/B$2.run()V", "y")},
			[]snapshot.Method{body("a/B.f()V", "g"), inside("a/B.f()V", "a/B$1.call()V", "new"), inside("a/B.f()V", "a/B$2.run()V", "x"), inside("a/B.f()V", "a/B$3.run()V", "y")},
			"+ a/B$1.call()V\na/B$1.run()V -> a/B$2.run()V\na/B$2.run()V -> a/B$3.run()V"},
		{"an anonymous class that changed",
			[]snapshot.Method{body("a/B.f()V", "f"), inside("a/B.f()V", "a/B$9.run()V", "x"), inside("a/B.f()V", "a/B$10.run()V", "y")},
			[]snapshot.Method{body("a/B.f()V", "g"), inside("a/B.f()V", "a/B$11.run()V", "x2"), inside("a/B.f()V", "a/B$12.run()V", "y2")},
			"a/B$10.run()V -> a/B$12.run()V\na/B$9.run()V -> a/B$11.run()V"},
		{"in an initializer",
			[]snapshot.Method{inside("a/B.", "a/B$1.run()V", "x")}, []snapshot.Method{inside("a/B.", "a/B$2.run()V", "x2")},
			"a/B$1.run()V -> a/B$2.run()V"},
		{"a class in another package, with getters alike",
			[]snapshot.Method{body("old/B.f()V", "1"), body("old/B.g()V", "same"), body("old/B.h()V", "same"), body("old/C.x(Lold/B;)V", "c")},
			[]snapshot.Method{body("neu/B.f()V", "1"), body("neu/B.g()V", "same"), body("neu/B.h()V", "same"), body("old/C.x(Lneu/B;)V", "c")},
			"old/B.f()V -> neu/B.f()V\nold/B.g()V -> neu/B.g()V\nold/B.h()V -> neu/B.h()V\nold/C.x(Lold/B;)V -> old/C.x(Lneu/B;)V"},
		{"renamed",
			[]snapshot.Method{body("a/B.f()V", "1"), body("a/B.stays()V", "2")}, []snapshot.Method{body("a/B.g()V", "1"), body("a/B.stays()V", "2")},
			"a/B.f()V -> a/B.g()V"},
		{"code that two methods have is no evidence",
			[]snapshot.Method{body("a/B.f()V", "1"), body("a/B.g()V", "1")}, []snapshot.Method{body("a/C.h()V", "1"), body("a/D.i()V", "1")},
			"+ a/C.h()V\n+ a/D.i()V\n- a/B.f()V\n- a/B.g()V"},
		{"by what it calls",
			[]snapshot.Method{body("a/B.f()V", "1", "a/X.a()V", "a/X.b()V", "a/X.c()V", "a/X.d()V")},
			[]snapshot.Method{body("a/C.g()V", "2", "a/X.a()V", "a/X.b()V", "a/X.c()V"), body("a/C.h()V", "3", "a/X.a()V", "a/X.b()V", "a/Y.c()V", "a/Y.d()V")},
			"+ a/C.h()V\na/B.f()V -> a/C.g()V"},
		{"lambdas that a compiler merged",
			[]snapshot.Method{body("a/B.f()V", "f"), inside("a/B.f()V", "a/B.lambda$f$0()V", "x"), inside("a/B.f()V", "a/B.lambda$f$1()V", "x"), inside("a/B.f()V", "a/B.lambda$f$2()V", "y")},
			[]snapshot.Method{body("a/B.f()V", "f"), inside("a/B.f()V", "a/B.lambda$f$0()V", "x"), inside("a/B.f()V", "a/B.lambda$f$2()V", "y")},
			""},
		{"lambdas that a compiler merges no longer",
			[]snapshot.Method{body("a/B.f()V", "f"), inside("a/B.f()V", "a/B.lambda$f$0()V", "x")},
			[]snapshot.Method{body("a/B.f()V", "f"), inside("a/B.f()V", "a/B.lambda$f$0()V", "x"), inside("a/B.f()V", "a/B.lambda$f$1()V", "x")},
			""},
		{"a lambda like another that is new code",
			[]snapshot.Method{body("a/B.f()V", "f"), inside("a/B.f()V", "a/B.lambda$f$0()V", "x")},
			[]snapshot.Method{body("a/B.f()V", "g"), inside("a/B.f()V", "a/B.lambda$f$0()V", "x"), inside("a/B.f()V", "a/B.lambda$f$1()V", "x")},
			"+ a/B.lambda$f$1()V"},
		{"little code in another package is no evidence",
			[]snapshot.Method{withBody(numeric("a/B.f()V", 3), "1")}, []snapshot.Method{withBody(numeric("b/C.g()V", 3), "1")},
			"+ b/C.g()V\n- a/B.f()V"},
		{"little code in the package",
			[]snapshot.Method{withBody(numeric("a/B.f()V", 3), "1")}, []snapshot.Method{withBody(numeric("a/C.g()V", 3), "1")},
			"a/B.f()V -> a/C.g()V"},
		{"calls of libraries are no evidence",
			[]snapshot.Method{library(body("a/B.f(I)V", "1", "java/lang/StringBuilder.append(C)V", "java/lang/StringBuilder.toString()V", "java/io/File.isFile()Z"))},
			[]snapshot.Method{library(body("a/B.g(J)V", "2", "java/lang/StringBuilder.append(C)V", "java/lang/StringBuilder.toString()V", "java/io/File.isFile()Z"))},
			"+ a/B.g(J)V\n- a/B.f(I)V"},
		{"one callee is not enough",
			[]snapshot.Method{body("a/B.f()V", "1", "a/X.a()V")}, []snapshot.Method{body("a/C.g()V", "2", "a/X.a()V")},
			"+ a/C.g()V\n- a/B.f()V"},
	}
	for _, x := range tests {
		t.Run(x.name, func(t *testing.T) {
			base, head := state(x.base...), state(x.head...)
			c := &comparison{base: newSide(base, false), head: newSide(head, false), classes: map[string]string{}}
			c.match()
			var got []string
			for _, p := range c.pairs {
				switch {
				case p.base == nil:
					got = append(got, "+ "+p.head.Key())
				case p.head == nil:
					got = append(got, "- "+p.base.Key())
				case p.base.Key() != p.head.Key():
					got = append(got, p.base.Key()+" -> "+p.head.Key())
				}
			}
			slices.Sort(got)
			if s := strings.Join(got, "\n"); s != x.want {
				t.Errorf("got\n%s\nwant\n%s", s, x.want)
			}
		})
	}
}

// TestMatchIsBounded compares states of which nothing matches and much could: it has to end soon.
func TestMatchIsBounded(t *testing.T) {
	many := func(class string) []snapshot.Method {
		var out []snapshot.Method
		for i := range 20_000 {
			m := calling(numeric(fmt.Sprintf("%s%d.f%s%d()V", class, i/10, class, i), 1), "x/Y.a()V", "x/Y.b()V", fmt.Sprintf("x/Y.c%d()V", i/40))
			m.Body, m.Moved = fmt.Sprint(class, i), fmt.Sprint(class, i)
			out = append(out, m)
		}
		return out
	}
	r := compareStates(t, state(many("a/A")...), state(many("b/B")...))
	if r.Matched == 0 {
		t.Error("nothing was matched")
	}
}

func TestRenamed(t *testing.T) {
	c := &comparison{classes: map[string]string{"a/B": "c/D", "a/B$1": "a/B$2", "E": "F"}}
	for in, want := range map[string]string{
		"a/B": "c/D", "a/B2": "a/B2", "a/B$1": "a/B$2", "(ILa/B;[[La/B$1;J)La/B;": "(ILc/D;[[La/B$2;J)Lc/D;", "len(p0.a/B:data:[B)": "len(p0.c/D:data:[B)",
		"a/B.f(I)V": "c/D.f(I)V", "E.x()LE;": "F.x()LF;", "": "", "(IIE)V": "(IIE)V",
	} {
		if got := c.renamed(in); got != want {
			t.Errorf("renamed(%q) = %q, want %q", in, got, want)
		}
	}
}
